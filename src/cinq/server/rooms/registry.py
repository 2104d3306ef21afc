"""The registry: every room of this server, made, read from disk, put away when idle.

Owns the server's clock, the list of tables, and what all rooms share: the store, finished games,
bots, physics, metrics.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import time
from collections.abc import Sequence
from functools import partial
from heapq import nsmallest

from cinq.server import wire
from cinq.server.bots.move_review import LOW_PRIORITY, MoveReviews
from cinq.server.bots.pool import BotPool
from cinq.server.bots.room_bots import RoomBots
from cinq.server.bots.room_coach import RoomCoach
from cinq.server.metrics import Metrics
from cinq.server.physics.interface import PhysicsSource, StandInPhysics
from cinq.server.rooms.entries import listed_table, table_entry
from cinq.server.rooms.finished_games import FinishedGames
from cinq.server.rooms.new_table import prepare
from cinq.server.rooms.place import LocalPlace, NoPeers, Peers, Place, Unreachable
from cinq.server.rooms.queue_runner import QueueRunner
from cinq.server.rooms.rate_limits import SharedLimit, TokenBuckets, WaitingLimit
from cinq.server.rooms.room import Room
from cinq.server.rooms.tokens import new_table_id, new_token
from cinq.server.settings import Settings
from cinq.server.storage.background_reader import BackgroundReader
from cinq.server.storage.interface import Damaged, Store
from cinq.server.storage.ownership import OwnedElsewhere
from cinq.server.storage.write_probe import WriteProbe
from cinq.table import play
from cinq.table.match import count_lines
from cinq.table.table import Refusal, Table

logger = logging.getLogger("cinq.registry")
TEN_MINUTES = 600.0
HINTS, REVIEWS, READINGS = 16, 8, 32
"""Hints, reviews of finished games, and games to read from the disk that may wait for their turn."""
LISTED, LIST_AGE = 100, 0.25
"""Public tables in the list, and the seconds after which it is made anew."""


def _place_in_list(room: Room) -> tuple[bool, float]:
    return room.table.phase != "lobby", -room.table.touched


class RoomRegistry:
    """All rooms in memory, and what they share."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        physics: PhysicsSource | None = None,
        peers: Peers | None = None,
    ) -> None:
        self.store = store
        self.peers: Peers = peers or NoPeers()
        self.settings = settings
        self.physics = physics or StandInPhysics()
        self.metrics = Metrics()
        self.pool = BotPool(settings.bot_workers)
        self._coaches = BotPool(1, LOW_PRIORITY)
        self.move_reviews = MoveReviews()
        self.hints = WaitingLimit(HINTS, "the coach is busy")
        self.reviews = WaitingLimit(REVIEWS, "the coach is busy")
        self.readings = WaitingLimit(READINGS, "too many games are being read")
        self.reader = BackgroundReader()
        self.finished_games = FinishedGames(self)
        self.write_probe = WriteProbe(store)
        self.rooms: dict[str, Room] = {}
        self.queues = QueueRunner()
        self.ready = self.stopping = False
        self._dropped = 0
        """Rooms dropped since garbage was collected."""
        self._reading: dict[str, asyncio.Future[Room]] = {}
        self._new_tables = TokenBuckets(
            settings.tables_per_address / TEN_MINUTES, settings.tables_per_address
        )
        self._requests = TokenBuckets(settings.messages_per_second, settings.message_burst)
        self.limits: dict[str, SharedLimit] = {"requests": self._requests}
        """Limits of addresses that hold over all servers, by name."""
        self._wall = time.time() - time.monotonic()
        self._public: tuple[float, list[wire.ListedTable]] = (0.0, [])
        """The list of public tables, and when it was made."""
        self._listed = 0.0
        """When `list_active_tables` ran last."""

    def now(self) -> float:
        """Seconds since 1970 by the store's clock; from `read_clock` on it does not go back."""
        return self._wall + time.monotonic()

    async def read_clock(self) -> None:
        """Set the clock by the store's: all servers of one store go by the same."""
        asked = time.monotonic()
        told = await self.store.time()
        self._wall = told - (asked + time.monotonic()) / 2

    def bots_for(self, room: Room) -> RoomBots:
        """The bots of a new room."""
        return RoomBots(room, self.pool)

    def coach_for(self, room: Room) -> RoomCoach:
        """The coach of a room where somebody asks for a hint."""
        return RoomCoach(room, self._coaches)

    def check_rate(self, address: str) -> None:
        """Count a request over HTTP. Refused above the address's rate."""
        if not self._requests.allows(address, self.now()):
            raise Refusal("limited", "too many requests from this address: wait a little")

    # ------------------------------------------------------------ making a table

    async def make(self, new: wire.NewTable, address: str) -> wire.MadeTable:
        """Make a table with its maker on the first chair and bots on the last ones; start it if asked."""
        self._check_new_table(address)
        if (made := await self.peers.make(new, address)) is not None:
            return made
        if not await self.peers.admits_table(address):
            raise Refusal("limited", "too many new tables from this address: wait a little")
        return await self.make_here(new)

    async def make_here(self, new: wire.NewTable) -> wire.MadeTable:
        """Make a table that this server owns."""
        table, now = Table(new_table_id()), self.now()
        table.pause_scale = self.settings.pause_scale
        token = new_token() if new.name else None
        prepare(table, now, new, token)
        rows, steps = table.take_news()
        await self.store.own(table.id, new=True)
        await self.store.append(table.id, 1, rows)
        room = self._add(Room(table, self))
        self.metrics.tables.labels(table.game.NAME).inc()
        self.update_lists(room, len(steps), count_lines(steps))
        room.bots.follow(steps)
        room.resume()
        return wire.MadeTable(table.id, table.commitment, 0 if token else None, token)

    def _check_new_table(self, address: str) -> None:
        if len(self.rooms) >= self.settings.rooms:
            raise Refusal("unavailable", "this server is full: come back in a minute")
        if not self._new_tables.allows(address, self.now()):
            raise Refusal("limited", "too many new tables from this address: wait a little")

    # ------------------------------------------------------------ finding a table

    def _add(self, room: Room) -> Room:
        self.rooms[room.table.id] = room
        self._public = (0.0, [])
        self.metrics.rooms.set(len(self.rooms))
        return room

    def forget(self, room: Room) -> None:
        """Drop a room from memory, and let other servers own its table."""
        if self.rooms.get(room.table.id) is room:
            del self.rooms[room.table.id]
            self.store.disown(room.table.id)
            self.metrics.rooms.set(len(self.rooms))

    def game_at(self, ident: str) -> str | None:
        """The game played at a table that is in memory, else None."""
        room = self.rooms.get(ident)
        return room.table.game.NAME if room else None

    def in_lobby(self, ident: str) -> bool:
        """Whether a table that is in memory waits for its game to start."""
        room = self.rooms.get(ident)
        return room is not None and room.table.phase == "lobby"

    async def find(self, ident: str) -> Place:
        """A table, wherever it is. Refused if there is none."""
        try:
            return LocalPlace(await self.room(ident))
        except OwnedElsewhere as elsewhere:
            return self.peers.place(ident, elsewhere.owner)

    async def room(self, ident: str) -> Room:
        """The room of a table, read from disk if need be. Refused if there is none.

        Raises OwnedElsewhere.
        """
        if self.stopping:
            raise Unreachable("this server stops")
        if not self.store.in_force():
            raise Unreachable("this server cannot say whether it still owns its tables")
        if room := self.rooms.get(ident):
            return room
        if ident not in self._reading:
            task = self._reading[ident] = asyncio.ensure_future(self._read(ident))
            task.add_done_callback(partial(self._was_read, ident))
        return await asyncio.shield(self._reading[ident])

    def _was_read(self, ident: str, task: asyncio.Future[Room]) -> None:
        """Forget the task once it is done; until then everyone who asks for this table waits for it."""
        del self._reading[ident]
        if not task.cancelled():
            task.exception()  # told to whoever waits; nobody may be left

    async def _read(self, ident: str) -> Room:
        if not 0 < len(ident) <= 32 or not ident.isascii() or not ident.isalnum():
            raise Refusal("unknown", "there is no such table")
        await self.store.own(ident)
        try:
            return await self._read_own(ident)
        except BaseException:
            self.store.disown(ident)
            raise

    async def _read_own(self, ident: str) -> Room:
        """Read a table that this server owns from disk."""
        try:
            rows = await self.store.rows(ident)
            table = await self.reader.table(ident, rows)
        except Damaged as damage:
            await self._quarantine(ident, str(damage))
            raise Refusal("unavailable", "this table's journal is damaged; it was put aside") from None
        if not rows:
            raise Refusal("unknown", "there is no such table")
        if table.phase != "over":
            self.store.list_table(table_entry(table))  # it may have been put away
        table.pause_scale = self.settings.pause_scale
        play.restarted(table, self.now())
        room = self._add(Room(table, self))
        await self.finished_games.store_missing(table)
        room.resume()
        return room

    async def _quarantine(self, ident: str, why: str) -> None:
        logger.error("table quarantined: %s", why, extra={"table": ident})
        await self.store.quarantine(ident, why)
        self.metrics.damaged.set(len(await self.store.quarantined()))

    async def reopen_all(self) -> None:
        """Read the tables that were in memory when the server stopped; then the server is ready.

        Those are, within `settings.idle`, the ones that were touched last. Any other table is
        read when somebody comes.
        """
        listed = [entry.id for entry in await self.store.public_tables(100) if entry.phase == "lobby"]
        await self.reopen([*await self.store.unfinished(self.settings.idle), *listed])
        self.ready = True

    async def reopen(self, tables: Sequence[str]) -> None:
        """Read tables from disk, unless another server has them."""
        for ident in tables:
            try:
                await self.room(ident)
            except OwnedElsewhere:
                continue
            except Unreachable:
                return  # this server stops, or has lost its lease
            except Refusal as refusal:
                logger.error("table not reopened: %s", refusal.message, extra={"table": ident})
            except Exception:  # a damaged page, a full disk: the other tables are reopened
                logger.exception("table not reopened", extra={"table": ident})

    # ------------------------------------------------------------ lists

    def update_lists(self, room: Room, steps: int, lines: int) -> None:
        """Update the figures, the list of tables and the list of finished games after a commit.

        `lines` of so many steps are lines of the game.
        """
        table = room.table
        if lines:
            self.metrics.lines[table.game.NAME] += lines
        if lines < steps or table.phase == "over":
            self.store.list_table(table_entry(table))
        if lines and table.phase == "over":
            self.metrics.games.labels(table.game.NAME).inc()
            room.keep_task(asyncio.ensure_future(self.finished_games.store(table.id, table.round)))

    def public_tables(self) -> list[wire.ListedTable]:
        """At most LISTED public tables in memory: those with a lobby first, then those touched last.

        Made anew every LIST_AGE seconds at most: it takes a look at every table.
        """
        made, lines = self._public
        if self.now() - made > LIST_AGE:
            public = (room for room in self.rooms.values() if room.table.public)
            lines = [listed_table(room) for room in nsmallest(LISTED, public, key=_place_in_list)]
            self._public = (self.now(), lines)
        return lines

    # ------------------------------------------------------------ periodic work, and stopping

    def drop_idle_rooms(self) -> None:
        """Drop rooms that were empty for `settings.idle` seconds from memory.

        A room and its parts refer to each other, and garbage is collected seldom: it is collected
        here once the dropped rooms are a quarter of those in memory.
        """
        now = self.now()
        self._dropped += sum([self._drop_if_idle(room, now) for room in list(self.rooms.values())])
        if 4 * self._dropped > len(self.rooms):
            self._dropped = 0
            gc.collect()

    def _drop_if_idle(self, room: Room, now: float) -> bool:
        if room.idle_seconds(now) <= self.settings.idle:
            return False
        room.close("idle")
        self.forget(room)
        return True

    def list_active_tables(self) -> None:
        """Write to the list when the tables in memory were touched last, if that was since the last call."""
        since, self._listed = self._listed, self.now()
        for room in self.rooms.values():
            if room.table.touched >= since:
                self.store.list_table(table_entry(room.table))

    async def put_away_forgotten(self) -> None:
        """Take unfinished tables off the lists that nobody has touched for `settings.forgotten` seconds.

        Nothing is written to their journals: whoever comes finds the table as it was, so that a
        wrong clock costs nobody a table.
        """
        await self.store.put_away(self.now() - self.settings.forgotten, self._in_use())

    async def delete_abandoned(self) -> None:
        """Delete tables that were put away and stayed so, where the operator wants that."""
        if self.settings.delete_abandoned:
            await self.store.delete_abandoned(self.now(), self.settings.delete_abandoned, self._in_use())

    def _in_use(self) -> list[str]:
        """The tables that are in memory or on their way there."""
        return [*self.rooms, *self._reading]

    async def maintain_forever(self) -> None:
        """Do the four above every half minute, or sooner where `settings.idle` is short."""
        while True:
            await asyncio.sleep(min(30.0, self.settings.idle / 2))
            self.drop_idle_rooms()
            self.list_active_tables()
            try:
                await self.put_away_forgotten()
                await self.delete_abandoned()
            except Exception as error:  # a full disk: again in half a minute
                logger.error("forgotten tables were not put away or deleted: %s", error)

    def ping_all(self, number: int) -> None:
        """Ping the seated viewers of every game that has races."""
        for room in self.rooms.values():
            if room.has_races:
                for viewer in room.seated_viewers():
                    viewer.ping(number, self.now())

    async def ping_forever(self) -> None:
        """Ping every `settings.ping_every` seconds."""
        number = 0
        while True:
            await asyncio.sleep(self.settings.ping_every)
            number += 1
            self.ping_all(number)

    def close_rooms(self) -> None:
        """Close every room; clients are told when to come back."""
        self.ready = False
        for room in list(self.rooms.values()):
            room.close("the server restarts", again=self.peers.come_back)

    def drop_all(self) -> None:
        """Drop every room: this server may not own their tables any more."""
        for room in list(self.rooms.values()):
            self.forget(room)
            room.close("this server has lost the table", again=0.5)

    async def drain(self) -> None:
        """Close every room and let other servers own the tables."""
        self.stopping = True
        self.close_rooms()
        await self.store.disown_all()

    async def close(self) -> None:
        """Close every room, write what waits, and stop."""
        self.close_rooms()
        await asyncio.gather(self.pool.close(), self._coaches.close(), self.move_reviews.close())
        await self.physics.close()
        self.reader.close()
        await self.store.close()
