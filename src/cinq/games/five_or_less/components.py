"""The box of 5 ou Moins: the deck, read from deck.toml beside this file and checked.

Owns reading that file; must never know the rules.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

LOWEST, HIGHEST = -1, 14
FEWEST = 31
"""Five cards for each of six players, and one to turn up."""


class BadDeck(ValueError):
    """A deck.toml that cannot be played with; says why."""


@cache
def deck() -> tuple[int, ...]:
    """Every card of the box, in order."""
    return read_deck(files(__package__).joinpath("deck.toml").read_text("utf-8"))


def read_deck(text: str) -> tuple[int, ...]:
    """The cards that a deck file lists, in order; BadDeck says what is wrong with it.

    >>> read_deck('[cards]\\n"-1" = 2\\n"8" = 30')[:4]
    (-1, -1, 8, 8)
    """
    try:
        cards = tomllib.loads(text).get("cards")
    except tomllib.TOMLDecodeError as error:
        raise BadDeck(f"deck.toml: {error}") from None
    if not isinstance(cards, dict):
        raise BadDeck("deck.toml: there is no [cards] table")
    listed = tuple(sorted(card for value, count in cards.items() for card in _copies(value, count)))
    if len(listed) < FEWEST:
        raise BadDeck(f"deck.toml: {len(listed)} cards; six players need at least {FEWEST}")
    return listed


def _copies(value: str, count: object) -> list[int]:
    if value not in map(str, range(LOWEST, HIGHEST + 1)):
        raise BadDeck(f"deck.toml: {value!r} is no card; values go from {LOWEST} to {HIGHEST}")
    if type(count) is not int or count < 0:
        raise BadDeck(f"deck.toml: how many cards of {value}? {count!r} is no number of cards")
    return [int(value)] * count
