"""Long answers, compressed once for everyone: files of the page, finished games.

Compressing them for each reader anew would take the loop's time, and tables would wait.
"""

from __future__ import annotations

import gzip
from typing import NamedTuple

from litestar import Request, Response
from litestar.datastructures import State

AS_IT_IS = "as_it_is"
"""The mark of handlers whose answers are not to be compressed on their way."""
SHORT = 1_000
"""Bytes below which compressing saves nothing worth the trouble."""
TEXTS = ("text/", "application/json", "application/manifest+json", "image/svg+xml")


class Packed(NamedTuple):
    """A body as it is kept."""

    data: bytes
    kind: str
    zipped: bool


def pack(body: bytes, kind: str) -> Packed:
    """Compressed, if it is a text of some length."""
    if len(body) < SHORT or not kind.startswith(TEXTS):
        return Packed(body, kind, False)
    return Packed(gzip.compress(body, 6, mtime=0), kind, True)


def answer(request: Request[object, object, State], packed: Packed, keep: str) -> Response[bytes]:
    """As the reader takes it; `keep` says how long it may be kept."""
    headers = {"cache-control": keep}
    body = packed.data
    if packed.zipped:
        headers["vary"] = "accept-encoding"
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"] = "gzip"
        else:
            body = gzip.decompress(body)
    return Response(body, media_type=packed.kind, headers=headers)
