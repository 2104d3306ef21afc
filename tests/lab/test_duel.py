"""The duel of two levels: equals are even, a better level is found, thinking time is that of each."""

import pytest

from cinq.bots.bot import load_bots
from cinq.games import load_game
from cinq.lab.duel import Played, fight, level_of, main, verdict
from cinq.lab.ladder import Duel
from cinq.lab.setup import BadSetup

GAME = "dix-mille"


def duels(one: str, other: str, pairs: int) -> list[Duel]:
    options = load_game(GAME).Options(target=1_000)
    return [Duel(GAME, options, level_of(GAME, one), level_of(GAME, other), seed) for seed in range(pairs)]


def test_a_level_is_a_name_with_changes() -> None:
    champion = load_bots("cinq.games.five_millimetres").LEVELS["champion"]
    assert level_of("five-millimetres", "champion") == champion
    changed = level_of("five-millimetres", "champion:samples=7,trust=0.5")
    assert (changed.samples, changed.trust, changed.rollouts) == (7, 0.5, True)  # type: ignore[attr-defined]
    with pytest.raises(BadSetup, match="no level 'master'; there are beginner, regular"):
        level_of("five-millimetres", "master")
    with pytest.raises(BadSetup, match="no field 'sample'"):
        level_of("five-millimetres", "champion:sample=7")


def test_equals_are_even_and_a_better_level_is_found() -> None:
    never = "bank at 300, never take over"
    assert fight(duels(never, never, 5), 1).share == 0.5
    found = fight(duels("champion", never, 60), 1)
    assert found.share - found.error > 0.5 and min(found.milliseconds) > 0


def test_two_processes_find_what_one_finds() -> None:
    one, two = (fight(duels("champion", "regular", 4), jobs) for jobs in (1, 2))
    assert (one.share, one.error) == (two.share, two.error)


def test_means_and_interval_of_known_duplicates() -> None:
    found = verdict([Played(1.0, (10, 20), (5.0, 40.0)), Played(0.5, (30, 0), (7.0, 0.0))])
    assert (found.duplicates, found.share) == (2, 0.75)
    assert found.error == pytest.approx(1.96 * 0.25)
    assert found.milliseconds == (0.3, 2.0)
    assert found.text() == "2 duplicates: 75.0 ± 49.0 % wins; 0.30 against 2.00 ms a decision"


def test_the_command_prints_a_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    main([GAME, "champion", "beginner", "--pairs", "2"])
    assert capsys.readouterr().out.startswith("2 duplicates: ")
