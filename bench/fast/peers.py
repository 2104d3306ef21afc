"""The peers' side of `bench.fast`, in a venv of its own: prints rates per CPU second of the peers named.

Names come on standard input. Threads are limited to one: a rate is one core's.
"""

import json
import os
import random
import re
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import partial
from importlib import import_module
from io import StringIO
from time import process_time
from typing import Any
from unittest.mock import patch

os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
BATCH = 1024
_compiled: dict[str, Callable[[], int]] = {}


def rollouts(name: str) -> Callable[[], int]:
    """OpenSpiel's random rollouts in C++: a search of one simulation evaluates its root by so many of them.

    Only C++ can ask its evaluator, so the search does; the mean length of a game comes from as many games.
    """
    import pyspiel

    game, count = pyspiel.load_game(name), 500
    evaluator = pyspiel.RandomRolloutEvaluator(count, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, 1, False)
    moves = sum(_length(game, random.Random(seed)) for seed in range(count))

    def work() -> int:
        bot.step(_start(game))
        return moves

    return work


def _start(game: Any) -> Any:
    """A game before its first decision."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    return state


def _length(game: Any, rng: random.Random) -> int:
    state, moves = _start(game), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, odds)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
        moves += 1
    return moves


def vectorised(name: str) -> Callable[[], int]:
    """pgx: a batch of games, random legal actions, new games as old ones end, all in one compiled step."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step = auto_reset(env.step, env.init)

    def advance(states: Any, key: Any) -> Any:
        def once(carry: Any, _: None) -> tuple[Any, None]:
            states, key = carry
            key, draw, chance = jax.random.split(key, 3)
            mask = jnp.log(states.legal_action_mask.astype(jnp.float32))
            actions = jax.random.categorical(draw, mask, axis=-1)
            return (jax.vmap(step)(states, actions, jax.random.split(chance, BATCH)), key), None

        return jax.lax.scan(once, (states, key), None, length=50)[0][0]

    compiled = jax.jit(advance)
    states = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), BATCH))
    jax.block_until_ready(compiled(states, jax.random.PRNGKey(2)))

    def work() -> int:
        jax.block_until_ready(compiled(states, jax.random.PRNGKey(3)))
        return 50 * BATCH

    return work


def pettingzoo(name: str) -> Callable[[], int]:
    """A classic environment of PettingZoo, stepped with random legal actions."""
    return partial(turns, classic(name))


def classic(name: str) -> Any:
    """One of PettingZoo's classic environments."""
    return import_module(f"pettingzoo.classic.{name}").env()


def turns(env: Any) -> int:
    """A random game of any AEC environment; how many turns it took."""
    env.reset()
    moves = 0
    for agent in env.agent_iter():
        observation, _, ended, cut, _ = env.last()
        if ended or cut:
            env.step(None)
            continue
        mask = observation["action_mask"] if isinstance(observation, dict) else None
        env.step(env.action_space(agent).sample() if mask is None else random.choice(mask.nonzero()[0]))
        moves += 1
    return moves


def benchmarked(env: Any, clock: Callable[[], float] = process_time) -> float:
    """Turns per second as PettingZoo's `performance_benchmark` prints them after 5 seconds of a clock.

    Its own clock is the time of day; on a busy machine only CPU time can be compared.
    """
    from pettingzoo.test import performance_benchmark

    with redirect_stdout(StringIO()) as printed, patch("time.time", clock):
        performance_benchmark(env)
    found = re.search(r"(\S+) turns per second", printed.getvalue())
    assert found is not None, printed.getvalue()
    return float(found[1])


def open_spiel(name: str) -> Callable[[], int]:
    """A game of OpenSpiel that is written in Python."""
    import pyspiel

    import_module(f"open_spiel.python.games.{name}")
    return partial(choices, pyspiel.load_game(f"python_{name}"))


def choices(game: Any) -> int:
    """A random game of OpenSpiel, driven from Python; how many choices it took, those of chance included."""
    state, moves, uniform = game.new_initial_state(), 0, random.random
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[int(uniform() * len(outcomes))][0])
        else:
            legal = state.legal_actions()
            state.apply_action(legal[int(uniform() * len(legal))])
        moves += 1
    return moves


def rlcard(name: str) -> Callable[[], int]:
    """A game of RLCard between its random agents."""
    import rlcard as library
    from rlcard.agents import RandomAgent

    env = library.make(name)
    env.set_agents([RandomAgent(env.num_actions) for _ in range(env.num_players)])

    def work() -> int:
        return sum(len(each) // 2 for each in env.run()[0])

    return work


KINDS = {
    "rollouts": rollouts,
    "pgx": vectorised,
    "pettingzoo": pettingzoo,
    "openspiel": open_spiel,
    "rlcard": rlcard,
}


def rate(peer: str, seconds: float) -> float:
    """Moves or decisions per CPU second."""
    kind, _, name = peer.partition(" ")
    if kind == "benchmark":
        return benchmarked(classic(name))
    if peer not in _compiled:
        _compiled[peer] = KINDS[kind](name)
    work, done, began = _compiled[peer], 0, process_time()
    while process_time() - began < seconds:
        done += work()
    return done / (process_time() - began)


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(rate(line.strip(), float(sys.argv[1]))), flush=True)
