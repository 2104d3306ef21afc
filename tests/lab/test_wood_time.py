"""The pace of Au doigt & à l'œil: a quick game lasts as long as the rulebook says, and nobody waits long."""

from statistics import median

from cinq.games import live_facts
from cinq.lab.wood_time import quick_game, share


def test_a_quick_game_ends_in_time_and_leaves_nobody_waiting() -> None:
    """Two games with the real physics; `python -m cinq.lab.wood_time` plays as many as one likes."""
    played = [quick_game(seed=seed) for seed in (4, 5)]
    announced = live_facts("doigt-oeil").minutes
    assert announced and all(one.minutes < 1.5 * announced[1] for one in played)
    waits = [wait for one in played for wait in one.waits]
    assert median(waits) < 10 and share(waits, 0.9) < 20
