"""5 ou Moins: what a bot remembers as a row of `cinq.fast`, and which of its cards are unknown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from cinq.bots.five_or_less.belief import Hand, Memory
from cinq.core.game import Action
from cinq.fast.five_or_less.bridge import encode, project
from cinq.fast.five_or_less.cards import place
from cinq.fast.five_or_less.rollout import WAIT
from cinq.fast.five_or_less.row import SKIP_POWER, UNDER, ZERO
from cinq.fast.kernel import Words
from cinq.games.five_or_less.cards import DRAW, DRAWN, TURN, Laid, Owed, State
from cinq.games.five_or_less.view import View

UNKNOWN = 0
"""The value of an unknown card until it is sampled."""


class RememberedRound(NamedTuple):
    """The round as remembered."""

    row: Words
    unknown: Words
    """The words of unknown cards."""
    kept: Words
    """1 for those that their owner drew and kept."""
    pool: Words
    """The unseen cards."""


def remembered(view: View, memory: Memory, pool: Sequence[int]) -> RememberedRound:
    """The round as a bot remembers it, with these cards unseen."""
    notes = [
        (place(seat, at), note)
        for seat, hand in enumerate(memory.hands)
        for at, note in enumerate(hand[slot] for slot in sorted(hand))
    ]
    notes += [(UNDER + at, note) for at, note in enumerate(memory.under)]
    unknown = [(word, note.kept) for word, note in notes if note.value is None]
    return RememberedRound(
        project(_state(view, memory)),
        np.array([word for word, _ in unknown], np.int64),
        np.array([kept for _, kept in unknown], np.int64),
        np.array(pool, np.int64) + ZERO,
    )


def code_of(action: Action, known: RememberedRound, view: View, memory: Memory) -> int:
    """The code of an action; one of another kind skips a power, or waits out of turn."""
    try:
        return encode(action, known.row, memory.seat)  # type: ignore[arg-type]
    except ValueError:
        return SKIP_POWER if view.turn == memory.seat else WAIT


def _state(view: View, memory: Memory) -> State:
    """A state that looks so from this seat; unknown cards have the value UNKNOWN, and the pile is empty."""
    top, turn = view.discard, memory.seat if view.turn is None else view.turn
    draws = view.phase == DRAWN and view.drawn is None  # another one holds a card: any of the pile
    heap = tuple(memory.heap or ([top.value] if top else []))
    return State(
        options=view.options,
        phase=TURN if view.turn is None or draws else view.phase,
        round=view.round,
        first=0,
        turn=turn,
        waiting=(),
        hands=tuple(_hand(hand) for hand in memory.hands),
        pile=(),
        under=tuple(_laid(note) for note in memory.under),
        heap=heap,
        discards=heap[-1:],
        began=top.number if top else 1,
        tied=top is not None and top.tied,
        drawn=None if view.drawn is None else Laid(view.drawn, 1 << memory.seat),
        owed=Owed(DRAW, turn, 0) if draws else None,
        pending=view.pending_power,
        started=view.power_started,
        callers=view.callers,
        scores=view.scores,
        rounds_won=view.rounds_won,
        shown=None,
    )


def _hand(hand: Hand) -> tuple[Laid | None, ...]:
    return tuple(_laid(hand[slot]) if slot in hand else None for slot in range(max(hand, default=-1) + 1))


def _laid(note: Any) -> Laid:
    return Laid(UNKNOWN if note.value is None else note.value, note.knowers)
