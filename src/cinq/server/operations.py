"""For those who run a server: is it alive, is it ready, how is it doing; logs as JSON lines."""

from __future__ import annotations

import json
import logging
import time

from litestar import Response, get
from litestar.datastructures import State
from litestar.status_codes import HTTP_503_SERVICE_UNAVAILABLE

from cinq.server.house import House

KNOWN = ("table",)
"""What a log line may add to its message; never a token, a secret or a body."""


@get("/healthz", media_type="text/plain", include_in_schema=False, sync_to_thread=False)
def health() -> str:
    """The process lives."""
    return "ok\n"


@get("/readyz", media_type="text/plain", include_in_schema=False, sync_to_thread=False)
def ready(state: State) -> Response[str]:
    """Every unfinished table is back."""
    house: House = state.house
    if house.ready:
        return Response("ready\n", media_type="text/plain")
    return Response("not yet\n", status_code=HTTP_503_SERVICE_UNAVAILABLE, media_type="text/plain")


@get("/metrics", media_type="text/plain; version=0.0.4", include_in_schema=False, sync_to_thread=False)
def metrics(state: State) -> bytes:
    """Figures for Prometheus."""
    house: House = state.house
    return house.metrics.text()


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{record.msecs:03.0f}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        told |= {name: getattr(record, name) for name in KNOWN if hasattr(record, name)}
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


def log_as_json(level: int = logging.INFO) -> None:
    """Structured logs on standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
