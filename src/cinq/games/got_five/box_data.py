"""What the page needs of the box of Got Five!: the tiles as they are printed (GF-15)."""

from cinq.core.game import Value
from cinq.games.got_five.components import BOX, COLOURS, TILES, Colour


class Tile(Value, frozen=True):
    """One tile."""

    colour: Colour
    dots: int


class BoxData(Value, frozen=True):
    """The colours in their order, and the tiles from number 1 on."""

    colours: tuple[Colour, ...]
    tiles: tuple[Tile, ...]


BOX_DATA = BoxData(COLOURS, tuple(Tile(BOX.colour[n], BOX.dots[n]) for n in range(1, TILES + 1)))
