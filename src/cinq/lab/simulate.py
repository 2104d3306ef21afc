"""Simulates many games between random players: speed, length, wins by seat."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable
from time import perf_counter

import msgspec

from cinq.core.game import AnyGame, Value
from cinq.core.play import Chooser, by_chance, playout
from cinq.games import live_facts


class Figures(Value, frozen=True):
    """The results of a simulation. A shared win counts in equal parts."""

    game: str
    players: int
    games: int
    seed: int
    seconds: float
    games_per_second: float
    moves_per_second: float
    mean_length: float
    wins: tuple[float, ...]


def world_of(game: AnyGame) -> Chooser:
    """The chooser for the WORLD in a simulation: chance, or the game's stand-in for physics."""
    return live_facts(game.NAME).stand_in or by_chance


def run(game: AnyGame, players: int, options: Value, games: int, seed: int) -> Figures:
    """Plays the games, with a progress bar on a terminal."""
    rng, world = random.Random(seed), world_of(game)
    lines, wins, began = 0, [0.0] * players, perf_counter()
    for _ in _progress(games):
        s, moves = playout(game, game.start(players, options), rng, world)
        lines += moves
        result = game.result(s)
        assert result is not None, "a playout runs to the end"
        for seat in result.winners:
            wins[seat] += 1 / len(result.winners)
    seconds = perf_counter() - began
    return Figures(
        game=game.NAME,
        players=players,
        games=games,
        seed=seed,
        seconds=round(seconds, 3),
        games_per_second=round(games / seconds, 1),
        moves_per_second=round(lines / seconds, 1),
        mean_length=round(lines / games, 2),
        wins=tuple(round(share, 3) for share in wins),
    )


def _progress(games: int) -> Iterable[int]:
    if not sys.stderr.isatty():
        return range(games)
    from tqdm import tqdm

    return tqdm(range(games), unit="game", leave=False)


def report(figures: Figures, as_json: bool) -> str:
    """The figures as text, or as one line of JSON."""
    if as_json:
        return msgspec.json.encode(figures).decode()
    shares = "  ".join(f"seat {seat} {share / figures.games:.1%}" for seat, share in enumerate(figures.wins))
    return "\n".join(
        [
            f"{figures.game}, {figures.players} random seats: {figures.games:,} games, seed {figures.seed}",
            f"  {figures.games_per_second:,.0f} games/s   {figures.moves_per_second:,.0f} moves/s",
            f"  {figures.mean_length:,.1f} lines a game",
            f"  wins: {shares}",
        ]
    )
