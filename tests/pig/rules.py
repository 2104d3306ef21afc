"""Pig, the rules. PG-3 and the like are paragraphs of RULES.md, beside this file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from msgspec.structs import replace

from cinq.core.chance import Chance, Even
from cinq.core.game import DEALER, WORLD, Action, Actor, Rule, Seat, Value, is_seat, no_open_choices
from cinq.core.game import Result as CoreResult

NAME = "pig"
TITLE = "Pig"
PLAYERS = range(2, 7)
"""PG-1."""
TURN, ROLLING, OVER = "turn", "rolling", "over"


class Options(Value, frozen=True):
    """What a table may agree on beforehand."""

    target: int = 100
    real: bool = False

    def __post_init__(self) -> None:
        if not 10 <= self.target <= 1_000:
            raise ValueError("target is 10 to 1,000")


class Throw(Action, frozen=True):
    """Throw the die (PG-2)."""


class Hold(Action, frozen=True):
    """Keep the points of the turn (PG-5)."""


class Die(Action, frozen=True):
    """The dealer, or the world where the die is real (PG-7): how the die fell."""

    face: int


Move: TypeAlias = Throw | Hold | Die
SEAT_ACTIONS: tuple[type[Action], ...] = (Throw, Hold)
DEALER_ACTIONS: tuple[type[Action], ...] = (Die,)
WORLD_ACTIONS: tuple[type[Action], ...] = (Die,)
FACES: tuple[Move, ...] = tuple(Die(face) for face in range(1, 7))


class State(Value, frozen=True):
    """The totals and the turn being played."""

    options: Options
    phase: str
    seat: Seat
    points: int
    scores: tuple[int, ...]
    face: int | None


class Result(CoreResult, frozen=True):
    """The first to reach the target wins (PG-6)."""

    scores: tuple[int, ...]


def start(players: int, options: Options) -> State:
    """Nobody has thrown; seat 0 starts (PG-1)."""
    if players not in PLAYERS:
        raise ValueError(f"Pig is for {PLAYERS[0]} to {PLAYERS[-1]} players, not {players}")
    return State(options, TURN, 0, 0, (0,) * players, None)


def actors(s: State) -> tuple[Actor, ...]:
    """The seat whose turn it is (PG-2), or the dealer or the world while the die rolls (PG-7)."""
    if s.phase == OVER:
        return ()
    if s.phase == TURN:
        return (s.seat,)
    return (WORLD,) if s.options.real else (DEALER,)


def refusal(s: State, actor: Actor, action: Move) -> Rule | None:
    """The rule that forbids this action now, if any: the one judge of legality."""
    if s.phase == OVER:
        return "PG-6"
    if actor not in actors(s) or isinstance(action, Die) == is_seat(actor):
        return "PG-2"
    match action:
        case Die(face):
            return None if 1 <= face <= 6 else "PG-1"
        case Hold():
            return None if s.points else "PG-5"
    return None


def legal(s: State, actor: Actor) -> Sequence[Move]:
    """Every action of this actor that `refusal` would let pass."""
    if actor not in actors(s):
        return ()
    if not is_seat(actor):
        return FACES
    return (Throw(), Hold()) if s.points else (Throw(),)


open_choices = no_open_choices


def apply(s: State, actor: Actor, action: Move) -> State:
    """What an allowed action changes."""
    match action:
        case Throw():
            return replace(s, phase=ROLLING)
        case Die(face):
            return land(s, face)
        case Hold():
            return hold(s)


def land(s: State, face: int) -> State:
    """A 1 loses the turn (PG-4), any other face counts (PG-3)."""
    if face == 1:
        return replace(s, phase=TURN, points=0, seat=_next(s), face=face)
    return replace(s, phase=TURN, points=s.points + face, face=face)


def hold(s: State) -> State:
    """The points are kept (PG-5); whoever reaches the target has won (PG-6)."""
    total = s.scores[s.seat] + s.points
    scores = (*s.scores[: s.seat], total, *s.scores[s.seat + 1 :])
    if total >= s.options.target:
        return replace(s, phase=OVER, points=0, scores=scores)
    return replace(s, phase=TURN, points=0, scores=scores, seat=_next(s))


def _next(s: State) -> Seat:
    return (s.seat + 1) % len(s.scores)


def chance(s: State) -> Chance[Move] | None:
    """A fair die while it rolls (PG-1); a real one is not chance (PG-7)."""
    return Even(FACES) if s.phase == ROLLING and not s.options.real else None


def result(s: State) -> Result | None:
    """The seat that reached the target (PG-6)."""
    return Result((s.seat,), s.scores) if s.phase == OVER else None


def safest(s: State, seat: Seat) -> Move | None:
    """What a clock that ran out does: hold if one may, else throw."""
    if s.phase != TURN or seat != s.seat:
        return None
    return Hold() if s.points else Throw()
