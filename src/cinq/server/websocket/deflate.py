"""permessage-deflate with little memory, for long messages only.

Successive views are alike, so a small window compresses well: 2 kB holds the previous messages
and costs 16 kB a connection, where uvicorn's compressor takes 40 kB. Short messages are sent
uncompressed: they fit in one packet either way. Level 4 is the quickest that looks for the
longest match (updates of Dix Mille: levels 1 to 3 take as long and give 30 to 40 % more bytes).
"""

from __future__ import annotations

from collections.abc import Sequence

from websockets.extensions import Extension, ServerExtensionFactory
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.frames import Frame
from websockets.typing import ExtensionName, ExtensionParameter

NAME = ExtensionName("permessage-deflate")
PLAIN = 512
"""The longest message, in bytes, that is sent uncompressed."""
NEGOTIATED = ServerPerMessageDeflateFactory(
    server_max_window_bits=11,
    client_no_context_takeover=True,
    client_max_window_bits=11,
    compress_settings={"memLevel": 2, "level": 4},
)


class LongMessageDeflate(Extension):
    """Leaves short messages alone and hands long ones to websockets' compressor.

    The protocol allows it: a message without the RSV1 bit is uncompressed and does not touch
    the window. Whole messages only: the server sends no fragments.
    """

    __slots__ = ("_deflate",)
    name = NAME

    def __init__(self, deflate: Extension) -> None:
        self._deflate = deflate

    def encode(self, frame: Frame) -> Frame:
        """Compress a long outgoing message."""
        return frame if len(frame.data) <= PLAIN else self._deflate.encode(frame)

    def decode(self, frame: Frame, *, max_size: int | None = None) -> Frame:
        """Decompress an incoming frame, if it is compressed."""
        return self._deflate.decode(frame, max_size=max_size)


class LongMessageDeflateFactory(ServerExtensionFactory):
    """Negotiates permessage-deflate as websockets does, and wraps its compressor."""

    name = NAME

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], Extension]:
        """Accept a client's offer. Raises NegotiationError."""
        answered, deflate = NEGOTIATED.process_request_params(params, accepted_extensions)
        return answered, LongMessageDeflate(deflate)


DEFLATE = LongMessageDeflateFactory()
