"""5 Millimètres, compiled: what a seat sees."""

from __future__ import annotations

from typing import Final

from cinq.fast.compiled import Ints, inlined, jit
from cinq.fast.five_millimetres.row import (
    EIGHT,
    HAND,
    HELD,
    HIGH,
    LAST_OBSERVED,
    LEADER,
    LENGTHS,
    LOOKED,
    MANITOU,
    MONEY,
    PASSED,
    PHASE,
    STAND,
    TO_SPEAK,
)
from cinq.fast.five_millimetres.rules import length_of, look_of
from cinq.fast.kernel import PLAYERS
from cinq.fast.seats import places_after

# ---------------------------------------------------------------- what a seat sees

SEEN: Final = 8 + EIGHT
"""Phase, auction, stand, and the steps of the viewer's own sticks; then so many numbers of each seat."""
OF_A_SEAT: Final = 3 + EIGHT


def observation_size(players: int) -> int:
    """The viewer comes first; looks are in hundredths of a millimetre, 0 where there is none."""
    return SEEN + OF_A_SEAT * players


@jit
def observe(s: Ints, seat: int, out: Ints) -> None:
    """The track, the sticks as they look to this seat, the steps between its own, and the auction."""
    players, stand = s[PLAYERS], s[STAND]
    out[0] = s[PHASE]
    out[1] = places_after(seat, s[MANITOU], players)
    out[2] = players
    out[3] = stand >= 0
    out[4] = seen_look(s, seat, stand) if stand >= 0 else 0
    out[5] = s[HIGH]
    out[6] = places_after(seat, s[LEADER], players)
    out[7] = places_after(seat, s[TO_SPEAK], players) if stand >= 0 else -1
    _observe_steps(s, seat, out)
    other = seat
    for place in range(players):
        _observe_seat(s, seat, other, out, SEEN + OF_A_SEAT * place)
        other = other + 1 if other + 1 < players else 0


@inlined
def seen_look(s: Ints, seat: int, stick: int) -> int:
    """How long a stick looks from that seat; nothing before the look (MM-4)."""
    if stick >= s[LOOKED]:
        return 0
    return max(-LAST_OBSERVED, min(LAST_OBSERVED, look_of(s, seat, stick) // 10))


@inlined
def _observe_steps(s: Ints, seat: int, out: Ints) -> None:
    """How far each of one's own sticks is above the shortest; -1 where there is none."""
    held, sticks, shortest = s[HELD + seat], s[HAND + seat], LENGTHS
    for place in range(held):
        shortest = min(shortest, length_of(s, sticks >> 6 * place & 63))
    for place in range(EIGHT):
        out[8 + place] = length_of(s, sticks >> 6 * place & 63) - shortest if place < held else -1


@inlined
def _observe_seat(s: Ints, seat: int, other: int, out: Ints, at: int) -> None:
    """Space on the track, whether they have passed, sticks, and how long these look to the viewer."""
    held, sticks = s[HELD + other], s[HAND + other]
    out[at] = s[MONEY + other]
    out[at + 1] = s[PASSED] >> other & 1
    out[at + 2] = held
    for place in range(EIGHT):
        out[at + 3 + place] = seen_look(s, seat, sticks >> 6 * place & 63) if place < held else 0
