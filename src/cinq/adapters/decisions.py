"""One compiled game between two decisions: chance falls by itself, and one seat is asked at a time.

Several seats may act at once where a game has races. They are asked one after the other, in an order that
starts at a random seat after each line, and may answer `wait` to let the others act. A seat that must act
(the rules' `safest` names an action for it) cannot wait. Owns the order of asking; the game is
`cinq.fast`'s.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from cinq.core.game import DEALER, WORLD, Action, Actor, Seat, Value
from cinq.fast import load
from cinq.fast.engine import Engine, Game
from cinq.fast.kernel import DEALER_BIT, NATURE, Observation, Part, Words

Mask = npt.NDArray[np.int8]
Watcher = Callable[[Actor, Action], None]
"""Is told every line as the rules write it, before it is applied."""
NOBODY: Final = -1
WAIT: Final = -1
"""What a seat chooses to let the others act. In a mask it is the entry after all listed actions."""
SMALLEST, LARGEST = np.iinfo(np.int16).min, np.iinfo(np.int16).max


def first_asked(seats: Sequence[Seat], must_act: Callable[[Seat], object], first: Seat) -> tuple[Seat, bool]:
    """Of several seats that may act (ascending), the one to ask, and whether it may wait.

    Those who need not act come first, in the order of seats from `first` on.
    """
    for seat in seats:
        if seat >= first and not must_act(seat):
            return seat, True
    for seat in seats:
        if seat < first and not must_act(seat):
            return seat, True
    return next((seat for seat in seats if seat >= first), seats[0]), False


def code_of(choice: int, actions: int) -> int:
    """A choice among `actions + 1` as a code: the last one is WAIT."""
    return WAIT if choice == actions else choice


class Decisions:
    """A game that stops wherever a seat has something to decide."""

    __slots__ = (
        "_order",
        "_outcome",
        "_seen",
        "_waited",
        "actions",
        "engine",
        "game",
        "lines",
        "options",
        "players",
        "seat",
        "watcher",
    )

    def __init__(self, name: str, players: int, options: Value | None = None) -> None:
        self.engine: Engine = load(name)
        self.engine.options(players, options)  # ValueError where the rules refuse them
        self.players, self.options = players, options
        kernel = self.engine.kernel
        self.actions: int = kernel.ACTIONS
        """How many codes are listed; open choices have codes above them, which no mask shows."""
        self._outcome = np.zeros(kernel.OUTCOME, np.int64)
        self._seen = kernel.observation_size(players)
        self.watcher: Watcher | None = None
        self.seat: Seat = NOBODY
        """Who is asked."""
        self.reset(0)

    def reset(self, seed: int) -> None:
        """Begin game 0 of a seed."""
        self.begin(self.engine.game(self.players, self.options, seed), seed)

    def begin(self, game: Game, seed: int = 0) -> None:
        """Go on from where a game stands."""
        self.game = game
        self.lines = 0
        self._order = random.Random(seed)
        self._waited = 0
        self._settle()

    @property
    def over(self) -> bool:
        """Whether nobody has anything left to decide."""
        return self.seat == NOBODY

    def must_act(self, seat: Seat) -> bool:
        """Whether the game waits for this seat."""
        return bool(self.game.kernel.safest(self.game.row, seat) >= 0)

    def mask(self, seat: Seat) -> Mask:
        """A 1 for each listed code this seat may choose, then one for waiting; all 0 if it may not act."""
        mask = np.zeros(self.actions + 1, np.uint8)
        self.game.kernel.legal(self.game.row, seat, mask)  # writes as many entries as there are actions
        if not self.must_act(seat):
            mask[-1] = self._may_wait(seat, mask)
        return mask.view(np.int8)

    def _may_wait(self, seat: Seat, listed: npt.NDArray[np.uint8]) -> bool:
        """Whether a seat that need not act lets others act, or has open choices only."""
        who, waiting = self.game.kernel.actors(self.game.row), self._waited | 1 << seat
        return bool(who >> seat & 1) and (who & ~waiting != 0 or not listed.any())

    def observation(self, seat: Seat) -> Observation:
        """What this seat sees, as `cinq.fast` encodes it."""
        seen = np.zeros(self._seen, np.int16)
        self.game.kernel.observe(self.game.row, seat, seen)
        return seen

    def choose(self, code: int) -> None:
        """The asked seat's choice: a listed code, an open one that the rules allow, or WAIT."""
        if code == WAIT:
            self._waited |= 1 << self.seat
            who = self.game.kernel.actors(self.game.row)
            if not who & ~self._waited:  # everybody has waited: they are asked again
                self._waited = 0
            self._ask(who)
            return
        self._tell(code)
        self.game.kernel.apply(self.game.row, self.seat, code)
        self.lines += 1
        self._settle()

    def _tell(self, code: int) -> None:
        """Tell the watcher the asked seat's action, once it is whole."""
        if self.watcher is None:
            return
        action = self.game.kernel.decode(code, self.game.row, self.seat)
        if not isinstance(action, Part):
            self.watcher(self.seat, action)

    def legal(self, code: int) -> bool:
        """Whether the asked seat may choose this code."""
        if code == WAIT:
            return bool(self.mask(self.seat)[-1])
        return code >= 0 and self.game.allowed(self.seat, code)

    def _settle(self) -> None:
        """Let chance fall until a seat may act or the game is over; then ask a first seat."""
        kernel, row = self.game.kernel, self.game.row
        who = kernel.actors(row)
        while who & NATURE:
            kernel.draw(row, self._outcome)
            if self.watcher is not None:
                self.watcher(DEALER if who & DEALER_BIT else WORLD, kernel.decode_outcome(self._outcome, row))
            kernel.fall(row, self._outcome)
            self.lines += 1
            who = kernel.actors(row)
        self._waited = 0
        self._ask(who)

    def _ask(self, who: int) -> None:
        """Who is asked next: those who need not act before those who must, from a random seat on."""
        left = who & ~self._waited
        if left & (left - 1) == 0:
            self.seat = left.bit_length() - 1
            return
        first = self.seat + 1 if self._waited else int(self._order.random() * self.players)
        self.seat, _ = first_asked([s for s in range(self.players) if left >> s & 1], self.must_act, first)

    def rewards(self) -> npt.NDArray[np.float64]:
        """Once the game is over: winners share 1, the others share -1; all 0 for a draw of everybody."""
        result = self.game.result()
        assert result is not None
        return shares(result, self.players)


def shares(result: Words, players: int) -> npt.NDArray[np.float64]:
    """A result as rewards that sum to zero."""
    won = (int(result[0]) >> np.arange(players) & 1).astype(np.float64)
    winners = won.sum()
    if winners in (0, players):
        return np.zeros(players)
    return np.asarray(np.where(won > 0, 1 / winners, -1 / (players - winners)))
