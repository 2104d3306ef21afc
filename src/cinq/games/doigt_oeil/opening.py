"""Au doigt & à l'œil, setting up and opening the game (DO-1 to DO-6, DO-30, DO-31).

Owns the table before the first challenge. Must never know how pieces are placed.
"""

from __future__ import annotations

from msgspec.structs import replace

from cinq.core.chance import Chance, Drawn, Even, Random, take
from cinq.core.game import Rule, Seat
from cinq.games.doigt_oeil.components import BIT, STARTER, WOOD, CardId, deck
from cinq.games.doigt_oeil.state import (
    ANSWER,
    DEALING,
    OPENING,
    WITH_MARKERS,
    Deal,
    Move,
    Options,
    Piece,
    State,
    Task,
)
from cinq.games.doigt_oeil.turns import go_on, piles_without

PLAYERS = range(2, 11)
"""DO-1; more than `ONE_SET` play with two sets (DO-31)."""
ONE_SET = 6
MOST_WOOD = 3
"""Wood cards of the opening challenge at the most (DO-6)."""
THE_STARTER = Piece(STARTER, (STARTER,))


def start(players: int, options: Options) -> State:
    """The board with its starter, markers from four players on, the dealer about to deal (DO-1 to DO-5).

    More than `ONE_SET` players take two sets (DO-31).
    """
    if players > ONE_SET:
        options = replace(options, sets=2)
    _check(players, options)
    return State(
        options=options,
        phase=DEALING,
        turn=None,
        hands=((),) * players,
        draw=deck(options.sets, options.rules != "simplified"),
        discards=(),
        task=None,
        structure=(THE_STARTER,),
        columns=(STARTER,),
        standing=BIT[STARTER],
        held=None,
        debts=(),
        played=(False,) * players if players >= WITH_MARKERS else None,
        piles=((),) * players if options.rules == "advanced" else None,
        stood=(0,) * players,
    )


def _check(players: int, options: Options) -> None:
    """The numbers that cannot be (DO-1, DO-3, DO-5, DO-31)."""
    if players not in PLAYERS:
        raise ValueError(f"Au doigt & à l'œil is for 2 to 6 players, to 10 with two sets, not {players}")
    cards = len(deck(options.sets, options.rules != "simplified"))
    if players * options.hand > cards:
        raise ValueError(f"hand: {players} hands of {options.hand} need more than {cards} cards")
    if options.first is not None and not 0 <= options.first < players:
        raise ValueError(f"first is a seat from 0 to {players - 1}, not {options.first}")


def refused_deal(s: State, hands: tuple[tuple[CardId, ...], ...], first: Seat) -> Rule | None:
    """Equal hands of different cards from the box (DO-3); the host may have named who starts (DO-5)."""
    if s.phase != DEALING or len(hands) != len(s.hands) or {len(h) for h in hands} != {s.options.hand}:
        return "DO-3"
    dealt = [c for hand in hands for c in hand]
    if len(set(dealt)) < len(dealt) or not set(dealt) <= set(s.draw):
        return "DO-3"
    named = s.options.first
    return None if 0 <= first < len(hands) and named in (None, first) else "DO-5"


def deal(s: State, hands: tuple[tuple[CardId, ...], ...], first: Seat) -> State:
    """Everyone has their cards; the first player draws their own first challenge (DO-3, DO-5, DO-6)."""
    dealt = {c for hand in hands for c in hand}
    left = tuple(c for c in s.draw if c not in dealt)
    task = Task(first, first, (), opening=True)
    s = replace(s, phase=OPENING, turn=first, hands=hands, draw=left, task=task)
    return s if left else _opened(s)


def open_with(s: State, drawn: CardId) -> State:
    """An advantage is discarded; an even number draws again, an odd one or the third card ends it (DO-6)."""
    task, (draw, _) = s.task, piles_without(s, (drawn,))
    assert task is not None
    s = replace(s, draw=draw)
    if drawn not in WOOD:
        s = replace(s, discards=(*s.discards, drawn))
        return s if s.draw else _opened(s)
    s = replace(s, task=replace(task, cards=(*task.cards, drawn)))
    more = WOOD[drawn].number % 2 == 0 and len(task.cards) + 1 < MOST_WOOD
    return s if more and s.draw else _opened(s)


def _opened(s: State) -> State:
    """The first player carries out what they drew, be it nothing (DO-6)."""
    return go_on(replace(s, phase=ANSWER))


def dealing(s: State) -> Chance[Move]:
    """A fair deal, and who starts drawn by lot unless the host named them (DO-3, DO-5)."""
    return Drawn(lambda rng: _dealt(s, rng))


def _dealt(s: State, rng: Random) -> Deal:
    players, count = len(s.hands), s.options.hand
    cards = tuple(take(s.draw, players * count, rng))
    hands = tuple(cards[seat * count : (seat + 1) * count] for seat in range(players))
    named = s.options.first
    return Deal(hands, Even(range(players)).sample(rng) if named is None else named)
