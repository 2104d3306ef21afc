"""Bodies compressed once and kept: files of the page, replays.

Compressing them for each request would block the loop, and tables would wait.
"""

from __future__ import annotations

import asyncio
import gzip
import zlib
from collections.abc import AsyncIterator, Iterable
from typing import Any, NamedTuple

from litestar import Request, Response
from litestar.datastructures import State
from litestar.response import Stream

AS_IT_IS = "as_it_is"
"""The `opt` key of handlers whose responses the compression middleware leaves alone."""
SHORT = 1_000
"""Bytes below which a body is not compressed."""
PIECE = 64 * 1024
"""Bytes of a body that are unpacked at a time for a client that takes no compressed ones."""
LEVEL = 6
"""How hard zlib tries: its own default."""
GZIP = 16 + zlib.MAX_WBITS
"""The format of `gzip`, in zlib's terms."""
LINES = "application/x-ndjson"
"""The type of a game's log."""
TEXTS = ("text/", "application/json", LINES, "application/manifest+json", "image/svg+xml")


class CompressedBody(NamedTuple):
    """A body as it is kept, and whether it is compressed."""

    data: bytes
    kind: str
    zipped: bool


def pack(body: bytes, kind: str) -> CompressedBody:
    """Compress a body if it is text and long enough."""
    if len(body) < SHORT or not kind.startswith(TEXTS):
        return CompressedBody(body, kind, False)
    return CompressedBody(gzip.compress(body, LEVEL, mtime=0), kind, True)


def pack_pieces(pieces: Iterable[bytes], kind: str) -> CompressedBody:
    """Compress a body that is made piece by piece and need not be in memory whole."""
    packer = zlib.compressobj(LEVEL, wbits=GZIP)
    packed = [packer.compress(piece) for piece in pieces]
    return CompressedBody(b"".join((*packed, packer.flush())), kind, True)


def answer(request: Request[object, object, State], packed: CompressedBody, keep: str) -> Response[Any]:
    """A response in an encoding that the client accepts; `keep` is its cache-control."""
    headers = {"cache-control": keep}
    if packed.zipped:
        headers["vary"] = "accept-encoding"
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Stream(_unpacked(packed.data), media_type=packed.kind, headers=headers)
        headers["content-encoding"] = "gzip"
    return Response(packed.data, media_type=packed.kind, headers=headers)


async def _unpacked(data: bytes) -> AsyncIterator[bytes]:
    """A compressed body piece by piece, as the client reads: a replay can be a hundred times as long."""
    unpacker = zlib.decompressobj(GZIP)
    while not unpacker.eof:
        yield unpacker.decompress(data, PIECE)
        data = unpacker.unconsumed_tail
        await asyncio.sleep(0)  # others go first
