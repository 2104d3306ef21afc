"""Got Five! in OpenSpiel's integers: tiles are drawn one by one, an announcement is five codes."""

from __future__ import annotations

from functools import cache
from typing import cast

from cinq.adapters.openspiel.encoding import Codes, Encoding, Menu, Odds, ascending, even
from cinq.core.game import Action, AnyGame, Seat
from cinq.games import got_five
from cinq.games.got_five import rules as gf
from cinq.games.got_five.components import BOX, COLOURS, TILES

PASS = len(COLOURS)
QUESTION = PASS + 1
ANNOUNCE = QUESTION + TILES * (1 + gf.SLOTS)
NUMBER = ANNOUNCE + 1
PILES = tuple(tuple(n - 1 for n in sorted(BOX.of[colour])) for colour in COLOURS)
"""The codes of the tiles of each colour."""


@cache
def code_of(action: Action) -> int:
    """The code of a listed action."""
    match action:
        case gf.Reveal(colour):
            return COLOURS.index(colour)
        case gf.Rank(tile):
            return QUESTION + (1 + gf.SLOTS) * (tile - 1)
        case gf.Compare(tile, slot):
            return QUESTION + (1 + gf.SLOTS) * (tile - 1) + 1 + slot
    return PASS


def menu(s: gf.State, seat: Seat, draft: Codes) -> Menu:
    """What a seat may choose, after the codes that it has chosen of this action."""
    if draft:
        return next_numbers(tuple(code - NUMBER + 1 for code in draft[1:]))
    listed: dict[int, Action | None] = {code_of(action): action for action in gf.legal(s, seat)}
    if s.phase == gf.ASK:  # tiles lie in the order in which they were revealed
        listed = ascending(listed)
    if gf.open_choices(s, seat):
        listed[ANNOUNCE] = None
    return listed


def next_numbers(said: tuple[int, ...]) -> Menu:
    """The next number of an announcement: above the last, with room for those that follow (GF-10)."""
    follow = gf.SLOTS - len(said) - 1
    numbers = range((said[-1] if said else 0) + 1, TILES - follow + 1)
    if follow:
        return dict.fromkeys(range(NUMBER + numbers.start - 1, NUMBER + numbers.stop - 1))
    return {NUMBER + n - 1: gf.Announce((*said, n)) for n in numbers}


def odds(s: gf.State, drawn: Codes) -> Odds:
    """Colour after colour: a tile for each rack and one for the middle; then who starts."""
    if s.wanted is not None:
        return [] if drawn else even([n - 1 for n in sorted(s.reserve[gf.PLACE[s.wanted]])])
    each = len(s.racks) + 1
    if len(drawn) < each * len(COLOURS):
        colour = len(drawn) // each
        used = drawn[colour * each :]
        return even([code for code in PILES[colour] if code not in used])
    return even(range(len(s.racks))) if len(drawn) == each * len(COLOURS) else []


def line(s: gf.State, drawn: Codes) -> Action:
    """The line that consists of these pieces."""
    if s.wanted is not None:
        return gf.Tile(drawn[0] + 1)
    each, tiles = len(s.racks) + 1, tuple(code + 1 for code in drawn[:-1])
    *racks, laid = (tiles[place::each] for place in range(each))
    return gf.Deal(tuple(racks), laid, drawn[-1])


ENCODING = Encoding(
    game=cast(AnyGame, got_five),
    parameters={},
    options=lambda _: gf.Options(),
    menu=menu,
    codes=NUMBER + TILES,
    odds=odds,
    line=line,
    outcomes=TILES,
    draws=len(COLOURS) * (gf.PLAYERS[-1] + 1) + 1,
    max_moves=1_000,
    draft=gf.SLOTS,
)
