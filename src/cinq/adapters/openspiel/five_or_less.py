"""5 ou Moins in OpenSpiel's integers: cards are dealt one by one, a power may take two codes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import compress
from typing import cast

from cinq.adapters.openspiel.encoding import Codes, Encoding, Odds, Parameters, even, weighted
from cinq.core.game import Action, AnyGame, Seat, Value
from cinq.games import five_or_less
from cinq.games.five_or_less import powers, quick
from cinq.games.five_or_less import rules as om
from cinq.games.five_or_less.cards import (
    DRAWN,
    END,
    HAND,
    LOOK,
    POWER,
    TURN,
    End,
    Hand,
    Options,
    State,
    nameable,
    top_number,
)
from cinq.games.five_or_less.components import LOWEST, deck

PLAIN: tuple[Action, ...] = (
    om.Ready(),
    om.Draw(),
    om.DiscardDrawn(),
    om.EndTurn(False),
    om.EndTurn(True),
    powers.StartPower(),
    powers.SkipPower(),
)
READY, DRAW, DISCARD, END_TURN, CALL, START, SKIP = range(len(PLAIN))
_READY = (READY,)
_IN_TURN = {TURN: (DRAW,), DRAWN: (DISCARD,), END: (END_TURN, CALL)}
OWN_CARD, THEIR_CARD = (powers.SWAPS, powers.GIVES), (powers.RENEWS, powers.SWAPS)
"""The powers that take a card of one's own, and those that hit a card of another player's."""
PLACES = len(deck())
"""OpenSpiel wants a bound on codes. Slots have none (OM-31); the cards that lie in them do."""
VALUES = max(deck()) - LOWEST + 1
PUT = len(PLAIN)
QUICK = PUT + PLACES
TARGET = QUICK + PLACES
_QUICK_DISCARDS = [range(QUICK, QUICK + cards) for cards in range(PLACES + 1)]


def options(chosen: Parameters) -> Value:
    """The options that these parameters of OpenSpiel mean."""
    end = End(rounds=chosen["rounds"]) if chosen["rounds"] else End(points=chosen["points"])
    return Options(end=end, powers=chosen["powers"], memory_aid=chosen["memory_aid"])


def listed(s: State, seat: Seat, draft: Codes) -> Sequence[int]:
    """What a seat may choose, after the code that it has chosen of a power."""
    if s.phase == LOOK:
        return _READY
    cards = len(slots_of(s.hands[seat]))
    if seat != s.turn:
        return _QUICK_DISCARDS[cards]
    if s.phase == POWER:
        return power_codes(s, seat, draft, cards)
    puts = s.phase == DRAWN or (s.phase == TURN and not s.tied)
    return _choices(_IN_TURN[s.phase], cards if puts else 0, cards)


@cache
def _choices(plain: Codes, puts: int, quick_discards: int) -> Codes:
    return (*plain, *range(PUT, PUT + puts), *range(QUICK, QUICK + quick_discards))


def power_codes(s: State, seat: Seat, draft: Codes, cards: int) -> Sequence[int]:
    """A pending power: start or skip it; one's own card, where it takes one; then whom and what it hits."""
    if not s.started:
        return _choices((START, SKIP), 0, cards)
    if s.pending in OWN_CARD and not draft:
        return _choices((SKIP,), cards, cards)
    hits = [
        TARGET + PLACES * target + place for target in targets(s, seat) for place in hit_places(s, target)
    ]
    return hits if draft else [*_choices((SKIP,), 0, cards), *hits]


def targets(s: State, seat: Seat) -> list[Seat]:
    """On whom the power that was started may be played."""
    own = slots_of(s.hands[seat])[0] if s.pending in OWN_CARD else None
    return [
        target
        for target in range(len(s.hands))
        if hit_places(s, target) and om.refusal(s, seat, power(s, own, target, 0)) is None
    ]


def hit_places(s: State, target: Seat) -> range:
    """The places of the cards that a power may hit; one for a power that hits no card."""
    return range(len(slots_of(s.hands[target])) if s.pending in THEIR_CARD else 1)


def power(s: State, own: int | None, target: Seat, place: int) -> powers.Power:
    """The power that was started, with a card of one's own, on this card of another player."""
    hit = slots_of(s.hands[target])[place] if s.pending in THEIR_CARD else None
    return powers.Power(slot=own, target=target, target_slot=hit)


def slots_of(hand: Hand) -> Sequence[int]:
    """The slots that hold a card: codes name a card by its place among them."""
    known, slots = _last_hand[0]
    if known is not hand:
        slots = range(len(hand)) if all(hand) else [*compress(range(len(hand)), hand)]
        _last_hand[0] = hand, slots
    return slots


_last_hand: list[tuple[Hand, Sequence[int]]] = [((), ())]
"""The hand that was last asked about, and its slots: most moves of random players change no hand."""


def action(s: State, seat: Seat, draft: Codes, code: int) -> Action | None:
    """The action that a code completes; None for one's own card of a power, whose target follows."""
    if code < PUT:
        return PLAIN[code]
    slots = slots_of(s.hands[seat])
    if code < QUICK:
        slot = slots[code - PUT]
        return om.Take(slot) if s.phase == TURN else om.Swap(slot) if s.phase == DRAWN else None
    if code < TARGET:
        return quick.QuickDiscard(slots[code - QUICK], top_number(s))
    target, place = divmod(code - TARGET, PLACES)
    return power(s, slots[draft[0] - PUT] if draft else None, target, place)


def pieces(s: State) -> int:
    """The card that is owed; or a deal, card by card in order of seats and slots, once with who begins."""
    return 1 if s.owed is not None else HAND * len(s.hands) + (not s.round)


def odds(s: State, drawn: Codes) -> Odds:
    """One of the cards that are left, or who begins."""
    if s.owed is not None:
        return weighted(counts(nameable(s)))
    players = len(s.hands)
    if len(drawn) == HAND * players:
        return even(range(players))
    left = counts(deck())
    for code in drawn:
        left[code] -= 1
    return weighted(left)


def counts(cards: Sequence[int]) -> list[int]:
    """How many cards of each code there are."""
    found = [0] * VALUES
    for value in cards:
        found[value - LOWEST] += 1
    return found


def line(s: State, drawn: Codes) -> Action:
    """The line that consists of these pieces."""
    values = tuple(code + LOWEST for code in drawn)
    if s.owed is not None:
        return om.Card(values[0])
    hands = tuple(values[HAND * seat : HAND * (seat + 1)] for seat in range(len(s.hands)))
    return om.Deal(hands, None if s.round else drawn[-1])


ENCODING = Encoding(
    game=cast(AnyGame, five_or_less),
    parameters={"points": 100, "rounds": 0, "powers": True, "memory_aid": False},
    options=options,
    listed=listed,
    action=action,
    codes=TARGET + PLACES * om.PLAYERS[-1],
    pieces=pieces,
    odds=odds,
    line=line,
    outcomes=VALUES,
    draws=HAND * om.PLAYERS[-1] + 1,
    max_moves=4_000,
    draft=1,
)
