## The story
cards-count = { $count ->
    [one] 1 card
   *[other] { $count } cards
}
pieces-count = { $count ->
    [one] one piece
   *[other] { $count } pieces
}
points-count = { $points ->
    [one] { $points } point
   *[other] { $points } points
}
starts = { $you ->
    [who] The cards are dealt: you open the game.
   *[other] The cards are dealt: { $who } opens the game.
}
opening-drew = { $you ->
    [who] You draw { $card } for your first challenge.
   *[other] { $who } draws { $card } for a first challenge.
}
opening-advantage = { $you ->
    [who] You draw an advantage card: it is discarded.
   *[other] { $who } draws an advantage card: it is discarded.
}
challenged = { $you ->
    [who] You challenge { $whom }: { $cards }.
    [whom] { $who } challenges you: { $cards }.
   *[other] { $who } challenges { $whom }: { $cards }.
}
added = { $you ->
    [who] You add { $card } to the challenge.
   *[other] { $who } adds { $card } to the challenge.
}
last-card = { $you ->
    [who] That was your last card: this challenge may end the game.
   *[other] That was { $who }’s last card: this challenge may end the game.
}
took = { $you ->
    [who] You pick up the piece for { $card }.
   *[other] { $who } picks up the piece for { $card }.
}
no-piece = There is not a single piece left: the card counts as placed.
stood = { $you ->
    [who] { $card }: it stands, well done.
   *[other] { $card }: { $who }’s piece stands.
}
fell = { $you ->
    [who] { $card }: your piece stands, but you knock { pieces-count } down.
   *[other] { $card }: { $who }’s piece stands, but knocks { pieces-count } down.
}
all-fell = { $you ->
    [who] { $card }: you bring everything down! The starter is put back.
   *[other] { $card }: { $who } brings everything down! The starter is put back.
}
not-laid = { $you ->
    [who] { $card }: your piece does not stand.
   *[other] { $card }: { $who }’s piece does not stand.
}
not-laid-fallen = { $you ->
    [who] { $card }: your piece fell.
   *[other] { $card }: { $who }’s piece fell.
}
not-laid-crooked = { $you ->
    [who] { $card }: your piece is crooked: it had to be placed { asked-position }.
   *[other] { $card }: { $who }’s piece is crooked: it had to be placed { asked-position }.
}
not-laid-on-board = { $you ->
    [who] { $card }: wrong place. Your piece is on the board; it had to rest on the wood.
   *[other] { $card }: wrong place. { $who }’s piece is on the board; it had to rest on the wood.
}
not-laid-off-board = { $you ->
    [who] { $card }: wrong place. Your piece is on the wood; it had to rest on the board.
   *[other] { $card }: wrong place. { $who }’s piece is on the wood; it had to rest on the board.
}
asked-position = { $position ->
    [edge] { position-edge }
    [upright] { position-upright }
   *[flat] { position-flat }
}
fell-too = { $count ->
    [one] One other piece falls too.
   *[other] { $count } other pieces fall too.
}
again = { $you ->
    [who] The rest stands: take your piece back and lay it again.
   *[other] The rest stands: { $who } lays it again.
}
must-draw-wood = { $you ->
    [who] No wood card left to give: you must draw { cards-count }.
   *[other] No wood card left to give: { $who } must draw { cards-count }.
}
must-draw-last = { $you ->
    [who] You cannot end on an advantage card: you must draw { cards-count }.
   *[other] Nobody can end on an advantage card: { $who } must draw { cards-count }.
}
must-draw = { $you ->
    [who] You must draw { cards-count }.
   *[other] { $who } must draw { cards-count }.
}
drew = { $you ->
    [who] You draw { cards-count }.
   *[other] { $who } draws { cards-count }.
}
drew-these = { $you ->
    [who] You draw { cards-count }: { $cards }.
   *[other] { $who } draws { cards-count }.
}
drew-advantage = { $power ->
    [pivot] An advantage: “{ advantage-pivot }”.
    [return] An advantage: “{ advantage-return }”.
    [deflect] An advantage: “{ advantage-deflect }”.
    [spoilsport] An advantage: “{ advantage-spoilsport }”.
   *[place] An advantage: “{ advantage-place }”.
}
returned = { $you ->
    [who] Return to sender! { $whom } must carry out the challenge.
    [whom] Return to sender! { $who } gives your challenge back to you.
   *[other] Return to sender! { $who } gives the challenge back to { $whom }.
}
deflected = { $you ->
    [who] You deflect the challenge to { $whom }.
    [whom] { $who } deflects the challenge to you.
   *[other] { $who } deflects the challenge to { $whom }.
}
pivoted = { $you ->
    [who] You pivot the piece for { $card }: place it as you like.
   *[other] { $who } pivots the piece for { $card }.
}
spoilt = { $you ->
    [who] Spoilsport for { $whom }!
    [whom] { $who } plays a Spoilsport against you!
   *[other] { $who } plays a Spoilsport against { $whom }!
}
helped = { $you ->
    [who] Place this for me! { $whom } must place { $card } for you.
    [whom] Place this for me! You must place { $card } for { $who }.
   *[other] Place this for me! { $whom } must place { $card } for { $who }.
}
thrown-away = { $you ->
    [who] You play an advantage card, without effect.
   *[other] { $who } plays an advantage card, without effect.
}
all-played = Everyone has played: the markers turn back.
composes = { $you ->
    [who] Your turn to challenge somebody.
   *[other] { $who } prepares the next challenge.
}
tied = A tie between { $who }: the others vote.
won = { $count ->
    [one] { $you ->
        [who] { $points ->
            [0] You win: not a card left!
            [one] You win, with 1 card in hand.
           *[other] You win, with { $points } cards in hand.
        }
       *[other] { $points ->
            [0] { $who } wins: not a card left!
            [one] { $who } wins, with 1 card in hand.
           *[other] { $who } wins, with { $points } cards in hand.
        }
    }
   *[other] { $who } win together.
}
won-points = { $count ->
    [one] { $you ->
        [who] You win with { points-count }.
       *[other] { $who } wins with { points-count }.
    }
   *[other] { $who } win together with { points-count }.
}

## The menu
action-challenge = Challenge { $whom } with { $cards }
action-add = Add { $card }
action-pick = Pick up the piece for { $card }
action-advantage-pivot = Pivot { $card }
action-advantage-return = Return to sender
action-advantage-deflect = Deflect to { $whom }
action-advantage-deflect-away = Discard Deflect
action-advantage-spoilsport = Spoilsport
action-advantage-place = Have { $whom } place { $card }
action-vote = Vote for { $whom }

## Cards and wood
advantage-pivot = Pivot
advantage-return = Return to sender
advantage-deflect = Deflect
advantage-spoilsport = Spoilsport
advantage-place = Place this for me
length-small = small
length-medium = medium
length-long = long
position-flat = flat
position-edge = on edge
position-upright = upright
on-board = on the board
closed-none = both eyes open
closed-left = left eye closed
closed-right = right eye closed
hands-both = both hands
hands-left = left hand
hands-right = right hand

## Options and phases
option-rules = Rules
option-rules-basic = basic
option-rules-advanced = advanced
option-rules-simplified = simplified
option-hand = Cards in hand
option-sets = Number of boxes
option-first = First player
phase-opening = Opening
phase-challenge = A challenge is being prepared
phase-answer = Answering a challenge
phase-place = A piece is in hand
phase-vote = Vote
phase-over = The game is over

## The coach
hint-finish = { $you ->
    [whom] This is the end: it all depends on you.
   *[other] Give your last cards to { $whom }: once they are placed you have won.
}
hint-challenge = { $count ->
    [one] One card for { $whom }: you want to be rid of it, and it is hard to place.
   *[other] { $count } cards at once for { $whom }: your hand empties, and they are hard to place.
}
hint-challenge-easy = { $count ->
    [one] One card for { $whom }: you want to be rid of it, though it is easy to place.
   *[other] { $count } cards at once for { $whom }: your hand empties.
}
hint-challenge-points = { $count ->
    [one] One card for { $whom }: { points-count } for whoever places it, which is not much.
   *[other] { $count } cards for { $whom }: { points-count } for whoever places them, and your hand empties.
}
hint-add = Add { $card }: you get rid of it at little risk.
hint-add-points = Add { $card }: { points-count } if the piece stands.
hint-pick = Start with { $card }, while few pieces stand.
hint-pivot = Pivot: the hardest piece becomes easy.
hint-return = Return it: taking it on is riskier than losing your turn.
hint-deflect = Deflect it: somebody else takes the risk.
hint-spoilsport = Spoilsport now: five cards set them back.
hint-place = Have somebody else place the hardest piece.
hint-vote = It is for you to decide: choose who played best.

## The rules
DO-1 = Two to six players with one box, up to ten with two.
DO-2 = A long piece lies in the middle of the board: the starter.
DO-3 = Everyone gets the same number of cards, 8 to 10, all different.
DO-4 = From four players on everyone has a “played” marker, at first on “not yet”.
DO-5 = The first player is drawn by lot, or named by the host.
DO-6 = To open, the first player draws card by card: an advantage is discarded, an even number draws again, an odd one stops, three wood cards at the most. It is their own challenge: wood may be added to it, but no advantage.
DO-7 = A challenge is one to three wood cards from your hand, given to another player; two or three cards must follow one another or have the same number.
DO-8 = Whoever receives a challenge places the pieces of all its cards, one at a time, in the order they choose.
DO-9 = To the challenge you received you may add one card of your own, and only one: wood or an advantage.
DO-10 = From four players on, whoever has played cannot be challenged until everyone has, except by Deflect or Return to sender.
DO-11 = Whoever has just played gives the next challenge. Without a wood card they draw three until they hold one; with nothing left to draw another challenges instead.
DO-12 = The card says which piece to lay, in which position, which eye to close and which hand to use, as in a mirror.
DO-13 = A piece is laid on the structure; only a wood and board card starts a new column, on the board.
DO-14 = Whoever makes a column or pieces fall draws three cards and goes on. Only what stood or was in hand can fall; a column has fallen when its base has, or all that it carried.
DO-15 = When several columns fall, one more card for each column beyond the first.
DO-16 = Whoever makes pieces fall again in the same challenge draws one card for each fallen column, at least one.
DO-17 = If everything has fallen the board is cleared and the starter put back.
DO-18 = Fallen pieces go back to the stock, and their card counts as placed. If a length is missing the nearest is taken, the longer first.
DO-19 = The game ends when somebody has played their last card and that challenge is placed in full. If two finish together, the challenger wins.
DO-20 = You cannot end on an advantage: if it was your last card, you draw three.
DO-21 = If the last challenge is answered with Return to sender or Spoilsport, its sender has not finished.
DO-22 = An advantage is played only in answer to a challenge received, one at a time. Return, Deflect and Spoilsport: before the first piece is taken up.
DO-23 = Pivot: one piece of the challenge may be laid in any position.
DO-24 = Return to sender: the challenger must carry out their own challenge.
DO-25 = Deflect: the challenge goes to another player, but not to the challenger. With two players the card is added without effect.
DO-26 = Spoilsport: the challenger draws five cards; you keep the challenge.
DO-27 = Place this for me: another player places one piece of the challenge for you, at once, and adds nothing. If they make anything fall, they draw the cards.
DO-28 = Played cards are discarded when the challenge is over; an empty draw pile is made anew from the discards. As many cards are drawn as the rule says.
DO-29 = Advanced rules: a card placed without a fall earns you its value; with a fall it goes to your challenger. If only your piece falls, you place it again. Most points win, less one for each card in hand; ties go to most pieces placed, then the others vote.
DO-30 = Simplified rules: no advantages; a challenge is one to three cards of different lengths, whatever their numbers.
DO-31 = From seven to ten players, two boxes are shuffled together.
