"""The baseline table of docs/benchmark.md: what the bots' own moves cost, against champions.

`python -m cinq.lab.baseline [--games K] [GAME ...]` plays each level against champions, scores its moves
(`lab/score.py`) and prints a Markdown table. An agent is measured in the same way: play it against champions
and run `cinq score` on the logs.
"""

from __future__ import annotations

import argparse
import random
from math import sqrt
from statistics import fmean, stdev

from cinq.bots import random_bot
from cinq.bots.bot import CHAMPION, LADDER, Bot, load_bots
from cinq.core.game import AnyGame, Seat, Value
from cinq.core.log import Line, header_of, write
from cinq.games import GAMES, load_game, package
from cinq.lab.arena import lines
from cinq.lab.score import SeatScore, score
from cinq.lab.simulate import world_of

RANDOM = "random"
PLAYERS = 2
COLUMNS = "| game | player | games | lost per game, % | lost per decision, % | wins, % |"


class Row(Value, frozen=True):
    """One player in one game, over all games played."""

    game: str
    player: str
    exact: bool
    scores: tuple[SeatScore, ...]
    wins: float

    def text(self) -> str:
        """A row of the table, with the standard error over games."""
        losses = [100 * one.lost for one in self.scores]
        error = stdev(losses) / sqrt(len(losses)) if len(losses) > 1 else 0.0
        decision = sum(losses) / max(1, sum(one.moves for one in self.scores))
        game = self.game + (" (exact)" if self.exact else "")
        lost, wins = f"{fmean(losses):.1f} ± {error:.1f}", f"{100 * self.wins:.0f}"
        return f"| {game} | {self.player} | {len(losses)} | {lost} | {decision:.2f} | {wins} |"


def measure(name: str, player: str, games: int, judges: int = 2) -> Row:
    """Plays a level (or `random`) against a champion, from either seat in turn, and scores its moves."""
    game, scores, wins, exact = load_game(name), [], 0.0, False
    for number in range(games):
        seat = number % PLAYERS
        text, won = record(game, player, seat, number)
        found = score(text, judges)
        scores.append(found.seats[seat])
        wins, exact = wins + won, found.exact
    return Row(name, player, exact, tuple(scores), wins / games)


def record(game: AnyGame, player: str, seat: Seat, seed: int) -> tuple[str, float]:
    """The log of one game against a champion, and the player's share of the win."""
    options = game.Options()
    bots = [bot(game, player if at == seat else CHAMPION, at, options, seed) for at in range(PLAYERS)]
    played = [*lines(game, PLAYERS, options, bots, random.Random(f"dealer/{seed}"), world_of(game))]
    result = game.result(played[-1].after)
    assert result is not None
    header = header_of(game, PLAYERS, options)
    won = (seat in result.winners) / len(result.winners)
    return write(header, [Line(0.0, line.actor, line.action) for line in played]), won


def bot(game: AnyGame, player: str, seat: Seat, options: Value, seed: int) -> Bot[Value]:
    """A bot of this level at a seat; `random` chooses any item of its menu."""
    bots = random_bot if player == RANDOM else load_bots(package(game.NAME))
    level = bots.LEVELS[CHAMPION if player == RANDOM else player]
    return bots.make_bot(seat, PLAYERS, options, level, random.Random(f"{player}/{seat}/{seed}"))


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description="What the bots' own moves cost.")
    parser.add_argument("game", nargs="*", help="games to measure (default: all)")
    parser.add_argument("--games", type=int, default=20, metavar="K", help="games a player (default: 20)")
    arguments = parser.parse_args()
    print(COLUMNS + "\n|---|---|---|---|---|---|", flush=True)
    for name in arguments.game or GAMES:
        for player in (RANDOM, *LADDER):
            print(measure(name, player, arguments.games).text(), flush=True)


if __name__ == "__main__":
    main()
