"""5 ou Moins in OpenSpiel's integers: cards are dealt one by one, a power may take two codes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import cast

from cinq.adapters.openspiel.encoding import (
    Codes,
    Encoding,
    Menu,
    Numbered,
    Odds,
    Parameters,
    ascending,
    even,
    weighted,
)
from cinq.core.game import Action, AnyGame, Seat, Value
from cinq.games import five_or_less
from cinq.games.five_or_less import powers, quick
from cinq.games.five_or_less import rules as om
from cinq.games.five_or_less.cards import HAND, End, Hand, Options, State, nameable
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
PLACES = len(deck())
"""OpenSpiel wants a bound on codes. Slots have none (OM-31); the cards that lie in them do."""
VALUES = max(deck()) - LOWEST + 1
PUT = len(PLAIN)
QUICK = PUT + PLACES
TARGET = QUICK + PLACES


def options(chosen: Parameters) -> Value:
    """The options that these parameters of OpenSpiel mean."""
    end = End(rounds=chosen["rounds"]) if chosen["rounds"] else End(points=chosen["points"])
    return Options(end=end, powers=chosen["powers"], memory_aid=chosen["memory_aid"])


def menu(s: State, seat: Seat, draft: Codes) -> Menu:
    """What a seat may choose, after the codes that it has chosen of this action."""
    actions = om.legal(s, seat)
    if actions and isinstance(actions[0], quick.QuickDiscard):
        return Numbered(range(QUICK, QUICK + len(actions)), actions)  # one a card
    quick_discards = [action for action in actions if isinstance(action, quick.QuickDiscard)]
    listed: dict[int, Action | None] = {} if draft else dict(enumerate(quick_discards, QUICK))
    places = [places_of(hand) for hand in s.hands]
    for action in actions[: len(actions) - len(quick_discards)]:
        codes = codes_of(action, places, seat)
        if codes[: len(draft)] == draft:
            listed[codes[len(draft)]] = action if len(codes) == len(draft) + 1 else None
    return ascending(listed)


def places_of(hand: Hand) -> Sequence[int]:
    """For each slot, how many of the slots before it hold a card."""
    if None not in hand:
        return range(len(hand))
    return [*accumulate((card is not None for card in hand), initial=0)]


def codes_of(action: Action, places: Sequence[Sequence[int]], seat: Seat) -> Codes:
    """The code of an action; of a power, one's own card first, then whom and what it hits."""
    own = places[seat]
    match action:
        case om.Swap(slot) | om.Take(slot):
            return (PUT + own[slot],)
        case powers.Power(slot=slot, target=target, target_slot=hit):
            hits = TARGET + PLACES * target + (0 if hit is None else places[target][hit])
            return (hits,) if slot is None else (PUT + own[slot], hits)
    return (PLAIN.index(action),)


def odds(s: State, drawn: Codes) -> Odds:
    """The card that is owed; or a deal, card by card in order of seats and slots, then who begins."""
    if s.owed is not None:
        return [] if drawn else weighted(counts(nameable(s)))
    players = len(s.hands)
    cards = HAND * players
    if len(drawn) < cards:
        left = counts(deck())
        for code in drawn:
            left[code] -= 1
        return weighted(left)
    return even(range(players)) if len(drawn) == cards and not s.round else []


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
    menu=menu,
    codes=TARGET + PLACES * om.PLAYERS[-1],
    odds=odds,
    line=line,
    outcomes=VALUES,
    draws=HAND * om.PLAYERS[-1] + 1,
    max_moves=4_000,
    draft=1,
)
