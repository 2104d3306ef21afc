"""A pool of physics worker processes, used from asyncio.

Owns the processes, which scene is in which process, and what is needed to set a scene up again when its
worker dies: its last resting state and the piece in hand. Knows no rules and never simulates itself.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import socket
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import count
from multiprocessing.context import SpawnProcess
from types import TracebackType
from typing import TypeVar

from msgspec.structs import replace

from cinq.core.game import Value
from cinq.physics.channel import PoolChannel
from cinq.physics.hands import Hands, clamp_target
from cinq.physics.judge import Placement, Wanted
from cinq.physics.pieces import Pose, Poses
from cinq.physics.planner import HandSkill, Spot
from cinq.physics.scene import Target
from cinq.physics.worker import (
    AnyOrder,
    AnyReport,
    CloseScene,
    Done,
    Failed,
    FrameSent,
    GetKeyframe,
    Judged,
    LayPiece,
    MoveHand,
    OpenScene,
    Release,
    RemovePieces,
    TakePiece,
    decode_report,
    encode,
    run,
)

MAX_SILENCE = 15.0  # seconds without a report before a worker is killed
MAX_START = 60.0  # the same before its first report: a busy machine takes long to import the simulator
RESTART_DELAY = 3.0  # seconds before a worker that died soon after its start is started again
LOG = logging.getLogger(__name__)
Answer = TypeVar("Answer", bound=AnyReport)


class Interrupted(Exception):
    """The answer will not come: the worker died, the scene was reset or closed.

    A scene that is still open is back in its last resting state, a person's piece in hand again.
    """


class Refused(Interrupted):
    """The worker answered `Failed`: nothing has changed, unless the scene itself raised an error."""


class UnknownScene(Refused):
    """No scene of this name is open."""


class Outcome(Value, frozen=True):
    """A placement, the bases that are left, and the trajectory of a fall (see `frames.decode_trajectory`)."""

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
        self._watchdog: asyncio.Task[None] | None = None

    async def __aenter__(self) -> PhysicsPool:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def start(self) -> None:
        """Starts the processes."""
        self._workers = [_Worker(self._show) for _ in range(self._count)]
        self._watchdog = asyncio.create_task(self._watch())

    async def close(self) -> None:
        """Ends the processes; what is still awaited raises `Interrupted`."""
        if self._watchdog:
            self._watchdog.cancel()
        for worker in self._workers:
            worker.stop()
        self._workers, self._homes = [], {}

    async def open(self, scene: str, poses: Poses, bases: Iterable[str]) -> None:
        """Sets a structure up in the worker with the fewest scenes; replaces a scene of the same name."""
        home = self._homes.get(scene) or min(self._workers, key=lambda worker: len(worker.rests))
        self._homes[scene] = home
        order = OpenScene(scene, poses=dict(poses), bases=tuple(bases))
        home.rests[scene] = order
        home.taken.pop(scene, None)
        with suppress(Interrupted):  # a worker that is being restarted sets it up when it is back
            await home.ask(order, Done)

    def close_scene(self, scene: str) -> None:
        """Forgets a scene, here and in its worker; who waits for its answers gets `Interrupted`."""
        if home := self._homes.pop(scene, None):
            home.close_scene(scene)

    async def take(
        self,
        scene: str,
        piece: str,
        hands: Hands = "both",
        tremor: float | None = None,
        seed: int = 0,
        at: Pose | None = None,
    ) -> Pose:
        """Takes a piece up; returns where it is held."""
        home = self._home(scene)
        before = home.taken.get(scene)
        order = TakePiece(scene, piece=piece, hands=hands, tremor=tremor, seed=seed, at=at)
        home.taken[scene] = order
        try:
            return (await home.ask(order, Done)).poses[piece]
        except Refused:
            home.restore_taken(scene, before)
            raise

    def hand(self, scene: str, target: Target) -> None:
        """Moves the hand; there is no answer, and a target that is no place is ignored."""
        clamped = clamp_target(target)
        if clamped and scene in self._homes:
            self._homes[scene].send(MoveHand(scene, target=clamped))

    async def release(self, scene: str, wanted: Wanted) -> Outcome:
        """Lets go, and waits until the placement is judged."""
        return _outcome(await self._home(scene).ask(Release(scene, wanted=wanted), Judged))

    async def play(
        self,
        scene: str,
        wanted: Wanted,
        skill: HandSkill,
        hands: Hands = "right",
        seed: int = 0,
        spot: Spot | None = None,
    ) -> Outcome:
        """A whole placement by the planner: on `spot`, or on one that it chooses."""
        order = LayPiece(scene, wanted=wanted, skill=skill, hands=hands, seed=seed, spot=spot)
        return _outcome(await self._home(scene).ask(order, Judged))

    async def look(self, scene: str) -> bytes:
        """A keyframe: all pieces where they are now."""
        return (await self._home(scene).ask(GetKeyframe(scene), FrameSent)).frame

    async def remove(self, scene: str, pieces: Iterable[str]) -> dict[str, Pose]:
        """Takes pieces away; returns where the others rest then."""
        home = self._home(scene)
        left = await home.ask(RemovePieces(scene, pieces=tuple(pieces)), Done)
        home.rests[scene] = OpenScene(scene, poses=left.poses, bases=left.bases)
        return left.poses

    def _home(self, scene: str) -> _Worker:
        if scene not in self._homes:
            raise UnknownScene(scene)
        return self._homes[scene]

    async def _watch(self) -> None:
        """Kills a worker that has been silent for too long; its closed channel then starts a new one."""
        while True:
            await asyncio.sleep(1)
            now = asyncio.get_running_loop().time()
            for worker in self._workers:
                if now - worker.heard_at > (MAX_SILENCE if worker.ready else MAX_START):
                    LOG.warning("a physics worker does not respond and is replaced")
                    worker.heard_at = now
                    worker.process.kill()


def _outcome(judged: Judged) -> Outcome:
    return Outcome(judged.placement, judged.bases, judged.trajectory)


class _Worker:
    """One process, its channel, the answers awaited, and the last resting state of its scenes."""

    process: SpawnProcess
    channel: PoolChannel

    def __init__(self, show: Callable[[str, bytes], None]) -> None:
        self.rests: dict[str, OpenScene] = {}
        self.taken: dict[str, TakePiece] = {}
        self.heard_at = self._started_at = 0.0
        self.ready = False
        self._restart_timer: asyncio.TimerHandle | None = None
        self._show = show
        self._refs = count(1)
        self._awaited: dict[int, tuple[str, asyncio.Future[AnyReport]]] = {}
        self._start()

    def _start(self) -> None:
        context, (ours, theirs) = multiprocessing.get_context("spawn"), socket.socketpair()
        self.process = context.Process(target=run, args=(theirs,), daemon=True, name="cinq-physics")
        self.process.start()
        theirs.close()
        self.heard_at = self._started_at = asyncio.get_running_loop().time()
        self.ready = False
        self.channel = PoolChannel(ours, self._receive, self._restart)

    def stop(self) -> None:
        """Ends the process; what is still awaited raises `Interrupted`."""
        if self._restart_timer:
            self._restart_timer.cancel()
        self.channel.close()
        self.process.kill()
        self.process.join()
        self._interrupt("the pool is closed")

    def close_scene(self, scene: str) -> None:
        """Forgets a scene, here and in the process."""
        self.rests.pop(scene, None)
        self.taken.pop(scene, None)
        self.send(CloseScene(scene))
        self._interrupt("the scene is closed", scene)

    def restore_taken(self, scene: str, before: TakePiece | None) -> None:
        """Remembers the piece that really is in hand after a refused `TakePiece`."""
        self.taken.pop(scene, None)
        if before:
            self.taken[scene] = before

    async def ask(self, order: AnyOrder, answer: type[Answer]) -> Answer:
        """Sends an order and waits for its answer."""
        ref = next(self._refs)
        future: asyncio.Future[AnyReport] = asyncio.get_running_loop().create_future()
        if not self.send(replace(order, ref=ref)):
            raise Interrupted("the worker is being restarted")
        self._awaited[ref] = order.scene, future
        report = await future
        if not isinstance(report, answer):
            raise Refused(report.why if isinstance(report, Failed) else repr(report))
        return report

    def send(self, order: AnyOrder) -> bool:
        """Sends an order; False while the worker is being restarted."""
        return self.channel.send(encode(order))

    def _receive(self, message: bytes) -> None:
        report = decode_report(message)
        self.heard_at, self.ready = asyncio.get_running_loop().time(), True
        if isinstance(report, Judged) and report.scene in self.rests:  # kept even if nobody awaits it
            resting = OpenScene(report.scene, poses=report.placement.pose, bases=report.bases)
            self.rests[report.scene] = resting
            self.taken.pop(report.scene, None)
        _, future = self._awaited.pop(report.ref, ("", None))
        if future and not future.done():
            future.set_result(report)
        elif isinstance(report, FrameSent) and report.scene in self.rests:
            self._show(report.scene, report.frame)

    def _restart(self) -> None:
        """Starts a new process in place of a dead one: at once, or later if it died soon after its start."""
        loop = asyncio.get_running_loop()
        LOG.warning("a physics worker died; its scenes are set up again")
        self._interrupt("the worker died")
        early = loop.time() - self._started_at < RESTART_DELAY
        self._restart_timer = loop.call_later(RESTART_DELAY if early else 0, self._set_up_again)

    def _set_up_again(self) -> None:
        """Starts the process and gives it all scenes in their last resting state, pieces in hand again."""
        self._start()
        for rest in self.rests.values():
            self.send(rest)
        for taken in self.taken.values():
            self.send(taken)

    def _interrupt(self, why: str, scene: str | None = None) -> None:
        """Fails the answers awaited for one scene, or for all."""
        for ref, (name, future) in list(self._awaited.items()):
            if scene in (None, name):
                del self._awaited[ref]
                if not future.done():
                    future.set_exception(Interrupted(why))
