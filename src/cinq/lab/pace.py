"""Measures how long a game lasts at a live table, and how long a person waits for the others.

`python -m cinq.lab.pace` plays every game as the page's quick game begins it, one person and bots at 2 to 4
seats, and prints a table. Time is the table's: the bots' own seconds, the seconds for which the page shows a
line before the next, and the seconds assumed for the person, who plays like a regular bot. A game declares
these (`core.live.Pace`). No clock runs: a game of half an hour takes a moment. In Au doigt & à l'œil the
stand-in draws what a placement does; `python -m cinq.lab.wood.pace` lays real wood.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from random import Random
from statistics import median

import msgspec

from cinq.bots.bot import BEGINNER, LADDER, REGULAR, Bot, decision_of, load_bots
from cinq.core.game import DEALER, WORLD, Action, Actor, AnyGame, Seat, Value
from cinq.core.observe import Applied, observe
from cinq.core.play import by_chance
from cinq.games import GAMES, live_facts, load_game
from cinq.lab.simulate import world_of

ME: Seat = 0
"""The person's seat."""
LONGEST = 5_400.0
"""Seconds after which a game is given up."""


class Paced(Value, frozen=True):
    """One game: its minutes, and the person's waits for the others in seconds."""

    minutes: float
    waits: tuple[float, ...]


class PacedTable:
    """A game in table time."""

    def __init__(self, name: str, seats: int, level: str, seed: int) -> None:
        self.game: AnyGame = load_game(name)
        live = live_facts(name)
        options = msgspec.convert(dict(live.proposed_options), self.game.Options)
        self.rng, self.world = Random(seed), world_of(self.game)
        self.levels = [REGULAR, *[level] * (seats - 1)]
        bots = load_bots(GAMES[name])
        self.bots: list[Bot[Value]] = [
            bots.make_bot(seat, seats, options, bots.LEVELS[one], self.rng)
            for seat, one in enumerate(self.levels)
        ]
        self.holder, self.pace = live.holder or (lambda _: None), live.pace
        self.s = self.game.start(seats, options)
        self.now = self.began = self.shown = self.free_since = 0.0
        self.due: float | None = None
        self.others_acted = False
        self.waits = list[float]()

    def play(self) -> Paced:
        """To the end, or until it has lasted too long."""
        while self.game.result(self.s) is None and self.now < LONGEST:
            who = self.game.actors(self.s)
            if DEALER in who:
                self._happen(DEALER, by_chance(self.game, self.s, DEALER, self.rng))
            elif WORLD in who:
                self._place()
            else:
                self._decide([seat for seat in who if isinstance(seat, int)])
        return Paced(max(self.now, self.shown) / 60, tuple(self.waits))

    # ------------------------------------------------------------ lines

    def _happen(self, actor: Actor, action: Action) -> None:
        line = Applied(self.s, actor, action, self.game.apply(self.s, actor, action))
        for seat, bot in enumerate(self.bots):
            (seen,) = observe(self.game, seat, (line,), story=False)
            bot.watch(actor, seen.shown, seen.view)
        self.s = line.after
        self._show(actor, action)

    def _show(self, actor: Actor, action: Action) -> None:
        """The page shows one update after the other: an action, with what the dealer answered at once."""
        if actor != DEALER:
            self.began = max(self.shown, self.now)
        seconds = self.pace.shown(action, self.game.view(self.s, ME))
        self.shown = max(self.shown, self.began + seconds)

    def _place(self) -> None:
        """A placement, in the time that the hand takes."""
        seat = self.holder(self.s)
        action, seconds = self.placed()
        self.now += self.pace.person_hand if seat == ME else seconds
        self._happen(WORLD, action)
        self._acted(seat)

    def placed(self) -> tuple[Action, float]:
        """What the piece in hand does, and the seconds that a bot's hand takes for it."""
        action = self.world(self.game, self.s, WORLD, self.rng)
        assert action is not None
        return action, self.pace.bot_hand

    # ------------------------------------------------------------ decisions

    def _decide(self, seats: Sequence[Seat]) -> None:
        """The first of those that may act does what it wants to."""
        self._notice(seats)
        wishes = [wish for seat in seats if (wish := self._wish(seat, seats))]
        self.now, seat, action = min(wishes, key=lambda wish: wish[0])
        if seat == ME:
            self.shown, self.due = min(self.shown, self.now), None
        self._happen(seat, action)
        self._acted(seat)

    def _notice(self, seats: Sequence[Seat]) -> None:
        """Whether the game now waits for the person: then a wait ends and a decision begins."""
        if not self._must(ME, seats):
            self.due = None
        elif self.due is None:
            seen = max(self.now, self.shown)
            if self.others_acted:
                self.waits.append(seen - self.free_since)
                self.others_acted = False
            self.due = seen + self._seconds()

    def _seconds(self) -> float:
        """The seconds that the person takes for the decision they are at."""
        first = next(iter(self.game.legal(self.s, ME)), None)
        usual = self.pace.decision
        return usual if first is None else self.pace.decisions.get(type(first), usual)

    def _must(self, seat: Seat, seats: Sequence[Seat]) -> bool:
        alone = len(seats) == 1
        return seat in seats and (alone or self.game.safest(self.s, seat) is not None)

    def _wish(self, seat: Seat, seats: Sequence[Seat]) -> tuple[float, Seat, Action] | None:
        """When a seat would do what; None to wait."""
        game, s = self.game, self.s
        choice = self.bots[seat].choose(*decision_of(game, s, seat))
        if choice is None and self._must(seat, seats):
            safest = game.safest(s, seat)
            return None if safest is None else (self.now + 1.0, seat, safest)
        if choice is None:
            return None
        if seat == ME and self.due is not None:
            return max(self.now, self.due), seat, choice.action
        return self.now + choice.after, seat, choice.action

    def _acted(self, seat: Seat | None) -> None:
        if seat == ME:
            self.free_since, self.others_acted = self.now, False
        else:
            self.others_acted = True


class Figures(Value, frozen=True):
    """Many games of one kind."""

    game: str
    seats: int
    games: int
    announced: tuple[int, int]
    minutes: tuple[float, float, float]
    """The shortest tenth, the median, the longest tenth."""
    waits: tuple[float, float, float]
    """Seconds: the median, 95 % and the longest."""


def share(values: Sequence[float], part: float) -> float:
    """The value that this part of all stays below."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def measure(name: str, seats: int, level: str, seeds: Iterable[int]) -> Figures:
    """Plays a game with each seed."""
    return figures(name, seats, [PacedTable(name, seats, level, seed).play() for seed in seeds])


def figures(name: str, seats: int, played: Sequence[Paced]) -> Figures:
    """The figures of games that were played."""
    minutes = [one.minutes for one in played]
    waits = [wait for one in played for wait in one.waits] or [0.0]
    return Figures(
        name,
        seats,
        len(played),
        live_facts(name).minutes or (0, 0),
        (share(minutes, 0.1), median(minutes), share(minutes, 0.9)),
        (median(waits), share(waits, 0.95), max(waits)),
    )


HEAD = """\
| game | seats | games | announced | minutes: 10 % · median · 90 % | waits: median | 95 % | longest |
|---|---|---|---|---|---|---|---|"""


def row(one: Figures) -> str:
    """The figures as a row of a table."""
    low, middle, high = one.minutes
    games = f"{one.game} | {one.seats} | {one.games}"
    announced = "–".join(map(str, one.announced))
    return (
        f"| {games} | {announced} min | {low:.0f} · **{middle:.0f}** · {high:.0f} "
        f"| {one.waits[0]:.1f} s | {one.waits[1]:.1f} s | {one.waits[2]:.0f} s |"
    )


def main(words: Sequence[str] | None = None) -> None:
    """Plays and prints a table, a row as soon as it is known."""
    from tqdm import tqdm

    parser = argparse.ArgumentParser(prog="python -m cinq.lab.pace", description="Length and waits of games.")
    parser.add_argument("game", nargs="*", default=list(GAMES), help="games (default: all)")
    parser.add_argument("--games", type=int, default=30, help="games a row (default: 30)")
    parser.add_argument("--seats", type=int, nargs="*", default=[2, 3, 4], help="seats (default: 2 3 4)")
    parser.add_argument("--level", choices=LADDER, default=BEGINNER, help="of the bots (default: beginner)")
    given = parser.parse_args(words)
    print(HEAD)
    for name, seats in ((name, seats) for name in given.game for seats in given.seats):
        seeds = tqdm(range(given.games), desc=f"{name} {seats}", leave=False, disable=not sys.stderr.isatty())
        print(row(measure(name, seats, given.level, seeds)), flush=True)


if __name__ == "__main__":
    main()
