"""What an address needs beside the page itself, said in the head of the answer.

A browser that is told fetches it all at once. Left alone it finds out one journey at a time:
the table's frame, then which game is played there, then its board, then its texts.
Styles are one sheet, named in the page itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

import msgspec

PARTS = "parts.json"
"""Where the build says which file a source became, and what that file imports."""
ENTRY = "index.html"
PAGES = {
    "play": "src/table/TablePage.svelte",
    "table": "src/table/TablePage.svelte",
    "replay": "src/replay/ReplayPage.svelte",
    "lesson": "src/lesson/LessonPage.svelte",
}
LANGUAGES = ("fr", "en")
OF_A_GAME = ("play", "lesson")
"""Pages whose address names the game itself."""


class Part(msgspec.Struct, frozen=True):
    """A built script, the names of the sources that it imports, and the files that it opens."""

    file: str
    imports: tuple[str, ...] = ()
    assets: tuple[str, ...] = ()


@lru_cache(16)
def _parts(folder: Path) -> dict[str, Part]:
    found = folder / PARTS
    return msgspec.json.decode(found.read_bytes(), type=dict[str, Part]) if found.is_file() else {}


@lru_cache(256)
def links(folder: Path, page: str, game: str | None, lang: str) -> str:
    """The Link header of a page; the game where it is known. Empty for the door."""
    if page not in PAGES:
        return ""
    parts = _parts(folder)
    known = _files(parts, [ENTRY])
    wanted = _files(parts, [PAGES[page], *(_of_game(page, game, lang) if game else ())])
    return ", ".join(f"</{file}>; rel=modulepreload" for file in wanted if file not in known)


def _of_game(page: str, game: str, lang: str) -> Iterator[str]:
    name = game.replace("-", "_")
    yield f"src/games/{name}/index.ts"
    yield f"src/games/{name}/{lang}.ftl?raw"
    yield f"../src/cinq/games/{name}/{lang}.ftl?raw"
    if page == "lesson":
        yield f"src/games/{name}/lesson.ts"


def _files(parts: dict[str, Part], sources: Iterable[str]) -> dict[str, None]:
    """The scripts of these sources and of all that they import, in the order in which they are met."""
    waiting, found = list(sources), dict[str, None]()
    while waiting:
        part = parts.get(waiting.pop(0))
        if part and part.file not in found:
            workers = (file for file in part.assets if file.endswith(".js"))
            found |= dict.fromkeys((part.file, *workers))
            waiting += part.imports
    return found


def language(accepted: str) -> str:
    """French first: only a browser that puts English before French gets English."""
    tags = (tag.strip()[:2].lower() for tag in accepted.split(","))
    return next((tag for tag in tags if tag in LANGUAGES), "fr")
