"""Clocks as values: a time for each decision, then a bank. Knows no real clock.

`now` is always an argument, in seconds. A seat's clock runs while the game waits for it
(`must`), not while it merely may act. At zero the table plays the game's safest action.
"""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from cinq.core.game import Seat, Value
from cinq.table.events import ClockName


class Pace(Value, frozen=True):
    """How long a decision may take, and how much more there is for the whole game."""

    decision: float
    bank: float
    placement: float
    """Seconds for a piece in hand, in place of `decision`."""


PACES: dict[ClockName, Pace | None] = {
    "none": None,
    "relaxed": Pace(decision=45.0, bank=180.0, placement=90.0),
    "brisk": Pace(decision=12.0, bank=45.0, placement=40.0),
}


class Clocks(Value, frozen=True):
    """Every seat's bank, and since when each running clock has run."""

    pace: Pace
    banks: tuple[float, ...]
    since: dict[Seat, float] = {}
    holder: Seat | None = None
    """Whose running decision is a piece in hand."""
    stopped: float | None = None
    """When the game was paused."""


def begin(pace: Pace, players: int) -> Clocks:
    """Full banks, nothing running."""
    return Clocks(pace, (pace.bank,) * players)


def after_line(
    c: Clocks, now: float, must: Collection[Seat], acted: Seat | None = None, holder: Seat | None = None
) -> Clocks:
    """The clocks after a line: they run for the seats in `must` and for the `holder` of a piece.

    `acted` begins a new decision.
    """
    banks = list(c.banks)
    since: dict[Seat, float] = {}
    for seat, began in c.since.items():
        if seat in must and seat not in (acted, c.holder):
            since[seat] = began
        else:
            banks[seat] = max(0.0, banks[seat] - overtime(c, seat, now - began))
    for seat in (*must, *(() if holder is None else (holder,))):
        since.setdefault(seat, now)
    return replace(c, banks=tuple(banks), since=since, holder=holder)


def allowed(c: Clocks, seat: Seat) -> float:
    """The seconds of this seat's running decision before its bank pays."""
    return c.pace.placement if seat == c.holder else c.pace.decision


def overtime(c: Clocks, seat: Seat, spent: float) -> float:
    """The seconds of a decision that the bank pays."""
    return max(0.0, spent - allowed(c, seat))


def left(c: Clocks, seat: Seat, now: float) -> tuple[float, float]:
    """Seconds left of the decision and of the bank."""
    spent = max(0.0, (c.stopped or now) - c.since[seat])
    return max(0.0, allowed(c, seat) - spent), max(0.0, c.banks[seat] - overtime(c, seat, spent))


def deadline(c: Clocks, seat: Seat) -> float:
    """When the decision and the bank of this seat are used up."""
    return c.since[seat] + allowed(c, seat) + c.banks[seat]


def next_deadline(c: Clocks | None) -> float | None:
    """The earliest deadline; None while paused or where no clock runs."""
    if c is None or c.stopped is not None or not c.since:
        return None
    return min(deadline(c, seat) for seat in c.since)


def expired(c: Clocks, now: float) -> tuple[Seat, ...]:
    """The seats whose deadline has passed; none while paused."""
    return () if c.stopped is not None else tuple(seat for seat in c.since if deadline(c, seat) <= now)


def without(c: Clocks, seat: Seat) -> Clocks:
    """The clocks when this seat's time is used up and nothing more can be asked of it."""
    banks = tuple(0.0 if one == seat else bank for one, bank in enumerate(c.banks))
    return replace(c, banks=banks, since={one: began for one, began in c.since.items() if one != seat})


def stop(c: Clocks, now: float) -> Clocks:
    """The clocks of a game that is paused now."""
    return replace(c, stopped=now)


def resume(c: Clocks, now: float) -> Clocks:
    """The clocks after a pause, whose length is added to every running decision."""
    if c.stopped is None:
        return c
    paused = now - c.stopped
    return replace(c, stopped=None, since={seat: began + paused for seat, began in c.since.items()})


def restart(c: Clocks, now: float) -> Clocks:
    """The clocks after a restart of the server: every running decision begins now."""
    return replace(c, since=dict.fromkeys(c.since, now), stopped=None if c.stopped is None else now)
