"""5 ou Moins: scores actions by rules of thumb, in points saved.

It looks at the present moment as a level remembers it, not at what follows; `search` plays rounds out.
"""

from __future__ import annotations

from collections.abc import Sequence

from cinq.bots.five_or_less.belief import Memory, Note
from cinq.bots.five_or_less.levels import Level
from cinq.core.game import Action, Seat
from cinq.games.five_or_less.powers import ADDS, GIVES, PARAGRAPH, RENEWS, SWAPS, Power, StartPower
from cinq.games.five_or_less.rules import DiscardDrawn, Draw, Swap, Take
from cinq.games.five_or_less.view import View

POWER_WORTH = {RENEWS: 1.0, SWAPS: 3.0, ADDS: 3.0, GIVES: 5.0}
"""Roughly what a power is worth, in points."""
PAIR, COUPLE = 0.6, 0.25
"""The share of a card's value saved by a second one of it: when both go now, or may go later."""
LOWER_FOR_NEXT = 0.25
"""What a low discard gives the next player, for each point below 4."""
NEVER = -99.0
KEPT = 3.0
"""The assumed value of an unknown card that its owner preferred to another."""
USUAL = 6.0
"""The assumed value of an unknown card when no unseen card is left."""


class ActionScorer:
    """Scores the actions of one seat at one moment of a round."""

    def __init__(self, view: View, memory: Memory, level: Level) -> None:
        self.view, self.level, self.seat, self.hands = view, level, memory.seat, memory.hands
        self.pool = memory.unseen(level.counting, view.drawn)
        self.blind = sum(self.pool) / len(self.pool) if self.pool else USUAL
        self.mine = {slot: note.value for slot, note in self.hands[self.seat].items()}

    def score(self, action: Action) -> float:
        """What an action saves, in points."""
        view = self.view
        match action:
            case Take(slot) if view.discard is not None:
                return (
                    NEVER
                    if view.discard.value > self.level.takes_up_to
                    else self.gain(slot, view.discard.value)
                )
            case Draw():
                return self.draw_gain()
            case Swap(slot) if view.drawn is not None:
                return self.gain(slot, view.drawn)
            case DiscardDrawn() if view.drawn is not None:
                return -LOWER_FOR_NEXT * max(0, 4 - view.drawn)
            case StartPower():
                return 0.5 if self.level.powers and self.worth_starting() else -0.5
            case Power():
                return self.power_gain(action) if self.level.powers else -1.0
        return 0.0

    # ------------------------------------------------------------ one's own cards

    def gain(self, slot: int, card: int) -> float:
        """What it saves to put a card in a slot."""
        out, last = self.mine.get(slot), bool(self.view.callers)
        if out is None:
            gain = self.blind + (0 if last else self.level.known_card_worth) - card
        else:
            gain = out - card + self.out_gain(slot, out)
        if not last and self.level.quick_discards and card > 2 and self.has_another(card, slot):
            gain += COUPLE * card
        return gain

    def out_gain(self, slot: int, out: int) -> float:
        """What it is worth that a known card is discarded: power, pair, and help to the next player."""
        gain = -LOWER_FOR_NEXT * max(0, 4 - out)
        if self.view.options.powers and self.level.powers:
            gain += POWER_WORTH.get(out, 0.0)
        if self.level.quick_discards and self.has_another(out, slot):
            gain += PAIR * max(out, 0)
        return gain

    def has_another(self, card: int, slot: int) -> bool:
        """Whether the seat knows such a card in another of its slots."""
        return any(value == card for at, value in self.mine.items() if at != slot)

    def draw_gain(self) -> float:
        """What drawing saves: the better of keeping and discarding, averaged over the unseen cards."""
        if not self.mine or not self.pool:
            return 0.0
        total = 0.0
        for card in set(self.pool):
            total += self.pool.count(card) * max(0.0, *(self.gain(slot, card) for slot in self.mine))
        return total / len(self.pool)

    # ------------------------------------------------------------ powers

    def worth_starting(self) -> bool:
        """Whether some use of the pending power gains anything."""
        return any(self.power_gain(way) > 0 for way in ways(self.view, self.seat))

    def power_gain(self, action: Power) -> float:
        """What a use of the power saves this seat and costs the target, weighted by `danger`."""
        danger = self.danger(action.target)
        mine = 0.0 if action.slot is None else self.value(self.seat, action.slot)
        theirs = 0.0 if action.target_slot is None else self.value(action.target, action.target_slot)
        match self.view.pending_power:
            case 8:
                return (self.blind - theirs) * danger
            case 10:
                return (mine - theirs) * (1 + danger)
            case 12:
                return self.blind * danger
            case _:
                return mine * (1 + danger)

    def danger(self, target: Seat) -> float:
        """The weight of another player's points: higher for the one with the lowest total."""
        players = len(self.view.hands)
        rivals = [seat for seat in range(players) if seat != self.seat and seat not in self.view.callers]
        lowest = min(self.expected(seat) for seat in rivals)
        return (1.5 if self.expected(target) <= lowest else 1.0) / (players - 1)

    def expected(self, seat: Seat) -> float:
        """The expected total of a seat."""
        return sum(self.value(seat, place.slot) for place in self.view.hands[seat])

    def value(self, seat: Seat, slot: int) -> float:
        """The remembered value of a card, or the expected one."""
        note = self.hands[seat].get(slot, Note())
        if note.value is not None:
            return note.value
        return min(self.blind, KEPT) if note.kept else self.blind


def ways(view: View, seat: Seat) -> list[Power]:
    """The possible uses of the pending power."""
    power, found = view.pending_power, list[Power]()
    mine = _slots(view, seat) if power in (SWAPS, GIVES) else [None]
    for target in range(len(view.hands)):
        if target == seat or target in view.callers or power not in PARAGRAPH:
            continue
        theirs = _slots(view, target) if power in (RENEWS, SWAPS) else [None]
        found += [Power(slot=a, target=target, target_slot=b) for a in mine for b in theirs]
    return found


def _slots(view: View, seat: Seat) -> Sequence[int | None]:
    return [place.slot for place in view.hands[seat]]
