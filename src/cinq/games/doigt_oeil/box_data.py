"""What the page needs of the box of Au doigt & à l'œil: wood cards and advantages."""

from cinq.core.game import Value
from cinq.games.doigt_oeil.components import POWERS, SUITS, WOOD, Card, CardId, Power


class BoxData(Value, frozen=True):
    """The first set's suits, every wood card by its name, and the kinds of advantage cards."""

    suits: str
    wood: dict[CardId, Card]
    powers: tuple[Power, ...]


BOX_DATA = BoxData(SUITS, WOOD, POWERS)
