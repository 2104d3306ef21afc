"""Two people in two browsers, with a bot on the third chair, play every game to its end.

Both see the same end; nothing that a seat may not know was in any message it got; the one
who lost the connection in the middle played on.
"""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page

from tests.page.conftest import SECOND_TAP, Visit, running
from tests.page.drivers.together import dealt, play, same_end, seen, two_people
from tests.page.games.five_or_less.test_five_or_less import do_one as move_cards
from tests.page.games.got_five.test_got_five import SAY, possible_five

BAR = ".bar button"


def bank_or_throw(page: Page, _turn: int) -> None:
    for wanted in (page.locator(BAR, has_text=word) for word in ("Garder", "Entrer", "Lancer")):
        if wanted.count():
            wanted.first.click()
            return


def test_dix_mille(server: str, visit: Visit) -> None:
    people = two_people(visit, server, "dix-mille", target=1000)
    play(people, bank_or_throw)
    same_end(people)
    assert all(seen(person) for person in people)
    for person in people:
        person.page.get_by_role("button", name="Rejouer").click()
    for person in people:
        person.page.locator("dialog[open]").wait_for(state="detached")
        person.page.locator(".tabletop").wait_for()


def ask_for_a_clue(page: Page, turn: int) -> None:
    reveal, tiles = page.locator(".reserve button"), page.locator(".open button")
    if count := reveal.count():
        reveal.nth(turn % count).click()
    elif tiles.count():
        tiles.first.click()
        (page.locator(".mine .rack button").first if turn % 3 == 0 else page.locator(BAR).first).click()


def read_rack(reader: Page, owner: str) -> list[int]:
    """The five numbers of another player, from the reader's own screen."""
    tiles = reader.locator(f"section[aria-label={owner}] .slot > [role=img]")
    said = [tile.get_attribute("aria-label") or "" for tile in tiles.all()]
    return [int(re.findall(r"\d+", text)[-1]) for text in said]


def may_announce(page: Page) -> bool:
    return bool(page.locator(BAR, has_text="GOT FIVE!").count())


def announce(page: Page, numbers: list[int] | None = None) -> None:
    """A call with its second thought: these numbers, or some that can be (and hardly are) right."""
    boxes = page.locator("dialog[open] input")
    if not boxes.count():
        page.keyboard.press("g")
    for slot, number in enumerate(numbers or possible_five(page)):
        boxes.nth(slot).fill(str(number))
    page.locator(SAY).click()
    page.wait_for_timeout(SECOND_TAP)
    page.locator(SAY).click()


def test_got_five(server: str, visit: Visit) -> None:
    """After a few clues Ana is wrong and out; Bob, to whom she tells his numbers, is right."""
    people = ana, bob = two_people(visit, server, "got-five")

    def move(page: Page, turn: int) -> None:
        if turn < 12:
            ask_for_a_clue(page, turn)
        elif page is ana.page and may_announce(page):
            announce(page)
        elif page is bob.page and may_announce(page) and not may_announce(ana.page):
            announce(page, read_rack(ana.page, "Bob"))

    play(people, move)
    same_end(people)
    for person in people:
        for you, view, lines in seen(person):
            assert not view["racks"] or view["racks"][you]["numbers"] is None
            assert all(isinstance(tile, str) for deal in dealt(lines, "deal") for tile in deal["racks"][you])


def bid(page: Page, _turn: int) -> None:
    """The last but one wins at once: five sticks, and the money is gone."""
    bids = page.locator(".bids button")
    if count := bids.count():
        bids.nth(max(0, count - 2)).click()


def test_five_millimetres(server: str, visit: Visit) -> None:
    people = two_people(visit, server, "five-millimetres")
    play(people, bid)
    same_end(people)
    for person in people:
        for you, view, lines in seen(person):
            assert view["lengths"] is None
            others = [held for seat, hand in enumerate(view["hands"]) if seat != you for held in hand]
            assert all(held["step"] is None for held in others)
            assert not any("sticks" in deal for deal in dealt(lines, "deal"))
            assert not any("length" in stick for stick in dealt(lines, "stick"))


def test_five_or_less(server: str, visit: Visit) -> None:
    people = two_people(visit, server, "five-or-less", end={"rounds": 1})
    play(people, move_cards)
    same_end(people)
    for person in people:
        for you, view, _lines in seen(person):
            if view["phase"] in ("deal", "over"):
                continue  # between rounds all hands lie open
            for owner, hand in enumerate(view["hands"]):
                looked = 3 if owner == you and view["phase"] == "look" else 0
                assert all(place["value"] is None or place["slot"] < looked for place in hand)
            assert view["drawn"] is None or view["turn"] == you


def move_wood(page: Page, _turn: int) -> None:
    """A card more for the challenge, or the bar's first offer, or a card."""
    bar, card = page.locator(BAR), page.locator(".hand button[aria-pressed=false]")
    gives = bar.count() and bar.first.inner_text().startswith("Défier")
    for wanted in (card, bar) if gives else (bar, card):
        if wanted.count():
            wanted.first.click()
            return


def test_doigt_oeil(visit: Visit, tmp_path: Path) -> None:
    """What a placement does is drawn at once here, without wood."""
    with running(tmp_path, physics=False) as base:
        people = two_people(visit, base, "doigt-oeil", query="?quality=drawn", rules="simplified")
        play(people, move_wood)
        same_end(people)
    for person in people:
        for you, view, lines in seen(person):
            assert len(view["hand"]) == view["hand_counts"][you]
            for deal in dealt(lines, "deal"):
                assert [hand is None for hand in deal["hands"]] == [seat != you for seat in range(3)]
