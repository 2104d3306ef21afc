"""Seats in compiled code: observations name other seats by how they sit after the viewer."""

from __future__ import annotations

from typing import Final

from cinq.fast.compiled import inlined

NOBODY: Final = -1


@inlined
def places_after(seat: int, other: int, players: int) -> int:
    """How many places after a seat another sits; -1 for nobody."""
    if other < 0:
        return NOBODY
    return other - seat if other >= seat else other - seat + players
