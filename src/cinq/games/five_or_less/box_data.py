"""What the page needs of the box of 5 ou Moins: the cards with a power (OM-9 to OM-12)."""

from typing import Literal, TypeAlias

from cinq.core.game import Value
from cinq.games.five_or_less.powers import ADDS, GIVES, RENEWS, SWAPS

PowerName: TypeAlias = Literal["renew", "swap", "add", "give"]


class BoxData(Value, frozen=True):
    """The power of a card by its value."""

    powers: dict[int, PowerName]


BOX_DATA = BoxData({RENEWS: "renew", SWAPS: "swap", ADDS: "add", GIVES: "give"})
