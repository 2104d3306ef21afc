"""Got Five!: what a seat's rivals know, as far as the seat can tell, and how its actions change that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from cinq.bots.got_five.belief import Belief, average, likely, rivals_belief, rivals_bits
from cinq.bots.got_five.questions import Values, best_with, may_be_revealed, negative_bits
from cinq.bots.got_five.race import Race, Rival
from cinq.core.game import Seat
from cinq.games.got_five.rules import ASK, PLACE, Compare, Rank, Reveal
from cinq.games.got_five.view import View, unseen

SHORTLIST: Final = 6
"""With more possible hands than this nobody considers announcing."""
SLOW_BITS: Final = 2.0
"""Bits of doubt added for each time a rival could have announced and did not."""


class Rivals:
    """The rivals of one seat, as far as it can tell."""

    def __init__(self, view: View, seat: Seat, known: Belief, slow: dict[Seat, int]) -> None:
        self.view, self.seat, self.known, self.slow = view, seat, known, slow
        self.hidden = unseen(view)
        players = len(view.racks)
        around = [(seat + k) % players for k in range(1, players)]
        self.seats = [rival for rival in around if view.alive[rival]]
        """The rivals in the order of their turns after this seat's."""
        self.rivals = rivals_belief(view, self.seats, self.hidden & ~likely(known))

    def race(self, asked: bool = False) -> Race:
        """The race now, or after this seat's turn (`asked`)."""
        doubts = rivals_bits(self.rivals, self.known).tolist()
        return Race(len(self.seats) + 1, [self._rival(k, bits, asked) for k, bits in enumerate(doubts)])

    def _rival(self, place: int, bits: float, asked: bool) -> Rival:
        """A rival in the race; for the one who is about to ask, its best question is evaluated."""
        view, seat = self.view, self.seats[place]
        slow = SLOW_BITS * self.slow.get(seat, 0)
        near = view.turn == seat and view.phase == ASK and not slow
        ahead = asked or _before(view, seat, self.seat)
        return Rival(bits + slow, ahead, _knows_next_turn(self.rivals[place], view.open) if near else None)

    def with_effect_on_rivals(self, values: Values, race: Race) -> Values:
        """The values less what a reveal tells the rivals, or plus what a question denies the next one."""
        if not values or (bit := race.per_bit(self.known.count)) < 0.001:
            return values
        if isinstance(values[0][0], Reveal):
            given = average(self.rivals.relief.sum(axis=0), may_be_revealed(self.hidden, self.known))
            return [
                (a, value - bit * float(given[PLACE[a.colour]]))
                for a, value in values
                if isinstance(a, Reveal)
            ]
        taken = _denied(self.rivals[0], self.view.open)
        return [
            (a, value + bit * taken.get(a.tile, 0)) for a, value in values if isinstance(a, Rank | Compare)
        ]


def _denied(rival: Belief, tiles: Sequence[int]) -> dict[int, float]:
    """The tile of a rival's best question, with the bits by which its next best is worse."""
    values = best_with(rival, negative_bits)[list(tiles)].tolist()
    (most, first), *others = sorted(zip(values, tiles, strict=True), reverse=True)
    return {first: most - (others[0][0] if others else -float(rival.bits))}


def _knows_next_turn(rival: Belief, tiles: Sequence[int]) -> float | None:
    """The chance that a rival knows after its best question; None if it has many hands left."""
    if rival.count > 2 * SHORTLIST:
        return None
    if rival.count == 1:
        return 1.0
    known = best_with(rival, lambda hands: np.where(hands == 1, 1.0, 0.0))
    return float(known[list(tiles)].max(initial=0.0))


def _before(view: View, rival: Seat, seat: Seat) -> bool:
    """Whether the rival's next turn comes before the seat's, counted from the present turn."""
    players, turn = len(view.racks), view.turn or 0
    return (rival - turn) % players < (seat - turn) % players
