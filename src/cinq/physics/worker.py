"""Inside a physics worker process: many scenes ticked in real time, and the messages to and from the pool.

Owns the orders and reports of the channel, and the schedule: of the scenes that are due, the one that is
longest overdue is ticked first, expensive scenes a little later, so that a falling tower slows itself and
not the tables beside it. Knows no tables, sockets of players or rules.
"""

from __future__ import annotations

import logging
import signal
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress

import msgspec
from msgspec.structs import replace

from cinq.allocator import give_memory_back, trim
from cinq.core.game import Value
from cinq.physics.channel import WorkerChannel
from cinq.physics.frames import TICKS_PER_FRAME, FrameEncoder, Recording
from cinq.physics.hands import Hands, HandState, grip, next_hand_state, tremor
from cinq.physics.judge import Placement, Wanted
from cinq.physics.pieces import Pose
from cinq.physics.planner import HandSkill, Spot, choose_spot, hand_path, next_lower, with_aim_error
from cinq.physics.scene import TICK, Frame, Scene, SceneError, Target

MAX_LAG = 0.1  # seconds a scene may be late before its time is slowed down instead of caught up
COST_PENALTY = 4.0  # a scene counts as due this many of its own tick costs later
COST_MEMORY = 0.8  # weight of the past in a scene's mean tick cost
FEW_AWAKE = 3  # pieces: while a hand moves no more than these, every tick is sent, below 4 kB/s
HEARTBEAT = 1.0  # seconds between two heartbeats
LOG = logging.getLogger(__name__)


class Order(Value, frozen=True, tag=True):
    """A message from the pool to a worker; an order with a `ref` is answered by a report with that `ref`."""

    scene: str
    ref: int = 0


class OpenScene(Order, frozen=True):
    """Set a resting structure up, replacing a scene of the same name."""

    poses: dict[str, Pose] = {}
    bases: tuple[str, ...] = ()


class CloseScene(Order, frozen=True):
    """Forget a scene. Not answered."""


class TakePiece(Order, frozen=True):
    """Take a piece up with one hand or both; without a `tremor`, that of the grip."""

    piece: str = ""
    hands: Hands = "both"
    tremor: float | None = None
    seed: int = 0
    at: Pose | None = None
    again: bool = False
    """After a failure: the hand then returns to its target from above, and touches nothing on its way."""


class MoveHand(Order, frozen=True):
    """Where the hand should go. Not answered."""

    target: Target | None = None


class Release(Order, frozen=True):
    """Let go, settle, judge; answered by `Judged`."""

    wanted: Wanted | None = None


class LayPiece(Order, frozen=True):
    """A whole placement by the planner, on `spot` or on one that it chooses; answered by `Judged`."""

    wanted: Wanted | None = None
    skill: HandSkill | None = None
    hands: Hands = "right"
    seed: int = 0
    spot: Spot | None = None
    at: Pose | None = None


class GetKeyframe(Order, frozen=True):
    """Asks for a frame with all pieces; answered by `FrameSent`."""


class RemovePieces(Order, frozen=True):
    """Take pieces away and let the rest settle; answered by `Done`."""

    pieces: tuple[str, ...] = ()


class Report(Value, frozen=True, tag=True):
    """A message from a worker to the pool; `ref` is the order it answers, 0 if none."""

    scene: str = ""
    ref: int = 0


class Heartbeat(Report, frozen=True):
    """The worker is running."""


class FrameSent(Report, frozen=True):
    """A live frame (`ref` 0), or the keyframe that was asked for."""

    frame: bytes = b""


class Done(Report, frozen=True):
    """The order is carried out: where the structure rests, or where the piece was taken up."""

    poses: dict[str, Pose] = {}
    bases: tuple[str, ...] = ()


class Judged(Report, frozen=True):
    """What a placement did; `trajectory` is empty if nothing fell."""

    placement: Placement = Placement("")
    bases: tuple[str, ...] = ()
    trajectory: bytes = b""


class Failed(Report, frozen=True):
    """The order was not possible, or the scene raised an error and was reset to its last resting state."""

    why: str = ""


AnyOrder = OpenScene | CloseScene | TakePiece | MoveHand | Release | LayPiece | GetKeyframe | RemovePieces
AnyReport = Heartbeat | FrameSent | Done | Judged | Failed

encode = msgspec.msgpack.Encoder().encode
decode_order = msgspec.msgpack.Decoder(AnyOrder).decode
decode_report = msgspec.msgpack.Decoder(AnyReport).decode


class LiveScene:
    """One scene of a worker: its hand, its frame encoder, its schedule, the order it has yet to answer."""

    def __init__(self, scene: Scene) -> None:
        self.scene, self.encoder = scene, FrameEncoder()
        self.hands: Hands = "both"
        self.hand_state: HandState | None = None
        self.target: Target | None = None
        self.returning = False
        self.path: Iterator[Target] | None = None
        self.plan: Future[Spot] | None = None
        self.laying: LayPiece | None = None
        self.taken: TakePiece | None = None  # by a person: taken again if the scene raises an error
        self.recording = Recording({})
        self.answer_ref = 0
        self.due, self.cost = 0.0, 0.0

    @property
    def busy(self) -> bool:
        """Whether there is anything to simulate."""
        return not self.scene.settled

    def take(self, order: TakePiece) -> Pose:
        """Takes a piece up and starts a recording."""
        shake = tremor(order.hands) if order.tremor is None else order.tremor
        pose = self.scene.take(order.piece, order.at, grip(order.hands), shake, order.seed)
        self.hands, self.target, self.path = order.hands, Target(pose[:3], pose[3:]), None
        self.hand_state, self.due, self.returning = HandState(self.target), time.monotonic(), order.again
        self.recording = Recording(self.scene.poses(), order.piece)
        return pose

    def start_laying(self, order: LayPiece, spot: Spot) -> None:
        """Takes the piece up; the following ticks carry it to the spot and let go."""
        assert order.wanted and order.skill
        wanted, skill = order.wanted, order.skill
        start = self.take(
            TakePiece(order.scene, 0, wanted.piece, order.hands, skill.tremor, order.seed, order.at)
        )
        aimed = with_aim_error(spot, skill, order.seed)
        self.path, self.laying = iter(hand_path(start, wanted.piece, aimed)), order

    def tick(self) -> Frame:
        """Moves the hand by its rules (DO-12) or along its path, then simulates 1/60 s."""
        if self.scene.held:
            self._move_hand()
        return self.scene.tick()

    def _move_hand(self) -> None:
        if self.path is not None:
            self._follow(self.path)
        elif self.hand_state and self.target:
            self.hand_state = next_hand_state(self.hands, self.hand_state, self._waypoint(self.target))
            self.scene.move_hand(self.hand_state.target)

    def _waypoint(self, target: Target) -> Target:
        """The target; while the hand returns to it, first above it, then lower and lower."""
        if not self.returning or target.second:
            return target
        lower = next_lower(self.scene.hand_pose(), target)
        self.returning = lower != target
        return lower

    def _follow(self, path: Iterator[Target]) -> None:
        target = next(path, None)
        if target:
            self.scene.move_hand(target)
        elif self.laying and self.laying.wanted:
            self.scene.release(self.laying.wanted)
            self.path = self.laying = None


class SceneWorker:
    """All scenes of one process."""

    def __init__(self, send: Callable[[AnyReport], None]) -> None:
        self.scenes: dict[str, LiveScene] = {}
        self._send = send
        self._planner = ThreadPoolExecutor(1, "planner")

    def handle(self, order: AnyOrder) -> None:
        """Carries an order out; an order with a `ref` that fails is answered by `Failed`."""
        try:
            self._handle(order)
        except Exception as problem:
            if order.ref:  # an order without one may come late: its scene can be closed already
                LOG.info("order refused: %r", problem)
                self._send(Failed(order.scene, order.ref, repr(problem)))

    def _handle(self, order: AnyOrder) -> None:
        if isinstance(order, OpenScene):
            self.scenes[order.scene] = LiveScene(Scene.from_poses(order.poses, order.bases))
        live = self.scenes[order.scene]
        match order:
            case OpenScene():
                self._send_poses(order, live.scene.rest, live)
            case MoveHand(target=target):
                live.target = target
            case TakePiece():
                pose, live.taken = live.take(order), order
                self._send_poses(order, {order.piece: pose}, live)
            case Release(wanted=wanted) if wanted:
                live.scene.release(wanted)
                live.answer_ref = order.ref
            case LayPiece():
                if live.busy or live.plan:
                    raise SceneError("a piece is in hand or falling")
                live.answer_ref, live.laying = order.ref, order
                live.plan = self._planner.submit(_chosen_spot, live.scene, order)
            case GetKeyframe():
                frame = FrameEncoder().keyframe(live.scene.frame(), live.scene.poses())
                self._send(FrameSent(order.scene, order.ref, frame))
            case RemovePieces(pieces=pieces):
                self._send_poses(order, live.scene.remove(pieces), live)
            case CloseScene():
                del self.scenes[order.scene], live
                trim()

    def _send_poses(self, order: AnyOrder, poses: dict[str, Pose], live: LiveScene) -> None:
        self._send(Done(order.scene, order.ref, poses, live.scene.bases))

    def work(self, now: float) -> float:
        """Ticks at most one scene; returns the seconds until the next one is due."""
        self._start_planned()
        due = [
            (s.due + COST_PENALTY * s.cost, name)
            for name, s in self.scenes.items()
            if s.busy and s.due <= now
        ]
        if due:
            self._tick(min(due)[1], now)
        return self._pause(now)

    def _start_planned(self) -> None:
        for name, live in list(self.scenes.items()):
            if live.plan and live.plan.done():
                plan, live.plan = live.plan, None
                try:
                    assert live.laying
                    live.start_laying(live.laying, plan.result())
                except Exception as problem:
                    self._reset(name, problem)

    def _pause(self, now: float) -> float:
        dues = [live.due - now for live in self.scenes.values() if live.busy]
        planning = any(live.plan for live in self.scenes.values())
        return max(0.0, min([*dues, TICK if planning else HEARTBEAT]))

    def _tick(self, name: str, now: float) -> None:
        live, started = self.scenes[name], time.perf_counter()
        try:
            frame = live.tick()
            self._show(name, live, frame)
        except Exception as problem:
            return self._reset(name, problem)
        live.due = max(live.due, now - MAX_LAG) + TICK
        live.cost = COST_MEMORY * live.cost + (1 - COST_MEMORY) * (time.perf_counter() - started)
        return None

    def _show(self, name: str, live: LiveScene, frame: Frame) -> None:
        regular = frame.tick % TICKS_PER_FRAME == 0
        if regular:
            live.recording.add(frame)
        if regular or (frame.hand and len(frame.awake) <= FEW_AWAKE):
            self._send(FrameSent(name, 0, live.encoder.frame(frame)))
        if live.scene.settled:
            self._send_placement(name, live)

    def _send_placement(self, name: str, live: LiveScene) -> None:
        done = live.scene.placement()
        trajectory = live.recording.trajectory(done.fallen) if done.fallen else b""
        self._send(FrameSent(name, 0, live.encoder.keyframe(live.scene.frame(), live.scene.rest)))
        self._send(Judged(name, live.answer_ref, done, live.scene.bases, trajectory))
        live.answer_ref, live.taken, live.recording = 0, None, Recording({})

    def _reset(self, name: str, problem: Exception) -> None:
        """Puts a scene that raised an error back to its last resting state, a person's piece in hand."""
        LOG.error("a scene raised an error and is reset", exc_info=problem)
        old = self.scenes[name]
        self.scenes[name] = live = LiveScene(Scene.from_poses(old.scene.rest, old.scene.bases))
        self._send(Failed(name, old.answer_ref, repr(problem)))
        if old.taken:
            with suppress(Exception):
                live.take(replace(old.taken, again=True))
                live.taken, live.target = old.taken, old.target


def _chosen_spot(scene: Scene, order: LayPiece) -> Spot:
    assert order.wanted and order.skill
    return order.spot or choose_spot(dict(scene.rest), scene.bases, order.wanted, order.skill, order.seed)


def run(end: socket.socket) -> None:
    """The main loop of a worker process: orders, ticks, heartbeats; returns when the pool's end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the pool ends its workers
    give_memory_back()
    channel = WorkerChannel(end)
    worker, heartbeat_at, pause = SceneWorker(lambda report: channel.send(encode(report))), 0.0, 0.0
    try:
        while True:
            while messages := channel.receive(pause):
                for message in messages:
                    worker.handle(decode_order(message))
                pause = 0.0
            now = time.monotonic()
            if now > heartbeat_at:
                heartbeat_at = now + HEARTBEAT
                channel.send(encode(Heartbeat()))
            pause = worker.work(now)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return
