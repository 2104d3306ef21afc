"""Physics in real processes: live frames, verdicts, fairness, and a worker's death."""

import asyncio
import os
import signal
from collections import Counter
from collections.abc import Awaitable, Callable

import pytest

from cinq.world.carpentry import four_towers, place, start, tower
from cinq.world.physics import Scene, Target
from cinq.world.planner import LEVELS, Level, missed, path, spots
from cinq.world.stream import decode, frames
from cinq.world.verdict import Placement, Wanted
from cinq.world.wood import Pose, oriented, starter
from cinq.world.workers import Interrupted, PhysicsPool, Refused

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
