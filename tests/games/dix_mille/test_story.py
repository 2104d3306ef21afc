"""Every sentence of Dix Mille exists in both languages and fills in."""

import random

import pytest
from msgspec.structs import replace

from cinq.core.game import Sentence
from cinq.core.play import play, random_seat
from cinq.core.texts import Language, rule_text, tell
from cinq.games import load_game
from cinq.games.dix_mille import Options
from cinq.games.dix_mille.rules import Bank, State

game = load_game("dix-mille")
TEXTS = "cinq.games.dix_mille"


def sentences() -> list[Sentence]:
    """All that three random games tell a spectator."""
    told: list[Sentence] = []
    for seed in range(3):
        _, lines = play(game, 2, Options(target=2_000), [random_seat] * 2, random.Random(seed))
        s = game.start(2, Options(target=2_000))
        for line in lines:
            after = game.apply(s, line.actor, line.action)
            told += game.story(game.view(s, None), game.view(after, None))
            s = after
    return told


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_game_is_told(language: Language) -> None:
    told = sentences()
    assert {sentence.id for sentence in told} == {
        "starts", "threw", "topinambour", "fell", "lost", "zero", "third-zero",
        "entered", "banked", "took-over", "final-round", "final-last", "won",
    }  # fmt: skip
    for sentence in told:
        for you in (None, 0, 1):
            assert tell(TEXTS, language, sentence, lambda seat: f"Seat {seat}", you)


@pytest.mark.rule("DM-19")
def test_the_last_round_says_why_and_for_whom() -> None:
    """Who comes last in the round ends the game by reaching the target: that is said, and no last round."""
    start = game.start(3, Options())
    assert isinstance(start, State)
    start = replace(start, phase="turn", first=1, entered=(True,) * 3, points=500, contenders=())
    for seat, told in ((1, ("final-round", (2, 0))), (2, ("final-round", (0,))), (0, ("final-last", None))):
        scores = tuple(9_800 if other == seat else 0 for other in range(3))
        s = replace(start, seat=seat, scores=scores, thrown=True)
        after = game.apply(s, seat, Bank())
        said = next(x for x in game.story(game.view(s, None), game.view(after, None)) if "final" in x.id)
        assert (said.id, said.args.get("whom")) == told


def test_a_sentence_in_both_languages() -> None:
    banked = Sentence("banked", {"who": 1, "points": 350, "total": 10_050})
    assert tell(TEXTS, "en", banked, lambda seat: "Zoé") == "Zoé banks 350: 10,050 in all."
    assert (
        tell(TEXTS, "fr", banked, lambda seat: "Zoé", you=1).replace("\u202f", " ")
        == "Tu gardes 350 : 10 050 en tout."
    )


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_rule_has_a_text(language: Language) -> None:
    for number in range(1, 22):
        assert len(rule_text(TEXTS, language, f"DM-{number}")) > 10
