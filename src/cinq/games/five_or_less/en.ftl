## The story
a-value = { $value ->
    [8] an 8
    [11] an 11
   *[other] a { $value }
}
A-value = { $value ->
    [8] An 8
    [11] An 11
   *[other] A { $value }
}
dealt = { $you ->
    [who] Round { $round }: look at your bottom cards. You will begin.
   *[other] Round { $round }: everybody looks at their bottom cards. { $who } will begin.
}
put-back = { $you ->
    [who] You put your cards back: do not forget them.
   *[other] { $who } puts the cards back.
}
turned-up = { $you ->
    [who] You turn up { a-value }: the discard pile is open, and it is your turn.
   *[other] { $who } turns up { a-value }: the discard pile is open.
}
next = { $you ->
    [who] It is your turn.
   *[other] It is { $who }’s turn.
}
drew = { $you ->
    [who] You draw.
   *[other] { $who } draws.
}
drew-seen = { $you ->
    [who] You draw { a-value }.
   *[other] { $who } draws { a-value }.
}
nothing-left = { $you ->
    [who] There is nothing left for you to draw.
   *[other] There is nothing left for { $who } to draw.
}
took = { $you ->
    [who] You take the { $value } from the discard pile.
   *[other] { $who } takes the { $value } from the discard pile.
}
put = { $you ->
    [who] You discard { a-value }.
   *[other] { $who } discards { a-value }.
}
power-ready = { $you ->
    [who] You may use the power of the { $value }.
   *[other] { $who } may use the power of the { $value }.
}
power-started = { $you ->
    [who] You start the power of the { $value }.
   *[other] { $who } starts the power of the { $value }.
}
power-skipped = { $you ->
    [who] You skip the power of the { $value }.
   *[other] { $who } skips the power of the { $value }.
}
power-over = { $you ->
    [who] Your power of the { $value } is over.
   *[other] { $who }’s power of the { $value } is over.
}
card-mine = { $slot ->
    [1] at the bottom left
    [2] in the middle at the bottom
    [3] at the bottom right
    [4] at the top left
    [5] at the top right
   *[other] added at place { $slot }
}
card-theirs = { $other ->
    [1] at the bottom left
    [2] in the middle at the bottom
    [3] at the bottom right
    [4] at the top left
    [5] at the top right
   *[other] added at place { $other }
}
power-renewed = { $you ->
    [who] You replace one of { $whom }’s cards, { card-theirs }, with an unknown one.
    [whom] { $who } replaces your card { card-theirs } with an unknown one.
   *[other] { $who } replaces one of { $whom }’s cards, { card-theirs }, with an unknown one.
}
power-swapped = { $you ->
    [who] You swap your card { card-mine } for { $whom }’s, { card-theirs }.
    [whom] { $who } takes your card { card-theirs } and gives you theirs, { card-mine }.
   *[other] { $who } swaps their card { card-mine } for { $whom }’s, { card-theirs }.
}
power-added = { $you ->
    [who] You add a card from the draw pile to { $whom }’s cards.
    [whom] { $who } adds a card from the draw pile to yours.
   *[other] { $who } adds a card from the draw pile to { $whom }’s cards.
}
power-gave = { $you ->
    [who] You give { $whom } your card { card-mine }.
    [whom] { $who } gives you their card { card-mine }.
   *[other] { $who } gives { $whom } their card { card-mine }.
}
power-lost = { $you ->
    [who] Your { $value } is covered: its power is lost.
   *[other] { $who }’s { $value } is covered: its power is lost.
}
snapped = { $you ->
    [who] Quick discard! You put down { a-value }.
   *[other] Quick discard! { $who } puts down { a-value }.
}
snap-late = { $you ->
    [who] { A-value }, but too late: you take your card back.
   *[other] { A-value }, but too late: { $who } takes the card back.
}
snap-wrong = { $you ->
    [who] { A-value }: wrong, you take your card back.
   *[other] { A-value }: wrong, { $who } takes the card back.
}
penalty = { $you ->
    [who] You get a penalty card.
   *[other] { $who } gets a penalty card.
}
called = { $you ->
    [who] You say “5 or less”.
   *[other] { $who } says “5 or less”.
}
total = { $you ->
    [who] Your cards add up to { $total }.
   *[other] { $who }’s cards add up to { $total }.
}
round-won = { $count ->
    [one] { $you ->
        [who] You win the round.
       *[other] { $who } wins the round.
    }
   *[other] { $who } win the round together.
}
round-nobody = Nobody wins the round.
call-failed = { $count ->
    [one] { $you ->
        [who] You said “5 or less” with more than 5: your total counts twice, and the others score 0.
       *[other] { $who } said “5 or less” with more than 5: their total counts twice, and the others score 0.
    }
   *[other] { $who } said “5 or less” with more than 5: their totals count twice, and the others score 0.
}
score = { $you ->
    [who] You are at { $score }.
   *[other] { $who } is at { $score }.
}
won = { $count ->
    [one] { $you ->
        [who] You win the game with { $best }.
       *[other] { $who } wins the game with { $best }.
    }
   *[other] { $who } win together with { $best }.
}
rounds = { $best ->
    [one] { $best } round
   *[other] { $best } rounds
}
won-rounds = { $count ->
    [one] { $you ->
        [who] You win the game with { rounds }.
       *[other] { $who } wins the game with { rounds }.
    }
   *[other] { $who } win together with { rounds }.
}

## The menu
action-ready = I have seen my cards
action-draw = Draw
action-discard_drawn = Discard the drawn card
action-swap = Swap with this card
action-take = Take the discard in place of this card
action-start_power = Start the power
action-skip_power = Skip the power
action-power = Use the power
action-power-8 = Replace this card
action-power-10 = Swap these two cards
action-power-12 = Add a card to this player
action-power-14 = Give this card
action-end_turn = End the turn
action-end_turn-call = “5 or less”!
action-quick_discard = Quick discard

## Options and phases
option-end = End of the game
option-end-points = when somebody reaches { $points } points
option-end-rounds = after { $rounds } rounds
option-powers = Power cards
option-memory_aid = Cards you have seen are noted on their backs
phase-deal = Dealing
phase-look = Everybody looks at their bottom cards
phase-turn = Draw, or take the discard
phase-drawn = Keep it or discard it
phase-power = Power
phase-end = End of the turn
phase-over = The game is over

## The rules
OM-1 = Two to six players.
OM-2 = Everybody gets five cards face down, as a pyramid: three at the bottom, two on top. The rest of the deck is the draw pile.
OM-3 = Before the round everybody looks once at their three bottom cards and puts them back. After that they must be remembered.
OM-4 = The first player turns up a card to open the discard pile, then everybody plays in turn, clockwise. Each round the next player begins.
OM-5 = On your turn take the top discard or draw: once.
OM-6 = Only you see the card you draw: discard it, or put it in place of one of yours, which goes on the discard pile.
OM-7 = A card taken from the discard pile must replace one of yours, which goes on the discard pile.
OM-8 = A power works only when its card leaves your cards by a swap, never when it comes straight from the draw pile. You may skip it.
OM-9 = The 8: another player’s card goes under the draw pile, and the top card of the draw pile takes its place. Nobody sees either.
OM-10 = The 10: one of your cards changes places with one of another player’s, both unseen.
OM-11 = The 12: another player gets the top card of the draw pile as one more card, unseen.
OM-12 = The 14: you give one of your cards, unseen, to another player.
OM-13 = Quick discard: at any time, once the discard pile is open, the quickest may put down a card of the same value as the top one. Only one for each discarded card.
OM-14 = A card put by quick discard is tied to the one below: it cannot be taken, you must draw.
OM-15 = Too late: the right value, but not the first. Your card comes back, seen by all, without penalty. Only a card discarded in this round can be answered.
OM-16 = Wrong card: it comes back, seen by all, and you add a card from the draw pile without looking at it.
OM-17 = A power card covered by a quick discard loses its power, and the covering card has none. A power already started is finished: start it first, choose after.
OM-18 = At the end of your turn you may say “5 or less”. The others each play once more and may say it too.
OM-19 = Whoever has said it is protected: no power can be used against them, and they make no more quick discards.
OM-20 = The round goes to the lowest total among those who said it. Anyone who did not say it cannot win.
OM-21 = Only one said it and has 5 or less: they score 0, the others their totals.
OM-22 = Only one said it and has more than 5: they score double their total, the others 0.
OM-23 = Several said it: the lowest total (5 or less) scores 0, the others who said it double theirs, everybody else their total. Equal ones win together.
OM-24 = All who said it have more than 5: each scores double, the others 0.
OM-25 = A winner with −1 or −2 scores that instead of 0.
OM-26 = The game ends after the round in which somebody reaches 100 points (or the number agreed on). The lowest total wins; equal totals share.
OM-27 = Variant: a fixed number of rounds, no points. Whoever wins most of them wins; equal ones share.
OM-28 = First games may be played without the powers.
OM-29 = Draw pile empty: the discard pile, but for its top card (and the one tied to it), makes a new one. If there is still none, play goes on without it.
OM-30 = Without cards you draw and discard; you may still say “5 or less”. It takes cards to suffer an 8 or a 10 and to use a 10 or a 14; a power without a target cannot be started.
OM-31 = Every card keeps its place; a place left empty stays empty, an added card takes a new one after the last. Nobody looks at or moves a laid card.

## The coach
hint-draw = Nothing useful on the discard pile: draw.
hint-take = Take this { $value } in place of your { $out }.
hint-take-unknown = Take this { $value } in place of a card you do not know.
hint-swap = Keep this { $value } in place of your { $out }.
hint-swap-unknown = Keep this { $value } in place of a card you do not know.
hint-pays = Your { $out } goes for this { $value }: its power is yours to use.
hint-keeps-power = This { $value } in place of { $out ->
    [unknown] a card you do not know
   *[other] your { $out }
}: its power works when it leaves your cards again.
hint-swap-heavy = Keep this { $value } for a moment: the card you do not know goes, with its power if it has one, and the { $value } will follow.
hint-pair = Discard this { $value }: you have another one, for a quick discard.
hint-discard-plain = Better discard this { $value }.
hint-discard = This { $value } does not help: discard it.
hint-snap = You have { a-value }: quick, discard it!
hint-start = Start the power of the { $value } before somebody covers it.
hint-skip = The power of the { $value } brings you nothing: skip it.
hint-power-8 = { $theirs ->
    [unknown] Replace one of { $whom }’s cards: it is probably a low one.
   *[other] Replace { $whom }’s { $theirs }.
}
hint-power-10 = { $own ->
    [unknown] Swap a card you do not know
   *[other] Swap your { $own }
} for { $theirs ->
    [unknown] one of { $whom }’s that you do not know.
   *[other] { $whom }’s { $theirs }.
}
hint-power-12 = One more card for { $whom }: their total will probably grow.
hint-power-14 = { $own ->
    [unknown] Give { $whom } a card you do not know: one fewer for you.
   *[other] Give { $whom } your { $own }: one card fewer for you.
}
hint-unknown-cards = { $blind ->
    [0] { "" }
    [one] { " " }and one unknown card
   *[other] { " " }and { $blind } unknown cards
}
hint-call = You have { $total }{ hint-unknown-cards }: say “5 or less”.
hint-wait = You have { $total }{ hint-unknown-cards }: better wait.
