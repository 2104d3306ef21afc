## The story
dice-count = { $dice ->
    [one] 1 die
   *[other] { $dice } dice
}
starts = { $you ->
    [who] You have the lowest die: you start.
   *[other] { $who } has the lowest die and starts.
}
tied = A tie for the lowest die: { $who } throw again.
threw = { $you ->
    [who] You throw { dice-count }.
   *[other] { $who } throws { dice-count }.
}
topinambour = { $you ->
    [who] Topinambour! You throw { dice-count } upside down.
   *[other] Topinambour! { $who } throws { dice-count } upside down.
}
fell = { $faces }: { $points } points, { $total } at risk.
lost = { $points ->
    [0] { $faces }: nothing.
   *[other] { $you ->
        [who] { $faces }: nothing. You lose { $points } points.
       *[other] { $faces }: nothing. { $who } loses { $points } points.
    }
}
zero = { $you ->
    [who] A zero for you: { $zeros } of 3.
   *[other] A zero for { $who }: { $zeros } of 3.
}
third-zero = { $you ->
    [who] Third zero: 500 off, you are at { $total }.
   *[other] Third zero: 500 off, { $who } is at { $total }.
}
entered = { $you ->
    [who] { $points }: you are in the game, at zero. From now on you score.
   *[other] { $points }: { $who } is in the game, at zero.
}
banked = { $you ->
    [who] You bank { $points }: { $total } in all.
   *[other] { $who } banks { $points }: { $total } in all.
}
took-over = { $you ->
    [who] You take over at { $points }, with { dice-count }.
   *[other] { $who } takes over at { $points }, with { dice-count }.
}
final-round = { $you ->
    [who] You have reached the target: last round. { still-plays }
   *[other] { $who } has reached the target: last round. { still-plays }
}
still-plays = { $count ->
    [one] { $you ->
        [whom] You have one last turn.
       *[other] { $whom } has one last turn.
    }
    [2] { $whom } have one last turn each.
   *[other] The next { $count } have one last turn each.
}
final-last = { $you ->
    [who] You have reached the target, last in the round: the game is over.
   *[other] { $who } has reached the target, last in the round: the game is over.
}
won = { $count ->
    [one] { $you ->
        [who] You win with { $points }.
       *[other] { $who } wins with { $points }.
    }
   *[other] { $who } win together with { $points }.
}

## The menu
action-throw = Throw { dice-count }
action-throw-topinambour = Topinambour, { dice-count }
action-bank = Bank { $points }
action-enter = Enter with { $points }
action-take_over = Take over { $points } with { dice-count }

## The coach
hint-risk = { NUMBER($lose, maximumFractionDigits: 0) }% risk of losing the hand
hint-chances = { $players ->
    [2] Chances of winning the game
   *[other] Chances of finishing ahead of { $whom }
}
hint-only = This throw: { hint-risk }. { hint-chances }: { NUMBER($win, minimumFractionDigits: 1) }%.
hint-throw = This throw: { hint-risk }. { hint-chances }: { NUMBER($win, minimumFractionDigits: 1) }%, against { NUMBER($other, minimumFractionDigits: 1) }% otherwise.
hint-bank = Another throw: { hint-risk }. { hint-chances }: { NUMBER($win, minimumFractionDigits: 1) }%, against { NUMBER($other, minimumFractionDigits: 1) }% if you throw.
hint-take_over = With these dice: { hint-risk }. { hint-chances }: { NUMBER($win, minimumFractionDigits: 1) }%, against { NUMBER($other, minimumFractionDigits: 1) }% with five fresh dice.

## The rules
DM-1 = Five dice, two to eight players. A die has faces from 1 to 6.
DM-2 = To begin, everyone throws one die: the lowest opens the game. Those tied for lowest throw again.
DM-3 = Everyone plays in turn, clockwise.
DM-4 = 1s and 5s win and all stay on the table; the other dice may be thrown again, all of them.
DM-5 = A throw without a winning die loses the hand and its points.
DM-6 = When all five dice have won, they may all be taken up and thrown on.
DM-7 = A 1 is worth 100, a 5 is worth 50.
DM-8 = With five dice only: 1-2-3-4-5 is worth 300, 2-3-4-5-6 is worth 500, three alike a hundred times their face (three 1s: 1,000), five alike a thousand times (five 1s: 10,000). A fourth alike counts only if it is a 1 or a 5.
DM-9 = With four dice or fewer only 1s and 5s count.
DM-10 = To bank a hand you must have thrown, and have at least the minimum (300 as a rule).
DM-11 = The first hand you bank scores nothing: it gives the right to score. Before it a lost hand costs no zero.
DM-12 = Banking adds the hand’s points to the total and passes the turn.
DM-13 = Once entered, every lost hand is a zero. The third takes 500 points off and clears the zeros. A total may be negative.
DM-14 = The next player may take over a banked hand: from its points, with the dice that have not won (all five if all had won), throwing at least once. Whoever banked it keeps its points.
DM-15 = Losing a hand taken over is losing a hand like any other.
DM-16 = A hand taken over and banked may be taken over in turn.
DM-17 = An entry hand leaves nothing to take over, unless the table has agreed otherwise.
DM-18 = One may enter with a hand taken over.
DM-19 = When somebody reaches the target, those who play after them in the round have one last turn; then the game is over.
DM-20 = The highest total wins; equal totals share the win.
DM-21 = Topinambour: announced before a throw, it makes every die of that throw count by its opposite face. A table may do without it.
