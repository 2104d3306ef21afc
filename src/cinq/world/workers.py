"""Physics in worker processes, as an asyncio table sees it.

Owns the processes, which scene lives where, and what must be remembered to set a scene up again when its
worker dies: where it last rested and which piece was in hand. Knows no rules and never simulates itself.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import count
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from types import TracebackType
from typing import TypeVar

from msgspec.structs import replace

from cinq.core.game import Value
from cinq.world.hands import Hands, sane
from cinq.world.physics import Target
from cinq.world.planner import Level, Spot
from cinq.world.verdict import Placement, Wanted
from cinq.world.wood import Pose, Poses
from cinq.world.workshop import (
    Clear,
    Failed,
    Judged,
    Look,
    Move,
    Open,
    Orders,
    Play,
    Posed,
    Release,
    Reports,
    Shown,
    Shut,
    Take,
    encode,
    report,
    run,
)

SILENCE = 15.0  # seconds without a sign of life before a worker is given up
BREATH = 3.0  # seconds before a worker that dies young is started again
LOG = logging.getLogger(__name__)
Answer = TypeVar("Answer", bound=Reports)


class Interrupted(Exception):
    """The worker died or the scene broke: all is as it last rested, and a person's piece is in hand again."""


class Refused(Interrupted):
    """The order made no sense now; nothing has changed, unless the scene itself broke."""


class Outcome(Value, frozen=True):
    """A verdict, the bases that are left, and what a fall looked like (frames, see `stream.frames`)."""

    placement: Placement
    bases: tuple[str, ...]
    trajectory: bytes


class PhysicsPool:
    """Scenes by name, spread over at most one process a core; `show(scene, frame)` gets the live frames."""

    def __init__(self, show: Callable[[str, bytes], None], workers: int | None = None) -> None:
        cores = os.cpu_count() or 1
        self._show = show
        self._count = max(1, min(cores, workers or cores))
        self._workers: list[_Worker] = []
        self._homes: dict[str, _Worker] = {}
        self._watch: asyncio.Task[None] | None = None

    async def __aenter__(self) -> PhysicsPool:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def start(self) -> None:
        """Start the processes."""
        self._workers = [_Worker(self._show) for _ in range(self._count)]
        self._watch = asyncio.create_task(self._watching())

    async def close(self) -> None:
        """End the processes."""
        if self._watch:
            self._watch.cancel()
        for worker in self._workers:
            worker.stop()
        self._workers, self._homes = [], {}

    async def open(self, scene: str, poses: Poses, bases: Iterable[str]) -> None:
        """Set a structure up in the least busy worker; opening it again replaces it."""
        home = self._homes.get(scene) or min(self._workers, key=lambda worker: len(worker.rests))
        self._homes[scene] = home
        order = Open(scene, poses=dict(poses), bases=tuple(bases))
        home.rests[scene] = order
        home.takes.pop(scene, None)
        with suppress(Interrupted):  # a worker that is down sets it up when it is back
            await home.ask(order, Posed)

    async def take(
        self,
        scene: str,
        piece: str,
        hands: Hands = "both",
        tremor: float | None = None,
        seed: int = 0,
        at: Pose | None = None,
    ) -> Pose:
        """Take a piece up; where it is then held."""
        home, before = self._homes[scene], self._homes[scene].takes.get(scene)
        order = Take(scene, piece=piece, hands=hands, tremor=tremor, seed=seed, at=at)
        home.takes[scene] = order
        try:
            return (await home.ask(order, Posed)).poses[piece]
        except Refused:
            home.restore_take(scene, before)
            raise

    def hand(self, scene: str, target: Target) -> None:
        """Move the hand; no answer, and nonsense is ignored."""
        wish = sane(target)
        if wish and scene in self._homes:
            self._homes[scene].tell(Move(scene, target=wish))

    async def release(self, scene: str, wanted: Wanted) -> Outcome:
        """Let go, and wait for the verdict."""
        return _outcome(await self._homes[scene].ask(Release(scene, wanted=wanted), Judged))

    async def play(
        self,
        scene: str,
        wanted: Wanted,
        level: Level,
        hands: Hands = "right",
        seed: int = 0,
        spot: Spot | None = None,
    ) -> Outcome:
        """A bot's whole placement, or a person's who named the spot; with the tremor and aim of a level."""
        order = Play(scene, wanted=wanted, level=level, hands=hands, seed=seed, spot=spot)
        return _outcome(await self._homes[scene].ask(order, Judged))

    async def look(self, scene: str) -> bytes:
        """A keyframe for one who has just come."""
        return (await self._homes[scene].ask(Look(scene), Shown)).frame

    async def clear(self, scene: str, pieces: Iterable[str]) -> dict[str, Pose]:
        """Take pieces away; where the others rest then."""
        home = self._homes[scene]
        left = await home.ask(Clear(scene, pieces=tuple(pieces)), Posed)
        home.rests[scene] = Open(scene, poses=left.poses, bases=left.bases)
        return left.poses

    async def shut(self, scene: str) -> None:
        """Forget a scene."""
        home = self._homes.pop(scene)
        home.rests.pop(scene, None)
        home.takes.pop(scene, None)
        with suppress(Interrupted):
            await home.ask(Shut(scene), Posed)

    async def _watching(self) -> None:
        """A worker that says nothing for long is killed; the end of its pipe then brings a new one."""
        while True:
            await asyncio.sleep(1)
            now = asyncio.get_running_loop().time()
            for worker in self._workers:
                if now - worker.heard > SILENCE:
                    LOG.warning("a physics worker is silent; it is replaced")
                    worker.heard = now
                    worker.process.kill()


def _outcome(judged: Judged) -> Outcome:
    return Outcome(judged.placement, judged.bases, judged.trajectory)


class _Worker:
    """One process, its pipe, the answers awaited, and what its scenes were when they last rested."""

    process: SpawnProcess
    pipe: Connection

    def __init__(self, show: Callable[[str, bytes], None]) -> None:
        self.rests: dict[str, Open] = {}
        self.takes: dict[str, Take] = {}
        self.heard = self._born = 0.0
        self._rebirth: asyncio.TimerHandle | None = None
        self._show = show
        self._refs = count(1)
        self._awaited: dict[int, asyncio.Future[Reports]] = {}
        self._begin()

    def _begin(self) -> None:
        context, loop = multiprocessing.get_context("spawn"), asyncio.get_running_loop()
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=run, args=(theirs,), daemon=True, name="cinq-physics")
        self.process.start()
        theirs.close()
        self.heard = self._born = loop.time()
        loop.add_reader(self.pipe.fileno(), self._listen)

    def stop(self) -> None:
        """End the process and fail what is still awaited."""
        if self._rebirth:
            self._rebirth.cancel()
        if not self.pipe.closed:
            asyncio.get_running_loop().remove_reader(self.pipe.fileno())
            self.pipe.close()
        self.process.kill()
        self.process.join()
        self._give_up("the pool is closed")

    def restore_take(self, scene: str, before: Take | None) -> None:
        """Remember the piece that really is in hand."""
        self.takes.pop(scene, None)
        if before:
            self.takes[scene] = before

    async def ask(self, order: Orders, answer: type[Answer]) -> Answer:
        """Send an order and wait for its answer."""
        ref = next(self._refs)
        future: asyncio.Future[Reports] = asyncio.get_running_loop().create_future()
        self._awaited[ref] = future
        if not self.tell(replace(order, ref=ref)):
            raise Interrupted("the worker is down")
        said = await future
        if not isinstance(said, answer):
            raise Refused(said.why if isinstance(said, Failed) else repr(said))
        return said

    def tell(self, order: Orders) -> bool:
        """Send an order, if the pipe is whole; a broken one is noticed by its reader."""
        try:
            self.pipe.send_bytes(encode(order))
        except OSError:
            return False
        return True

    def _listen(self) -> None:
        try:
            while self.pipe.poll():
                self._hear(report(self.pipe.recv_bytes()))
        except (EOFError, OSError):
            self._begin_again()

    def _hear(self, said: Reports) -> None:
        self.heard = asyncio.get_running_loop().time()
        if isinstance(said, Judged):  # remembered even if nobody waits for it any more
            self.rests[said.scene] = Open(said.scene, poses=said.placement.pose, bases=said.bases)
            self.takes.pop(said.scene, None)
        future = self._awaited.pop(said.ref, None)
        if future and not future.done():
            future.set_result(said)
        elif isinstance(said, Shown):
            self._show(said.scene, said.frame)

    def _begin_again(self) -> None:
        """A dead worker: at once a new process, the second time in a row after a breath."""
        loop = asyncio.get_running_loop()
        LOG.warning("a physics worker died; its scenes are set up again")
        loop.remove_reader(self.pipe.fileno())
        self.pipe.close()
        self._give_up("the worker died")
        soon = loop.time() - self._born < BREATH
        self._rebirth = loop.call_later(BREATH if soon else 0, self._set_up_again)

    def _set_up_again(self) -> None:
        """Scenes as they last rested, pieces back in hand."""
        self._begin()
        for rest in self.rests.values():
            self.tell(rest)
        for take in self.takes.values():
            self.tell(take)

    def _give_up(self, why: str) -> None:
        awaited, self._awaited = self._awaited, {}
        for future in awaited.values():
            if not future.done():
                future.set_exception(Interrupted(why))
