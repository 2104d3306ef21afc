page-draw-pile = { $count ->
    [0] empty pile
   *[other] draw pile: { $count }
}
page-draw-name = draw pile
page-discard-pile = discards
page-tied = tied
page-top = Top discard: { $value }
page-drawn = Drawn card: { $value }
page-drawn-hidden = Drawn card, hidden
page-your-drawn = your card
page-your-cards = Your cards: { $count }
page-cards-of = { $name }’s cards: { $count }
page-slot-0 = at the bottom left
page-slot-1 = in the middle at the bottom
page-slot-2 = at the bottom right
page-slot-3 = at the top left
page-slot-4 = at the top right
page-slot-more = added at place { $slot }
page-card = Card { $place }, hidden
page-card-value = Card { $place }: { $value }
page-choose-player = Choose { $name }
page-protected = protected
page-you-protected = protected
page-said = 5 or less
page-called = “5 or less”: { $names }. Last turns.
page-round = Round { $round }
page-head-cards = cards
page-head-round = round
page-head-score = total
page-rounds = { $rounds ->
    [one] 1 round
   *[other] { $rounds } rounds
}

## What may be done
page-look = Once put back, they stay hidden.
page-turn = Draw, or take the { $value } from the discards.
page-turn-draw = Draw a card.
page-must-draw = The discard is tied: you must draw.
page-take-key = t
page-discard-key = d
page-skip-key = s
page-take = Take the { $value }
page-take-where = Which of your cards does the { $value } replace?
page-drawn-where = Touch the card it replaces, or discard.
page-drawn-only = No card left to swap: discard it.
page-discard = Discard the { $value }
page-quick-note = got { a-value }?
page-quick = Quick discard
page-quick-which = Which one is { a-value }? A wrong card costs one more.
page-aid = What the powers do
page-close = Close
page-score = score
page-your-score = Your score: { $score }
page-throw = Quick discard: { $card }
page-flick = Got { a-value }? Flick it upward.
page-flick-keys = Got { a-value }? Click on it.
page-start = Power of the { $power }
page-skip = Skip it
page-power-8 = Replace another player’s card.
page-power-10 = Swap a card with another player.
page-power-12 = Another player gets one more card.
page-power-14 = Give a card to another player.
page-aim-8 = Which of another player’s cards?
page-aim-10-own = One of yours, and one of another’s.
page-aim-10 = For which card of another player?
page-aim-12 = Who gets one more card?
page-aim-14-own = Which of your cards do you give away?
page-aim-14 = To whom?
page-end = End your turn, or say “5 or less” if your cards come to 5 at most.
page-next-round = Next round
page-not-yet = Not yet
page-cancel = Cancel
page-call-sure = Above 5, your total counts double.
page-ending = A moment: it can still be answered.

## The race
page-first = { $you ->
    [who] You are first.
   *[other] { $who } is quickest.
}
page-first-by = { $you ->
    [who] First, by { $ms } ms.
   *[other] { $who }: first by { $ms } ms.
}
page-late = { $you ->
    [who] Too late.
   *[other] { $who }: too late.
}
page-late-by = { $you ->
    [who] Too late by { $ms } ms.
   *[other] { $who }: too late by { $ms } ms.
}
page-wrong = { $you ->
    [who] Wrong card: one more for you.
   *[other] Wrong card: one more for { $who }.
}

## The others
page-doing-deal = waits
page-doing-look = memorises
page-doing-turn = draws or takes
page-doing-drawn = keeps or discards
page-doing-power = uses a power
page-doing-end = ends the turn
page-doing-over = is done

## The coach
page-coach-take = take the discard, { $place }
page-coach-swap = put it { $place }
page-coach-quick_discard = quick discard, { $place }
page-coach-power = aim at { $whom }

## What a picture shows, for those who listen
page-aloud-card = { $who }: card { $place }.

## The lesson
page-lesson-1 = Five cards, and you see three of them, once. The aim: 5 points or less. Remember −1, 9 and 3, then put them back.
page-lesson-2 = They are hidden, you must remember them. Your turn: draw.
page-lesson-3 = A 2, and only you see it. Put it in place of your 9, bottom middle.
page-lesson-4 = Your 9 is on the discards. That card is a 2 now. End your turn.
page-lesson-5 = Aline has just discarded a 3, and you have a 3 at the bottom right. Throw it: with a click, or a quick flick upward.
page-lesson-6 = One card fewer. A wrong card would have cost you one more, and somebody may be quicker. The discard is tied: you must draw.
page-lesson-7 = A 0. Put it in place of a card you do not know, top left.
page-lesson-8 = It was an 8, a power card: it works when it leaves your cards. Start it before somebody covers it.
page-lesson-9 = The 8: another player’s card goes under the draw pile, an unknown one takes its place. Choose Aline’s, bottom left.
page-lesson-10 = The 10: one of your cards for another player’s, both unseen. Your unknown card, top right, for Aline’s bottom right.
page-lesson-11 = Cards that were moved stay marked. The 12: another player gets a card from the draw pile. Choose Aline.
page-lesson-12 = The 14: you give one of your cards away. Your card top right, to Aline: one fewer for you.
page-lesson-13 = You have −1, 2 and 0 left: 1 point. Say “5 or less”.
page-lesson-14 = Aline plays once more, then all is counted. You have 1: you score 0, she scores 37. Above 5 your total would count twice, and the others would score 0.
