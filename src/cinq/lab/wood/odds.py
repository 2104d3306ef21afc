"""Measures how hard the cards of Au doigt & à l'œil are: bots of each level lay random cards in the physics.

`python -m cinq.lab.wood.odds [placements]` (default: 560 a level) prints how often something fell, by level
and by what the card asks, and the fitted numbers for `games/doigt_oeil/odds.py`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from math import log
from random import Random

from cinq.core.game import Value
from cinq.games.doigt_oeil.components import WOOD, Card, Position
from cinq.games.doigt_oeil.odds import CERTAIN
from cinq.physics import planner
from cinq.physics.hands import grip
from cinq.physics.judge import Placement, Wanted
from cinq.physics.pieces import starter
from cinq.physics.planner import HAND_SKILLS, HandSkill
from cinq.physics.scene import Scene

GAME = 14
"""Placements before the board is cleared."""
POSITIONS: tuple[Position, ...] = ("flat", "edge", "upright")


class Laid(Value, frozen=True):
    """One placement: the card, the pieces for each column, and whether anything fell."""

    card: Card
    crowd: float
    fell: bool


def lay(scene: Scene, name: str, piece: str, level: HandSkill, seed: int) -> Placement:
    """A bot's whole placement, as a physics worker does it."""
    card = WOOD[name]
    hand = planner.with_handicap(level, card.hands != "both", card.closed != "none")
    wanted = Wanted(name, piece, card.position, card.board)
    spot = planner.with_aim_error(
        planner.choose_spot(scene.rest, scene.bases, wanted, hand, seed), hand, seed
    )
    start = scene.take(piece, grip=grip(card.hands), tremor=hand.tremor, seed=seed)
    for target in planner.hand_path(start, piece, spot):
        scene.move_hand(target)
        scene.tick()
    scene.release(wanted)
    return scene.settle()


def games(level: HandSkill, placements: int, seed: int) -> Iterator[Laid]:
    """Lays random cards one after the other; what fell is removed and the game goes on."""
    rng, names = Random(seed), sorted(name for name in WOOD if name[0] in "ABCD")
    while placements > 0:
        scene = Scene.from_poses(starter(), ("l1",))
        for number, name in enumerate(rng.sample(names, min(GAME, placements)), start=2):
            crowd = len(scene.rest) / len(scene.bases)
            piece = f"{WOOD[name].length[0]}{number}"
            done = lay(scene, name, piece, level, rng.getrandbits(30))
            yield Laid(WOOD[name], crowd, bool(done.fallen))
        placements -= GAME


def share(laid: list[Laid], which: Callable[[Laid], bool]) -> str:
    """How many of some placements fell."""
    chosen = [one for one in laid if which(one)]
    fell = sum(one.fell for one in chosen)
    return f"{fell:3} of {len(chosen):4}  {fell / max(1, len(chosen)):6.1%}"


ASKED: dict[str, Callable[[Laid], bool]] = {
    "all": lambda one: True,
    **{name: (lambda one, name=name: one.card.position == name and not one.card.board) for name in POSITIONS},  # type: ignore[misc]
    "on the board": lambda one: one.card.board,
    "both hands": lambda one: one.card.hands == "both" and not one.card.board,
    "one hand": lambda one: one.card.hands != "both" and not one.card.board,
    "both eyes": lambda one: one.card.closed == "none" and not one.card.board,
    "one eye": lambda one: one.card.closed != "none" and not one.card.board,
    "columns of up to 3": lambda one: one.crowd <= 3 and not one.card.board,
    "columns of more": lambda one: one.crowd > 3 and not one.card.board,
}
Fit = dict[str, float]
FIRST: Fit = {
    "flat": 0.03,
    "edge": 0.08,
    "upright": 0.2,
    "board": 0.3,
    "eye": 1.4,
    "hand": 1.4,
    "crowd": 0.12,
}


def odds(fit: Fit, one: Laid) -> float:
    """The chance of a fall by the fitted numbers; the same product as the game's `risk`."""
    card = one.card
    hard = fit[card.position] * (fit["board"] if card.board else 1)
    hard *= (fit["eye"] if card.closed != "none" else 1) * (fit["hand"] if card.hands != "both" else 1)
    return min(CERTAIN, max(1e-4, hard * (1 + fit["crowd"] * (one.crowd - 1))))


def likelihood(fit: Fit, laid: list[Laid]) -> float:
    """The log-likelihood of the placements, with a weak prior around the first guess."""
    seen = sum(log(odds(fit, one)) if one.fell else log(1 - odds(fit, one)) for one in laid)
    return seen - sum(log(fit[name] / FIRST[name]) ** 2 for name in fit)


def fitted(laid: list[Laid]) -> Fit:
    """Fits one number after the other, in smaller and smaller steps."""
    fit = dict(FIRST)
    for step in (2.0, 1.4, 1.1, 1.03):
        for _ in range(12):
            for name in FIRST:
                tried = [{**fit, name: fit[name] * factor} for factor in (1, step, 1 / step)]
                fit = max(tried, key=lambda one: likelihood(one, laid))
    return {name: round(value, 3) for name, value in fit.items()}


def main(placements: int) -> None:
    """Measures and prints; the fit uses the placements of beginner and regular."""
    found = {name: list(games(level, placements, seed=1)) for name, level in HAND_SKILLS.items()}
    for name, laid in found.items():
        print(f"\n{name}: falls")
        for asked, which in ASKED.items():
            print(f"  {asked:20} {share(laid, which)}")
    print(f"\nfit {fitted(found['beginner'] + found['regular'])}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 560)
