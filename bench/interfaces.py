"""The interfaces for researchers beside their models: PettingZoo, OpenSpiel in Python, and text alone.

One interleaved run, random legal moves, rates per CPU second of one core, the median of the rounds; then
PettingZoo's own `performance_benchmark`, once an environment. OpenSpiel's Python games run in this process,
PettingZoo's environments in the venv of `bench.fast`. `python -m bench.interfaces openspiel`: one kind.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from functools import partial

import pyspiel
from pettingzoo import AECEnv

from bench.fast import ask, rate, start_peers
from bench.fast.peers import benchmarked, choices, open_spiel, turns
from cinq.adapters import openspiel, pettingzoo
from cinq.adapters.text import TextGame, written
from cinq.core.game import Action, OpenChoice
from cinq.games import GAMES, load_game
from cinq.lab.simulate import world_of

KINDS = ("pettingzoo", "openspiel", "text")
CLASSIC = ("tictactoe_v3", "connect_four_v3", "leduc_holdem_v4")
IN_PYTHON = ("tic_tac_toe", "block_dominoes", "team_dominoes", "liars_poker", "kuhn_poker")
"""OpenSpiel's own games that are written in Python."""
ROUNDS, MOST_ANSWERS = 9, 500
Works = dict[str, Callable[[], float]]
"""What is measured: each call gives a rate."""


def main() -> None:
    """Print a row an interface and a game, with its ratios to the peers of its kind."""
    kinds = [kind for kind in KINDS if kind in sys.argv[1:]] or KINDS
    peer = start_peers() if "pettingzoo" in kinds else None
    ours: Works = {name: partial(rate, work) for kind in kinds for name, work in _ours(kind).items()}
    peers: Works = {}
    if peer:
        peers |= {f"pettingzoo {name}": partial(ask, peer, f"pettingzoo {name}") for name in CLASSIC}
    if "openspiel" in kinds:
        peers |= {f"openspiel {name}": partial(rate, open_spiel(name)) for name in IN_PYTHON}
    _print(ours, peers, ROUNDS)
    if peer:
        print("\nWith PettingZoo's `performance_benchmark`:\n")
        _print(
            {f"pettingzoo {name}": partial(benchmarked, _pettingzoo(name)) for name in GAMES},
            {f"pettingzoo {name}": partial(ask, peer, f"benchmark {name}") for name in CLASSIC},
            rounds=1,
        )


def _ours(kind: str) -> dict[str, Callable[[], int]]:
    if kind == "pettingzoo":
        return {f"{kind} {name}": partial(turns, _pettingzoo(name)) for name in GAMES}
    if kind == "openspiel":
        return {f"{kind} {name}": partial(choices, pyspiel.load_game(name)) for name in openspiel.GAMES}
    return {f"{kind} {name}": partial(_answers, name) for name in GAMES}


def _pettingzoo(name: str) -> AECEnv:
    return pettingzoo.env(name, max_cycles=200)


def _answers(name: str) -> int:
    """A random game by text: each observation is written, an item of its menu is answered."""
    game = TextGame(name, 2, seed=random.randrange(2**31), world=world_of(load_game(name)))
    for answers in range(MOST_ANSWERS):
        if game.asked is None:
            return answers
        game.observation(game.asked)
        item = random.choice([*game.menu(game.asked), *["wait"] * game.may_wait(game.asked)])
        filled = item.sample(random) if isinstance(item, OpenChoice) else item
        game.act(f"[{written(filled) if isinstance(filled, Action) else filled}]")
    return MOST_ANSWERS


def _print(ours: Works, peers: Works, rounds: int) -> None:
    """Measure all in turns, and print the medians with their ratios."""
    rates: dict[str, list[float]] = {}
    for _ in range(rounds):
        for name, measured in (ours | peers).items():
            rates.setdefault(name, []).append(measured())
    medians = {name: sorted(found)[len(found) // 2] for name, found in rates.items()}
    print("| interface and game | per CPU second | to the peers of its kind |")
    print("|---|---|---|")
    for name, found in medians.items():
        beside = [peer for peer in peers if name in ours and peer.split()[0] == name.split()[0]]
        ratios = ", ".join(f"{found / medians[peer]:.2f} × {peer.split()[1]}" for peer in beside)
        print(f"| {name} | {found:,.0f} | {ratios} |")


if __name__ == "__main__":
    main()
