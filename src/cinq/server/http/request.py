"""What a request says of its caller, and whether it may be answered at all."""

from __future__ import annotations

from litestar import Request
from litestar.datastructures import State
from litestar.exceptions import HTTPException

from cinq.server.http.guard import same_origin
from cinq.server.rooms.rate_limits import network_of
from cinq.server.rooms.registry import RoomRegistry
from cinq.server.rooms.tokens import hashed
from cinq.table.table import Refusal

Asked = Request[object, object, State]


def registry_of(request: Asked) -> RoomRegistry:
    """The server's registry."""
    registry: RoomRegistry = request.app.state.registry
    return registry


def address_of(request: Asked) -> str:
    """The caller's address, as limits count it."""
    return network_of(request.client.host) if request.client else ""


def check_request(request: Asked) -> None:
    """Count the request against its address's rate; let no page of another site change anything."""
    registry = registry_of(request)
    registry.check_rate(address_of(request))
    if request.method != "POST":
        return
    headers = request.headers
    if not same_origin(headers.get("origin"), headers.get("host"), registry.settings.origins):
        raise Refusal(
            "forbidden", "a page of another site may not do that, unless the setting `origins` names it"
        )
    if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise HTTPException("send JSON, with `content-type: application/json`", status_code=415)


def token_of(request: Asked) -> str | None:
    """The hash of the chair's token, if one was given."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return hashed(token.strip()) if scheme.lower() == "bearer" and token else None
