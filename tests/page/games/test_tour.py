"""A stranger's tour: somebody opens an invite link on a phone, sits, and plays to the end by what is seen.

The host, on a desk and in English, made the table through the page; bots sit on the other chairs and take
no time. All tours go to the end of a short game: Dix Mille to 2,000, three rounds of 5 ou Moins, eight cards
of Au doigt & à l'œil without wood, whole games of Got Five! (a guess after a few clues) and 5 Millimètres.
"""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visit, running
from tests.page.drivers.stranger import Part, Screen, Stranger, play


def dix_mille(screen: Screen, _presses: int) -> str | None:
    return screen.first("^(Garder|Bank|Entrer|Enter)", "^(Lancer|Throw)")


DIX_MILLE = Part(
    "Dix Mille",
    dix_mille,
    "^(Garder|Bank|Entrer|Enter|Lancer|Throw|Topinambour|Reprendre|Take over)",
    (("group", "Feuille de marque|Score sheet"),),
    (("Target", "2,000"),),
)


def test_dix_mille(server: str, visit: Visit) -> None:
    tour(visit, server, DIX_MILLE)


def got_five(screen: Screen, presses: int) -> str | None:
    """A few clues, then a call with the first numbers that can be: a beginner's."""
    if screen.dialog:
        return screen.first("^(Got Five ?!|Annoncer|Announce)$") or next_number(screen)
    if presses > CLUES and (call := screen.first("^GOT FIVE!")):
        return call
    return screen.first(
        "^(Classer|Rank)", "^(Prendre le|Take the)", "^(Piocher une tuile|Draw one)", "^(Passer|Pass)$"
    )


CLUES = 16


def next_number(screen: Screen) -> str | None:
    """A number for the first colour that has none yet, larger than those before it."""
    found = re.findall(r'button "(\d+), (\w+), [^"]*"((?: \[[^\]]*\])*)', screen.text)
    columns = list(dict.fromkeys(colour for _, colour, _ in found))
    least = 0
    for column in columns:
        mine = [(int(number), marks) for number, colour, marks in found if colour == column]
        picked = next((number for number, marks in mine if "[pressed]" in marks), None)
        if picked is None:
            number = next(number for number, marks in mine if "[disabled]" not in marks and number > least)
            return screen.first(f"^{number}, ")
        least = picked
    return None


GOT_FIVE = Part(
    "Got Five!",
    got_five,
    "^(Classer|Rank|Prendre le|Take the|Piocher une|Draw one|Passer|Pass|GOT FIVE)",
    (("img", r"^\d(re|e|st|nd|rd|th) (tuile|tile), \w+$"),),
    alerts="une seule annonce|one announcement",
)


def five_millimetres(screen: Screen, _presses: int) -> str | None:
    """Bids while it is cheap."""
    return screen.first(*(f"^(Miser|Bid) {amount}$" for amount in (1, 2, 3, 4)), "^(Passer|Pass)$")


OWN_STICK = "^(aucun de tes bâtons|none of your sticks|[^:]* (pas|steps?) (de|of) 5 mm)"
FIVE_MILLIMETRES = Part(
    "5 Millimètres",
    five_millimetres,
    "^(Miser|Bid|Passer|Pass)",
    (("button", OWN_STICK), ("img", OWN_STICK)),
)


def five_or_less(screen: Screen, presses: int) -> str | None:
    """Draws, swaps a card, uses what powers are offered, and calls when the turn comes to an end."""
    call = "^(« 5 ou moins »|“5 or less”)"
    if screen.first("^(Pas encore|Not yet)"):
        return screen.first(call)
    if screen.first("^(Défausser le|Discard the)"):
        return screen.first("^(Carte|Card) ", "^(Défausser le|Discard the)")
    if screen.first("^(Renoncer|Skip it)"):
        return screen.first("^(Choisir|Choose) ", "^(Carte|Card) ", "^(Renoncer|Skip it)")
    return screen.first(
        "^(Manche suivante|Next round|J’ai vu|I have seen|Piocher|Draw|Pouvoir du|Power of)",
        call if presses > CALLS else "^(Finir le tour|End the turn)",
        "^(Finir le tour|End the turn)",
    )


CALLS = 12
FIVE_OR_LESS = Part(
    "5 ou Moins",
    five_or_less,
    "^(Manche|Next|J’ai vu|I have|Piocher|Draw|Pouvoir|Power|Renoncer|Let it|Défauss|Discard|Quick|Prendre"
    "|Take|Carte|Card|Finir|End|Choisir|Choose|« 5 ou moins »|“5 or less”)",
    (("group", "^(Tes cartes|Your cards)"),),
    (("End", "3 rounds"),),
)


def doigt_oeil(screen: Screen, presses: int) -> str | None:
    """Takes pieces as they come, gives one card to whoever is first."""
    return screen.first(
        "^(Défier|Challenge) [^ ]+$", "^(Prendre|Take) [A-Z][0-9]+$", "^[A-Z][0-9]+, ", "^(Voter|Vote)"
    )


DOIGT_OEIL = Part(
    "Au doigt & à l’œil",
    doigt_oeil,
    "^(Défier|Challenge|Prendre|Take|Voter|Vote|Faire|Retour|Dévier|Trouble|Ajouter)|^[A-Z][0-9]+, ",
    (("group", "^(Ta main|Your hand)"),),
    (("Rules", "simplified"), ("Cards in hand", "8")),
)


@pytest.mark.parametrize("part", [GOT_FIVE, FIVE_MILLIMETRES, FIVE_OR_LESS], ids=lambda part: part.title)
def test_a_tour(server: str, visit: Visit, part: Part) -> None:
    tour(visit, server, part)


def test_doigt_oeil(visit: Visit, tmp_path: Path) -> None:
    """What a placement does is drawn at once here, without wood."""
    with running(tmp_path, physics=False) as base:
        tour(visit, base, DOIGT_OEIL)


def invite(host: Stranger, base: str) -> str:
    """Opens a table by the home page with the options of a short game; the address to send."""
    page, part = host.page, host.part
    page.goto(base)
    page.get_by_role("link", name=f"Invite: {part.title}").click()
    page.get_by_role("textbox", name="Your name").fill("Ana")
    page.get_by_role("button", name="Sit down").click()
    three = page.get_by_role("radio", name="3", exact=True)
    page.locator("label", has=three).click()  # waits until the sheet has come to rest
    expect(three).to_be_checked()
    if part.options:
        page.get_by_text("Options", exact=True).click()
    for field, value in part.options:
        page.get_by_role("combobox", name=field).select_option(label=value)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/**")
    return f"http://{page.get_by_text(re.compile(r':[0-9]+/table/')).inner_text()}"


def sit(guest: Stranger, address: str) -> None:
    """From the link to a chair: a tap on the link, two taps more, ten seconds."""
    page, began = guest.page, time.monotonic()
    page.goto(address)
    page.get_by_role("button", name="Prendre une place").tap()
    page.get_by_role("textbox", name="Ton nom").fill("Zoé")
    page.get_by_role("button", name="S’asseoir", exact=True).tap()
    page.get_by_role("button", name="C’est bon pour moi").wait_for()
    seconds = time.monotonic() - began
    print(f"seated {seconds:.1f} s after the tap on the link, three taps with it")
    assert seconds < 10


def tour(visit: Visit, base: str, part: Part) -> None:
    host = Stranger(visit("", locale="en-GB"), part)
    guest = Stranger(visit("", width=390, height=844, touch=True), part)
    sit(guest, invite(host, base))
    guest.press("C’est bon pour moi")
    host.page.get_by_role("button", name=re.compile("^Begin")).click()
    play([host, guest])
    assert all(one.presses > 5 for one in (host, guest))
