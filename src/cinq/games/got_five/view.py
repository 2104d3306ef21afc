"""Got Five! as it is shown: decides who reads which numbers.

A seat reads every rack but its own; a spectator reads none, so that nobody can whisper
(GF-2, GF-16). Of the reserve all see only how many tiles of each colour are left. When
the game is over everything is shown.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from cinq.core.chance import Random
from cinq.core.game import Action, Actor, Seat, Value
from cinq.games.got_five.clues import ALL, Hand, Hands, bits, candidates, laid
from cinq.games.got_five.components import BOX, COLOURS, Colour
from cinq.games.got_five.rules import DEAL, OVER, Compared, Deal, Move, Phase, Rack, State

SWEEPS = 2
"""How often every rack is drawn anew to make a spectator's world."""


class ShownRack(Value, frozen=True):
    """A rack from one side: all see its colours and clues (GF-15), not all its numbers."""

    colours: tuple[Colour, ...]
    numbers: Hand | None
    notches: tuple[tuple[int, ...], ...]
    compared: tuple[tuple[Compared, ...], ...]


class Reserve(Value, frozen=True):
    """How many tiles of each colour are face down."""

    green: int
    pink: int
    blue: int
    red: int
    orange: int


class View(Value, frozen=True):
    """The table from one seat."""

    phase: Phase
    turn: Seat | None
    wanted: Colour | None
    racks: tuple[ShownRack, ...]
    open: tuple[int, ...]
    reserve: Reserve
    announced: tuple[bool | None, ...]
    said: tuple[Hand | None, ...]
    alive: tuple[bool, ...]
    candidates: tuple[Hand, ...] | UnsetType = UNSET
    """The numbers that each slot of the viewer's own rack may hold: only with assisted notes (GF-15)."""


class ShownDeal(Action, frozen=True, tag="deal"):
    """The deal as a viewer reads it: numbers, or colours in slot order where the numbers are secret."""

    racks: tuple[Hand | tuple[Colour, ...], ...]
    open: tuple[int, ...]
    first: Seat | None


def view(s: State, seat: Seat | None) -> View:
    """What a seat or a spectator may know."""
    shown = _table(s, seat)
    if seat is None or s.options.notes != "assisted" or s.phase in (DEAL, OVER):
        return shown
    return replace(shown, candidates=candidates(shown.racks[seat], unseen(shown)))


def _table(s: State, seat: Seat | None) -> View:
    return View(
        phase=s.phase,
        turn=None if s.phase in (DEAL, OVER) else s.turn,
        wanted=s.wanted,
        racks=tuple(_rack(s, owner, seat) for owner in range(len(s.racks))),
        open=s.open,
        reserve=Reserve(*map(len, s.reserve)),
        announced=s.announced,
        said=s.said,
        alive=tuple(owner in s.alive for owner in range(len(s.racks))),
    )


def _rack(s: State, owner: Seat, seat: Seat | None) -> ShownRack:
    rack = s.racks[owner]
    read = s.phase != DEAL and (s.phase == OVER or _reads(seat, owner))
    return ShownRack(colours(rack.numbers), rack.numbers if read else None, rack.notches, rack.compared)


def _reads(seat: Seat | None, owner: Seat) -> bool:
    """Whose numbers a viewer sees while the game runs: a seat those of all others, a spectator none."""
    return seat is not None and seat != owner


def colours(numbers: Hand) -> tuple[Colour, ...]:
    """What the owner of a rack sees of it."""
    return tuple(BOX.colour[n] for n in numbers)


def seen(s: State, seat: Seat | None, actor: Actor, action: Move) -> Value | Action:
    """A line as this viewer may read it: only the deal holds a secret."""
    if not isinstance(action, Deal):
        return action
    hands = [tuple(sorted(rack)) for rack in action.racks]
    shown = tuple(hand if _reads(seat, owner) else colours(hand) for owner, hand in enumerate(hands))
    return ShownDeal(shown, action.open, s.options.first if action.first is None else action.first)


# ---------------------------------------------------------------- what a viewer must think possible


def worlds(s: State, seat: Seat | None, rng: Random) -> Iterator[State]:
    """The hidden racks drawn anew from all that fit what this viewer sees, the reserve with them."""
    if s.phase in (DEAL, OVER):
        yield s
        return
    while True:
        if seat is not None:
            yield _redealt(s, seat, rng)
        else:
            s = _all_redealt(s, rng)
            yield s


def _all_redealt(s: State, rng: Random) -> State:
    """Every rack in turn, the others as they are: after a few sweeps any deal that fits can come."""
    for _ in range(SWEEPS):
        for owner in range(len(s.racks)):
            s = _redealt(s, owner, rng)
    return s


def _redealt(s: State, owner: Seat, rng: Random) -> State:
    """This rack drawn anew from what its owner must think possible; a wrong announcement is not."""
    hands, hand = possible(_table(s, owner), owner), s.said[owner]
    while hand == s.said[owner]:
        hand = hands.draw(rng)
    assert hand is not None
    return _holding(s, owner, hand)


def _holding(s: State, owner: Seat, hand: Hand) -> State:
    """The same table, had this rack been dealt that hand: the old tiles are in the reserve."""
    rack = s.racks[owner]
    hidden = bits(rack.numbers) | bits(n for pile in s.reserve for n in pile)
    hidden &= ~bits(hand)
    reserve = tuple(tuple(n for n in BOX.of[colour] if hidden >> n & 1) for colour in COLOURS)
    held = Rack(hand, rack.notches, rack.compared)
    return replace(s, racks=(*s.racks[:owner], held, *s.racks[owner + 1 :]), reserve=reserve)


def possible(v: View, seat: Seat) -> Hands:
    """All hands that a seat may hold, from its own view (but for what it announced wrongly)."""
    return Hands(candidates(v.racks[seat], unseen(v)))


def unseen(v: View) -> int:
    """The numbers that this viewer does not see anywhere (GF-15)."""
    found = ALL & ~bits(v.open) & ~laid(v.racks)
    for rack in v.racks:
        if rack.numbers is not None:
            found &= ~bits(rack.numbers)
    return found
