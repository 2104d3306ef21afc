"""One game, played by the rules and by its kernel, and compared before every line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec
import numpy as np

from cinq.core.chance import Random, shuffle
from cinq.core.game import Action, Actor, AnyGame, Value, is_seat
from cinq.core.play import random_seat
from cinq.fast.chance import RNG
from cinq.fast.engine import Engine, Game
from cinq.fast.kernel import Part, actor_set
from cinq.fast.proof.difference import LONGEST, Difference

EVERYTHING = 16
"""Lines between two comparisons of all seats; in between, those who may act and one more are compared."""


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
        self._same("mask", sorted(codes), sorted(self._listed(seat, {*codes})), seat)
        for code, action in zip(codes, listed, strict=True):
            if len(codes) <= 8 or self.rng.random() < 8 / len(codes):
                self._same("action", action, self.kernel.decode(code, self.game.row, seat), seat, code)
                self._same("listed code", True, self.game.allowed(seat, code), seat, code)
        safest = self.rules.safest(self.state, seat)
        if seat in self.rules.actors(self.state):
            code = self.kernel.safest(self.game.row, seat)
            found = None if code < 0 else self.kernel.decode(code, self.game.row, seat)
            self._same("safest", safest, found, seat)

    def _listed(self, seat: int, whole: set[int]) -> list[int]:
        """The codes of all actions that the mask lists; the halves of one are put together.

        `whole` are the codes of the rules' menu: those that the mask lists too are no halves.
        """
        codes = list[int]()
        for code in np.flatnonzero(self.game.mask(seat)).tolist():
            if code not in whole and isinstance(self.kernel.decode(code, self.game.row, seat), Part):
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
