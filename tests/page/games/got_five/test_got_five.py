"""Got Five! through the page, to its end: clues by clicking, notes, and an announcement."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, WebSocketRoute, expect

from cinq.games.got_five.components import BOX
from tests.page.conftest import LINGER, LONG, SECOND_TAP, Visit, running, settle, until
from tests.page.drivers.dix_mille import OVER, make_table
from tests.page.drivers.people import Company

TURN = ".reserve button, .open button"


def ask(page: Page, compare: bool) -> bool:
    """Whatever can be done now: reveal a tile, then rank an open one or compare it."""
    reveal, tiles = page.locator(".reserve button"), page.locator(".open button")
    if reveal.count():
        reveal.first.click()
        return True
    if not tiles.count():
        return False
    tiles.first.click()
    if compare:
        page.locator(".mine .rack button").first.click()
    else:
        page.keyboard.press("c")
    return True


CALL = "dialog[open]:has(form)"
SAY = f"{CALL} button[type=submit]"


def possible_five(page: Page) -> list[int]:
    """Five numbers of a call among those that can be chosen, each larger than the one before."""
    page.locator(f"{CALL} [data-number]").first.wait_for()
    columns = page.locator(f"{CALL} .boxes label").count()
    free = page.locator(f"{CALL} [data-number][aria-disabled=false]")
    numbers = [int(number) for number in free.evaluate_all("all => all.map((one) => one.dataset.number)")]
    shown = page.locator(f"{CALL} [data-number]").evaluate_all("all => all.map((one) => one.dataset.number)")
    picked: list[int] = []
    for column in range(columns):
        least = picked[-1] if picked else 0
        picked.append(min(n for n in numbers if shown.index(str(n)) % columns == column and n > least))
    return picked


def pick_possible(page: Page) -> list[int]:
    """Chooses five such numbers on the notes."""
    picked = possible_five(page)
    for number in picked:
        page.locator(f"{CALL} [data-number='{number}']").click()
    return picked


def call(page: Page) -> None:
    """A call, with its second thought."""
    pick_possible(page)
    page.locator(SAY).click()
    page.locator(f"{CALL} [role=alert]").wait_for()
    page.wait_for_timeout(SECOND_TAP)
    page.locator(SAY).click()


def cross_out_and_undo(page: Page) -> None:
    """The note sheet lies beside the table; what is in sight is crossed out on it already."""
    page.keyboard.press("n")
    seen = page.locator(".other .tile .number").first.inner_text()
    expect(page.locator(f"[data-number='{seen}']")).to_have_attribute("aria-pressed", "true")
    free = page.locator("[data-number][aria-pressed=false]").first.get_attribute("data-number")
    number = page.locator(f"[data-number='{free}']")
    number.click()
    expect(number).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Annuler").click()
    expect(number).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)


def the_table_stays_in_sight_from_another_seat(page: Page) -> None:
    """Another seat's racks are laid anew, but what is shown is not hidden meanwhile."""
    page.evaluate("""() => {
        const table = document.querySelector('.tabletop');
        window.hidden = 0;
        new MutationObserver(() => { hidden += getComputedStyle(table).visibility === 'hidden' })
            .observe(table, {attributeFilter: ['class']});
    }""")
    for seat, other in (("1", "[aria-label=Ana]"), ("0", ":not([aria-label=Ana])")):
        page.locator(".steps select").select_option(seat)
        expect(page.locator(".other")).to_have_count(1)
        page.locator(f".other{other} .rack").wait_for()
    assert page.evaluate("hidden") == 0


def test_a_game_against_a_bot_to_the_end(server: str, visit: Visit) -> None:
    page = visit("Ana")
    make_table(page, server, game="got-five", chairs=2, start=True)
    page.locator(".mine .rack").wait_for()
    assert page.locator(".mine .rack .number").count() == 0  # one's own numbers are nowhere
    page.locator(TURN).first.wait_for()  # nobody else changes anything now
    cross_out_and_undo(page)
    asked, began = 0, time.monotonic()
    while asked < 6 and not page.locator(OVER).count():
        asked += ask(page, compare=asked % 4 == 1)
        page.wait_for_timeout(80)
        assert time.monotonic() - began < LONG
    page.locator(f"{TURN}, {OVER}").first.wait_for()
    if not page.locator(OVER).count():
        page.keyboard.press("g")
        call(page)
    page.locator(OVER).wait_for()
    page.get_by_role("link", name="Revoir la partie").click()
    at = page.locator(".steps input")
    last = at.get_attribute("max") or ""
    page.keyboard.press("End")
    expect(at).to_have_value(last)
    page.locator(".tabletop").wait_for()
    own, steps = page.locator(".yours").bounding_box(), page.locator(".steps").bounding_box()
    assert own and steps and own["y"] + own["height"] <= steps["y"], "the steps lie over one's own rack"
    the_table_stays_in_sight_from_another_seat(page)


def follow(page: Page, step: int) -> None:
    """Does what a step of the lesson asks for."""
    wanted = {
        2: [".reserve .hinted"],
        3: [".open .hinted", ".bar .main"],
        4: [".open .hinted", ".mine .hinted"],
        5: [".bar .hinted", "dialog[open] [data-number='11']", "dialog[open] [data-number='26']"],
    }
    if step == 6:
        page.get_by_role("button", name="GOT FIVE!").click()
        call(page)
        return
    for what in wanted.get(step, [".way .main"]):
        page.locator(what).click()


def test_the_lesson(server: str, visit: Visit) -> None:
    """To its end by what it asks for, notes and the call among it, and on a short phone without scrolling."""
    page = visit("Ana", width=360, height=640, touch=True)
    page.goto(f"{server}/lesson/got-five")
    for step in range(1, 8):
        page.get_by_text(f"{step} / 7", exact=True).wait_for()
        page.locator(".tabletop").wait_for()
        settle(page)
        assert page.evaluate("document.documentElement.scrollHeight") == 640, step
        follow(page, step)
    page.wait_for_url("**/table/**")


def test_the_end_is_seen_before_another_game_is_offered(server: str, visit: Visit) -> None:
    """A tap meant for the table finds no "play again" in its place while numbers are still turned."""
    page = visit("Ana", width=360, height=740, touch=True, speed=1)
    page.add_init_script(LINGER)
    make_table(page, server, game="got-five", chairs=2, start=True)
    page.get_by_role("button", name="GOT FIVE!").tap()
    call(page)
    ways = page.locator(".after button")
    expect(ways).to_have_text(["Résultat"])
    ways.tap()
    page.locator(OVER).wait_for()
    page.keyboard.press("Escape")
    expect(ways).to_have_text(["Rejouer", "Résultat"])


def test_five_said_while_an_answer_is_on_its_way(server: str, visit: Visit) -> None:
    """on a slow connection too: nothing that was said is dropped without a word."""
    page = visit("Ana")
    late: list[Callable[[], None]] = []
    held = [False]

    def between(near: WebSocketRoute) -> None:
        far = near.connect_to_server()
        near.on_message(far.send)
        far.on_message(lambda said: late.append(lambda: near.send(said)) if held[0] else near.send(said))

    page.route_web_socket("**/api/socket", between)
    make_table(page, server, game="got-five", chairs=2, start=True, first=0)
    page.locator(".reserve button").first.wait_for()
    assert ask(page, compare=False)
    page.locator(".open button").first.wait_for()
    held[0] = True
    assert ask(page, compare=False)
    page.keyboard.press("g")
    call(page)
    until(page, lambda: late)
    held[0] = False
    for deliver in late:
        deliver()
    page.locator(OVER).wait_for()


def test_notes_are_there_after_a_reload_and_in_a_new_tab(server: str, visit: Visit) -> None:
    """What was crossed out belongs to the table and the seat, not to one visit."""
    page = visit("Ana")
    make_table(page, server, game="got-five", chairs=2, start=True, first=0)
    page.locator(TURN).first.wait_for()
    page.keyboard.press("n")
    free = page.locator("[data-number][aria-pressed=false]").first.get_attribute("data-number")
    number = page.locator(f"dialog[open] [data-number='{free}']")
    number.click()
    expect(number).to_have_attribute("aria-pressed", "true")
    page.reload()
    for tab in (page, page.context.new_page()):
        tab.goto(page.url)
        tab.locator(TURN).first.wait_for()
        tab.keyboard.press("n")
        expect(tab.locator(f"dialog[open] [data-number='{free}']")).to_have_attribute("aria-pressed", "true")


def test_only_a_possible_number_can_be_called(server: str, visit: Visit) -> None:
    """A number of another colour, or one in sight, is refused with a word; a call is thought over twice."""
    page = visit("Ana")
    make_table(page, server, game="got-five", chairs=2, start=True, first=0)
    page.locator(TURN).first.wait_for()
    seen = int(page.locator(".other .tile .number").first.inner_text())
    page.keyboard.press("g")
    expect(page.locator(f"{CALL} [data-number='{seen}']")).to_have_attribute("aria-disabled", "true")
    page.locator(f"{CALL} [data-number='{seen}']").click(force=True)
    expect(page.locator(f"{CALL} .why")).to_contain_text(f"Le {seen} ne peut pas")
    first = page.locator(f"{CALL} input").first
    shown = page.locator(f"{CALL} [data-number]").evaluate_all("all => all.map((one) => one.dataset.number)")
    first.fill(shown[1 + 5 * 3])  # of the second column
    expect(page.locator(f"{CALL} .why")).to_contain_text("couleur")
    expect(page.locator(SAY)).to_be_disabled()
    picked = pick_possible(page)
    page.locator(SAY).click()
    expect(page.locator(f"{CALL} [role=alert]")).to_contain_text(" · ".join(map(str, picked)))
    page.get_by_role("button", name="Pas encore").last.click()
    expect(page.locator(f"{CALL} [role=alert]")).to_have_count(0)
    assert page.locator(f"{CALL} [data-number]").count() == 60  # the notes stay in sight meanwhile


def test_a_call_that_comes_too_late_is_put_away(server: str, visit: Visit) -> None:
    """Somebody else ends the game while one still chooses numbers: the result lies under no form."""
    page = visit("Ana")
    company = Company(page, server, "got-five", ["Bob"], first=0)
    page.locator(TURN).first.wait_for()
    page.keyboard.press("g")
    page.locator(f"{CALL} [data-number]").first.wait_for()
    seen = company.look(1)
    colours = seen["view"]["racks"][1]["colours"]
    numbers: list[int] = []
    for colour in colours:
        numbers.append(min(n for n in BOX.of[colour] if not numbers or n > numbers[-1]))
    company.act(1, seen, {"type": "announce", "numbers": numbers})
    page.locator(OVER).wait_for()
    expect(page.locator(CALL)).to_have_count(0)


def test_the_notes_stand_in_the_order_of_the_rack(server: str, visit: Visit) -> None:
    page = visit("Ana", width=360, height=640, touch=True)
    make_table(page, server, game="got-five", chairs=2, start=True)
    hue = "all => all.map((one) => getComputedStyle(one).getPropertyValue('--hue'))"
    rack = page.locator(".mine .rack .slot > * > .tile")
    rack.first.wait_for()
    page.get_by_role("button", name="Notes").tap()
    page.locator("dialog[open] [data-number]").first.wait_for()
    hues = rack.evaluate_all(hue)
    assert page.locator("dialog[open] [data-number]").evaluate_all(hue)[:5] == hues and len(set(hues)) > 1


def test_a_hint_out_of_turn_says_to_wait(tmp_path: Path, visit: Visit) -> None:
    page = visit("Ana")
    with running(tmp_path, bot_pace=LONG) as base:
        make_table(page, base, game="got-five", start=True, first=1)
        page.get_by_role("button", name="Un conseil").click()
        page.get_by_text("attends ton tour").wait_for()


def test_two_tabs_of_a_seat_share_one_note_sheet(server: str, visit: Visit) -> None:
    first = visit("Ana")
    made = make_table(first, server, game="got-five", chairs=2, start=True)
    second = first.context.new_page()
    second.goto(f"{server}/table/{made}")
    for page in (first, second):
        page.locator(".mine .rack").wait_for()
        page.get_by_role("button", name="Notes").click()
    free = first.locator("[data-number][aria-pressed=false]")
    numbers = [free.nth(index).get_attribute("data-number") for index in (0, 1)]
    for page, number in zip((first, second), numbers, strict=True):
        page.locator(f"[data-number='{number}']").click()
        for both in (first, second):
            expect(both.locator(f"[data-number='{number}']")).to_have_attribute("aria-pressed", "true")
    for number in numbers:
        expect(first.locator(f"[data-number='{number}']")).to_have_attribute("aria-pressed", "true")
