"""`python -m bench.server`: the live table beside boardgame.io, for bench/README.md."""

from __future__ import annotations

import argparse

from bench.server import measure, prepare, table_of
from bench.written import README, put

COMMAND = "python -m bench.server --write"


def main() -> None:
    """Measure, print, and write if asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=2, help="rounds, of which the best counts (default: 2)")
    parser.add_argument("--write", action="store_true", help="write bench/README.md (default: only print)")
    args = parser.parse_args()
    prepare()
    print(table := table_of(measure(args.rounds)))
    if args.write:
        put(README, COMMAND, table)


if __name__ == "__main__":
    main()
