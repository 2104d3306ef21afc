"""The command `python -m cinq.fast.proof`: compares every game, and prints a table of what was compared."""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import msgspec
from tqdm import tqdm

from cinq.fast import KERNELS, load, proof
from cinq.fast.compiled import digest
from cinq.fast.proof import Difference, compare, compare_environment, compare_playouts
from cinq.games import folder

MOVES = 1_000_000
HEADER = (
    "| game | digest | lines compared | games ended | variants | lines in batches | seconds |",
    "|---|---|---|---|---|---|---|",
)


class Report(NamedTuple):
    """What was compared of one game."""

    game: str
    moves: int
    games: int
    variants: int
    batch_moves: int
    seconds: float


def prove(name: str, moves: int, seed: int) -> Report:
    """Compares games under all options and numbers of players until `moves` lines have been compared."""
    engine, rng, began = load(name), random.Random(seed), perf_counter()
    done, batched, games, variants = 0, 0, Counter[bool](), set[tuple[int, bytes]]()
    with tqdm(total=moves, desc=name, unit=" moves", unit_scale=True, disable=None) as bar:
        while done < moves:
            players = rng.choice(engine.rules.PLAYERS)
            options = engine.kernel.any_options(players, rng)
            variants.add((players, msgspec.json.encode(options)))
            played = compare(engine, players, options, rng)
            games[played.ended] += 1
            done += played.moves
            bar.update(played.moves)
            if games.total() % 10 == 1:
                batched += compare_playouts(engine, players, options, rng.randrange(2**31), games=3)
                batched += compare_environment(engine, players, options, rng)
    return Report(name, done, games[True], len(variants), batched, perf_counter() - began)


def main(arguments: list[str]) -> int:
    """Proves the games that are named, or all of them; prints a table, or the first difference."""
    parser = argparse.ArgumentParser(prog="python -m cinq.fast.proof", description=proof.__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(KERNELS)} (default: all)")
    parser.add_argument(
        "--moves", type=int, default=MOVES, help="lines to compare of each (default: %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of the games (default: %(default)s)")
    parser.add_argument("--report", type=Path, help="also write the table to this file")
    asked = parser.parse_args(arguments)
    lines = list(HEADER)
    print(*lines, sep="\n")
    for name in asked.games or KERNELS:
        try:
            r = prove(name, asked.moves, asked.seed)
        except Difference as difference:
            print(difference, file=sys.stderr)
            return 1
        cells = f"{r.moves:,} | {r.games:,} | {r.variants:,} | {r.batch_moves:,} | {r.seconds:.0f}"
        lines.append(f"| {r.game} | {digest(folder(name))} | {cells} |")
        print(lines[-1], flush=True)
        if asked.report:
            asked.report.write_text("\n".join(lines) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
