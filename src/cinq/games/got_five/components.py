"""The tiles of Got Five!, read once from `tiles.toml`, which a person with the box may edit.

Owns what is printed on the tiles and on the note sheet (GF-15): each number's colour
and dots. Reading that file is the only I/O of this game.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Final, Literal, TypeAlias, get_args

import msgspec

from cinq.core.game import Value

Colour: TypeAlias = Literal["green", "pink", "blue", "red", "orange"]
COLOURS: Final[tuple[Colour, ...]] = get_args(Colour)
"""In the order of every list by colour."""
TILES: Final = 60
PER_COLOUR: Final = 12
DOTS: Final = (1, 2, 3)


class Tiles(Value, frozen=True):
    """What is printed on the tiles, by number and by colour."""

    colour: Mapping[int, Colour]
    dots: Mapping[int, int]
    of: Mapping[Colour, tuple[int, ...]]
    """The numbers of a colour, ascending."""


def read(text: str) -> Tiles:
    """The tiles described by a text. ValueError says what is wrong with it."""
    try:
        rows = msgspec.convert(tomllib.loads(text), dict[Colour, dict[str, list[int]]])
        colour, dots = _printed(rows)
    except (msgspec.ValidationError, ValueError) as error:
        raise ValueError(f"tiles.toml: {error}") from None
    return Tiles(colour, dots, {c: tuple(n for n in colour if colour[n] == c) for c in COLOURS})


def _printed(rows: Mapping[Colour, Mapping[str, list[int]]]) -> tuple[dict[int, Colour], dict[int, int]]:
    """Colour and dots of every number, ascending: 60 tiles, 12 of each of five colours."""
    listed = [
        (n, colour, _dots(dots)) for colour, row in rows.items() for dots, ns in row.items() for n in ns
    ]
    numbers = sorted(n for n, _, _ in listed)
    if numbers != list(range(1, TILES + 1)):
        odd = [n for n in {*numbers, *range(1, TILES + 1)} if numbers.count(n) != 1 or not 1 <= n <= TILES]
        raise ValueError(
            f"every number from 1 to {TILES} stands once; look at {', '.join(map(str, sorted(odd)))}"
        )
    for colour in COLOURS:
        if (count := sum(c == colour for _, c, _ in listed)) != PER_COLOUR:
            raise ValueError(f"there are {PER_COLOUR} {colour} tiles, not {count}")
    listed.sort()
    return {n: colour for n, colour, _ in listed}, {n: dots for n, _, dots in listed}


def _dots(key: str) -> int:
    if key not in map(str, DOTS):
        raise ValueError(f"a tile has 1, 2 or 3 dots, not {key}")
    return int(key)


BOX: Final = read(files(__package__).joinpath("tiles.toml").read_text("utf-8"))
"""The tiles of this box."""
