"""What a game is: a module of pure functions over frozen values.

Owns the vocabulary (seats, actors, actions, refusals) and the checked `step`.
Must never know randomness, time, sockets, disk, or any one game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, Literal, Protocol, TypeAlias, TypeVar, dataclass_transform

import msgspec

from cinq.core.chance import Chance, Random

Seat: TypeAlias = int
"""A place at the table: 0, 1, 2, … clockwise."""
Nature: TypeAlias = Literal["dealer", "world"]
Actor: TypeAlias = int | Nature
"""Whoever writes a line of the log."""
Rule: TypeAlias = str
"""A paragraph of a rule ledger, such as `DM-8`."""

DEALER: Final = "dealer"
"""The actor of every random event."""
WORLD: Final = "world"
"""The actor of every physical event."""


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A frozen value with tuples inside. Values hold no cycles: `gc=False` keeps them from the collector."""


def wire_name(class_name: str) -> str:
    """The wire name of an action: `TakeOver` is `take_over`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", class_name).lower()


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Action(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False, tag_field="type", tag=wire_name
):
    """One thing an actor does: a line of the log. On the wire an object with a `type`."""


class OpenChoice(Value, frozen=True):
    """A choice with too many actions to list: a template in the menu that the player fills in."""

    def sample(self, rng: Random) -> Action:
        """One action that fits this template."""
        raise NotImplementedError


class Result(Value, frozen=True):
    """How a game ended; games add their own fields."""

    winners: tuple[Seat, ...]


class Sentence(Value, frozen=True):
    """One sentence of the story before translation: a message id and its arguments.

    The arguments `who` and `whom` are seats (or tuples of seats) and become names; others are
    printed as they are.
    """

    id: str
    args: dict[str, int | float | str | tuple[int, ...]] = {}


class Illegal(Exception):
    """A rule forbids the action now."""

    def __init__(self, rule: Rule) -> None:
        super().__init__(rule)
        self.rule = rule


S = TypeVar("S", bound=Value)
"""A game's State."""
A = TypeVar("A", bound=Action)
"""A game's Move: the union of all its actions."""
O_contra = TypeVar("O_contra", bound=Value, contravariant=True)
"""A game's Options."""
V = TypeVar("V", bound=Value)
"""A game's View."""


class Game(Protocol[S, A, O_contra, V]):
    """The protocol that a game's package satisfies, as a module."""

    NAME: str
    """The name on the wire and the command line, such as `dix-mille`."""
    TITLE: str
    """The French title, as on the box."""
    PLAYERS: range
    """How many may play (the widest case: `start` refuses what the options do not allow)."""
    SEAT_ACTIONS: tuple[type[Action], ...]
    DEALER_ACTIONS: tuple[type[Action], ...]
    WORLD_ACTIONS: tuple[type[Action], ...]

    @property
    def Options(self) -> type[Value]: ...  # noqa: N802  (a class, named like one)

    def start(self, players: int, options: O_contra) -> S:
        """The table before anything has happened. ValueError says which number or option is wrong."""

    def actors(self, s: S) -> tuple[Actor, ...]:
        """Who may act now, seats ascending; empty when the game is over."""

    def refusal(self, s: S, actor: Actor, action: A) -> Rule | None:
        """The rule that forbids this action now, if any: the one judge of legality."""

    def legal(self, s: S, actor: Actor) -> Sequence[A]:
        """Every allowed action that can be listed."""

    def open_choices(self, s: S, actor: Actor) -> Sequence[OpenChoice]:
        """Templates for the allowed actions that are too many to list."""

    def apply(self, s: S, actor: Actor, action: A) -> S:
        """What an allowed action changes. Trusts its input."""

    def chance(self, s: S) -> Chance[A] | None:
        """What the dealer (or the world, where it is chance) may say now; None if it owes no such line."""

    def result(self, s: S) -> Result | None:
        """Who won, once the game is over."""

    def view(self, s: S, seat: Seat | None) -> V:
        """What a seat, or a spectator (None), may know."""

    def seen(self, s: S, seat: Seat | None, actor: Actor, action: A) -> Value | Action:
        """A line, made in state `s`, as this seat may read it."""

    def worlds(self, s: S, seat: Seat | None, rng: Random) -> Iterator[S]:
        """States that differ from `s` only in what this seat may not know; may be endless."""

    def story(self, before: V, after: V) -> list[Sentence]:
        """What changed between two views of one viewer, so that it cannot tell more than they do."""

    def safest(self, s: S, seat: Seat) -> A | None:
        """What a clock that ran out does for this seat; None where it need not act."""


AnyGame: TypeAlias = Game[Value, Action, Value, Value]
"""Any game."""


def step(game: Game[S, A, O_contra, V], s: S, actor: Actor, action: A) -> S:
    """`apply`, checked: what a table calls. Raises Illegal and changes nothing if a rule forbids it."""
    if rule := game.refusal(s, actor, action):
        raise Illegal(rule)
    return game.apply(s, actor, action)


def menu(game: Game[S, A, O_contra, V], s: S, actor: Actor) -> list[Value | Action]:
    """Everything this actor may do now: listed actions, then templates."""
    return [*game.legal(s, actor), *game.open_choices(s, actor)]


def no_open_choices(s: Value, actor: Actor) -> tuple[OpenChoice, ...]:
    """`open_choices` of a game that lists every action."""
    return ()


def seen_by_all(s: Value, seat: Seat | None, actor: Actor, action: A) -> A:
    """`seen` of a game that hides nothing."""
    return action


def one_world(s: S, seat: Seat | None, rng: Random) -> Iterator[S]:
    """`worlds` of a game that hides nothing: the state itself."""
    yield s


def nothing_hidden(game: AnyGame) -> bool:
    """Whether every viewer sees the same of this game."""
    return game.worlds is one_world


def is_seat(actor: Actor) -> bool:
    """Whether the actor is a seat, not the dealer nor the world."""
    return actor not in (DEALER, WORLD)
