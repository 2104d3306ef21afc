"""Compares the two ways to lay a piece of wood: by hand, and by the list of spots.

`python -m cinq.lab.wood.hands [placements]` (default: 60 of each kind of card) lays the same pieces on the
same spots of the same structures both ways in the real physics, and prints how often nothing fell. Both
persons are models:

* the hand goes through what a page's messages go through (`LiveScene`: one hand moves or turns, springs,
  tremor). Its eye is right to about a pixel of the page's picture: `ASIDE`, and in depth, which is seen at
  a slant, `DEPTH`; with one eye there is neither shadow nor parallax, and the error in depth is
  `ONE_EYE` times as large. It lowers the piece until it touches, and notices that after `REACTION`;
* the list's person stops a marker that swings by the page's numbers (`SWEEPS`), `TIMING` seconds off.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from math import pi, radians, sin, sqrt

import numpy as np

from cinq.core.game import Value
from cinq.games.doigt_oeil.components import WOOD, Card
from cinq.physics import planner
from cinq.physics.hands import grip, tremor
from cinq.physics.judge import Wanted
from cinq.physics.pieces import Pose, height, oriented, starter
from cinq.physics.planner import HandSkill, Spot
from cinq.physics.scene import TICK, Scene, Target
from cinq.physics.worker import LiveScene, TakePiece

ASIDE, DEPTH = 0.0006, 0.0018
"""Metres: the spread of a look's error sideways and in depth, about one pixel of the page's picture."""
ONE_EYE = 2.0
"""Factor of the error in depth with one eye."""
TURN = radians(3)
"""The spread of the error of a turn."""
CARRY, LOWER, FINE = 0.2, 0.06, 0.012
"""Metres a second: over the wood, down to it, and the last millimetres."""
NEAR, REACTION, STEADY = 0.01, 0.25, 0.3
"""Metres above the spot for the last look; seconds until contact is noticed, and before letting go."""
TIMING = 0.045
"""Seconds: the spread of the moment at which a person stops a marker."""
BEFORE = (2, 10)
"""The fewest and the most pieces laid before."""
SWEEPS = {"open": (0.6, 5.0, 10.0), "eye": (0.8, 5.0, 12.0), "hand": (1.0, 6.0, 12.0)}
"""By what is hard about a card: sweeps a second, millimetres aside and in depth at the ends of the bars."""
STRUCTURES = HandSkill(tremor=0.0001, aim_error=0.001, turn_error=0.05, samples=120, daring=0.5)


class Compared(Value, frozen=True):
    """One piece laid both ways: the card, and whether nothing fell."""

    card: Card
    by_hand: bool
    by_list: bool


class Task(Value, frozen=True):
    """A structure, a card's piece, and the spot chosen for it."""

    rest: dict[str, Pose]
    bases: tuple[str, ...]
    wanted: Wanted
    spot: Spot


def tasks(suits: str, position: str, count: int, seed: int) -> Iterator[tuple[Card, Task]]:
    """Structures with a piece to lay, of cards of these suits in this position or on the board."""
    rng = np.random.Generator(np.random.PCG64(seed))
    fits = [name for name, card in WOOD.items() if name[0] in suits and kind(card) == position]
    while count:
        name = str(rng.choice(sorted(fits)))
        scene, card = structure(rng), WOOD[name]
        wanted = Wanted(name, f"{card.length[0]}16", card.position, card.board)
        found = planner.find_spots(
            scene.rest, wanted.piece, card.position, card.board, 160, int(rng.integers(2**30))
        )
        if not found:
            continue
        few = [found[int(i)] for i in rng.integers(len(found), size=3)]
        count -= 1
        yield card, Task(dict(scene.rest), scene.bases, wanted, max(few, key=lambda spot: spot.margin))


def kind(card: Card) -> str:
    """The position, or that the piece begins a column."""
    return "board" if card.board else card.position


def structure(rng: np.random.Generator) -> Scene:
    """A few pieces that stand, laid by a fairly steady hand."""
    scene = Scene.from_poses(starter(), ("l1",))
    names = sorted(name for name in WOOD if name[0] == "A")
    for number in range(int(rng.integers(*BEFORE))):
        card, seed = WOOD[str(rng.choice(names))], int(rng.integers(2**30))
        wanted = Wanted("A1", f"{card.length[0]}{number + 2}", card.position, card.board)
        spot = planner.choose_spot(scene.rest, scene.bases, wanted, STRUCTURES, seed)
        start = scene.take(wanted.piece, seed=seed)
        for target in planner.hand_path(start, wanted.piece, planner.with_aim_error(spot, STRUCTURES, seed)):
            scene.move_hand(target)
            scene.tick()
        scene.release(wanted)
        scene.settle()
    return scene


# ---------------------------------------------------------------- by hand


class Person:
    """A hand that is moved as a page's messages move it, by what is seen."""

    def __init__(self, task: Task, card: Card, seed: int) -> None:
        self.task, self.card, self.rng = task, card, np.random.Generator(np.random.PCG64(seed))
        self.live = LiveScene(Scene.from_poses(task.rest, task.bases))
        pose = self.live.take(TakePiece("", 0, task.wanted.piece, card.hands, None, seed))
        self.at, self.quat = np.array(pose[:3]), pose[3:]
        self.touches = False

    def lay(self) -> bool:
        """Turn, carry, look again, lower until it touches, let go; whether nothing fell."""
        spot = self.task.spot
        self.quat = oriented(spot.position, spot.yaw + TURN * self.rng.standard_normal())
        self._wait(0.6)
        rest = spot.on + height(self.task.wanted.piece, spot.position) / 2
        self._go((*self._seen(3.0), max(self.at[2], rest + 0.03)), CARRY)
        self._go((self.at[0], self.at[1], rest + NEAR), LOWER)
        self._go((*self._seen(1.0), rest + NEAR), CARRY / 4)
        self._lower(rest - NEAR)
        self._wait(STEADY)
        self.live.scene.release(self.task.wanted)
        return not self.live.scene.settle().fallen

    def _seen(self, worse: float) -> tuple[float, float]:
        """Where the spot seems to be; `worse`: how much less exact a first look is."""
        depth = DEPTH * (1.0 if self.card.closed == "none" else ONE_EYE)
        off = self.rng.standard_normal(2) * (ASIDE, depth) * worse
        return self.task.spot.x + float(off[0]), self.task.spot.y + float(off[1])

    def _go(self, place: tuple[float, ...], speed: float) -> None:
        start, end = self.at, np.array(place)
        steps = max(1, int(float(np.linalg.norm(end - start)) / (speed * TICK)))
        for step in range(steps):
            self.at = start + (end - start) * (step + 1) / steps
            self._tick()
        self._wait(0.2)

    def _lower(self, lowest: float) -> None:
        """Down until contact has been noticed."""
        noticed = REACTION
        while self.at[2] > lowest and noticed > 0:
            self.at = self.at - (0, 0, FINE * TICK)
            self._tick()
            noticed -= TICK if self.touches else 0

    def _wait(self, seconds: float) -> None:
        for _ in range(int(seconds / TICK)):
            self._tick()

    def _tick(self) -> None:
        x, y, z = self.at.tolist()
        self.live.target = Target((x, y, z), self.quat)
        self.touches = self.live.tick().contact


# ---------------------------------------------------------------- by the list


def difficulty(card: Card) -> str:
    """What makes a card harder to lay."""
    return "hand" if card.hands != "both" else "eye" if card.closed != "none" else "open"


def by_list(task: Task, card: Card, seed: int) -> bool:
    """The spot of the list, missed by as much as the marker was; whether nothing fell."""
    rng = np.random.Generator(np.random.PCG64(seed))
    pace, aside, depth = SWEEPS[difficulty(card)]
    x, y = (span / 1000 * sin(2 * pi * pace * TIMING * rng.standard_normal()) for span in (aside, depth))
    scene = Scene.from_poses(task.rest, task.bases)
    spot = task.spot
    aimed = Spot(spot.x + x, spot.y + y, spot.on, spot.yaw, spot.position, spot.margin)
    start = scene.take(task.wanted.piece, grip=grip(card.hands), tremor=tremor(card.hands), seed=seed)
    for target in planner.hand_path(start, task.wanted.piece, aimed):
        scene.move_hand(target)
        scene.tick()
    scene.release(task.wanted)
    return not scene.settle().fallen


# ---------------------------------------------------------------- figures


SUITS = {"A": "both eyes, both hands", "D": "one eye, both hands", "BC": "one eye, one hand"}
KINDS = ("flat", "edge", "upright", "board")


def compare(suits: str, position: str, count: int) -> list[Compared]:
    """Lays pieces of one kind of card both ways."""
    return [
        Compared(card, Person(task, card, seed).lay(), by_list(task, card, seed))
        for seed, (card, task) in enumerate(tasks(suits, position, count, seed=len(suits) + count))
    ]


def row(name: str, laid: list[Compared]) -> str:
    """Both shares, their difference and its standard error (the pieces are paired)."""
    n, hand, listed = len(laid), sum(one.by_hand for one in laid), sum(one.by_list for one in laid)
    either = sum(one.by_hand != one.by_list for one in laid)
    error = sqrt(max(0.0, either - (listed - hand) ** 2 / n)) / n
    return f"| {name} | {n} | {hand / n:.1%} | {listed / n:.1%} | {(listed - hand) / n:+.1%} ± {error:.1%} |"


def main(count: int) -> None:
    """Measures and prints a table."""
    print("| card | pieces | stand by hand | stand by the list | difference |\n|---|---|---|---|---|")
    everything = list[Compared]()
    for suits, words in SUITS.items():
        group = list[Compared]()
        for position in KINDS:
            laid = compare(suits, position, count)
            print(row(f"{position}, {words}", laid), flush=True)
            group += laid
        print(row(f"**{words}**", group), flush=True)
        everything += group
    print(row("**all**", everything))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 60)
