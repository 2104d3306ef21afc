"""An engine: a kernel with its loops, for whole playouts and for single games.

Owns memory and threads. The rules of the game are in the kernel, the loops in `loops`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType
from typing import Final, NamedTuple, cast

import numpy as np

from cinq.core.game import DEALER, WORLD, Actor, AnyGame, Seat, Value, is_seat
from cinq.fast.chance import RNG
from cinq.fast.environment import Environment
from cinq.fast.first_use import first_use, is_compiled
from cinq.fast.kernel import (
    DEALER_BIT,
    NATURE,
    PLAYERS,
    AnyKernel,
    Mask,
    Observation,
    Policy,
    Words,
)
from cinq.fast.loops import bind, scratch

LIMIT = 1_000_000
"""Lines after which a playout is broken off."""
MOST_ROWS = 512
"""Rows that a thread works on at a time: a few milliseconds, for which others may have to wait at the end."""


class Playouts(NamedTuple):
    """Games that were played: lines of each, results of each, and lines in all."""

    lengths: Words
    results: Words
    """A row a game: the winners as a set of bits, then the seats' scores, then what the game adds."""
    moves: int


class Engine:
    """All that can be done with one compiled game. Make one with `cinq.fast.load`."""

    def __init__(self, kernel: AnyKernel) -> None:
        self.kernel, self.module = kernel, cast(ModuleType, kernel)
        self.rules: AnyGame = kernel.RULES
        self._loops = bind(self.module, kernel.choose)
        self._compiled = set[str]()
        self._options = dict[tuple[int, Value | None], Words]()

    # ------------------------------------------------------------ whole games

    def rows(
        self, games: int, players: int, options: Value | None = None, seed: int = 0, first: int = 0
    ) -> Words:
        """That many games before their first line, one a row, numbered from `first` on.

        Game `n` of a seed is the same game in every batch that holds it.
        """
        rows = np.zeros((games, self.kernel.WIDTH), np.int64)
        self._loops.begin(rows, first, seed, players, self.options(players, options))
        return rows

    def playouts(
        self,
        games: int,
        players: int,
        options: Value | None = None,
        seed: int = 0,
        policy: Policy | None = None,
        threads: int = 1,
    ) -> Playouts:
        """Whole games: every seat plays random legal moves, or what a compiled policy says.

        Rows are made and played a few hundred at a time, so a hundred million games need memory for their
        results alone.
        """
        self.compile_for("playouts")
        run, chosen = self._run(policy), self.options(players, options)
        lengths, results = self._space(games)

        def worker() -> Callable[[slice], int]:
            rows = np.zeros((min(games, MOST_ROWS), self.kernel.WIDTH), np.int64)
            outcome = scratch(self.kernel.OUTCOME)

            def part(of: slice) -> int:
                begun = rows[: of.stop - of.start]
                self._loops.begin(begun, of.start, seed, players, chosen)
                return run(begun, LIMIT, lengths[of], results[of], outcome)

            return part

        return Playouts(lengths, results, spread(worker, games, threads))

    def finish(
        self, rows: Words, policy: Policy | None = None, threads: int = 1, limit: int = LIMIT
    ) -> Playouts:
        """Plays these rows to their ends, in place. They may stand anywhere in their games."""
        self.compile_for("playouts")
        run, (lengths, results) = self._run(policy), self._space(len(rows))

        def worker() -> Callable[[slice], int]:
            outcome = scratch(self.kernel.OUTCOME)
            return lambda of: run(rows[of], limit, lengths[of], results[of], outcome)

        return Playouts(lengths, results, spread(worker, len(rows), threads))

    def _run(self, policy: Policy | None) -> Callable[[Words, int, Words, Words, Words], int]:
        return self._loops.run if policy is None else bind(self.module, policy).run

    def _space(self, games: int) -> tuple[Words, Words]:
        return np.zeros(games, np.int64), np.zeros((games, self.kernel.RESULT), np.int64)

    def environment(
        self,
        games: int,
        players: int,
        options: Value | None = None,
        seed: int = 0,
        all_seats: bool = False,
        sampled: bool = True,
        threads: int = 1,
    ) -> Environment:
        """Many games at once, one action in each a step; see `Environment`."""
        self.compile_for("environments")
        rows = self.rows(games, players, options, seed)
        return Environment(
            self, self._loops, rows, self.options(players, options), all_seats, sampled, threads
        )

    def options(self, players: int, options: Value | None) -> Words:
        """Options as a kernel takes them. ValueError if the rules refuse them or the number of players."""
        words = self._options.get((players, options))
        if words is None:
            chosen = self.rules.Options() if options is None else options
            started = self.rules.start(players, chosen)
            amended: Value = getattr(
                started, "options", chosen
            )  # seven players take two boxes of wood (DO-31)
            words = self._options[players, options] = np.array(self.kernel.options_of(amended), np.int64)
        return words

    # ------------------------------------------------------------ single games

    def game(self, players: int, options: Value | None = None, seed: int = 0, number: int = 0) -> Game:
        """Game `number` of a seed, before its first line."""
        self.compile_for("single games")
        return Game(self, self.rows(1, players, options, seed, number)[0])

    def game_of(self, state: Value, seed: int = 0) -> Game:
        """A game that stands where a state of the rules stands."""
        self.compile_for("single games")
        row = self.kernel.project(state)
        row[RNG] = seed
        return Game(self, row)

    def game_from(self, data: bytes) -> Game:
        """The game that `Game.to_bytes` wrote."""
        self.compile_for("single games")
        row = np.frombuffer(data, "<i8").astype(np.int64)
        if len(row) != self.kernel.WIDTH:
            raise ValueError(f"{len(data)} bytes are no game of {self.rules.TITLE}")
        return Game(self, row)

    # ------------------------------------------------------------ the first use

    def compile_for(self, use: str) -> None:
        """Compiles what one of `USES` needs, once after an install or an edit, and says so.

        Later the code is on disk. The uses share most of it: the first one takes most of the time. Of several
        processes one compiles, and the others wait for it.
        """
        if use in self._compiled:
            return
        self._compiled.add(use)
        if is_compiled(self.rules.NAME, use):
            return
        if use in BASES:
            self.compile_for(BASES[use])
        with first_use(self.rules.NAME, use):
            USES[use](self, self.rules.PLAYERS[0])


def _use_single_game(engine: Engine, players: int) -> None:
    game = engine.game(players)
    while not is_seat(game.actors()[0]):
        game.fall(game.draw())
    seat = int(game.actors()[0])
    game.mask(seat)
    game.observation(seat)
    action = int(engine.kernel.safest(game.row, seat))
    if game.allowed(seat, action):
        game.apply(seat, action)


def _use_named_chance(engine: Engine, players: int) -> None:
    environment = engine.environment(1, players, sampled=False)
    environment.name(environment.sample())


USES: Final[dict[str, Callable[[Engine, int], object]]] = {
    "playouts": lambda engine, players: engine.playouts(1, players),
    "environments": lambda engine, players: engine.environment(1, players),
    "random actions": lambda engine, players: engine.environment(1, players).choose(),
    "named chance": _use_named_chance,
    "single games": _use_single_game,
}
"""What can be done with an engine, each compiled when it is first done."""
BASES: Final = {"random actions": "environments", "named chance": "environments"}
"""What some of them use, compiled before them, so that each message has a line of its own."""


def spread(worker: Callable[[], Callable[[slice], int]], count: int, threads: int) -> int:
    """Works on slices of `count` things in `threads` threads (0: one a core); the sum of all answers.

    Each thread has a worker of its own and takes the next slice that is left: nobody waits in between.
    """
    threads = threads or os.cpu_count() or 1
    size = min(MOST_ROWS, max(1, count // (8 * threads)))
    slices = iter([slice(at, min(at + size, count)) for at in range(0, count, size)])

    def work() -> int:
        return sum(map(worker(), slices))

    if threads == 1:
        return work()
    with ThreadPoolExecutor(threads - 1) as pool:
        others = [pool.submit(work) for _ in range(threads - 1)]
        return work() + sum(other.result() for other in others)


class Game:
    """One game that is a row of words: codes in, codes out. It may share its row with a batch."""

    __slots__ = ("engine", "kernel", "row")

    def __init__(self, engine: Engine, row: Words) -> None:
        self.engine, self.kernel, self.row = engine, engine.kernel, row

    @property
    def players(self) -> int:
        return int(self.row[PLAYERS])

    def actors(self) -> tuple[Actor, ...]:
        """Who may act now, seats ascending; empty when the game is over."""
        who = self.kernel.actors(self.row)
        if who & NATURE:
            return (DEALER,) if who & DEALER_BIT else (WORLD,)
        return tuple(seat for seat in range(self.players) if who >> seat & 1)

    def mask(self, seat: Seat) -> Mask:
        """A 1 for each code that this seat may choose now."""
        mask = np.zeros(self.kernel.ACTIONS, np.uint8)
        self.kernel.legal(self.row, seat, mask)
        return mask

    def allowed(self, seat: Seat, code: int) -> bool:
        """Whether this seat may choose this code now."""
        return bool(self.kernel.allowed(self.row, seat, code))

    def choose(self, seat: Seat) -> int:
        """A random legal code, drawn with the game's own generator; -1 if there is none."""
        self.engine.compile_for("random actions")
        return int(self.kernel.choose(self.row, seat))

    def apply(self, seat: Seat, code: int) -> None:
        """An allowed action. Trusts its input."""
        self.kernel.apply(self.row, seat, code)

    def draw(self) -> Words:
        """What chance says next, drawn with the game's own generator and not applied yet."""
        outcome = np.zeros(self.kernel.OUTCOME, np.int64)
        self.kernel.draw(self.row, outcome)
        return outcome

    def possible(self, outcome: Words) -> bool:
        """Whether chance may say this now."""
        return bool(self.kernel.possible(self.row, outcome))

    def fall(self, outcome: Words) -> None:
        """What chance said. Trusts its input."""
        self.kernel.fall(self.row, outcome)

    def observation(self, seat: Seat) -> Observation:
        """What this seat sees."""
        seen = np.zeros(self.kernel.observation_size(self.players), np.int16)
        self.kernel.observe(self.row, seat, seen)
        return seen

    def result(self) -> Words | None:
        """The result, once the game is over."""
        if self.kernel.actors(self.row):
            return None
        out = np.zeros(self.kernel.RESULT, np.int64)
        self.kernel.result(self.row, out)
        return out

    def copy(self) -> Game:
        """The same game with a row of its own; both will draw the same chance."""
        return Game(self.engine, self.row.copy())

    def to_bytes(self) -> bytes:
        """The whole game; `Engine.game_from` reads it."""
        return self.row.astype("<i8").tobytes()
