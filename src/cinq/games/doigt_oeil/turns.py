"""Au doigt & à l'œil, challenges and turns: who challenges whom, and who draws (DO-7, DO-10, DO-11, DO-28).

Owns composing a challenge, the markers, the piles, and what comes next once nothing is in anybody's
hand. Must never know pieces of wood.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations, pairwise, product
from typing import TypeAlias, overload

from msgspec.structs import replace

from cinq.core.chance import Chance, Drawn, Even, Random, take
from cinq.core.game import Actor, Rule, Seat
from cinq.games.doigt_oeil.components import ALL_SUITS, LENGTHS, NUMBER, NUMBERS, ORDER, WOOD, CardId
from cinq.games.doigt_oeil.ending import finish, finisher
from cinq.games.doigt_oeil.state import ANSWER, CHALLENGE, OPENING, Cards, Challenge, Debt, Move, State, Task

CardSet: TypeAlias = tuple[CardId, ...]
_DRAWS: dict[CardId, Move] = {name: Cards((name,)) for name in ORDER}
NO_WOOD = 3
"""Cards drawn by a challenger without a wood card (DO-11)."""

# ---------------------------------------------------------------- composing a challenge


def refused_challenge(s: State, actor: Actor, target: Seat, cards: tuple[CardId, ...]) -> Rule | None:
    """Whoever has played challenges another who has not, with cards that go together (DO-7, DO-10, DO-11)."""
    if s.phase != CHALLENGE or s.debts or not isinstance(actor, int) or actor != s.turn:
        return "DO-11"
    if not 0 <= target < len(s.hands) or target == actor:
        return "DO-7"
    if s.played is not None and s.played[target]:
        return "DO-10"
    hand = s.hands[actor]
    if not 1 <= len(cards) <= 3 or any(c not in WOOD or c not in hand for c in cards):
        return "DO-7"
    if len(set(cards)) < len(cards):
        return "DO-7"
    if s.options.rules == "simplified":
        return None if _different(cards) else "DO-30"
    return None if _go_together(cards) else "DO-7"


def _different(cards: tuple[CardId, ...]) -> bool:
    """Pieces of different lengths (DO-30)."""
    return len({WOOD[c].length for c in cards}) == len(cards)


def _go_together(cards: tuple[CardId, ...]) -> bool:
    """Consecutive numbers, or all the same (DO-7).

    >>> _go_together(("A3", "C2", "B4")), _go_together(("A3", "B3")), _go_together(("A3", "B3", "A4"))
    (True, True, False)
    """
    numbers = sorted(WOOD[c].number for c in cards)
    steps = {b - a for a, b in pairwise(numbers)}
    return steps in (set(), {0}, {1})


class Challenges(Sequence[Move]):
    """Every allowed challenge, made when it is looked at: each set of cards to each open target."""

    __slots__ = ("sets", "targets")

    def __init__(self, sets: Sequence[CardSet], targets: tuple[Seat, ...]) -> None:
        self.sets, self.targets = sets, targets

    def __len__(self) -> int:
        return len(self.sets) * len(self.targets)

    def __iter__(self) -> Iterator[Challenge]:
        return (Challenge(target, cards) for cards in self.sets for target in self.targets)

    @overload
    def __getitem__(self, index: int) -> Challenge: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Move]: ...
    def __getitem__(self, index: int | slice) -> Challenge | Sequence[Move]:
        if isinstance(index, slice):
            return [self[i] for i in range(len(self))[index]]
        which, target = divmod(index, len(self.targets))
        return Challenge(self.targets[target], self.sets[which])


def runs(hand: CardSet) -> list[CardSet]:
    """Every set of cards of a hand that makes a challenge, lowest numbers first (DO-7).

    A hand becomes one byte a number, one bit a suit; sets that begin with a number are remembered.

    >>> runs(("B3", "pivot-1", "A2", "A3"))
    [('A2',), ('A2', 'A3'), ('A2', 'B3'), ('A3',), ('B3',), ('A3', 'B3')]
    """
    suits = sum(map(SUIT_BIT.__getitem__, hand)).to_bytes(len(NUMBERS) + 2, "little")
    sets = list[CardSet]()
    for number, held in enumerate(suits, 1):
        if held:
            sets += _beginning_with(number, suits[number - 1 : number + 2])
    return sets


SUIT_BIT = {
    name: 1 << 8 * (NUMBER[name] - 1) + ALL_SUITS.index(WOOD[name].suit) if name in NUMBER else 0
    for name in ORDER
}
"""A card's place in a hand of bytes; an advantage has none."""


def challenges(s: State, seat: Seat) -> Challenges:
    """All that this seat may challenge with, and whom (DO-7, DO-10, DO-30)."""
    hand = s.hands[seat]
    sets = runs(hand) if s.options.rules != "simplified" else of_different_lengths(hand)
    return Challenges(sets, open_targets(s, seat))


@lru_cache(maxsize=1 << 12)
def _beginning_with(number: int, suits: bytes) -> tuple[CardSet, ...]:
    """The sets whose lowest number is this one: one card, the same number, or a run (DO-7)."""
    alike, following, third = (_named(number + i, held) for i, held in enumerate(suits))
    same = (combinations(alike, count) for count in (1, 2, 3))
    return (*chain(*same), *product(alike, following), *product(alike, following, third))


def _named(number: int, suits: int) -> CardSet:
    return tuple(f"{suit}{number}" for i, suit in enumerate(ALL_SUITS) if suits >> i & 1)


@lru_cache(maxsize=512)
def of_different_lengths(hand: tuple[CardId, ...]) -> tuple[CardSet, ...]:
    """Every single card and every set of different lengths in a hand (DO-30)."""
    wood = sorted((c for c in hand if c in WOOD), key=ORDER.__getitem__)
    small, medium, long = ([c for c in wood if WOOD[c].length == length] for length in LENGTHS)
    pairs = chain(product(small, medium), product(small, long), product(medium, long))
    return (*((c,) for c in wood), *pairs, *product(small, medium, long))


def open_targets(s: State, seat: Seat) -> tuple[Seat, ...]:
    """The others who have not yet played (DO-7, DO-10)."""
    return _unmarked(s.played or (False,) * len(s.hands), seat)


@lru_cache(maxsize=1 << 12)
def _unmarked(played: tuple[bool, ...], seat: Seat) -> tuple[Seat, ...]:
    return tuple([other for other, has in enumerate(played) if not has and other != seat])


def challenge(s: State, seat: Seat, target: Seat, cards: tuple[CardId, ...]) -> State:
    """The cards leave the hand; perhaps they were the last (DO-7, DO-19)."""
    hands = without(s.hands, seat, cards)
    closers = () if hands[seat] else (seat,)
    return replace(s, phase=ANSWER, hands=hands, task=Task(seat, target, cards, closers=closers))


def without(
    hands: tuple[tuple[CardId, ...], ...], seat: Seat, cards: tuple[CardId, ...]
) -> tuple[tuple[CardId, ...], ...]:
    """The hands after a seat has played these cards."""
    left = tuple([c for c in hands[seat] if c not in cards])
    return (*hands[:seat], left, *hands[seat + 1 :])


# ---------------------------------------------------------------- what comes next


def go_on(s: State) -> State:
    """Debts first; then the rest of the challenge, its end, or the next challenge."""
    if s.debts:
        if s.draw or s.discards:
            return s
        s = replace(s, debts=())  # nothing left to draw (DO-28)
    task = s.task
    if task is None:
        assert s.turn is not None
        return compose(s, s.turn)
    return s if len(task.placed) < len(task.cards) else complete(s, task, task.kept, s.piles)


def complete(s: State, task: Task, kept: CardSet, piles: tuple[CardSet, ...] | None) -> State:
    """A challenge placed in full: its cards are discarded, its receiver has played (DO-10, DO-19, DO-28)."""
    gone = tuple([c for c in task.cards if c not in kept]) if kept else task.cards
    played, to, discards = s.played, task.to, s.discards + gone
    if played is not None:
        played = _turned(played, to)
    s = replace(
        s, phase=CHALLENGE, task=None, turn=to, held=None, discards=discards, played=played, piles=piles
    )
    winner = finisher(s, task) if task.closers else None
    return compose(s, to) if winner is None else finish(s, winner)


@lru_cache(maxsize=1 << 12)
def _turned(played: tuple[bool, ...], seat: Seat) -> tuple[bool, ...]:
    """The marker of who has played; once all have, all turn back (DO-10)."""
    after = (*played[:seat], True, *played[seat + 1 :])
    return (False,) * len(after) if all(after) else after


def compose(s: State, seat: Seat) -> State:
    """This seat makes the next challenge, drawing until it holds wood, or another does, or nobody (DO-11)."""
    if _has_wood(s, seat):
        return s
    if s.draw or s.discards:
        return replace(s, debts=(Debt(seat, NO_WOOD, "DO-11"),))
    players = len(s.hands)
    for other in ((seat + step) % players for step in range(1, players)):
        if _has_wood(s, other):
            return _turn_back(replace(s, turn=other), other)
    return finish(s, None)


def _has_wood(s: State, seat: Seat) -> bool:
    return any(map(NUMBER.__contains__, s.hands[seat]))


def _turn_back(s: State, seat: Seat) -> State:
    """If nobody may be challenged the markers turn back (DO-11)."""
    return s if open_targets(s, seat) else replace(s, played=(False,) * len(s.hands))


# ---------------------------------------------------------------- drawing


def owed(s: State) -> int:
    """How many cards the dealer owes now: one in the opening, fewer if there are no more (DO-28)."""
    if s.phase == OPENING:
        return 1
    return min(s.debts[0].count, len(s.draw) + len(s.discards)) if s.debts else 0


def refused_cards(s: State, cards: tuple[CardId, ...]) -> Rule | None:
    """As many as the rule says, each from the pile; all of it before the discards (DO-6, DO-28)."""
    count, rule = owed(s), "DO-6" if s.phase == OPENING else s.debts[0].rule if s.debts else "DO-28"
    if not count or len(cards) != count:
        return rule
    drawn = set(cards)
    if len(drawn) < count or not drawn <= {*s.draw, *(s.discards if count > len(s.draw) else ())}:
        return "DO-28"
    return None if count <= len(s.draw) or drawn >= set(s.draw) else "DO-28"


def piles_without(s: State, cards: tuple[CardId, ...]) -> tuple[CardSet, CardSet]:
    """The piles after a draw; an empty draw pile is made anew from the discards (DO-28)."""
    if len(cards) <= len(s.draw):
        return tuple([c for c in s.draw if c not in cards]), s.discards
    return tuple([c for c in s.discards if c not in cards]), ()


def pay(s: State, cards: tuple[CardId, ...]) -> State:
    """The first in debt has drawn."""
    seat, hands = s.debts[0].seat, s.hands
    draw, discards = piles_without(s, cards)
    hands = (*hands[:seat], hands[seat] + cards, *hands[seat + 1 :])
    return go_on(replace(s, hands=hands, draw=draw, discards=discards, debts=s.debts[1:]))


def drawing(s: State) -> Chance[Move]:
    """A fair draw of what is owed."""
    count, draw = owed(s), s.draw
    if count == 1:
        return Even(one_card(s))
    if count <= len(draw):
        return Drawn(lambda rng: Cards(tuple(take(draw, count, rng))))
    return Drawn(lambda rng: _remade(s, count, rng))


def one_card(s: State) -> list[Move]:
    """Every single card that may be drawn now (DO-28)."""
    return list(map(_DRAWS.__getitem__, s.draw or s.discards))


def _remade(s: State, count: int, rng: Random) -> Cards:
    """The whole pile, and the rest from the discards (DO-28)."""
    return Cards((*take(s.draw, len(s.draw), rng), *take(s.discards, count - len(s.draw), rng)))
