"""What is said to the table: `FromSeat`."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from cinq.server.wire.kinds import FromSeatMessage, Json, Ref
from cinq.table.events import ClockName, Level


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
    ref: Ref | None = None


class Leave(FromSeatMessage, frozen=True):
    """Get up. In a game a bot plays on, until one says hello again with the same token."""

    ref: Ref | None = None


class Ready(FromSeatMessage, frozen=True):
    """Ready to begin; when every chair is taken and everyone ready, the game begins."""

    ready: bool = True
    ref: Ref | None = None


class Nonce(FromSeatMessage, frozen=True):
    """A seat's own share of the shuffle, given before the game begins and after its commitment was seen.

    With `commitment` it counts for that one only: refused as stale if the table has another.
    """

    nonce: str
    commitment: str | None = None
    ref: Ref | None = None


class Configure(FromSeatMessage, frozen=True):
    """The host changes the table before a game: only the named things."""

    options: dict[str, Json] | None = None
    chairs: int | None = None
    clock: ClockName | None = None
    public: bool | None = None
    coach: bool | None = None
    ref: Ref | None = None


class SeatBot(FromSeatMessage, frozen=True):
    """The host puts a bot on a chair that no person sits on."""

    seat: int
    level: Level = "regular"
    ref: Ref | None = None


class OpenSeat(FromSeatMessage, frozen=True):
    """The host frees a chair: takes the bot away, or asks a person to get up, before a game."""

    seat: int
    ref: Ref | None = None


class HandOn(FromSeatMessage, frozen=True):
    """The host makes another person host."""

    seat: int
    ref: Ref | None = None


class Start(FromSeatMessage, frozen=True):
    """The host begins; `fill` sets bots of that level on the open chairs, `nonce` is the host's own."""

    fill: Level | None = None
    nonce: str | None = None
    commitment: str | None = None
    """The one that `nonce` answers."""
    ref: Ref | None = None


class Act(FromSeatMessage, frozen=True):
    """One item of the menu, or a filled-in template. `seq` is the number of the view it answers."""

    seq: int
    action: msgspec.Raw
    ref: Ref | None = None


class TakeBack(FromSeatMessage, frozen=True):
    """Undo one's own last action: only where nobody acted and nothing was revealed since."""

    ref: Ref | None = None


class Pause(FromSeatMessage, frozen=True):
    """Stop the clocks and the game, or go on."""

    paused: bool = True
    ref: Ref | None = None


class Rematch(FromSeatMessage, frozen=True):
    """After a game: the same chairs again, dealt from a new secret. One who says it is ready."""

    ref: Ref | None = None


class Say(FromSeatMessage, frozen=True):
    """One of the set phrases, allowed at any time."""

    phrase: str
    ref: Ref | None = None


class Chat(FromSeatMessage, frozen=True):
    """A short free text, where the game allows it."""

    text: str
    ref: Ref | None = None


class Mute(FromSeatMessage, frozen=True):
    """Hear no more of a seat (`seat` null: of spectators)."""

    seat: int | None = None
    muted: bool = True
    ref: Ref | None = None


class AskMenu(FromSeatMessage, frozen=True):
    """The whole menu, where an update said `more`."""

    ref: Ref | None = None


class AskHint(FromSeatMessage, frozen=True):
    """What the coach would do: only against bots, at a table with a coach."""

    ref: Ref | None = None


class AskSync(FromSeatMessage, frozen=True):
    """Everything again."""

    ref: Ref | None = None


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
    """Lay the piece in hand on a spot of that list; `off` is the error of aim in metres (x, y)."""

    spot: int
    off: tuple[float, float] = (0.0, 0.0)


class Pong(FromSeatMessage, frozen=True):
    """The answer to `ping`, sent at once: round trips are deducted from reactions in a race."""

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

from_seat: msgspec.json.Decoder[FromSeat] = msgspec.json.Decoder(FromSeat)
"""Decodes what a browser says; raises msgspec.DecodeError if it is malformed."""
