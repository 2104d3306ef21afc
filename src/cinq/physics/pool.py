"""A pool of physics worker processes, used from asyncio.

Owns the processes, which scene is in which process, and what is needed to set a scene up again when its
worker dies: its last resting state and the piece in hand. Knows no rules; its workers simulate.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import socket
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from itertools import count
from multiprocessing.context import ForkServerContext, ForkServerProcess
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

CHECK = 1.0  # seconds between two checks of the workers
MAX_SILENCE = 4  # checks without a report before a worker is killed
MAX_START = 60  # the same before its first report: a busy machine takes long to import the simulator
MAX_DELAY = 10  # checks without a report of a scene that owes an answer before its worker is killed
RESTART_DELAY = 3.0  # seconds before a worker that died soon after its start is started again
MAX_RESTART_DELAY = 60.0  # twice as many each time, up to a minute
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
        await asyncio.to_thread(_warm_up)
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
        home.forget_hand(scene)
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
            self._homes[scene].move_hand(scene, clamped)

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
        at: Pose | None = None,
    ) -> Outcome:
        """A whole placement by the planner: taken up at `at`, laid on `spot` or on one that it chooses."""
        order = LayPiece(scene, wanted=wanted, skill=skill, hands=hands, seed=seed, spot=spot, at=at)
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
        """Kills a worker that does not respond; its closed channel then starts a new one.

        Counts checks instead of seconds: after a stall of this process the reports are there, only unread.
        """
        while True:
            await asyncio.sleep(CHECK)
            for worker in self._workers:
                if worker.is_stuck():
                    LOG.warning("a physics worker does not respond and is replaced")
                    worker.process.kill()


@cache
def _context() -> ForkServerContext:
    """Forks workers from a process that has already imported the simulator: a new one runs within 50 ms."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["cinq.physics.preload"])
    return context


def _warm_up() -> None:
    """Blocks until the process that workers are forked from is ready: it imports the simulator first."""
    trial = _context().Process(target=int)
    trial.start()
    trial.join()


def _restart_delay(failures: int) -> float:
    """Seconds until the next start after so many starts that came to nothing.

    >>> [_restart_delay(failures) for failures in (0, 1, 2, 3, 9)]
    [0.0, 3.0, 6.0, 12.0, 60.0]
    """
    return min(MAX_RESTART_DELAY, RESTART_DELAY * 2 ** (failures - 1)) if failures else 0.0


def _outcome(judged: Judged) -> Outcome:
    return Outcome(judged.placement, judged.bases, judged.trajectory)


class _Awaited:
    """An answer that a scene owes, and the checks since the last report of that scene."""

    def __init__(self, scene: str) -> None:
        self.scene, self.checks = scene, 0
        self.future: asyncio.Future[AnyReport] = asyncio.get_running_loop().create_future()


class _Worker:
    """One process, its channel, the answers awaited, and the last resting state of its scenes."""

    process: ForkServerProcess
    channel: PoolChannel

    def __init__(self, show: Callable[[str, bytes], None]) -> None:
        self.rests: dict[str, OpenScene] = {}
        self.taken: dict[str, TakePiece] = {}
        self._targets: dict[str, Target] = {}
        self._started_at, self._early_deaths = 0.0, 0
        self._silence, self._ready = 0, False
        self._restarting: asyncio.Task[None] | None = None
        self._show = show
        self._refs = count(1)
        self._awaited: dict[int, _Awaited] = {}
        self._start()

    def _start(self) -> None:
        ours, theirs = socket.socketpair()
        self.process = _context().Process(target=run, args=(theirs,), daemon=True, name="cinq-physics")
        self.process.start()
        theirs.close()
        self._started_at = asyncio.get_running_loop().time()
        self._silence, self._ready = 0, False
        self.channel = PoolChannel(ours, self._receive, self._restart)

    def is_stuck(self) -> bool:
        """Counts one check; whether the process, or a scene that owes an answer, has been silent too long."""
        if self.channel.closed:
            return False  # it is being restarted
        self._silence += 1
        for awaited in self._awaited.values():
            awaited.checks += 1
        if not self._ready:
            return self._silence > MAX_START
        late = any(awaited.checks > MAX_DELAY for awaited in self._awaited.values())
        return late or self._silence > MAX_SILENCE

    def stop(self) -> None:
        """Ends the process; what is still awaited raises `Interrupted`."""
        if self._restarting:
            self._restarting.cancel()
        self.channel.close()
        self.process.kill()
        self.process.join()
        self._interrupt("the pool is closed")

    def close_scene(self, scene: str) -> None:
        """Forgets a scene, here and in the process."""
        self.rests.pop(scene, None)
        self.forget_hand(scene)
        self.send(CloseScene(scene))
        self._interrupt("the scene is closed", scene)

    def forget_hand(self, scene: str) -> None:
        """No piece of this scene is in hand any more."""
        self.taken.pop(scene, None)
        self._targets.pop(scene, None)

    def move_hand(self, scene: str, target: Target) -> None:
        """Moves the hand; the target is kept for a worker that is started anew."""
        self._targets[scene] = target
        self.send(MoveHand(scene, target=target))

    def restore_taken(self, scene: str, before: TakePiece | None) -> None:
        """Remembers the piece that really is in hand after a refused `TakePiece`."""
        self.taken.pop(scene, None)
        if before:
            self.taken[scene] = before

    async def ask(self, order: AnyOrder, answer: type[Answer]) -> Answer:
        """Sends an order and waits for its answer."""
        ref, awaited = next(self._refs), _Awaited(order.scene)
        if not self.send(replace(order, ref=ref)):
            raise Interrupted("the worker is being restarted")
        self._awaited[ref] = awaited
        report = await awaited.future
        if not isinstance(report, answer):
            raise Refused(report.why if isinstance(report, Failed) else repr(report))
        return report

    def send(self, order: AnyOrder) -> bool:
        """Sends an order; False while the worker is being restarted."""
        return self.channel.send(encode(order))

    def _receive(self, message: bytes) -> None:
        report = decode_report(message)
        self._note_life(report)
        if isinstance(report, Judged) and report.scene in self.rests:  # kept even if nobody awaits it
            resting = OpenScene(report.scene, poses=report.placement.pose, bases=report.bases)
            self.rests[report.scene] = resting
            self.forget_hand(report.scene)
        awaited = self._awaited.pop(report.ref, None)
        if awaited and not awaited.future.done():
            awaited.future.set_result(report)
        elif isinstance(report, FrameSent) and report.scene in self.rests:
            self._show(report.scene, report.frame)

    def _note_life(self, report: AnyReport) -> None:
        for awaited in self._awaited.values():
            if not self._ready or awaited.scene == report.scene:
                awaited.checks = 0
        self._silence, self._ready = 0, True

    def _restart(self) -> None:
        """Starts a new process in place of a dead one: at once, or ever later if each dies young."""
        early = asyncio.get_running_loop().time() - self._started_at < RESTART_DELAY
        self._early_deaths = self._early_deaths + 1 if early else 0
        delay = _restart_delay(self._early_deaths)
        LOG.warning("a physics worker died; its scenes are set up again in %.0f s", delay)
        self._interrupt("the worker died")
        self._restarting = asyncio.create_task(self._set_up_again(delay))

    async def _set_up_again(self, delay: float) -> None:
        """Starts the process and gives it all scenes in their last resting state, pieces in hand again.

        The process that workers are forked from may have died too; the loop does not wait for it.
        """
        await asyncio.sleep(delay)
        try:
            await asyncio.to_thread(_warm_up)
            self._start()
        except Exception as error:
            self._early_deaths += 1
            delay = _restart_delay(self._early_deaths)
            LOG.error("a physics worker cannot be started: %r; again in %.0f s", error, delay)
            self._restarting = asyncio.create_task(self._set_up_again(delay))
            return
        for rest in self.rests.values():
            self.send(rest)
        for scene, taken in self.taken.items():
            self.send(replace(taken, again=True))
            if target := self._targets.get(scene):
                self.send(MoveHand(scene, target=target))

    def _interrupt(self, why: str, scene: str | None = None) -> None:
        """Fails the answers awaited for one scene, or for all."""
        for ref, awaited in list(self._awaited.items()):
            if scene in (None, awaited.scene):
                del self._awaited[ref]
                if not awaited.future.done():
                    awaited.future.set_exception(Interrupted(why))
