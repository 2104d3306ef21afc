page-at-risk = at risk
page-offer = to take over, or five fresh dice
page-enter = Enter
page-enters = the { $points } do not count
page-take-over = Take over { $points }
page-take-over-dice = with { dice-count }
## Keys: the first letter of the verb, or of "over"
page-bank-key = b
page-take-over-key = o
## What a hand is good for: banking its points, or entering the game
page-fresh = at least { $minimum } { page-to-keep }
page-to-keep = { $entering ->
    [yes] to enter
   *[no] to bank
}
page-worth =
    1: 100 · 5: 50 · three 1s: 1,000
    three others alike: their face × 100
    1‑2‑3‑4‑5: 300 · 2‑3‑4‑5‑6: 500
page-missing = { $points } more { page-to-keep }
page-may-bank = { $entering ->
    [yes] you may enter
   *[no] you may bank
}
page-may-bank-other = { $entering ->
    [yes] may enter
   *[no] may bank
}
page-lost = lost
page-lost-other = { $name } loses it all
page-opening = The lowest die starts
page-target = Target { $target }
page-sheet = Score sheet
page-zeros = { $zeros ->
    [0] no zero
    [one] 1 zero
   *[other] { $zeros } zeros
}
page-entered = in the game
page-not-entered = { $minimum } to get in
page-die = { $face }
page-die-won = { $face }, winning
page-die-lost = { $face }, lost
page-die-of = { $name }: { $face }
page-die-blank = winning die
page-rail = Winning dice
page-tray = Thrown dice
page-afresh = fresh hand
page-upside = undersides count
page-stays = passes the turn
page-rolls = throws
page-chooses = throws or banks
page-takes = takes or throws
page-must = throws on
page-coach-throw = throw
page-coach-topinambour = Topinambour
page-coach-bank = bank
page-coach-take_over = take over

## The lesson
page-lesson-1 = Five dice, and 10,000 points to reach. Throw.
page-lesson-2 = A 1 is worth 100, a 5 is worth 50. Your two 5s are safe. It takes 300 to enter the game: throw the other three again.
page-lesson-3 = One more 1: 200. The fewer dice are left, the greater the risk. Throw.
page-lesson-4 = All five dice have won: 350, enough to enter the game. You could throw all five again; for now, enter.
page-lesson-5 = The first hand you bank scores nothing: it lets you into the game. From now on you score.
page-lesson-6 = Aline has banked 1,050. Those points are hers, but you may go on from there with the die that is left. Go for it.
page-lesson-7 = A single die. Announce Topinambour: it will count by its opposite face.
page-lesson-8 = A 2 upside down is a 5: 1,100. Bank.
page-lesson-9 = A throw without a winning die loses everything and marks a zero; the third takes 500 off. Whoever reaches 10,000 calls the last round.
