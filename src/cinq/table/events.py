"""The journal's vocabulary: everything that happens at a table and must not be lost.

A journal row is `[at, event]`; folding its rows rebuilds a table (`table.py`). Lines of the
game are `Played`; the other events are about chairs and talk. Class names are the tags on disk.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import msgspec

from cinq.core.game import Action, Actor, Seat, wire_name

Level: TypeAlias = Literal["beginner", "regular", "champion"]
ClockName: TypeAlias = Literal["none", "relaxed", "brisk"]
Phase: TypeAlias = Literal["lobby", "playing", "over"]
if TYPE_CHECKING:
    Said: TypeAlias = Action | msgspec.Raw
else:
    Said = msgspec.Raw
"""An action: written as it is, read as bytes, which its game decodes."""


class EventBase(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", tag=wire_name, gc=False):
    """Something that happened at a table."""


class Opened(EventBase, frozen=True):
    """The table was made."""

    game: str
    options: dict[str, Any]
    chairs: int
    secret: str
    clock: ClockName = "none"
    public: bool = False
    coach: bool = False


class Sat(EventBase, frozen=True):
    """A person took a chair; `token` is the SHA-256 of what they keep."""

    seat: Seat
    name: str
    token: str
    ref: str | None = None


class Staffed(EventBase, frozen=True):
    """A bot was put on a chair."""

    seat: Seat
    name: str
    level: Level
    ref: str | None = None


class Vacated(EventBase, frozen=True):
    """A chair is open again."""

    seat: Seat
    ref: str | None = None


class Configured(EventBase, frozen=True):
    """The host changed options or settings; None: unchanged."""

    options: dict[str, Any] | None = None
    chairs: int | None = None
    clock: ClockName | None = None
    public: bool | None = None
    coach: bool | None = None
    ref: str | None = None


class Readied(EventBase, frozen=True):
    """A seat is ready, or no longer."""

    seat: Seat
    ready: bool = True
    ref: str | None = None


class Mixed(EventBase, frozen=True):
    """A seat added its nonce to the shuffle."""

    seat: Seat
    nonce: str
    ref: str | None = None


class HandedOn(EventBase, frozen=True):
    """Another person is host; nobody, if no person is left."""

    seat: Seat | None = None
    ref: str | None = None


class Started(EventBase, frozen=True):
    """A game began with these nonces; chairs, options and secret are as they stood."""

    nonces: tuple[str, ...]
    ref: str | None = None


class Played(EventBase, frozen=True):
    """A line of the game."""

    actor: Actor
    action: Said
    margin: float | None = None
    ref: str | None = None


class TookBack(EventBase, frozen=True):
    """The last line was undone by its seat."""

    seat: Seat
    ref: str | None = None


class Paused(EventBase, frozen=True):
    """The clocks and the game stopped."""

    seat: Seat
    ref: str | None = None


class Resumed(EventBase, frozen=True):
    """The clocks and the game go on."""

    seat: Seat
    ref: str | None = None


class Spoke(EventBase, frozen=True):
    """Somebody said a set phrase or a short text."""

    name: str
    seat: Seat | None = None
    phrase: str | None = None
    text: str | None = None
    ref: str | None = None


class Reopened(EventBase, frozen=True):
    """After a game: the chairs get ready for another, dealt from a new secret."""

    seat: Seat
    secret: str
    ref: str | None = None


class Closed(EventBase, frozen=True):
    """Changes nothing. Version 0.1 wrote it to a lobby that nobody had touched for a week."""

    why: str


Event: TypeAlias = (
    Opened
    | Sat
    | Staffed
    | Vacated
    | Configured
    | Readied
    | Mixed
    | HandedOn
    | Started
    | Played
    | TookBack
    | Paused
    | Resumed
    | Spoke
    | Reopened
    | Closed
)


class Row(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One row of the journal: when (seconds since 1970), what."""

    at: float
    event: Event


encode_row = msgspec.json.Encoder().encode
decode_row = msgspec.json.Decoder(Row).decode
