"""5 ou Moins as it is shown: what each seat and a spectator may see now, and what they could know.

A laid card is face down: its value is in no view, but for its player's bottom cards
while they look (OM-3), and for all when a round is over. With the memory aid a view also
holds what its seat has seen and could have followed, a spectator's what every seat has.
Owns all redaction; must never know whether an action is allowed.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from cinq.core.chance import Random, shuffle
from cinq.core.game import DEALER, Action, Actor, Seat, Value
from cinq.games.five_or_less.cards import (
    BOTTOM,
    DEAL,
    DRAW,
    FIRST,
    LOOK,
    OVER,
    Laid,
    Moved,
    Options,
    Shown,
    State,
    draw_count,
    everyone,
    laid,
    top_number,
)
from cinq.games.five_or_less.rules import Card, Deal, Move


class Place(Value, frozen=True):
    """A slot in use; its card's value where the viewer may see it now."""

    slot: int
    value: int | None


class Top(Value, frozen=True):
    """The top of the discard pile."""

    value: int
    number: int
    tied: bool


class View(Value, frozen=True, omit_defaults=True):
    """The table as one viewer sees it."""

    options: Options
    phase: str
    turn: Seat | None
    draw_count: int
    discard: Top | None
    hands: tuple[tuple[Place, ...], ...]
    drawn: int | None
    callers: tuple[Seat, ...]
    scores: tuple[int, ...]
    round: int
    rounds_won: tuple[int, ...]
    pending_power: int | None
    power_started: bool
    shown: Shown | None
    moved: Moved | None = None


class HiddenCard(Action, frozen=True, tag="card"):
    """A card that left the draw pile unseen by this viewer."""


class HiddenDeal(Action, frozen=True, omit_defaults=True, tag="deal"):
    """A deal as a viewer reads it: null for the cards they may not look at."""

    hands: tuple[tuple[int | None, ...], ...]
    first: Seat | None = None


def view(s: State, seat: Seat | None) -> View:
    """What a seat, or a spectator (None), may see now."""
    return View(
        options=s.options,
        phase=s.phase,
        turn=None if s.phase in (DEAL, OVER) else s.turn,
        draw_count=draw_count(s),
        discard=Top(s.heap[-1], top_number(s), s.tied) if s.heap else None,
        hands=tuple(_hand(s, owner, seat) for owner in range(len(s.hands))),
        drawn=s.drawn.value if s.drawn is not None and seat == s.turn else None,
        callers=s.callers,
        scores=s.scores,
        round=s.round,
        rounds_won=s.rounds_won,
        pending_power=s.pending,
        power_started=s.started,
        shown=s.shown,
        moved=s.moved,
    )


def open_view(s: Value, seat: Seat | None) -> View:
    """The same view with all cards face up, as a replay of a finished game shows them."""
    assert isinstance(s, State)
    hands = tuple(
        tuple(Place(slot, card.value) for slot, card in enumerate(hand) if card is not None)
        for hand in s.hands
    )
    return replace(view(s, seat), hands=hands, drawn=s.drawn.value if s.drawn is not None else None)


def _hand(s: State, owner: Seat, seat: Seat | None) -> tuple[Place, ...]:
    return tuple(
        Place(slot, card.value if _visible(s, owner, slot, card, seat) else None)
        for slot, card in enumerate(s.hands[owner])
        if card is not None
    )


def _visible(s: State, owner: Seat, slot: int, card: Laid, seat: Seat | None) -> bool:
    """Face up to this viewer now: the end of a round, the look (OM-3), or the memory aid."""
    if s.phase in (DEAL, OVER):
        return True
    if s.phase == LOOK and owner == seat and seat in s.waiting and slot < BOTTOM:
        return True
    return s.options.memory_aid and knows(s, seat, card)


def knows(s: State, seat: Seat | None, card: Laid) -> bool:
    """Whether this seat has seen the card and could have followed it; a spectator: whether every seat has."""
    known = everyone(s)
    return card.known == known if seat is None else bool(card.known >> seat & 1)


def seen(s: State, seat: Seat | None, actor: Actor, action: Move) -> Value | Action:
    """A line as this viewer may read it: a card's value only for those who see that card (OM-4, OM-6)."""
    match action:
        case Card() if actor == DEALER and not _sees_card(s, seat):
            return HiddenCard()
        case Deal(hands, first) if actor == DEALER:
            return HiddenDeal(
                tuple(_looked_at(hand, owner == seat) for owner, hand in enumerate(hands)), first
            )
    return action


def _sees_card(s: State, seat: Seat | None) -> bool:
    """The first discard is seen by all, a drawn card by who drew it; penalties and powers by nobody."""
    owed = s.owed
    return owed is not None and (owed.why == FIRST or (owed.why == DRAW and owed.seat == seat))


def _looked_at(hand: tuple[int, ...], own: bool) -> tuple[int | None, ...]:
    """One's own three bottom cards (OM-3)."""
    return tuple(value if own and slot < BOTTOM else None for slot, value in enumerate(hand))


# ---------------------------------------------------------------- what a seat may not know


def worlds(s: State, seat: Seat | None, rng: Random) -> Iterator[State]:
    """The same table with every card this viewer cannot know dealt anew among all the places it may be."""
    while True:
        yield _reshuffled(s, seat, rng)


def _reshuffled(s: State, seat: Seat | None, rng: Random) -> State:
    cards = list(s.pile)
    for places in (*s.hands, s.under, (s.drawn,)):
        cards += [card.value for card in places if card is not None and _secret(s, seat, card)]
    shuffle(cards, rng)
    new = iter(cards)
    hands = tuple(tuple(_other(s, seat, card, new) for card in hand) for hand in s.hands)
    under = tuple(laid(next(new), card.known) if _secret(s, seat, card) else card for card in s.under)
    drawn = _other(s, seat, s.drawn, new)
    return replace(s, hands=hands, under=under, drawn=drawn, pile=tuple(sorted(new)))


def _other(s: State, seat: Seat | None, card: Laid | None, new: Iterator[int]) -> Laid | None:
    return laid(next(new), card.known) if card is not None and _secret(s, seat, card) else card


def _secret(s: State, seat: Seat | None, card: Laid) -> bool:
    return s.phase not in (DEAL, OVER) and not knows(s, seat, card)
