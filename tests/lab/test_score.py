"""The score of a game: losses against perfect play where it is known, else against estimates with errors."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from cinq.bots.bot import BEGINNER, CHAMPION
from cinq.cli import main
from cinq.core.log import BadLog
from cinq.games import load_game
from cinq.games.dix_mille.rules import Bank, Options, TakeOver, Throw
from cinq.lab.baseline import RANDOM, measure, record
from cinq.lab.score import Score, SeatScore, report, score
from cinq.solvers import solves

LOGS = Path(__file__).parents[1] / "logs"


def test_perfect_play_loses_nothing_and_a_beginner_does() -> None:
    found = score(record(load_game("dix-mille"), BEGINNER, 0, 3)[0])
    assert found.exact
    beginner, champion = found.seats
    assert beginner.moves > 10 and champion.moves > 10
    assert champion.lost == champion.worst == 0.0
    assert beginner.lost > 0.05
    assert all(move.lost >= 0 for move in found.moves), "nothing is better than perfect play"
    assert beginner.lost == pytest.approx(sum(move.lost for move in found.moves if move.seat == 0))


def test_a_throw_with_topinambour_costs_what_the_throw_costs() -> None:
    """DM-21 changes no chance: it costs nothing where a throw is best, and something where it is not."""
    text, _ = record(load_game("dix-mille"), RANDOM, 1, 5)
    told = [move for move in score(text).moves if move.played == Throw(topinambour=True)]
    assert told and any(move.lost > 0 and isinstance(move.best, Bank | TakeOver) for move in told)
    assert all(move.lost == 0 for move in told if move.best == Throw())


def test_solved_for_two_with_the_default_options_only() -> None:
    package = "cinq.games.dix_mille"
    assert solves(package, 2, Options()) and solves(package, 2, Options(topinambour=False))
    assert not solves(package, 3, Options())
    assert not solves(package, 2, replace(Options(), target=5_000))
    assert not solves("cinq.games.got_five", 2, load_game("got-five").Options())


def test_an_estimate_tells_a_champion_from_chance() -> None:
    chance, champion = (measure("got-five", player, 2) for player in (RANDOM, CHAMPION))
    assert not chance.exact and "got-five | random | 2 |" in chance.text()
    assert sum(one.lost for one in chance.scores) > 4 * sum(one.lost for one in champion.scores)


def test_an_estimate_by_rollouts_has_an_error() -> None:
    (one,) = measure("five-millimetres", RANDOM, 1).scores
    assert one.lost > 0 and one.error > 0


def test_wood_falls_by_the_stand_in() -> None:
    """Au doigt & à l'œil: the world's lines come from the game's own stand-in."""
    (one,) = measure("doigt-oeil", BEGINNER, 1).scores
    assert one.moves > 5


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    log = tmp_path / "game.log"
    log.write_text(record(load_game("dix-mille"), BEGINNER, 0, 1)[0])
    assert main(["score", str(log), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["exact"] and len(found["seats"]) == 2
    assert main(["score", str(log), "--moves"]) == 0
    shown = capsys.readouterr().out
    assert "perfect play" in shown and "best {" in shown and "±" not in shown


def test_an_estimate_is_shown_with_its_interval() -> None:
    seat = SeatScore(seat=0, moves=4, lost=0.1, error=0.01, worst=0.05)
    shown = report(Score("got-five", exact=False, seats=(seat,), moves=()))
    assert "10.00 ± 1.96" in shown
    head, row = shown.split("\n")[1:]
    assert len(head) == len(row)


@pytest.mark.parametrize("text", ["", "nothing", '{"game":"chess","players":2}\n'])
def test_what_is_no_log_is_refused_in_one_line(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "bad.log"
    log.write_text(text)
    assert main(["score", str(log)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_line_that_the_rules_refuse_is_named() -> None:
    header, *rows = record(load_game("dix-mille"), CHAMPION, 0, 2)[0].split("\n")
    with pytest.raises(BadLog, match="line 4"):
        score("\n".join([header, *rows[:2], rows[1].replace("dealer", "0"), *rows[2:]]))
