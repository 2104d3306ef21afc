"""Record a golden log: a random game from a seed, with its result and last view in the header.

python tools/record.py dix-mille 3 7 tests/logs/dix-mille-basic.log target=2000
"""

from __future__ import annotations

import random
import sys
from hashlib import sha256
from pathlib import Path

import msgspec

from cinq.core.log import header_of, write
from cinq.core.play import play, random_seat
from cinq.lab.setup import set_up
from cinq.lab.simulate import world_of


def main(name: str, players: str, seed: str, path: str, *options: str) -> None:
    """Play, and write the log."""
    game, chosen = set_up(name, int(players), options)
    seats = [random_seat] * int(players)
    s, lines = play(game, int(players), chosen, seats, random.Random(int(seed)), world_of(game))
    result = msgspec.to_builtins(game.result(s))
    digest = sha256(msgspec.json.encode(game.view(s, None))).hexdigest()
    header = header_of(game, int(players), chosen, result=result, view_sha256=digest)
    Path(path).write_text(write(header, lines), "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
