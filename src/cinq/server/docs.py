"""The API's manual page: drawn from the OpenAPI schema, with nothing fetched from elsewhere."""

from __future__ import annotations

from typing import Any

from litestar.openapi.plugins import JsonRenderPlugin, OpenAPIRenderPlugin

from cinq.server import api, wire

PAGE = """<!doctype html><html lang=en><meta charset=utf-8>
<meta name=viewport content="width=device-width"><title>Cinq: API</title>
<style>body{font:16px/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
code{font-size:.95em}h2{margin:2rem 0 .3rem;font-size:1.1rem}
pre{overflow:auto;padding:.8rem;border:1px solid #8886}
</style><h1>Cinq: the API</h1><p>OpenAPI 3.1: <a href=/docs/openapi.json>/docs/openapi.json</a>.
A chair's token goes into the header <code>Authorization: Bearer …</code>. The socket is at
<code>/api/socket</code>:
the first message is <code>{"type":"hello","table":"…","token":"…"}</code>.</p><div id=all></div>
<script type=module>
const doc = await (await fetch('/docs/openapi.json')).json(), all = document.getElementById('all');
const add = (tag, text) => { const e = document.createElement(tag); e.textContent = text; all.append(e) };
for (const [path, ways] of Object.entries(doc.paths)) for (const [way, it] of Object.entries(ways)) {
  add('h2', way.toUpperCase() + ' ' + path); add('p', (it.summary ?? '') + '. ' + (it.description ?? ''));
  const body = it.requestBody?.content?.['application/json']?.schema;
  if (body) add('pre', 'body: ' + JSON.stringify(body)) }
add('h2', 'Types');
for (const [name, schema] of Object.entries(doc.components?.schemas ?? {}))
  add('pre', name + '\\n' + JSON.stringify(schema, null, 1));
</script></html>
"""


STRICT: list[type] = [wire.NewTable, wire.NewSeat, api.Doing, *wire.FromSeatMessage.__subclasses__()]
"""Structs that take no unknown field: the schema says so."""


class Strict(JsonRenderPlugin):
    """The schema, with what msgspec forbids forbidden."""

    def render(self, request: Any, openapi_schema: dict[str, Any]) -> bytes:
        """Unknown fields are refused, and the schema says so."""
        schemas = openapi_schema.get("components", {}).get("schemas", {})
        for name in {cls.__name__ for cls in STRICT} & schemas.keys():
            schemas[name]["additionalProperties"] = False
        return super().render(request, openapi_schema)


class Manual(OpenAPIRenderPlugin):
    """For people; programs read `/docs/openapi.json`."""

    def __init__(self) -> None:
        super().__init__(path="/")

    def render(self, request: Any, openapi_schema: dict[str, Any]) -> bytes:
        """The page; it fetches the schema itself."""
        return PAGE.encode()
