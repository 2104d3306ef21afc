"""Everything that one server says to another, as MessagePack.

The *edge* has a viewer's socket, the *host* owns its table. Tokens travel as hashes; only `seated`,
which tells a new owner its token, carries one in clear.
"""

from __future__ import annotations

import msgspec


class Item(msgspec.Struct, frozen=True, array_like=True):
    """One message in a packet."""


class Enter(Item, frozen=True, tag=0):
    """Edge to host: let a viewer in; answered by `Entered` or `NotEntered`."""

    viewer: int
    table: str
    token: str | None
    last: int | None
    name: str
    mixes: bool
    address: str


class Entered(Item, frozen=True, tag=1):
    """Host to edge: the viewer is in; what it is sent follows."""

    viewer: int


class Say(Item, frozen=True, tag=2):
    """Edge to host: what a viewer said, as JSON."""

    viewer: int
    message: bytes


class Deliver(Item, frozen=True, tag=3):
    """Host to edge: a message for a viewer, as JSON."""

    viewer: int
    message: bytes


class Frame(Item, frozen=True, tag=4):
    """Host to edge: a physics frame for a viewer."""

    viewer: int
    frame: bytes


class Close(Item, frozen=True, tag=5):
    """Host to edge: close a viewer's connection."""

    viewer: int
    code: int
    why: str
    again: float | None


class Exit(Item, frozen=True, tag=6):
    """Edge to host: a viewer has gone."""

    viewer: int


class Ask(Item, frozen=True, tag=7):
    """Edge to host: one message that came over HTTP; answered by `Answer` or `NotDone`."""

    call: int
    table: str
    token: str | None
    address: str
    message: bytes


class Make(Item, frozen=True, tag=8):
    """Edge to host: make a table; answered by `Answer` or `NotDone`."""

    call: int
    new: bytes


class Answer(Item, frozen=True, tag=9):
    """Host to edge: the answer to a call, as JSON."""

    call: int
    message: bytes


class NotDone(Item, frozen=True, tag=10):
    """Host to edge: why a viewer was not let in, or a call not run; an empty code means unreachable."""

    call: int
    code: str
    message: str
    rule: str | None
    no_such_chair: bool = False


AnyItem = Enter | Entered | Say | Deliver | Frame | Close | Exit | Ask | Make | Answer | NotDone


class Packet(msgspec.Struct, frozen=True, array_like=True):
    """What one server sent to another in one go.

    Numbers grow by one within a session; a new session tells the receiver that the sender has
    dropped everything between the two.
    """

    sender: str
    session: int
    number: int
    items: list[AnyItem]


encode = msgspec.msgpack.Encoder().encode
decode = msgspec.msgpack.Decoder(Packet).decode
