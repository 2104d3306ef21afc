"""The pace of Au doigt & à l'œil in real wood: a quick game ends in time, and nobody waits long."""

import pytest

from cinq.games import live_facts
from cinq.lab.pace import figures
from cinq.lab.wood.pace import GAME, WoodTable, in_time, main


def test_a_quick_game_ends_in_time_and_leaves_nobody_waiting() -> None:
    """Two games; `python -m cinq.lab.wood.pace` plays as many as one likes (docs/pace.md)."""
    played = [WoodTable(3, "beginner", seed).play() for seed in (4, 5)]
    announced = live_facts(GAME).minutes
    assert announced and all(one.minutes <= announced[1] for one in played)
    median, nearly_all, _ = figures(GAME, 3, played).waits
    assert median <= 10 and nearly_all <= 25  # a few waits: the requirement is measured over many games
    assert in_time(played) == 1.0


def test_the_table_has_a_row_for_each_number_of_seats(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cinq.lab.pace.LONGEST", 60.0)
    main(["--games", "1", "--seats", "2"])
    rows = capsys.readouterr().out.splitlines()
    assert rows[2].startswith("| doigt-oeil | 2 | 1 | ") and "something fell" in rows[3]
