"""A round of 5 ou Moins played on quickly: no slots, no lines, only what the totals depend on.

Every simulated player follows one sensible policy with a good memory. Owns that policy
and the quick round; must never know what a mind remembers.
"""

from __future__ import annotations

from collections.abc import Callable

from cinq.core.game import Seat

BLIND, LAST_BLIND = 13.5, 6.4
"""What a card one does not know counts for: to know one's cards is worth much, but not in a last turn."""
TAKE_UP_TO, TAKE_GAIN = 3, 2.0
"""A discard is taken if it is this low and saves that much."""
LIMIT, LAST_CALL = 5, 2
"""Call at 5 or less; after another's call only when very low."""
SNAP_CHANCE = 0.92
"""How often somebody who could answer a discard does."""
TURNS = 80
POWERS = frozenset((8, 10, 12, 14))

Uniform = Callable[[], float]


class Round:
    """The rest of a round: per seat the cards its player knows, and those nobody there has seen."""

    __slots__ = ("callers", "heap", "known", "pile", "players", "powers", "tied", "turn", "unknown")

    def __init__(
        self,
        known: list[list[int]],
        unknown: list[list[int]],
        pile: list[int],
        heap: list[int],
        tied: bool,
        turn: Seat,
        callers: list[Seat],
        powers: bool,
    ) -> None:
        self.known, self.unknown = known, unknown
        self.pile, self.heap, self.tied = pile, heap, tied
        self.turn, self.callers = turn, callers
        self.powers = powers
        self.players = len(known)

    def totals(self) -> list[int]:
        """What each seat's cards add up to."""
        return [sum(known) + sum(unknown) for known, unknown in zip(self.known, self.unknown, strict=True)]

    def draw(self) -> int | None:
        """The top of the draw pile, remade from the discards if need be."""
        if not self.pile:
            keep = 2 if self.tied else 1
            self.pile, self.heap = self.heap[:-keep][::-1], self.heap[-keep:]
            if not self.pile:
                return None
        return self.pile.pop()

    def play_on(self, uniform: Uniform) -> None:
        """Turns from the present one to the end of the round."""
        for _ in range(TURNS):
            self.take_turn(uniform)
            if self.pass_turn():
                return

    def pass_turn(self) -> bool:
        """The turn passes; whether the round is over."""
        self.turn = (self.turn + 1) % self.players
        return bool(self.callers) and self.turn == self.callers[0]

    def take_turn(self, uniform: Uniform, may_take: bool = True) -> None:
        """One turn by the policy: take or draw, keep or discard, power, call."""
        seat = self.turn
        known, unknown = self.known[seat], self.unknown[seat]
        worst = max(known) if known else -9
        unseen = LAST_BLIND if self.callers else BLIND
        blind = bool(unknown) and worst <= unseen
        worth = unseen if blind else worst
        top = self.heap[-1]
        if may_take and not self.tied and top <= TAKE_UP_TO and top <= worth - TAKE_GAIN:
            self.heap.pop()
            self.exchange(seat, top, blind, worst, uniform)
        else:
            card = self.draw()
            if card is not None:
                if card < worth:
                    self.exchange(seat, card, blind, worst, uniform)
                else:
                    self.discard(card, uniform)
        self.consider_call(seat)

    def exchange(self, seat: Seat, card: int, blind: bool, worst: int, uniform: Uniform) -> None:
        """A card comes in for another, which may be answered, and may have a power."""
        if blind:
            out = self.unknown[seat].pop()
        else:
            out = worst
            self.known[seat].remove(out)
        self.known[seat].append(card)
        self.put_out(seat, out, uniform)

    def put_out(self, seat: Seat, out: int, uniform: Uniform) -> None:
        """A card that leaves a player's cards by a swap: race, then power."""
        covered = self.discard(out, uniform)
        if out in POWERS and self.powers and not covered:
            self.use_power(seat, out, uniform)

    def discard(self, card: int, uniform: Uniform) -> bool:
        """A card on the discard pile; whether somebody answers it."""
        self.heap.append(card)
        self.tied = False
        if card <= 0:
            return False
        able = [seat for seat, known in enumerate(self.known) if card in known and seat not in self.callers]
        if not able or uniform() > SNAP_CHANCE:
            return False
        self.known[able[int(uniform() * len(able))]].remove(card)
        self.heap.append(card)
        self.tied = True
        return True

    def consider_call(self, seat: Seat) -> None:
        """Say it when all cards are known and low enough."""
        if not self.unknown[seat] and sum(self.known[seat]) <= (LAST_CALL if self.callers else LIMIT):
            self.callers.append(seat)

    def use_power(self, seat: Seat, power: int, uniform: Uniform) -> None:
        """Against whoever has fewest cards: they are nearest to the end."""
        target, fewest = -1, 99
        for other in range(self.players):
            count = len(self.known[other]) + len(self.unknown[other])
            if other != seat and other not in self.callers and count < fewest and (count or power >= 12):
                target, fewest = other, count
        if target < 0:
            return
        if power == 12:
            card = self.draw()
            if card is not None:
                self.unknown[target].append(card)
        elif power == 8:
            self.renew(target, uniform)
        elif self.known[seat] or self.unknown[seat]:
            self.unload(seat, target, power == 10, uniform)

    def renew(self, target: Seat, uniform: Uniform) -> None:
        """A card its player knows is likely a low one: that one goes."""
        card = self.draw()
        if card is None:
            return
        cards = self.known[target] or self.unknown[target]
        self.pile.insert(0, cards.pop(int(uniform() * len(cards))))
        self.unknown[target].append(card)

    def unload(self, seat: Seat, target: Seat, swapped: bool, uniform: Uniform) -> None:
        """The worst card goes over, for a likely low one (10) or for nothing (14)."""
        known = self.known[seat]
        worst = max(known) if known else -9
        if self.unknown[seat] and worst < LAST_BLIND:
            out = self.unknown[seat].pop()
        else:
            out = worst
            known.remove(out)
        if swapped:
            cards = self.known[target] or self.unknown[target]
            self.unknown[seat].append(cards.pop(int(uniform() * len(cards))))
        self.unknown[target].append(out)
