"""Inside a worker process: many scenes, ticked in real time, and the orders and reports of its pipe.

Owns the words between a worker and the pool, and who is ticked next: whoever is due, the dear ones a
little later, so that a falling tower slows itself and nobody else. Knows no tables, sockets or rules.
"""

from __future__ import annotations

import logging
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection

import msgspec

from cinq.core.game import Value
from cinq.world.hands import Doings, Hands, grip, held, tremor
from cinq.world.physics import TICK, Frame, Scene, Target, Unsettled
from cinq.world.planner import Level, Spot, choose, missed, path
from cinq.world.stream import EVERY, Recording, Stream
from cinq.world.verdict import Placement, Wanted
from cinq.world.wood import Pose

BEHIND = 0.1  # seconds a scene may lag before it is slowed down instead of hurried
DEARNESS = 4.0  # how much later, in its own cost, a dear scene counts as due
MEMORY = 0.8  # of a scene's mean cost
FEW = 3  # pieces: a hand that moves no more than these is shown at every tick, below 4 kB/s
PULSE = 1.0  # seconds between signs of life
LOG = logging.getLogger(__name__)


class Order(Value, frozen=True, tag=True):
    """Something the pool wants; an order with a `ref` is answered."""

    scene: str
    ref: int = 0


class Open(Order, frozen=True):
    """Set a structure up as it last rested."""

    poses: dict[str, Pose] = {}
    bases: tuple[str, ...] = ()


class Shut(Order, frozen=True):
    """Forget a scene."""


class Take(Order, frozen=True):
    """Take a piece up with one hand or both; without a `tremor` of its own, that of the grip."""

    piece: str = ""
    hands: Hands = "both"
    tremor: float | None = None
    seed: int = 0
    at: Pose | None = None


class Move(Order, frozen=True):
    """Where the hand wants to be."""

    target: Target | None = None


class Release(Order, frozen=True):
    """Let go, settle, judge; answered by `Judged`."""

    wanted: Wanted | None = None


class Play(Order, frozen=True):
    """A bot takes the piece up, chooses a spot unless given one, lays it there; answered by `Judged`."""

    wanted: Wanted | None = None
    level: Level | None = None
    hands: Hands = "right"
    seed: int = 0
    spot: Spot | None = None


class Look(Order, frozen=True):
    """A keyframe for one who has just come."""


class Clear(Order, frozen=True):
    """Take pieces away."""

    pieces: tuple[str, ...] = ()


class Report(Value, frozen=True, tag=True):
    """Something a worker says; `ref` is the order it answers, 0 if none."""

    scene: str = ""
    ref: int = 0


class Alive(Report, frozen=True):
    """A sign of life."""


class Shown(Report, frozen=True):
    """A frame to be shown, or the keyframe asked for."""

    frame: bytes = b""


class Posed(Report, frozen=True):
    """Done: where the structure rests, or where the piece was taken up."""

    poses: dict[str, Pose] = {}
    bases: tuple[str, ...] = ()


class Judged(Report, frozen=True):
    """What a placement did; with a fall, its trajectory."""

    placement: Placement = Placement("")
    bases: tuple[str, ...] = ()
    trajectory: bytes = b""


class Failed(Report, frozen=True):
    """The order made no sense, or the scene broke and is as it last rested."""

    why: str = ""


Orders = Open | Shut | Take | Move | Release | Play | Look | Clear
Reports = Alive | Shown | Posed | Judged | Failed

encode = msgspec.msgpack.Encoder().encode
order = msgspec.msgpack.Decoder(Orders).decode
report = msgspec.msgpack.Decoder(Reports).decode


class Stage:
    """One scene in a worker: its hand, its viewers' stream, and the order it still owes an answer to."""

    def __init__(self, scene: Scene) -> None:
        self.scene, self.stream = scene, Stream()
        self.hands: Hands = "both"
        self.doings: Doings | None = None
        self.wish: Target | None = None
        self.path: Iterator[Target] | None = None
        self.plan: Future[Spot] | None = None
        self.play: Play | None = None
        self.taken: Take | None = None  # by a person: put back in hand if the scene breaks
        self.recording = Recording({})
        self.owed = 0
        self.due, self.cost = 0.0, 0.0

    @property
    def busy(self) -> bool:
        """Whether there is anything to simulate."""
        return not self.scene.settled

    def take(self, order: Take) -> Pose:
        """Take a piece up, and begin to record."""
        shake = tremor(order.hands) if order.tremor is None else order.tremor
        pose = self.scene.take(order.piece, order.at, grip(order.hands), shake, order.seed)
        self.hands, self.wish, self.path = order.hands, Target(pose[:3], pose[3:]), None
        self.doings, self.due = Doings(self.wish), time.monotonic()
        self.recording = Recording(self.scene.poses(), order.piece)
        return pose

    def fly(self, play: Play, spot: Spot) -> None:
        """A bot's placement from here on."""
        assert play.wanted and play.level
        start = self.take(Take(play.scene, 0, play.wanted.piece, play.hands, play.level.tremor, play.seed))
        self.path, self.play = iter(path(start, play.wanted.piece, missed(spot, play.level, play.seed))), play

    def tick(self) -> Frame:
        """Move the hand by its rules (DO-12) or along its path, and let a sixtieth of a second pass."""
        if self.scene.held:
            self._move()
        return self.scene.tick()

    def _move(self) -> None:
        if self.path is not None:
            self._follow(self.path)
        elif self.doings and self.wish:
            self.doings = held(self.hands, self.doings, self.wish)
            self.scene.hand(self.doings.target)

    def _follow(self, way: Iterator[Target]) -> None:
        target = next(way, None)
        if target:
            self.scene.hand(target)
        elif self.play and self.play.wanted:
            self.scene.release(self.play.wanted)
            self.path = self.play = None


class Workshop:
    """All scenes of one process."""

    def __init__(self, say: Callable[[Reports], None]) -> None:
        self.stages: dict[str, Stage] = {}
        self._say = say
        self._planner = ThreadPoolExecutor(1, "planner")

    def obey(self, order: Orders) -> None:
        """Carry an order out, or say why not."""
        try:
            self._obey(order)
        except Exception as problem:
            if order.ref:  # a hand may still move when its scene is gone
                LOG.info("order refused: %r", problem)
                self._say(Failed(order.scene, order.ref, repr(problem)))

    def _obey(self, order: Orders) -> None:
        if isinstance(order, Open):
            self.stages[order.scene] = Stage(Scene.from_poses(order.poses, order.bases))
        stage = self.stages[order.scene]
        match order:
            case Open():
                self._posed(order, stage.scene.rest, stage)
            case Move(target=target):
                stage.wish = target
            case Take():
                pose, stage.taken = stage.take(order), order
                self._posed(order, {order.piece: pose}, stage)
            case Release(wanted=wanted) if wanted:
                stage.scene.release(wanted)
                stage.owed = order.ref
            case Play():
                if stage.busy or stage.plan:
                    raise Unsettled("a piece is in hand or falling")
                stage.owed, stage.play = order.ref, order
                stage.plan = self._planner.submit(_choice, stage.scene, order)
            case Look():
                frame = Stream().keyframe(stage.scene.frame(), stage.scene.poses())
                self._say(Shown(order.scene, order.ref, frame))
            case Clear(pieces=pieces):
                self._posed(order, stage.scene.clear(pieces), stage)
            case Shut():
                del self.stages[order.scene]
                self._say(Posed(order.scene, order.ref))

    def _posed(self, order: Orders, poses: dict[str, Pose], stage: Stage) -> None:
        self._say(Posed(order.scene, order.ref, poses, stage.scene.bases))

    def work(self, now: float) -> float:
        """Tick the scene whose turn it is, if any is due; how long nothing is due after that."""
        self._begin_plays()
        due = [
            (s.due + DEARNESS * s.cost, name) for name, s in self.stages.items() if s.busy and s.due <= now
        ]
        if due:
            self._tick(min(due)[1], now)
        return self._pause(now)

    def _begin_plays(self) -> None:
        for name, stage in list(self.stages.items()):
            if stage.plan and stage.plan.done():
                plan, stage.plan = stage.plan, None
                try:
                    assert stage.play
                    stage.fly(stage.play, plan.result())
                except Exception as problem:
                    self._break(name, problem)

    def _pause(self, now: float) -> float:
        dues = [stage.due - now for stage in self.stages.values() if stage.busy]
        planning = any(stage.plan for stage in self.stages.values())
        return max(0.0, min([*dues, TICK if planning else PULSE]))

    def _tick(self, name: str, now: float) -> None:
        stage, started = self.stages[name], time.perf_counter()
        try:
            frame = stage.tick()
            self._show(name, stage, frame)
        except Exception as problem:
            return self._break(name, problem)
        stage.due = max(stage.due, now - BEHIND) + TICK
        stage.cost = MEMORY * stage.cost + (1 - MEMORY) * (time.perf_counter() - started)
        return None

    def _show(self, name: str, stage: Stage, frame: Frame) -> None:
        beat = frame.tick % EVERY == 0
        if beat:
            stage.recording.add(frame)
        if beat or (frame.hand and len(frame.awake) <= FEW):
            self._say(Shown(name, 0, stage.stream.frame(frame)))
        if stage.scene.settled:
            self._judge(name, stage)

    def _judge(self, name: str, stage: Stage) -> None:
        done = stage.scene.verdict()
        seen = stage.recording.trajectory(done.fallen) if done.fallen else b""
        self._say(Shown(name, 0, stage.stream.keyframe(stage.scene.frame(), stage.scene.rest)))
        self._say(Judged(name, stage.owed, done, stage.scene.bases, seen))
        stage.owed, stage.taken = 0, None

    def _break(self, name: str, problem: Exception) -> None:
        """One scene's trouble stays its own: it rests as it last did, a person's piece in hand again."""
        LOG.error("a scene broke", exc_info=problem)
        old = self.stages[name]
        self.stages[name] = stage = Stage(Scene.from_poses(old.scene.rest, old.scene.bases))
        self._say(Failed(name, old.owed, repr(problem)))
        if old.taken:
            with suppress(Exception):
                stage.take(old.taken)
                stage.taken = old.taken


def _choice(scene: Scene, play: Play) -> Spot:
    assert play.wanted and play.level
    return play.spot or choose(dict(scene.rest), scene.bases, play.wanted, play.level, play.seed)


def run(pipe: Connection) -> None:
    """The life of a worker: orders, ticks, signs of life; it ends with its pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the pool decides when it is over
    shop, pulse, pause = Workshop(lambda said: pipe.send_bytes(encode(said))), 0.0, 0.0
    try:
        while True:
            while pipe.poll(pause):
                shop.obey(order(pipe.recv_bytes()))
                pause = 0.0
            now = time.monotonic()
            if now > pulse:
                pulse = now + PULSE
                pipe.send_bytes(encode(Alive()))
            pause = shop.work(now)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return
