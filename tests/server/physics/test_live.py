"""Real wood on a live table: bots and a person lay pieces, and the log keeps where everything stands."""

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable
from itertools import combinations
from math import dist
from pathlib import Path
from typing import Any, cast

import pytest

from cinq.games import load_game
from cinq.games.doigt_oeil import Options
from cinq.games.doigt_oeil.state import Cards, Deal, Pick, State
from cinq.physics import planner
from cinq.physics.frames import decode
from cinq.physics.pool import Interrupted, PhysicsPool, Refused
from cinq.physics.worker import FrameSent, GetKeyframe
from cinq.server.physics.interface import PhysicsRequest
from cinq.server.physics.live import APART, LivePhysics, poses_of
from cinq.server.wire import Hand, Lay
from cinq.table.events import Level
from tests.server.client import Json, running

game = load_game("doigt-oeil")


def holding(card: str) -> State:
    """Seat 0 opens with this wood card and has taken its piece up."""
    others = [name for name in ("A2", "A3", "A4", "A5", "A6", "A7", "A8", "A9", "A10", "A11", "A12")
              if name != card]  # fmt: skip
    hands = (tuple(others[:8]), ("B2", "B3", "B4", "B5", "B6", "B8", "B10", "B12"))
    s = game.apply(game.start(2, Options(first=0)), "dealer", Deal(hands, 0))
    s = game.apply(s, "dealer", Cards((card,)))
    return cast(State, game.apply(s, 0, Pick(card)))


async def laid(
    world: LivePhysics, s: State, bots: dict[int, Level], frames: list[bytes], limit: float = 30
) -> State:
    answer = await asyncio.wait_for(world.answer(PhysicsRequest("room", game, s, bots), frames.append), limit)
    placement = answer.action
    assert game.refusal(s, "world", placement) is None
    return cast(State, game.apply(s, "world", placement))


BOTH = ["l1", "s1"]
"""What stands when the piece was laid on the first one."""


async def holds(world: LivePhysics) -> None:
    """Until somebody has the piece in hand."""
    while not any(holding.up for holding in world._holding.values()):
        await asyncio.sleep(0.02)


async def shows_a_hand(frames: list[bytes], since: int = 0) -> None:
    """Until a hand is seen in the frames."""
    while not any(decode(data[1:]).hand for data in frames[since:]):
        await asyncio.sleep(0.02)


async def carry_down(world: LivePhysics) -> None:
    """A person's hand: slowly down onto the first piece, and let go."""
    for step in range(60):
        world.hand("room", 0, Hand((0.0, 0.0, 0.06 - 0.045 * min(1, step / 45)), (1.0, 0.0, 0.0, 0.0)))
        await asyncio.sleep(1 / 60)
    world.hand("room", 0, Hand((0.0, 0.0, 0.015), (1.0, 0.0, 0.0, 0.0), release=True))


def kill_workers(world: LivePhysics, with_signal: signal.Signals = signal.SIGKILL) -> None:
    assert world._pool is not None
    for worker in world._pool._workers:
        os.kill(worker.process.pid or 0, with_signal)


def after(
    meanwhile: Callable[[LivePhysics, list[bytes]], Awaitable[None]] | None = None,
    *,
    card: str = "A1",
    bots: dict[int, Level] | None = None,
    frames: list[bytes] | None = None,
    limit: float = 30,
) -> State:
    """The game when the world has answered; `meanwhile` somebody does something."""
    shown: list[bytes] = [] if frames is None else frames

    async def run() -> State:
        world = LivePhysics()
        try:
            answer = asyncio.ensure_future(laid(world, holding(card), bots or {}, shown, limit))
            if meanwhile is not None:
                await meanwhile(world, shown)
            return await answer
        finally:
            await world.close()

    return asyncio.run(run())


def ids(s: State) -> list[str]:
    return [piece.id for piece in s.structure]


def test_a_champion_lays_a_piece_and_its_pose_is_kept() -> None:
    frames: list[bytes] = []
    s = after(card="D1", bots={0: "champion"}, frames=frames)
    assert ids(s) == BOTH
    assert poses_of(s)["s1"][2] == pytest.approx(0.015, abs=0.001)  # flat on a flat piece
    assert {message[0] for message in frames} == {0}
    seen = [decode(message[1:]) for message in frames]
    assert seen[0].keyframe and set(seen[0].pieces) == {"l1"}
    assert seen[-1].keyframe and set(seen[-1].pieces) == {"l1", "s1"}


def test_a_person_carries_a_piece_down_and_lets_go() -> None:
    async def by_hand(world: LivePhysics, _frames: list[bytes]) -> None:
        await holds(world)
        world.hand("room", 1, Hand((9.0, 9.0, 9.0), release=True))  # another's hand: not heard
        await carry_down(world)

    assert ids(after(by_hand)) == BOTH


def test_a_spot_from_the_list_needs_no_pointer() -> None:
    async def by_list(world: LivePhysics, _frames: list[bytes]) -> None:
        await holds(world)
        assert await world.spots("room", 1) == ()
        spots = await world.spots("room", 0)
        assert spots and all(spot.position == "flat" for spot in spots)
        assert [spot.on for spot in spots] == sorted(spot.on for spot in spots)  # not by firmness
        places = [(spot.x, spot.y, spot.on) for spot in spots]
        assert all(dist(one, other) > APART for one, other in combinations(places, 2))
        world.lay("room", 0, Lay(0))

    assert ids(after(by_list)) == BOTH


def test_spots_are_there_before_the_physics_is() -> None:
    """Asked for in the very moment the piece was taken up: the list once said that nothing was safe."""

    async def at_once(world: LivePhysics, frames: list[bytes]) -> None:
        while not world._shows:
            await asyncio.sleep(0)
        assert not frames
        assert await world.spots("room", 0)
        world.lay("room", 0, Lay(0))

    assert ids(after(at_once)) == BOTH


async def carry_low(world: LivePhysics) -> None:
    for z in (0.06, 0.03, 0.0148):
        world.hand("room", 0, Hand((0.0, 0.0, z), (1.0, 0.0, 0.0, 0.0)))
        await asyncio.sleep(0.3)


def test_a_piece_may_be_held_for_as_long_as_one_likes() -> None:
    """No hidden clock: ten minutes later, by the event loop's own time, the piece is still in hand."""

    async def wait_long(world: LivePhysics, frames: list[bytes]) -> None:
        await holds(world)
        loop, since = asyncio.get_running_loop(), asyncio.get_running_loop().time
        loop.time = lambda: since() + 600  # type: ignore[method-assign]
        await asyncio.sleep(0.2)
        await shows_a_hand(frames, since=len(frames))
        await carry_down(world)

    assert ids(after(wait_long, limit=700)) == BOTH


def test_a_clock_that_ran_out_lets_the_piece_go_where_it_is() -> None:
    async def run_out(world: LivePhysics, _frames: list[bytes]) -> None:
        await holds(world)
        await carry_low(world)
        world.let_go("room", 1)  # another's clock
        world.let_go("room", 0)

    assert ids(after(run_out)) == BOTH


def test_a_bot_lays_the_piece_of_a_person_who_has_left() -> None:
    async def leave(world: LivePhysics, _frames: list[bytes]) -> None:
        await holds(world)
        world.substitute("room", {1: "champion"})
        assert world._holding
        world.substitute("room", {0: "champion", 1: "champion"})

    assert ids(after(leave, card="D1")) == BOTH


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_a_worker_lost_under_a_hand_and_the_table_goes_on(how: signal.Signals) -> None:
    """Dead or stopped: the person still holds the piece, lays it, and nothing has fallen."""

    async def go_on(world: LivePhysics, frames: list[bytes]) -> None:
        await holds(world)
        await shows_a_hand(frames)
        kill_workers(world, how)
        await asyncio.sleep(0.1)  # what the stopped one had sent
        await shows_a_hand(frames, since=len(frames))
        await carry_down(world)

    assert ids(after(go_on)) == BOTH


def test_a_worker_stopped_while_a_persons_piece_settles_gives_the_piece_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nobody knows how it fell: the piece is in hand again, and no card was drawn."""
    monkeypatch.setattr("cinq.physics.pool.MAX_SILENCE", 2)

    async def go_on(world: LivePhysics, frames: list[bytes]) -> None:
        await holds(world)
        await shows_a_hand(frames)
        kill_workers(world, signal.SIGSTOP)
        world.hand("room", 0, Hand((0.0, 0.0, 0.2), (1.0, 0.0, 0.0, 0.0), release=True))
        await asyncio.sleep(0.1)
        since = len(frames)
        await shows_a_hand(frames, since)
        await holds(world)
        await carry_down(world)

    assert ids(after(go_on)) == BOTH


def test_a_worker_killed_while_the_wood_settles_asks_for_the_piece_again() -> None:
    """The verdict died with its worker: the bot simply lays the piece once more."""

    async def kill(world: LivePhysics, frames: list[bytes]) -> None:
        await shows_a_hand(frames)
        kill_workers(world)

    assert ids(after(kill, card="D1", bots={0: "champion"})) == BOTH


def test_a_worker_that_is_away_when_a_piece_is_taken_up_is_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No error of the room's: it would be logged with a traceback, at every table and each second."""
    look, looks = PhysicsPool.look, list[str]()

    async def away_at_first(pool: PhysicsPool, scene: str) -> bytes:
        looks.append(scene)
        if len(looks) <= 2:
            raise Interrupted("the worker is being restarted")
        return await look(pool, scene)

    monkeypatch.setattr(PhysicsPool, "look", away_at_first)

    async def wait(world: LivePhysics, frames: list[bytes]) -> None:
        await shows_a_hand(frames)

    assert ids(after(wait, card="D1", bots={0: "champion"})) == BOTH
    assert len(looks) == 3


def test_a_room_that_is_left_has_no_scene_in_its_worker() -> None:
    async def run() -> None:
        world = LivePhysics()
        try:
            await laid(world, holding("D1"), {0: "champion"}, [])
            assert world._pool is not None
            (home,) = (worker for worker in world._pool._workers if "room" in worker.rests)
            assert await home.ask(GetKeyframe("room"), FrameSent)
            world.leave("room")
            with pytest.raises(Refused):
                await home.ask(GetKeyframe("room"), FrameSent)
            assert not home.rests and world.keyframe("room") is None
        finally:
            await world.close()

    asyncio.run(run())


def test_who_asks_for_spots_again_and_again_has_them_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    computed: list[str] = []
    find_spots = planner.find_spots

    def counted(*args: Any) -> list[planner.Spot]:
        computed.append(args[1])
        return find_spots(*args)

    monkeypatch.setattr(planner, "find_spots", counted)

    async def ask_often(world: LivePhysics, _frames: list[bytes]) -> None:
        await holds(world)
        answers = await asyncio.gather(*(world.spots("room", 0) for _ in range(50)))
        assert answers[0] and set(answers) == {answers[0]} == {await world.spots("room", 0)}
        world.lay("room", 0, Lay(0))

    assert ids(after(ask_often)) == BOTH
    assert len(computed) == 1


def test_who_waits_for_spots_is_answered_though_somebody_asks_anew() -> None:
    async def ask_twice(world: LivePhysics, _frames: list[bytes]) -> None:
        await holds(world)
        search = world._holding["room"].search = asyncio.get_running_loop().create_future()
        first = asyncio.create_task(world.spots("room", 0))
        await asyncio.sleep(0)
        search.set_result([])  # it has found nothing, so whoever comes next begins another
        second = asyncio.create_task(world.spots("room", 0))
        assert await first == () and await second
        world.lay("room", 0, Lay(0))

    assert ids(after(ask_twice)) == BOTH


@pytest.mark.parametrize("by", ["list", "bot"])
def test_a_piece_is_laid_with_plain_requests(tmp_path: Path, by: str) -> None:
    """As with curl: take a piece, ask where it could be laid, lay it, and look; or leave it to a bot."""
    new = {"game": "doigt-oeil", "name": "Ana", "chairs": 2, "bots": ["regular"], "start": True}
    with running(tmp_path / "db", physics=True, grace=1.0) as server:
        made = server.request("/api/tables", new | {"options": {"rules": "simplified", "first": 0}})
        table = f"/api/tables/{made['table']}"

        def ask(path: str, body: Json | None = None) -> Json:
            found: Json = server.request(table + path, body, made["token"])
            return found

        def until(read: Callable[[], Json | None]) -> Json:
            end = time.monotonic() + 60
            while not (found := read()):
                assert time.monotonic() < end, "waited in vain"
                time.sleep(0.05)
            return found

        def placement() -> Json | None:
            lines = (line["action"] for line in ask("").get("history", ()))
            return next((action for action in lines if action["type"] == "placement"), None)

        seen = ask("")
        pick = next(item for item in seen["menu"] if item["type"] == "pick")
        ask("/actions", {"seq": seen["seq"], "action": pick})
        spots: Any = until(lambda: ask("/messages", {"type": "ask_spots"}).get("spots"))
        assert set(spots[0]) >= {"x", "y"}
        if by == "list":
            assert ask("/messages", {"type": "lay", "spot": 0})["type"] == "done"
        else:
            ask("/messages", {"type": "leave"})
        assert until(placement)["card"] == pick["card"]
