"""For operators: liveness, readiness, metrics, and logs as JSON lines."""

from __future__ import annotations

import json
import logging
import os
import time

from litestar import Response, get
from litestar.datastructures import State
from litestar.status_codes import HTTP_503_SERVICE_UNAVAILABLE

from cinq.server.rooms.registry import RoomRegistry

KNOWN = ("table",)
"""Fields that a log record may add to its message. None may tell a token, a secret or a body."""


@get("/healthz", media_type="text/plain", include_in_schema=False, sync_to_thread=False)
def health() -> str:
    """Answer 200 while the process runs."""
    return "ok\n"


@get("/readyz", media_type="text/plain", include_in_schema=False)
async def ready(state: State) -> Response[str]:
    """Answer 200 once the tables that were in use are read from disk, and while the store can write."""
    registry: RoomRegistry = state.registry
    if not registry.ready:
        return _unready("not yet\n")
    if not await registry.write_probe.can_write():
        return _unready("the store cannot write; the log says why\n")
    return Response("ready\n", media_type="text/plain", headers={"x-process": str(os.getpid())})


def _unready(why: str) -> Response[str]:
    return Response(why, status_code=HTTP_503_SERVICE_UNAVAILABLE, media_type="text/plain")


@get("/metrics", media_type="text/plain; version=0.0.4", include_in_schema=False, sync_to_thread=False)
def metrics(state: State) -> bytes:
    """Metrics for Prometheus."""
    registry: RoomRegistry = state.registry
    return registry.metrics.text()


class JsonLines(logging.Formatter):
    """Formats log records as one JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        fields: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{record.msecs:03.0f}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        fields |= {name: getattr(record, name) for name in KNOWN if hasattr(record, name)}
        if record.exc_info:
            fields["trace"] = self.formatException(record.exc_info)
        return _visible(json.dumps(fields, ensure_ascii=False))


def _visible(line: str) -> str:
    """The line with every control, direction and half character escaped: it may be read on a terminal."""
    return "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in line)


def log_as_json(level: int = logging.INFO) -> None:
    """Log to standard error as JSON lines."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)  # it warns of every malformed request
