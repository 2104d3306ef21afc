"""The page as an app: can be installed, opens offline, is never stale, calls when it is one's turn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.page.conftest import PATIENCE, Visit, running
from tests.page.drivers.dix_mille import make_table, take_turn
from tests.ports import free_port

READY = "() => navigator.serviceWorker.ready.then(({active}) => active.state === 'activated')"


@pytest.fixture
def app(browser: Browser) -> Iterator[BrowserContext]:
    """A browser that lets the page keep itself."""
    context = browser.new_context(locale="fr-FR")
    context.add_init_script(
        """localStorage.getItem('cinq') || localStorage.setItem('cinq', '{"name": "Ana", "speed": 20}')"""
    )
    yield context
    context.close()


def opened(context: BrowserContext, base: str) -> Page:
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(base)
    page.wait_for_function(READY)
    return page


def test_the_first_picture_waits_for_no_other_file(server: str, visit: Visit) -> None:
    page, first = visit("Ana"), "svg.first"
    page.route("**/assets/*", lambda route: route.abort())
    page.goto(f"{server}/lesson/dix-mille")
    expect(page.locator(first)).to_be_visible()
    page.unroute_all()
    page.reload()
    page.locator(".tabletop").wait_for()
    expect(page.locator(first)).to_be_hidden()


def test_the_first_picture_has_the_light_one_chose(server: str, visit: Visit) -> None:
    page = visit("Ana")
    page.goto(server)
    page.route("**/assets/*", lambda route: route.abort())
    paper = "getComputedStyle(document.documentElement).backgroundColor"
    for theme, ground in (("auto", "rgb(246, 239, 226)"), ("dark", "rgb(23, 19, 15)")):
        page.evaluate("theme => localStorage.setItem('cinq', JSON.stringify({theme}))", theme)
        page.goto(server)
        assert page.evaluate(paper) == ground


def test_it_can_be_installed(server: str, app: BrowserContext) -> None:
    page = opened(app, server)
    found = app.new_cdp_session(page).send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [one["errorId"] for one in found if one["errorId"] != "in-incognito"] == []


def test_a_part_that_did_not_come_is_fetched_when_the_server_is_back(
    app: BrowserContext, tmp_path: Path
) -> None:
    port = free_port()
    with running(tmp_path, port) as base:
        page = opened(app, base)
    page.get_by_role("link", name="Apprendre : Dix Mille").click()
    page.get_by_role("heading", name="Pas de connexion").wait_for()
    with running(tmp_path, port):
        page.locator(".tabletop").wait_for()


def test_it_opens_without_a_line_and_is_never_stale(app: BrowserContext, tmp_path: Path) -> None:
    port = free_port()
    with running(tmp_path, port) as base:
        page = opened(app, base)
        page.locator("#finished ~ ul li:visible").first.wait_for()  # the server has answered
        assert not page.get_by_text("Pas de connexion").count()
    page.reload()
    page.get_by_text("Pas de connexion").wait_for()
    expect(page.locator("article h2")).to_have_count(5)
    shell = tmp_path / "page/home.fr.html"
    shell.write_text(shell.read_text("utf-8").replace("<body>", '<body data-made="later">'), "utf-8")
    with running(tmp_path, port):
        expect(page.get_by_text("Pas de connexion")).to_have_count(0)  # by itself
        page.reload()
        page.locator("body[data-made=later]").wait_for(state="attached")
        page.locator("#finished ~ ul li:visible").first.wait_for()
        assert not page.get_by_text("Pas de connexion").count()


def calls(page: Page) -> list[str]:
    """What the browser has been asked to show."""
    found = page.evaluate(
        "navigator.serviceWorker.ready.then((worker) => worker.getNotifications())"
        ".then((shown) => shown.map(({body}) => body))"
    )
    return list(found)


def test_a_turn_is_called_only_to_who_asked_and_looks_elsewhere(server: str, app: BrowserContext) -> None:
    app.grant_permissions(["notifications"], origin=server)
    page = opened(app, server)
    page.get_by_role("link", name="Réglages").click()
    box = page.get_by_label("Me prévenir quand c’est à moi")
    expect(box).not_to_be_checked()
    box.check()
    page.wait_for_function("() => JSON.parse(localStorage.getItem('cinq')).notify")
    page.add_init_script("Object.defineProperty(document, 'hidden', {get: () => !!window.away})")
    make_table(page, server, chairs=2, start=True)
    assert take_turn(page)
    page.wait_for_function("() => document.title.startsWith('À toi')")
    assert calls(page) == []
    page.evaluate("window.away = true")
    for _ in range(200):
        if calls(page):
            break
        take_turn(page)
    assert calls(page) == ["À toi · Dix Mille"]
