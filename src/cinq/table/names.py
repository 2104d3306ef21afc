"""Names at a table: one visible line, and no two that look alike. Remarks are cleaned in the same way."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from unicodedata import category, normalize

NAME_LENGTH = 32
MARKS = 3
"""Marks on one letter, at most: more are piled over the lines around it."""
SELECTORS = re.compile("[\u034f\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Characters that show nothing and take no room, though Unicode calls them printable."""
BLANKS = str.maketrans(dict.fromkeys("\u115f\u1160\u2800\u3164\uffa0", " "))
"""Characters that show nothing but take room."""
LATIN, CYRILLIC, GREEK = "aeopcyxisjhkmtb", "аеорсухіѕјһкмтв", "αεορςυχιѕјηκμτβ"
LOOKALIKES = str.maketrans(CYRILLIC + GREEK, LATIN + LATIN)
"""Cyrillic and Greek letters that look like Latin ones, in one case or both."""
SHAPES = str.maketrans(
    "АВЕЅІЈКМНОРСТУХԀԚԜаеіјорсухѕһԁԛԝѵӏ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαεικνορυχη" + "I1|0ɑɡıօ",
    "ABESlJKMHOPCTYXDQWaeijopcyxshdqwvl" + "ABEZHlKMNOPTYXaeikvopuxn" + "lllOagio",
)
"""Letters and digits by the Latin letter of their shape, capitals apart: they fold to other shapes."""


def one_line(text: str) -> str:
    """The text without control, bidi and invisible characters, with one space between words."""
    shown = SELECTORS.sub("", text).translate(BLANKS)
    return " ".join("".join(_few_marks(c if c.isprintable() else " " for c in shown)).split())


def _few_marks(characters: Iterable[str]) -> Iterator[str]:
    """The characters, with at most MARKS marks after each letter."""
    marks = 0
    for character in characters:
        marks = marks + 1 if category(character).startswith("M") else 0
        if marks <= MARKS:
            yield character


def shown_name(name: str) -> str:
    """The name as it is shown: one line of at most 32 characters; empty if nothing is visible."""
    return one_line(name)[:NAME_LENGTH].rstrip()


def looks(name: str) -> frozenset[str]:
    """The keys of a name: two that share one look the same but for case, width, alphabet, or I, l and 1."""
    plain = normalize("NFKD", name)
    return frozenset((plain.casefold().translate(LOOKALIKES), plain.translate(SHAPES).casefold()))
