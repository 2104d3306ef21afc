"""Tells whether the store can write now, by writing: a full or read-only disk gives no other sign."""

from __future__ import annotations

import asyncio
import logging

from cinq.server.storage.interface import Store

logger = logging.getLogger("cinq.store")
FRESH = 0.5
"""Seconds for which an answer is given again: strangers may ask often, and each probe is a commit."""
PATIENCE = 2.0
"""Seconds after which a write that is not on disk counts as failed."""


class WriteProbe:
    """Writes at most one row each FRESH seconds, however many ask."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._asked = 0.0
        self._answer: asyncio.Task[bool] | None = None
        self._could = True

    async def can_write(self) -> bool:
        """Whether a row reached the disk just now."""
        now = asyncio.get_running_loop().time()
        if self._answer is None or (self._answer.done() and now - self._asked >= FRESH):
            self._asked = now
            self._answer = asyncio.create_task(self._probe())
        return await asyncio.shield(self._answer)

    async def _probe(self) -> bool:
        try:
            await asyncio.wait_for(self._store.probe(), PATIENCE)
        except Exception as error:
            self._note(f"{type(error).__name__}: {error}")
            return False
        self._note(None)
        return True

    def _note(self, trouble: str | None) -> None:
        """Log when the store stops being able to write, and when it is able again."""
        if self._could and trouble is not None:
            logger.error("the store cannot write: %s", trouble)
        elif not self._could and trouble is None:
            logger.warning("the store can write again")
        self._could = trouble is None
