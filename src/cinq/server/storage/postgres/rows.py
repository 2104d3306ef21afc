"""Appending to journals: one statement a group, fenced by epochs.

A row is written only if its table is owned under the row's epoch and it follows the table's last
row; the rows of one job are written together or not at all. The row of `owners` is locked for the
length of the statement, so that a table changes its owner before an append or after it.
"""

from __future__ import annotations

from collections.abc import Sequence

import asyncpg
import msgspec

from cinq.server.storage.chain import checked, first_link
from cinq.server.storage.interface import Conflict, Then
from cinq.server.storage.postgres.database import Database

APPEND = """WITH held AS MATERIALIZED (
  SELECT table_id, epoch FROM owners WHERE table_id = ANY ($7) ORDER BY table_id FOR SHARE),
added AS (SELECT * FROM unnest($1::text[], $2::bigint[], $3::bytea[], $4::bytea[], $5::bigint[], $6::bigint[])
  AS r (table_id, seq, body, link, epoch, first))
INSERT INTO journal SELECT a.table_id, a.seq, a.body, a.link, a.epoch FROM added a
JOIN held h ON h.table_id = a.table_id AND h.epoch = a.epoch
WHERE a.first = 1 + coalesce((SELECT max(j.seq) FROM journal j WHERE j.table_id = a.table_id), 0)
ORDER BY a.table_id, a.seq ON CONFLICT DO NOTHING RETURNING table_id, seq"""
WRITTEN = """SELECT j.table_id, j.seq FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bytea[])
AS r (table_id, seq, epoch, link) JOIN journal j USING (table_id, seq, epoch, link)"""
ROWS = "SELECT seq, body, link FROM journal WHERE table_id = $1 ORDER BY seq"


class Append(msgspec.Struct, frozen=True):
    """Rows number `first`, `first` + 1, … of a table, written under an epoch."""

    table: str
    first: int
    rows: Sequence[tuple[bytes, bytes]]
    """Body and link of each."""
    epoch: int
    then: Then | None

    @property
    def last(self) -> tuple[str, int]:
        """The key of the last row."""
        return self.table, self.first + len(self.rows) - 1


async def commit(db: asyncpg.Connection, group: Sequence[Append]) -> Sequence[Exception | None]:
    """Write a group; a job that does not fit fails alone.

    Whatever was not written now may have been written by an attempt whose connection was lost:
    those rows are read back, and are ours if they have our epoch.
    """
    jobs = sorted(group, key=lambda job: (job.table, job.first))  # unsorted groups of two servers deadlock
    rows = [
        (job.table, job.first + at, body, link, job.epoch, job.first)
        for job in jobs
        for at, (body, link) in enumerate(job.rows)
    ]
    columns = [list(column) for column in zip(*rows, strict=True)]
    tables = sorted({job.table for job in jobs})
    written = {(found[0], found[1]) for found in await db.fetch(APPEND, *columns, tables)}
    if missing := [job for job in jobs if job.last not in written]:
        written |= await _written_before(db, missing)
    return [None if job.last in written else _conflict(job) for job in group]


async def _written_before(db: asyncpg.Connection, jobs: Sequence[Append]) -> set[tuple[str, int]]:
    """The last rows of those jobs that are in the journal as this server wrote them."""
    lasts = [(*job.last, job.epoch, job.rows[-1][1]) for job in jobs]
    found = await db.fetch(WRITTEN, *[list(column) for column in zip(*lasts, strict=True)])
    return {(row[0], row[1]) for row in found}


def _conflict(job: Append) -> Conflict:
    return Conflict(
        f"row {job.first} of table {job.table} does not follow its last row, or another server owns it"
    )


async def read(pool: asyncpg.Pool | Database, table: str) -> tuple[list[bytes], bytes]:
    """A table's journal in order, numbers and chain checked, and its last link. Raises Damaged."""
    found = await pool.fetch(ROWS, table)
    bodies = checked(table, ((seq, body, link) for seq, body, link in found), tail=0)
    return bodies, found[-1][2] if found else first_link(table)
