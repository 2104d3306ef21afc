"""permessage-deflate with little memory, for long messages only.

Successive views are alike, so a small window compresses well: 1 kB holds the previous message
and costs 12 kB a connection, where uvicorn's compressor takes 40 kB. Short messages are sent
uncompressed: they fit in one packet either way, and the protocol allows it (a message without the
RSV1 bit does not touch the window). Level 4 takes 4 to 16 % less time than 6 and gives 1 % more
bytes (updates of Dix Mille, 5 ou Moins and 5 Millimètres); levels 1 to 3 take no less and give more
than 20 % more; a window of 2 kB gives 3 % less and takes 4 kB more a connection.
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
LARGEST_WINDOW = 15
LEVEL, MEMORY = 4, 2
"""The effort and the memory of a compressor, in zlib's terms."""
NEGOTIATED = ServerPerMessageDeflateFactory(
    server_max_window_bits=10, client_no_context_takeover=True, client_max_window_bits=11
)


class LongMessageDeflate(Extension):
    """The compressor of one connection; incoming messages are left to websockets."""

    __slots__ = ("_compressor", "_grown", "_inflate", "_resets", "_window")
    name = NAME

    def __init__(self, answered: Sequence[ExtensionParameter]) -> None:
        params = dict(answered)
        self._window = int(params.get("server_max_window_bits") or LARGEST_WINDOW)
        self._resets = "server_no_context_takeover" in params
        self._compressor = self._fresh()
        self._grown = 0
        client_window = int(params.get("client_max_window_bits") or LARGEST_WINDOW)
        self._inflate = PerMessageDeflate(True, True, client_window, LARGEST_WINDOW)

    def _fresh(self) -> zlib._Compress:
        return zlib.compressobj(LEVEL, zlib.DEFLATED, -self._window, MEMORY)

    def compress(self, message: bytes) -> bytes:
        """The data of a frame with the RSV1 bit for a whole message."""
        if self._resets:
            self._compressor = self._fresh()
        compressor = self._compressor
        return (compressor.compress(message) + compressor.flush(zlib.Z_SYNC_FLUSH))[:-4]

    def release(self) -> None:
        """Free the compressor and the decompressor: the connection is closed.

        websockets' parser refers to itself: without this, its extension and 20 kB with it would
        stay until the next garbage collection.
        """
        del self._compressor, self._inflate

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
