"""Figures of the wood: `python bench/physics.py`. Prints a table; never fails on time.

Times are CPU times of this process, the best of a few batches: other work on the machine disturbs them less.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from cinq.world.carpentry import carry, drift, four_towers, lower, place, sweep, top_of, tower
from cinq.world.physics import TICK, Frame, Scene, Simulation, simulator
from cinq.world.planner import LEVELS, choose
from cinq.world.stream import EVERY, Stream
from cinq.world.verdict import Wanted
from cinq.world.wood import oriented

Row = tuple[str, str, str]


def cpu(work: Callable[[], object], times: int, batches: int = 6) -> float:
    """Seconds of CPU for one of many calls, in the least disturbed of a few batches."""
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
        awake.stay_awake()
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

        yield f"verdict, {count} pieces", f"{1000 * cpu(judge, 20):.1f} ms", "≤ 5 ms"


def fall(scene: Scene, y: float, piece: str) -> list[Frame]:
    scene.take(piece)
    frames = sweep(scene, 0.05, speed=1.0, y=y)
    scene.release(Wanted("A7", piece, "flat"))
    while not scene.settled:
        frames.append(scene.tick())
    return frames


def collapses() -> Iterator[Row]:
    for count, y, piece in ((20, 0.0, "l20"), (51, 0.06, "s16")):
        scene, stream = rested(count), Stream()
        seen = fall(scene, y, piece)
        sizes = [len(stream.frame(frame)) + 4 for frame in seen[::EVERY]]
        worst = max(sum(sizes[i : i + 30]) for i in range(len(sizes)))
        name = f"collapse of {len(scene.verdict().fallen)} of {count} pieces, busiest second per viewer"
        yield name, f"{worst / 1000:.1f} kB", "≤ 10 kB"
    yield "slowest 0.1 s of a collapse of 20, real-time factor", f"{slowest(20):.1f}", ""


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
        rest = rested(count)
        for name, level in LEVELS.items():
            cost = cpu(
                lambda r=rest, lv=level: choose(r.rest, r.bases, Wanted("A1", "s16", "edge"), lv, 1), 5
            )  # type: ignore[misc]
            yield f"a {name}'s choice, {count} pieces", f"{1000 * cost:.0f} ms", "≤ 300 ms"


def standing() -> Iterator[Row]:
    for seed in range(2):
        moved = drift(tower(20, seed, 0.0007, 0.05), 60, sleep=False)
        yield f"crooked tower of 20 awake for 60 s, drift (seed {seed})", f"{1000 * moved:.4f} mm", "< 0.5 mm"


def survives(seed: int, tremor: float) -> bool:
    scene = Scene.from_poses(tower(20, seed % 4, 0.0003, 0.05), ("l1",), settle=True)
    x, y, *_ = list(scene.rest.values())[-1]
    piece = ("m16", "s16", "l20", "m16")[seed % 4]
    position = ("flat", "edge", "flat", "upright")[seed % 4]
    return not place(
        scene, piece, position, (x, y), top_of(scene.rest), 1.5708, tremor=tremor, seed=seed
    ).fallen  # type: ignore[arg-type]


def tremors() -> Iterator[Row]:
    for tremor, goal in ((0.0003, 12), (0.0006, 11), (0.001, 10)):
        stand = sum(survives(seed, tremor) for seed in range(12))
        yield f"laid on towers of 20 with {1000 * tremor:.1f} mm tremor", f"{stand} of 12", f"≥ {goal}"


def main() -> None:
    simulator()
    print(f"{'figure':62} {'measured':>24}   goal")
    for part in (speeds, hands, verdicts, collapses, bots, standing, tremors):
        for name, value, goal in part():
            print(f"{name:62} {value:>24}   {goal}", flush=True)


if __name__ == "__main__":
    main()
