"""How long an engine compiles at its first use, and how long a later start takes.

`python -m bench.fast.first_use [GAME ...]`. Each use runs in a process of its own with an empty folder for
machine code, then again with the folder that it filled.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile

from cinq.fast import KERNELS

USES = ("playouts", "environments")
PROGRAM = """
import sys
from time import perf_counter, process_time
began = perf_counter(), process_time()
from cinq.fast import load
load(sys.argv[1]).compile_for(sys.argv[2])
load(sys.argv[1]).playouts(1, 2) if sys.argv[2] == "playouts" else load(sys.argv[1]).environment(1, 2)
print(perf_counter() - began[0], process_time() - began[1])
"""


def main() -> None:
    """Prints a row a game and a use: seconds by wall time and of CPU."""
    print("| game | first use | wall s | CPU s | later start, wall s | CPU s |\n|---|---|---|---|---|---|")
    for game in [name for name in sys.argv[1:] if name in KERNELS] or list(KERNELS):
        for use in USES:
            with tempfile.TemporaryDirectory() as folder:
                (first, first_cpu), (later, later_cpu) = (_seconds(game, use, folder) for _ in range(2))
            print(f"| {game} | {use} | {first:.1f} | {first_cpu:.1f} | {later:.2f} | {later_cpu:.2f} |")


def _seconds(game: str, use: str, folder: str) -> tuple[float, float]:
    """Wall time and CPU time from the first import to the first game."""
    said = subprocess.run(
        [sys.executable, "-c", PROGRAM, game, use],
        env={**os.environ, "NUMBA_CACHE_DIR": folder},
        text=True,
        capture_output=True,
        check=True,
    )
    wall, cpu = said.stdout.split()
    return float(wall), float(cpu)


if __name__ == "__main__":
    main()
