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
page-choose-tile = Take the { $tile }, { tile-colour }
page-slot = { place } tile, { tile-colour }
page-slot-number = { place } tile, { tile-colour }: { $number }
page-box = { place } number, { tile-colour }
page-reveal-first = Reveal a tile: choose its colour in the reserve.
page-pick-tile = Take an open tile.
page-then = Rank it, or compare it with one of your tiles.
page-reveals = reveals a tile
page-asks = asks for a clue
page-out = is out
page-you-are-out = Your announcement was wrong: you watch the rest.
page-announce-how = Your five numbers, smallest first:
page-announce-once = One announcement a game. One mistake, and you are out.
page-announce-say = Got Five!
page-announce-order = Five different numbers from 1 to 60, in ascending order.
page-not-yet = Not yet
