"""Texts: what French does to "de" before a name; the page's `texts.test.ts` has the same examples."""

from __future__ import annotations

import pytest

from cinq.core.game import Sentence
from cinq.core.texts import tell

NAMES = ("Aline", "Bob", "Élise", "Hélène", "Hans", "Yves", "Yann")
ELIDED = ("d’Aline", "de Bob", "d’Élise", "d’Hélène", "de Hans", "d’Yves", "de Yann")


@pytest.mark.parametrize(("seat", "said"), tuple(enumerate(ELIDED)))
def test_de_elides_before_a_name(seat: int, said: str) -> None:
    sentence = Sentence("total", {"who": seat, "total": 7})
    assert tell("cinq.games.five_or_less", "fr", sentence, NAMES.__getitem__) == f"Les cartes {said} font 7."
