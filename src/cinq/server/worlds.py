"""Who answers when the game waits for something physical: the WORLD of Au doigt & à l'œil.

A small interface, so that physics can be plugged in; until then a stand-in draws what a
placement did. What is chance (the sight of 5 Millimètres) never comes here: the table
draws it from what was promised.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import SystemRandom
from typing import Protocol

from cinq.core.game import Action, AnyGame, Seat, Value
from cinq.server.wire import Hand, Lay, Spot
from cinq.table.events import Level


class Stage(Value, frozen=True):
    """What a world must know to answer: which table, which game, and where it stands."""

    room: str
    game: AnyGame
    state: Value
    bots: dict[Seat, Level]
    """The seats bots play for, with their levels: a bot has a hand too."""


class Answer(Value, frozen=True):
    """The line the world owed, and what a fall looked like (see world/stream.py; empty if nothing fell)."""

    action: Action
    fall: bytes = b""


class WorldSource(Protocol):
    """Physics, or a stand-in for it."""

    async def answer(self, stage: Stage, show: Callable[[bytes], None]) -> Answer:
        """The line the world owes. May take as long as a person's hand; `show` streams frames to all."""

    def hand(self, room: str, seat: Seat, hand: Hand) -> None:
        """A person's hand moved."""

    async def spots(self, room: str, seat: Seat) -> tuple[Spot, ...]:
        """Where this seat could lay the piece it holds, the firmest first."""

    def lay(self, room: str, seat: Seat, lay: Lay) -> None:
        """A person chose one of those spots, and how steadily."""

    def look(self, room: str) -> bytes | None:
        """A frame with everything, for one who has just come."""

    def leave(self, room: str) -> None:
        """The room is empty: forget its structure (the log has its poses)."""

    async def close(self) -> None:
        """Stop."""


class StandIn:
    """A world that draws what a placement did, at once: for tests and for servers without physics."""

    def __init__(self, seconds: float = 0.0) -> None:
        self._seconds = seconds
        self._random = SystemRandom()

    async def answer(self, stage: Stage, show: Callable[[bytes], None]) -> Answer:
        from cinq.world.stand_in import stand_in

        await asyncio.sleep(self._seconds)
        return Answer(stand_in(stage.game, stage.state, "world", self._random))

    def hand(self, room: str, seat: Seat, hand: Hand) -> None:
        """It has no use for hands."""

    async def spots(self, room: str, seat: Seat) -> tuple[Spot, ...]:
        """It knows no places."""
        return ()

    def lay(self, room: str, seat: Seat, lay: Lay) -> None:
        """It has no use for spots."""

    def look(self, room: str) -> bytes | None:
        """It has nothing to show."""
        return None

    def leave(self, room: str) -> None:
        """It remembers nothing."""

    async def close(self) -> None:
        """Nothing runs."""
