"""The lease of this server, and the tables that it owns.

A server renews one row. A table belongs to a server under an epoch; once the server's lease has
expired, another may take the table under the next epoch, and appends under the former one are
rejected (`rows.py`). All times are the database's: clocks of servers do not matter. A server whose
lease has expired is dead for good: it drops its tables and comes back under another id.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Sequence

from cinq.server.storage.chain import first_link
from cinq.server.storage.interface import Unavailable
from cinq.server.storage.ownership import Member, OwnedElsewhere
from cinq.server.storage.postgres.database import Database

logger = logging.getLogger("cinq.lease")
MARGIN = 0.25
"""The part of a lease within which it is not renewed any more, for a commit that takes its time."""
JOIN = """INSERT INTO workers VALUES ($1, clock_timestamp() + make_interval(secs => $2), $3, $4)"""
RENEW = """UPDATE workers SET expires = clock_timestamp() + make_interval(secs => $2)
WHERE id = $1 AND expires > clock_timestamp() + make_interval(secs => $3) RETURNING true"""
LEAVE = "UPDATE workers SET expires = '-infinity' WHERE id = $1"
OWN = """INSERT INTO owners AS o SELECT $1, $2, 1
WHERE $3 OR EXISTS (SELECT FROM journal WHERE table_id = $1 AND seq = 1)
ON CONFLICT (table_id) DO UPDATE SET worker = $2, epoch = o.epoch + 1
WHERE o.worker IS NULL OR o.worker = $2
OR NOT EXISTS (SELECT FROM workers w WHERE w.id = o.worker AND w.expires > clock_timestamp())
RETURNING epoch"""
LIVE_OWNER = """SELECT worker FROM owners JOIN workers ON id = worker
WHERE table_id = $1 AND expires > clock_timestamp()"""
EXISTS = "SELECT true FROM journal WHERE table_id = $1 AND seq = 1"
MEMBERS = "SELECT id, owns, physics, expires > clock_timestamp() FROM workers"
DISOWN = "UPDATE owners SET worker = NULL WHERE table_id = $1 AND epoch = $2"
GOES_ON = "NOT t.closed AND t.damage IS NULL AND (t.phase = 'playing' OR t.public)"
"""SQL condition: another server takes this table over by itself when its owner has died."""
RELEASE = f"""UPDATE owners SET worker = NULL
WHERE worker = ANY (ARRAY(SELECT id FROM workers WHERE expires < clock_timestamp() - interval '1 minute'))
AND NOT EXISTS (SELECT FROM tables t WHERE t.id = table_id AND {GOES_ON})"""
SWEEP = """WITH gone AS (DELETE FROM workers w WHERE expires < clock_timestamp() - interval '1 minute'
AND NOT EXISTS (SELECT FROM owners o WHERE o.worker = w.id) RETURNING id) SELECT count(*) FROM gone"""


class LeaseLost(Unavailable):
    """This server's lease has expired."""


class Lease:
    """The id and the lease of one server, and the epochs of its tables."""

    def __init__(self, pool: Database, seconds: float, owns: bool, not_owned: Sequence[str]) -> None:
        self._pool = pool
        self.seconds = seconds
        self._owns = owns
        self._not_owned = list(not_owned)
        """Games whose tables this server does not own, since it has no physics."""
        self.worker = ""
        self.epochs: dict[str, int] = {}
        self.links: dict[str, bytes] = {}
        """The last link of each own journal that was read or begun."""
        self.all_live = False
        """Whether no server was dead when `members` was last called: then none has left a table."""
        self._renewed = 0.0
        """When the last successful renewal was sent."""
        self.lost: Callable[[], None] = lambda: None
        """Called when the lease has expired: every table must be dropped."""
        self._tasks: set[asyncio.Future[None]] = set()
        self._beating: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Join, and renew the lease until `close`."""
        await self._join()
        self._beating = asyncio.create_task(self._beat_forever())

    async def _join(self) -> None:
        worker, sent = secrets.token_hex(6), time.monotonic()
        await self._pool.execute(JOIN, worker, self.seconds, self._owns, not self._not_owned)
        self.worker, self._renewed = worker, sent

    def in_force(self) -> bool:
        """Whether the lease has certainly not expired."""
        return time.monotonic() - self._renewed < self.seconds * (1 - MARGIN / 2)

    async def _beat_forever(self) -> None:
        while True:
            await asyncio.sleep(self.seconds / 4)
            try:
                await asyncio.wait_for(self._beat(), self.seconds / 2)
            except Exception as error:
                logger.warning("the lease could not be renewed: %s: %s", type(error).__name__, error)
                if not self.in_force():
                    self._drop()

    async def _beat(self) -> None:
        """Renew the lease, or join again under another id."""
        if not self.worker:
            await self._join()
            return
        sent = time.monotonic()
        if await self._pool.fetchval(RENEW, self.worker, self.seconds, self.seconds * MARGIN):
            self._renewed = sent
            return
        self._drop()
        await self._join()

    def _drop(self) -> None:
        """The lease is lost: this id owns nothing any more."""
        if self.worker:
            logger.error("the lease of this server has expired; its tables are dropped")
            self._forget()
            self.lost()

    def _forget(self) -> None:
        self.worker, self._renewed = "", float("-inf")
        self.epochs.clear()
        self.links.clear()

    # ------------------------------------------------------------ tables

    async def own(self, table: str, new: bool) -> None:
        """Take a table under the next epoch. Raises OwnedElsewhere."""
        if not self._owns or (self._not_owned and not new and await self._needs_physics(table)):
            raise OwnedElsewhere(table, await self._pool.fetchval(LIVE_OWNER, table) or "")
        while True:
            worker = self._worker()
            epoch = await self._pool.fetchval(OWN, table, worker, new)
            if epoch is not None:
                if worker != self.worker:
                    raise LeaseLost(table)
                self.epochs[table] = epoch
                self.links.pop(table, None)
                if new:
                    self.links[table] = first_link(table)
                return
            if owner := await self._pool.fetchval(LIVE_OWNER, table):
                raise OwnedElsewhere(table, owner)
            if not await self._pool.fetchval(EXISTS, table):
                return  # there is no such table, or it was deleted

    def may_own(self, game: str) -> bool:
        """Whether this server may own tables of a game."""
        return self._owns and game not in self._not_owned

    async def _needs_physics(self, table: str) -> bool:
        game = await self._pool.fetchval("SELECT game FROM tables WHERE id = $1", table)
        return game in self._not_owned

    def _worker(self) -> str:
        if not self.worker:
            raise LeaseLost("this server has no lease")
        return self.worker

    def disown(self, table: str) -> None:
        """Give a table up, unless it was taken again since."""
        epoch = self.epochs.pop(table, None)
        self.links.pop(table, None)
        if epoch is not None:
            task = asyncio.ensure_future(self._disown(table, epoch))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _disown(self, table: str, epoch: int) -> None:
        try:
            await self._pool.execute(DISOWN, table, epoch)
        except Exception as error:
            logger.warning("a table was not given up: %s", error, extra={"table": table})

    async def leave(self) -> None:
        """Let the lease expire at once: others may own every table."""
        if self._beating is not None:
            self._beating.cancel()
        worker = self.worker
        self._forget()
        if worker:
            try:
                await self._pool.execute(LEAVE, worker)
            except Exception as error:  # the database is away: the lease expires by itself
                logger.warning("the lease was not given up: %s: %s", type(error).__name__, error)

    async def members(self) -> list[Member]:
        """The servers whose lease has not expired."""
        found = await self._pool.fetch(MEMBERS)
        live = [Member(*row[:3]) for row in found if row[3]]
        self.all_live = len(live) == len(found)
        return live

    async def sweep(self) -> None:
        """Forget servers that are dead, and whose tables wait for nobody to take them over."""
        await self._pool.execute(RELEASE)
        await self._pool.fetchval(SWEEP)
