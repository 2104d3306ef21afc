"""A learner's websocket: the lesson of Au doigt & à l'œil moves real wood without a table.

Decodes and limits what comes; the exercises are `physics/practice.py`.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from typing import TYPE_CHECKING

import msgspec

from cinq.server import wire
from cinq.server.rooms.rate_limits import TokenBucket
from cinq.server.rooms.registry import RoomRegistry
from cinq.server.rooms.viewers import TOO_SLOW
from cinq.server.websocket.viewer import SocketViewer
from cinq.server.wire.practice import FromLearner, Practise, from_learner

if TYPE_CHECKING:
    from cinq.server.physics.practice import Practice
    from cinq.server.websocket.connection import ConnectionLimits

logger = logging.getLogger("cinq.practice")
PATH = "/api/practice"
LEARNERS = 24
"""Learners whose wood is simulated at a time, in all."""
LEARNERS_PER_ADDRESS = 4
OPENING = 10.0
"""Seconds that a learner has to begin the first exercise."""
EXERCISE_EVERY = 1.0
"""Seconds between the beginnings of two exercises of a learner: each costs its physics worker 6 ms."""
PATIENCE = 600.0
"""Seconds that a learner may take for one exercise, and until the next one begins."""
NOT_HERE = 4404
"""The close code of a server that simulates no wood."""


class Learners:
    """The learners of a server, in all and by address."""

    def __init__(self, registry: RoomRegistry, sockets: ConnectionLimits) -> None:
        self.registry, self._sockets = registry, sockets
        self._by_address: Counter[str] = Counter()

    def admit(self, address: str) -> bool:
        """Count one more learner; False if there are too many."""
        if self._by_address.total() >= LEARNERS or self._by_address[address] >= LEARNERS_PER_ADDRESS:
            return False
        if self._sockets.admit(address) is not None:
            return False
        self._by_address[address] += 1
        return True

    def release(self, address: str) -> None:
        """Count one learner less."""
        self._by_address -= Counter({address: 1})
        self._sockets.release(address)


class LearnerConnection:
    """One learner's websocket: satisfies `MessageHandler`."""

    def __init__(self, learners: Learners, viewer: SocketViewer) -> None:
        self._learners, self._viewer, self._registry = learners, viewer, learners.registry
        settings = self._registry.settings
        self._rate = TokenBucket(settings.messages_per_second, settings.message_burst)
        self._practice: Practice | None = None
        """The learner's wood, once they were admitted."""
        self._trying: asyncio.Task[None] | None = None
        self._asking: asyncio.Task[None] | None = None
        self._begins_at = 0.0
        """When the next exercise may begin."""
        self._idle_timer: asyncio.TimerHandle | None = None
        """Ends a connection that keeps its place without using it."""

    def opened(self) -> None:
        """Count the learner, or say why there is no wood."""
        if not self._registry.settings.physics:
            self._viewer.close(NOT_HERE, "this server simulates no wood")
        elif not self._learners.admit(self._viewer.address):
            self._viewer.close(TOO_SLOW, "too many learners", again=5.0)
        else:
            from cinq.server.physics.practice import Practice  # loads numpy: only where there is a learner

            self._practice = Practice(self._registry.physics, self._viewer.send_frame)
            self._expect_exercise(OPENING)

    def _expect_exercise(self, seconds: float) -> None:
        """End the connection unless another exercise begins in time."""
        if self._idle_timer is not None:
            self._idle_timer.cancel()
        loop = asyncio.get_running_loop()
        self._idle_timer = loop.call_later(
            seconds, self._viewer.close, 1000, "the lesson has waited long enough"
        )

    def received(self, data: str | bytes) -> None:
        """Handle one message; whoever sends nonsense or too much is disconnected."""
        if self._practice is None or self._viewer.closing is not None:
            return
        try:
            if not self._allows(data):
                raise ValueError("too much")
            self._handle(self._practice, from_learner.decode(data))
        except (msgspec.DecodeError, ValueError, RecursionError) as error:
            self._viewer.close(1008, str(error)[:100])

    def _allows(self, data: str | bytes) -> bool:
        short = len(data) <= self._registry.settings.message_bytes
        return short and self._rate.allows(self._registry.now())

    def disconnected(self) -> None:
        """Drop the wood."""
        for waiting in (self._trying, self._asking, self._idle_timer):
            if waiting is not None:
                waiting.cancel()
        if self._practice is not None:
            self._practice.leave()
            self._learners.release(self._viewer.address)

    def _handle(self, practice: Practice, message: FromLearner) -> None:
        match message:
            case wire.Hand():
                practice.hand(message)
            case wire.Lay():
                practice.lay(message)
            case wire.AskSpots():
                if self._asking is None or self._asking.done():
                    self._asking = asyncio.ensure_future(self._spots(practice))
            case Practise():
                former = self._trying
                if former is not None:
                    former.cancel()
                self._expect_exercise(PATIENCE)
                self._trying = asyncio.ensure_future(self._try(practice, message, former))

    async def _spots(self, practice: Practice) -> None:
        self._viewer.answer(wire.Spots(await practice.spots()))

    async def _try(self, practice: Practice, message: Practise, former: asyncio.Task[None] | None) -> None:
        """Begin an exercise, once the cancelled one before has ended and its time has come."""
        if former is not None:
            await asyncio.wait([former])
        await asyncio.sleep(self._begins_at - asyncio.get_running_loop().time())
        self._begins_at = asyncio.get_running_loop().time() + EXERCISE_EVERY
        try:
            self._viewer.send(wire.encode(await practice.practise(message.exercise)))
        except Exception:
            logger.exception("an exercise failed")
            self._viewer.close(1011, "the wood failed", again=1.0)
