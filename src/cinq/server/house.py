"""The house: every room of this server, opened, fetched from disk, put away.

Owns secrets and tokens (from the operating system), the server's clock, and the lists.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Sequence
from hashlib import sha256

from cinq.core.game import Seat
from cinq.server import wire
from cinq.server.bot_pool import BotPool
from cinq.server.bots import Crew
from cinq.server.lookbacks import LookBacks
from cinq.server.metrics import Metrics
from cinq.server.rates import Rates
from cinq.server.reading import Reading
from cinq.server.rooms import Room
from cinq.server.settings import Settings
from cinq.server.store import Damaged, GameEntry, Store, TableEntry
from cinq.server.viewers import Viewer
from cinq.server.worlds import StandIn, WorldSource
from cinq.table import events, lobby, play
from cinq.table.table import Refusal, Step, Table

logger = logging.getLogger("cinq.house")
TEN_MINUTES = 600.0
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def new_token() -> str:
    """128 random bits: whoever has it has the chair."""
    return secrets.token_urlsafe(16)


def hashed(token: str) -> str:
    """What is kept of a token."""
    return sha256(token.encode()).hexdigest()


def new_id() -> str:
    """A table's name: sixty random bits that can be read aloud."""
    return "".join(secrets.choice(LETTERS) for _ in range(12))


class House:
    """All rooms, their store, their bots and their world."""

    def __init__(self, store: Store, settings: Settings, world: WorldSource | None = None) -> None:
        self.store = store
        self.settings = settings
        self.world = world or StandIn()
        self.metrics = Metrics()
        self.pool = BotPool(settings.bot_workers)
        self.look_backs = LookBacks()
        self.reading = Reading()
        self.rooms: dict[str, Room] = {}
        self.ready = False
        self._asked: list[Room] = []
        self._fetching: dict[str, asyncio.Future[Room]] = {}
        self._new_tables = Rates(settings.tables_per_address / TEN_MINUTES, settings.tables_per_address)
        self._requests = Rates(settings.messages_per_second, settings.message_burst)
        self._wall = time.time() - time.monotonic()

    def now(self) -> float:
        """Seconds since 1970, never going back while the server runs."""
        return self._wall + time.monotonic()

    def crew(self, room: Room) -> Crew:
        """Bots for a room."""
        return Crew(room, self.pool)

    def hear(self, address: str) -> None:
        """A request over HTTP. Refused if there are too many."""
        if not self._requests.allows(address, self.now()):
            raise Refusal("limited", "too many requests from this address: wait a little")

    # ------------------------------------------------------------ making a table

    async def make(self, new: wire.NewTable, address: str) -> wire.MadeTable:
        """A new table, its maker on the first chair, bots on the last ones; begun if asked."""
        self._limit(address)
        table, now = Table(new_id()), self.now()
        table.unhurried = self.settings.unhurried
        token = new_token() if new.name else None
        _prepare(table, now, new, token)
        rows, steps = table.take_news()
        await self.store.append(table.id, 1, rows)
        room = self._keep(Room(table, self))
        self.metrics.tables.labels(table.game.NAME).inc()
        self.happened(room, steps)
        room.kick()
        return wire.MadeTable(table.id, table.commitment, 0 if token else None, token)

    def _limit(self, address: str) -> None:
        if len(self.rooms) >= self.settings.rooms:
            raise Refusal("limited", "this server is full")
        if not self._new_tables.allows(address, self.now()):
            raise Refusal("limited", "too many new tables from this address: wait a little")

    # ------------------------------------------------------------ finding a table

    def _keep(self, room: Room) -> Room:
        self.rooms[room.table.id] = room
        self.metrics.rooms.set(len(self.rooms))
        return room

    def forget(self, room: Room) -> None:
        """The room is no longer in memory."""
        if self.rooms.get(room.table.id) is room:
            del self.rooms[room.table.id]
            self.metrics.rooms.set(len(self.rooms))

    def game_at(self, ident: str) -> str | None:
        """What is played at a table, if it is one of those in memory."""
        room = self.rooms.get(ident)
        return room.table.game.NAME if room else None

    async def room(self, ident: str) -> Room:
        """The room of a table, fetched from disk if need be. Refused if there is none."""
        if room := self.rooms.get(ident):
            return room
        if ident in self._fetching:
            return await asyncio.shield(self._fetching[ident])
        task = asyncio.ensure_future(self._fetch(ident))
        self._fetching[ident] = task
        try:
            return await asyncio.shield(task)
        finally:
            self._fetching.pop(ident, None)

    async def _fetch(self, ident: str) -> Room:
        if not 0 < len(ident) <= 32 or not ident.isascii():
            raise Refusal("unknown", "there is no such table")
        try:
            rows = await self.store.rows(ident)
            table = await self.reading.table(ident, rows)
        except Damaged as damage:
            await self._quarantine(ident, str(damage))
            raise Refusal("unavailable", "this table's journal is damaged; it was put aside") from None
        if not rows:
            raise Refusal("unknown", "there is no such table")
        await self._close_if_forgotten(table)
        if table.closed:
            raise Refusal("over", "this table is closed")
        table.unhurried = self.settings.unhurried
        play.restarted(table, self.now())
        room = self._keep(Room(table, self))
        if table.phase == "over":
            await self._finish(ident)
        room.kick()
        return room

    async def _close_if_forgotten(self, table: Table) -> None:
        """A table at which nobody ever began, and to which nobody came for long, is closed for good."""
        if table.closed or table.phase != "lobby" or self.now() - table.touched < self.settings.forgotten:
            return
        first = table.seq + 1
        table.happen(self.now(), events.Closed("nobody came"))
        rows, _ = table.take_news()
        await self.store.append(table.id, first, rows)
        self.store.enter(_entry(table, self.now()))

    async def _quarantine(self, ident: str, why: str) -> None:
        logger.error("a table is put aside: %s", why, extra={"table": ident})
        await self.store.quarantine(ident, why)
        self.metrics.damaged.set(len(await self.store.quarantined()))

    async def reopen_all(self) -> None:
        """After a start every unfinished table is replayed and goes on; public ones are listed again."""
        listed = [entry.id for entry in await self.store.public_tables(100) if entry.phase == "lobby"]
        for ident in [*await self.store.unfinished(), *listed]:
            try:
                await self.room(ident)
            except Refusal as refusal:
                logger.error("not reopened: %s", refusal.message, extra={"table": ident})
        self.ready = True

    # ------------------------------------------------------------ what is asked of rooms, and what follows

    def decide_soon(self, room: Room) -> None:
        """When the loop's turn ends, with all others that were asked something in it: that is quicker."""
        if not self._asked:
            asyncio.get_running_loop().call_soon(self._decide)
        self._asked.append(room)

    def _decide(self) -> None:
        rooms, self._asked = self._asked, []
        for room in rooms:
            try:
                room.decide()
            except Exception:
                logger.exception("a room could not decide", extra={"table": room.table.id})

    def happened(self, room: Room, steps: Sequence[Step]) -> None:
        """Lists, figures and bots follow."""
        table = room.table
        lines = [type(step.event) for step in steps].count(events.Played)
        if lines:
            self.metrics.lines[table.game.NAME] += lines
        if lines < len(steps) or table.phase == "over":
            self.store.enter(_entry(table, self.now()))
        if lines and table.phase == "over":
            self.metrics.games.labels(table.game.NAME).inc()
            room.keep(asyncio.ensure_future(self._finish(table.id)))
        room.bots.follow(steps)

    async def finished(self, game_id: str) -> tuple[GameEntry, bytes]:
        """A finished game's entry and log. Refused if there is none."""
        found = await self.store.log(game_id)
        if found is None and await self._finish(game_id.rpartition("-")[0]):
            found = await self.store.log(game_id)
        if found is None:
            raise Refusal("unknown", "there is no such finished game")
        return found

    async def _finish(self, ident: str) -> bool:
        """Keep the finished game's log; it follows from the journal, so a crash here loses nothing."""
        try:
            table, record = await self.reading.record(ident, await self.store.rows(ident))
        except Damaged:
            return False
        if record is None or table.match is None or table.phase != "over":
            return False
        result = table.game.result(table.match.state)
        assert result is not None
        entry = GameEntry(
            id=table.game_id,
            table=table.id,
            game=table.game.NAME,
            players=record.players,
            names=record.names,
            winners=result.winners,
            finished=record.steps[-1].at,
            lines=len(record.lines),
            public=table.public,
        )
        await self.store.finish(entry, record.log(table.commitment))
        return True

    # ------------------------------------------------------------ keeping house

    async def tidy(self) -> None:
        """Put empty rooms away; close those nobody came back to."""
        now = self.now()
        for room in list(self.rooms.values()):
            if room.idle(now) > self.settings.idle:
                room.close("idle")
                self.forget(room)

    async def keep_tidy(self) -> None:
        """For as long as the server runs."""
        while True:
            await asyncio.sleep(min(30.0, self.settings.idle / 2))
            await self.tidy()

    def ping_all(self, number: int) -> None:
        """Measure the lines of those who race."""
        for room in self.rooms.values():
            if room.races:
                for viewer in room.seated():
                    self.ping(viewer, number)

    def ping(self, viewer: Viewer, number: int) -> None:
        """Ask one line for a pong."""
        viewer.pinged = (number, self.now())
        viewer.send(wire.encode(wire.Ping(number)))

    async def keep_pinging(self) -> None:
        """For as long as the server runs."""
        number = 0
        while True:
            await asyncio.sleep(self.settings.ping_every)
            number += 1
            self.ping_all(number)

    def say_good_bye(self) -> None:
        """Everyone is told to come back soon."""
        self.ready = False
        for room in list(self.rooms.values()):
            room.close("the server restarts", again=2.0)

    async def close(self) -> None:
        """What is waiting is written; then everything stops."""
        self.say_good_bye()
        await asyncio.gather(self.pool.close(), self.look_backs.close())
        await self.world.close()
        self.reading.close()
        await self.store.close()


def _entry(table: Table, now: float) -> TableEntry:
    """What the list says of a table."""
    return TableEntry(table.id, table.game.NAME, table.phase, table.public, now, table.closed)


def _prepare(table: Table, now: float, new: wire.NewTable, token: str | None) -> None:
    """Open the table, seat its maker and the bots, begin if asked. Raises Refusal."""
    from cinq.games import take_down

    try:
        chairs = new.chairs if new.chairs is not None else take_down(new.game).PLAYERS[0]
    except ValueError as error:
        raise Refusal("unknown", str(error)) from None
    secret = secrets.token_bytes(32)
    lobby.open_table(table, now, new.game, new.options, chairs, secret, new.clock, new.public, new.coach)
    if len(new.bots) > chairs - (token is not None):
        raise Refusal("unknown", "more bots than chairs")
    maker: Seat | None = None
    if token is not None:
        maker = lobby.sit(table, now, new.name, 0, hashed(token))
        table.away[maker] = now
        if new.nonce:
            lobby.mix(table, now, maker, new.nonce)
    for i, level in enumerate(new.bots):
        lobby.seat_bot(table, now, chairs - 1 - i, level)
    if new.start:
        if any(chair.kind == "open" for chair in table.chairs):
            raise Refusal("forbidden", "there are open chairs: ask for more bots, or do not start yet")
        lobby.begin(table, now)
