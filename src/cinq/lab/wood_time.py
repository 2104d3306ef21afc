"""Measures how long a game of Au doigt & à l'œil takes at a table: one person and bots, in the physics.

`python -m cinq.lab.wood_time [games] [seats] [level]` (default: 12 games, 3 seats, beginners) prints the
minutes of a game and the seconds that the person waits between two decisions of their own. Time is the
table's: the bots' own seconds for a choice, and the simulated seconds of every placement. The person is a
model: a beginner's judgement and hand, and the seconds of `PERSON`.
"""

from __future__ import annotations

import sys
from random import Random
from statistics import median
from typing import cast

from cinq.bots.doigt_oeil.bot import LEVELS, DoigtOeilBot, make_bot
from cinq.core.game import DEALER, WORLD, Action, Actor, AnyGame, Value
from cinq.core.observe import Applied, observe
from cinq.core.play import by_chance
from cinq.games import live_facts, load_game
from cinq.games.doigt_oeil.components import card
from cinq.games.doigt_oeil.state import Options, Pick, Placement, State
from cinq.games.doigt_oeil.view import View
from cinq.physics import planner
from cinq.physics.hands import grip
from cinq.physics.judge import Wanted
from cinq.physics.pieces import Pose, starter
from cinq.physics.scene import TICK, Scene

ME = 0
"""The person's seat."""
MY_LEVEL = "beginner"
PERSON = {"pick": 4.0, "choice": 12.0, "placement": 30.0}
"""Seconds that the person takes: to choose a piece, to choose anything else, to lay a piece."""
LONGEST = 5_400.0
"""Seconds after which a game is given up."""


class Timed(Value, frozen=True):
    """One game: its minutes, the person's waits in seconds, placements and falls."""

    minutes: float
    waits: tuple[float, ...]
    placements: int
    falls: int


class TimedTable:
    """A game in table time."""

    def __init__(self, seats: int, level: str, options: Options, seed: int) -> None:
        self.game: AnyGame = load_game("doigt-oeil")
        self.rng = Random(seed)
        self.levels = [MY_LEVEL, *[level] * (seats - 1)]
        self.bots: list[DoigtOeilBot] = [
            make_bot(seat, seats, options, LEVELS[name], self.rng) for seat, name in enumerate(self.levels)
        ]
        self.s = cast(State, self.game.start(seats, options))
        self.now, self.free_since, self.waits = 0.0, 0.0, list[float]()
        self.placements = self.falls = 0

    def play(self) -> Timed:
        """To the end, or until it has lasted too long."""
        while self.game.result(self.s) is None and self.now < LONGEST:
            actor = self.game.actors(self.s)[0]
            self._happen(actor, self._next(actor))
        return Timed(self.now / 60, tuple(self.waits), self.placements, self.falls)

    def _happen(self, actor: Actor, action: Action) -> None:
        line = Applied(self.s, actor, action, self.game.apply(self.s, actor, action))
        for seat, bot in enumerate(self.bots):
            (seen,) = observe(self.game, seat, (line,), story=False)
            bot.watch(actor, seen.shown, cast(View, seen.view))
        self.s = cast(State, line.after)

    def _next(self, actor: Actor) -> Action:
        if actor == DEALER:
            return by_chance(self.game, self.s, DEALER, self.rng)
        if actor == WORLD:
            return self._placement()
        assert isinstance(actor, int)
        return self._choice(actor)

    def _placement(self) -> Placement:
        assert self.s.held is not None
        seat = self.s.held.seat
        action, seconds = placed(self.s, self.levels[seat], self.rng.getrandbits(30))
        self.now += PERSON["placement"] if seat == ME else seconds
        self.placements, self.falls = self.placements + 1, self.falls + bool(action.fallen)
        if seat == ME:
            self.free_since = self.now
        return action

    def _choice(self, seat: int) -> Action:
        game, s = self.game, self.s
        view = cast(View, game.view(s, seat))
        choice = self.bots[seat].choose(view, game.legal(s, seat), game.open_choices(s, seat))
        assert choice is not None
        if seat != ME:
            self.now += choice.after
            return choice.action
        if self.now > self.free_since:
            self.waits.append(self.now - self.free_since)
        self.now += PERSON["pick" if isinstance(choice.action, Pick) else "choice"]
        self.free_since = self.now
        return choice.action


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
    line = Placement(done.card, done.fallen, done.columns, done.on or None, dict(done.pose))
    return line, scene.ticks * TICK


def poses(s: State) -> dict[str, Pose]:
    """The pose of every piece that stands."""
    known = dict(starter())
    known.update({piece.id: cast(Pose, piece.pose) for piece in s.structure if piece.pose is not None})
    return {piece.id: known[piece.id] for piece in s.structure}


def quick_game(level: str = "beginner", seats: int | None = None, seed: int = 0) -> Timed:
    """A game as the page's quick game begins it."""
    live = live_facts("doigt-oeil")
    options = Options(**cast(dict[str, int], dict(live.quick_options)))  # type: ignore[arg-type]
    return TimedTable(seats or live.seats or 2, level, options, seed).play()


def share(values: list[float], part: float) -> float:
    """The value that this part of all stays below."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def main(games: int, seats: int, level: str) -> None:
    """Plays and prints."""
    played = [quick_game(level, seats, seed) for seed in range(games)]
    minutes, waits = [one.minutes for one in played], [wait for one in played for wait in one.waits]
    falls = sum(one.falls for one in played) / sum(one.placements for one in played)
    print(
        f"{games} games, {seats} seats, {level}: median {median(minutes):.0f} minutes, "
        f"{min(minutes):.0f} to {max(minutes):.0f}; something fell in {falls:.1%} of placements\n"
        f"  waits: median {median(waits):.0f} s, 95 % within {share(waits, 0.95):.0f} s, "
        f"longest {max(waits):.0f} s"
    )


if __name__ == "__main__":
    games, seats, level, *_ = [*sys.argv[1:], *("12", "3", "beginner")[len(sys.argv) - 1 :]]
    main(int(games), int(seats), level)
