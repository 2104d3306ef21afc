"""What a bot of 5 ou Moins remembers: cards seen, followed and forgotten, and which cards are unseen.

A memory is fed the lines as its seat reads them, and forgets a little with every turn. It gets no state.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from cinq.core.chance import Random
from cinq.core.game import Action, Actor, Seat, Value
from cinq.games.five_or_less.cards import ADD, BOTTOM, DRAW, FIRST, PENALTY, RENEW, WRONG
from cinq.games.five_or_less.components import HIGHEST, LOWEST, deck
from cinq.games.five_or_less.powers import Power
from cinq.games.five_or_less.quick import QuickDiscard
from cinq.games.five_or_less.rules import Card, DiscardDrawn, Draw, EndTurn, Swap, Take
from cinq.games.five_or_less.view import HiddenCard, HiddenDeal, View

LIMIT = 5


class Note(Value, frozen=True):
    """What is remembered of a laid card."""

    value: int | None = None
    knowers: int = 0
    """Seats that have seen it, one bit each."""
    kept: bool = False
    """Its owner drew it and kept it: probably a low one."""


Awaited: TypeAlias = tuple[str, Seat, int]
"""A card that the dealer owes: what for, to which seat, which slot."""
Hand: TypeAlias = dict[int, Note]


class Memory:
    """A seat's memory of the round."""

    def __init__(
        self, seat: Seat, players: int, own: float, others: float, confusion: float, rng: Random
    ) -> None:
        self.seat, self.players = seat, players
        self.everyone = (1 << players) - 1
        self.forget_own, self.forget_others, self.confusion = 1 - own, 1 - others, confusion
        self.rng = rng
        self.hands: list[Hand] = [{} for _ in range(players)]
        self.under: list[Note] = []
        self.heap: list[int] = []
        self.drawn = Note()
        self.awaited: Awaited | None = None
        self.before: View | None = None

    # ------------------------------------------------------------ watching

    def watch(self, actor: Actor, shown: Value | Action, view: View) -> None:
        """Takes in a line as this seat reads it, and its view after it."""
        before, self.before = self.before, view
        if isinstance(shown, HiddenDeal):
            self._deal(shown.hands)
        elif isinstance(shown, Card | HiddenCard):
            self._card(before, view)
        elif isinstance(actor, int) and before is not None:
            self._seat_line(actor, shown, before, view)
        self._reconcile(view)

    def _deal(self, hands: Sequence[Sequence[int | None]]) -> None:
        self.hands = [
            {slot: Note(value, 1 << seat if slot < BOTTOM else 0) for slot, value in enumerate(hand)}
            for seat, hand in enumerate(hands)
        ]
        self.under, self.heap, self.awaited = [], [], (FIRST, 0, 0)

    def _seat_line(self, seat: Seat, shown: Value | Action, before: View, view: View) -> None:
        match shown:
            case Draw():
                self._need((DRAW, seat, 0), before, view)
            case DiscardDrawn():
                self._discarded(view)
            case Swap(slot):
                kept = seat != self.seat
                self.hands[seat][slot] = Note(self.drawn.value, self.drawn.knowers | 1 << seat, kept)
                self._discarded(view)
            case Take(slot):
                taken = None if before.discard is None else before.discard.value
                self.hands[seat][slot] = Note(taken, self.everyone)
                self.heap[-1:] = []
                self._discarded(view)
            case QuickDiscard(slot, _):
                self._quick(seat, slot, before, view)
            case Power():
                self._power(seat, shown, before, view)
            case EndTurn():
                self._fade()

    def _discarded(self, view: View) -> None:
        if view.discard is not None:
            self.heap.append(view.discard.value)

    def _quick(self, seat: Seat, slot: int, before: View, view: View) -> None:
        if view.shown is None:
            self.hands[seat].pop(slot, None)
            self._discarded(view)
            return
        self.hands[seat][slot] = Note(view.shown.value, self.everyone)
        if view.shown.verdict == WRONG:
            self._need((PENALTY, seat, 0), before, view)

    def _power(self, seat: Seat, power: Power, before: View, view: View) -> None:
        mine, target, slot = self.hands[seat], power.target, power.target_slot
        if power.slot is not None and slot is not None:
            mine[power.slot], self.hands[target][slot] = self.hands[target][slot], mine[power.slot]
        elif power.slot is not None:
            self._add(target, mine.pop(power.slot), view)
        elif slot is not None:
            self._need((RENEW, target, slot), before, view)
        else:
            self._need((ADD, target, 0), before, view)

    def _need(self, awaited: Awaited, before: View, view: View) -> None:
        """Expects a card: a known one from under the pile, one from the dealer, or none at all."""
        if self.under and before.draw_count <= len(self.under):
            self._arrive(awaited, self.under.pop(0), view)
        elif before.draw_count or len(self.heap) > 1 + bool(before.discard and before.discard.tied):
            self.awaited = awaited

    def _card(self, before: View | None, view: View) -> None:
        """The awaited card arrives; an empty pile is remade from the discards first (OM-29)."""
        if self.awaited is None:
            return
        awaited, self.awaited = self.awaited, None
        if before is not None and before.draw_count == 0 and view.discard is not None:
            self.heap = self.heap[-2:] if view.discard.tied else self.heap[-1:]
        self._arrive(awaited, Note(), view)

    def _arrive(self, awaited: Awaited, note: Note, view: View) -> None:
        why, seat, slot = awaited
        if why == FIRST:
            self._discarded(view)
        elif why == DRAW:
            value = view.drawn if seat == self.seat else note.value
            self.drawn = Note(value, note.knowers | 1 << seat)
        elif why == RENEW:
            self.under.append(self.hands[seat][slot])
            self.hands[seat][slot] = note
        else:
            self._add(seat, note, view)

    def _add(self, seat: Seat, note: Note, view: View) -> None:
        self.hands[seat][view.hands[seat][-1].slot] = note

    def _reconcile(self, view: View) -> None:
        """Matches the slots with the view; values that the view shows are not forgotten."""
        for hand, places in zip(self.hands, view.hands, strict=True):
            if len(hand) != len(places):
                for slot in hand.keys() - {place.slot for place in places}:
                    del hand[slot]
            for place in places:
                note = hand.setdefault(place.slot, Note())
                if place.value is not None and note.value is None:
                    hand[place.slot] = Note(place.value, note.knowers | 1 << self.seat, note.kept)

    # ------------------------------------------------------------ forgetting

    def _fade(self) -> None:
        """Forgets some cards and may mix two up, once a turn."""
        if not (self.forget_own or self.forget_others or self.confusion):
            return
        for seat, hand in enumerate(self.hands):
            chance = self.forget_own if seat == self.seat else self.forget_others
            for slot, note in hand.items():
                if note.value is not None and self.rng.random() < chance:
                    hand[slot] = Note(None, note.knowers & ~(1 << self.seat), note.kept)
        if self.rng.random() < self.confusion:
            self._mix_up()

    def _mix_up(self) -> None:
        mine = self.hands[self.seat]
        sure = [slot for slot, note in mine.items() if note.value is not None]
        if len(sure) > 1:
            a = sure.pop(int(self.rng.random() * len(sure)))
            b = sure[int(self.rng.random() * len(sure))]
            mine[a], mine[b] = mine[b], mine[a]

    # ------------------------------------------------------------ chances

    def unseen(self, counting: bool, holding: int | None) -> list[int]:
        """The unseen cards; without `counting`, discards but the last are not remembered."""
        left = [0] * (HIGHEST - LOWEST + 1)
        for value in deck():
            left[value - LOWEST] += 1
        known = [note.value for hand in (*self.hands, dict(enumerate(self.under))) for note in hand.values()]
        gone = [*known, holding, *(self.heap if counting else self.heap[-1:])]
        for seen in gone:
            if seen is not None and left[seen - LOWEST]:
                left[seen - LOWEST] -= 1
        return [value for i, count in enumerate(left) for value in [i + LOWEST] * count]


def chance_of_five(known: int, blind: int, pool: Sequence[int]) -> float:
    """The chance that a known sum and `blind` cards of a pool make 5 or less; 0 for more than 3 cards."""
    if blind == 0:
        return float(known <= LIMIT)
    if blind > 3 or not pool:
        return 0.0
    chances = {known: 1.0}
    weight = 1 / len(pool)
    for _ in range(blind):
        following: dict[int, float] = {}
        for total, chance in chances.items():
            for value in pool:
                following[total + value] = following.get(total + value, 0.0) + chance * weight
        chances = following
    return sum(chance for total, chance in chances.items() if total <= LIMIT)
