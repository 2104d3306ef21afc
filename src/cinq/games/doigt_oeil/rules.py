"""Au doigt & à l'œil, the rules. DO-8 and the like are paragraphs of RULES.md, beside this file.

Somebody gives a Challenge; its receiver may Add a card or answer with an Advantage, and takes up
(Pick) piece after piece; the world says what each Placement did, the dealer what Cards are drawn for
what fell. Whoever has placed a challenge gives the next one.

The chapters: `components` (the box), `state` (what lies on the table), `opening` (DO-1 to DO-6),
`turns` (challenges, markers, drawing: DO-7, DO-10, DO-11, DO-28, DO-30), `placing` (wood: DO-8, DO-12
to DO-18), `advantages` (DO-9, DO-20 to DO-27), `ending` (DO-19, DO-29), `lines` (templates).
This file says who may act, what is refused, and which chapter an action opens. It must never know
randomness, time or disk.
"""

from __future__ import annotations

from collections.abc import Sequence

from cinq.core.chance import Chance
from cinq.core.game import DEALER, WORLD, Actor, Rule, Seat, no_open_choices
from cinq.games.doigt_oeil.advantages import add, additions, play_advantage, refused_add, refused_advantage
from cinq.games.doigt_oeil.components import WOOD, CardId
from cinq.games.doigt_oeil.ending import refused_vote, result, vote, voters
from cinq.games.doigt_oeil.opening import PLAYERS, deal, dealing, open_with, refused_deal, start
from cinq.games.doigt_oeil.placing import pick, place, refused_pick, refused_placement, to_place
from cinq.games.doigt_oeil.state import (
    ANSWER,
    CHALLENGE,
    DEALER_ACTIONS,
    DEALING,
    OPENING,
    OVER,
    PLACE,
    SEAT_ACTIONS,
    VOTE,
    WORLD_ACTIONS,
    Add,
    Advantage,
    Cards,
    Challenge,
    Deal,
    Move,
    Options,
    Pick,
    Placement,
    Result,
    State,
    Vote,
)
from cinq.games.doigt_oeil.turns import (
    challenge,
    challenges,
    drawing,
    one_card,
    owed,
    pay,
    refused_cards,
    refused_challenge,
)

__all__ = [
    "DEALER_ACTIONS",
    "NAME",
    "PLAYERS",
    "SEAT_ACTIONS",
    "TITLE",
    "WORLD_ACTIONS",
    "Move",
    "Options",
    "Result",
    "State",
    "actors",
    "apply",
    "chance",
    "legal",
    "open_choices",
    "refusal",
    "result",
    "safest",
    "start",
]

NAME = "doigt-oeil"
TITLE = "Au doigt & à l'œil"

_ALONE: tuple[tuple[Actor, ...], ...] = tuple((seat,) for seat in range(PLAYERS.stop))
_DEALER: tuple[Actor, ...] = (DEALER,)
_WORLD: tuple[Actor, ...] = (WORLD,)
_PICKS: dict[CardId, Move] = {name: Pick(name) for name in WOOD}


# ---------------------------------------------------------------- who may do what


def actors(s: State) -> tuple[Actor, ...]:
    """Challenger, receiver or helper, voters; the world while a piece is in hand (DO-8, DO-11)."""
    phase = s.phase
    if phase == PLACE:
        return _WORLD
    if s.debts:
        return _DEALER
    if phase == ANSWER:
        task = s.task
        assert task is not None
        return _ALONE[task.to if task.helper is None else task.helper]
    if phase == CHALLENGE:
        assert s.turn is not None
        return _ALONE[s.turn]
    return () if phase == OVER else voters(s) if phase == VOTE else _DEALER


def refusal(s: State, actor: Actor, action: Move) -> Rule | None:
    """The rule that forbids this action now, if any: the one judge of legality."""
    match action:
        case _ if s.phase == OVER:
            return "DO-19"
        case Pick(card):
            return refused_pick(s, actor, card)
        case Placement():
            return refused_placement(s, action) if actor == WORLD else "DO-8"
        case Challenge(target, cards):
            return refused_challenge(s, actor, target, cards)
        case Add(card):
            return refused_add(s, actor, card)
        case Advantage():
            return refused_advantage(s, actor, action)
        case Cards(cards):
            return refused_cards(s, cards) if actor == DEALER else "DO-28"
        case Deal(hands, first):
            return refused_deal(s, hands, first) if actor == DEALER else "DO-3"
        case Vote(choice):
            return refused_vote(s, actor, choice)


def legal(s: State, actor: Actor) -> Sequence[Move]:
    """Every action of this actor that `refusal` would let pass; deals, long draws and placements aside."""
    phase = s.phase
    if s.debts or phase == OPENING:
        return _single_cards(s) if actor == DEALER else ()
    if phase == ANSWER:
        return _answers(s, actor)
    if phase == CHALLENGE:
        return challenges(s, s.turn) if s.turn == actor and s.turn is not None else ()
    return tuple(map(Vote, s.tied)) if phase == VOTE and actor in voters(s) else ()


def _answers(s: State, actor: Actor) -> Sequence[Move]:
    """Take up a piece, or add a card (DO-8, DO-9, DO-22)."""
    task = s.task
    if task is None or actor != (task.to if task.helper is None else task.helper):
        return ()
    picks = list(map(_PICKS.__getitem__, to_place(task)))
    return picks if task.added or task.helper is not None else picks + additions(s, task)


def _single_cards(s: State) -> Sequence[Move]:
    """One card drawn can be listed; a deal or several cards cannot."""
    return one_card(s) if owed(s) == 1 else ()


open_choices = no_open_choices


# ---------------------------------------------------------------- what an action changes


def apply(s: State, actor: Actor, action: Move) -> State:
    """What an allowed action changes; a table of contents, most frequent line first."""
    match action:
        case Pick():
            return pick(s, _seat(actor), action.card)
        case Placement():
            return place(s, action)
        case Challenge():
            return challenge(s, _seat(actor), action.target, action.cards)
        case Add():
            return add(s, _seat(actor), action.card)
        case Cards(cards):
            return open_with(s, cards[0]) if s.phase == OPENING else pay(s, cards)
        case Advantage():
            return play_advantage(s, _seat(actor), action)
        case Vote(choice):
            return vote(s, _seat(actor), choice)
        case Deal(hands, first):
            return deal(s, hands, first)


def _seat(actor: Actor) -> Seat:
    assert isinstance(actor, int)
    return actor


def chance(s: State) -> Chance[Move] | None:
    """The deal and every draw; what a placement does is no chance: it needs hands (DO-12)."""
    if s.phase == DEALING:
        return dealing(s)
    return drawing(s) if s.debts or s.phase == OPENING else None


def safest(s: State, seat: Seat) -> Move | None:
    """What a clock that ran out does: the next piece, one card to the next player, or the first vote."""
    listed = legal(s, seat) if seat in actors(s) else ()
    return listed[0] if listed else None
