"""The interfaces for researchers beside their models: PettingZoo, OpenSpiel in Python, and text alone.

One interleaved run, random legal moves, rates per CPU second of one core, the median of the rounds; then
PettingZoo's own `performance_benchmark`, once an environment. The peers run in the venv of `bench.fast`.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

import pyspiel
from pettingzoo import AECEnv

from bench.fast import ask, rate, start_peers
from bench.fast.peers import benchmarked, choices, turns
from cinq.adapters import openspiel, pettingzoo
from cinq.adapters.text import TextGame, written
from cinq.core.game import Action, OpenChoice
from cinq.games import GAMES, load_game
from cinq.lab.simulate import world_of

PEERS = (
    "pettingzoo tictactoe_v3",
    "pettingzoo connect_four_v3",
    "pettingzoo leduc_holdem_v4",
    "openspiel tic_tac_toe",
    "openspiel block_dominoes",
    "openspiel team_dominoes",
    "openspiel liars_poker",
    "openspiel kuhn_poker",
)
BENCHMARKED = tuple(peer.replace("pettingzoo", "benchmark") for peer in PEERS if "pettingzoo" in peer)
ROUNDS, MOST_ANSWERS = 3, 500


def main() -> None:
    """Print a row an interface and a game, with its ratios to the peers of its kind."""
    ours, peer, rates = _ours(), start_peers(), dict[str, list[float]]()
    for _ in range(ROUNDS):
        for name, work in ours.items():
            rates.setdefault(name, []).append(rate(work))
        for name in PEERS:
            rates.setdefault(name, []).append(ask(peer, name))
    _print({name: sorted(found)[len(found) // 2] for name, found in rates.items()})
    print("\nWith PettingZoo's `performance_benchmark`:\n")
    own = {f"benchmark {name}": benchmarked(_pettingzoo(name)) for name in GAMES}
    _print(own | {name: ask(peer, name) for name in BENCHMARKED})


def _ours() -> dict[str, Callable[[], int]]:
    return {
        **{f"pettingzoo {name}": partial(turns, _pettingzoo(name)) for name in GAMES},
        **{f"openspiel {name}": partial(choices, pyspiel.load_game(name)) for name in openspiel.GAMES},
        **{f"text {name}": partial(_answers, name) for name in GAMES},
    }


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


def _print(rates: dict[str, float]) -> None:
    print("| interface and game | per CPU second | to the peers of its kind |")
    print("|---|---|---|")
    for name, found in rates.items():
        kind = name.split()[0]
        known = (*PEERS, *BENCHMARKED)
        peers = [] if name in known else [peer for peer in known if peer.startswith(kind)]
        ratios = ", ".join(f"{found / rates[peer]:.2f} × {peer.split()[1]}" for peer in peers)
        print(f"| {name} | {found:,.0f} | {ratios} |")


if __name__ == "__main__":
    main()
