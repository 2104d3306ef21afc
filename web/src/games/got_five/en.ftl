page-notes = Notes
page-numbers = The sixty numbers
page-number = { $number }, { tile-colour }, { $dots ->
    [one] 1 dot
   *[other] { $dots } dots
}
page-undo = Undo
page-close = Close
page-open = Open tiles
page-reserve = Reserve
page-reveal = { action-reveal }, { $count } in the reserve
page-choose-tile = Take the { $tile }, { tile-colour }
page-slot = { place } tile, { tile-colour }
page-slot-number = { place } tile, { tile-colour }: { $number }
page-compared = { $tile }: { answer }
page-rack = Your tiles
page-box = { place } number, { tile-colour }
page-reveal-first = Reveal a tile: tap a colour.
page-pick-tile = Choose an open tile, for a clue.
page-rank-key = r
page-rank-note = where does it go?
page-yours = Your tiles, lowest first: work them out.
page-notes-how = Tap a number to cross it out, drag over many. What lies in sight is crossed out already.
page-notes-task = Cross these out: { $numbers }. Tap them, or drag over them.
page-then = Or tap your tile: same number of dots?
page-reveals = reveals a tile
page-asks = asks for a clue
page-right = right call
page-out = is out
page-you-are-out = Your announcement was wrong: you watch the rest.
page-announce-how = Choose one number per column, on your notes.
page-announce-missing = { $missing ->
    [one] One more number.
   *[other] { $missing } more numbers.
}
page-announce-order = Your numbers must rise from left to right.
page-announce-seen = The { $number } cannot be yours: it is crossed out.
page-announce-colour = The { $number } is not of that colour.
page-announce-ready = Announce
page-announce-once = { $numbers }: one announcement per game. One mistake, and you are out.
page-announce-say = Got Five!
page-not-yet = Not yet
page-lesson-1 = Before you stand five tiles, smallest to largest. You see only their colours; Aline reads your numbers, and you read hers.
page-lesson-2 = On your turn, first reveal a tile: draw a green one from the reserve.
page-lesson-3 = Then ask for a clue. Take the 30 and rank it: it goes into the notch where it fits the order.
page-lesson-4 = The 30 goes after your 2nd tile: two are smaller, three larger. Another clue: take the 41, tap your green one. Does it have the same number of dots?
page-lesson-5 = No: the tile leans. Your green one, below 30, does not have three dots. Open your notes and cross out the green ones with three dots: 11 and 26.
page-lesson-6 = Later: other clues have crossed out the rest. Tap “GOT FIVE!”, choose one number per column, and confirm.
page-lesson-7 = Right: you win. You may announce at any time, even out of turn, but only once: one mistake, and you are out.
