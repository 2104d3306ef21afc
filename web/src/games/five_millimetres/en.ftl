page-table = The table from your chair
page-stick-of = { $owner }: { $words }
page-stand = In the stand
page-bids = Your bid
page-bidding = bids or passes
page-drawing = A new stick is coming.
page-no-bid = Nobody has bid yet.
page-high = { $you ->
    [who] You lead with { $high }.
   *[other] { $who } leads with { $high }.
}
page-bid = Bid
page-aim = Your aim: a run in steps of 5 mm, 10 points a stick.
page-run = { $run ->
    [0] No run yet.
    [one] No run yet.
   *[other] Your run: { $run } sticks.
}
page-sight = Your eyes are a little off: by { $percent }%, that is { $mm } mm.
page-blue = Blue part: { $points } points, whatever the space
page-red = Red part: the number of the space
page-manitou = Grand Manitou: speaks last
page-your-money = { $money } left.
page-count-alike = four alike
page-count = sticks { $sticks }, money { $money }
page-chance = Chance space { $space }: back to { $back }
page-money = { $name } on { $money }
page-together = Line up
page-apart = Spread
page-listen = By ear
page-listen-now = Listen to the stand, then my sticks
page-listen-note = From the next stick on lengths are heard instead of seen: longer is lower. L to listen again, Space for one stick. Sound must be on.
page-estimate = Its length, in your opinion
page-estimate-none = no estimate
page-estimate-mm = { $mm } mm
page-eye = { $count ->
    [one] Your eye: 1 stick estimated, { $mm } mm off.
   *[other] Your eye: { $count } sticks estimated, { $right } to the millimetre, { $mm } mm off on average.
}
page-unseen = a stick whose length cannot be seen
page-own = { step-above }
page-true = { $length } millimetres
page-like = about like your stick no. { $rank }, counting from the shortest
page-between = between your sticks no. { $rank } and no. { $next }, counting from the shortest
page-bit-shorter = a little shorter than your shortest
page-much-shorter = much shorter than your shortest
page-bit-longer = a little longer than your longest
page-much-longer = much longer than your longest
page-reason-eight = Eight sticks. The true lengths, in millimetres; dashed, what you saw.
page-reason-broke = Out of money. The true lengths, in millimetres; dashed, what you saw.
page-reason-four_alike = Four alike. The true lengths, in millimetres; dashed, what you saw.
page-lesson-1 = The aim: sticks that follow each other, 5 millimetres apart. Yours is before you. The one in the stand is far off, so it looks smaller: is it really one step longer?
page-lesson-2 = That far away yours would look smaller still: this one is a little longer and would go on with your run. Bid 2.
page-lesson-3 = Aline goes to 3. Every stick of a run is worth 10 points: you can afford 4.
page-lesson-4 = It is yours: your marker moves down 4 spaces (a blue arrow would take it back up). In your hand sticks compare exactly: one step apart, a run of two.
page-lesson-5 = The next one is far too long for you, and Aline bids 6. Pass: what is left on your track counts too, up to 22.
page-lesson-6 = Eight sticks, no money left, or four alike, and the game ends. The longest run and the money make the score; four alike win on the spot.
