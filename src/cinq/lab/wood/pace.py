"""Measures how long a quick game of Au doigt & à l'œil takes at a live table, with the wood really simulated.

`python -m cinq.lab.wood.pace` (`--games 12 --seats 2 3 4 --level beginner`) plays the games of
`cinq.lab.pace`, but lays every piece in the physics: a bot with the hand of its level, the person with the
hand of `MY_HAND`. It prints the row of `pace`, how many games last as long as announced, and how often
something fell.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import cast

from cinq.bots.bot import BEGINNER, LADDER
from cinq.core.game import Action
from cinq.games import live_facts
from cinq.games.doigt_oeil.components import card
from cinq.games.doigt_oeil.state import Placement, State
from cinq.lab.pace import HEAD, ME, Paced, PacedTable, figures, row
from cinq.physics import planner
from cinq.physics.hands import grip
from cinq.physics.judge import Wanted
from cinq.physics.pieces import Pose, starter
from cinq.physics.scene import TICK, Scene

GAME = "doigt-oeil"
MY_HAND = BEGINNER
"""The level of the person's hand."""


class WoodTable(PacedTable):
    """A game in table time, on simulated wood."""

    def __init__(self, seats: int, level: str, seed: int) -> None:
        super().__init__(GAME, seats, level, seed)
        self.hands = [MY_HAND, *self.levels[ME + 1 :]]
        self.placements = self.falls = 0

    def placed(self) -> tuple[Action, float]:
        """Lays the piece in hand in the physics."""
        s = cast(State, self.s)
        assert s.held is not None
        line, seconds = placed(s, self.hands[s.held.seat], self.rng.getrandbits(30))
        self.placements, self.falls = self.placements + 1, self.falls + bool(line.fallen)
        return line, seconds


def placed(s: State, level: str, seed: int) -> tuple[Placement, float]:
    """What a hand of this level does with the piece in hand, and the seconds it takes."""
    assert s.held is not None and s.task is not None
    wood = card(s.held.card)
    skill = planner.with_handicap(planner.HAND_SKILLS[level], wood.hands != "both", wood.closed != "none")
    free = s.task.pivoted == s.held.card
    wanted = Wanted(s.held.card, s.held.id, None if free else wood.position, wood.board)
    scene = Scene.from_poses(poses(s), s.columns)
    spot = planner.choose_spot(scene.rest, scene.bases, wanted, skill, seed)
    start = scene.take(s.held.id, grip=grip(wood.hands), tremor=skill.tremor, seed=seed)
    for target in planner.hand_path(start, s.held.id, planner.with_aim_error(spot, skill, seed)):
        scene.move_hand(target)
        scene.tick()
    scene.release(wanted)
    done = scene.settle()
    line = Placement(done.card, done.fallen, done.columns, done.on or None, dict(done.pose), done.why)
    return line, scene.ticks * TICK


def poses(s: State) -> dict[str, Pose]:
    """The pose of every piece that stands."""
    known = dict(starter())
    known.update({piece.id: cast(Pose, piece.pose) for piece in s.structure if piece.pose is not None})
    return {piece.id: known[piece.id] for piece in s.structure}


def in_time(played: Sequence[Paced]) -> float:
    """The share of games that last as long as announced."""
    low, high = live_facts(GAME).minutes or (0, 0)
    return sum(low <= one.minutes <= high for one in played) / len(played)


def main(words: Sequence[str] | None = None) -> None:
    """Plays and prints."""
    parser = argparse.ArgumentParser(prog="python -m cinq.lab.wood.pace", description="Length and waits.")
    parser.add_argument("--games", type=int, default=12, help="games a row (default: 12)")
    parser.add_argument("--seats", type=int, nargs="*", default=[2, 3, 4], help="seats (default: 2 3 4)")
    parser.add_argument("--level", choices=LADDER, default=BEGINNER, help="of the bots (default: beginner)")
    given = parser.parse_args(words)
    print(HEAD)
    for seats in given.seats:
        tables = [WoodTable(seats, given.level, seed) for seed in range(given.games)]
        played = [table.play() for table in tables]
        print(row(figures(GAME, seats, played)))
        falls = sum(table.falls for table in tables) / sum(table.placements for table in tables)
        print(f"    {in_time(played):.0%} in time; something fell in {falls:.1%} of placements", flush=True)


if __name__ == "__main__":
    main()
