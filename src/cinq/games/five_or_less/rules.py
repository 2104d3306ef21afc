"""5 ou Moins, the rules. OM-8 and the like are paragraphs of RULES.md, beside this file.

A turn: the seat draws or takes, swaps or discards, perhaps uses a power, and ends its
turn, with or without saying "5 or less"; meanwhile everybody may quick-discard. The
dealer names each card that leaves the draw pile. The table itself is in cards.py, the
powers in powers.py, the race for the discard in quick.py, the counting in scoring.py.
Owns who may do what and the course of a round; must never know randomness, time, disk
or another game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import compress
from typing import TypeAlias

from msgspec.structs import replace

from cinq.core.chance import Chance, Drawn, Random, take
from cinq.core.game import DEALER, Action, Actor, Rule, Seat, Value, no_open_choices
from cinq.games.five_or_less import powers, quick
from cinq.games.five_or_less.cards import (
    BOTTOM,
    DEAL,
    DRAW,
    DRAWN,
    END,
    FIRST,
    HAND,
    LOOK,
    OVER,
    POWER,
    TURN,
    Hand,
    Options,
    Owed,
    State,
    card_at,
    discarded,
    in_use,
    laid,
    nameable,
    named,
    need,
    power_over,
    put,
)
from cinq.games.five_or_less.components import deck
from cinq.games.five_or_less.powers import Power, SkipPower, StartPower, awake, play_power
from cinq.games.five_or_less.quick import QuickDiscard, quick_discard, refused_quick
from cinq.games.five_or_less.scoring import finish_round

NAME = "five-or-less"
TITLE = "5 ou Moins"
PLAYERS = range(2, 7)
"""OM-1."""


class Ready(Action, frozen=True):
    """Done looking at the bottom cards (OM-3)."""


class Draw(Action, frozen=True):
    """Draw a card (OM-5)."""


class DiscardDrawn(Action, frozen=True):
    """Put the drawn card on the discard pile (OM-6)."""


class Swap(Action, frozen=True):
    """Put the drawn card in place of one's own, which is discarded (OM-6)."""

    slot: int


class Take(Action, frozen=True):
    """Take the top discard in place of one's own card, which is discarded (OM-7)."""

    slot: int


class EndTurn(Action, frozen=True):
    """End the turn, saying "5 or less" or not (OM-18)."""

    call: bool


class Deal(Action, frozen=True, omit_defaults=True):
    """The dealer: five cards each in slot order; in the first round also who begins (OM-2, OM-4)."""

    hands: tuple[tuple[int, ...], ...]
    first: Seat | None = None


class Card(Action, frozen=True):
    """The dealer: the card that leaves the draw pile."""

    value: int


Move: TypeAlias = (
    QuickDiscard
    | Card
    | Draw
    | DiscardDrawn
    | Swap
    | Take
    | EndTurn
    | StartPower
    | SkipPower
    | Power
    | Ready
    | Deal
)
SEAT_ACTIONS: tuple[type[Action], ...] = (
    Ready,
    Draw,
    DiscardDrawn,
    Swap,
    Take,
    StartPower,
    SkipPower,
    Power,
    EndTurn,
    QuickDiscard,
)
DEALER_ACTIONS: tuple[type[Action], ...] = (Deal, Card)
WORLD_ACTIONS: tuple[type[Action], ...] = ()


def start(players: int, options: Options) -> State:
    """Before the first deal: all cards in the box (OM-1)."""
    if players not in PLAYERS:
        raise ValueError(f"5 ou Moins is for {PLAYERS[0]} to {PLAYERS[-1]} players, not {players}")
    return State(
        options=options,
        phase=DEAL,
        round=0,
        first=0,
        turn=0,
        waiting=(),
        hands=((),) * players,
        pile=deck(),
        under=(),
        heap=(),
        discards=(),
        began=1,
        tied=False,
        drawn=None,
        owed=None,
        pending=None,
        started=False,
        callers=(),
        scores=(0,) * players,
        rounds_won=(0,) * players,
        shown=None,
    )


# ---------------------------------------------------------------- who may do what


def actors(s: State) -> tuple[Actor, ...]:
    """The dealer while a card is owed, those who look, or the turn's player and all who may race (OM-13)."""
    phase = s.phase
    if s.owed is not None or phase == DEAL:
        return (DEALER,)
    if phase == LOOK:
        return s.waiting
    if phase == OVER:
        return ()
    hands, turn, callers = s.hands, s.turn, s.callers
    if not callers and all(map(any, hands)):
        return _SEATS[len(hands)]
    return tuple([seat for seat in range(len(hands)) if seat == turn or may_race(s, seat)])


_SEATS = [tuple(range(players)) for players in range(PLAYERS.stop)]


def may_race(s: State, seat: Seat) -> bool:
    """Whether this seat has a card to put by quick discard, and is not protected (OM-13, OM-19)."""
    return seat not in s.callers and any(s.hands[seat])


def refusal(s: State, actor: Actor, action: Move) -> Rule | None:
    """The rule that forbids this action now, if any: the one judge of legality."""
    if s.phase == OVER:
        return "OM-26" if s.options.end.points is not None else "OM-27"
    if isinstance(actor, str):
        return _refused_dealer(s, actor, action)
    if not 0 <= actor < len(s.hands):
        return "OM-1"
    match action:
        case QuickDiscard():
            return refused_quick(s, actor, action)
        case Ready():
            return None if actor in s.waiting else "OM-3"
        case _ if s.waiting:
            return "OM-3"
        case _ if s.owed is not None or s.phase == DEAL or actor != s.turn:
            return "OM-4"
    return _refused_turn(s, action)


def _refused_dealer(s: State, actor: Actor, action: Move) -> Rule | None:
    """The dealer speaks when a round begins or a card is owed (OM-2)."""
    match action:
        case Card(value) if actor == DEALER and s.owed is not None:
            return None if value in nameable(s) else "OM-2"
        case Deal() if actor == DEALER and s.phase == DEAL:
            return _refused_deal(s, action)
    return "OM-4" if isinstance(action, SEAT_ACTIONS) else "OM-2"


def _refused_deal(s: State, action: Deal) -> Rule | None:
    """Five cards each, from this deck (OM-2); who begins is drawn by lot once (OM-4)."""
    hands, first = action.hands, action.first
    if len(hands) != len(s.hands) or any(len(hand) != HAND for hand in hands):
        return "OM-2"
    if Counter(card for hand in hands for card in hand) - Counter(deck()):
        return "OM-2"
    if s.round:
        return None if first is None else "OM-4"
    return None if first is not None and 0 <= first < len(hands) else "OM-4"


def _refused_turn(s: State, action: Move) -> Rule | None:
    """What the player whose turn it is may not do now."""
    match action:
        case Draw():
            return None if s.phase == TURN else "OM-5"
        case Take(slot):
            return _refused_take(s, slot)
        case DiscardDrawn():
            return None if s.phase == DRAWN else "OM-6"
        case Swap(slot):
            return _refused_slot(s, slot) if s.phase == DRAWN else "OM-6"
        case StartPower():
            return powers.refused_start(s)
        case SkipPower():
            return powers.refused_skip(s)
        case Power():
            return powers.refused_power(s, action)
        case EndTurn():
            return None if s.phase == END else "OM-18"
    return "OM-2"  # a dealer's line


def _refused_take(s: State, slot: int) -> Rule | None:
    """At the beginning of a turn (OM-5), unless the discard is tied to the one below (OM-14)."""
    if s.phase != TURN:
        return "OM-5"
    return "OM-14" if s.tied else _refused_slot(s, slot)


def _refused_slot(s: State, slot: int) -> Rule | None:
    """One of one's own cards (OM-31); without any the drawn card must be discarded (OM-30)."""
    hand = s.hands[s.turn]
    if in_use(hand, slot):
        return None
    return "OM-31" if any(hand) else "OM-30"


def legal(s: State, actor: Actor) -> Sequence[Move]:
    """Every action of this actor that `refusal` would let pass; quick discards on the top card only."""
    phase = s.phase
    if s.owed is not None:
        return _cards(nameable(s)) if actor == DEALER else ()
    if phase in (DEAL, OVER) or isinstance(actor, str) or not 0 <= actor < len(s.hands):
        return ()
    if phase == LOOK:
        return _READY if actor in s.waiting else ()
    if actor == s.turn:
        return [*_turn_menu(s, s.hands[actor]), *quick.menu(s, actor)]
    return () if actor in s.callers else quick.menu(s, actor)


class OpenDeal(Value, frozen=True, tag_field="type", tag="deal", omit_defaults=True):
    """The template of a deal: five cards each; in the first round one of these seats begins (OM-2, OM-4)."""

    hands: dict[str, int]
    first: tuple[Seat, ...] | None = None


open_choices = no_open_choices


def open_lines(s: State, actor: Actor) -> tuple[OpenDeal, ...]:
    """The dealer's lines that are too many to list: the deal."""
    if actor != DEALER or s.phase != DEAL:
        return ()
    players = len(s.hands)
    return (OpenDeal({"count": players, "each": HAND}, None if s.round else tuple(range(players))),)


def _turn_menu(s: State, hand: Hand) -> Sequence[Move]:
    match s.phase:
        case "turn":
            return _DRAW if s.tied else [*_DRAW, *compress(_takes(len(hand)), hand)]
        case "drawn":
            return [*_DISCARD, *compress(_swaps(len(hand)), hand)]
        case "power":
            return powers.menu(s)
    return _END


_READY, _DRAW, _DISCARD, _END = (Ready(),), (Draw(),), (DiscardDrawn(),), (EndTurn(False), EndTurn(True))


@cache
def _takes(slots: int) -> tuple[Take, ...]:
    return tuple(map(Take, range(slots)))


@cache
def _swaps(slots: int) -> tuple[Swap, ...]:
    return tuple(map(Swap, range(slots)))


def _cards(values: tuple[int, ...]) -> list[Card]:
    return [_card(value) for value in sorted(set(values))]


@cache
def _card(value: int) -> Card:
    return Card(value)


# ---------------------------------------------------------------- what an action changes


def apply(s: State, actor: Actor, action: Move) -> State:
    """What an allowed action changes; a table of contents, most frequent line first."""
    match action:
        case QuickDiscard():
            return quick_discard(s, _seat(actor), action.slot, action.on)
        case Card():
            return named(s, action.value)
    return _apply_rest(s if s.shown is None else replace(s, shown=None), actor, action)


def _apply_rest(s: State, actor: Actor, action: Move) -> State:
    """Everything but quick discards and the dealer's cards."""
    match action:
        case Draw():
            return need(s, Owed(DRAW, s.turn))
        case DiscardDrawn():
            return discard_drawn(s)
        case Swap(slot):
            return swap(s, slot)
        case Take(slot):
            return take_discard(s, slot)
        case EndTurn(call):
            return end_turn(s, call)
        case StartPower():
            return replace(s, started=True)
        case SkipPower():
            return power_over(s, s.hands)
        case Power():
            return play_power(s, action)
        case Ready():
            return ready(s, _seat(actor))
    assert isinstance(action, Deal)
    return deal(s, action.hands, action.first)


def _seat(actor: Actor) -> Seat:
    assert not isinstance(actor, str)
    return actor


def deal(s: State, hands: tuple[tuple[int, ...], ...], first: Seat | None) -> State:
    """Five cards each, the bottom three known to their player; the rest is the draw pile (OM-2, OM-3)."""
    begins = (s.first + 1) % len(hands) if first is None else first  # OM-4
    left = Counter(deck()) - Counter(card for hand in hands for card in hand)
    return replace(
        s,
        phase=LOOK,
        round=s.round + 1,
        first=begins,
        turn=begins,
        waiting=tuple(range(len(hands))),
        hands=tuple(_dealt(seat, hand) for seat, hand in enumerate(hands)),
        pile=tuple(sorted(left.elements())),
        under=(),
        heap=(),
        discards=(),
        began=s.began + len(s.discards),
        tied=False,
        callers=(),
        moved=None,
    )


def _dealt(seat: Seat, hand: tuple[int, ...]) -> Hand:
    return tuple(laid(value, 1 << seat if slot < BOTTOM else 0) for slot, value in enumerate(hand))


def ready(s: State, seat: Seat) -> State:
    """The cards are put back; when all have looked, the first player turns up a card (OM-3, OM-4)."""
    s = replace(s, waiting=tuple(other for other in s.waiting if other != seat))
    return s if s.waiting else need(s, Owed(FIRST, s.first))


def discard_drawn(s: State) -> State:
    """The drawn card goes on the discard pile; its power does not work (OM-6, OM-8)."""
    assert s.drawn is not None
    return discarded(s, s.drawn.value, s.heap, s.hands)


def swap(s: State, slot: int) -> State:
    """The drawn card replaces one's own, which goes face up on the discard pile (OM-6)."""
    assert s.drawn is not None
    out = card_at(s.hands, s.turn, slot).value
    return awake(discarded(s, out, s.heap, put(s.hands, s.turn, slot, s.drawn)), out)


def take_discard(s: State, slot: int) -> State:
    """The top discard, which all have seen, replaces one's own card (OM-7)."""
    out = card_at(s.hands, s.turn, slot).value
    taken = laid(s.heap[-1], (1 << len(s.hands)) - 1)
    return awake(discarded(s, out, s.heap[:-1], put(s.hands, s.turn, slot, taken)), out)


def end_turn(s: State, call: bool) -> State:
    """Clockwise (OM-4); after a call each other player has one last turn (OM-18)."""
    callers = (*s.callers, s.turn) if call else s.callers
    following = (s.turn + 1) % len(s.hands)
    s = replace(s, phase=TURN, turn=following, callers=callers)
    return finish_round(s) if callers and following == callers[0] else s


# ---------------------------------------------------------------- the dealer, and a clock that ran out


class TopCard:
    """The top of the draw pile: any of its cards, all alike."""

    __slots__ = ("cards",)

    def __init__(self, cards: tuple[int, ...]) -> None:
        self.cards = cards

    def outcomes(self) -> Iterator[tuple[Move, float]]:
        count = len(self.cards)
        return ((_card(value), self.cards.count(value) / count) for value in sorted(set(self.cards)))

    def sample(self, rng: Random) -> Move:
        return _card(self.cards[int(rng.random() * len(self.cards))])


def chance(s: State) -> Chance[Move] | None:
    """A shuffled deck: a deal (OM-2), or the card that is owed."""
    if s.owed is not None:
        return TopCard(nameable(s))
    return Drawn(lambda rng: draw_deal(s, rng)) if s.phase == DEAL else None


def draw_deal(s: State, rng: Random) -> Deal:
    """One by one clockwise from the first player, in slot order; the first by lot once (OM-2, OM-4)."""
    players = len(s.hands)
    first = int(rng.random() * players) if s.round == 0 else None
    begins = (s.first + 1) % players if first is None else first
    cards = take(deck(), HAND * players, rng)
    return Deal(tuple(tuple(cards[(seat - begins) % players :: players]) for seat in range(players)), first)


def safest(s: State, seat: Seat) -> Move | None:
    """What a clock that ran out does: draw, discard it, use no power and say nothing."""
    if s.phase == LOOK and seat in s.waiting:
        return _READY[0]
    if s.owed is not None or seat != s.turn:
        return None
    return _SAFEST.get(s.phase)


_SAFEST: dict[str, Move] = {TURN: _DRAW[0], DRAWN: _DISCARD[0], POWER: SkipPower(), END: _END[0]}
