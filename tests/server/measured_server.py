"""A server that writes down every long slice of its event loop.

    python -m tests.server.measured_server FILE …

Runs on asyncio's own loop, whose callbacks can be measured, in processor time of the loop's thread:
what other processes take meanwhile does not count. The other arguments are those of `cinq.server`.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from time import thread_time
from typing import Any

import uvicorn

from cinq.server.__main__ import main
from tests.server.client import Server

LONG = 0.001
"""Seconds from which a slice is written down."""


class MeasuredServer(Server):
    """A server that writes down the long slices of its loop."""

    def command(self) -> list[str]:
        python, *_, module = super().command()[:3]
        assert module == "cinq.server"
        slices = [python, "-m", "tests.server.measured_server", str(self.slices)]
        return [*slices, *super().command()[3:]]

    @property
    def slices(self) -> Path:
        return self.data.parent / "slices"


def measure(out: Path) -> None:
    """Append the milliseconds and the callback of every long slice to a file."""
    out.touch()
    run = asyncio.Handle._run

    def measured(handle: asyncio.Handle) -> None:
        began = thread_time()
        run(handle)
        if (taken := thread_time() - began) > LONG:
            with out.open("a") as file:
                file.write(f"{1e3 * taken:.2f} {handle!r:.100}\n")

    asyncio.Handle._run = measured  # type: ignore[assignment, method-assign]


def use_own_loop() -> None:
    """Let uvicorn use asyncio's loop in place of uvloop."""
    init = uvicorn.Config.__init__

    def with_own_loop(config: uvicorn.Config, *args: Any, **kwargs: Any) -> None:
        init(config, *args, **{**kwargs, "loop": "asyncio"})

    uvicorn.Config.__init__ = with_own_loop  # type: ignore[assignment, method-assign]


if __name__ == "__main__":
    measure(Path(sys.argv.pop(1)))
    use_own_loop()
    main()
