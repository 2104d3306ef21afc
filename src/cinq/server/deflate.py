"""uvicorn's websockets with a small compressor: successive views are alike, so little memory does much.

uvicorn's own settings take 40 kB a socket; a window of 2 kB holds the message before this
one, which is all that pays, for 12 kB. What browsers send is short and sent uncompressed.
"""

from __future__ import annotations

import logging
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.server import ServerProtocol

DEFLATE = ServerPerMessageDeflateFactory(
    server_max_window_bits=11,
    client_no_context_takeover=True,
    client_max_window_bits=11,
    compress_settings={"memLevel": 3, "level": 3},
)


class Deflating(WebSocketsSansIOProtocol):
    """The same protocol with another compressor, for those who offer to decompress."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        quiet = logging.getLogger("uvicorn.error")
        self.conn = ServerProtocol(extensions=[DEFLATE], max_size=self.config.ws_max_size, logger=quiet)
