"""Dix Mille, the rules. DM-8 and the like are paragraphs of RULES.md, beside this file.

A hand is a string of throws: the seat says Throw, the dealer says how the Dice
fell, and so on until the seat says Bank or a throw wins nothing. Nothing is hidden.
Owns all of the game; must never know randomness, time, disk or another game.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import Final, TypeAlias, TypeVar, overload

from msgspec.structs import replace

from cinq.core.chance import Chance, Even
from cinq.core.game import DEALER, Action, Actor, Rule, Seat, Value, no_open_choices
from cinq.core.game import Result as CoreResult

T = TypeVar("T")

NAME = "dix-mille"
TITLE = "Dix Mille"
PLAYERS = range(2, 9)
"""DM-1."""
DICE, FACES = 5, 6

OPENING, TURN, ROLLING, OVER = "opening", "turn", "rolling", "over"
"""The phases; ROLLING is a turn with its dice in the air."""


class Options(Value, frozen=True):
    """What a table may agree on beforehand."""

    target: int = 10_000
    minimum: int = 300
    entry: bool = True
    zeros: bool = True
    takeover: bool = True
    topinambour: bool = True
    entry_offer: bool = False

    def __post_init__(self) -> None:
        if self.target % 50 or not 1_000 <= self.target <= 20_000:
            raise ValueError("target is a multiple of 50 from 1,000 to 20,000")
        if self.minimum % 50 or not 50 <= self.minimum <= 1_000:
            raise ValueError("minimum is a multiple of 50 from 50 to 1,000")


class Throw(Action, frozen=True):
    """Throw the dice that have not won; announce Topinambour first if you wish (DM-21)."""

    topinambour: bool = False


class Bank(Action, frozen=True):
    """Keep the hand's points and pass the turn (DM-12)."""


class TakeOver(Action, frozen=True):
    """Go on with the hand that was just banked (DM-14)."""


class Dice(Action, frozen=True):
    """The dealer: how the dice fell."""

    values: tuple[int, ...]


Move: TypeAlias = Throw | Bank | TakeOver | Dice
SEAT_ACTIONS: tuple[type[Action], ...] = (Throw, Bank, TakeOver)
DEALER_ACTIONS: tuple[type[Action], ...] = (Dice,)
WORLD_ACTIONS: tuple[type[Action], ...] = ()


class Offer(Value, frozen=True):
    """A banked hand that the next player may take over (DM-14)."""

    points: int
    dice: int


class Fall(Value, frozen=True):
    """How a throw fell and what it won."""

    faces: tuple[int, ...]
    counted: tuple[int, ...]
    points: int
    winners: tuple[int, ...]


class State(Value, frozen=True):
    """The score sheet and the hand being played."""

    options: Options
    phase: str
    seat: Seat
    points: int
    """At risk in this hand."""
    dice: int
    """How many would be thrown next."""
    thrown: bool
    """Whether the seat has thrown in this turn."""
    announced: bool
    offer: Offer | None
    scores: tuple[int, ...]
    entered: tuple[bool, ...]
    zeros: tuple[int, ...]
    first: Seat | None
    contenders: tuple[Seat, ...]
    last_throw: Fall | None


class Result(CoreResult, frozen=True):
    """The highest total wins (DM-20)."""

    scores: tuple[int, ...]


# ---------------------------------------------------------------- the table before the first die


def start(players: int, options: Options) -> State:
    """Everyone is about to throw one die (DM-1, DM-2)."""
    if players not in PLAYERS:
        raise ValueError(f"Dix Mille is for {PLAYERS[0]} to {PLAYERS[-1]} players, not {players}")
    return State(
        options=options,
        phase=OPENING,
        seat=0,
        points=0,
        dice=DICE,
        thrown=False,
        announced=False,
        offer=None,
        scores=(0,) * players,
        entered=(not options.entry,) * players,
        zeros=(0,) * players,
        first=None,
        contenders=tuple(range(players)),
        last_throw=None,
    )


# ---------------------------------------------------------------- who may do what


def actors(s: State) -> tuple[Actor, ...]:
    """The seat whose turn it is, or the dealer while dice are in the air (DM-3)."""
    phase = s.phase
    if phase == TURN:
        return (s.seat,)
    return () if phase == OVER else (DEALER,)


def refusal(s: State, actor: Actor, action: Move) -> Rule | None:
    """The rule that forbids this action now, if any: the one judge of legality."""
    if s.phase == OVER:
        return "DM-19"
    if actor not in actors(s) or isinstance(action, Dice) != (actor == DEALER):
        return "DM-3"
    match action:
        case Dice():
            return _refused_dice(s, action.values)
        case Throw():
            return "DM-21" if action.topinambour and not s.options.topinambour else None
        case TakeOver():
            return "DM-14" if s.offer is None else None
        case Bank():
            return _refused_bank(s)


def _refused_dice(s: State, values: tuple[int, ...]) -> Rule | None:
    """One die a contender in the opening (DM-2), else all that have not won (DM-4); faces 1 to 6 (DM-1)."""
    if len(values) != _in_the_air(s):
        return "DM-2" if s.phase == OPENING else "DM-4"
    return None if min(values) >= 1 and max(values) <= FACES else "DM-1"


def _refused_bank(s: State) -> Rule | None:
    """Not before a throw of one's own (DM-14), and not too little (DM-10)."""
    if s.points and not s.thrown:
        return "DM-14"
    return None if can_bank(s) else "DM-10"


def can_bank(s: State) -> bool:
    """A hand can be kept from the minimum on, after a throw (DM-10, DM-14)."""
    return s.phase == TURN and s.thrown and s.points >= s.options.minimum


_Menus: TypeAlias = dict[bool, tuple[Move, ...]]
_THROWS: _Menus = {False: (Throw(),), True: (Throw(), Throw(topinambour=True))}
_WITH_BANK: _Menus = {allowed: (*throws, Bank()) for allowed, throws in _THROWS.items()}
_WITH_OFFER: _Menus = {allowed: (*throws, TakeOver()) for allowed, throws in _THROWS.items()}


def legal(s: State, actor: Actor) -> Sequence[Move]:
    """Every action of this actor that `refusal` would let pass; an opening of six or more dice aside."""
    if actor == DEALER:
        listed = s.phase in (OPENING, ROLLING) and _in_the_air(s) <= DICE
        return falls(_in_the_air(s)) if listed else ()
    if s.phase != TURN or actor != s.seat:
        return ()
    if s.thrown and s.points >= s.options.minimum:
        return _WITH_BANK[s.options.topinambour]
    return (_THROWS if s.offer is None else _WITH_OFFER)[s.options.topinambour]


open_choices = no_open_choices


class OpenDice(Value, frozen=True, tag_field="type", tag="dice"):
    """The template of a throw: so many dice, each with a face from one to six (DM-1)."""

    values: dict[str, int]


def open_lines(s: State, actor: Actor) -> tuple[OpenDice, ...]:
    """The dealer's lines that are too many to list: an opening of six dice or more (DM-2)."""
    if actor != DEALER or s.phase != OPENING or len(s.contenders) <= DICE:
        return ()
    return (OpenDice({"count": len(s.contenders), "from": 1, "to": FACES}),)


# ---------------------------------------------------------------- what an action changes


def apply(s: State, actor: Actor, action: Move) -> State:
    """What an allowed action changes; a table of contents, most frequent line first."""
    match action:
        case Dice(values):
            return open_game(s, values) if s.phase == OPENING else land(s, values)
        case Throw(topinambour):
            return replace(s, phase=ROLLING, announced=topinambour, offer=None)
        case Bank():
            return bank(s)
        case TakeOver():
            return take_over(s)


def open_game(s: State, values: tuple[int, ...]) -> State:
    """The lowest die starts; those tied for lowest throw again (DM-2)."""
    lowest = min(values)
    tied = tuple(seat for seat, face in zip(s.contenders, values, strict=True) if face == lowest)
    if len(tied) > 1:
        return replace(s, contenders=tied)
    return replace(s, phase=TURN, seat=tied[0], first=tied[0], contenders=())


def land(s: State, faces: tuple[int, ...]) -> State:
    """Winning dice stay and score; a throw without any loses the hand (DM-4, DM-5)."""
    fall = fallen(faces, s.announced)
    if not fall.points:
        return lose(replace(s, last_throw=fall))
    return replace(
        s,
        phase=TURN,
        points=s.points + fall.points,
        dice=s.dice - len(fall.winners) or DICE,  # all five have won: take them all up (DM-6)
        thrown=True,
        announced=False,
        last_throw=fall,
    )


def fallen(faces: tuple[int, ...], topinambour: bool) -> Fall:
    """What a throw is worth, each die turned over if Topinambour was announced (DM-21).

    >>> fallen((1, 2, 6), True).points
    150
    """
    counted = tuple(7 - face for face in faces) if topinambour else faces
    points, winners = worth(counted)
    return Fall(faces, counted, points, winners)


class _Worths(dict[tuple[int, ...], tuple[int, tuple[int, ...]]]):
    """Points and positions of the winning dice, by throw (DM-7, DM-8, DM-9).

    All throws of as many dice at once, when the first is asked for: memory grows no further.

    >>> worth((3, 5, 4, 3, 3)), worth((5, 5, 5, 2))
    ((350, (0, 1, 3, 4)), (150, (0, 1, 2)))
    """

    def __missing__(self, faces: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        self.update((fall.values, _worth(fall.values)) for fall in falls(len(faces)))
        return self.get(faces) or _worth(faces)


WORTHS: Final = _Worths()
worth: Final = WORTHS.__getitem__


def _worth(faces: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    combination = _of_five(faces) if len(faces) == DICE else None
    return _score(*(combination or _singles(faces, range(len(faces)))))


@cache
def _score(points: int, winners: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """A score; equal ones are one object."""
    return points, winners


def _of_five(faces: tuple[int, ...]) -> tuple[int, tuple[int, ...]] | None:
    """Straights, five alike and triples: only in a throw of five (DM-8)."""
    everything = tuple(range(DICE))
    if sorted(faces) == [1, 2, 3, 4, 5]:
        return 300, everything
    if sorted(faces) == [2, 3, 4, 5, 6]:
        return 500, everything
    for face in range(1, 7):
        if faces.count(face) == DICE:
            return (10_000 if face == 1 else 1_000 * face), everything
        if faces.count(face) >= 3:
            return _triple(faces, face)
    return None


def _triple(faces: tuple[int, ...], face: int) -> tuple[int, tuple[int, ...]]:
    """Three alike, and what lies beside them by DM-7 (DM-8)."""
    three = [i for i, f in enumerate(faces) if f == face][:3]
    beside, singles = _singles(faces, [i for i in range(DICE) if i not in three])
    return (1_000 if face == 1 else 100 * face) + beside, tuple(sorted((*three, *singles)))


def _singles(faces: tuple[int, ...], places: Sequence[int]) -> tuple[int, tuple[int, ...]]:
    """A 1 is worth 100, a 5 is worth 50 (DM-7)."""
    won = tuple(i for i in places if faces[i] in (1, 5))
    return sum(100 if faces[i] == 1 else 50 for i in won), won


def lose(s: State) -> State:
    """The hand is gone, and is a zero after entry (DM-5, DM-13, DM-15)."""
    seat, options = s.seat, s.options
    if not (options.zeros and s.entered[seat]):
        return pass_turn(s)
    count = s.zeros[seat] + 1
    if count < 3:
        return pass_turn(replace(s, zeros=_set(s.zeros, seat, count)))
    scores = _set(s.scores, seat, s.scores[seat] - 500)
    return pass_turn(replace(s, zeros=_set(s.zeros, seat, 0), scores=scores))


def bank(s: State) -> State:
    """The hand is kept, or gives the right to score (DM-11, DM-12, DM-17, DM-18)."""
    seat, options = s.seat, s.options
    left = Offer(s.points, s.dice) if options.takeover else None
    if s.entered[seat]:
        return pass_turn(s, left, _set(s.scores, seat, s.scores[seat] + s.points))
    entered = _set(s.entered, seat, True)
    return pass_turn(replace(s, entered=entered), left if options.entry_offer else None)


def take_over(s: State) -> State:
    """Start from the banked hand's points, with its dice (DM-14, DM-16)."""
    assert s.offer is not None
    return replace(s, points=s.offer.points, dice=s.offer.dice, offer=None)


def pass_turn(s: State, offer: Offer | None = None, scores: tuple[int, ...] | None = None) -> State:
    """Clockwise (DM-3); over when the round in which the target was reached is (DM-19)."""
    scores = s.scores if scores is None else scores
    following = (s.seat + 1) % len(scores)
    over = following == s.first and max(scores) >= s.options.target
    return replace(
        s,
        phase=OVER if over else TURN,
        seat=following,
        points=0,
        dice=DICE,
        thrown=False,
        announced=False,
        offer=None if over else offer,
        scores=scores,
    )


def _set(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


# ---------------------------------------------------------------- the dealer, and the end


class Falls(Sequence[Dice]):
    """Every way that many dice can fall, made when it is looked at: eight dice have 1,679,616.

    >>> Falls(8)[6**8 - 2]
    Dice(values=(6, 6, 6, 6, 6, 6, 6, 5))
    """

    __slots__ = ("dice",)

    def __init__(self, dice: int) -> None:
        self.dice = dice

    def __len__(self) -> int:
        return int(FACES**self.dice)

    @overload
    def __getitem__(self, index: int) -> Dice: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Dice]: ...
    def __getitem__(self, index: int | slice) -> Dice | Sequence[Dice]:
        if isinstance(index, slice):
            return [self[i] for i in range(len(self))[index]]
        which = range(len(self))[index]
        return Dice(tuple([which // FACES**die % FACES + 1 for die in reversed(range(self.dice))]))


@cache
def falls(dice: int) -> Sequence[Dice]:
    """Every way that many dice can fall: a throw of the game as a list, a long opening unlisted (DM-2)."""
    return tuple(map(Dice, product(range(1, 7), repeat=dice))) if dice <= DICE else Falls(dice)


@cache
def _fair(dice: int) -> Even[Move]:
    return Even(falls(dice))


def chance(s: State) -> Chance[Move] | None:
    """Fair dice: one a contender in the opening (DM-2), else all that have not won (DM-4)."""
    if s.phase == ROLLING:
        return _fair(s.dice)
    return _fair(len(s.contenders)) if s.phase == OPENING else None


def _in_the_air(s: State) -> int:
    return len(s.contenders) if s.phase == OPENING else s.dice


def result(s: State) -> Result | None:
    """The highest total wins; equal totals share (DM-20)."""
    if s.phase != OVER:
        return None
    best = max(s.scores)
    return Result(tuple(seat for seat, score in enumerate(s.scores) if score == best), s.scores)


def safest(s: State, seat: Seat) -> Move | None:
    """What a clock that ran out does: keep the hand if one may, else throw on."""
    if s.phase != TURN or seat != s.seat:
        return None
    return Bank() if can_bank(s) else Throw()
