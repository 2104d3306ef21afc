"""Speed of random playouts of the five games, compared with OpenSpiel's C++ games driven from Python.

One core; slices of both are interleaved, so that other load on the machine affects both. OpenSpiel is
installed into a venv of its own (`.venv-openspiel`), which is made here.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tracemalloc
from pathlib import Path
from time import process_time

from cinq.core.game import AnyGame
from cinq.core.play import playout
from cinq.games import GAMES, load_game
from cinq.lab.simulate import world_of

ROOT = Path(__file__).resolve().parent.parent
PEER_VENV = ROOT / ".venv-openspiel"
OPEN_SPIEL = "open_spiel==2.0.2"
PEERS = ("pig", "liars_dice", "hearts")
PLAYERS = {"dix-mille": 2}
"""Seats of a measured game; four, or all it allows, where none are named."""
SLICE, ROUNDS = 1.0, 5


def main() -> None:
    """Prints moves per CPU second, and the ratios to OpenSpiel."""
    peer = _peer()
    ours: dict[str, list[float]] = {name: [] for name in GAMES}
    theirs: dict[str, list[float]] = {name: [] for name in PEERS}
    for seed in range(ROUNDS):
        for name in GAMES:
            ours[name].append(_slice(load_game(name), _players(name), seed))
        for name in PEERS:
            theirs[name].append(_ask(peer, name))
    assert peer.stdin is not None
    peer.stdin.close()
    peer.wait()
    _print(ours, theirs)


def _players(name: str) -> int:
    return PLAYERS.get(name, min(4, load_game(name).PLAYERS[-1]))


def _slice(game: AnyGame, players: int, seed: int) -> float:
    rng, world, options = random.Random(seed), world_of(game), game.Options()
    moves, began = 0, process_time()
    while process_time() - began < SLICE:
        moves += playout(game, game.start(players, options), rng, world)[1]
    return moves / (process_time() - began)


def _print(ours: dict[str, list[float]], theirs: dict[str, list[float]]) -> None:
    pig, hearts = _median(theirs["pig"]), _median(theirs["hearts"])
    print("| game | moves/s | to OpenSpiel pig | to OpenSpiel hearts | one live game |")
    print("|---|---|---|---|---|")
    for name, speeds in ours.items():
        speed, size = _median(speeds), _size(load_game(name), _players(name))
        print(f"| {name} | {speed:,.0f} | {speed / pig:.2f} | {speed / hearts:.2f} | {size / 1000:.1f} kB |")
    for name, speeds in theirs.items():
        speed = _median(speeds)
        print(f"| OpenSpiel {name} | {speed:,.0f} | {speed / pig:.2f} | {speed / hearts:.2f} | |")


def _median(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]


def _size(game: AnyGame, players: int) -> int:
    """Bytes of memory of one game in its middle, without what games share."""
    rng = random.Random(1)
    playout(
        game, game.start(players, game.Options()), rng, world_of(game)
    )  # fills the caches, which do not count
    tracemalloc.start()
    kept = [_midgame(game, players, random.Random(seed)) for seed in range(20)]
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return size // len(kept)


def _midgame(game: AnyGame, players: int, rng: random.Random) -> object:
    from cinq.core.play import next_line, random_seat

    s = game.start(players, game.Options())
    for _ in range(60):
        if not game.actors(s):
            break
        s = game.apply(s, *next_line(game, s, [random_seat] * players, rng, world_of(game)))
    return s


# ---------------------------------------------------------------- the peer


def _peer() -> subprocess.Popen[str]:
    python = PEER_VENV / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", PEER_VENV], check=True)
    subprocess.run(
        [python, "-m", "pip", "install", "--quiet", OPEN_SPIEL], check=True, stderr=subprocess.DEVNULL
    )
    return subprocess.Popen(
        [python, Path(__file__).with_name("open_spiel_peer.py"), str(SLICE)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def _ask(peer: subprocess.Popen[str], game: str) -> float:
    assert peer.stdin is not None and peer.stdout is not None
    peer.stdin.write(game + "\n")
    peer.stdin.flush()
    return float(json.loads(peer.stdout.readline()))


if __name__ == "__main__":
    main()
