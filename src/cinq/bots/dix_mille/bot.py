"""The bot of Dix Mille: it plays the solved game, with the errors of its level.

Between two players the chance to win of every choice is known (`cinq.solvers.dix_mille.policy`). With
more, the turn is exact and the others are replaced by the one who leads: an estimate. Nothing is hidden
in this game, so a bot needs no memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from cinq.bots.bot import Chance, Choice, Hint
from cinq.bots.dix_mille.levels import HEURISTICS, LEVELS, Level
from cinq.bots.dix_mille.reasons import why
from cinq.bots.noise import human_seconds, normal
from cinq.core.chance import Random
from cinq.core.game import Action, Actor, OpenChoice, Seat, Value
from cinq.games.dix_mille.rules import Bank, Options, TakeOver, Throw
from cinq.games.dix_mille.view import View
from cinq.solvers.dix_mille.chances import A_TURN, chances
from cinq.solvers.dix_mille.heuristics import HEURISTICS as SOLVER_HEURISTICS
from cinq.solvers.dix_mille.odds import UNIT
from cinq.solvers.dix_mille.policy import Choice as Word
from cinq.solvers.dix_mille.policy import Policy, Situation

__all__ = ["HEURISTICS", "LEVELS", "DixMilleBot", "Level", "make_bot"]

ACTIONS: dict[Word, Action] = {"throw": Throw(), "bank": Bank(), "take_over": TakeOver()}
SOLVED_MINIMUM = 300
FASTEST = 0.35
"""Seconds: no choice is made sooner."""
SPREAD = 0.35
"""Standard deviation of the logarithm of the time for a choice."""


class DixMilleBot:
    """A bot at one seat."""

    def __init__(self, seat: Seat, options: Options, level: Level, rng: Random) -> None:
        self._seat, self._options, self._level, self._rng = seat, options, level, rng

    def watch(self, actor: Actor, shown: Value | Action, view: View) -> None:
        """Does nothing: nothing is hidden, so there is nothing to remember."""

    def choose(self, view: View, listed: Sequence[Action], templates: Sequence[OpenChoice]) -> Choice | None:
        """The best choice, with the errors of the level."""
        if not listed:
            return None
        words = _words(listed)
        word = (
            words[0] if len(words) == 1 else self._choice(situation(view, self._seat, self._options), words)
        )
        return Choice(self._action(word), self._after(len(words)))

    def hint(self, view: View, listed: Sequence[Action], templates: Sequence[OpenChoice]) -> Hint | None:
        """The best choice and the chance to win by each."""
        if not listed:
            return None
        now = situation(view, self._seat, self._options)
        worth = {word: win for word, win in chances(Policy.load(), now).items() if word in _words(listed)}
        best = max(worth, key=lambda word: worth[word])
        listed_wins = tuple(Chance(_listed(word, listed), round(win, 4)) for word, win in worth.items())
        assert view.turn is not None
        taken = view.offer if best == "take_over" else None
        reason = why(best, worth, (taken or view.turn).dice, len(view.scores), leader(view, self._seat))
        return Hint(_listed(best, listed), reason, listed_wins)

    def _choice(self, now: Situation, words: Sequence[Word]) -> Word:
        level = self._level
        if level.heuristic:
            rule = SOLVER_HEURISTICS[level.heuristic]
            seen = (now.mine, now.theirs, now.i_entered, now.points, now.dice, now.offer)
            return _allowed(rule.choose(*seen, now.may_bank, now.target), words)
        if "bank" in words and self._rng.random() < level.bank_chance:
            return "bank"
        if "take_over" in words and self._rng.random() < level.no_take_over_chance:
            return "throw"
        return _allowed(Policy.load().choose(*self._blurred(now)), words)

    def _blurred(self, now: Situation) -> Situation:
        """The situation with the points of the turn, or of the hand on offer, misjudged."""
        if not self._level.points_error:
            return now
        seems = exp(self._level.points_error * normal(self._rng))
        offer = now.offer and (_points(seems * now.offer[0]), now.offer[1])
        return now._replace(points=now.points and _points(seems * now.points), offer=offer)

    def _action(self, word: Word) -> Action:
        if (
            word == "throw"
            and self._options.topinambour
            and self._rng.random() < self._level.topinambour_chance
        ):
            return Throw(topinambour=True)
        return ACTIONS[word]

    def _after(self, choices: int) -> float:
        """A person's time; a throw that must be made takes less."""
        median = self._level.pace if choices > 1 else 0.7 * self._level.pace
        return human_seconds(median, SPREAD, FASTEST, self._rng)


def make_bot(seat: Seat, players: int, options: Value, level: Value, rng: Random) -> DixMilleBot:
    """A bot of this level at a seat."""
    assert isinstance(options, Options)
    assert isinstance(level, Level)
    return DixMilleBot(seat, options, level, rng)


def leader(view: View, seat: Seat) -> Seat:
    """The other seat with most points, the first of equals."""
    return max((s for s in range(len(view.scores)) if s != seat), key=lambda s: (view.scores[s], -s))


def situation(view: View, seat: Seat, options: Options) -> Situation:
    """The view as a situation of the solved two-player game, against the other seat with most points.

    Entry is solved for the game to 10,000; in others, a seat that has not entered counts as a turn behind.
    """
    other = leader(view, seat)
    turn, first = view.turn, view.first or 0
    assert turn is not None
    players = len(view.scores)
    open_to_all = view.entered[other] or options.target == Policy.load().target
    return Situation(
        first=(seat - first) % players < (other - first) % players,
        mine=view.scores[seat],
        theirs=view.scores[other] - (0 if open_to_all else A_TURN),
        my_zeros=view.zeros[seat],
        their_zeros=view.zeros[other],
        i_entered=view.entered[seat],
        they_entered=view.entered[other] or not open_to_all,
        points=turn.points,
        dice=turn.dice,
        offer=None if view.offer is None else (view.offer.points, view.offer.dice),
        may_bank=turn.can_bank or turn.points < max(SOLVED_MINIMUM, options.minimum),
        target=options.target,
    )


def _words(listed: Sequence[Action]) -> list[Word]:
    return [word for word, action in ACTIONS.items() if any(isinstance(one, type(action)) for one in listed)]


def _listed(word: Word, listed: Sequence[Action]) -> Action:
    """The action of this choice; a throw with Topinambour (DM-21) where only that one is listed."""
    plain = ACTIONS[word]
    return plain if plain in listed else next(one for one in listed if isinstance(one, type(plain)))


def _allowed(word: Word, words: Sequence[Word]) -> Word:
    """The choice if the menu has it, else a throw: options may differ from those of the solved game."""
    return word if word in words else "throw"


def _points(seeming: float) -> int:
    """Rounded to fifties, and at least 300, the least that may be banked in the solved game."""
    return max(SOLVED_MINIMUM, UNIT * round(seeming / UNIT))
