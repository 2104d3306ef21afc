"""Bodies and answers of the HTTP API."""

from __future__ import annotations

from typing import Literal

import msgspec

from cinq.core.game import Sentence
from cinq.server.wire.kinds import Json, Part, Ref
from cinq.server.wire.outbound import Reveal
from cinq.table.events import ClockName, Level, Phase
from cinq.table.table import Code


class OptionInfo(Part, frozen=True):
    """One option of a game, for a form."""

    name: str
    kind: Literal["switch", "number", "choice", "seat", "other"]
    default: Json
    choices: tuple[Json, ...] = ()
    """Values that are known to be allowed; for a number, good ones to offer."""


class GameInfo(Part, frozen=True):
    """A game of the catalogue."""

    name: str
    title: str
    players: tuple[int, int]
    options: tuple[OptionInfo, ...]
    levels: tuple[Level, ...]
    minutes: tuple[int, int] | None = None
    """The shortest and longest usual game."""
    seats: int = 2
    """The chairs of a quick game against bots."""


class NewTable(Part, frozen=True, forbid_unknown_fields=True):
    """A table to be made. With `start` and a bot on every other chair the game begins at once.

    `chairs` is the number of chairs; `bots` levels are seated from the last chair down.
    An empty `name` makes a table whose maker only watches. A `nonce` given here is mixed in, but
    was given before the commitment was seen: to hold the host to its secret, make the table
    without `start` and say `start` with a `nonce` (docs/fairness.md).
    """

    game: str
    name: str = ""
    chairs: int | None = None
    options: dict[str, Json] = {}
    bots: tuple[Level, ...] = ()
    start: bool = False
    public: bool = False
    clock: ClockName = "none"
    coach: bool = False
    nonce: str = ""


class MadeTable(Part, frozen=True):
    """The table is made; keep the token, it is the chair."""

    table: str
    commitment: str
    seat: int | None = None
    token: str | None = None


class NewSeat(Part, frozen=True, forbid_unknown_fields=True):
    """Sit down by HTTP."""

    name: str
    seat: int | None = None


class NewAction(Part, frozen=True, forbid_unknown_fields=True):
    """Act by HTTP, as `act` on a socket; without a `ref` the server makes one up."""

    seq: int
    action: msgspec.Raw
    ref: Ref | None = None


new_action: msgspec.json.Decoder[NewAction] = msgspec.json.Decoder(NewAction)
"""Decodes the body of an action over HTTP; raises msgspec.DecodeError if it is malformed."""


class ListedTable(Part, frozen=True):
    """A public table in the list."""

    id: str
    game: str
    phase: Phase
    names: tuple[str, ...]
    open: int
    spectators: int
    since: float


class FinishedGame(Part, frozen=True):
    """A finished game in the list."""

    id: str
    game: str
    players: int
    names: tuple[str, ...]
    winners: tuple[int, ...]
    finished: float
    lines: int


class Frame(Part, frozen=True):
    """One moment of a replay: the line, its sentences, and the view after it. The first has no line."""

    view: Json
    views: tuple[Json, ...] = ()
    """Asked for `everything`: every seat's view, in order."""
    at: float = 0.0
    actor: int | Literal["dealer", "world"] | None = None
    action: Json = None
    story: tuple[Sentence, ...] = ()
    margin: float | None = None


class ReplayFacts(Part, frozen=True):
    """What a replay says once, beside its frames."""

    id: str
    game: str
    players: int
    names: tuple[str, ...]
    options: dict[str, Json]
    levels: tuple[Level | None, ...]
    """Of the bots; None for a person."""
    viewer: int | None
    result: Json
    reveal: Reveal
    falls: tuple[int, ...] = ()
    """The steps at which wood fell and `/api/falls/{id}/{step}` shows how."""
    open: bool = False
    """Whether the views have everything face up, seen by the viewer or not."""


class Replay(ReplayFacts, frozen=True, kw_only=True):
    """A finished game as one viewer saw it; `everything` gives each frame every seat's view."""

    frames: tuple[Frame, ...]


class CostlyMove(Part, frozen=True):
    """A move that could have been better: the replay's step before it, and by how much the chance fell."""

    step: int
    played: Json
    best: Json
    why: Sentence
    lost: float


class MoveReview(Part, frozen=True):
    """The moves of a seat that cost most, dearest first; `complete` unless the coach ran out of time."""

    id: str
    seat: int
    moves: tuple[CostlyMove, ...]
    complete: bool = True


class Verdict(Part, frozen=True):
    """Whether a finished game was dealt as promised."""

    ok: bool
    lines: int
    dealt: int
    problems: tuple[str, ...] = ()
    mixed: tuple[int, ...] = ()
    """The seats whose nonces took part in the dealing."""


class Problem(Part, frozen=True):
    """What HTTP answers where a socket would say `refused`."""

    code: Code
    message: str
    rule: str | None = None
