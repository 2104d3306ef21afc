"""Au doigt & à l'œil, how hard a card is to lay: odds for simulations and bots, never a rule.

Owns one number for each card, which grows with what already stands. Measured: 1,400 placements of random
cards in the real physics, half by a beginner's hand and half by a regular's;
`python -m cinq.lab.wood.odds 700` fits these numbers. The rules must never use it.
"""

from __future__ import annotations

from cinq.games.doigt_oeil.components import WOOD, Card, CardId, Position

BY_POSITION: dict[Position, float] = {"flat": 0.053, "edge": 0.063, "upright": 0.085}
"""How often something falls, with both hands, both eyes, and a few pieces standing."""
ONE_EYE, ONE_HAND = 1.58, 1.10
ON_BOARD = 0.065
"""The board is level and does not shake."""
CROWD = 0.18
"""How much harder it gets for each piece that a column carries."""
CERTAIN = 0.75
"""Nothing is riskier."""


def hardness(card: Card, position: Position) -> float:
    """What a card asks for, laid in this position (DO-12)."""
    odds = BY_POSITION[position] * (ON_BOARD if card.board else 1)
    return odds * (ONE_EYE if card.closed != "none" else 1) * (ONE_HAND if card.hands != "both" else 1)


HARDNESS: dict[CardId, float] = {name: hardness(card, card.position) for name, card in WOOD.items()}
PIVOTED: dict[CardId, float] = {name: hardness(card, "flat") for name, card in WOOD.items()}
"""The same in the easiest position (DO-23)."""


def risk(card: CardId, standing: int, columns: int, pivoted: bool = False) -> float:
    """How likely something falls when this card's piece is laid where so many stand in so many columns.

    >>> round(risk("A1", 1, 1), 3), round(risk("B9", 7, 1), 3), round(risk("B9", 7, 1, pivoted=True), 3)
    (0.053, 0.307, 0.192)
    """
    crowd = 1 + CROWD * (standing / columns - 1)
    odds = (PIVOTED if pivoted else HARDNESS)[card] * crowd
    return odds if odds < CERTAIN else CERTAIN
