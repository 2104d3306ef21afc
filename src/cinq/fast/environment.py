"""A vectorised environment: many games of one kind, one action in each a step, new games as old ones end."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from cinq.fast.kernel import NATURE, PLAYERS, Mask, Observation, Rewards, Words
from cinq.fast.loops import Loops, Shown, scratch

if TYPE_CHECKING:
    from cinq.fast.engine import Engine, Game

T = TypeVar("T")


class Step(NamedTuple):
    """What a step leaves; the arrays are the environment's own and are written again by the next step."""

    observation: Observation
    """(games, size) as the seat in `seat` sees it, or (games, players, size) with `all_seats`."""
    mask: Mask
    """(games, ACTIONS): 1 for each code that this seat may choose; or a mask a player with `all_seats`."""
    reward: Rewards
    """(games, players): one point shared by the winners of a game that ended in this step."""
    done: Mask
    """1 where a game ended; what else is shown there is the next game's beginning already."""
    actors: Words
    """Who may act, as a set of bits: `1 << seat`, or `kernel.NATURE` where chance waits to be named."""
    seat: Words
    """The seat to ask: the only one that may act, or a random one of them; -1 where chance waits."""


class Environment:
    """Games side by side, each with its own seed.

    `step(actions)` takes one code a game, for the seat in `seat`, or for the seats that the caller names:
    where several may act (quick discards, announcements) any of them may, and -1 lets the others go first.
    With `sampled` off chance is the caller's: games stop where the dealer or the world must speak, `sample`
    draws what they might say, and `name` says it.
    """

    def __init__(
        self,
        engine: Engine,
        loops: Loops,
        rows: Words,
        options: Words,
        all_seats: bool,
        sampled: bool,
        threads: int,
    ) -> None:
        self.engine, self.rows, self.sampled = engine, rows, sampled
        self._loops, self._options = loops, options
        self.games, self.players = len(rows), int(rows[0, PLAYERS])
        views, kernel = self.players if all_seats else 1, engine.kernel
        size = kernel.observation_size(self.players)
        self._room: Shown = (
            np.zeros((self.games, views, size), np.int16),
            np.zeros((self.games, views, kernel.ACTIONS), np.uint8),
            np.zeros((self.games, self.players), np.float32),
            np.zeros(self.games, np.uint8),
            np.zeros(self.games, np.int64),
            np.zeros(self.games, np.int64),
        )
        self.shown = Step(*self._room)
        if not all_seats:
            self.shown = self.shown._replace(observation=self._room[0][:, 0], mask=self._room[1][:, 0])
        self._parts = [self._part(of) for of in _slices(self.games, threads)]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._waits = np.full(self.games, -1)
        self.step(self._waits)

    def _part(self, of: slice) -> _Part:
        kernel, (seen, masks, rewards, done, actors, seats) = self.engine.kernel, self._room
        shown = (seen[of], masks[of], rewards[of], done[of], actors[of], seats[of])
        return _Part(of, self.rows[of], shown, scratch(kernel.OUTCOME), scratch(kernel.RESULT))

    def reset(self, seed: int = 0) -> Step:
        """Starts all games again; game `n` of a seed is the same in every batch."""
        self._loops.begin(self.rows, 0, seed, self.players, self._options)
        return self.step(self._waits)

    def step(self, actions: npt.ArrayLike, seats: npt.ArrayLike | None = None) -> Step:
        """One action in each game. ValueError, before anything changes, if a seat may not choose its code."""
        codes = self._words(actions, self.games)
        speakers = self.shown.seat if seats is None else self._words(seats, self.games)

        def check(p: _Part) -> int:
            return self._loops.refused(p.rows, speakers[p.of], codes[p.of])

        def play(p: _Part) -> None:
            chosen = speakers[p.of], codes[p.of]
            self._loops.step(p.rows, *chosen, self.sampled, self._options, p.shown, p.outcome, p.final)

        for part, refused in zip(self._parts, self._in_parts(check), strict=True):
            if refused >= 0:
                game = part.of.start + refused
                raise ValueError(f"game {game}: seat {speakers[game]} may not choose {codes[game]} now")
        self._in_parts(play)
        return self.shown

    def choose(self) -> Words:
        """A random legal action for the seat asked in each game, drawn with the game's own generator."""
        self.engine.compile_for("random actions")
        actions = np.empty(self.games, np.int64)
        self._loops.choices(self.rows, self.shown.seat, actions)
        return actions

    def sample(self) -> Words:
        """An outcome for each game where chance waits, drawn with its own generator; zeros for the others."""
        self.engine.compile_for("named chance")
        outcomes = np.zeros((self.games, self.engine.kernel.OUTCOME), np.int64)
        self._loops.sample(self.rows, outcomes)
        return outcomes

    def name(self, outcomes: npt.ArrayLike) -> Step:
        """What chance says in each game where it waits. ValueError, before anything changes, if it cannot."""
        self.engine.compile_for("named chance")
        said = self._words(outcomes, self.games, self.engine.kernel.OUTCOME)
        if (game := self._loops.impossible(self.rows, said)) >= 0:
            raise ValueError(f"game {game}: {said[game].tolist()} cannot happen now")
        self._in_parts(
            lambda p: self._loops.name(
                p.rows, said[p.of], self.sampled, self._options, p.shown, p.outcome, p.final
            )
        )
        return self.shown

    def game(self, number: int) -> Game:
        """A copy of one of the games."""
        from cinq.fast.engine import Game

        return Game(self.engine, self.rows[number].copy())

    def place(self, number: int, game: Game) -> Step:
        """Puts a copy of a game of as many players where another one is, and shows it."""
        if game.players != self.players:
            raise ValueError(f"a game of {game.players} among games of {self.players}")
        self.rows[number] = game.row
        return self.step(self._waits)

    def waiting(self) -> npt.NDArray[np.bool_]:
        """Where chance waits to be named."""
        waits: npt.NDArray[np.bool_] = (self.shown.actors & NATURE) != 0
        return waits

    def _in_parts(self, work: Callable[[_Part], T]) -> list[T]:
        return [work(self._parts[0])] if self._pool is None else list(self._pool.map(work, self._parts))

    @staticmethod
    def _words(given: npt.ArrayLike, *shape: int) -> Words:
        """What a caller gave as 64-bit words. ValueError for a wrong shape: compiled code checks none."""
        words = np.ascontiguousarray(given, np.int64)
        if words.shape != shape:
            raise ValueError(f"an array of shape {shape} is needed, not {words.shape}")
        return words


class _Part(NamedTuple):
    """The games of one thread, and its scratch space."""

    of: slice
    rows: Words
    shown: Shown
    outcome: Words
    final: Words


def _slices(count: int, parts: int) -> list[slice]:
    ends = [count * part // parts for part in range(parts + 1)]
    return [slice(begin, end) for begin, end in pairwise(ends)]
