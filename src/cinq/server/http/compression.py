"""Bodies compressed once and kept: files of the page, replays.

Compressing them for each request would block the loop, and tables would wait.
"""

from __future__ import annotations

import gzip
from typing import NamedTuple

from litestar import Request, Response
from litestar.datastructures import State

AS_IT_IS = "as_it_is"
"""The `opt` key of handlers whose responses the compression middleware leaves alone."""
SHORT = 1_000
"""Bytes below which a body is not compressed."""
TEXTS = ("text/", "application/json", "application/manifest+json", "image/svg+xml")


class CompressedBody(NamedTuple):
    """A body as it is kept, and whether it is compressed."""

    data: bytes
    kind: str
    zipped: bool


def pack(body: bytes, kind: str) -> CompressedBody:
    """Compress a body if it is text and long enough."""
    if len(body) < SHORT or not kind.startswith(TEXTS):
        return CompressedBody(body, kind, False)
    return CompressedBody(gzip.compress(body, 6, mtime=0), kind, True)


def answer(request: Request[object, object, State], packed: CompressedBody, keep: str) -> Response[bytes]:
    """A response in an encoding that the client accepts; `keep` is its cache-control."""
    headers = {"cache-control": keep}
    body = packed.data
    if packed.zipped:
        headers["vary"] = "accept-encoding"
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"] = "gzip"
        else:
            body = gzip.decompress(body)
    return Response(body, media_type=packed.kind, headers=headers)
