"""5 Millimètres as it is shown: decides who may know what.

A seat knows how long each stick looks to it, and by how many steps its own sticks
differ. It never knows a true length before the end, its own sticks' included, nor how
long a stick looks to anybody else. A spectator knows no length of any kind.
With exact sight what a seat is shown is the true length, by design.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from cinq.core.chance import Random, shuffle
from cinq.core.game import Action, Actor, Seat, Value
from cinq.games.five_millimetres.components import LENGTHS
from cinq.games.five_millimetres.eye import SPREAD, Rows, beside, look
from cinq.games.five_millimetres.rules import (
    ALL_STICKS,
    MM,
    OVER,
    Deal,
    Move,
    Sight,
    State,
    Stick,
    left_in_box,
)
from cinq.games.five_millimetres.scoring import four_alike

# ---------------------------------------------------------------- the table as a viewer sees it


class Held(Value, frozen=True):
    """A stick in a hand; `step` only in the viewer's own."""

    stick: int
    step: int | None
    apparent: float | None


class Stand(Value, frozen=True):
    """The stick in the stand."""

    stick: int
    apparent: float | None


class Auction(Value, frozen=True):
    """How the bidding stands."""

    high: int
    leader: Seat | None
    passed: tuple[Seat, ...]
    to_speak: Seat


class View(Value, frozen=True):
    """The track, the sticks as they look, the auction."""

    phase: str
    manitou: Seat | None
    money: tuple[int, ...]
    hands: tuple[tuple[Held, ...], ...]
    stand: Stand | None
    auction: Auction | None
    lengths: tuple[int, ...] | None


def view(s: State, seat: Seat | None) -> View:
    """What a seat or a spectator may know."""
    return View(
        phase=s.phase,
        manitou=s.manitou,
        money=s.money,
        hands=tuple(_hand(s, owner, seat) for owner in range(len(s.hands))),
        stand=None if s.stand is None else Stand(s.stand, _apparent(s, s.stand, seat)),
        auction=None if s.stand is None else Auction(s.high, s.leader, tuple(sorted(s.passed)), s.to_speak),
        lengths=s.lengths if s.phase == OVER else None,
    )


def _hand(s: State, owner: Seat, seat: Seat | None) -> tuple[Held, ...]:
    """In order of arrival: sorted, another's hand would tell its steps."""
    hand, lengths = s.hands[owner], s.lengths
    if owner != seat:
        return tuple(Held(stick, None, _apparent(s, stick, seat)) for stick in hand)
    shortest = min((lengths[stick] for stick in hand), default=0)
    return tuple(Held(stick, lengths[stick] - shortest, _apparent(s, stick, seat)) for stick in hand)


def _apparent(s: State, stick: int, seat: Seat | None) -> float | None:
    """How long the stick looks from that seat; nothing before the look, nor to a spectator."""
    return None if seat is None or stick >= len(s.apparent) else s.apparent[stick][seat]


# ---------------------------------------------------------------- a line as a viewer reads it


class DealSeen(Action, frozen=True, tag="deal"):
    """First sticks were drawn; their lengths are hidden."""

    manitou: Seat


class StickSeen(Action, frozen=True, tag="stick"):
    """A stick was put in the stand."""


class SightSeen(Action, frozen=True, tag="sight"):
    """How long the new sticks look from this seat only; nothing for a spectator."""

    apparent: tuple[float, ...] | None


def seen(s: State, seat: Seat | None, actor: Actor, action: Move) -> Action:
    """A line as this seat may read it: true lengths and others' looks are cut out."""
    match action:
        case Deal(_, manitou):
            return DealSeen(manitou)
        case Stick():
            return StickSeen()
        case Sight(rows):
            return SightSeen(None if seat is None else tuple(row[seat] for row in rows))
    return action


# ---------------------------------------------------------------- what might be true instead

TRIES = 20


def worlds(s: State, seat: Seat | None, rng: Random) -> Iterator[State]:
    """Other true lengths and other looks of the others, such as this seat could not tell from these."""
    while True:
        lengths = s.lengths if s.phase == OVER else _other_lengths(s, seat, rng)
        apparent = _other_looks(s, lengths, seat, rng)
        yield replace(s, lengths=lengths, box=left_in_box(lengths), apparent=apparent)


def _other_lengths(s: State, seat: Seat | None, rng: Random) -> tuple[int, ...]:
    """Any sticks of the box for those unknown, unless four alike would have ended the game (MM-16)."""
    for _ in range(TRIES):
        sure = _surmised(s, seat, rng)
        pool = _without(sure.values())
        shuffle(pool, rng)
        lengths = tuple(sure[stick] if stick in sure else pool.pop() for stick in range(len(s.lengths)))
        if not any(four_alike([lengths[stick] for stick in hand]) for hand in s.hands):
            return lengths
    return s.lengths


def _surmised(s: State, seat: Seat | None, rng: Random) -> dict[int, int]:
    """What the seat's own sticks may be: it knows their steps, so they all shift alike, or not at all."""
    if seat is None:
        return {}
    if s.options.sight == "exact":
        return dict(enumerate(s.lengths[: len(s.apparent)]))
    own = {stick: s.lengths[stick] for stick in s.hands[seat]}
    lowest, highest = min(own.values(), default=1), max(own.values(), default=LENGTHS)
    shift = 1 - lowest + int(rng.random() * (LENGTHS - highest + lowest))
    return {stick: length + shift for stick, length in own.items()}


def _without(taken: Iterable[int]) -> list[int]:
    pool = list(ALL_STICKS)
    for length in taken:
        pool.remove(length)
    return pool


def _other_looks(s: State, lengths: tuple[int, ...], seat: Seat | None, rng: Random) -> Rows:
    """This seat's looks as they are; everyone else looks again, and compares their own sticks (MM-4)."""
    if not s.apparent:
        return ()
    spread = SPREAD[s.options.sight]
    rows = list(map(list, look([MM[n] for n in lengths[: len(s.apparent)]], len(s.hands), spread, rng)))
    for observer, hand in enumerate(s.hands):
        for stick in hand[1:]:
            steps = lengths[stick] - lengths[hand[0]]
            rows[stick][observer] = beside(rows[hand[0]][observer], steps)
    if seat is not None:
        for row, kept in zip(rows, s.apparent, strict=True):
            row[seat] = kept[seat]
    return tuple(map(tuple, rows))
