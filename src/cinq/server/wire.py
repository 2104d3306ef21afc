"""The wire: every message, both directions. The page's `wire.ts` is generated from this file.

A message is a JSON object with a `type`. What a browser or a program may say is
`FromSeat`; what the table answers and tells is `ToSeat`. A game's own actions and views
travel inside as they are (`action`, `view`, `changes`, `menu`): their types belong to the
games. A field that has its default value is left out.

Numbers: everything that happens at a table has a number, 1, 2, 3, … without a gap for
any viewer. `sync` brings a viewer to number `seq`; every numbered message after it says
`after` (the number it follows) and `seq` (the number it leads to). What a viewer may not
see is a `skip`. Messages without a number (`presence`, `ping`, answers) can be lost
without harm.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from cinq.core.game import Sentence, wire_name
from cinq.table.events import ClockName, Level, Phase

Json: TypeAlias = Any
"""A value whose type belongs to a game."""


class FromSeatMessage(
    msgspec.Struct,
    frozen=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    tag_field="type",
    tag=wire_name,
    gc=False,
):
    """Something a person or a program says. `ref` comes back with its answer."""


class ToSeatMessage(
    msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", tag=wire_name, gc=False
):
    """Something the table says."""


class Part(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A part of a message."""


# ---------------------------------------------------------------- what is said to the table


class Hello(FromSeatMessage, frozen=True):
    """The first message on a socket: which table, who, and what number is already known.

    Without a token one watches. `last` asks for what was missed since that number.
    `mixes`: this client answers every new commitment with a `nonce`, so a start waits for it.
    May be said again on the same socket, after sitting down elsewhere for instance.
    """

    table: str
    token: str | None = None
    last: int | None = None
    name: str = ""
    mixes: bool = False


class Sit(FromSeatMessage, frozen=True):
    """Take an open chair (any, or this one); answered by `seated`, with the chair's token."""

    name: str
    seat: int | None = None
    ref: str | None = None


class Leave(FromSeatMessage, frozen=True):
    """Get up. In a game a bot plays on, until one says hello again with the same token."""

    ref: str | None = None


class Ready(FromSeatMessage, frozen=True):
    """Ready to begin; when every chair is taken and everyone ready, the game begins."""

    ready: bool = True
    ref: str | None = None


class Nonce(FromSeatMessage, frozen=True):
    """A seat's own share of the shuffle, given before the game begins and after its commitment was seen.

    With `commitment` it counts for that one only: refused as stale if the table has another.
    """

    nonce: str
    commitment: str | None = None
    ref: str | None = None


class Configure(FromSeatMessage, frozen=True):
    """The host changes the table before a game: only the named things."""

    options: dict[str, Json] | None = None
    chairs: int | None = None
    clock: ClockName | None = None
    public: bool | None = None
    coach: bool | None = None
    ref: str | None = None


class SeatBot(FromSeatMessage, frozen=True):
    """The host puts a bot on a chair that no person sits on."""

    seat: int
    level: Level = "regular"
    ref: str | None = None


class OpenSeat(FromSeatMessage, frozen=True):
    """The host frees a chair: takes the bot away, or asks a person to get up, before a game."""

    seat: int
    ref: str | None = None


class HandOn(FromSeatMessage, frozen=True):
    """The host makes another person host."""

    seat: int
    ref: str | None = None


class Start(FromSeatMessage, frozen=True):
    """The host begins; `fill` sets bots of that level on the open chairs, `nonce` is the host's own."""

    fill: Level | None = None
    nonce: str | None = None
    commitment: str | None = None
    """The one that `nonce` answers."""
    ref: str | None = None


class Act(FromSeatMessage, frozen=True):
    """One item of the menu, or a filled-in template. `seq` is the number of the view it answers."""

    seq: int
    action: msgspec.Raw
    ref: str | None = None


class TakeBack(FromSeatMessage, frozen=True):
    """Undo one's own last action: only where nobody acted and nothing was revealed since."""

    ref: str | None = None


class Pause(FromSeatMessage, frozen=True):
    """Stop the clocks and the game, or go on."""

    paused: bool = True
    ref: str | None = None


class Rematch(FromSeatMessage, frozen=True):
    """After a game: the same chairs again, dealt from a new secret. One who says it is ready."""

    ref: str | None = None


class Say(FromSeatMessage, frozen=True):
    """One of the set phrases, allowed at any time."""

    phrase: str
    ref: str | None = None


class Chat(FromSeatMessage, frozen=True):
    """A short free text, where the game allows it."""

    text: str
    ref: str | None = None


class Mute(FromSeatMessage, frozen=True):
    """Hear no more of a seat (`seat` null: of spectators)."""

    seat: int | None = None
    muted: bool = True
    ref: str | None = None


class AskMenu(FromSeatMessage, frozen=True):
    """The whole menu, where an update said `more`."""

    ref: str | None = None


class AskHint(FromSeatMessage, frozen=True):
    """What the coach would do: only against bots, at a table with a coach."""

    ref: str | None = None


class AskSync(FromSeatMessage, frozen=True):
    """Everything again."""

    ref: str | None = None


class Hand(FromSeatMessage, frozen=True):
    """The hand of Au doigt & à l'œil: where it is, how it is turned, whether it lets go.

    `at` in metres, `turn` a quaternion (w, x, y, z), `time` the page's own clock in
    seconds. Not answered: what it does is seen in the world's frames.
    """

    at: tuple[float, float, float]
    turn: tuple[float, float, float, float] | None = None
    release: bool = False
    time: float = 0.0


class AskSpots(FromSeatMessage, frozen=True):
    """Where could the piece in hand be laid? For those who choose from a list instead of pointing."""


class Lay(FromSeatMessage, frozen=True):
    """Lay the piece in hand on a spot of that list, so far off in metres (x, y): how steady one was."""

    spot: int
    off: tuple[float, float] = (0.0, 0.0)


class Pong(FromSeatMessage, frozen=True):
    """The answer to `ping`, at once: how a slow line is kept from being a handicap."""

    id: int


FromSeat: TypeAlias = (
    Hello
    | Sit
    | Leave
    | Ready
    | Nonce
    | Configure
    | SeatBot
    | OpenSeat
    | HandOn
    | Start
    | Act
    | TakeBack
    | Pause
    | Rematch
    | Say
    | Chat
    | Mute
    | AskMenu
    | AskHint
    | AskSync
    | Hand
    | AskSpots
    | Lay
    | Pong
)

# ---------------------------------------------------------------- what the table says

ChairKind: TypeAlias = Literal["open", "person", "bot"]
Code: TypeAlias = Literal[
    "malformed", "stale", "illegal", "forbidden", "unknown", "limited", "paused", "over", "unavailable"
]
"""Why something was refused: *malformed* did not decode; *stale* was made against an older
number; *illegal* breaks the rule named; *forbidden* is not this person's to say; *unknown*
names nothing there is; *limited* came too often or is too much; *paused* and *over* say so;
*unavailable* cannot be done here now."""


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
    """The chain of all lines so far (docs/fairness.md); empty before the first game."""


class Update(ToSeatMessage, frozen=True):
    """One or more lines of the game. `changes` are the fields of the view that are new."""

    after: int
    seq: int
    lines: tuple[RedactedLine, ...]
    chain: str
    """The chain of all lines so far, the same for every viewer (docs/fairness.md)."""
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
    """The last message before the socket is closed. `again`: come back in so many seconds."""

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

from_seat: msgspec.json.Decoder[FromSeat] = msgspec.json.Decoder(FromSeat)
"""Decodes what a browser says; raises msgspec.DecodeError if it is malformed."""
encode = msgspec.json.Encoder().encode

# ---------------------------------------------------------------- over HTTP


class OptionInfo(Part, frozen=True):
    """One option of a game, for a form."""

    name: str
    kind: Literal["switch", "number", "choice", "seat", "other"]
    default: Json
    choices: tuple[Json, ...] = ()
    """Values that are known to be allowed; for a number, good ones to offer."""


class GameInfo(Part, frozen=True):
    """A game on the shelf."""

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
    ref: str | None = None


new_action: msgspec.json.Decoder[NewAction] = msgspec.json.Decoder(NewAction)
"""Decodes the body of an action over HTTP; raises msgspec.DecodeError if it is malformed."""


class TableLine(Part, frozen=True):
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


class Replay(Part, frozen=True):
    """A finished game as one viewer saw it; `everything` gives each frame every seat's view."""

    id: str
    game: str
    players: int
    names: tuple[str, ...]
    options: dict[str, Json]
    levels: tuple[Level | None, ...]
    """Of the bots; None for a person."""
    viewer: int | None
    frames: tuple[Frame, ...]
    result: Json
    reveal: Reveal
    falls: tuple[int, ...] = ()
    """The steps at which wood fell and `/api/falls/{id}/{step}` shows how."""


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
