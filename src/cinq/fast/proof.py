"""The proof that kernels equal rules: both play the same lines and are compared at every one of them.

    python -m cinq.fast.proof [GAME...] [--moves N] [--seed N] [--report FILE]

Compared before every line: who may act, the row with the projected state, the masks with the menus, codes
that a mask may not list with `refusal`, observations with projected views; after the last one, results.
Options and numbers of players are drawn from all there are. In one game of five lines come from the rules as
often as from the kernel; the others are patient: who may act out of turn mostly waits, and rare kinds of
action are as likely as common ones. Now and then the loops (playouts, the environment) are held against
single steps of the same games.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt
from tqdm import tqdm

from cinq.core.chance import Random, shuffle
from cinq.core.game import Action, Actor, AnyGame, Value, is_seat
from cinq.core.play import random_seat
from cinq.fast import KERNELS, load
from cinq.fast.chance import RNG
from cinq.fast.engine import Engine, Game
from cinq.fast.environment import Step
from cinq.fast.kernel import Part, Words, actor_set

MOVES = 1_000_000
LONGEST = 20_000
"""Lines after which a game is left and another one begins."""
HEADER = (
    "| game | lines compared | games ended | variants | lines in batches | seconds |",
    "|---|---|---|---|---|---|",
)
EVERYTHING = 16
"""Every so many lines all seats are compared; in between those who may act and one more."""


class Difference(AssertionError):
    """Kernel and rules differ: where, and the log that leads there."""


class Played(NamedTuple):
    """What a comparison went through."""

    moves: int
    ended: bool


def compare(engine: Engine, players: int, options: Value, rng: Random, limit: int = LONGEST) -> Played:
    """One game under comparison, to its end or for `limit` lines. Difference says where they part."""
    pair = _Pair(engine, players, options, rng)
    for moves in range(limit):
        if not pair.compare_state(everything=moves % EVERYTHING == 0):
            return Played(moves, ended=True)
        pair.play_a_line()
    return Played(limit, ended=False)


class _Pair:
    """A state of the rules and a row of the kernel that should mean the same."""

    def __init__(self, engine: Engine, players: int, options: Value, rng: Random) -> None:
        self.rules: AnyGame = engine.rules
        self.kernel = engine.kernel
        self.engine, self.players, self.options, self.rng = engine, players, options, rng
        self.state = self.rules.start(players, options)
        self.game: Game = engine.game(players, options, seed=int(rng.random() * 2**31))
        self.log: list[tuple[Actor, Action]] = []
        self.patient = rng.random() < 0.8

    # ------------------------------------------------------------ comparing

    def compare_state(self, everything: bool) -> bool:
        """Compares all there is to see before the next line; False when the game is over."""
        who = self.rules.actors(self.state)
        self._same("actors", who, self.game.actors())
        self._same("actors as bits", actor_set(who), self.kernel.actors(self.game.row))
        self._same_row_as(self.state, self.game, "")
        for seat in self._seats(who, everything):
            self._same_menu(seat)
            self._same_refusal(seat)
            seen = self.kernel.project_view(self.rules.view(self.state, seat), seat, self.players)
            self._same("observation", seen.tolist(), self.game.observation(seat).tolist(), seat)
        if not who:
            self._same_result()
        if everything:
            self._same(
                "bytes", self.game.row.tolist(), self.engine.game_from(self.game.to_bytes()).row.tolist()
            )
        return bool(who)

    def _seats(self, who: tuple[Actor, ...], everything: bool) -> set[int]:
        if everything or not who:
            return set(range(self.players))
        return {actor for actor in who if isinstance(actor, int)} | {self._below(self.players)}

    def _same_row_as(self, state: Value, game: Game, when: str) -> None:
        expected, row = self.kernel.project(state), game.row
        if not np.array_equal(expected[RNG + 1 :], row[RNG + 1 :]):
            words = [int(word) for word in np.flatnonzero(expected != row) if word != RNG]
            told = {word: (int(expected[word]), int(row[word])) for word in words}
            raise self._difference(f"row{when}: word: (rules, kernel) {told}")

    def _same_menu(self, seat: int) -> None:
        listed = self.rules.legal(self.state, seat)
        codes = [self.kernel.encode(action, self.game.row, seat) for action in listed]
        self._same("mask", sorted(codes), sorted(self._listed(seat)), seat)
        for code, action in zip(codes, listed, strict=True):
            if len(codes) <= 8 or self.rng.random() < 8 / len(codes):
                self._same("action", action, self.kernel.decode(code, self.game.row, seat), seat, code)
                self._same("listed code", True, self.game.allowed(seat, code), seat, code)
        safest = self.rules.safest(self.state, seat)
        if seat in self.rules.actors(self.state):
            code = self.kernel.safest(self.game.row, seat)
            found = None if code < 0 else self.kernel.decode(code, self.game.row, seat)
            self._same("safest", safest, found, seat)

    def _listed(self, seat: int) -> list[int]:
        """The codes of all actions that the mask lists; the halves of one are put together."""
        codes = list[int]()
        for code in np.flatnonzero(self.game.mask(seat)).tolist():
            if isinstance(self.kernel.decode(code, self.game.row, seat), Part):
                codes += self._completed(seat, code)
            else:
                codes.append(code)
        return codes

    def _completed(self, seat: int, first: int, before: Game | None = None) -> list[int]:
        """Whole codes of the actions that begin with this half; one of them is played in both ways."""
        after = (before or self.game).copy()
        whole = {
            self.kernel.decode(code, after.row, seat) for code in np.flatnonzero(after.mask(seat)).tolist()
        }
        after.apply(seat, first)
        codes = list[int]()
        for code in np.flatnonzero(after.mask(seat)).tolist():
            action = self.kernel.decode(code, after.row, seat)
            self._same("listed half", True, after.allowed(seat, code), seat, code)
            if isinstance(action, Part):
                codes += self._completed(seat, code, after)
            elif action not in whole:
                codes.append(self.kernel.encode(action, after.row, seat))
                if self.rng.random() < 0.05:
                    self._same_both_ways(after, seat, code, codes[-1])
        return codes

    def _same_both_ways(self, after: Game, seat: int, second: int, whole: int) -> None:
        """The last half of an action does what the whole of it does."""
        halves, at_once = after.copy(), self.game.copy()
        halves.apply(seat, second)
        at_once.apply(seat, whole)
        self._same("two halves", at_once.row.tolist(), halves.row.tolist(), seat, whole)

    def _same_refusal(self, seat: int) -> None:
        """Any code that the mask may or may not list is judged alike, and has the same effect."""
        code = self._below(self.kernel.ACTIONS if self.rng.random() < 0.5 else self.kernel.CODES)
        try:
            action = self.kernel.decode(code, self.game.row, seat)
        except ValueError:
            self._same("code that means nothing", False, self.game.allowed(seat, code), seat, code)
            return
        if isinstance(action, Part):
            listed = bool(self.game.mask(seat)[code])
            self._same("half of an action", listed, self.game.allowed(seat, code), seat, code)
            return
        refusal = self.rules.refusal(self.state, seat, action)
        if (refusal is None) != self.game.allowed(seat, code):
            raise self._difference(f"{action} of {seat} has code {code}: the rules say {refusal}")
        if refusal is None:
            after = self.game.copy()
            after.apply(seat, code)
            self._same_row_as(self.rules.apply(self.state, seat, action), after, f" after {action} of {seat}")

    def _same_result(self) -> None:
        result, found = self.rules.result(self.state), self.game.result()
        assert result is not None
        self._same(
            "result", self.kernel.project_result(result).tolist(), None if found is None else found.tolist()
        )

    def _same(self, what: str, expected: object, found: object, *of: object) -> None:
        if expected != found:
            raise self._difference(f"{what} {of}: the rules say {expected}, the kernel {found}")

    def _difference(self, what: str) -> Difference:
        log = msgspec.json.encode(self.log[-40:]).decode()
        options = msgspec.json.encode(self.options).decode()
        return Difference(
            f"{self.rules.NAME}, {self.players} players, {options}, line {len(self.log)}: {what}\n{log}"
        )

    # ------------------------------------------------------------ playing

    def play_a_line(self) -> None:
        """One line, chosen by the rules or by the kernel, and given to both."""
        who = self.rules.actors(self.state)
        if is_seat(who[0]):
            self._play_a_seat(who)
        else:
            self._play_chance(who[0])

    def _play_a_seat(self, who: tuple[Actor, ...]) -> None:
        action: Action | None = None
        while action is None:
            seat = self._any_seat(who)
            from_kernel = self.rng.random() < (0.1 if self.patient else 0.5)
            action, code = self._from_kernel(seat) if from_kernel else self._from_rules(seat)
        self._same("allowed", True, self.game.allowed(seat, code), seat, action)
        self.game.apply(seat, code)
        self._follow(seat, action)

    def _any_seat(self, who: tuple[Actor, ...]) -> int:
        """One of those who may act; in a patient game mostly one for whom the others wait."""
        if self.patient and self.rng.random() < 0.9:
            who = tuple(seat for seat in who if self.rules.safest(self.state, int(seat)) is not None) or who
        return int(who[self._below(len(who))])

    def _from_rules(self, seat: int) -> tuple[Action | None, int]:
        kinds = {type(action): action for action in self._shuffled(self.rules.legal(self.state, seat))}
        if kinds and self.patient:
            action: Action | None = list(kinds.values())[self._below(len(kinds))]
        else:
            action = random_seat(self.rules, self.state, seat, self.rng)
        return (None, -1) if action is None else (action, self.kernel.encode(action, self.game.row, seat))

    def _from_kernel(self, seat: int) -> tuple[Action | None, int]:
        code = self.game.choose(seat)
        return (None, -1) if code < 0 else (self.kernel.decode(code, self.game.row, seat), code)

    def _play_chance(self, actor: Actor) -> None:
        chance = self.rules.chance(self.state)
        action = chance.sample(self.rng) if chance else self._any_line(actor)
        if action is None or self.rng.random() < 0.5:
            outcome = self.game.draw()
            action = self.kernel.decode_outcome(outcome, self.game.row)
        else:
            outcome = self.kernel.encode_outcome(action, self.game.row)
            said = self.kernel.decode_outcome(outcome, self.game.row)
            again = self.kernel.encode_outcome(said, self.game.row)
            self._same("outcome", outcome.tolist(), again.tolist(), action)
        self._same("possible", True, self.game.possible(outcome), action)
        self.game.fall(outcome)
        self._follow(actor, action)

    def _any_line(self, actor: Actor) -> Action | None:
        """A line of the world that is no chance, as far as the kernel has one to offer."""
        offered: Callable[[Value, Actor, Random], Action | None] | None
        offered = getattr(self.kernel, "any_line", None)
        return offered(self.state, actor, self.rng) if offered else None

    def _follow(self, actor: Actor, action: Action) -> None:
        refusal = self.rules.refusal(self.state, actor, action)
        self.log.append((actor, action))
        if refusal:
            raise self._difference(f"the kernel lets {actor} say {action}, which {refusal} forbids")
        self.state = self.rules.apply(self.state, actor, action)

    def _below(self, count: int) -> int:
        return int(self.rng.random() * count)

    def _shuffled(self, actions: Sequence[Action]) -> list[Action]:
        shuffled = list(actions)
        shuffle(shuffled, self.rng)
        return shuffled


# ---------------------------------------------------------------- the loops


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
        """Holds one game of an environment against this one."""
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


# ---------------------------------------------------------------- the whole proof


class Report(NamedTuple):
    """What was compared of one game."""

    game: str
    moves: int
    games: int
    variants: int
    batch_moves: int
    seconds: float


def prove(name: str, moves: int, seed: int) -> Report:
    """Compares games under all options and numbers of players until so many lines have been."""
    engine, rng, began = load(name), random.Random(seed), perf_counter()
    done, batched, games, variants = 0, 0, Counter[bool](), set[tuple[int, bytes]]()
    with tqdm(total=moves, desc=name, unit=" moves", unit_scale=True, disable=None) as bar:
        while done < moves:
            players = rng.choice(engine.rules.PLAYERS)
            options = engine.kernel.any_options(players, rng)
            variants.add((players, msgspec.json.encode(options)))
            played = compare(engine, players, options, rng)
            games[played.ended] += 1
            done += played.moves
            bar.update(played.moves)
            if games.total() % 10 == 1:
                batched += compare_playouts(engine, players, options, rng.randrange(2**31), games=3)
                batched += compare_environment(engine, players, options, rng)
    return Report(name, done, games[True], len(variants), batched, perf_counter() - began)


def main(arguments: list[str]) -> int:
    """Proves the games that are named, or all of them; prints a table, or the first difference."""
    parser = argparse.ArgumentParser(prog="python -m cinq.fast.proof", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(KERNELS)} (default: all)")
    parser.add_argument(
        "--moves", type=int, default=MOVES, help="lines to compare of each (default: %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--report", type=Path, help="also write the table to this file")
    asked = parser.parse_args(arguments)
    lines = list(HEADER)
    print(*lines, sep="\n")
    for name in asked.games or KERNELS:
        try:
            r = prove(name, asked.moves, asked.seed)
        except Difference as difference:
            print(difference, file=sys.stderr)
            return 1
        cells = f"{r.moves:,} | {r.games:,} | {r.variants:,} | {r.batch_moves:,} | {r.seconds:.0f}"
        lines.append(f"| {r.game} | {cells} |")
        print(lines[-1], flush=True)
        if asked.report:
            asked.report.write_text("\n".join(lines) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
