"""permessage-deflate with little memory, for long messages only.

Successive views are alike, so the end of the previous message is context enough. A compressor is made
for each message and given that as its dictionary: a connection stores 1 kB where a compressor of its
own would take 12, and the memory that all share stays in the processor's cache, which makes it quicker by a
quarter. Short messages are sent uncompressed: they fit in one packet either way, and the protocol
allows it (a message without the RSV1 bit does not touch the window).
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence

from websockets.extensions import Extension, ServerExtensionFactory
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame
from websockets.typing import ExtensionName, ExtensionParameter

NAME = ExtensionName("permessage-deflate")
PLAIN = 512
"""The longest message, in bytes, that is sent uncompressed."""
CONTEXT = 1024
"""The most bytes of the previous message that a message is compressed with."""
LARGEST_WINDOW = 15
LEVEL, MEMORY = 5, 2
"""The effort and the memory of a compressor, in zlib's terms; less of either takes no less time."""
NEGOTIATED = ServerPerMessageDeflateFactory(
    server_max_window_bits=11, client_no_context_takeover=True, client_max_window_bits=11
)


class LongMessageDeflate(Extension):
    """Compresses the messages to one connection; those from it are left to websockets."""

    __slots__ = ("_context", "_grown", "_inflate", "_resets", "_window")
    name = NAME

    def __init__(self, answered: Sequence[ExtensionParameter]) -> None:
        params = dict(answered)
        self._window = int(params.get("server_max_window_bits") or LARGEST_WINDOW)
        self._resets = "server_no_context_takeover" in params
        self._context = b""
        """The end of the last message that was compressed: the end of the client's window."""
        self._grown = 0
        client_window = int(params.get("client_max_window_bits") or LARGEST_WINDOW)
        self._inflate = PerMessageDeflate(True, True, client_window, LARGEST_WINDOW)

    def compress(self, message: bytes) -> bytes:
        """The data of a frame with the RSV1 bit for a whole message."""
        compressor = zlib.compressobj(
            LEVEL, zlib.DEFLATED, -self._window, MEMORY, zlib.Z_DEFAULT_STRATEGY, self._context
        )
        if not self._resets:
            self._context = message[-CONTEXT:]
        return (compressor.compress(message) + compressor.flush(zlib.Z_SYNC_FLUSH))[:-4]

    def encode(self, frame: Frame) -> Frame:
        """Leave what websockets sends as it is: messages go through `compress`."""
        return frame

    def decode(self, frame: Frame, *, max_size: int | None = None) -> Frame:
        """Decompress an incoming frame, if it is compressed."""
        inflated = self._inflate.decode(frame, max_size=max_size)
        self._grown += max(0, len(inflated.data) - len(frame.data))
        return inflated

    def take_grown(self) -> int:
        """The bytes by which incoming frames have grown since the last call."""
        grown, self._grown = self._grown, 0
        return grown


class DeflateOffer(ServerExtensionFactory):
    """Negotiates permessage-deflate for one connection, as websockets does."""

    name = NAME

    def __init__(self) -> None:
        self.accepted: LongMessageDeflate | None = None
        """The compressor, if the client wants one."""

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], Extension]:
        """Accept a client's offer. Raises NegotiationError."""
        answered, _ = NEGOTIATED.process_request_params(params, accepted_extensions)
        self.accepted = LongMessageDeflate(answered)
        return answered, self.accepted
