"""Compiled engines beside their peers: playouts, environments, and how much faster two cores are.

One interleaved run, random legal moves, rates per CPU second of one core, the median of the rounds. The peers
(OpenSpiel's C++ rollouts, pgx on the CPU, PettingZoo, RLCard) run in a venv of their own, `.venv-peers`,
made here. The physical limit is Dix Mille in C (`limit.c`, compiled here) over the same table of falls.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import process_time

from cinq.fast import KERNELS, load
from cinq.fast.engine import Engine
from cinq.fast.environment import Environment

ROOT = Path(__file__).resolve().parents[2]
PEER_VENV = ROOT / ".venv-peers"
PACKAGES = ("open_spiel==2.0.2", "pettingzoo[classic]==1.27.*", "rlcard==1.2.*", "pgx==2.6.*", "jax[cpu]")
PEERS = (
    "rollouts pig",
    "rollouts hearts",
    "pgx leduc_holdem",
    "pettingzoo leduc_holdem_v4",
    "rlcard leduc-holdem",
)
"""envpool has no game of dice or cards."""
PLAYERS = {"dix-mille": 2}
OTHERS = 4
BATCH, ROUNDS, SLICE = 1024, 5, 0.5
WANTED = {"dix-mille": ("rollouts pig", 5, 6)}
WANTED_OTHERS = ("rollouts hearts", 3, 2)
"""The peer of the playouts and what is wanted of it; what is wanted of pgx's leduc_holdem."""


def main() -> None:
    """Print a row a game and a row a peer; the games may be named after the benchmark."""
    games = [name for name in sys.argv[1:] if name in KERNELS] or list(KERNELS)
    engines = {name: (load(name), PLAYERS.get(name, OTHERS)) for name in games}
    environments = {name: e.environment(BATCH, players, seed=1) for name, (e, players) in engines.items()}
    sizes = {name: _batch(engine, players) for name, (engine, players) in engines.items()}
    peer, rates = start_peers(), dict[str, list[float]]()
    for seed in range(ROUNDS):
        for name, (engine, players) in engines.items():
            playouts = partial(_moves, engine, sizes[name], players, seed, 1)
            rates.setdefault(f"{name} playouts", []).append(rate(playouts))
            rates.setdefault(f"{name} decisions", []).append(rate(partial(_steps, environments[name])))
            both = partial(_moves, engine, 8 * sizes[name], players, seed, 2)
            rates.setdefault(f"{name} two threads", []).append(rate(both))
        for each in PEERS:
            rates.setdefault(each, []).append(ask(peer, each))
        if shutil.which("cc"):
            rates.setdefault("Dix Mille in C", []).append(limit())
    _print({what: sorted(found)[len(found) // 2] / 1e6 for what, found in rates.items()}, games)


def _print(rates: dict[str, float], games: list[str]) -> None:
    print(
        "| game | playouts, M moves/s | to its peer | wanted | environment, M decisions/s | to pgx | wanted"
        " | two threads, per CPU second |"
    )
    print("|---|---|---|---|---|---|---|---|")
    for name in games:
        peer, wanted, wanted_decisions = WANTED.get(name, WANTED_OTHERS)
        playouts, decisions = rates[f"{name} playouts"], rates[f"{name} decisions"]
        print(
            f"| {name} | {playouts:.1f} | {playouts / rates[peer]:.1f} × {peer.split()[1]} | ≥ {wanted} "
            f"| {decisions:.1f} | {decisions / rates['pgx leduc_holdem']:.1f} × | ≥ {wanted_decisions} "
            f"| {rates[f'{name} two threads'] / playouts:.2f} × |"
        )
    for what in (*PEERS, "Dix Mille in C"):
        if what in rates:
            print(f"| {what} | {rates[what]:.4g} | | | | | | |")


def limit() -> float:
    """Moves a second of the same playouts of Dix Mille in C."""
    with tempfile.TemporaryDirectory() as folder:
        return run_limit(compile_limit(Path(folder)))


def compile_limit(folder: Path) -> Path:
    """The program `limit.c`."""
    program, source = folder / "limit", Path(__file__).with_name("limit.c")
    subprocess.run(["cc", "-O3", "-march=native", "-o", program, source], check=True)
    return program


def run_limit(program: Path) -> float:
    """Moves a CPU second of that program, which runs for SLICE seconds of CPU."""
    from cinq.fast.dix_mille.row import WORTH

    table = " ".join(str(WORTH[fall]) for fall in range(len(WORTH)))
    said = subprocess.run([program, str(SLICE)], input=table, text=True, capture_output=True, check=True)
    return float(said.stdout.split()[0])


# ---------------------------------------------------------------- ours


def _batch(engine: Engine, players: int) -> int:
    """So many games that a call takes some hundredths of a second."""
    length = engine.playouts(50, players).moves / 50
    return max(10, int(500_000 / length))


def _moves(engine: Engine, games: int, players: int, seed: int, threads: int) -> int:
    return engine.playouts(games, players, seed=seed, threads=threads).moves


def _steps(environment: Environment) -> int:
    """Fifty steps of random legal actions."""
    for _ in range(50):
        environment.step(environment.choose())
    return 50 * environment.games


def rate(work: Callable[[], int]) -> float:
    """What one call after the other does in a CPU second."""
    began, done = process_time(), 0
    while process_time() - began < SLICE:
        done += work()
    return done / (process_time() - began)


# ---------------------------------------------------------------- the peers


def start_peers() -> subprocess.Popen[str]:
    """The peers' process, in their own venv."""
    python = PEER_VENV / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", PEER_VENV], check=True)
    subprocess.run(
        [python, "-m", "pip", "install", "--quiet", *PACKAGES], check=True, stderr=subprocess.DEVNULL
    )
    return subprocess.Popen(
        [python, Path(__file__).with_name("peers.py"), str(SLICE)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )


def ask(peer: subprocess.Popen[str], name: str) -> float:
    """The rate of one of `peers.KINDS`, measured now."""
    assert peer.stdin is not None and peer.stdout is not None
    peer.stdin.write(name + "\n")
    peer.stdin.flush()
    return float(json.loads(peer.stdout.readline()))
