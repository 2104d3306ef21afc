"""Runs the named benchmarks, or all, one after the other."""

from __future__ import annotations

import importlib
import sys

ALL = {
    "dix-mille": "bench.dix_mille",
    "engines": "bench.engines",
    "bots": "bench.bots",
    "fast": "bench.fast",
    "interfaces": "bench.interfaces",
    "page": "bench.page",
    "physics": "bench.physics",
    "server": "bench.server",
}


def main(names: list[str]) -> int:
    """Calls `main()` of each benchmark module, which prints its table."""
    for name in names or list(ALL):
        if name not in ALL:
            print(f"no benchmark is called {name!r}; there are {', '.join(ALL)}", file=sys.stderr)
            return 2
        print(f"\n## {name}\n", flush=True)
        importlib.import_module(ALL[name]).main()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
