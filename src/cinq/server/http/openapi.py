"""The API's manual at `/docs`: Swagger UI, served from the built page; nothing comes from elsewhere.

The web build copies Swagger UI into `static/swagger/` (`web/swagger.js`). Without a built page the
manual is a plain list of the operations. Litestar makes the schema at the first request, not at start.
"""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from litestar.datastructures import ResponseHeader
from litestar.openapi.plugins import JsonRenderPlugin, OpenAPIRenderPlugin
from msgspec.json import schema_components

from cinq.server import wire
from cinq.server.http.compression import AS_IT_IS
from cinq.server.http.static_files import SAFE

if TYPE_CHECKING:
    from litestar import Router

ABOUT = """One table for five French games: make a table, sit down, act, watch, replay.

Whoever sits down gets the token of that chair; it goes into the header `Authorization: Bearer TOKEN`.
The WebSocket is at `/api/socket`; its first message is `{"type": "hello", "table": "…", "token": "…"}`."""

HEAD = """<!doctype html><html lang=en><meta charset=utf-8>
<meta name=viewport content="width=device-width"><title>Cinq: API</title><link rel=icon href=/icon.svg>
"""
SWAGGER = (
    HEAD
    + """<link rel=stylesheet href=/swagger/swagger-ui.css><div id=api></div>
<script src=/swagger/swagger-ui-bundle.js></script><script src=/swagger/start.js></script></html>
"""
)
PLAIN = (
    HEAD
    + """<style>body{{font:16px/1.5 system-ui;max-width:60rem;margin:2rem auto}}</style>
<h1>Cinq: the API</h1><p>The page is not built here (<code>make setup</code> builds it): this is only a list.
Everything is in <a href=/docs/openapi.json>/docs/openapi.json</a>.</p><dl>{}</dl></html>
"""
)

STRICT: list[type] = [wire.NewTable, wire.NewSeat]
"""Structs that refuse unknown fields; Litestar's schema does not say so by itself."""
BODIES = {"/api/tables/{table}/actions": wire.NewAction, "/api/tables/{table}/messages": wire.FromSeat}
"""Bodies that the routes decode themselves."""
COMPONENT = "#/components/schemas/{name}"
CHAIR = {"type": "http", "scheme": "bearer", "description": "the token of a chair"}


class Strict(JsonRenderPlugin):
    """The schema at `/docs/openapi.json`, and what Litestar leaves out: refused fields, bodies, the token."""

    _rendered: bytes | None = None

    def render(self, request: Any, openapi_schema: dict[str, Any]) -> bytes:
        """The schema; made once."""
        if self._rendered is None:
            self._rendered = self._render(request, openapi_schema)
        return self._rendered

    def _render(self, request: Any, openapi_schema: dict[str, Any]) -> bytes:
        components = openapi_schema.setdefault("components", {})
        schemas = components.setdefault("schemas", {})
        describe_bodies(openapi_schema["paths"], schemas)
        for name in {cls.__name__ for cls in STRICT} & schemas.keys():
            schemas[name]["additionalProperties"] = False
        components["securitySchemes"] = {"chair": CHAIR}
        openapi_schema["security"] = [{}, {"chair": []}]  # a spectator has no token
        return super().render(request, openapi_schema)


def describe_bodies(paths: dict[str, Any], schemas: dict[str, Any]) -> None:
    """Add the bodies of BODIES to their operations, and the types they are made of."""
    bodies, types = schema_components(BODIES.values(), ref_template=COMPONENT)
    schemas.update(types)
    for path, body in zip(BODIES, bodies, strict=True):
        paths[path]["post"]["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": body}},
        }


class Manual(OpenAPIRenderPlugin):
    """The page at `/docs` for people; programs read `/docs/openapi.json`."""

    def __init__(self) -> None:
        super().__init__(path="/")

    def receive_router(self, router: Router) -> None:
        """Sends `/docs` with the headers of the page, its content policy among them, and uncompressed."""
        router.opt[AS_IT_IS] = True
        router.response_headers = [ResponseHeader(name=name, value=value) for name, value in SAFE.items()]

    def render(self, request: Any, openapi_schema: dict[str, Any]) -> bytes:
        """Swagger UI where it is built, else the list."""
        folder: Path = request.app.state.page
        if (folder / "swagger" / "swagger-ui-bundle.js").exists():
            return SWAGGER.encode()
        return PLAIN.format("".join(operations(openapi_schema))).encode()


def operations(openapi_schema: dict[str, Any]) -> list[str]:
    """Every operation as two rows of HTML."""
    return [
        f"<dt><code>{method.upper()} {escape(path)}</code><dd>{escape(operation.get('summary', ''))}. "
        f"{escape(operation.get('description', ''))}"
        for path, methods in openapi_schema["paths"].items()
        for method, operation in methods.items()
    ]
