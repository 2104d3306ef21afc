"""The physics pool with real processes: frames, placements, fairness, closed scenes, dead workers."""

import asyncio
import ctypes
import os
import signal
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar, cast

import pytest
import uvloop

from cinq.physics import pool as pool_module
from cinq.physics.frames import decode, decode_trajectory
from cinq.physics.judge import Placement, Wanted
from cinq.physics.pieces import Pose, oriented, starter
from cinq.physics.planner import HAND_SKILLS, HandSkill, Spot, find_spots, hand_path, with_aim_error
from cinq.physics.pool import Interrupted, PhysicsPool, Refused, UnknownScene
from cinq.physics.scene import Scene, Target
from cinq.physics.worker import (
    AnyReport,
    Failed,
    FrameSent,
    GetKeyframe,
    MoveHand,
    OpenScene,
    SceneWorker,
    TakePiece,
)
from tests.physics.carpentry import four_towers, place, start, tower

Answer = TypeVar("Answer")
STEADY = HandSkill(tremor=0.0, aim_error=0.0, turn_error=0.0, samples=60, daring=0.0)


class Viewer:
    """Everything that was shown."""

    def __init__(self) -> None:
        self.frames: list[tuple[str, bytes]] = []

    def __call__(self, scene: str, frame: bytes) -> None:
        self.frames.append((scene, frame))

    def pieces(self, scene: str) -> dict[str, Pose]:
        seen: dict[str, Pose] = {}
        for frame in (decode(data) for name, data in self.frames if name == scene):
            seen = frame.pieces if frame.keyframe else {**seen, **frame.pieces}
        return seen


def pooled(play: Callable[[PhysicsPool, Viewer], Awaitable[None]], workers: int = 1) -> None:
    """Run a test with a pool of real processes, never longer than a minute."""

    async def run() -> None:
        view = Viewer()
        async with PhysicsPool(view, workers) as pool:
            await asyncio.wait_for(play(pool, view), 60)

    asyncio.run(run())


async def glide(pool: PhysicsPool, scene: str, *places: tuple[float, float, float]) -> None:
    for where in places:
        pool.hand(scene, Target(where, oriented("flat")))
        await asyncio.sleep(0.5)


def test_a_person_lays_a_piece_and_everyone_sees_it() -> None:
    async def play(pool: PhysicsPool, view: Viewer) -> None:
        await pool.open("room", starter(), ("l1",))
        held = await pool.take("room", "m1", hands="both", tremor=0.0)
        await glide(pool, "room", (0.0, 0.0, held[2]), (0.0, 0.0, 0.03), (0.0, 0.0, 0.0148))
        outcome = await pool.release("room", Wanted("A4", "m1", "flat"))
        assert (
            outcome.placement.fallen == () and outcome.placement.on == ("l1",) and outcome.trajectory == b""
        )
        assert view.pieces("room")["m1"] == pytest.approx(outcome.placement.pose["m1"], abs=1e-4)
        assert any(decode(data).contact for _, data in view.frames)
        assert decode(await pool.look("room")).pieces.keys() == {"l1", "m1"}

    pooled(play)


def test_a_fall_comes_with_its_trajectory() -> None:
    async def play(pool: PhysicsPool, view: Viewer) -> None:
        await pool.open("room", start().rest, ("l1",))
        await pool.play("room", Wanted("A6", "m1", "upright"), STEADY)
        held = await pool.take("room", "l2", tremor=0.0)
        await glide(pool, "room", (-0.1, 0.0, held[2]), (-0.1, 0.0, 0.05), (0.1, 0.0, 0.05))
        outcome = await pool.release("room", Wanted("A7", "l2", "flat"))
        assert set(outcome.placement.fallen) == {"m1", "l2"}
        assert outcome.placement.columns == ("l1",) and outcome.bases == ("l1",)
        shown = decode_trajectory(outcome.trajectory)
        assert (
            shown[0].keyframe and min(frame.pieces["m1"][2] for frame in shown if "m1" in frame.pieces) < 0.03
        )

    pooled(play)


def test_a_bot_plays_and_a_named_spot_can_be_laid_on() -> None:
    async def play(pool: PhysicsPool, view: Viewer) -> None:
        await pool.open("room", starter(), ("l1",))
        first = await pool.play("room", Wanted("A4", "m1", "flat"), HAND_SKILLS["champion"], seed=1)
        assert first.placement.fallen == ()
        spot = find_spots(first.placement.pose, "s1", "edge", False, 40, seed=1)[0]
        second = await pool.play("room", Wanted("A2", "s1", "edge"), STEADY, spot=spot)
        x, y, *_ = second.placement.pose["s1"]
        assert (x, y) == pytest.approx((spot.x, spot.y), abs=0.0005)

    pooled(play)


def test_a_worker_judges_as_the_scene_does_here() -> None:
    """The same settled poses, piece, spot and seed: the same bits from another process."""
    scene, level = start(), HAND_SKILLS["beginner"]
    place(scene, "m1", "flat")
    spot, wanted = find_spots(scene.rest, "s1", "flat", False, 40, 1)[0], Wanted("A1", "s1", "flat")

    async def there(pool: PhysicsPool, view: Viewer) -> None:
        await pool.open("room", scene.rest, scene.bases)
        outcome = await pool.play("room", wanted, level, seed=3, spot=spot)
        assert outcome.placement == here()

    def here() -> Placement:
        held = scene.take("s1", tremor=level.tremor, seed=3)
        for target in hand_path(held, "s1", with_aim_error(spot, level, 3)):
            scene.move_hand(target)
            scene.tick()
        scene.release(wanted)
        return scene.settle()

    pooled(there)


def test_nonsense_is_refused_or_ignored() -> None:
    async def play(pool: PhysicsPool, view: Viewer) -> None:
        await pool.open("room", starter(), ("l1",))
        with pytest.raises(Refused, match="nothing is in hand"):
            await pool.release("room", Wanted("A4", "m1", "flat"))
        pool.hand("nowhere", Target((0.0, 0.0, 0.1), oriented("flat")))
        pool.hand("room", Target((float("nan"), 0.0, 0.1), oriented("flat")))
        await pool.take("room", "m1")
        for order in (pool.take("room", "m2"), pool.play("room", Wanted("A1", "s1", "flat"), STEADY)):
            with pytest.raises(Refused, match="in hand"):
                await order
        assert decode(await pool.look("room")).pieces.keys() == {"l1", "m1"}
        with pytest.raises(Refused):
            await pool.take("room", "no such piece")

    pooled(play)


def test_a_closed_scene_is_gone_from_its_worker() -> None:
    async def play(pool: PhysicsPool, view: Viewer) -> None:
        for room in ("closed", "beside"):
            await pool.open(room, starter(), ("l1",))
        pool.close_scene("closed")
        pool.close_scene("closed")  # closing twice is no error
        with pytest.raises(UnknownScene):
            await pool.look("closed")
        assert await in_worker(pool, "closed") is False and await in_worker(pool, "beside")

    pooled(play)


@pytest.mark.skipif(
    not hasattr(ctypes.CDLL(None), "malloc_trim"), reason="the C library cannot give memory back"
)
def test_the_memory_of_closed_scenes_is_given_back() -> None:
    """Half of what many scenes took at least: the rest is what the simulator has loaded by then."""
    many = [f"room {number}" for number in range(8)]

    async def play(pool: PhysicsPool, view: Viewer) -> None:
        (worker,) = pool._workers
        poses, bases = four_towers()

        def resident() -> int:
            return int(Path(f"/proc/{worker.process.pid}/statm").read_text().split()[1])

        async def hold(room: str) -> None:
            await pool.open(room, poses, bases)
            await pool.take(room, "s16")

        await hold("first")
        before = resident()
        for room in many:
            await hold(room)
        full = resident()
        for room in many:
            pool.close_scene(room)
        assert await in_worker(pool, many[-1]) is False
        assert resident() < (before + full) / 2, (before, full, resident())

    pooled(play)


def test_a_scene_closed_during_a_placement_interrupts_who_waits_for_it() -> None:
    async def play(pool: PhysicsPool, view: Viewer) -> None:
        await pool.open("room", starter(), ("l1",))
        await pool.take("room", "m1", tremor=0.0)
        waiting = asyncio.create_task(pool.release("room", Wanted("A4", "m1", "flat")))
        await asyncio.sleep(0)
        pool.close_scene("room")
        with pytest.raises(Interrupted):
            await waiting
        assert await in_worker(pool, "room") is False

    pooled(play)


async def in_worker(pool: PhysicsPool, scene: str) -> bool:
    """Whether the process itself has the scene, whatever the pool believes."""
    try:
        return bool(await pool._workers[0].ask(GetKeyframe(scene), FrameSent))
    except Refused:
        return False


def test_reports_of_any_size_arrive_whole_under_uvloop() -> None:
    """uvloop makes a watched descriptor non-blocking: a report read in two parts once meant a dead worker."""

    async def play() -> None:
        async with PhysicsPool(Viewer(), 1) as pool:
            born = pool._workers[0].process.pid
            for size in range(10_000, 300_000, 10_000):
                name = "r" * size  # a report names its scene: this makes it as large as a long trajectory
                await pool.open(name, starter(), ("l1",))
                assert decode(await pool.look(name)).pieces.keys() == {"l1"}
                pool.close_scene(name)
            assert pool._workers[0].process.pid == born

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(asyncio.wait_for(play(), 60))


def test_a_dead_worker_is_replaced_and_the_piece_is_in_hand_again() -> None:
    async def play(pool: PhysicsPool, view: Viewer) -> None:
        await pool.open("room", starter(), ("l1",))
        await pool.play("room", Wanted("A4", "m1", "flat"), STEADY)
        await pool.take("room", "s1", tremor=0.0)
        waiting = asyncio.create_task(pool.look("room"))
        os.kill(pool._workers[0].process.pid or 0, signal.SIGKILL)
        with pytest.raises(Interrupted):
            await waiting
            await pool.look("room")
        while True:
            try:
                seen = decode(await pool.look("room"))
                break
            except Interrupted:
                await asyncio.sleep(0.05)
        assert seen.pieces.keys() == {"l1", "m1", "s1"} and seen.hand
        await glide(pool, "room", (0.0, 0.0, 0.06), (0.0, 0.0, 0.0248))
        assert (await pool.release("room", Wanted("A1", "s1", "flat"))).placement.fallen == ()

    pooled(play)


def test_a_worker_that_could_not_be_started_again_is_tried_later(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """As when the process that workers are forked from dies during the start; a line a try, no traceback."""
    warm_up, tries = pool_module._warm_up, list[int]()

    def fails_at_first() -> None:
        tries.append(1)
        if len(tries) in (2, 3):  # the first is the pool's own start
            raise EOFError("unexpected EOF")
        warm_up()

    monkeypatch.setattr(pool_module, "_warm_up", fails_at_first)
    monkeypatch.setattr(pool_module, "RESTART_DELAY", 0.01)

    async def play(pool: PhysicsPool, view: Viewer) -> None:
        await pool.open("room", starter(), ("l1",))
        os.kill(pool._workers[0].process.pid or 0, signal.SIGKILL)
        while True:
            try:
                assert decode(await pool.look("room")).pieces.keys() == {"l1"}
                break
            except Interrupted:
                await asyncio.sleep(0.05)

    pooled(play)
    said = [record for record in caplog.records if "physics worker" in record.getMessage()]
    assert len(said) == 3 and not any(record.exc_info for record in said)


def test_nobody_waits_while_the_process_that_forks_workers_starts_again() -> None:
    """It imports the simulator first, which takes a second and more: the loop goes on meanwhile."""

    async def play(pool: PhysicsPool, view: Viewer) -> None:
        await pool.open("room", starter(), ("l1",))
        gaps: list[float] = []
        ticking = asyncio.create_task(tick(gaps))
        began = time.monotonic()
        workers = [worker.process.pid or 0 for worker in pool._workers]
        forker = int(Path(f"/proc/{workers[0]}/stat").read_text().rpartition(")")[2].split()[1])
        assert forker != os.getpid()
        for process in (forker, *workers):
            os.kill(process, signal.SIGKILL)
        await asyncio.sleep(0.2)  # its death is noticed
        await again(lambda: pool.look("room"))
        ticking.cancel()
        assert max(gaps) < (time.monotonic() - began) / 3, "most of it was no time of the loop"

    pooled(play)


async def tick(gaps: list[float]) -> None:
    """Note how long the loop takes from one turn to the next."""
    while True:
        before = time.monotonic()
        await asyncio.sleep(0.005)
        gaps.append(time.monotonic() - before)


def test_a_hand_returns_to_a_new_worker_without_touching_anything() -> None:
    """It was low behind a tower when its worker died: it goes back there over the tower, not through it."""

    async def play(pool: PhysicsPool, view: Viewer) -> None:
        poses = Scene.from_poses(tower(4), ("l1",), settle=True).rest
        await pool.open("room", poses, ("l1",))
        held = await pool.take("room", "s9", hands="right", tremor=0.0)
        low = (0.0, 0.1, 0.02)
        await glide(pool, "room", (0.0, 0.1, held[2]), low)
        os.kill(pool._workers[0].process.pid or 0, signal.SIGKILL)
        while decode(await again(lambda: pool.look("room"))).pieces["s9"][2] > 0.0205:
            await asyncio.sleep(0.05)
        seen = decode(await pool.look("room")).pieces
        assert seen["s9"][:3] == pytest.approx(low, abs=0.001)
        for piece, pose in poses.items():
            assert seen[piece] == pytest.approx(pose, abs=1e-4)

    pooled(play)


def test_a_scene_that_owes_an_answer_too_long_has_its_worker_replaced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The process is alive and sends heartbeats, but this placement never ends."""
    monkeypatch.setattr("cinq.physics.pool.MAX_DELAY", 2)

    async def play(pool: PhysicsPool, view: Viewer) -> None:
        await pool.open("room", starter(), ("l1",))
        born = pool._workers[0].process.pid
        with pytest.raises(Interrupted):
            await pool._workers[0].ask(MoveHand("room"), FrameSent)  # an order that is never answered
        await again(lambda: pool.look("room"))
        assert pool._workers[0].process.pid != born

    pooled(play)


def test_a_stall_of_the_server_itself_costs_no_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reports are there, only unread: a check counts as silence when it finds none, whatever the time."""
    monkeypatch.setattr("cinq.physics.pool.MAX_SILENCE", 1)

    async def play(pool: PhysicsPool, view: Viewer) -> None:
        await pool.open("room", starter(), ("l1",))
        born = pool._workers[0].process.pid
        for _ in range(2):
            time.sleep(2.5)
            await asyncio.sleep(0.2)
        assert await pool.look("room") and pool._workers[0].process.pid == born

    pooled(play)


def test_a_silent_worker_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that hangs (here: is stopped) sends no heartbeat; the watchdog replaces it."""
    monkeypatch.setattr("cinq.physics.pool.MAX_SILENCE", 2)

    async def play(pool: PhysicsPool, view: Viewer) -> None:
        await pool.open("room", starter(), ("l1",))
        await pool.play("room", Wanted("A4", "m1", "flat"), STEADY)
        hung = pool._workers[0].process.pid or 0
        os.kill(hung, signal.SIGSTOP)
        with pytest.raises(Interrupted):
            await pool.look("room")
        done = await again(lambda: pool.play("room", Wanted("A1", "s1", "flat"), STEADY))
        assert pool._workers[0].process.pid != hung
        assert done.placement.pose.keys() == {"l1", "m1", "s1"}

    pooled(play)


def test_a_worker_that_is_slow_to_start_is_not_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Silence counts from the first report: on a busy machine a start alone may take longer than that."""
    monkeypatch.setattr("cinq.physics.pool.MAX_SILENCE", 1)

    async def play(pool: PhysicsPool, view: Viewer) -> None:
        slow = pool._workers[0].process.pid or 0
        os.kill(slow, signal.SIGSTOP)
        await asyncio.sleep(0.2)
        pool._workers[0]._ready = False  # as if it had been stopped before its first report
        await asyncio.sleep(3.5)
        os.kill(slow, signal.SIGCONT)
        await pool.open("room", starter(), ("l1",))
        assert decode(await pool.look("room")).pieces.keys() == {"l1"}
        assert pool._workers[0].process.pid == slow

    pooled(play)


async def again(order: Callable[[], Awaitable[Answer]]) -> Answer:
    """Repeats an order until a new worker takes it."""
    while True:
        try:
            return await order()
        except Interrupted:
            await asyncio.sleep(0.05)


def test_a_scene_that_breaks_is_as_it_last_rested_and_others_go_on() -> None:
    async def play(pool: PhysicsPool, view: Viewer) -> None:
        for room in ("broken", "beside"):
            await pool.open(room, starter(), ("l1",))
        await pool.play("broken", Wanted("A4", "m1", "flat"), STEADY)
        await pool.take("beside", "s1", tremor=0.0)
        nowhere = Spot(float("nan"), 0.0, 0.01, 0.0, "flat", 0.0)
        with pytest.raises(Refused):
            await pool.play("broken", Wanted("A1", "s1", "flat"), STEADY, spot=nowhere)
        assert decode(await pool.look("broken")).pieces.keys() == {"l1", "m1"}
        assert (await pool.play("broken", Wanted("A1", "s1", "flat"), STEADY)).placement.fallen == ()
        assert decode(await pool.look("beside")).hand

    pooled(play)


def test_a_broken_tick_puts_a_persons_piece_back_in_hand() -> None:
    """An error in the middle of a tick is reported, and only the scene that raised it is reset."""
    reports: list[AnyReport] = []
    worker = SceneWorker(reports.append)
    worker.handle(OpenScene("room", 1, poses=dict(starter()), bases=("l1",)))
    worker.handle(TakePiece("room", 2, piece="m1", tremor=0.0))
    live = worker.scenes["room"]
    live.path = iter([cast(Target, "no target")])
    worker.work(live.due)
    assert isinstance(reports[-1], Failed)
    reset = worker.scenes["room"]
    assert reset is not live and reset.scene.held == "m1" and set(reset.scene.rest) == {"l1"}
    worker.work(reset.due)
    assert reset.scene.ticks == 1


def test_a_collapse_never_delays_another_table() -> None:
    """While the four columns of one scene are swept, a quiet scene beside it keeps its frames."""

    async def play(pool: PhysicsPool, view: Viewer) -> None:
        poses, bases = four_towers()
        heavy = Scene.from_poses(poses, bases, settle=True)
        await pool.open("heavy", heavy.rest, bases)
        await pool.open("quiet", tower(1), ("l1",))
        await pool.take("quiet", "m1")
        held = await pool.take("heavy", "s16", tremor=0.0)
        await glide(pool, "heavy", (-0.13, 0.06, held[2]), (-0.13, 0.06, 0.05))
        view.frames.clear()
        await glide(pool, "heavy", (0.13, 0.06, 0.05), (0.13, -0.06, 0.05), (-0.13, -0.06, 0.05))
        count = Counter(name for name, _ in view.frames)
        assert count["quiet"] >= count["heavy"]  # how many in a second is the benchmark's affair

    pooled(play)
