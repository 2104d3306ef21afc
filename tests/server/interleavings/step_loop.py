"""An event loop without sockets, threads or a clock: whoever drives it decides what happens next."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from contextvars import Context
from heapq import heappop, heappush
from typing import Any, cast


class StepLoop:
    """Runs callbacks in the order in which they were scheduled; time passes when told.

    Has what asyncio's tasks, futures and timers ask of a loop, and nothing of sockets or threads.
    """

    def __init__(self) -> None:
        self._self = cast(asyncio.AbstractEventLoop, self)
        self._ready: deque[asyncio.Handle] = deque()
        self._timers: list[tuple[float, int, asyncio.TimerHandle]] = []
        self._now = 1e9
        self._count = 0
        self.errors: list[dict[str, Any]] = []

    def __enter__(self) -> StepLoop:
        asyncio._set_running_loop(self._self)
        return self

    def __exit__(self, *_: object) -> None:
        asyncio._set_running_loop(None)

    # ------------------------------------------------------------ what drives it

    def step(self) -> None:
        """Run what is ready now; what that schedules is run by the next step."""
        for _ in range(len(self._ready)):
            handle = self._ready.popleft()
            if not handle.cancelled():
                handle._run()

    @property
    def idle(self) -> bool:
        """Whether nothing is ready."""
        return not self._ready

    def advance(self, seconds: float) -> None:
        """Let time pass: timers that are due become ready, in order."""
        self._now += seconds
        while self._timers and self._timers[0][0] <= self._now:
            self._ready.append(heappop(self._timers)[2])

    # ------------------------------------------------------------ what asyncio asks of a loop

    def time(self) -> float:
        return self._now

    def get_debug(self) -> bool:
        return False

    def is_running(self) -> bool:
        return True

    def is_closed(self) -> bool:
        return False

    def call_soon(
        self, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        handle = asyncio.Handle(callback, args, self._self, context)
        self._ready.append(handle)
        return handle

    def call_later(
        self, delay: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        return self.call_at(self._now + delay, callback, *args, context=context)

    def call_at(
        self, when: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        self._count += 1
        handle = asyncio.TimerHandle(when, callback, args, self._self, context)
        heappush(self._timers, (when, self._count, handle))
        return handle

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """It is passed over when its time comes."""

    def create_future(self) -> asyncio.Future[Any]:
        return asyncio.Future(loop=self._self)

    def create_task(
        self, coro: Coroutine[Any, Any, Any], *, name: object = None, context: Context | None = None
    ) -> asyncio.Task[Any]:
        return asyncio.Task(coro, loop=self._self)

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        self.errors.append(context)
