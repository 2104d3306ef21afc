"""Au doigt & à l'œil, what is in the box: wood cards, advantage cards and pieces, read from box.toml.

Owns the cards' data and their names (DO-12, DO-31); the one file of the game that reads anything.
Must never know a hand, a turn or a rule of play.

>>> b7 = card("B7")
>>> b7.length, b7.position, b7.board, b7.closed, b7.hands, b7.value
('long', 'flat', False, 'left', 'right', 3)
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Final, Literal, TypeAlias

import msgspec

from cinq.core.game import Value

CardId: TypeAlias = str
"""`B7`, or `pivot-1`."""
PieceId: TypeAlias = str
"""`s1`, `m1`, `l1`."""
Length: TypeAlias = Literal["small", "medium", "long"]
Position: TypeAlias = Literal["flat", "edge", "upright"]
Closed: TypeAlias = Literal["none", "left", "right"]
Hands: TypeAlias = Literal["both", "left", "right"]
Power: TypeAlias = Literal["pivot", "return", "deflect", "spoilsport", "place"]

SUITS: Final = "ABCD"
SECOND_SUITS: Final = "EFGH"
"""The second set's name for A to D (DO-31)."""
ALL_SUITS: Final = SUITS + SECOND_SUITS
NUMBERS: Final = range(1, 14)
LENGTHS: Final[tuple[Length, ...]] = ("small", "medium", "long")
POWERS: Final[tuple[Power, ...]] = ("pivot", "return", "deflect", "spoilsport", "place")
STARTER: Final = "l1"
"""The piece in the middle of the board (DO-2)."""


class Wood(Value, frozen=True):
    """One line of the box's wood cards."""

    length: Length
    position: Position
    board: bool
    closed: Closed
    hands: Hands
    value: int


class Card(Value, frozen=True):
    """A wood card: which piece, how it must lie, which eye is closed, which hands hold it (DO-12)."""

    id: CardId
    suit: str
    number: int
    length: Length
    position: Position
    board: bool
    """A wood and board card: its piece starts a new column (DO-13)."""
    closed: Closed
    hands: Hands
    value: int
    """Points in the advanced game (DO-29)."""


class Box(Value, frozen=True):
    """The file as it stands."""

    advantages: dict[Power, int]
    pieces: dict[Length, int]
    wood: dict[CardId, Wood]


class BadBox(ValueError):
    """A box file that cannot be right; says what is wrong."""


def read_box(text: str) -> Box:
    """The box from its file, checked."""
    try:
        box = msgspec.convert(tomllib.loads(text), Box)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadBox(f"box.toml: {error}") from None
    for wrong in _wrongs(box):
        raise BadBox(f"box.toml: {wrong}")
    return box


def _wrongs(box: Box) -> list[str]:
    """What cannot be right about a box, in sentences."""
    names = {f"{suit}{number}" for suit in SUITS for number in NUMBERS}
    return [
        *(f"there is no wood card {name}" for name in sorted(names - set(box.wood))),
        *(f"{name} is no wood card; they are A1 to D13" for name in sorted(set(box.wood) - names)),
        *(f"the value of {name} is below 0" for name, wood in box.wood.items() if wood.value < 0),
        *(f"how many {power} cards?" for power in POWERS if box.advantages.get(power, -1) < 0),
        *(f"how many {length} pieces?" for length in LENGTHS if box.pieces.get(length, -1) < 0),
        *(["the starter is a long piece: at least one is needed"] if box.pieces.get("long") == 0 else ()),
    ]


@cache
def box() -> Box:
    """The box beside this file, read once."""
    return read_box(files(__package__).joinpath("box.toml").read_text("utf-8"))


def _wood_cards() -> dict[CardId, Card]:
    """Both sets' wood cards, suit by suit."""
    suits = [*zip(SUITS, SUITS, strict=True), *zip(SECOND_SUITS, SUITS, strict=True)]
    return {
        f"{name}{number}": _card(name, number, box().wood[f"{like}{number}"])
        for name, like in suits
        for number in NUMBERS
    }


def _card(suit: str, number: int, wood: Wood) -> Card:
    return Card(f"{suit}{number}", suit, number, **msgspec.structs.asdict(wood))


WOOD: Final = _wood_cards()
"""Every wood card by its name; the second set's too."""


NUMBER: Final = {name: wood.number for name, wood in WOOD.items()}
"""The number of a wood card."""


def card(name: CardId) -> Card:
    """A wood card by its name, for the rules, the page and the physics alike. KeyError if there is none."""
    return WOOD[name]


def is_wood(name: CardId) -> bool:
    """Whether this is a wood card, not an advantage."""
    return name in WOOD


@cache
def _advantages(kind: Power, sets: int) -> tuple[CardId, ...]:
    return tuple(f"{kind}-{i + 1}" for i in range(sets * box().advantages[kind]))


_POWER_OF: Final = {name: kind for kind in POWERS for name in _advantages(kind, 2)}


def power(name: CardId) -> Power | None:
    """What an advantage card does; None for a wood card or no card at all.

    >>> power("pivot-3"), power("A1"), power("pivot-99")
    ('pivot', None, None)
    """
    return _POWER_OF.get(name)


@cache
def deck(sets: int, advantages: bool) -> tuple[CardId, ...]:
    """All cards in the order of the box; a second set's come after the first's, kind by kind (DO-31).

    >>> len(deck(1, True)), len(deck(1, False)), len(deck(2, True))
    (63, 52, 126)
    """
    suits = SUITS + SECOND_SUITS * (sets - 1)
    wood = tuple(f"{suit}{number}" for suit in suits for number in NUMBERS)
    return wood + tuple(name for kind in POWERS for name in _advantages(kind, sets) if advantages)


@cache
def pieces(length: Length, sets: int) -> tuple[PieceId, ...]:
    """The pieces of one length, lowest first.

    >>> pieces("long", 1)[0], pieces("long", 1)[-1]
    ('l1', 'l20')
    """
    return tuple(f"{length[0]}{i + 1}" for i in range(sets * box().pieces[length]))


ORDER: Final = {
    name: place
    for place, name in enumerate(sorted(deck(2, True), key=lambda c: WOOD[c].number if c in WOOD else 99))
}
"""The place of a card in a sorted hand: wood by number, then suit; advantages last."""
LENGTH_OF: Final[dict[PieceId, Length]] = {name: kind for kind in LENGTHS for name in pieces(kind, 2)}
"""How long a piece is."""
BIT: Final[dict[PieceId, int]] = {name: 1 << place for place, name in enumerate(LENGTH_OF)}
"""A set of pieces is the sum of their bits: lower numbers have lower bits."""
PIECE: Final[dict[int, PieceId]] = {bit: name for name, bit in BIT.items()}


@cache
def bits(length: Length, sets: int) -> int:
    """All the pieces of one length, as a set."""
    return sum(BIT[name] for name in pieces(length, sets))
