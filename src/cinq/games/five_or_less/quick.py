"""The quick discard of 5 ou Moins (OM-13 to OM-17): a race on every card that is discarded.

A quick discard names the number of the discard it answers, so one that comes after the
pile has changed is a lost race and not a wrong card. Whether it is right, late or wrong
is told by playing it, never by a refusal: that would tell the hidden card for free.
Owns the race; must never know whose turn it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import compress

from msgspec.structs import replace

from cinq.core.game import Action, Rule, Seat
from cinq.games.five_or_less.cards import (
    DEAL,
    END,
    LATE,
    LOOK,
    PENALTY,
    WRONG,
    Laid,
    Owed,
    Shown,
    State,
    card_at,
    in_use,
    laid,
    need,
    put,
    top_number,
)


class QuickDiscard(Action, frozen=True):
    """Put a card of the same value on the discard with this number, at any time (OM-13)."""

    slot: int
    on: int


def refused_quick(s: State, seat: Seat, action: QuickDiscard) -> Rule | None:
    """A discard pile (OM-13), a player not protected (OM-19), a card there (OM-31), a number (OM-15)."""
    if s.owed is not None or s.phase in (DEAL, LOOK):
        return "OM-13"
    if seat in s.callers:
        return "OM-19"
    if not in_use(s.hands[seat], action.slot):
        return "OM-31"
    return None if s.began <= action.on <= top_number(s) else "OM-15"


def menu(s: State, seat: Seat) -> Sequence[QuickDiscard]:
    """A quick discard of each card, on the top card only."""
    hand = s.hands[seat]
    row = _row(s.began + len(s.discards) - 1, len(hand) | 15)
    return row[: len(hand)] if all(hand) else [*compress(row, hand)]


@lru_cache(maxsize=4096)
def _row(on: int, slots: int) -> tuple[QuickDiscard, ...]:
    return tuple(QuickDiscard(slot, on) for slot in range(slots))


def quick_discard(s: State, seat: Seat, slot: int, on: int) -> State:
    """First, too late, or wrong: judged against the card it answers (OM-13, OM-15, OM-16)."""
    card = card_at(s.hands, seat, slot)
    value, answered = card.value, on - s.began
    if s.discards[answered] != value:
        return need(_turned_up(s, seat, slot, card, WRONG), Owed(PENALTY, seat))
    if s.tied or answered != len(s.discards) - 1:
        return _turned_up(s, seat, slot, card, LATE)
    return cover(s, seat, slot, value)


def _turned_up(s: State, seat: Seat, slot: int, card: Laid, verdict: str) -> State:
    """The card comes back, seen by all (OM-15, OM-16)."""
    hands, known = s.hands, (1 << len(s.hands)) - 1
    if card.known != known:
        hands = put(hands, seat, slot, laid(card.value, known))
    return replace(s, hands=hands, shown=Shown(seat, slot, card.value, verdict))


def cover(s: State, seat: Seat, slot: int, value: int) -> State:
    """The card is tied to the one below (OM-14) and takes its power away unless it was started (OM-17)."""
    lost = s.pending is not None and not s.started
    return replace(
        s,
        hands=put(s.hands, seat, slot, None),
        heap=(*s.heap, value),
        discards=(*s.discards, value),
        tied=True,
        phase=END if lost else s.phase,
        pending=None if lost else s.pending,
        shown=None,
    )
