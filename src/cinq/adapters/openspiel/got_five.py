"""Got Five! in OpenSpiel's integers: tiles are drawn one by one, an announcement is five codes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import cast

from cinq.adapters.openspiel.encoding import Codes, Encoding, Odds, even
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


_QUESTIONS = {
    n: (gf.Rank(n), *(gf.Compare(n, slot) for slot in range(gf.SLOTS))) for n in range(1, TILES + 1)
}
ACTIONS: tuple[Action, ...] = (
    *map(gf.Reveal, COLOURS),
    gf.Pass(),
    *chain.from_iterable(_QUESTIONS.values()),
)
"""The actions of all codes below ANNOUNCE."""
_ABOUT = {tile: tuple(map(ACTIONS.index, asked)) for tile, asked in _QUESTIONS.items()}
"""The codes of the questions about a tile."""


def listed(s: gf.State, seat: Seat, draft: Codes) -> Sequence[int]:
    """What a seat may choose, after the codes that it has chosen of this action."""
    if draft:  # the next number is above the last, with room for those that follow (GF-10)
        return range(draft[-1] + 1, NUMBER + TILES - gf.SLOTS + len(draft))
    if seat != s.turn:
        return (ANNOUNCE,)
    if s.phase == gf.REVEAL:
        return [*(colour for colour, pile in enumerate(s.reserve) if pile), ANNOUNCE]
    questions = chain.from_iterable(map(_ABOUT.__getitem__, sorted(s.open)))
    return [*questions, ANNOUNCE] if s.open else (PASS, ANNOUNCE)


def action(s: gf.State, seat: Seat, draft: Codes, code: int) -> Action | None:
    """The action that a code completes: five numbers make an announcement."""
    if code < ANNOUNCE:
        return ACTIONS[code]
    if len(draft) < gf.SLOTS:
        return None
    return gf.Announce(tuple(number - NUMBER + 1 for number in (*draft[1:], code)))


def pieces(s: gf.State) -> int:
    """A tile; or a deal: colour after colour a tile for each rack and one for the middle, then who starts."""
    return 1 if s.wanted is not None else (len(s.racks) + 1) * len(COLOURS) + 1


def odds(s: gf.State, drawn: Codes) -> Odds:
    """The tiles that are left, or who starts."""
    if s.wanted is not None:
        return even([n - 1 for n in s.reserve[gf.PLACE[s.wanted]]])
    colour, used = divmod(len(drawn), len(s.racks) + 1)
    if colour == len(COLOURS):
        return even(range(len(s.racks)))
    gone = drawn[len(drawn) - used :]
    return even([code for code in PILES[colour] if code not in gone])


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
    listed=listed,
    action=action,
    codes=NUMBER + TILES,
    pieces=pieces,
    odds=odds,
    line=line,
    outcomes=TILES,
    draws=len(COLOURS) * (gf.PLAYERS[-1] + 1) + 1,
    max_moves=1_000,
    draft=gf.SLOTS,
)
