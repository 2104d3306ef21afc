"""Frames as bytes (RFC 6455, section 5.2): the two that every move takes are read and made here.

A move is one short text frame in, and one text frame a viewer out. Those cost a tenth here of what
they cost in websockets' `ServerProtocol`, which handles all others: control frames, fragments,
compressed and long ones, errors. Its parser must not be in the middle of a frame when one is read
past it: `FrameEdges` follows the bytes that it is given.
"""

from __future__ import annotations

from struct import Struct

WHOLE = 0x80
"""The bit of a message's last, or only, frame."""
COMPRESSED = 0x40
"""The bit of a compressed message (RSV1 of permessage-deflate)."""
WHOLE_TEXT = WHOLE | 1
MASKED = 0x80
HEAD = 6
"""Bytes before the data of a short frame from a client: 2, and a mask of 4."""
SHORT, MEDIUM = 126, 1 << 16
"""Lengths from which a frame's length takes 2 or 8 bytes more."""
_medium, _long = Struct(">BBH").pack, Struct(">BBQ").pack
_native = int.from_bytes


def short_text(data: bytes) -> bytes | None:
    """The text of these bytes, if they are one short whole text frame of a client and nothing else."""
    size = len(data) - HEAD
    if not 0 <= size < SHORT or data[0] != WHOLE_TEXT or data[1] != MASKED | size:
        return None
    mask = (data[2:HEAD] * (size // 4 + 1))[:size]
    return (_native(data[HEAD:], "little") ^ _native(mask, "little")).to_bytes(size, "little")


def framed(kind: int, data: bytes) -> bytes:
    """One frame of a server; `kind` is its first byte: opcode and flags."""
    size = len(data)
    if size < SHORT:
        return bytes((kind, size)) + data
    if size < MEDIUM:
        return _medium(kind, SHORT, size) + data
    return _long(kind, SHORT + 1, size) + data


class FrameEdges:
    """Follows a client's stream of bytes from frame to frame."""

    __slots__ = ("_head", "_left", "between_frames")

    def __init__(self) -> None:
        self._head = b""
        """The first bytes of a frame whose length is not known yet."""
        self._left = 0
        """The bytes of the present frame that are still to come."""
        self.between_frames = True
        """Whether the next byte begins a frame."""

    def follow(self, data: bytes) -> None:
        """Go on to the end of these bytes."""
        data, at = self._head + data, self._left
        self._head, end = b"", len(data)
        while at < end:
            size = _size(data, at)
            if size is None:
                self._head = data[at:]
                at = end
            else:
                at += size
        self._left = at - end
        self.between_frames = not self._left and not self._head


def _size(data: bytes, at: int) -> int | None:
    """The length of the frame that begins there, with its head; None while its head is not all there."""
    if len(data) < at + 2:
        return None
    masked = 4 if data[at + 1] & MASKED else 0
    size = data[at + 1] & 0x7F
    if size < SHORT:
        return 2 + masked + size
    more = 2 if size == SHORT else 8
    if len(data) < at + 2 + more:
        return None
    return 2 + more + masked + int.from_bytes(data[at + 2 : at + 2 + more], "big")
