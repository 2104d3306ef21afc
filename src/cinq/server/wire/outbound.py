"""What the table says: `ToSeat`."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from cinq.core.game import Sentence
from cinq.server.wire.kinds import Json, Part, ToSeatMessage
from cinq.table.events import ClockName, Level, Phase
from cinq.table.table import Code

ChairKind: TypeAlias = Literal["open", "person", "bot"]


class Chair(Part, frozen=True):
    """A place at the table, and who is on it."""

    kind: ChairKind
    name: str = ""
    level: Level | None = None
    """A bot's level; for a person, that of the bot that keeps the chair while they are away."""
    ready: bool = False
    here: bool = False
    """Whether the person is connected now (a bot always is)."""
    kept: bool = False
    """Whether a bot plays for a person who is away."""
    mixed: bool = False
    """Whether the seat has given its nonce for the next (or present) game."""
    bot_in: int | None = None
    """Seconds until a bot plays for a person who was disconnected during a game."""


class Table(Part, frozen=True):
    """What everyone knows of a table apart from the game on it."""

    id: str
    game: str
    title: str
    options: dict[str, Json]
    phase: Phase
    chairs: tuple[Chair, ...]
    clock: ClockName
    commitment: str
    """SHA-256 of the secret that the next (or present) game is dealt from."""
    host: int | None = None
    public: bool = False
    coach: bool = False
    paused: bool = False
    paused_by: int | None = None
    round: int = 0
    """How many games were begun here."""
    spectators: int = 0
    free_text: bool = True
    """Whether `chat` is allowed now, or only set phrases."""


class Clock(Part, frozen=True):
    """A clock that runs: seconds left of this decision, then of the bank."""

    seat: int
    left: float
    bank: float


class RedactedLine(Part, frozen=True):
    """One line of the game as this viewer may read it, and the sentences it makes."""

    seq: int
    actor: int | Literal["dealer", "world"]
    action: Json
    story: tuple[Sentence, ...] = ()
    margin: float | None = None
    """A race: how many seconds this claim was ahead of the next."""


class Reveal(Part, frozen=True):
    """What is shown when a game is over: its id, and all that its dealing followed from."""

    game: str
    secret: str
    commitment: str
    nonces: tuple[str, ...]
    sight: Json = None
    """5 Millimètres: true lengths beside what each seat saw."""


class Sync(ToSeatMessage, frozen=True):
    """Everything a viewer may know now."""

    seq: int
    table: Table
    you: int | None = None
    """The viewer's seat; null for a spectator."""
    view: Json = None
    """Null before the first game."""
    menu: tuple[Json, ...] = ()
    more: bool = False
    """The menu is too long to be pushed: `ask_menu` brings it."""
    take_back: bool = False
    """Whether `take_back` would undo the viewer's last action."""
    to_act: tuple[int | Literal["dealer", "world"], ...] = ()
    must_act: tuple[int, ...] = ()
    """Those whom the game waits for; the others in `to_act` may act out of turn."""
    result: Json = None
    clocks: tuple[Clock, ...] = ()
    history: tuple[RedactedLine, ...] = ()
    reveal: Reveal | None = None
    chain: str = ""
    """The chain of all lines so far, its first 128 bits (docs/fairness.md); empty before the first game."""


class Update(ToSeatMessage, frozen=True):
    """One or more lines of the game. `changes` are the fields of the view that are new."""

    after: int
    seq: int
    lines: tuple[RedactedLine, ...]
    chain: str
    """The chain of all lines so far, its first 128 bits; the same for every viewer (docs/fairness.md)."""
    changes: dict[str, Json] = {}
    menu: tuple[Json, ...] = ()
    more: bool = False
    take_back: bool = False
    to_act: tuple[int | Literal["dealer", "world"], ...] = ()
    must_act: tuple[int, ...] = ()
    result: Json = None
    clocks: tuple[Clock, ...] = ()
    reveal: Reveal | None = None
    ref: str | None = None
    """This viewer's own action, done."""


class Changed(ToSeatMessage, frozen=True):
    """The table changed: somebody sat, left, was ready, set something, paused."""

    after: int
    seq: int
    what: str
    """opened, sat, staffed, vacated, configured, readied, mixed, handed_on, paused, resumed,
    reopened, took_back, closed"""
    table: Table
    seat: int | None = None
    ref: str | None = None


class Said(ToSeatMessage, frozen=True):
    """Somebody said something."""

    after: int
    seq: int
    name: str
    seat: int | None = None
    phrase: str | None = None
    text: str | None = None
    ref: str | None = None


class Skip(ToSeatMessage, frozen=True):
    """Something happened that this viewer may not know."""

    after: int
    seq: int


class Presence(ToSeatMessage, frozen=True):
    """Who is here now."""

    chairs: tuple[Chair, ...]
    spectators: int = 0


class Seated(ToSeatMessage, frozen=True):
    """The answer to `sit`: keep the token, it is the chair."""

    table: str
    seat: int
    token: str
    ref: str | None = None


class Done(ToSeatMessage, frozen=True):
    """Done, or done before: the answer where nothing else carries the `ref`."""

    seq: int
    ref: str | None = None


class Refused(ToSeatMessage, frozen=True):
    """Not done, and why."""

    code: Code
    message: str
    rule: str | None = None
    ref: str | None = None
    seq: int | UnsetType = UNSET
    """Where the table stands."""


class Held(ToSeatMessage, frozen=True):
    """Heard, and waiting: for rivals of a claim, or for the others' chance to answer (OM-18)."""

    seconds: float
    ref: str | None = None


class Menu(ToSeatMessage, frozen=True):
    """The answer to `ask_menu`."""

    seq: int
    menu: tuple[Json, ...]
    ref: str | None = None


class Hint(ToSeatMessage, frozen=True):
    """The answer to `ask_hint`; null where there is nothing to decide."""

    seq: int
    hint: Json = None
    ref: str | None = None


class Spot(Part, frozen=True):
    """A place where the piece in hand would stand (metres, radians); `margin`: how far from tipping."""

    x: float
    y: float
    on: float
    yaw: float
    position: str
    margin: float


class Spots(ToSeatMessage, frozen=True):
    """The answer to `ask_spots`, the firmest first; empty where there is none."""

    spots: tuple[Spot, ...] = ()


class Ping(ToSeatMessage, frozen=True):
    """To be answered at once by `pong` with the same id."""

    id: int


class Bye(ToSeatMessage, frozen=True):
    """The last message before the socket is closed. `again`: seconds after which to come back."""

    why: str
    again: float | None = None


ToSeat: TypeAlias = (
    Sync
    | Update
    | Changed
    | Said
    | Skip
    | Presence
    | Seated
    | Done
    | Refused
    | Held
    | Menu
    | Hint
    | Spots
    | Ping
    | Bye
)

encode = msgspec.json.Encoder().encode
