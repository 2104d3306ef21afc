"""Simulated physics for live tables of Au doigt & à l'œil: a person's or a bot's hand lays a piece.

Connects rooms with the physics workers: which structure stands in which room, who holds the
piece, when it is released. Binary messages begin with their kind: 0 a frame, 1 the recording of
a fall (see physics/frames.py). The worker processes start with the first piece; this module
neither simulates nor judges a rule.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from math import dist
from secrets import randbits
from typing import TypeAlias, cast

from cinq.core.game import Seat
from cinq.games.doigt_oeil.components import card
from cinq.games.doigt_oeil.state import Held, Placement, State
from cinq.physics import planner
from cinq.physics.hands import tremor
from cinq.physics.judge import Wanted
from cinq.physics.pieces import Pose, starter
from cinq.physics.planner import HAND_SKILLS
from cinq.physics.pool import Interrupted, Outcome, PhysicsPool
from cinq.physics.scene import Target, above, seat_angle
from cinq.server.physics.interface import Answer, PhysicsRequest, stand_in_answer
from cinq.server.wire import Hand, Lay, Spot
from cinq.table.events import Level

FRAME, TRAJECTORY = b"\x00", b"\x01"
KEYFRAME_AT, KEYFRAME = 5, 4  # in a message: kind u8, tick u32, then the flags; see physics/frames.py
LOOKS, LISTED = 160, 8
APART = 0.02
"""Metres between two spots of the list."""
AGAIN, SELDOM = 0.2, 3.0
"""Seconds until a piece is tried again whose worker died: twice as many each time, up to three."""
STRAY = 0.02
"""Metres: the most a spot chosen from the list may be missed by."""


End: TypeAlias = planner.Spot | Level | None
"""How a person's piece is laid: on a spot of the list, by a bot of this level, or where it is (None)."""


class Holding:
    """A piece in a person's hand: where the structure stood, and a future for its release."""

    def __init__(self, seat: Seat, wanted: Wanted, poses: dict[str, Pose], firm_spots: bool = False) -> None:
        self.seat, self.wanted, self.poses, self.firm_spots = seat, wanted, poses, firm_spots
        self.up = False
        """Whether physics holds the piece: hand movements before that are ignored."""
        self.spots: list[planner.Spot] = []
        self.search: asyncio.Future[list[planner.Spot]] | None = None
        """The search for spots that is under way or has found some: whoever asks again shares it."""
        self.done: asyncio.Future[End] = asyncio.get_running_loop().create_future()

    def forget_search(self) -> None:
        """Drop a search for spots that has not begun: nobody else's waits for it."""
        if self.search is not None:
            self.search.cancel()

    def let_go(self, end: End) -> None:
        """End the holding; only the first call counts."""
        if not self.done.done():
            self.done.set_result(end)


class LivePhysics:
    """Physics in worker processes: satisfies `PhysicsSource`. A person may hold a piece for any time."""

    def __init__(self) -> None:
        self._pool: PhysicsPool | None = None
        self._search_thread = ThreadPoolExecutor(1, "spots")
        self._starting = asyncio.Lock()
        self._shows: dict[str, Callable[[bytes], None]] = {}
        self._keyframes: dict[str, bytes] = {}
        self._holding: dict[str, Holding] = {}

    async def answer(self, request: PhysicsRequest, show: Callable[[bytes], None]) -> Answer:
        """Set the structure up, wait for the hand, and return what it did as a line."""
        s = request.state
        if not isinstance(s, State):
            return stand_in_answer(request)  # another game's world: this physics is wood only
        assert s.held is not None, "a placement is owed only while a piece is held"
        self._shows[request.room] = show
        holding = self._hold(request, s, s.held)
        try:
            outcome = await self._outcome(await self._open_pool(), request, s, holding)
        finally:
            if former := self._holding.pop(request.room, None):
                former.forget_search()
        if outcome.trajectory:
            show(TRAJECTORY + outcome.trajectory)
        return Answer(placement_line(outcome), outcome.trajectory)

    def _hold(self, request: PhysicsRequest, s: State, held: Held) -> Holding | None:
        """Note a person's piece at once: they may ask for its spots before the workers have started."""
        if held.seat in request.bots:
            return None
        holding = Holding(held.seat, wanted(s, held), poses_of(s), request.firm_spots)
        self._holding[request.room] = holding
        return holding

    async def _outcome(
        self, pool: PhysicsPool, request: PhysicsRequest, s: State, holding: Holding | None
    ) -> Outcome:
        """Play the piece; play it again if a worker died meanwhile, as the pool says in the log."""
        assert s.held is not None
        pause = AGAIN
        while True:
            try:
                await pool.open(request.room, poses_of(s), s.columns)
                self._show(request.room, await pool.look(request.room))
                if holding is None:
                    return await self._by_bot(pool, request.room, s, request.bots[s.held.seat])
                return await self._by_person(pool, request.room, s, holding)
            except Interrupted:
                holding = self._hold(request, s, s.held)
                await asyncio.sleep(pause)
                pause = min(SELDOM, 2 * pause)

    async def _by_bot(self, pool: PhysicsPool, room: str, s: State, level: Level) -> Outcome:
        assert s.held is not None
        wood = card(s.held.card)
        skill = planner.with_handicap(HAND_SKILLS[level], wood.hands != "both", wood.closed != "none")
        return await pool.play(room, wanted(s, s.held), skill, wood.hands, randbits(32), at=taken_up_at(s))

    async def _by_person(self, pool: PhysicsPool, room: str, s: State, holding: Holding) -> Outcome:
        aim, hands = holding.wanted, card(holding.wanted.card).hands
        await pool.take(room, aim.piece, hands, seed=randbits(32), at=taken_up_at(s))
        holding.up = True
        end = await holding.done
        if end is None:
            return await pool.release(room, aim)
        await pool.open(room, poses_of(s), s.columns)
        if not isinstance(end, planner.Spot):
            return await self._by_bot(pool, room, s, end)
        steady = planner.HandSkill(tremor=tremor(hands), aim_error=0.0, turn_error=0.0, samples=0, daring=0.0)
        return await pool.play(room, aim, steady, hands, randbits(32), end, taken_up_at(s))

    # ------------------------------------------------------------ what a person does

    def hand(self, room: str, seat: Seat, hand: Hand) -> None:
        """Move the hand, and release the piece if asked; ignored unless this seat holds the piece."""
        holding = self._holding.get(room)
        if holding is None or holding.seat != seat or not holding.up or self._pool is None:
            return
        self._pool.hand(room, Target(hand.at, hand.turn or (1.0, 0.0, 0.0, 0.0)))
        if hand.release:
            holding.let_go(None)

    async def spots(self, room: str, seat: Seat) -> tuple[Spot, ...]:
        """Firm places for the piece this seat holds; computed in a thread, since it takes a while.

        One search runs at a time, of all tables, and one that found spots is not repeated.
        """
        holding = self._holding.get(room)
        if holding is None or holding.seat != seat:
            return ()
        if holding.search is None or (holding.search.done() and not holding.spots):
            loop = asyncio.get_running_loop()
            holding.search = loop.run_in_executor(self._search_thread, _spots, holding)
        search = holding.search  # while this waits, whoever asks next may have begun another
        await asyncio.wait([search])
        holding.spots = [] if search.cancelled() else search.result()
        return tuple(Spot(p.x, p.y, p.on, p.yaw, p.position, p.margin) for p in holding.spots)

    def lay(self, room: str, seat: Seat, lay: Lay) -> None:
        """Release the piece on a spot of the list, missed by as much as the person trembled."""
        holding = self._holding.get(room)
        if holding and holding.seat == seat and 0 <= lay.spot < len(holding.spots):
            spot = holding.spots[lay.spot]
            dx, dy = (max(-STRAY, min(STRAY, off)) for off in lay.off)
            holding.let_go(
                planner.Spot(spot.x + dx, spot.y + dy, spot.on, spot.yaw, spot.position, spot.margin)
            )

    # ------------------------------------------------------------ what the table decides

    def let_go(self, room: str, seat: Seat) -> None:
        """Release the piece where it is: the seat's clock has run out."""
        holding = self._holding.get(room)
        if holding and holding.seat == seat:
            holding.let_go(None)

    def substitute(self, room: str, bots: dict[Seat, Level]) -> None:
        """Let a bot's hand lay the piece of a person for whom a bot plays now."""
        holding = self._holding.get(room)
        if holding and holding.seat in bots:
            holding.let_go(bots[holding.seat])

    # ------------------------------------------------------------ what everyone sees

    def keyframe(self, room: str) -> bytes | None:
        """The last frame that shows everything, for a new viewer; later frames show what moves."""
        return self._keyframes.get(room)

    def _show(self, room: str, frame: bytes) -> None:
        message = FRAME + frame
        if message[KEYFRAME_AT] & KEYFRAME:
            self._keyframes[room] = message
        if show := self._shows.get(room):
            show(message)

    # ------------------------------------------------------------ starting and stopping

    async def _open_pool(self) -> PhysicsPool:
        async with self._starting:
            if self._pool is None:
                pool = PhysicsPool(self._show)
                await pool.start()
                self._pool = pool  # not before: one that did not start is of no use
            return self._pool

    def leave(self, room: str) -> None:
        """Forget a room and close its scene in the worker; the log has the poses."""
        if self._pool is not None:
            self._pool.close_scene(room)
        self._shows.pop(room, None)
        self._keyframes.pop(room, None)
        self._holding.pop(room, None)

    async def close(self) -> None:
        """Stop the workers."""
        self._search_thread.shutdown(wait=False, cancel_futures=True)
        if self._pool is not None:
            await self._pool.close()


def taken_up_at(s: State) -> Pose:
    """Where the piece in hand is taken up: on the side of whoever holds it."""
    assert s.held is not None
    return above(poses_of(s), s.held.id, seat_angle(s.held.seat, len(s.hands)))


def poses_of(s: State) -> dict[str, Pose]:
    """The pose of every piece; a piece without one in the log is the starter."""
    poses = dict(starter())
    poses.update({piece.id: cast(Pose, piece.pose) for piece in s.structure if piece.pose is not None})
    return {piece.id: poses[piece.id] for piece in s.structure}


def wanted(s: State, held: Held) -> Wanted:
    """What the card demands of the piece: any position if it was pivoted (DO-23)."""
    wood = card(held.card)
    free = s.task is not None and s.task.pivoted == held.card
    return Wanted(held.card, held.id, None if free else wood.position, wood.board)


def placement_line(outcome: Outcome) -> Placement:
    """The outcome as a line of the log."""
    done = outcome.placement
    return Placement(done.card, done.fallen, done.columns, done.on or None, dict(done.pose), done.why)


def _spots(holding: Holding) -> list[planner.Spot]:
    aim = holding.wanted
    found = planner.find_spots(
        holding.poses, aim.piece, aim.position or "flat", aim.board, LOOKS, randbits(32)
    )
    if holding.firm_spots:
        found = [spot for spot in found if spot.margin > planner.FIRM_MARGIN] or found
    return sorted(apart(found)[:LISTED], key=lambda spot: (spot.on, spot.x, spot.y))


def apart(found: Iterable[planner.Spot]) -> list[planner.Spot]:
    """The firmest spot of each place: spots closer than APART are one place."""
    kept: list[planner.Spot] = []
    for spot in found:
        if all(dist((spot.x, spot.y, spot.on), (one.x, one.y, one.on)) > APART for one in kept):
            kept.append(spot)
    return kept
