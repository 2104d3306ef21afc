"""Physics in real processes: live frames, verdicts, fairness, and a worker's death."""

import asyncio
import os
import signal
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import TypeVar, cast

import pytest

from cinq.world import workers
from cinq.world.carpentry import four_towers, place, start, tower
from cinq.world.physics import Scene, Target
from cinq.world.planner import LEVELS, Level, Spot, missed, path, spots
from cinq.world.stream import decode, frames
from cinq.world.verdict import Placement, Wanted
from cinq.world.wood import Pose, oriented, starter
from cinq.world.workers import Interrupted, PhysicsPool, Refused
from cinq.world.workshop import Failed, Open, Reports, Take, Workshop

Answer = TypeVar("Answer")
STEADY = Level(tremor=0.0, aim=0.0, turn=0.0, looks=60, daring=0.0)


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
        shown = frames(outcome.trajectory)
        assert (
            shown[0].keyframe and min(frame.pieces["m1"][2] for frame in shown if "m1" in frame.pieces) < 0.03
        )

    pooled(play)


def test_a_bot_plays_and_a_named_spot_can_be_laid_on() -> None:
    async def play(pool: PhysicsPool, view: Viewer) -> None:
        await pool.open("room", starter(), ("l1",))
        first = await pool.play("room", Wanted("A4", "m1", "flat"), LEVELS["champion"], seed=1)
        assert first.placement.fallen == ()
        spot = spots(first.placement.pose, "s1", "edge", False, 40, seed=1)[0]
        second = await pool.play("room", Wanted("A2", "s1", "edge"), STEADY, spot=spot)
        x, y, *_ = second.placement.pose["s1"]
        assert (x, y) == pytest.approx((spot.x, spot.y), abs=0.0005)

    pooled(play)


def test_a_worker_judges_as_the_scene_does_here() -> None:
    """The same settled poses, piece, spot and seed: the same bits from another process."""
    scene, level = start(), LEVELS["beginner"]
    place(scene, "m1", "flat")
    spot, wanted = spots(scene.rest, "s1", "flat", False, 40, 1)[0], Wanted("A1", "s1", "flat")

    async def there(pool: PhysicsPool, view: Viewer) -> None:
        await pool.open("room", scene.rest, scene.bases)
        outcome = await pool.play("room", wanted, level, seed=3, spot=spot)
        assert outcome.placement == here()

    def here() -> Placement:
        held = scene.take("s1", tremor=level.tremor, seed=3)
        for target in path(held, "s1", missed(spot, level, 3)):
            scene.hand(target)
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
        await pool.shut("room")

    pooled(play)


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


def test_a_silent_worker_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that hangs (here: is stopped) says nothing; the watch ends it, and the table goes on."""
    monkeypatch.setattr(workers, "SILENCE", 2.0)

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


async def again(order: Callable[[], Awaitable[Answer]]) -> Answer:
    """The same order until a new worker is there to take it."""
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
    """In the worker itself: an error in the middle of a tick is told, and only its own scene begins again."""
    said: list[Reports] = []
    shop = Workshop(said.append)
    shop.obey(Open("room", 1, poses=dict(starter()), bases=("l1",)))
    shop.obey(Take("room", 2, piece="m1", tremor=0.0))
    stage = shop.stages["room"]
    stage.path = iter([cast(Target, "no target")])
    shop.work(stage.due)
    assert isinstance(said[-1], Failed)
    fresh = shop.stages["room"]
    assert fresh is not stage and fresh.scene.held == "m1" and set(fresh.scene.rest) == {"l1"}
    shop.work(fresh.due)
    assert fresh.scene.ticks == 1


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
