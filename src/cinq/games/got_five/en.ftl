## The story
tile-colour = { $colour ->
    [green] green
    [pink] pink
    [blue] blue
    [red] red
   *[orange] orange
}
place = { $slot ->
    [1] 1st
    [2] 2nd
    [3] 3rd
   *[other] { $slot }th
}
dealt = Open tiles: { $tiles }.
starts = { $you ->
    [who] You start.
   *[other] { $who } starts.
}
drew = { $you ->
    [who] You draw a tile: { tile-colour }.
   *[other] { $who } draws a tile: { tile-colour }.
}
turned-up = { $you ->
    [who] You reveal { $tile } ({ tile-colour }).
   *[other] { $who } reveals { $tile } ({ tile-colour }).
}
notch-place = { $notch ->
    [0] before the 1st
    [1] between the 1st and the 2nd
    [2] between the 2nd and the 3rd
    [3] between the 3rd and the 4th
    [4] between the 4th and the 5th
   *[other] after the 5th
}
ranked = { $you ->
    [who] You rank { $tile }: { notch-place }.
   *[other] { $who } ranks { $tile }: { notch-place }.
}
answer = { $same ->
    [yes] yes, the same number of dots
   *[no] no, not the same number of dots
}
compared = { $you ->
    [who] You compare { $tile } with your { place } ({ tile-colour }): { answer }.
   *[other] { $who } compares { $tile } with their { place } ({ tile-colour }): { answer }.
}
announced-right = { $you ->
    [who] Got Five! { $numbers }: right, you win!
   *[other] Got Five! { $who } says { $numbers }: right, { $who } wins!
}
announced-wrong = { $you ->
    [who] Got Five! { $numbers }: wrong, you have lost.
   *[other] Got Five! { $who } says { $numbers }: wrong, { $who } has lost.
}
passed = { $you ->
    [who] You pass: there is no tile left.
   *[other] { $who } passes: there is no tile left.
}
won-last = { $you ->
    [who] You are the last one left: you win!
   *[other] { $who } is the last one left and wins!
}
drawn = No tile left, nobody announces: a draw between { $who }.

## The menu
action-reveal = Draw one { tile-colour } tile
action-rank = Rank { $tile }
action-compare = Compare { $tile } with the { place } tile
action-announce = Got Five!
action-pass = Pass

## Options and phases
option-first = Who starts
option-first-null = By lot
option-notes = Note sheet
option-notes-manual = You cross out yourself (what lies in sight is already)
option-notes-assisted = The sheet crosses out what the clues rule out
phase-deal = Dealing
phase-reveal = Reveal a tile
phase-ask = Ask for a clue
phase-over = Game over

## The rules
GF-1 = Two to four players, each in their own seat.
GF-2 = Everyone gets one tile of each colour, sorted from smallest to largest. All read your numbers but you: you see only your colours.
GF-3 = One tile of each colour is laid open beside the reserve.
GF-4 = Who starts is drawn by lot, or chosen by the host; then everyone plays in turn, clockwise.
GF-5 = On your turn: first reveal a tile, then ask for a clue.
GF-6 = Reveal: choose a colour and draw a tile of that colour from the reserve; it joins the open tiles.
GF-7 = Ask: take one of the open tiles, to rank it or to compare it.
GF-8 = Rank: the tile goes into the notch of your rack where it keeps the ascending order. It stays there for all to see.
GF-9 = Compare: lay the tile before one of your five tiles and hear whether both have the same number of dots. It stays there for all to see.
GF-10 = Once in the game, at any time but while a tile is being drawn, you may announce your numbers: five different numbers from 1 to 60 in ascending order.
GF-11 = All five right: you win at once, and the game is over.
GF-12 = One mistake and you have lost: you take no more turns. Nobody says what was wrong, and your numbers stay hidden to the end.
GF-13 = If all others were wrong, the last one left wins, and the game is over.
GF-14 = Nobody draws from a colour that has run out. Reserve empty: no more revealing. No open tile either: you pass, and only then. When all who are left have passed, the game is a draw.
GF-15 = Whatever is revealed stays in sight of all. Your note sheet, with the 60 numbers, their colours and dots, is yours alone.
GF-16 = Nobody says a number of another’s rack: while a game runs, only set phrases are sent.

## The coach
hint-hands = { $hands ->
    [one] One hand is possible
   *[other] { $hands } hands are possible
}
hint-certain = Only one hand is possible: announce it!
hint-now-or-never = { hint-hands }. Announcing now would be right { $right } times in 100; going on, you would win only about { $later } times in 100.
hint-rank = { hint-hands }. Ranking { $tile } leaves about { $left } on average, without handing the others a good tile.
hint-compare = { hint-hands }. Comparing { $tile } with your { place } tile leaves about { $left } on average, without handing the others a good tile.
hint-reveal = { hint-hands }. Revealing one { tile-colour } tile tells you more than it tells the others.
hint-pass = { hint-hands }, and no tile is left: pass.
hint-wait = { hint-hands }: wait for your turn.
