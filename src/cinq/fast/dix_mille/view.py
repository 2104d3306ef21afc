"""Dix Mille, compiled: what a seat sees."""

from __future__ import annotations

from typing import Final

from cinq.fast.compiled import Ints, inlined, jit
from cinq.fast.dix_mille.row import (
    ANNOUNCED,
    CONTENDERS,
    ENTERED,
    FACES,
    FALLS,
    FIRST,
    LAST_DICE,
    LAST_INDEX,
    LAST_TURNED,
    LEFT,
    OFFER_DICE,
    OFFER_POINTS,
    PHASE,
    POINTS,
    ROLLING,
    SCORES,
    SEAT,
    TARGET,
    TURN,
    WAYS,
    WINNERS,
    WORTH,
    ZEROS,
)
from cinq.fast.dix_mille.rules import best_total, can_bank
from cinq.fast.kernel import PLAYERS
from cinq.fast.seats import places_after

# ---------------------------------------------------------------- what a seat sees

SEEN: Final = 18
"""Numbers in an observation before those of each seat; points are in fifties throughout."""
OF_A_SEAT: Final = 4


def observation_size(players: int) -> int:
    """Hand, offer, last throw; then score, entry, zeros and opening of each seat, the viewer's own first."""
    return SEEN + OF_A_SEAT * players


@jit
def observe(s: Ints, seat: int, out: Ints) -> None:
    """What the view shows: all of it, for nothing is hidden."""
    players, phase = s[PLAYERS], s[PHASE]
    playing = (phase == TURN) | (phase == ROLLING)
    out[0] = TURN if playing else phase
    out[1] = places_after(seat, s[FIRST], players)
    out[2] = places_after(seat, s[SEAT], players) if playing else -1
    out[3] = s[POINTS] // 50 if playing else 0
    out[4] = s[LEFT] if playing else 0
    out[5] = can_bank(s)
    out[6] = s[ANNOUNCED] if playing else 0
    out[7] = s[OFFER_POINTS] // 50
    out[8] = s[OFFER_DICE]
    out[9] = best_total(s) >= s[TARGET]
    _observe_throw(s, out)
    observer = seat
    for place in range(players):
        at = SEEN + OF_A_SEAT * place
        out[at] = s[SCORES + observer] // 50
        out[at + 1] = s[ENTERED] >> observer & 1
        out[at + 2] = s[ZEROS] >> 2 * observer & 3
        out[at + 3] = s[CONTENDERS] >> observer & 1
        observer = observer + 1 if observer + 1 < players else 0


@inlined
def _observe_throw(s: Ints, out: Ints) -> None:
    """Faces as they fell, whether they were turned over, points, and the set of winning dice."""
    dice, index = s[LAST_DICE], s[LAST_INDEX]
    counted = FALLS[dice] + (WAYS[dice] - 1 - index if s[LAST_TURNED] else index)
    faces = FACES[FALLS[dice] + index + 1] if dice else 0
    out[10] = faces & 7
    out[11] = faces >> 3 & 7
    out[12] = faces >> 6 & 7
    out[13] = faces >> 9 & 7
    out[14] = faces >> 12
    out[15] = s[LAST_TURNED]
    out[16] = (WORTH[counted] >> 3) // 50 if dice else 0
    out[17] = WINNERS[counted] if dice else 0
