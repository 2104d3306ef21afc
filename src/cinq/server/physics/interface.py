"""The interface of physics: whatever writes the WORLD's lines in Au doigt & à l'œil.

`live.py` simulates; `StandInPhysics` draws outcomes at random. Chance (the sight of
5 Millimètres) does not come here: the table draws it from its committed secret.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import SystemRandom
from typing import Protocol

from cinq.core.game import WORLD, Action, AnyGame, Seat, Value
from cinq.games import live_facts
from cinq.server.wire import Hand, Lay, Spot
from cinq.table.events import Level


class PhysicsRequest(Value, frozen=True):
    """What physics needs to answer: the table, the game and its state."""

    room: str
    game: AnyGame
    state: Value
    bots: dict[Seat, Level]
    """The bots' seats and levels: physics moves a bot's hand itself."""
    firm_spots: bool = False
    """Whether the list of spots has firm ones only, as in a lesson, where a steady hand must succeed."""


class Answer(Value, frozen=True):
    """The WORLD's line, and the recording of a fall (see physics/frames.py; empty if nothing fell)."""

    action: Action
    fall: bytes = b""


class PhysicsSource(Protocol):
    """Simulated physics, or a stand-in for it."""

    async def answer(self, request: PhysicsRequest, show: Callable[[bytes], None]) -> Answer:
        """Wait for the line that the WORLD owes, as long as a person's hand takes; `show` sends frames."""

    def hand(self, room: str, seat: Seat, hand: Hand) -> None:
        """Move a person's hand."""

    async def spots(self, room: str, seat: Seat) -> tuple[Spot, ...]:
        """Places where this seat could lay the piece it holds, from the lowest up."""

    def lay(self, room: str, seat: Seat, lay: Lay) -> None:
        """Lay the piece on one of those spots, missed by as much as the message says."""

    def let_go(self, room: str, seat: Seat) -> None:
        """Release the piece where it is: the seat's clock has run out."""

    def substitute(self, room: str, bots: dict[Seat, Level]) -> None:
        """Let a bot's hand lay the piece of a person for whom a bot plays now."""

    def keyframe(self, room: str) -> bytes | None:
        """The last frame that shows everything, for a new viewer; None if there is none."""

    def leave(self, room: str) -> None:
        """Drop the structure of a room that is closed; the log has its poses."""

    async def close(self) -> None:
        """Stop."""


def stand_in_answer(request: PhysicsRequest) -> Answer:
    """The line the world owes, drawn by the stand-in that the game's `live.py` names."""
    stand_in = live_facts(request.game.NAME).stand_in
    action = stand_in and stand_in(request.game, request.state, WORLD, SystemRandom())
    assert action, f"the live.py of {request.game.NAME} names no stand-in for the world"
    return Answer(action)


class StandInPhysics:
    """Draws what a placement did at random, at once: for tests and for servers without physics."""

    def __init__(self, seconds: float = 0.0) -> None:
        self._seconds = seconds

    async def answer(self, request: PhysicsRequest, show: Callable[[bytes], None]) -> Answer:
        await asyncio.sleep(self._seconds)
        return stand_in_answer(request)

    def hand(self, room: str, seat: Seat, hand: Hand) -> None:
        """Ignored."""

    async def spots(self, room: str, seat: Seat) -> tuple[Spot, ...]:
        """No places."""
        return ()

    def lay(self, room: str, seat: Seat, lay: Lay) -> None:
        """Ignored."""

    def let_go(self, room: str, seat: Seat) -> None:
        """Nothing is held."""

    def substitute(self, room: str, bots: dict[Seat, Level]) -> None:
        """Nothing is held."""

    def keyframe(self, room: str) -> bytes | None:
        """No frame."""
        return None

    def leave(self, room: str) -> None:
        """Nothing to drop."""

    async def close(self) -> None:
        """Nothing to stop."""
