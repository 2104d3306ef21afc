"""Figures of the physics: `python -m bench physics`. Prints a table; goals are printed, not checked.

Times are CPU times of this process, the best of a few batches.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator

import numpy as np

from bench import hand
from cinq.physics.frames import TICKS_PER_FRAME, FrameEncoder, decode
from cinq.physics.judge import Wanted
from cinq.physics.pieces import Position, oriented
from cinq.physics.planner import HAND_SKILLS, HandSkill, choose_spot, hand_path, with_aim_error
from cinq.physics.pool import PhysicsPool
from cinq.physics.scene import TICK, Frame, Scene, Simulation, Target, simulator
from tests.physics.carpentry import (
    POSITIONS,
    carry,
    drift,
    four_towers,
    lower,
    place,
    start,
    sweep,
    top_of,
    tower,
)

Row = tuple[str, str, str]


def cpu(work: Callable[[], object], times: int, batches: int = 6) -> float:
    """CPU seconds of one call: the mean of a batch, the best of a few batches."""
    return min(batch(work, max(1, times // batches)) for _ in range(batches))


def batch(work: Callable[[], object], times: int) -> float:
    start = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - start) / times


def rested(count: int) -> Scene:
    poses, bases = (tower(count, 1, 0.0003, 0.03), ("l1",)) if count <= 20 else four_towers()
    return Scene.from_poses(poses, bases, settle=True)


def speeds() -> Iterator[Row]:
    for count, goal in ((5, ""), (20, "≥ 10"), (51, "")):
        awake = Simulation(rested(count).rest, asleep=False)
        awake.disable_sleep()
        yield f"real-time factor, {count} pieces awake", f"{TICK / cpu(awake.step, 120):.0f}", goal
    for count, goal in ((20, "≥ 200"), (51, "")):
        asleep = Simulation(rested(count).rest)
        yield f"real-time factor, {count} pieces asleep", f"{TICK / cpu(asleep.step, 600):.0f}", goal


def touching(count: int) -> float:
    """CPU of one tick with the hand pressing on the top of a tower."""
    scene = rested(count)
    scene.take("s16", tremor=0.0003)
    lower(scene, "s16", "flat", *list(scene.rest.values())[-1][:2], top_of(scene.rest))
    return cpu(scene.tick, 120)


def hands() -> Iterator[Row]:
    scene = rested(20)
    yield "take a piece up, 20 pieces", f"{1000 * cpu(lambda: retake(scene), 20):.1f} ms", ""
    retake(scene)
    carry(scene, (0.0, -0.1, top_of(scene.rest) + 0.1), oriented("flat"))
    yield "tick, hand hovering over 20", f"{1000 * cpu(scene.tick, 300):.2f} ms", ""
    for count in (5, 12, 20):
        cost = touching(count)
        goal = "≥ 8" if count == 20 else ""
        yield (
            f"structures of {count} touched at once per core",
            f"{TICK / cost:.0f} ({1000 * cost:.2f} ms a tick)",
            goal,
        )


def retake(scene: Scene) -> None:
    scene.settled = True
    scene.take("s16")


def verdicts() -> Iterator[Row]:
    for count in (7, 20, 51):
        scene = rested(count)
        scene.take("s16")
        scene.settled, wanted = True, Wanted("A1", "s16", "flat")
        sim = scene._sim
        assert sim

        def judge(scene: Scene = scene, sim: Simulation = sim, wanted: Wanted = wanted) -> None:
            scene._sim, scene._rounds = sim, 9
            scene._judge(wanted)

        yield f"judging, {count} pieces", f"{1000 * cpu(judge, 20):.1f} ms", "≤ 5 ms"


def fall(scene: Scene, y: float, piece: str) -> list[Frame]:
    scene.take(piece)
    frames = sweep(scene, 0.05, speed=1.0, y=y)
    scene.release(Wanted("A7", piece, "flat"))
    while not scene.settled:
        frames.append(scene.tick())
    return frames


def collapses() -> Iterator[Row]:
    for count, y, piece in ((20, 0.0, "l20"), (51, 0.06, "s16")):
        scene, stream = rested(count), FrameEncoder()
        seen = fall(scene, y, piece)
        sizes = [len(stream.frame(frame)) + 4 for frame in seen[::TICKS_PER_FRAME]]
        worst = max(sum(sizes[i : i + 30]) for i in range(len(sizes)))
        name = f"collapse of {len(scene.placement().fallen)} of {count} pieces, busiest second per viewer"
        yield name, f"{worst / 1000:.1f} kB", "≤ 10 kB"
    yield "slowest 0.1 s of a collapse of 20, real-time factor", f"{slowest(20):.1f}", ""
    yield "a hand over 20 pieces, a second per viewer", f"{hovering() / 1000:.1f} kB", "≤ 10 kB"


def hovering() -> int:
    """Bytes of a second of frames with a trembling hand that touches nothing; every tick is sent."""
    scene, stream = rested(20), FrameEncoder()
    scene.take("s16", tremor=0.0003)
    return sum(len(stream.frame(scene.tick())) + 4 for _ in range(60))


def slowest(count: int) -> float:
    scene, costs = rested(count), []
    scene.take("l20")
    sweep(scene, 0.05, speed=1.0)
    scene.release(Wanted("A7", "l20", "flat"))
    while not scene.settled:
        costs.append(batch(scene.tick, 1))
    return 6 * TICK / max(sum(costs[i : i + 6]) for i in range(max(1, len(costs) - 5)))


def bots() -> Iterator[Row]:
    for count in (20, 51):
        for name, level in HAND_SKILLS.items():
            yield (
                f"a {name}'s choice, {count} pieces",
                f"{1000 * choice(rested(count), level):.0f} ms",
                "≤ 300 ms",
            )


def choice(scene: Scene, level: HandSkill) -> float:
    return cpu(lambda: choose_spot(scene.rest, scene.bases, Wanted("A1", "s16", "edge"), level, 1), 6)


def game(level: HandSkill, seed: int, most: int = 15) -> tuple[int, int]:
    """A bot builds alone until something falls; returns pieces that stood, pieces laid."""
    scene, rng = start(), np.random.default_rng(seed)
    for number in range(2, most + 1):
        position = POSITIONS[rng.integers(3)]
        wanted = Wanted("A1", f"{'sml'[rng.integers(3)]}{number}", position)
        spot = with_aim_error(
            choose_spot(scene.rest, scene.bases, wanted, level, 100 * seed + number), level, seed + number
        )
        for target in hand_path(
            scene.take(wanted.piece, tremor=level.tremor, seed=number), wanted.piece, spot
        ):
            scene.move_hand(target)
            scene.tick()
        scene.release(wanted)
        if scene.settle().fallen:
            return number - 2, number - 1
    return most - 1, most - 1


def skills() -> Iterator[Row]:
    for name, level in HAND_SKILLS.items():
        stood, laid = map(sum, zip(*(game(level, seed) for seed in range(8)), strict=True))
        yield f"a {name}'s placements that stand, 8 games to 15 pieces", f"{stood} of {laid}", ""


def standing() -> Iterator[Row]:
    for seed in range(2):
        moved = drift(tower(20, seed, 0.0007, 0.05), 60, sleep=False)
        yield f"crooked tower of 20 awake for 60 s, drift (seed {seed})", f"{1000 * moved:.4f} mm", "< 0.5 mm"


LAID: tuple[tuple[str, Position], ...] = (
    ("m16", "flat"),
    ("s16", "edge"),
    ("l20", "flat"),
    ("m16", "upright"),
)


def survives(seed: int, tremor: float) -> bool:
    scene = Scene.from_poses(tower(20, seed % 4, 0.0003, 0.05), ("l1",), settle=True)
    x, y, *_ = list(scene.rest.values())[-1]
    piece, position = LAID[seed % 4]
    done = place(scene, piece, position, (x, y), top_of(scene.rest), 1.5708, tremor=tremor, seed=seed)
    return not done.fallen


def tremors() -> Iterator[Row]:
    for tremor, goal in ((0.0003, 12), (0.0006, 11), (0.001, 10)):
        stand = sum(survives(seed, tremor) for seed in range(12))
        yield f"laid on towers of 20 with {1000 * tremor:.1f} mm tremor", f"{stand} of 12", f"≥ {goal}"


async def hand_to_frame(times: int = 40) -> list[float]:
    """Seconds from a hand's order to the first frame that shows it moved, through a real process."""
    seen: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
    waits = []
    async with PhysicsPool(lambda _, frame: seen.put_nowait((time.perf_counter(), frame)), 1) as pool:
        await pool.open("room", rested(20).rest, ("l1",))
        x, y, z, *_ = await pool.take("room", "s16", tremor=0.0)
        for turn in range(times):
            x = 0.02 - x
            started = time.perf_counter()
            pool.hand("room", Target((x, y, z), oriented("flat")))
            while (shown := await seen.get())[0] < started or not near(shown[1], x):
                pass
            waits.append(shown[0] - started)
            await asyncio.sleep(0.1 + 0.003 * (turn % 7))
    return sorted(waits)


def near(frame: bytes, x: float) -> bool:
    """Whether the hand is at least half of the way there."""
    hand = decode(frame).hand
    return hand is not None and abs(hand[0] - x) < 0.01


def latency() -> Iterator[Row]:
    waits = asyncio.run(hand_to_frame())
    middle, worst = waits[len(waits) // 2], waits[-1]
    yield (
        "hand to frame through a worker (wall clock)",
        f"{1000 * middle:.0f} ms, worst {1000 * worst:.0f}",
        "",
    )


def main() -> None:
    simulator()
    print(f"{'figure':62} {'measured':>24}   goal")
    for part in (speeds, hands, verdicts, collapses, bots, skills, standing, tremors, latency, hand.rows):
        for name, value, goal in part():
            print(f"{name:62} {value:>24}   {goal}", flush=True)


if __name__ == "__main__":
    main()
