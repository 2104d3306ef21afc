"""A game on a table: its state, the steps that led there, and a start that waits for nonces."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, cast

import msgspec

from cinq.core.fairness import Chain
from cinq.core.game import Action, Actor, AnyGame, Value
from cinq.core.log import Line
from cinq.core.observe import Transition
from cinq.table import clocks
from cinq.table.events import Event


class Step(Value, frozen=True):
    """Something that happened, with the game before and after it.

    The step of a `Played` event satisfies `core.observe.Transition`.
    """

    seq: int
    at: float
    event: Event
    actor: Actor | None
    action: Action | None
    before: Value | None
    after: Value | None
    chain: bytes = b""
    """The chain of the game's lines after it; empty before the first game."""


def line_steps(steps: Iterable[Step]) -> Iterable[Transition]:
    """The same steps as lines of the game. Only of `Played` events."""
    return cast(Iterable[Transition], steps)


class Match:
    """A game being played: its state, and what the table must know besides."""

    __slots__ = (
        "began",
        "chain",
        "clocks",
        "first_seq",
        "line_seq",
        "lines",
        "names",
        "nonces",
        "players",
        "shown",
        "state",
        "who",
    )

    def __init__(
        self,
        state: Value,
        who: tuple[Actor, ...],
        players: int,
        began: float,
        nonces: tuple[str, ...],
        chain: Chain,
    ) -> None:
        self.state = state
        self.who = who
        """Who may act now."""
        self.players = players
        self.began = began
        self.nonces = nonces
        self.chain = chain
        self.lines = 0
        self.first_seq = 0
        """The number of the event with which it began."""
        self.line_seq = 0
        """The number of the last line: an action that answers an older one is stale."""
        self.shown = began
        """When the last race began: when `live.watched_field` changed last."""
        self.clocks: clocks.Clocks | None = None
        self.names: tuple[str, ...] = ()


class PendingStart(NamedTuple):
    """A game that is to begin as soon as every seat in `Table.mixing` has given its nonce."""

    until: float
    """When it begins without the missing nonces."""
    forced: bool
    """Whether the host began it; else it begins only while everyone is ready."""
    ref: str | None


def count_lines(steps: Iterable[Step]) -> int:
    """How many of these steps are lines of the game."""
    count = 0
    for step in steps:  # a plain loop: on the path of every move
        if step.actor is not None:
            count += 1
    return count


def log_line(began: float, at: float, actor: Actor, action: Action) -> Line:
    """A line of a game that began at `began`, as it is written into the game's log: to the millisecond."""
    return Line(round((at - began) * 1000) / 1000, actor, action)


def public_field(game: AnyGame, s: Value, field: str) -> object:
    """A field of the view that everyone has."""
    return getattr(game.view(s, None), field)


def read_options(game: AnyGame, options: dict[str, Any]) -> Value:
    """Decode a game's options from JSON values, as strictly as the wire. Raises ValueError."""
    raw = msgspec.json.encode(options)
    try:
        return msgspec.json.decode(raw, type=game.Options)
    except msgspec.DecodeError as error:
        raise ValueError(str(error)) from None
