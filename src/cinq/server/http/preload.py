"""Preload headers: the scripts and style sheets that an address needs beside those named in the page itself.

With the `Link` header a browser fetches them all at once. Without it, it discovers them one round
trip at a time: the table, then its game, then the board, then the texts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

import msgspec

PARTS = "parts.json"
"""The build's manifest: the file of each source, and what it imports."""
ENTRY = "index.html"
HOME = "src/home/Home.svelte"
PAGES = {
    "setup": (HOME,),
    "invite": (HOME,),
    "play": (HOME, "src/table/TablePage.svelte"),
    "table": ("src/table/TablePage.svelte",),
    "lobby": ("src/table/TablePage.svelte",),
    "replay": ("src/replay/ReplayPage.svelte",),
    "lesson": ("src/lesson/LessonPage.svelte",),
}
"""The parts of each kind of address. `play` shows the home page until its table is made."""
LANGUAGES = ("fr", "en")
OF_A_GAME = ("play", "lesson")
"""Pages whose address names the game itself."""
ALL_TEXTS = ("lobby", "replay", "lesson")
"""Pages that say more than the texts of the first view."""


class Part(msgspec.Struct, frozen=True):
    """A built script, the sources that it imports, the files that it opens, its style sheets."""

    file: str
    imports: tuple[str, ...] = ()
    assets: tuple[str, ...] = ()
    css: tuple[str, ...] = ()


@lru_cache(16)
def _parts(folder: Path) -> dict[str, Part]:
    found = folder / PARTS
    return msgspec.json.decode(found.read_bytes(), type=dict[str, Part]) if found.is_file() else {}


@lru_cache(256)
def links(folder: Path, page: str, game: str | None, lang: str) -> str:
    """The Link header of a page, with its game's files where the game is known; empty for home."""
    if page not in PAGES:
        return ""
    parts = _parts(folder)
    known = _files(parts, [ENTRY])
    wanted = _files(parts, [*PAGES[page], *_shell(page, lang), *(_of_game(page, game, lang) if game else ())])
    return ", ".join(f"</{file}>; {_relation(file)}" for file in wanted if file not in known)


def _relation(file: str) -> str:
    """How the page will use the file; a style sheet is fetched as the page's own link does, with CORS."""
    return "rel=preload; as=style; crossorigin" if file.endswith(".css") else "rel=modulepreload"


def _shell(page: str, lang: str) -> Iterator[str]:
    yield f"src/texts/shell-{lang}.ts"
    if page in ALL_TEXTS:
        yield f"src/texts/later.{lang}.ftl?raw"
    if page == "lobby":
        yield "src/table/lobby/Lobby.svelte"


def _of_game(page: str, game: str, lang: str) -> Iterator[str]:
    name = game.replace("-", "_")
    yield f"src/games/{name}/index.ts"
    yield f"src/games/{name}/{lang}.ftl?raw"
    yield f"../src/cinq/games/{name}/{lang}.ftl?raw"
    if page == "lesson":
        yield f"src/games/{name}/lesson.ts"


def _files(parts: dict[str, Part], sources: Iterable[str]) -> dict[str, None]:
    """The scripts and style sheets of these sources and of all their imports, breadth first."""
    waiting, found = list(sources), dict[str, None]()
    while waiting:
        part = parts.get(waiting.pop(0))
        if part and part.file not in found:
            workers = (file for file in part.assets if file.endswith(".js"))
            found |= dict.fromkeys((part.file, *workers, *part.css))
            waiting += part.imports
    return found


def language(accepted: str) -> str:
    """French first: only a browser that puts English before French gets English."""
    tags = (tag.strip()[:2].lower() for tag in accepted.split(","))
    return next((tag for tag in tags if tag in LANGUAGES), "fr")
