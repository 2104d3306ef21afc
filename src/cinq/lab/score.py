"""Scores a finished game move by move: what each move cost in the chance to win.

Every decision is compared with the champion's choice at the same seat, which knows only what that seat knew.
Where the game is solved (`exact`), the champion's chances are the true ones. Elsewhere they are estimates:
several champions with different random numbers compare the move with the best one, and the spread of their
answers gives the standard error. The champion that chose the best move does not take part in that comparison,
so that its luck in choosing does not count as a loss; a loss can thus come out slightly negative.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from statistics import NormalDist, fmean, stdev

from msgspec import json

from cinq.bots.bot import CHAMPION, Bot, decision_of, load_bots
from cinq.core.game import Action, AnyGame, Seat, Value
from cinq.core.log import Header, options_of, read_header, read_lines, transitions
from cinq.core.observe import Transition, observe
from cinq.games import load_game, package
from cinq.solvers import solves

JUDGES = 4
"""Champions that compare a move with the best one, where the game is not solved."""
TWO_SIDED_95 = NormalDist().inv_cdf(0.975)
"""Standard errors on either side of an estimate that hold the truth in 95 of 100 cases."""
Progress = Callable[[Sequence[Transition]], Iterable[Transition]]
"""Shows how many lines are done, and yields them."""


class Regret(Value, frozen=True):
    """One decision: `lost` is the chance to win that it gave away, `error` the standard error of that."""

    line: int
    """The number of the line in the log; the first line after the header is 0."""
    seat: Seat
    played: Action
    best: Action
    lost: float
    error: float


class SeatScore(Value, frozen=True):
    """The decisions of one seat, added up."""

    seat: Seat
    moves: int
    lost: float
    error: float
    worst: float

    @property
    def mean(self) -> float:
        """The loss per decision."""
        return self.lost / self.moves if self.moves else 0.0


class Score(Value, frozen=True):
    """A scored game; `exact` where the losses are measured against perfect play."""

    game: str
    exact: bool
    seats: tuple[SeatScore, ...]
    moves: tuple[Regret, ...]


def score(text: str, judges: int = JUDGES, progress: Progress = iter) -> Score:
    """Score every seat of the game in a log. Raises BadLog or ValueError where it cannot be read."""
    header = read_header(text)
    game = load_game(header.game)
    steps = [*transitions(game, header, [*read_lines(game, text)])]
    exact = solves(package(header.game), header.players, options_of(game, header))
    champions = [_champions(header, seat, 1 if exact else 1 + judges) for seat in range(header.players)]
    moves: list[Regret] = []
    for number, step in enumerate(progress(steps)):
        if isinstance(step.actor, int):
            moves += _regret(game, number, step, champions[step.actor])
        for seat, bots in enumerate(champions):
            _watch(game, seat, step, bots)
    seats = tuple(_add_up(seat, moves) for seat in range(header.players))
    return Score(header.game, exact, seats, tuple(moves))


def _champions(header: Header, seat: Seat, count: int) -> list[Bot[Value]]:
    bots, options = load_bots(package(header.game)), options_of(load_game(header.game), header)
    level = bots.LEVELS[CHAMPION]
    rngs = (random.Random(f"{seat}/{judge}") for judge in range(count))
    return [bots.make_bot(seat, header.players, options, level, rng) for rng in rngs]


def _watch(game: AnyGame, seat: Seat, step: Transition, bots: Sequence[Bot[Value]]) -> None:
    (seen,) = observe(game, seat, (step,), story=False)
    for bot in bots:
        bot.watch(step.actor, seen.shown, seen.view)


def _regret(game: AnyGame, number: int, step: Transition, champions: Sequence[Bot[Value]]) -> list[Regret]:
    """The cost of one line; empty where its seat had nothing to decide."""
    assert isinstance(step.actor, int)
    s, seat, played = step.before, step.actor, step.action
    first, *others = champions
    hint = first.hint(*decision_of(game, s, seat))
    if hint is None or hint.best is None or len(hint.chances) < 2:
        return []
    lost, error = 0.0, 0.0
    if played != hint.best:
        losses = [_loss(game, s, seat, bot, hint.best, played) for bot in others or [first]]
        lost = fmean(losses)
        error = stdev(losses) / sqrt(len(losses)) if len(losses) > 1 else 0.0
    return [Regret(number, seat, played, hint.best, round(lost, 6), round(error, 6))]


def _loss(game: AnyGame, s: Value, seat: Seat, bot: Bot[Value], best: Action, played: Action) -> float:
    """How much worse `played` is than the best move; 0 where the champion does not tell them apart."""
    two = (best, played)
    again = bot.hint(game.view(s, seat), two, game.open_choices(s, seat))
    wins = {chance.action: chance.win for chance in again.chances} if again else {}
    return wins[best] - wins[played] if best in wins and played in wins else 0.0


def _add_up(seat: Seat, moves: Sequence[Regret]) -> SeatScore:
    own = [move for move in moves if move.seat == seat]
    error = sqrt(sum(move.error**2 for move in own))
    worst = max((move.lost for move in own), default=0.0)
    return SeatScore(seat, len(own), round(sum(move.lost for move in own), 6), round(error, 6), worst)


# ------------------------------------------------------------ for the command line


def report(found: Score, moves: bool = False) -> str:
    """The score as text: a row a seat and, if asked for, a row for every move that cost something."""
    kind = "perfect play" if found.exact else "the champion's estimate (± 95 %)"
    rows = [f"{found.game}: what the moves gave away, in percent of a win, against {kind}"]
    rows += [f"seat  decisions  {'lost':>15}  per decision   worst"]
    for one in found.seats:
        lost = _percent(one.lost, None if found.exact else one.error)
        rows.append(
            f"{one.seat:4d}  {one.moves:9d}  {lost:>15}  {100 * one.mean:12.3f}  {100 * one.worst:6.2f}"
        )
    if moves:
        rows += [_row(move, found.exact) for move in found.moves if move.lost]
    return "\n".join(rows)


def _percent(lost: float, error: float | None) -> str:
    """A loss with the half-width of its 95 % interval, where it is an estimate."""
    return f"{100 * lost:.2f}" + ("" if error is None else f" ± {100 * TWO_SIDED_95 * error:.2f}")


def _row(move: Regret, exact: bool) -> str:
    played, best = (json.encode(action).decode() for action in (move.played, move.best))
    lost = _percent(move.lost, None if exact else move.error)
    return f"line {move.line}, seat {move.seat}: {lost}  {played}; best {best}"


def bar(steps: Sequence[Transition]) -> Iterable[Transition]:
    """Wraps the lines in a progress bar on a terminal."""
    if not sys.stderr.isatty():
        return steps
    from tqdm import tqdm

    return tqdm(steps, unit="line", leave=False)
