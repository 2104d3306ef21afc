"""Refusals and failures as HTTP answers."""

from __future__ import annotations

import logging

from litestar.exceptions import HTTPException, InternalServerException
from litestar.openapi.datastructures import ResponseSpec
from litestar.response import Response
from litestar.status_codes import HTTP_413_REQUEST_ENTITY_TOO_LARGE, HTTP_500_INTERNAL_SERVER_ERROR

from cinq.server import wire
from cinq.server.http.request import Asked, registry_of
from cinq.server.rooms.place import NoSuchChair
from cinq.server.storage.interface import Unavailable
from cinq.table.table import Refusal

logger = logging.getLogger("cinq.http")
HUNG_UP = "client disconnected prematurely"
"""What Litestar says when the rest of a body will not come."""
STATUS = {
    "malformed": 400,
    "illegal": 409,
    "stale": 409,
    "forbidden": 403,
    "unknown": 404,
    "limited": 429,
    "full": 409,
    "paused": 409,
    "over": 409,
    "unavailable": 503,
}
PROBLEMS = {
    status: ResponseSpec(wire.Problem, generate_examples=False, description=said)
    for status, said in (
        (400, "malformed"),
        (401, "no such chair"),
        (403, "forbidden"),
        (404, "unknown"),
        (409, "illegal, stale, full, paused or over"),
        (415, "not JSON"),
        (429, "limited"),
        (503, "unavailable"),
    )
}


def problem(request: Asked, error: Exception) -> Response[wire.Problem]:
    """A refusal as an HTTP answer."""
    if isinstance(error, NoSuchChair):
        return Response(wire.Problem("malformed", error.message), status_code=401)
    if isinstance(error, Refusal):
        return Response(wire.Problem(error.code, error.message, error.rule), status_code=STATUS[error.code])
    if isinstance(error, Unavailable):
        logger.warning("not possible now: %s %s: %s", request.method, request.url.path, error)
        return Response(
            wire.Problem("unavailable", "not possible now: try again in a moment"), status_code=503
        )
    if isinstance(error, InternalServerException) and error.detail == HUNG_UP:
        return Response(wire.Problem("malformed", "the body did not arrive"), status_code=400)
    if isinstance(error, RecursionError):
        return Response(wire.Problem("malformed", "nested too deeply"), status_code=400)
    if isinstance(error, HTTPException) and error.status_code < HTTP_500_INTERNAL_SERVER_ERROR:
        code: wire.Code = "unknown" if error.status_code in (404, 405) else "malformed"
        code = "limited" if error.status_code in (HTTP_413_REQUEST_ENTITY_TOO_LARGE, 429) else code
        headers = error.headers or {}
        message = f"{error.detail}{_details(error.extra)}"
        if error.status_code == HTTP_413_REQUEST_ENTITY_TOO_LARGE:
            message = f"a body has at most {registry_of(request).settings.message_bytes} bytes"
        return Response(wire.Problem(code, message), status_code=error.status_code, headers=dict(headers))
    logger.error("a request failed: %s %s", request.method, request.url.path, exc_info=error)
    return Response(wire.Problem("unavailable", "something went wrong here"), status_code=500)


def _details(extra: object) -> str:
    """What was wrong with a body or a parameter."""
    found = extra if isinstance(extra, list) else []
    errors = [f"{one.get('key', 'body')}: {one.get('message', '')}" for one in found if isinstance(one, dict)]
    return ": " + "; ".join(errors)[:500] if errors else ""
