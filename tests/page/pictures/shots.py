"""Pictures of every page and every board, for people to look at: `make shots`, into `shots/`.

Phone and desktop, French and English, light and dark. Without arguments every pairing of
screen, language and light is taken once; with a word only the scenes whose name has it in.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from playwright.sync_api import Browser, Page, TimeoutError

from cinq.games import GAMES
from tests.page.conftest import ROOT, launched, running
from tests.page.drivers.dix_mille import make_table, play_to_the_end

OUT = ROOT / "shots"
SCREENS = {"phone": (360, 740), "desktop": (1280, 800)}
LOOKS = [(screen, lang, light) for screen in SCREENS for lang in ("fr", "en") for light in ("light", "dark")]

Scene = Callable[[Page, str], None]


def home(page: Page, base: str) -> None:
    page.goto(base)
    page.wait_for_load_state("networkidle")


def new_table(page: Page, base: str) -> None:
    home(page, base)
    page.locator("article .ways a").nth(1).click()
    page.locator("dialog[open] summary").click()


def settings(page: Page, base: str) -> None:
    page.goto(f"{base}/settings")


def lobby(page: Page, base: str) -> None:
    make_table(page, base, chairs=4)
    page.locator(".lobby").wait_for()


def lost(page: Page, base: str) -> None:
    page.goto(f"{base}/table/nowhere")
    page.locator(".notice button").wait_for()


def board(game: str, chairs: int = 3) -> Scene:
    def show(page: Page, base: str) -> None:
        made = make_table(page, base, game=game, chairs=chairs, start=True)
        page.goto(f"{base}/table/{made}?quality=high")  # as with a graphics card
        page.locator(".tabletop").wait_for()
        try:
            page.locator(".turn.yours").wait_for(timeout=15_000)
        except TimeoutError:
            print(f"  {game}: it was nobody's turn here for a while")

    return show


def middle_of_a_hand(page: Page, base: str) -> None:
    """Dix Mille after a throw or two: dice on the rail, points at risk."""
    board("dix-mille")(page, base)
    for _ in range(8):
        page.locator(".bar button.main").click(timeout=40_000)
        page.wait_for_timeout(1400)
        if page.locator(".rail .die").count():
            return


def rules(page: Page, base: str) -> None:
    board("dix-mille")(page, base)
    page.locator("header button[aria-label='Règles'], header button[aria-label='Rules']").click()


def result(page: Page, base: str) -> None:
    make_table(page, base, chairs=3, start=True, target=1000)
    play_to_the_end(page)


def replay(page: Page, base: str) -> None:
    result(page, base)
    page.locator("dialog a[href^='/replay']").click()
    page.locator("input[type=range]").wait_for()
    for _ in range(6):
        page.keyboard.press("ArrowRight")


def lesson(page: Page, base: str) -> None:
    page.goto(f"{base}/lesson/dix-mille")
    page.locator(".bar button.main").click()


SCENES: dict[str, Scene] = {
    "home": home,
    "settings": settings,
    "new-table": new_table,
    "lobby": lobby,
    "lost": lost,
    **{f"board-{game}": board(game) for game in GAMES},
    "board-dix-mille-8": board("dix-mille", 8),
    "board-dix-mille-hand": middle_of_a_hand,
    "rules": rules,
    "result": result,
    "replay": replay,
    "lesson": lesson,
}


def take(browser: Browser, base: str, name: str, look: tuple[str, str, str]) -> None:
    screen, lang, light = look
    width, height = SCREENS[screen]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=2 if screen == "phone" else 1,
        locale="fr-FR" if lang == "fr" else "en-GB",
        color_scheme="dark" if light == "dark" else "light",
        has_touch=screen == "phone",
        service_workers="block",
    )
    context.add_init_script(
        """localStorage.getItem('cinq') || localStorage.setItem('cinq', '{"name": "Ana", "speed": 6}')"""
    )
    page = context.new_page()
    page.set_default_timeout(30_000)
    try:
        SCENES[name](page, base)
        page.wait_for_timeout(1200)
        page.screenshot(path=OUT / f"{name}-{screen}-{lang}-{light}.png", full_page=name in ("home", "lobby"))
    except Exception as problem:
        print(f"  {name} {look}: {problem}".splitlines()[0])
    finally:
        context.close()


def main(words: list[str]) -> None:
    OUT.mkdir(exist_ok=True)
    wanted = [name for name in SCENES if not words or any(word in name for word in words)]
    with tempfile.TemporaryDirectory() as data, running(Path(data)) as base, launched() as browser:
        for name in wanted:
            print(name)
            for look in LOOKS:
                take(browser, base, name, look)


if __name__ == "__main__":
    main(sys.argv[1:])
