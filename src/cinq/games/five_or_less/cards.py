"""The table of 5 ou Moins: hands, the draw pile, the discard pile, and who has seen what.

A slot is a place on the table that keeps its number (OM-31). The draw pile has no
order: the dealer names a card when it leaves. Only what an 8 has put under it is
known to lie there. Every discard has a number that runs on through the game (OM-15).
Owns the state and how cards move; must never know when a move is allowed.
"""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

from msgspec.structs import replace

from cinq.core.game import Seat, Value

DEAL, LOOK, TURN, DRAWN, POWER, END, OVER = "deal", "look", "turn", "drawn", "power", "end", "over"
"""The phases; while a card is owed the phase stays as it was."""
HAND, BOTTOM = 5, 3
"""A pyramid: slots 0, 1, 2 at the bottom, 3 and 4 on top (OM-2)."""
LATE, WRONG = "late", "wrong"
"""The verdicts on a quick discard that comes back (OM-15, OM-16)."""

FIRST, DRAW, PENALTY, RENEW, ADD = "first", "draw", "penalty", "renew", "add"
"""What a card from the draw pile is for."""


class End(Value, frozen=True, omit_defaults=True):
    """When the game ends: somebody reaches so many points (OM-26), or so many rounds are played (OM-27)."""

    points: int | None = None
    rounds: int | None = None

    def __post_init__(self) -> None:
        if (self.points is None) == (self.rounds is None):
            raise ValueError('end is {"points": 100} or {"rounds": 3}: one of the two')
        if self.points is not None and not 1 <= self.points <= 10_000:
            raise ValueError("end: points from 1 to 10,000")
        if self.rounds is not None and not 1 <= self.rounds <= 100:
            raise ValueError("end: rounds from 1 to 100")


class Options(Value, frozen=True):
    """What a table may agree on beforehand."""

    end: End = End(points=100)
    powers: bool = True
    """Off for first games (OM-28)."""
    memory_aid: bool = False
    """A seat's view also shows the cards it has seen and could have followed."""


class Laid(Value, frozen=True):
    """A card lying face down, and the seats that have seen it and could have followed it, one bit each."""

    value: int
    known: int


Hand: TypeAlias = tuple[Laid | None, ...]
"""A player's slots; None where one was left empty (OM-31)."""
Hands: TypeAlias = tuple[Hand, ...]


class Owed(Value, frozen=True):
    """A card that the dealer must name, and what it is for."""

    why: str
    seat: Seat
    slot: int = 0


class Shown(Value, frozen=True):
    """A card that came back from a quick discard, seen by all (OM-15, OM-16)."""

    seat: Seat
    slot: int
    value: int
    verdict: str


class Moved(Value, frozen=True):
    """What a power did, as all saw it: whose, with which card, to which card of whom (OM-9 to OM-12)."""

    seat: Seat
    power: int
    slot: int | None
    target: Seat
    target_slot: int


class State(Value, frozen=True):
    """The table, all cards face up to the rules."""

    options: Options
    phase: str
    round: int
    """Rounds dealt so far."""
    first: Seat
    turn: Seat
    waiting: tuple[Seat, ...]
    """Who is still looking at their bottom cards (OM-3)."""
    hands: Hands
    pile: tuple[int, ...]
    """The draw pile above what an 8 put under it: values, sorted, in no order of drawing."""
    under: tuple[Laid, ...]
    """Cards put under the draw pile, the next to come first (OM-9)."""
    heap: tuple[int, ...]
    """The discard pile, bottom to top."""
    discards: tuple[int, ...]
    """Every card put on the discard pile this round, in order."""
    began: int
    """The number of this round's first discard (OM-15)."""
    tied: bool
    """The top was put by a quick discard (OM-14)."""
    drawn: Laid | None
    owed: Owed | None
    pending: int | None
    """A power that may be started or is being played (OM-17)."""
    started: bool
    callers: tuple[Seat, ...]
    """Who said "5 or less", in that order (OM-18)."""
    scores: tuple[int, ...]
    rounds_won: tuple[int, ...]
    shown: Shown | None
    moved: Moved | None = None
    """What the last power of this round did; None when it was skipped."""


# ---------------------------------------------------------------- hands


@cache
def laid(value: int, known: int) -> Laid:
    """A laid card; equal ones are one object."""
    return Laid(value, known)


def everyone(s: State) -> int:
    """The bits of all seats."""
    return (1 << len(s.hands)) - 1


def in_use(hand: Hand, slot: int) -> bool:
    """Whether a card lies in this slot."""
    return 0 <= slot < len(hand) and hand[slot] is not None


def card_at(hands: Hands, seat: Seat, slot: int) -> Laid:
    """The card in a slot that is in use."""
    card = hands[seat][slot]
    assert card is not None
    return card


def put(hands: Hands, seat: Seat, slot: int, card: Laid | None) -> Hands:
    """A card in a slot, or the slot left empty: no other card moves (OM-31)."""
    hand = hands[seat]
    return (*hands[:seat], (*hand[:slot], card, *hand[slot + 1 :]), *hands[seat + 1 :])


def added(hands: Hands, seat: Seat, card: Laid) -> Hands:
    """One more card, in a new slot after the last (OM-31)."""
    return (*hands[:seat], (*hands[seat], card), *hands[seat + 1 :])


# ---------------------------------------------------------------- the discard pile


def top_number(s: State) -> int:
    """The number of the top discard (OM-15)."""
    return s.began + len(s.discards) - 1


def discarded(s: State, value: int, heap: tuple[int, ...], hands: Hands) -> State:
    """A card put on the discard pile by a swap or a discard: nothing is tied any more (OM-14)."""
    return replace(
        s,
        phase=END,
        heap=(*heap, value),
        discards=(*s.discards, value),
        tied=False,
        hands=hands,
        drawn=None,
    )


# ---------------------------------------------------------------- the draw pile


def draw_count(s: State) -> int:
    """How many cards the draw pile has."""
    return len(s.pile) + len(s.under)


def nameable(s: State) -> tuple[int, ...]:
    """The cards of which the dealer names one: the draw pile, or the discards it is remade from (OM-29)."""
    return s.pile or tuple(sorted(s.heap[: _loose(s)]))


def _loose(s: State) -> int:
    """How many discards would make a new draw pile: all but the top and the card tied to it (OM-29)."""
    return len(s.heap) - (2 if s.tied else 1)


def need(s: State, owed: Owed) -> State:
    """A card must leave the draw pile: the dealer owes it, unless it is known or there is none (OM-29)."""
    if s.pile:
        return replace(s, owed=owed)
    if s.under:
        return arrive(replace(s, under=s.under[1:]), owed, s.under[0])
    return replace(s, owed=owed) if _loose(s) > 0 else _go_without(s, owed)


def _go_without(s: State, owed: Owed) -> State:
    """No card anywhere: a penalty or a power is skipped, a draw ends in nothing (OM-29)."""
    if owed.why == PENALTY:
        return s
    return replace(s, phase=END) if owed.why == DRAW else power_over(s, s.hands)


def named(s: State, value: int) -> State:
    """The dealer names the card that was owed, from a draw pile remade if it was empty (OM-29)."""
    owed, pile = s.owed, nameable(s)
    assert owed is not None
    at = pile.index(value)
    heap = s.heap if s.pile or not s.heap else s.heap[_loose(s) :]
    return arrive(
        replace(s, pile=pile[:at] + pile[at + 1 :], heap=heap, owed=None, shown=None), owed, laid(value, 0)
    )


def arrive(s: State, owed: Owed, card: Laid) -> State:
    """A card that left the draw pile comes where it was needed."""
    seat = owed.seat
    match owed.why:
        case "penalty":
            return replace(s, hands=added(s.hands, seat, card))  # unseen (OM-16)
        case "draw":
            return replace(s, phase=DRAWN, drawn=laid(card.value, card.known | 1 << seat))  # OM-6
        case "add":
            more = added(s.hands, seat, card)  # unseen (OM-11)
            return power_played(s, more, None, seat, len(s.hands[seat]))
        case "renew":
            old = card_at(s.hands, seat, owed.slot)  # both unseen (OM-9)
            hands = put(s.hands, seat, owed.slot, card)
            return power_played(replace(s, under=(*s.under, old)), hands, None, seat, owed.slot)
    return replace(discarded(s, card.value, s.heap, s.hands), phase=TURN)  # the first discard (OM-4)


def power_played(s: State, hands: Hands, slot: int | None, target: Seat, target_slot: int) -> State:
    """A power has been played: all saw which cards it moved."""
    assert s.pending is not None
    return replace(power_over(s, hands), moved=Moved(s.turn, s.pending, slot, target, target_slot))


def power_over(s: State, hands: Hands) -> State:
    """A power has been played, skipped or lost: the turn can end."""
    return replace(s, phase=END, pending=None, started=False, hands=hands, moved=None)
