"""5 Millimètres through the page, to its end: bidding by one tap, sticks rearranged, lengths revealed."""

from __future__ import annotations

import re
import time

from playwright.sync_api import Page, expect

from tests.page.conftest import LINGER, LONG, Visit, settle
from tests.page.drivers.dix_mille import OVER, make_table


def bid(page: Page) -> bool:
    """If it is one's turn: the most, or nothing where another has bid more than one has."""
    bids = page.locator(".bids button")
    if count := bids.count():
        bids.nth(max(0, count - 2)).click()
    return count > 1


def test_a_game_against_a_bot_to_the_end(server: str, visit: Visit) -> None:
    page = visit("Ana", width=360, height=740, touch=True)
    make_table(page, server, game="five-millimetres", chairs=2, start=True)
    turns, began = 0, time.monotonic()
    while not page.locator(OVER).count():
        turns += bid(page)  # ten wins at once: five sticks, and the money is gone
        page.wait_for_timeout(60)
        assert time.monotonic() - began < LONG
    sooner = page.locator(".high", has_text=re.compile("Huit bâtons|Quatre pareils"))
    assert turns >= 5 or sooner.count()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="millimètres").nth(4).wait_for()  # the true lengths, in words too


def test_the_true_lengths_are_seen_before_the_result(server: str, visit: Visit) -> None:
    """Whoever has seen enough opens the result at once."""
    page, began = visit("Ana", speed=1), time.monotonic()
    page.add_init_script(LINGER)
    make_table(page, server, game="five-millimetres", chairs=2, start=True)
    while not page.locator(".high.ended").count():
        bid(page)
        page.wait_for_timeout(60)
        assert time.monotonic() - began < LONG
    page.get_by_role("button", name="millimètres").first.wait_for()
    assert not page.locator(OVER).count()
    page.get_by_role("button", name="Résultat").click()
    page.locator(OVER).wait_for()


def test_who_got_the_last_stick_and_for_how_much_stays_to_be_read(server: str, visit: Visit) -> None:
    page = visit("Ana", width=360, height=640, touch=True)
    make_table(page, server, game="five-millimetres", chairs=2, start=True)
    last, began = page.locator(".line .last"), time.monotonic()
    while not re.search("nouveau bâton|Le bâton est pour|prend le bâton", last.inner_text()):
        if (leave := page.get_by_role("button", name="Passer")).count():
            leave.click()
        page.wait_for_timeout(60)
        assert time.monotonic() - began < LONG
    expect(page.locator(".high")).to_have_text("Personne n’a encore misé.")
    assert re.search(r"Le bâton est pour .+, à \d+|prend le bâton pour rien", last.inner_text())


def test_what_eyes_are_worth_is_said_before_the_first_auction(server: str, visit: Visit) -> None:
    page = visit("Ana", width=360, height=640, touch=True)
    make_table(page, server, game="five-millimetres", chairs=2, start=True)
    expect(page.locator(".aim")).to_contain_text("3,5 %, soit 2,8 mm")


def test_one_s_own_estimates_are_kept_and_told_beside_the_truth(server: str, visit: Visit) -> None:
    """One optional guess a stick, after a reload too; at the end how far off they were."""
    page = visit("Ana", width=360, height=640, touch=True)
    make_table(page, server, game="five-millimetres", chairs=2, start=True)
    bids, estimate = page.locator(".bids button"), page.get_by_label("Sa longueur, à ton avis")
    bids.first.wait_for()
    estimate.select_option(label="60 mm")
    page.reload()
    expect(estimate).to_have_value("60")
    began = time.monotonic()
    while not page.locator(OVER).count():
        bid(page)
        page.wait_for_timeout(60)
        assert time.monotonic() - began < LONG
    page.keyboard.press("Escape")
    expect(page.locator(".eye")).to_have_text(re.compile(r"Ton œil\s: 1 bâton estimé, [0-9]+\smm d’écart"))


def test_sticks_can_be_rearranged_by_keyboard(server: str, visit: Visit) -> None:
    page = visit("Ana")
    make_table(page, server, game="five-millimetres", chairs=2, start=True)
    own, began = page.locator("g.stick"), time.monotonic()
    while own.count() < 2:
        bid(page)
        page.wait_for_timeout(60)
        assert time.monotonic() - began < LONG
    page.locator(".bids button").first.wait_for()  # nobody adds another now
    labels = [own.nth(0).get_attribute("aria-label") or "", own.nth(1).get_attribute("aria-label") or ""]
    own.nth(0).focus()
    page.keyboard.press("ArrowRight")
    for place, label in enumerate(reversed(labels)):
        expect(own.nth(place)).to_have_attribute("aria-label", label)


def test_the_table_keeps_its_size_whoever_speaks(server: str, visit: Visit) -> None:
    page = visit("Ana", width=360, height=640, touch=True)
    make_table(page, server, game="five-millimetres", chairs=2, start=True)
    bids = page.locator(".bids button")
    bids.first.wait_for()
    settle(page)
    page.locator(".felt").evaluate(
        "felt => new ResizeObserver(() => (window.tall ??= new Set()).add(felt.offsetHeight)).observe(felt)"
    )
    for _ in range(4):
        bids.first.click()
        bids.first.wait_for()
        # The headline is about the stick in the stand, not about the last one sold.
        expect(page.locator(".high")).to_have_text(re.compile("Personne n’a encore misé|mène|mènes"))
    page.wait_for_function("() => window.tall")
    assert len(page.evaluate("[...tall]")) == 1


def test_an_emblem_in_the_journal_stands_before_what_its_player_did(server: str, visit: Visit) -> None:
    """Who wins a stick is told after whoever passed last, and not beside their emblem."""
    page = visit("Ana")
    make_table(page, server, game="five-millimetres", chairs=3, start=True)
    journal = page.get_by_role("list", name="Journal").get_by_role("listitem")
    won, began = journal.filter(has_text=re.compile("[Ll]e bâton est (à toi|pour)")), time.monotonic()
    while not won.count():
        bid(page)
        page.wait_for_timeout(60)
        assert time.monotonic() - began < LONG
    assert won.locator(".emblem").count() == 0
    acted = journal.filter(has=page.locator(".emblem")).all_inner_texts()
    assert acted and all(re.match(r"(Tu|\w+) (mise|passe)", said) for said in acted), acted
