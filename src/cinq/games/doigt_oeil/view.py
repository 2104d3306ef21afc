"""Au doigt & à l'œil as it is shown: hands are private, drawn cards too, what was won lies face down.

Owns all redaction. Public: counts, the challenge, the wood, the markers, discards as they
are played. Hidden: others' cards (dealt and drawn), the draw pile, and what is in the piles.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import field
from msgspec.structs import replace

from cinq.core.chance import Random, shuffle
from cinq.core.game import Action, Actor, Seat, Value
from cinq.games.doigt_oeil.components import LENGTH_OF, WOOD, CardId, Length, PieceId
from cinq.games.doigt_oeil.ending import scores
from cinq.games.doigt_oeil.placing import stock
from cinq.games.doigt_oeil.state import (
    ANSWER,
    CHALLENGE,
    DEALING,
    OPENING,
    Cards,
    Deal,
    Held,
    Move,
    State,
    Why,
)
from cinq.games.doigt_oeil.turns import owed


class ShownChallenge(Value, frozen=True):
    """The challenge under way; `placed` are the cards done with."""

    sender: Seat = field(name="from")
    to: Seat = field()
    cards: tuple[CardId, ...] = field()
    placed: tuple[CardId, ...] = field()


class ShownPiece(Value, frozen=True):
    """A piece that stands, and the base of its column."""

    id: PieceId
    length: Length
    column: PieceId
    pose: tuple[float, ...] | None


class Stock(Value, frozen=True):
    """The free pieces."""

    small: int
    medium: int
    long: int


class View(Value, frozen=True, omit_defaults=True):
    """What one seat, or a spectator, may know."""

    phase: str
    turn: Seat | None
    challenge: ShownChallenge | None
    hand: tuple[CardId, ...] | None
    hand_counts: tuple[int, ...]
    played: tuple[bool, ...] | None
    structure: tuple[ShownPiece, ...]
    held: Held | None
    stock: Stock
    piles: tuple[int, ...] | None
    draw_count: int
    to_draw: int
    drawer: Seat | None
    pivoted: CardId | None
    """The challenge card whose piece may lie in any position (DO-23)."""
    tied: tuple[Seat, ...] | None
    """Those who may be voted for (DO-29)."""
    winners: tuple[Seat, ...] | None
    scores: tuple[int, ...] | None
    """Both only once the game is over."""
    why: Why | None = None
    """Why the last piece laid does not count, where the world said so (DO-12, DO-13, DO-14)."""


class ShownDeal(Action, frozen=True, tag="deal"):
    """A deal as one seat sees it: its own cards, and how many the others got."""

    hands: tuple[tuple[CardId, ...] | None, ...]
    counts: tuple[int, ...]
    first: Seat


class ShownCards(Action, frozen=True, tag="cards"):
    """Cards that another drew: only how many."""

    count: int


def view(s: State, seat: Seat | None) -> View:
    """What a seat, or a spectator (None), may know."""
    task = s.task
    return View(
        phase=OPENING if s.phase == DEALING else s.phase,
        turn=_turn(s),
        challenge=ShownChallenge(task.sender, task.to, task.cards, task.placed) if task else None,
        hand=None if seat is None else s.hands[seat],
        hand_counts=tuple(map(len, s.hands)),
        played=s.played,
        structure=tuple(ShownPiece(p.id, LENGTH_OF[p.id], p.on[0], p.pose) for p in s.structure),
        held=s.held,
        stock=Stock(**stock(s)),
        piles=None if s.piles is None else tuple(map(len, s.piles)),
        draw_count=len(s.draw),
        to_draw=owed(s),
        drawer=_drawer(s),
        pivoted=task.pivoted if task else None,
        tied=s.tied or None,
        winners=s.winners,
        scores=None if s.winners is None else scores(s),
        why=s.why,
    )


def _turn(s: State) -> Seat | None:
    """Who is at it: the one with a piece in hand, the receiver or their helper, or the challenger."""
    if s.held:
        return s.held.seat
    if s.task and s.phase == ANSWER:
        return s.task.to if s.task.helper is None else s.task.helper
    return s.turn


def _drawer(s: State) -> Seat | None:
    """Who draws now."""
    if s.phase == OPENING:
        return s.turn
    return s.debts[0].seat if s.debts else None


def seen(s: State, seat: Seat | None, actor: Actor, action: Move) -> Value | Action:
    """A line as this seat may read it: cards dealt and drawn are their owner's, the opening's everybody's."""
    match action:
        case Deal(hands, first):
            own = tuple(hand if owner == seat else None for owner, hand in enumerate(hands))
            return ShownDeal(own, tuple(map(len, hands)), first)
        case Cards(cards) if s.phase != OPENING and _drawer(s) != seat:
            return ShownCards(len(cards))
        case _:
            return action


def worlds(s: State, seat: Seat | None, rng: Random) -> Iterator[State]:
    """The unseen cards shuffled among the other hands and the draw pile, as far as the turn allows."""
    if s.phase == DEALING:
        yield s
        return
    while True:
        yield _shuffled(s, seat, rng)


def _shuffled(s: State, seat: Seat | None, rng: Random) -> State:
    """One world: whoever composes holds wood, and whoever draws for want of wood holds none (DO-11)."""
    others = [owner for owner in range(len(s.hands)) if owner != seat]
    unseen = [*s.draw, *(c for owner in others for c in s.hands[owner])]
    shuffle(unseen, rng)
    hands, composer = list(s.hands), s.turn if s.phase == CHALLENGE else None
    if composer in others:
        assert composer is not None
        others = [composer, *(owner for owner in others if owner != composer)]
        unseen.sort(key=lambda c: (c in WOOD) == bool(s.debts))  # what the composer surely has comes first
        hands[composer], unseen = _composers(unseen, len(s.hands[composer]), bool(s.debts), rng)
        others = others[1:]
    for owner in others:
        count = len(s.hands[owner])
        hands[owner], unseen = tuple(unseen[:count]), unseen[count:]
    return replace(s, hands=tuple(hands), draw=tuple(unseen))


def _composers(
    unseen: list[CardId], count: int, woodless: bool, rng: Random
) -> tuple[tuple[CardId, ...], list[CardId]]:
    """A hand with wood, or without any, from cards sorted so that the wanted kind comes first."""
    sure = count if woodless else 1
    rest = unseen[sure:]
    shuffle(rest, rng)
    return (*unseen[:sure], *rest[: count - sure]), rest[count - sure :]
