"""Finished games: their logs are cut from the tables' journals, stored, and found again."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

from cinq.server.rooms.entries import game_entry
from cinq.server.storage.interface import Damaged, GameEntry
from cinq.table.table import Refusal, Table

if TYPE_CHECKING:
    from cinq.server.rooms.registry import RoomRegistry

T = TypeVar("T")


class FinishedGames:
    """The finished games of a registry's store. A game's id is its table's id and its number there."""

    def __init__(self, registry: RoomRegistry) -> None:
        self._registry = registry
        self._storing = asyncio.Lock()

    async def find(self, game_id: str, address: str = "") -> tuple[GameEntry, bytes]:
        """A game's entry and log. Refused if there is none, or too many wait."""
        return await self._found(self._registry.store.log, game_id, address)

    async def entry(self, game_id: str, address: str = "") -> GameEntry:
        """A game's entry without its log, likewise."""
        return await self._found(self._registry.store.entry, game_id, address)

    async def _found(self, read: Callable[[str], Awaitable[T | None]], game_id: str, address: str) -> T:
        registry = self._registry
        found = await read(game_id) if game_id.isprintable() else None
        if found is None:
            with registry.readings.admit({address: registry.settings.questions_per_address}):
                found = await read(game_id) if await self._store_late(game_id) else None
        if found is None:
            raise Refusal("unknown", "there is no such finished game")
        return found

    async def _store_late(self, game_id: str) -> bool:
        """Store a game that ended shortly before a crash; returns whether that game has ended.

        The table is read into memory: its journal is not read again however many ask.
        """
        ident, _, digits = game_id.rpartition("-")
        if not digits.isascii() or not digits.isdecimal() or digits.startswith("0"):
            return False
        number = int(digits)
        try:
            room = await self._registry.room(ident)
        except Refusal as refusal:
            return refusal.code == "over" and await self.store(ident, number)
        return number <= room.table.finished_rounds and await self.store(ident, number)

    async def store_missing(self, table: Table) -> None:
        """Store the last finished game of a table that was just read, if a crash came before."""
        number = table.finished_rounds
        if number and await self._registry.store.entry(f"{table.id}-{number}") is None:
            await self.store(table.id, number)

    async def store(self, ident: str, number: int) -> bool:
        """Store the log of round `number`, cut from the journal; returns whether that game has ended.

        One at a time: each has its table's journal in memory, and many games may end at once.
        """
        async with self._storing:
            return await self._store(ident, number)

    async def _store(self, ident: str, number: int) -> bool:
        registry = self._registry
        try:
            found = await registry.reader.finished(ident, number, await registry.store.rows(ident))
        except Damaged:
            return False
        if found is None:
            return False
        table, record = found
        await registry.store.finish(game_entry(table, record), record.log(table.commitment))
        return True
