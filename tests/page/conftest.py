"""A real server and a real browser: what every test of the page starts from."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

playwright = pytest.importorskip("playwright.sync_api")
from playwright.sync_api import Browser, BrowserContext, Page, WebSocket, expect  # noqa: E402

from tests.ports import free_port  # noqa: E402
from tools import browser as browsers  # noqa: E402

ROOT = Path(__file__).parents[2]
CHROMIUM = browsers.find()
POPUPS_OFF = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup")
"""Pages behind the address bar of every window: most of the processor time that a new context takes."""
PLAYWRIGHT_OFF = (
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"),
    *("HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding"),
    *("ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints"),
    *("NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"),
)
"""What Playwright switches off itself: of several such flags Chromium reads the last one only."""
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join((*PLAYWRIGHT_OFF, *POPUPS_OFF))}",
]
SOFTWARE = ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
"""To draw in three dimensions without a graphics card, slowly."""
BUILT = Path(os.environ.get("CINQ_PAGE", ROOT / "src/cinq/server/static"))
"""The built page; another folder may be named where several are being worked on."""
PLENTY = {"bot_pace": 0, "tables_per_address": 1000, "sockets_per_address": 1000}
PATIENCE = 60_000
"""Milliseconds after which what has not come does not come, on a busy machine too."""
SECOND_TAP = 350
"""Milliseconds after which a tap on a new button in its place counts (`lib/ui/tabletop/secondTap.ts`)."""
LONG = 300.0
"""Seconds after which a game that has not ended does not end."""
LINGER = """const soon = window.setTimeout.bind(window);
    window.setTimeout = (act, wait, ...rest) => soon(act, wait > 3000 ? 600_000 : wait, ...rest);"""
"""What the page would do by itself after three seconds it does after ten minutes: there is time to look."""
expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Without a browser or a built page there is nothing to test here; in CI that is an error."""
    why = missing()
    ours = [item for item in items if item.path.is_relative_to(Path(__file__).parent)]
    if why and ours and browsers.required():
        raise pytest.UsageError(why)
    for item in ours if why else ():
        item.add_marker(pytest.mark.skip(reason=why))


def missing() -> str:
    """What the tests of the page lack, as a sentence; empty if nothing."""
    if CHROMIUM is None:
        return browsers.ADVICE
    return "" if (BUILT / "index.html").exists() else "the page is not built (npm run build)"


@contextmanager
def running(data: Path, port: int | None = None, **settings: object) -> Iterator[str]:
    """A server in its own process, with its own copy of the page: a rebuild disturbs nothing."""
    port = port or free_port()
    page = data / "page"
    if not page.exists():
        shutil.copytree(BUILT, page)
    command = [sys.executable, "-m", "cinq.server", "--port", str(port), "--data", str(data / "db")]
    command += ["--page", str(page), "--settings", json.dumps(PLENTY | settings)]
    with (data / "server.log").open("ab") as log:
        process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT)
    base = f"http://127.0.0.1:{port}"
    try:
        end = time.monotonic() + 120
        while not healthy(base):
            assert process.poll() is None and time.monotonic() < end, (data / "server.log").read_text("utf-8")
            time.sleep(0.1)
        yield base
    finally:
        process.terminate()
        process.wait(60)


def healthy(base: str) -> bool:
    """Whether a server answers there."""
    try:
        urllib.request.urlopen(f"{base}/healthz", timeout=5).close()
    except OSError:
        return False
    return True


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running(tmp_path_factory.mktemp("server")) as base:
        yield base


@contextmanager
def launched(*flags: str) -> Iterator[Browser]:
    """A browser, started in its own way."""
    with playwright.sync_playwright() as driver:
        made = driver.chromium.launch(executable_path=str(CHROMIUM), args=[*FLAGS, *flags])
        yield made
        made.close()


@pytest.fixture(scope="module")
def browser(request: pytest.FixtureRequest) -> Iterator[Browser]:
    """A browser for one file, with the flags it names as BROWSER.

    The driver's event loop must be gone before other tests run theirs.
    """
    with launched(*getattr(request.module, "BROWSER", ())) as made:
        yield made


def until(page: Page, done: Callable[[], object], seconds: float = 60) -> None:
    """Lets the browser run until this is so."""
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "waited in vain"
        page.wait_for_timeout(50)


STILL = """() => document.fonts.status === 'loaded' && !document.getAnimations().some((one) =>
    one.playState === 'running' && Number.isFinite(one.effect.getComputedTiming().endTime))"""


def settle(page: Page) -> None:
    """Until the letters are there and nothing moves any more, but for what breathes for ever."""
    page.wait_for_function(STILL)


Visit = Callable[..., Page]
FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


def show_failure(name: str, contexts: list[BrowserContext], frames: list[str]) -> None:
    """What was on the screens, and the last words on the sockets, of a test that failed."""
    out = ROOT / "shots"
    out.mkdir(exist_ok=True)
    for index, context in enumerate(contexts):
        for page in context.pages:
            page.screenshot(path=out / f"failed-{name}-{index}.png")
    print(*(frame[:300] for frame in frames[-12:]), sep="\n")


@pytest.fixture
def visit(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """Opens a fresh browser of one person: name, language, screen; errors of the page fail the test."""
    contexts: list[BrowserContext] = []
    problems: list[str] = []
    frames: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: frames.append(f"< {data!s}"))
        socket.on("framesent", lambda data: frames.append(f"> {data!s}"))

    def open_one(
        name: str = "",
        *,
        width: int = 1280,
        height: int = 800,
        locale: str = "fr-FR",
        dark: bool = False,
        touch: bool = False,
        reduced: bool = True,
        speed: int = 20,
    ) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            locale=locale,
            color_scheme="dark" if dark else "light",
            has_touch=touch,
            reduced_motion="reduce" if reduced else "no-preference",
            service_workers="block",
        )
        contexts.append(context)
        kept = f'{{"name": "{name}", "speed": {speed}, "sound": false}}'
        context.add_init_script(f"localStorage.getItem('cinq') || localStorage.setItem('cinq', '{kept}')")
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("websocket", listen)
        page.on("pageerror", lambda error: problems.append(str(error)))
        return page

    yield open_one
    if request.node.stash.get(FAILED, False):
        show_failure(request.node.name, contexts, frames)
    for context in contexts:
        context.close()
    assert not problems
