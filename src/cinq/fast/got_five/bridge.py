"""Got Five!, compiled: its bridge to the rules, in plain Python."""

from __future__ import annotations

from math import comb
from typing import Final

import numpy as np

from cinq.core.chance import Random
from cinq.core.game import Result, Seat
from cinq.fast.got_five.row import (
    ALIVE,
    ANNOUNCE,
    ASSISTED,
    CLUES,
    CODES,
    LAID,
    NAMED_FIRST,
    NOTCHES,
    NUMBER,
    OPEN,
    OPEN_MOST,
    OPEN_SIZE,
    OUTCOME,
    PASS,
    PASSED,
    PHASE,
    QUESTION,
    QUESTIONS,
    RACKS,
    RANKED,
    RESERVE,
    RESULT,
    SAID,
    SEATS,
    SLOTS,
    TURN,
    WANTED,
    WIDTH,
    numbers_of,
)
from cinq.fast.got_five.rules import IS_LAID
from cinq.fast.kernel import PLAYERS, Observation, Words
from cinq.games.got_five import rules
from cinq.games.got_five.components import COLOURS, TILES, Colour
from cinq.games.got_five.rules import Announce, Compare, Deal, Options, Pass, Rack, Rank, Reveal, State, Tile
from cinq.games.got_five.view import View

# ---------------------------------------------------------------- the bridge to the rules

_PHASES: Final = (rules.DEAL, rules.REVEAL, rules.ASK, rules.OVER)


def any_options(players: int, rng: Random) -> Options:
    """A lot or a seat that starts; notes of both kinds."""
    first = int(rng.random() * (players + 1)) - 1
    return Options(None if first < 0 else first, "assisted" if rng.random() < 0.5 else "manual")


def options_of(options: Options) -> tuple[int, ...]:
    """Who starts or -1, and whether notes are assisted."""
    return -1 if options.first is None else options.first, int(options.notes == "assisted")


def encode(action: rules.Move, s: Words, seat: Seat) -> int:
    """The code of a seat's action. ValueError for numbers that are on no tile or not ascending."""
    match action:
        case Reveal(colour):
            return COLOURS.index(colour)
        case Rank(tile):
            return QUESTION + QUESTIONS * (_tile(tile) - 1)
        case Compare(tile, slot) if 0 <= slot < SLOTS:
            return QUESTION + QUESTIONS * (_tile(tile) - 1) + 1 + slot
        case Pass():
            return PASS
        case Announce(numbers) if len(numbers) == SLOTS and list(numbers) == sorted({*map(_tile, numbers)}):
            return ANNOUNCE + sum(comb(n - 1, place + 1) for place, n in enumerate(numbers))
    raise ValueError(f"{action} has no code")


def _tile(number: int) -> int:
    if not 1 <= number <= TILES:
        raise ValueError(f"there is no tile {number}")
    return number


def decode(code: int, s: Words, seat: Seat) -> rules.Move:
    """The seat's action of a code."""
    if code >= ANNOUNCE:
        if code >= CODES:
            raise ValueError(f"there is no action {code}")
        return Announce(_unpacked(numbers_of(code - ANNOUNCE)))
    if code < PASS:
        return Reveal(COLOURS[code])
    if code == PASS:
        return Pass()
    tile, question = divmod(code - QUESTION, QUESTIONS)
    return Compare(tile + 1, question - 1) if question else Rank(tile + 1)


def _packed(numbers: tuple[int, ...]) -> int:
    return sum(n << 6 * place for place, n in enumerate(numbers))


def _unpacked(word: int) -> tuple[int, ...]:
    return tuple(int(word) >> 6 * place & NUMBER for place in range(SLOTS))


def encode_outcome(action: rules.Move, s: Words) -> Words:
    """A tile, or a deal. ValueError for a deal of another shape or of numbers that are on no tile."""
    outcome = np.zeros(OUTCOME, np.int64)
    if isinstance(action, Tile):
        outcome[0] = action.number
        return outcome
    assert isinstance(action, Deal)
    if any(len(tiles) != SLOTS for tiles in (*action.racks, action.open)):
        raise ValueError(f"{SLOTS} tiles for every rack and for the middle")
    outcome[0] = -1 if action.first is None else action.first
    outcome[1 : 1 + len(action.racks)] = [_packed(tuple(map(_tile, rack))) for rack in action.racks]
    outcome[1 + SEATS] = _packed(tuple(map(_tile, action.open)))
    return outcome


def decode_outcome(outcome: Words, s: Words) -> rules.Move:
    """A tile if one is owed, else a deal."""
    if s[WANTED]:
        return Tile(int(outcome[0]))
    racks = tuple(map(_unpacked, outcome[1 : 1 + int(s[PLAYERS])]))
    return Deal(racks, _unpacked(outcome[1 + SEATS]), None if outcome[0] < 0 else int(outcome[0]))


def _seats(seats: tuple[Seat, ...]) -> int:
    return sum(1 << seat for seat in seats)


def project(state: State) -> Words:
    """The row of a state."""
    s = np.zeros(WIDTH, np.int64)
    s[PLAYERS] = len(state.racks)
    s[NAMED_FIRST : ASSISTED + 1] = options_of(state.options)
    s[PHASE], s[TURN], s[WANTED] = _PHASES.index(state.phase), state.turn, _hue(state.wanted)
    s[OPEN], s[OPEN_SIZE] = _packed(state.open), len(state.open)
    s[RESERVE] = sum(1 << RANKED.index(n) for pile in state.reserve for n in pile)
    s[ALIVE], s[PASSED] = _seats(state.alive), _seats(state.passed)
    for seat, rack in enumerate(state.racks):
        s[RACKS + seat] = _packed(rack.numbers)
        s[SAID + seat] = _packed(state.said[seat] or ())
        _project_clues(rack, seat, s)
    return s


def _project_clues(rack: Rack, seat: Seat, s: Words) -> None:
    for place, tiles in enumerate(rack.notches):
        for order, tile in enumerate(tiles):
            s[LAID + tile] = order << 7 | IS_LAID | seat << 4 | place
    for slot, compared in enumerate(rack.compared):
        for order, clue in enumerate(compared):
            kind = NOTCHES + slot + SLOTS * clue.same
            s[LAID + clue.tile] = order << 7 | IS_LAID | seat << 4 | kind
    laid = (*rack.notches, *rack.compared)
    s[CLUES + seat] = sum(len(tiles) << 5 * place for place, tiles in enumerate(laid))


def _hue(colour: Colour | None) -> int:
    return 0 if colour is None else 1 + COLOURS.index(colour)


def project_view(view: View, seat: Seat, players: int) -> Observation:
    """The observation that follows from a view."""
    around = [(seat + place) % players for place in range(players)]
    reserve = view.reserve
    seen = [
        _PHASES.index(view.phase),
        -1 if view.turn is None else around.index(view.turn),
        _hue(view.wanted),
        *_filled(view.open, OPEN_MOST),
        *(reserve.green, reserve.pink, reserve.blue, reserve.red, reserve.orange),
    ]
    places = [0] * (TILES + 1)
    for other, owner in enumerate(around):
        rack, right = view.racks[owner], view.announced[owner]
        seen += [int(view.alive[owner]), 0 if right is None else 1 + right]
        seen += _filled(view.said[owner] or (), SLOTS)
        seen += _filled(tuple(map(_hue, rack.colours)), SLOTS)
        seen += _filled(rack.numbers or (), SLOTS)
        for notch, tiles in enumerate(rack.notches):
            for tile in tiles:
                places[tile] = 1 + 16 * other + notch
        for slot, compared in enumerate(rack.compared):
            for clue in compared:
                places[clue.tile] = 1 + 16 * other + NOTCHES + slot + SLOTS * clue.same
    return np.array(seen + places[1:], np.int16)


def _filled(numbers: tuple[int, ...], places: int) -> list[int]:
    return [*numbers, *[0] * (places - len(numbers))]


def project_result(result: Result) -> Words:
    """The winners; Got Five! counts no points."""
    out = np.zeros(RESULT, np.int64)
    out[0] = _seats(result.winners)
    return out
