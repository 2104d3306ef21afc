"""uvicorn's websockets with a small compressor: successive views are alike, so little memory does much.

uvicorn's own settings take 40 kB a socket; a window of 1 kB holds the message before this
one, which is all that pays, for 12 kB. What browsers send is short and sent uncompressed.
"""

from __future__ import annotations

import logging
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.server import ServerProtocol

DEFLATE = ServerPerMessageDeflateFactory(
    server_max_window_bits=10,
    client_no_context_takeover=True,
    client_max_window_bits=11,
    compress_settings={"memLevel": 2, "level": 6},
)


class Deflating(WebSocketsSansIOProtocol):
    """The same protocol with another compressor, for those who offer to decompress."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        quiet = logging.getLogger("uvicorn.error")
        self.conn: Any = ServerProtocol(extensions=[DEFLATE], max_size=self.config.ws_max_size, logger=quiet)

    def start_keepalive(self) -> None:
        """The handshake is over: its headers need not be kept."""
        super().start_keepalive()
        self.request.headers.clear()
        self.response.headers.clear()
