"""Wood that a person can place: ten pieces in a row by mouse, ten by touch; then the tower goes over."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import Visit, running
from tests.page.drivers.wood import TABLE, TOKENS, Finger, Person, lay_the_table
from tests.server import client
from tests.server.physics.test_falls import evening

DEAL = "wood 173727"
"""Ana opens with two pieces; of the 22 cards none is for the left hand alone."""
BY_ANA = ("D7", "D13", "A7", "D10", "A4", "D2", "A8", "B6", "B13")
BY_BOB = ("A11", "D5", "B10", "D8", "A2", "B4", "B1", "A5", "B3")
ADDED = "A12"
HEARD = """localStorage.setItem('cinq', '{"name": "Ana", "speed": 20, "sound": true}');
    window.heard = []; addEventListener('cinq-sound', ({detail}) => heard.push(detail.name));
    window.felt = 0; navigator.vibrate = () => (felt += 1, true);"""
SEATED = """([table, token]) => localStorage.setItem('cinq:chairs', JSON.stringify(
    {[table]: {token, at: Date.now(), game: 'doigt-oeil'}}))"""


@pytest.fixture
def base(tmp_path: Path) -> Iterator[str]:
    """A server that finds the table laid, and waits for hands that a slow screen slows down."""
    lay_the_table(tmp_path, DEAL)
    with running(tmp_path) as found:
        yield found


def sit(page: Page, base: str, seat: int, quality: str = "drawn") -> None:
    """In this browser from now on."""
    page.goto(base)
    page.evaluate(SEATED, [TABLE, TOKENS[seat]])
    page.goto(f"{base}/table/{TABLE}?quality={quality}")
    page.locator(".tabletop").wait_for()


def give(giver: Person, card: str) -> None:
    """One card of one's own, to the other."""
    giver.watch.until(lambda: giver.watch.view["phase"] == "challenge")
    giver.tap(f".hand button:has-text('{card},')")
    giver.tap(".bar button:has-text('Défier')")


def take(person: Person) -> None:
    """The next piece of the challenge."""
    since = len(person.watch.binary)
    person.tap(".bar button:has-text('Prendre')")
    person.page.locator(".pad[data-hand]").wait_for()
    person.watch.until(lambda: person.watch.view.get("held") and person.watch.met(since))


def lay(person: Person) -> None:
    """Take the next piece up and lay it on the firmest spot: everything stands, says the server."""
    take(person)
    laid = person.watch.view["held"]["id"]
    person.lay(person.watch.spot())
    assert person.watch.placements[-1]["fallen"] == []
    assert laid in person.watch.poses()


def build(ana: Person, bob: Person) -> None:
    """Ana's ten and Bob's ten."""
    lay(ana)
    lay(ana)
    for number, (hers, his) in enumerate(zip(BY_ANA, BY_BOB, strict=True)):
        give(ana, hers)
        if number == 0:
            bob.tap(f".hand button:has-text('{ADDED},')")
            bob.tap(".bar button:has-text('Ajouter')")
            lay(bob)
        lay(bob)
        give(bob, his)
        if number < len(BY_BOB) - 1:
            lay(ana)


def two(base: str, visit: Visit) -> tuple[Person, Person]:
    """Ana with a mouse, Bob with a finger, each in a browser of their own."""
    ana = Person(visit("Ana", width=640, height=600), 0)
    bob = Finger(visit("Bob", width=360, height=700, touch=True), 1)
    for person in (ana, bob):
        sit(person.page, base, person.seat)
    return ana, bob


def fall_for_both(ana: Person, bob: Person) -> None:
    """Ana pushes the highest piece over with the next one: the server says so, and both see the same."""
    top, (x, y, z, *_) = max(ana.watch.poses().items(), key=lambda piece: piece[1][2])
    heard = len(ana.watch.binary), len(bob.watch.binary)
    assert top in knock_over(ana, x, y, 1000 * z)
    for person, since in zip((ana, bob), heard, strict=True):
        hear_slow_motion(person, since)
    same_fall(ana, bob, heard)


def hear_slow_motion(person: Person, since: int) -> None:
    """What Ana has heard may still be on its way to Bob."""
    person.watch.until(lambda: any(data[0] == 1 for data in person.watch.binary[since:]))


@pytest.mark.slow
def test_ten_by_mouse_ten_by_touch_and_the_tower_goes_over(base: str, visit: Visit) -> None:
    ana, bob = two(base, visit)
    build(ana, bob)
    assert [line["fallen"] for line in ana.watch.placements] == [[]] * 20
    assert len(ana.watch.view["structure"]) == 21
    fall_for_both(ana, bob)


@pytest.mark.slow
def test_two_browsers_see_the_same_fall(base: str, visit: Visit) -> None:
    """One piece laid, then pushed off with the next."""
    ana, bob = two(base, visit)
    lay(ana)
    fall_for_both(ana, bob)


def knock_over(person: Person, x: float, y: float, height: float) -> list[str]:
    """Push the piece in hand from the left through whatever stands there; what fell, by the server's word."""
    take(person)
    before = len(person.watch.placements)
    person.scale = 0.0006
    person.carry_to(x - 0.09, y, 0.006)
    person.lower_to(height - 3)
    person.carry_to(x + 0.06, y, 0.01)
    person.let_go()
    person.watch.until(lambda: len(person.watch.placements) > before)
    fallen: list[str] = person.watch.placements[-1]["fallen"]
    return fallen


def press_down(person: Person) -> None:
    """Down to a contact, then further: the hand presses, the wood stays."""
    person.lower_until_contact()
    person.lift(60)
    person.rest()


def test_the_ruler_is_right_at_contact(base: str, visit: Visit) -> None:
    """On the starter 10 mm above the board; on the board, and on the table beside it, nothing."""
    ana = Person(visit("Ana", width=640, height=600), 0)
    sit(ana.page, base, 0)
    take(ana)
    ruler = ana.page.get_by_role("slider", name="Hauteur")
    for y, height in ((0.0, 10), (0.1, 0), (0.24, 0)):
        ana.carry_to(0.0, y, 0.006)
        press_down(ana)
        said = re.compile(rf"^\s*{height}\smm, contact\s*$")
        expect(ruler).to_have_attribute("aria-valuetext", said)
        expect(ruler).to_have_text(said)
        ana.lift(-150)
        ana.rest()


@pytest.mark.parametrize(
    ("y", "why"),
    [
        (0.1, "D4 : mauvais endroit. Ta pièce est sur le plateau, il fallait la poser sur le bois."),
        (0.24, "D4 : ta pièce est tombée."),
    ],
)
def test_a_failed_piece_is_judged_in_words_until_one_has_seen_it(
    base: str, visit: Visit, y: float, why: str
) -> None:
    """What fell, why and what it costs; no tick on its card. A minute later it is still there."""
    page = visit("Ana", width=640, height=600)
    page.clock.install()
    ana = Person(page, 0)
    sit(page, base, 0)
    take(ana)
    ana.carry_to(0.0, y, 0.006)
    press_down(ana)
    ana.let_go()
    verdict = page.get_by_role("status").filter(has_text="Tu dois piocher 3 cartes.")
    expect(verdict).to_contain_text(why)
    challenge = page.get_by_role("region", name="Défi d’Ana")
    expect(challenge.get_by_role("img", name="D4,")).to_have_accessible_name(re.compile(", tombée$"))
    expect(challenge.locator("li").first.locator(".check")).to_have_class(re.compile("failed"))
    page.clock.fast_forward(60_000)
    expect(verdict).to_be_visible()
    verdict.get_by_role("button", name="Fermer").click()
    expect(verdict).to_have_count(0)


def test_a_fall_sounds_and_the_hand_bends(base: str, visit: Visit) -> None:
    """Put down and dropped, the wood is heard, once somebody wants sound; a contact is felt, and seen."""
    page = visit("Ana", width=640, height=600)
    page.add_init_script(HEARD)
    ana = Person(page, 0)
    sit(page, base, 0)
    take(ana)
    ana.carry_to(0.0, 0.0, 0.004)
    press_down(ana)
    ana.watch.until(lambda: ana.drawn()["press"] > 0.3)
    page.wait_for_function("() => heard.includes('wood') || heard.includes('tick')")
    page.wait_for_function("() => felt > 0")
    ana.lift(-120)
    ana.rest()
    page.evaluate("heard.length = 0")
    ana.carry_to(0.0, 0.24, 0.02)
    ana.let_go()
    ana.watch.until(lambda: ana.watch.placements)
    assert ana.watch.placements[-1]["fallen"]
    page.wait_for_function("() => heard.includes('wood')")


@pytest.mark.slow
def test_a_replay_shows_the_fall_again(visit: Visit, tmp_path: Path) -> None:
    """After a power cut too: the wood falls once more, slowly, when one steps there or asks for it."""
    with client.running(tmp_path / "db", physics=True) as server:
        with ThreadPoolExecutor(1) as elsewhere:
            game, _ = elsewhere.submit(asyncio.run, evening(server)).result()
        server.kill()
        server.start()
        step = server.request(f"/api/replay/{game}")["falls"][0]
        page = visit("Ana", reduced=False)
        page.goto(f"{server.url}/replay/{game}?step={step - 1}")
        page.locator("input[type=range]").wait_for()
        page.keyboard.press("ArrowRight")
        page.locator(".slow").wait_for()
        page.locator(".slow").wait_for(state="detached")
        page.get_by_role("button", name="Revoir la chute").click()
        page.locator(".slow").wait_for()


def same_fall(ana: Person, bob: Person, heard: tuple[int, int]) -> None:
    """The same bytes for the same ticks, the same slow motion, and the same picture at the end."""
    streams = [person.watch.binary[since:] for person, since in zip((ana, bob), heard, strict=True)]
    one, two = ({data[1:5]: data for data in stream if data[0] == 0} for stream in streams)
    common = one.keys() & two.keys()
    assert len(common) > 0.9 * max(len(one), len(two))
    assert all(one[tick] == two[tick] for tick in common)
    slow = [[data for data in stream if data[0] == 1] for stream in streams]
    assert slow[0] == slow[1] and len(slow[0]) == 1
    assert ana.watch.poses() == bob.watch.poses()
    for person in (ana, bob):
        person.watch.until(lambda person=person: as_told(person))


def as_told(person: Person) -> bool:
    """Whether everything is drawn where the view says."""
    drawn, told = person.drawn()["pieces"], person.watch.poses()
    return drawn.keys() == told.keys() and all(
        abs(a - b) < 1e-4 for p in told for a, b in zip(drawn[p][:3], told[p][:3], strict=True)
    )
