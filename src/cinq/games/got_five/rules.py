"""Got Five!, the rules. GF-8 and the like are paragraphs of RULES.md, beside this file.

Everyone reads all racks but their own. A turn is two lines of a seat: Reveal, which the
dealer answers with a Tile, then Rank or Compare; the state knows the numbers, so the
clue follows from the question. Announce may come from anybody, in turn or not. There
is no line of free speech (GF-16), and note sheets never enter the log (GF-15).
Owns all of the game; must never know randomness, time, disk or another game.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, Literal, TypeAlias, TypeVar

from msgspec import field
from msgspec.structs import replace

from cinq.core.chance import Chance, Drawn, Even, Random, take
from cinq.core.game import DEALER, Action, Actor, OpenChoice, Result, Rule, Seat, Value
from cinq.games.got_five.components import BOX, COLOURS, TILES, Colour

T = TypeVar("T")

NAME = "got-five"
TITLE = "Got Five!"
PLAYERS = range(2, 5)
"""GF-1."""
SLOTS: Final = 5
NOTCHES: Final = SLOTS + 1

Phase: TypeAlias = Literal["deal", "reveal", "ask", "over"]
DEAL: Final = "deal"
REVEAL: Final = "reveal"
ASK: Final = "ask"
OVER: Final = "over"

PLACE: Final[dict[Colour, int]] = {colour: place for place, colour in enumerate(COLOURS)}


class Options(Value, frozen=True):
    """What a table may agree on beforehand (GF-4, GF-15)."""

    first: Seat | None = None
    notes: Literal["manual", "assisted"] = "manual"

    def __post_init__(self) -> None:
        if self.first is not None and not 0 <= self.first < PLAYERS[-1]:
            raise ValueError(f"first is a seat from 0 to {PLAYERS[-1] - 1}")


class Reveal(Action, frozen=True):
    """Draw a tile of this colour from the reserve (GF-6)."""

    colour: Colour


class Rank(Action, frozen=True):
    """Have this open tile laid in the notch of one's rack where it fits (GF-8)."""

    tile: int


class Compare(Action, frozen=True):
    """Ask whether this open tile has as many dots as the tile of a slot of one's rack (GF-9)."""

    tile: int
    slot: int


class Announce(Action, frozen=True):
    """Name one's five numbers aloud, once in the game (GF-10)."""

    numbers: tuple[int, ...]


class Pass(Action, frozen=True):
    """There is nothing left to reveal nor to ask with (GF-14)."""


class Deal(Action, frozen=True, omit_defaults=True):
    """The dealer: the racks, the open tiles and who starts (GF-2, GF-3, GF-4)."""

    racks: tuple[tuple[int, ...], ...]
    open: tuple[int, ...]
    first: Seat | None = None


class Tile(Action, frozen=True):
    """The dealer: the tile that was drawn (GF-6)."""

    number: int


Move: TypeAlias = Reveal | Rank | Compare | Announce | Pass | Deal | Tile
SEAT_ACTIONS: tuple[type[Action], ...] = (Reveal, Rank, Compare, Announce, Pass)
DEALER_ACTIONS: tuple[type[Action], ...] = (Deal, Tile)
WORLD_ACTIONS: tuple[type[Action], ...] = ()


class Numbers(Value, frozen=True):
    """What an announcement must look like (GF-10)."""

    count: int = SLOTS
    from_: int = field(default=1, name="from")
    to: int = TILES
    ascending: bool = True


class AnyAnnouncement(OpenChoice, frozen=True, tag_field="type", tag="announce"):
    """The template of an announcement: any five numbers in ascending order (GF-10)."""

    numbers: Numbers = Numbers()

    def sample(self, rng: Random) -> Announce:
        return Announce(tuple(sorted(take(range(1, TILES + 1), SLOTS, rng))))


class Compared(Value, frozen=True):
    """A tile laid before a slot, and the answer (GF-9)."""

    tile: int
    same: bool


class Rack(Value, frozen=True):
    """Five tiles in ascending order and the clues laid around them (GF-2, GF-8, GF-9)."""

    numbers: tuple[int, ...] = ()
    notches: tuple[tuple[int, ...], ...] = ((),) * NOTCHES
    compared: tuple[tuple[Compared, ...], ...] = ((),) * SLOTS


class State(Value, frozen=True):
    """The whole table, with what the dealer knows."""

    options: Options
    phase: Phase
    turn: Seat
    wanted: Colour | None
    """The colour of the tile that the dealer owes."""
    racks: tuple[Rack, ...]
    open: tuple[int, ...]
    """In the order laid."""
    reserve: tuple[tuple[int, ...], ...]
    """Face down, by colour; ascending, for there is no order in which they will come."""
    alive: tuple[Seat, ...]
    """Who has not announced wrongly, ascending."""
    passed: tuple[Seat, ...]
    announced: tuple[bool | None, ...]
    said: tuple[tuple[int, ...] | None, ...]


# ---------------------------------------------------------------- the table before the deal


def start(players: int, options: Options) -> State:
    """All tiles are face down (GF-1)."""
    if players not in PLAYERS:
        raise ValueError(f"Got Five! is for {PLAYERS[0]} to {PLAYERS[-1]} players, not {players}")
    if options.first is not None and options.first >= players:
        raise ValueError(f"first is a seat from 0 to {players - 1}, not {options.first}")
    return State(
        options=options,
        phase=DEAL,
        turn=0,
        wanted=None,
        racks=(Rack(),) * players,
        open=(),
        reserve=tuple(BOX.of[colour] for colour in COLOURS),
        alive=tuple(range(players)),
        passed=(),
        announced=(None,) * players,
        said=(None,) * players,
    )


# ---------------------------------------------------------------- who may do what


def actors(s: State) -> tuple[Actor, ...]:
    """All who are alive, for anybody may announce (GF-10); the dealer alone while it owes a tile."""
    if s.wanted is not None or s.phase == DEAL:
        return (DEALER,)
    return () if s.phase == OVER else s.alive


def refusal(s: State, actor: Actor, action: Move) -> Rule | None:
    """The rule that forbids this action now, if any: the one judge of legality."""
    match action:
        case _ if s.phase == OVER:
            return _ended(s)
        case Deal(racks, laid, first):
            return _refused_deal(s, racks, laid, first) if actor == DEALER and s.phase == DEAL else "GF-2"
        case Tile(number):
            return None if actor == DEALER and number in _owed(s) else "GF-6"
        case _ if actor not in range(len(s.racks)):
            return "GF-1"
        case Announce(numbers):
            return _refused_announcement(s, actor, numbers)
        case _ if s.phase == DEAL:
            return "GF-2"
        case _ if actor not in s.alive:
            return "GF-12"
        case _ if actor != s.turn:
            return "GF-4"
    return _refused_in_turn(s, action)


def _refused_in_turn(s: State, action: Move) -> Rule | None:
    """Reveal, then ask (GF-5), as far as there are tiles (GF-14)."""
    match action:
        case _ if s.wanted is not None:
            return "GF-5"
        case Pass():
            return None if _nothing_left(s) else "GF-14"
        case Reveal(colour) if s.phase == REVEAL:
            return None if s.reserve[PLACE[colour]] else "GF-14"
        case Reveal():
            return "GF-5" if any(s.reserve) else "GF-14"
        case _ if s.phase == REVEAL:
            return "GF-5"
        case _ if not s.open:
            return "GF-14"
        case Rank(tile) | Compare(tile) if tile not in s.open:
            return "GF-7"
        case Compare(_, slot) if not 0 <= slot < SLOTS:
            return "GF-9"
    return None


def _refused_announcement(s: State, actor: Actor, numbers: tuple[int, ...]) -> Rule | None:
    """Once, not while the dealer owes a tile, five different numbers in ascending order (GF-10)."""
    fits = len(numbers) == SLOTS and numbers[0] >= 1 and numbers[-1] <= TILES
    ascending = all(low < high for low, high in pairwise(numbers))
    return None if fits and ascending and actor in actors(s) else "GF-10"


def _refused_deal(
    s: State, racks: tuple[tuple[int, ...], ...], laid: tuple[int, ...], first: Seat | None
) -> Rule | None:
    """One tile of each colour for every rack and beside the reserve, none twice; a seat that starts."""
    dealt = [n for rack in racks for n in rack]
    if len(racks) != len(s.racks) or not all(map(_one_of_each, racks)) or len({*dealt}) != len(dealt):
        return "GF-2"
    if not _one_of_each(laid) or not {*dealt}.isdisjoint(laid):
        return "GF-3"
    named = s.options.first
    starts = first if first is not None else named
    lawful = starts in range(len(s.racks)) and named in (None, starts)
    return None if lawful else "GF-4"


def _one_of_each(numbers: tuple[int, ...]) -> bool:
    """One tile of each colour, in any order."""
    return len(numbers) == SLOTS and {BOX.colour.get(n) for n in numbers} == {*COLOURS}


def _owed(s: State) -> tuple[int, ...]:
    """The tiles the dealer may turn up now."""
    return () if s.wanted is None else s.reserve[PLACE[s.wanted]]


def _nothing_left(s: State) -> bool:
    """No tile in the reserve, none to ask with (GF-14)."""
    return not s.open and not any(s.reserve)


def _ended(s: State) -> Rule:
    """The rule by which the game is over: won (GF-11), the last one left (GF-13) or a draw (GF-14)."""
    if True in s.announced:
        return "GF-11"
    return "GF-13" if len(s.alive) == 1 else "GF-14"


_REVEALS: Final = tuple(map(Reveal, COLOURS))
_TILES: Final = {n: Tile(n) for n in BOX.colour}
_QUESTIONS: Final[dict[int, tuple[Move, ...]]] = {
    n: (Rank(n), *(Compare(n, slot) for slot in range(SLOTS))) for n in BOX.colour
}
_PASS: Final = (Pass(),)
_ANNOUNCE: Final = (AnyAnnouncement(),)


def legal(s: State, actor: Actor) -> Sequence[Move]:
    """Every action of this actor that `refusal` would let pass, but for announcements."""
    if s.wanted is not None:
        return _draws(_owed(s)) if actor == DEALER else ()
    if actor != s.turn or s.phase not in (REVEAL, ASK):
        return ()
    if s.phase == REVEAL:
        return _REVEALS if all(s.reserve) else [_REVEALS[i] for i, pile in enumerate(s.reserve) if pile]
    return [question for tile in s.open for question in _QUESTIONS[tile]] or _PASS


def open_choices(s: State, actor: Actor) -> Sequence[OpenChoice]:
    """Whoever is alive may announce, in turn or not (GF-10)."""
    return _ANNOUNCE if actor in s.alive and actor in actors(s) else ()


class OpenDeal(Value, frozen=True, tag_field="type", tag="deal"):
    """The template of a deal: all tiles different, and one of these seats starts (GF-2, GF-3, GF-4)."""

    racks: dict[str, int]
    open: dict[str, int]
    first: tuple[Seat, ...]


def open_lines(s: State, actor: Actor) -> tuple[OpenDeal, ...]:
    """The dealer's lines that are too many to list: the deal."""
    if actor != DEALER or s.phase != DEAL:
        return ()
    players, named = len(s.racks), s.options.first
    starts = tuple(range(players)) if named is None else (named,)
    return (OpenDeal({"count": players, "of_each_colour": 1}, {"of_each_colour": 1}, starts),)


# ---------------------------------------------------------------- what an action changes


def apply(s: State, actor: Actor, action: Move) -> State:
    """What an allowed action changes; a table of contents, most frequent line first."""
    match action:
        case Tile(number):
            return lay_open(s, number)
        case Reveal(colour):
            return replace(s, wanted=colour)
        case Compare(tile, slot):
            return compare(s, tile, slot)
        case Rank(tile):
            return rank(s, tile)
        case Announce(numbers):
            return announce(s, int(actor), numbers)
        case Pass():
            return pass_turn(s)
        case Deal(racks, laid, first):
            return deal(s, racks, laid, first)


def deal(s: State, racks: tuple[tuple[int, ...], ...], laid: tuple[int, ...], first: Seat | None) -> State:
    """Racks in ascending order, one tile of each colour open, somebody starts (GF-2, GF-3, GF-4)."""
    gone = {n for rack in (*racks, laid) for n in rack}
    starts = s.options.first if first is None else first
    assert starts is not None
    return replace(
        s,
        phase=REVEAL,
        turn=starts,
        racks=tuple(Rack(tuple(sorted(rack))) for rack in racks),
        open=laid,
        reserve=tuple(tuple(n for n in pile if n not in gone) for pile in s.reserve),
    )


def lay_open(s: State, number: int) -> State:
    """The tile lies open with the others; now ask (GF-5, GF-6)."""
    place = PLACE[BOX.colour[number]]
    reserve = _set(s.reserve, place, _without(s.reserve[place], number))
    return replace(s, phase=ASK, wanted=None, open=(*s.open, number), reserve=reserve)


def rank(s: State, tile: int) -> State:
    """Notch k is above the tiles of slots 0 to k−1 and below the others (GF-8)."""
    rack = s.racks[s.turn]
    notch = bisect(rack.numbers, tile)
    laid = (*rack.notches[notch], tile)
    return _asked(s, tile, replace(rack, notches=_set(rack.notches, notch, laid)))


def compare(s: State, tile: int, slot: int) -> State:
    """Same number of dots, yes or no; the tile stays before the slot (GF-9)."""
    rack, dots = s.racks[s.turn], BOX.dots
    laid = (*rack.compared[slot], Compared(tile, dots[tile] == dots[rack.numbers[slot]]))
    return _asked(s, tile, replace(rack, compared=_set(rack.compared, slot, laid)))


def _asked(s: State, tile: int, rack: Rack) -> State:
    """The tile has left the middle for the rack of who asked, and the turn is over (GF-7)."""
    return replace(
        s,
        racks=_set(s.racks, s.turn, rack),
        open=_without(s.open, tile),
        turn=_following(s),
        phase=_first_phase(s),
    )


def announce(s: State, seat: Seat, numbers: tuple[int, ...]) -> State:
    """All five right wins at once (GF-11); any wrong loses, and ends one's own turn (GF-12)."""
    right = numbers == s.racks[seat].numbers
    s = replace(s, announced=_set(s.announced, seat, right), said=_set(s.said, seat, numbers))
    if right:
        return replace(s, phase=OVER)
    turn, phase = (_following(s), _first_phase(s)) if seat == s.turn else (s.turn, s.phase)
    alive = tuple(other for other in s.alive if other != seat)
    return _or_over(replace(s, turn=turn, phase=phase, alive=alive))


def pass_turn(s: State) -> State:
    """Nothing to reveal, nothing to ask with (GF-14)."""
    return _or_over(replace(s, passed=(*s.passed, s.turn), turn=_following(s)))


def _or_over(s: State) -> State:
    """Over when one is left (GF-13), or when all who are left have passed (GF-14)."""
    over = len(s.alive) == 1 or all(seat in s.passed for seat in s.alive)
    return replace(s, phase=OVER) if over else s


def _following(s: State) -> Seat:
    """The next one alive, clockwise (GF-4, GF-12)."""
    return s.alive[(s.alive.index(s.turn) + 1) % len(s.alive)]


def _first_phase(s: State) -> Phase:
    """A turn begins with a reveal, if there is a reserve (GF-5, GF-14)."""
    return REVEAL if any(s.reserve) else ASK


def _set(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    return (*values[:place], value, *values[place + 1 :])


def _without(values: tuple[int, ...], value: int) -> tuple[int, ...]:
    place = values.index(value)
    return values[:place] + values[place + 1 :]


# ---------------------------------------------------------------- the dealer, and the end


def _draws(pile: tuple[int, ...]) -> list[Move]:
    return [_TILES[n] for n in pile]


def chance(s: State) -> Chance[Move] | None:
    """A fair deal (GF-2, GF-3, GF-4), then any tile of the colour that was asked for (GF-6)."""
    if s.wanted is not None:
        return Even(_draws(s.reserve[PLACE[s.wanted]]))
    return Drawn(lambda rng: _dealt(s, rng)) if s.phase == DEAL else None


def _dealt(s: State, rng: Random) -> Move:
    """One tile of each colour for everyone and for the middle, and a lot for who starts."""
    players = len(s.racks)
    by_colour = [take(BOX.of[colour], players + 1, rng) for colour in COLOURS]
    *racks, laid = zip(*by_colour, strict=True)
    first = s.options.first if s.options.first is not None else int(rng.random() * players)
    return Deal(tuple(map(tuple, racks)), tuple(laid), first)


def result(s: State) -> Result | None:
    """The one who was right, the last one left, or all who are left (GF-11, GF-13, GF-14)."""
    if s.phase != OVER:
        return None
    return Result((s.announced.index(True),) if True in s.announced else s.alive)


def safest(s: State, seat: Seat) -> Move | None:
    """What a clock that ran out does: reveal from the fullest colour, rank the oldest tile, or pass."""
    if seat != s.turn or not (listed := legal(s, seat)):
        return None
    if s.phase == REVEAL:
        return _REVEALS[max(range(len(s.reserve)), key=lambda place: len(s.reserve[place]))]
    return listed[0]
