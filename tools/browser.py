"""The browser in which the page is tested: finds one, installs one where that needs no question.

`python -m tools.browser` prints its path. Without one it installs Debian's Chromium where it is root;
elsewhere it prints what to do and succeeds, and the tests of the page are skipped with the same words.
With CI=true a missing browser is an error in both places.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from tools.debian import install

VARIABLE = "CINQ_BROWSER"
NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "msedge",
    "microsoft-edge",
    "microsoft-edge-stable",
)
APPLICATIONS = tuple(
    Path(f"/Applications/{name}.app/Contents/MacOS/{name}")
    for name in ("Chromium", "Google Chrome", "Microsoft Edge")
)
CACHES = (".cache/ms-playwright", "Library/Caches/ms-playwright", "AppData/Local/ms-playwright")
IN_A_CACHE = (
    "chromium-*/chrome-linux*/chrome",
    "chromium-*/chrome-mac*/*.app/Contents/MacOS/*",
    "chromium-*/chrome-win*/chrome.exe",
)
ADVICE = (
    "no browser for the tests of the page: install Chromium, Chrome or Edge, "
    f"or run .venv/bin/playwright install chromium, or name one with {VARIABLE}=PATH"
)


def find(environment: Mapping[str, str] = os.environ, home: Path | None = None) -> Path | None:
    """The browser that CINQ_BROWSER names, else one on the PATH, an application, or Playwright's own."""
    if named := environment.get(VARIABLE):
        return Path(named) if os.access(named, os.X_OK) else None
    return next(_candidates(environment, home or Path.home()), None)


def _candidates(environment: Mapping[str, str], home: Path) -> Iterator[Path]:
    for name in NAMES:
        if found := shutil.which(name, path=environment.get("PATH", "")):
            yield Path(found)
    yield from (path for path in APPLICATIONS if path.exists())
    own = environment.get("PLAYWRIGHT_BROWSERS_PATH")
    for cache in [Path(own)] if own else [home / folder for folder in CACHES]:
        for pattern in IN_A_CACHE:
            yield from sorted(cache.glob(pattern), reverse=True)  # the newest version first


def required(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether a missing browser is an error: in continuous integration nothing is skipped."""
    return environment.get("CI", "").lower() in ("1", "true")


def main() -> int:
    """Prints the browser's path, or the advice on standard error; 1 only where a browser is required."""
    if find() is None and VARIABLE not in os.environ:
        install(["chromium", "fonts-liberation"])
    if (found := find()) is not None:
        print(found)
        return 0
    print(ADVICE, file=sys.stderr)
    return 1 if required() else 0


if __name__ == "__main__":
    sys.exit(main())
