"""The loops over many games, compared with single steps of the same games."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cinq.core.chance import Random
from cinq.core.game import Actor, Value, is_seat
from cinq.fast.engine import Engine, Game
from cinq.fast.environment import Step
from cinq.fast.kernel import Words, actor_set
from cinq.fast.proof.difference import LONGEST, Difference


def compare_playouts(
    engine: Engine, players: int, options: Value, seed: int, games: int = 20, limit: int = LONGEST
) -> int:
    """Playouts, by any number of threads, end where single steps of the same games end.

    Random players never end some games (Dix Mille with a minimum of 1,000): both stop after `limit` lines.
    """
    rows = engine.rows(games, players, options, seed)
    played = engine.finish(rows, threads=1 + seed % 2, limit=limit)
    for number in range(games):
        game, moves = engine.game(players, options, seed, number), 0
        while moves < limit and (who := game.actors()):
            moves += _one_step(game, who)
        _equal("row after a playout", game.row, rows[number])
        _equal("length of a playout", np.array(moves), played.lengths[number])
        result = game.result() if moves < limit else None
        none = np.zeros(engine.kernel.RESULT, np.int64)
        _equal("result of a playout", none if result is None else result, played.results[number])
    return played.moves


def _one_step(game: Game, who: tuple[Actor, ...]) -> int:
    if not is_seat(who[0]):
        game.fall(game.draw())
        return 1
    seat = game.kernel.speaker(game.row)
    code = game.choose(seat)
    if code >= 0:
        game.apply(seat, code)
    return int(code >= 0)


def compare_environment(
    engine: Engine, players: int, options: Value, rng: Random, games: int = 8, steps: int = 100
) -> int:
    """An environment shows after each step what single games show that took the same actions."""
    seed, all_seats, sampled = int(rng.random() * 2**31), rng.random() < 0.5, rng.random() < 0.5
    environment = engine.environment(games, players, options, 0, all_seats, sampled)
    shown = environment.reset(seed)
    singles = [_Single(engine, players, options, seed, number, sampled) for number in range(games)]
    for _ in range(steps):
        for number, single in enumerate(singles):
            single.compare(shown, number, all_seats)
        if environment.waiting().any():
            outcomes = environment.sample()
            shown = environment.name(outcomes)
            for single, outcome in zip(singles, outcomes, strict=True):
                single.name(outcome)
        else:
            actions = np.array([single.any_code(rng) for single in singles])
            shown = environment.step(actions)
            for single, action in zip(singles, actions, strict=True):
                single.step(int(action))
    return games * steps


class _Single:
    """A game of an environment, played alone."""

    def __init__(
        self, engine: Engine, players: int, options: Value, seed: int, number: int, sampled: bool
    ) -> None:
        self.game, self.kernel = engine.game(players, options, seed, number), engine.kernel
        self.options, self.sampled = engine.options(players, options), sampled
        self._settle()

    def any_code(self, rng: Random) -> int:
        """A legal action of the seat that is asked; now and then, or if it has none, a wait."""
        listed = np.flatnonzero(self.game.mask(self.seat))
        return int(listed[int(rng.random() * len(listed))]) if len(listed) and rng.random() < 0.9 else -1

    def step(self, code: int) -> None:
        """What `Environment.step` does to one game."""
        if code >= 0:
            self.game.apply(self.seat, code)
        self._settle()

    def name(self, outcome: Words) -> None:
        """What `Environment.sample` and then `Environment.name` do to one game."""
        if self.seat < 0:
            _equal("outcome", self.game.draw(), outcome)
            self.game.fall(outcome)
        self._settle()

    def _settle(self) -> None:
        players = self.game.players
        self.done, self.reward = 0, np.zeros(players, np.float32)
        while not (who := self.game.actors()) or (self.sampled and not is_seat(who[0])):
            if who:
                self.game.fall(self.game.draw())
                continue
            result = self.game.result()
            assert result is not None
            won = np.array([int(result[0]) >> seat & 1 for seat in range(players)])
            self.done, self.reward = 1, (won / won.sum()).astype(np.float32)
            self.kernel.start(self.game.row, players, self.options)
        self.seat = self.kernel.speaker(self.game.row) if is_seat(who[0]) else -1

    def compare(self, shown: Step, number: int, all_seats: bool) -> None:
        """Compares one game of an environment with this one."""
        _equal("seat", np.array(self.seat), shown.seat[number])
        _equal("actors", np.array(actor_set(self.game.actors())), shown.actors[number])
        _equal("done", np.array(self.done), shown.done[number])
        _equal("reward", self.reward, shown.reward[number])
        if all_seats:
            for seat in range(self.game.players):
                _equal("mask", self.game.mask(seat), shown.mask[number, seat])
                _equal("observation", self.game.observation(seat), shown.observation[number, seat])
        elif self.seat >= 0:
            _equal("mask", self.game.mask(self.seat), shown.mask[number])
            _equal("observation", self.game.observation(self.seat), shown.observation[number])


def _equal(what: str, single: npt.NDArray[np.generic], batch: npt.NDArray[np.generic]) -> None:
    if not np.array_equal(single, batch):
        raise Difference(f"{what}: alone {single.tolist()}, in a batch {batch.tolist()}")
