"""The list of spots and the hand: both are measured with the page's own numbers, in the real physics."""

import re
from pathlib import Path

import pytest

from cinq.lab.wood.hands import SUITS, SWEEPS, Compared, compare, row

PAGE = Path(__file__).parents[3] / "web/src/games/doigt_oeil/steering/sweeps.ts"


def test_the_page_swings_the_marker_as_the_model_says() -> None:
    number = r"([\d.]+)"
    found = re.findall(
        rf"(\w+): {{ pace: {number}, aside: {number}, depth: {number} }}", PAGE.read_text("utf-8")
    )
    assert {name: tuple(map(float, numbers)) for name, *numbers in found} == SWEEPS


def test_an_easy_card_stands_both_ways() -> None:
    laid = compare("A", "board", 2)
    assert len(laid) == 2 and all(one.by_hand and one.by_list for one in laid)


def test_a_row_has_both_shares_and_the_error_of_their_difference() -> None:
    card = compare("A", "board", 1)[0].card
    laid = [Compared(card, True, True)] * 6 + [Compared(card, True, False)] * 2
    assert row("flat", laid) == "| flat | 8 | 100.0% | 75.0% | -25.0% ± 15.3% |"
    assert set("".join(SUITS)) == set("ABCD")


@pytest.mark.slow
def test_the_list_is_as_hard_as_the_hand() -> None:
    """Twelve kinds of cards; `python -m cinq.lab.wood.hands` for more (docs/hand-and-eye.md)."""
    for suits in SUITS:
        laid = [one for position in ("flat", "edge", "upright") for one in compare(suits, position, 25)]
        hand, listed = (sum(getattr(one, way) for one in laid) / len(laid) for way in ("by_hand", "by_list"))
        assert abs(hand - listed) < 0.12
