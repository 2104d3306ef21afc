"""Au doigt & à l'œil, what lies on the table: options, actions and the state.

Owns the values that every chapter of the rules uses. Must never know what a rule allows.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import field

from cinq.core.game import Action, Rule, Seat, Value
from cinq.core.game import Result as CoreResult
from cinq.games.doigt_oeil.components import CardId, PieceId

Rules: TypeAlias = Literal["basic", "advanced", "simplified"]
Why: TypeAlias = Literal["fallen", "crooked", "on_board", "off_board"]
"""Why the piece in hand does not count: it fell (DO-14), is not in its position (DO-12), rests on the board
instead of the wood or the other way round (DO-13)."""

DEALING, OPENING, CHALLENGE, ANSWER, PLACE, VOTE, OVER = (
    "dealing",
    "opening",
    "challenge",
    "answer",
    "place",
    "vote",
    "over",
)
"""The phases; DEALING is the opening before anybody holds a card."""
WITH_MARKERS: Final = 4
"""From this many players on everyone has a *played* marker (DO-4)."""


class Options(Value, frozen=True):
    """What a table may agree on beforehand."""

    rules: Rules = "basic"
    hand: int = 8
    sets: int = 1
    first: Seat | None = None

    def __post_init__(self) -> None:
        if not 8 <= self.hand <= 10:
            raise ValueError("hand is 8, 9 or 10 cards")
        if self.sets not in (1, 2):
            raise ValueError("sets is 1 or 2")


# ---------------------------------------------------------------- what a line of the log may say


class Challenge(Action, frozen=True):
    """Give one to three wood cards to another player (DO-7)."""

    target: Seat
    cards: tuple[CardId, ...]


class Add(Action, frozen=True):
    """Add one wood card of one's own to the challenge received (DO-9)."""

    card: CardId


class Advantage(Action, frozen=True, omit_defaults=True):
    """Answer with an advantage card (DO-22); `with` is the challenge card it acts on."""

    card: CardId
    target: Seat | None = None
    which: CardId | None = field(default=None, name="with")


class Pick(Action, frozen=True):
    """Take up the piece of one card of the challenge (DO-8)."""

    card: CardId


class Vote(Action, frozen=True):
    """Say which of the tied players wins (DO-29)."""

    seat: Seat


class Placement(Action, frozen=True, omit_defaults=True):
    """The world: what became of the piece in hand, and of the others (DO-14)."""

    card: CardId
    fallen: tuple[PieceId, ...]
    columns: tuple[PieceId, ...]
    on: tuple[PieceId, ...] | None = None
    pose: dict[PieceId, tuple[float, ...]] | None = None
    why: Why | None = None
    """Why the piece in hand is among `fallen`, where the world knows."""


class Deal(Action, frozen=True):
    """The dealer: everyone's cards, and who starts (DO-3, DO-5)."""

    hands: tuple[tuple[CardId, ...], ...]
    first: Seat


class Cards(Action, frozen=True):
    """The dealer: the cards drawn."""

    cards: tuple[CardId, ...]


Move: TypeAlias = Challenge | Add | Advantage | Pick | Vote | Placement | Deal | Cards
SEAT_ACTIONS: tuple[type[Action], ...] = (Challenge, Add, Advantage, Pick, Vote)
DEALER_ACTIONS: tuple[type[Action], ...] = (Deal, Cards)
WORLD_ACTIONS: tuple[type[Action], ...] = (Placement,)


# ---------------------------------------------------------------- the table


class Piece(Value, frozen=True):
    """A piece that stands. The base of a column stands on itself."""

    id: PieceId
    on: tuple[PieceId, ...]
    """The bases it stands on; the first is the column it is said to be in."""
    pose: tuple[float, ...] | None = None
    """Where it lies, as the world said; for the picture, no rule depends on it."""


class Held(Value, frozen=True):
    """The piece in somebody's hand."""

    seat: Seat
    card: CardId
    id: PieceId


class Debt(Value, frozen=True):
    """Cards that a seat must draw, and the rule that says so."""

    seat: Seat
    count: int
    rule: Rule


class Task(Value, frozen=True):
    """A challenge being carried out."""

    sender: Seat
    to: Seat
    cards: tuple[CardId, ...]
    placed: tuple[CardId, ...] = ()
    opening: bool = False
    """The first player's own (DO-6)."""
    added: bool = False
    """Whether its receiver has added their one card (DO-9)."""
    again: CardId | None = None
    """The card whose piece alone fell and must be placed again (DO-29)."""
    pivoted: CardId | None = None
    """The card whose piece may lie in any position (DO-23)."""
    helper: Seat | None = None
    """Who places one piece in the receiver's stead (DO-27)."""
    last_place: bool = False
    """Whether that was asked with the receiver's last card: they draw once it is done (DO-20)."""
    closers: tuple[Seat, ...] = ()
    """Those who gave their last card in it (DO-19)."""
    fell: tuple[Seat, ...] = ()
    """Those who already made pieces fall in it (DO-16)."""
    kept: tuple[CardId, ...] = ()
    """Its cards that lie before somebody (DO-29)."""


class State(Value, frozen=True):
    """The table: cards, wood, and the challenge under way."""

    options: Options
    phase: str
    turn: Seat | None
    """Who opens, or composes the next challenge."""
    hands: tuple[tuple[CardId, ...], ...]
    draw: tuple[CardId, ...]
    """The draw pile. It has no order: the dealer names each card when it is drawn."""
    discards: tuple[CardId, ...]
    task: Task | None
    structure: tuple[Piece, ...]
    """The pieces that stand, in the order they were placed."""
    columns: tuple[PieceId, ...]
    """The bases among them."""
    standing: int
    """All of them, as a set of bits."""
    held: Held | None
    debts: tuple[Debt, ...]
    """Who must draw, in this order, before anything else happens."""
    played: tuple[bool, ...] | None
    """The markers (DO-4, DO-10)."""
    piles: tuple[tuple[CardId, ...], ...] | None
    """The cards before each player in the advanced game (DO-29)."""
    stood: tuple[int, ...]
    """Pieces each player has placed without a fall; counted in the advanced game (DO-29)."""
    aside: tuple[CardId, ...] = ()
    """In the advanced game, cards for which there was no piece at all: out of play (DO-18)."""
    tied: tuple[Seat, ...] = ()
    votes: tuple[Seat | None, ...] = ()
    winners: tuple[Seat, ...] | None = None
    why: Why | None = None
    """Why the last piece did not count, as the world said; for the page, no rule depends on it."""


class Result(CoreResult, frozen=True):
    """Points in the advanced game, else minus the cards left in hand (DO-19, DO-29)."""

    scores: tuple[int, ...]
