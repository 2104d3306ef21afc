"""The built page: files with a hash in their name are cached for ever, the others revalidated.

Every address that is not a file, the API or the socket is the page itself, which has its own
routes (`/`, `/play/<game>`, `/table/<table>`, `/replay/<game>`, `/lesson/<game>`). The home page is
prerendered in the browser's language or in the one asked for (`/fr`, `/en`).
"""

from __future__ import annotations

import mimetypes
from functools import lru_cache, partial
from pathlib import Path

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.params import FromPath

from cinq.server.http import preload
from cinq.server.http.compression import AS_IT_IS, CompressedBody, answer, pack

HERE = Path(__file__).parent.parent / "static"
NO_PAGE = pack(
    b"<!doctype html><meta charset=utf-8><title>Cinq</title>"
    b"<p>The page is not built here. The API is at <a href=/docs>/docs</a>.</p>",
    "text/html",
)
HOME = ("", "settings", *preload.LANGUAGES)
"""Paths that show the home page."""
CACHED = 256
"""Files cached in memory: more than the page has."""
POLICY = "; ".join(
    (
        "default-src 'self'",  # nothing from elsewhere
        # no script in the page itself but the one that sets its light, before it is drawn; web/index.html
        "script-src 'self' 'sha256-u6uMCLF9m7C6eOrZw4nhCD96NpVTGRTtXM6gHG82vvw='",
        "style-src 'self' 'unsafe-inline'",  # boards place things with style attributes
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
"""The content security policy: a chair's token lies in the page's storage."""
SAFE = {
    "content-security-policy": POLICY,
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
}
FOR_EVER = "public, max-age=31536000, immutable"
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("font/woff2", ".woff2")


def _file(folder: Path, path: str) -> CompressedBody | None:
    """A file of the page, or None; never one outside its folder."""
    try:
        found = (folder / path).resolve()
        inside = found.is_relative_to(folder.resolve()) and found.is_file()
    except OSError:  # a name that is too long
        return None
    return _packed(found) if inside else None


@lru_cache(CACHED)
def _packed(file: Path) -> CompressedBody:
    """A file that exists, compressed: names that visitors make up displace none."""
    return pack(file.read_bytes(), mimetypes.guess_type(file.name)[0] or "application/octet-stream")


_page_route = partial(
    get, include_in_schema=False, sync_to_thread=False, response_headers=SAFE, opt={AS_IT_IS: True}
)


@_page_route("/")
def home(request: Request[object, object, State], state: State) -> Response[bytes]:
    """Answer with the home page."""
    return _answer_page(request, state, "")


@_page_route("/{path:path}")
def page(request: Request[object, object, State], state: State, path: FromPath[str]) -> Response[bytes]:
    """Answer with a file of the page, or with the page."""
    return _answer_page(request, state, path.lstrip("/"))


def _answer_page(request: Request[object, object, State], state: State, name: str) -> Response[bytes]:
    folder: Path = state.page
    if name and "\0" not in name and (found := _file(folder, name)):
        return answer(request, found, FOR_EVER if name.startswith("assets/") else "no-cache")
    if name.startswith(("api/", "assets/")):
        return Response(b"not found\n", status_code=404, media_type="text/plain")
    lang = name if name in preload.LANGUAGES else preload.language(request.headers.get("accept-language", ""))
    file = f"home.{lang}.html" if name in HOME else "index.html"
    shown = answer(request, _file(folder, file) or NO_PAGE, "no-cache")
    shown.set_header("vary", "accept-encoding, accept-language")
    kind, _, ident = name.partition("/")
    game = ident if kind in preload.OF_A_GAME else state.registry.game_at(ident)
    shown_as = "lobby" if kind == "table" and state.registry.in_lobby(ident) else kind
    if links := preload.links(folder, shown_as, game, lang):
        shown.set_header("link", links)
    return shown
