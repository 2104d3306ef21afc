"""Whether a game was dealt as promised: a fair log has no problem, and each kind of fraud has its own."""

import random

import msgspec
import pytest

from cinq.core.fairness import Draws, commitment
from cinq.core.game import DEALER, Value, step
from cinq.core.log import Header, Json, Line, header_of, write
from cinq.core.play import random_seat
from cinq.core.verify import Checked, verify
from cinq.games import dix_mille, load_game
from cinq.games.dix_mille.rules import Dice, Options

SECRET = bytes(range(32))
NONCES: list[Json] = ["ana's", "bob's"]
OPTIONS = Options(target=1_000)
game = load_game("dix-mille")


def fair_game() -> list[Line]:
    """A whole game, the dealer drawing from the secret; line 1 is the header."""
    s: Value = game.start(2, OPTIONS)
    rng, lines = random.Random(2), list[Line]()
    while who := game.actors(s):
        draws = Draws(SECRET, [str(nonce) for nonce in NONCES], len(lines) + 2)
        chance = game.chance(s)
        action = chance.sample(draws) if chance else random_seat(game, s, who[0], rng)
        assert action is not None
        s = step(game, s, who[0], action)
        lines.append(Line(float(len(lines)), who[0], action))
    return lines


LINES = fair_game()
FAIR = header_of(game, 2, OPTIONS, secret=SECRET.hex(), nonces=NONCES, commitment=commitment(SECRET))
"""Of a game that was not chained, as all were before chains came."""


def checked(lines: list[Line], header: Header = FAIR) -> Checked:
    return verify(write(header, lines), load_game)


def test_a_fair_game_has_no_problem() -> None:
    dealt = sum(line.actor == DEALER for line in LINES)
    assert checked(LINES) == Checked(len(LINES), dealt, (), mixed=(0, 1)) and dealt > 5


def other_dice(at: int) -> list[Line]:
    """The same log with another first die in one line."""
    line = LINES[at]
    assert isinstance(line.action, Dice)
    first, *rest = line.action.values
    other = msgspec.structs.replace(line, action=Dice((first % 6 + 1, *rest)))
    return [*LINES[:at], other, *LINES[at + 1 :]]


def test_a_line_that_was_not_promised_is_named() -> None:
    throws = [at for at, line in enumerate(LINES) if isinstance(line.action, Dice)]
    for at in throws:
        found = checked(other_dice(at)).problems
        assert found[0].startswith(f"line {at + 2}: the dealer said Dice("), found
        assert f"promised was {LINES[at].action}" in found[0]


def test_another_order_of_the_nonces_is_another_game() -> None:
    swapped = header_of(
        game, 2, OPTIONS, secret=SECRET.hex(), nonces=NONCES[::-1], commitment=commitment(SECRET)
    )
    assert any("promised was" in problem for problem in checked(LINES, swapped).problems)


def test_another_secret_than_the_promised_one_is_found() -> None:
    broken = header_of(game, 2, OPTIONS, secret=SECRET.hex(), nonces=NONCES, commitment=commitment(b"other"))
    assert checked(LINES, broken).problems == ("the secret is not the one that was promised",)


def test_a_game_that_was_cut_short_is_found() -> None:
    assert checked(LINES[:-1]).problems == ("the game is not over",)


def test_an_illegal_line_ends_the_check() -> None:
    seat = next(at for at, line in enumerate(LINES) if line.actor != DEALER)
    twice = [*LINES[: seat + 1], LINES[seat], *LINES[seat + 1 :]]
    assert checked(twice).problems == (f"line {seat + 3}: Illegal: DM-3",)


@pytest.mark.parametrize("missing", ["secret", "nonces", "commitment"])
def test_a_log_without_a_promise_says_so(missing: str) -> None:
    notes = {name: note for name, note in FAIR.notes.items() if name != missing}
    (said,) = checked(LINES, msgspec.structs.replace(FAIR, notes=notes)).problems
    assert said == f"the header has no {missing}: nothing was promised"


def test_the_game_is_the_one_of_the_header() -> None:
    assert FAIR.game == dix_mille.NAME
    other = msgspec.structs.replace(FAIR, game="got-five", options={})
    assert checked(LINES, other).problems
