## The story
threw = { $you ->
    [who] You throw the die.
   *[other] { $who } throws the die.
}
fell = A { $face }: { $points } at risk.
lost = { $you ->
    [who] A 1: you lose { $points }.
   *[other] A 1: { $who } loses { $points }.
}
held = { $you ->
    [who] You hold { $points }: { $total }.
   *[other] { $who } holds { $points }: { $total }.
}
won = { $you ->
    [who] You win.
   *[other] { $who } wins.
}

## The menu
action-throw = Throw the die
action-hold = Hold

## The rules
PG-1 = One die with faces from 1 to 6, two to six players.
PG-2 = Players play in turn, clockwise: they throw, or hold.
PG-3 = A 2 to 6 adds its face to the points of the turn.
PG-4 = A 1 loses the points of the turn, and the turn.
PG-5 = Holding adds the points of the turn to the total and passes the turn; throw at least once before.
PG-6 = Whoever reaches the target by holding wins at once.
PG-7 = A table may throw a real die: nobody can foresee it, and nobody derives it.
