## The story
dealt = { $you ->
    [who] Everyone has drawn a first stick. You are the Grand Manitou.
   *[other] Everyone has drawn a first stick. { $who } is the Grand Manitou.
}
put-up = { $you ->
    [who] You put a new stick in the stand.
   *[other] { $who } puts a new stick in the stand.
}
bid = { $you ->
    [who] You bid { $amount }.
   *[other] { $who } bids { $amount }.
}
passed = { $you ->
    [who] You pass.
   *[other] { $who } passes.
}
taken = { $you ->
    [who] The stick is yours for { $price }: you are on { $money }, and Grand Manitou.
   *[other] The stick goes to { $who } for { $price }: on { $money }, and Grand Manitou.
}
taken-free = { $you ->
    [who] Nobody wants it: the stick is yours for nothing.
   *[other] Nobody wants it: { $who } takes the stick for nothing.
}
chance = { $you ->
    [who] A Chance space: you go back up to { $money }.
   *[other] A Chance space: { $who } goes back up to { $money }.
}
run-count = { $run ->
    [one] 1 stick
   *[other] { $run } sticks
}
step-above = { $step ->
    [0] none of your sticks is shorter
    [one] one step of 5 mm above your shortest
   *[other] { $step } steps of 5 mm above your shortest
}
compared = In your hand: { step-above }. { $run ->
    [one] No run yet.
   *[other] Your longest run: { run-count }.
}
four-alike = { $you ->
    [who] Four sticks of one length: you win on the spot!
   *[other] Four sticks of one length: { $who } wins on the spot!
}
eight = { $you ->
    [who] You hold eight sticks: the game is over.
   *[other] { $who } holds eight sticks: the game is over.
}
broke = { $you ->
    [who] You have nothing left: the game is over.
   *[other] { $who } has nothing left: the game is over.
}
counted = { $you ->
    [who] { $run ->
        [one] You have no run, and { $money } left.
       *[other] Your longest run: { run-count }, and { $money } left: { $total } points.
    }
   *[other] { $run ->
        [one] { $who }: no run, and { $money } left.
       *[other] { $who }: longest run of { run-count }, and { $money } left: { $total } points.
    }
}
level = Level on points: more sticks win, then more money.
won = { $count ->
    [one] { $you ->
        [who] You win.
       *[other] { $who } wins.
    }
   *[other] { $who } win together.
}

## The menu
action-bid = Bid { $amount }
action-pass = Pass

## Options and phases
option-sight = Sight
option-sight-keen = Keen eye (2%)
option-sight-normal = Good eye (3.5%)
option-sight-tired = Tired eye (5%)
option-sight-exact = Exact lengths
option-sight-none = Real table: look for yourselves
option-lone_stick = A lone stick is worth 10
option-first_manitou = First Grand Manitou
phase-deal = Everyone draws a first stick
phase-stick = A stick goes into the stand
phase-sight = Everyone looks
phase-auction = Auction
phase-over = Game over

## The rules
MM-1 = Two to five players, a colour each.
MM-2 = Everyone starts on 50.
MM-3 = All sticks are in the box, four of each of nine lengths; everyone draws one to begin with.
MM-4 = Sticks stay in everyone’s sight and are judged by eye alone: no measuring, no hand as a guide. Compare your own sticks as much as you like; how long the one in the stand is, nobody knows before it is in a hand.
MM-5 = The first Grand Manitou is drawn by lot, or named by the host.
MM-6 = Each round the Grand Manitou draws a stick from the box and puts it in the stand.
MM-7 = The Grand Manitou’s left neighbour speaks first, then everyone in turn, clockwise; the Grand Manitou speaks last.
MM-8 = A bid is from 1 to 10, above the last one, and never above what you have.
MM-9 = Or you pass, and speak no more for this stick.
MM-10 = A bid of 10 wins at once.
MM-11 = Otherwise, when all the others have passed, the one who is left wins at their own bid.
MM-12 = If nobody bids, the Grand Manitou gets the stick for nothing, and stays Grand Manitou.
MM-13 = The winner adds the stick to their hand and moves down as many spaces as they bid.
MM-14 = A marker that stops on a Chance space goes back up to where its arrow points.
MM-15 = Whoever wins the auction is the next Grand Manitou.
MM-16 = The game ends as soon as a player holds eight sticks, reaches 0, or holds four sticks of one length.
MM-17 = Four sticks of one length win the game on the spot, without counting.
MM-18 = Every stick of your longest run, 5 mm by 5 mm, is worth 10 points. A second stick of a length adds nothing, and a run has at least two sticks, unless the table has agreed otherwise.
MM-19 = Money is worth the number of your space, but never more than 22.
MM-20 = The highest total wins; then whoever has more sticks, then the higher space; else the win is shared.

## The coach
hint-four = { $percent }% likely to be your fourth stick of one length: take it.
hint-block = { $percent }% likely to make four alike for somebody else: do not let it go.
hint-bid = { $percent }% likely to lengthen your run: well worth { $amount }.
hint-pass = { $percent }% likely to lengthen your run: not enough for what it would cost.
hint-deny = { $percent }% likely to lengthen somebody else’s run: better have it, even for { $amount }.
hint-chance = { $percent }% likely to lengthen your run, and { $amount } stops on a Chance space: you go back up to { $back }.
hint-worth = At { $amount }, your chances are better with this stick than without.
