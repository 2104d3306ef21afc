page-cards = { $count ->
    [0] 0 cards
    [1] 1 card
   *[other] { $count } cards
}
page-hand = Your hand: { page-cards }
page-challenge = Challenge from { $from } to { $to }, { $left ->
    [0] all placed
    [one] 1 piece to place
   *[other] { $left } pieces to place
}
page-in-hand = in hand
page-placed = placed
page-to-place = to place
page-pivoted = any position
page-has-played = has played
page-not-played = has not played yet
page-won-cards = { $count ->
    [1] 1 card won
   *[other] { $count } cards won
}
page-stock = Stock: { $small } small, { $medium } medium, { $long } long
page-draw-pile = Draw pile: { page-cards }
page-choose-basic = Give one to three cards: all of one number, or in a row.
page-choose-advanced = { page-choose-basic }
page-choose-simplified = Give one to three cards, of different lengths.
page-choose-last = Your last card: give it, and you win as soon as it is placed.
page-choose-more = Add the missing card, or take one back.
page-choose-target = Who gets this challenge?
page-answer = Take a piece, or play a card first.
page-pick-only = Take a piece of the challenge.
page-aim = For which piece?
page-give = Challenge { $name }
page-take-up = Pick up the piece: { $words }
page-take = Take { $card }
page-vote = Who played best?
page-never-mind = Never mind
page-draws = { $you ->
    [who] You draw { page-cards }
   *[other] { $who } draws { page-cards }
}
page-composes = prepares a challenge
page-answers = answers the challenge
page-places = places a piece
page-votes = votes
page-on-wood = on the wood
page-let-go = Let go
page-let-go-note = just like this
page-spots = Choose a spot
page-tip = Other position
page-how-both = Drag to move. With the other hand, turn, lift and lower.
page-how-right = Right hand only: move or turn, one thing at a time.
page-how-left = Left hand only: move or turn, one thing at a time.
page-keys-both = Wheel: turn · right button: up, down · keys: { $w }{ $a }{ $s }{ $d } or arrows: move · { $r }/{ $f } or Page ↑↓: up, down · { $q }/{ $e } or Home/End: turn · V: fine movement
page-keys-right = Mouse: drag, wheel to turn, right button to lift · or arrows: move · Page ↑↓: up, down · Home/End: turn · V: fine movement
page-keys-left = Keyboard: { $w }{ $a }{ $s }{ $d }: move · { $r }/{ $f }: up, down · { $q }/{ $e }: turn · V: fine movement
page-keys-lean = { $z }/{ $x }: lean
page-touch-right = On the right of the screen only.
page-touch-left = On the left of the screen only.
page-eye-left = Left eye closed
page-eye-right = Right eye closed
page-lift = Height of the piece
page-turn = Rotation of the piece
page-mm = { $mm } mm
page-degrees = { $degrees } degrees
page-scene = The structure: { $count ->
    [one] one piece
   *[other] { $count } pieces
}{ $held ->
    [none] { "" }
   *[other] , { $held } in hand
}
page-mm-contact = { $mm } mm, contact
page-failed = fell
page-power-pivot = Pivot: you place one piece of the challenge in any position you like.
page-power-return = Return to sender: whoever challenged you must place the pieces instead.
page-power-deflect = Deflect: you pass the challenge on to somebody else, not to whoever gave it.
page-power-spoilsport = Spoilsport: whoever challenged you draws five cards; you keep the challenge.
page-power-place = Place this for me: somebody else places one of the pieces for you.
page-slow = In slow motion
page-fall-again = See the fall again, slowly
page-skip = Skip
page-falls = Let’s see whether it stands…
page-solid = Show in 3D
page-drawn-only = This browser shows no 3D: the structure is drawn.
page-close = Close
page-spots-title = Where does the piece go?
page-spots-how = Choose a spot, then stop the marker in the middle, twice: it is your hand that trembles.
page-spots-none = No firm spot: place the piece by hand.
page-spots-wait = Looking for spots…
page-spot = { $place }, { $height } mm up
page-spot-board = { $place }, on the board
page-spot-turned = turned by { $degrees }°
page-middle = in the middle
page-front = in front
page-behind = behind
page-at-left = on the left
page-at-right = on the right
page-steady-x = Left or right
page-steady-y = Front or back
page-steady-stop = Stop
page-steady-off = { $mm } mm off
page-steady-note = The closer to the middle, the safer.
page-back = Another spot
page-lean = Lean
page-fine = Fine touch: four times slower (V)
page-lesson-1 = Aline challenges you: two cards, two pieces. The first says: a medium one, flat on the wood, both eyes open, with both hands. Take it.
page-lesson-2 = Place it for real: slide it over the wood, lower it until it touches, then let go.
page-lesson-3 = The second: right eye closed, no shadow. Rather not aim? “Choose a spot”, then stop the marker in the middle.
page-lesson-4 = Your turn to challenge: one to three cards in a row, or of the same number. Tap the 2 and the 3, then give them to Aline.
page-lesson-5 = She placed them all, and challenges you: a long piece, upright. Knock the tower over with it on purpose, just to see, or let go from too high.
page-lesson-6 = A fall costs three cards. Another long one upright, with one eye closed? This time play your advantage: pivot, and place it as you like.
page-lesson-7 = One card left: give it in your next challenge, and you win as soon as it is placed. Keep a steady hand.
## On the card, where there is little room
page-face-pivot = Pivot
page-face-return = Return
page-face-deflect = Deflect
page-face-spoilsport = Spoil­sport
page-face-place = Place this for me
