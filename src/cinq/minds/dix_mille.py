"""Minds for Dix Mille: the solved game, seen more or less clearly.

Between two players every choice and its worth are known (`dix_mille_policy`). With more, the
turn itself is exact and the table is taken for its strongest other player: an estimate. A
level is how far off its sense of points is, how dear a hand feels that could be lost, how
shy it is of others' hands, and how quick it is. Nothing is hidden in this game, so a mind
needs no memory.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from cinq.core.chance import Random
from cinq.core.game import Action, Actor, OpenChoice, Seat, Sentence, Value
from cinq.games.dix_mille.rules import Bank, Options, TakeOver, Throw
from cinq.games.dix_mille.view import View
from cinq.minds.dix_mille_chances import A_TURN, chances
from cinq.minds.dix_mille_odds import UNIT
from cinq.minds.dix_mille_policy import Choice as Word
from cinq.minds.dix_mille_policy import Policy, Situation
from cinq.minds.dix_mille_thumb import THUMBS as RULES_OF_THUMB
from cinq.minds.mind import BEGINNER, CHAMPION, REGULAR, Chance, Choice, Hint

ACTIONS: dict[Word, Action] = {"throw": Throw(), "bank": Bank(), "take_over": TakeOver()}
SOLVED_MINIMUM = 300
FASTEST = 0.5
"""Nobody reads the dice and takes them up again sooner, in seconds."""


class Level(Value, frozen=True):
    """How clearly a player sees, and how a person plays at that strength."""

    blur: float
    """Spread of what a hand seems worth, as a logarithm of its points."""
    thrift: float
    """How often it banks because it may: a bird in the hand."""
    shyness: float
    """How often it does not think of taking over."""
    whim: float
    """How often Topinambour is announced for the fun of it; it changes no chance."""
    pace: float
    """Median seconds for a choice."""
    thumb: str = ""
    """A rule of thumb played instead, by its name."""


LEVELS: Mapping[str, Level] = {
    BEGINNER: Level(blur=0.6, thrift=0.4, shyness=0.6, whim=0.0, pace=2.0),
    REGULAR: Level(blur=0.4, thrift=0.2, shyness=0.3, whim=0.06, pace=1.6),
    CHAMPION: Level(blur=0.0, thrift=0.0, shyness=0.0, whim=0.03, pace=1.3),
}
THUMBS: Mapping[str, Level] = {
    name: Level(blur=0.0, thrift=0.0, shyness=0.0, whim=0.0, pace=1.0, thumb=name) for name in RULES_OF_THUMB
}


class DixMilleMind:
    """A player of Dix Mille at one seat."""

    def __init__(self, seat: Seat, options: Options, level: Level, rng: Random) -> None:
        self._seat, self._options, self._level, self._rng = seat, options, level, rng

    def watch(self, actor: Actor, shown: Value | Action, view: View) -> None:
        """Everything lies open: there is nothing to remember."""

    def choose(self, view: View, listed: Sequence[Action], templates: Sequence[OpenChoice]) -> Choice | None:
        """The best choice as this level sees it."""
        if not listed:
            return None
        words = _words(listed)
        word = (
            words[0] if len(words) == 1 else self._decide(situation(view, self._seat, self._options), words)
        )
        return Choice(self._said(word), self._after(len(words)))

    def hint(self, view: View, listed: Sequence[Action], templates: Sequence[OpenChoice]) -> Hint | None:
        """The chance to win by each choice."""
        if not listed:
            return None
        now = situation(view, self._seat, self._options)
        worth = {word: win for word, win in chances(Policy.load(), now).items() if word in _words(listed)}
        best = max(worth, key=lambda word: worth[word])
        told = tuple(Chance(ACTIONS[word], round(win, 4)) for word, win in worth.items())
        return Hint(ACTIONS[best], _why(best, worth), told)

    def _decide(self, now: Situation, words: Sequence[Word]) -> Word:
        level = self._level
        if level.thumb:
            rule = RULES_OF_THUMB[level.thumb]
            seen = (now.mine, now.theirs, now.i_entered, now.points, now.dice, now.offer)
            return _allowed(rule.choose(*seen, now.may_bank, now.target), words)
        if "bank" in words and self._rng.random() < level.thrift:
            return "bank"
        if "take_over" in words and self._rng.random() < level.shyness:
            return "throw"
        return _allowed(Policy.load().choose(*self._blurred(now)), words)

    def _blurred(self, now: Situation) -> Situation:
        """The same with the hand, or the hand on offer, as large as it seems."""
        if not self._level.blur:
            return now
        seems = math.exp(self._level.blur * _normal(self._rng))
        offer = now.offer and (_points(seems * now.offer[0]), now.offer[1])
        return now._replace(points=now.points and _points(seems * now.points), offer=offer)

    def _said(self, word: Word) -> Action:
        if word == "throw" and self._options.topinambour and self._rng.random() < self._level.whim:
            return Throw(topinambour=True)
        return ACTIONS[word]

    def _after(self, choices: int) -> float:
        """Log-normal, as people's times are; a throw that must be made is made when the last one was read."""
        median = self._level.pace if choices > 1 else 0.7 * self._level.pace
        return max(FASTEST, median * math.exp(0.35 * _normal(self._rng)))


def sit(seat: Seat, players: int, options: Value, level: Value, rng: Random) -> DixMilleMind:
    """A mind of this level at this seat."""
    assert isinstance(options, Options)
    assert isinstance(level, Level)
    return DixMilleMind(seat, options, level, rng)


def situation(view: View, seat: Seat, options: Options) -> Situation:
    """What lies open, as the solved game knows it: with several others, the one who is furthest.

    Entry is solved for the game to 10,000; in others, lacking it counts as a turn's points.
    """
    other = max((s for s in range(len(view.scores)) if s != seat), key=lambda s: (view.scores[s], -s))
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
    return [word for word, action in ACTIONS.items() if action in listed]


def _allowed(word: Word, words: Sequence[Word]) -> Word:
    """Where the table's options differ from the solved game a choice may be missing: throw, then."""
    return word if word in words else "throw"


def _points(seeming: float) -> int:
    """As the sheet counts: fifties, and a hand that may be banked is never less than 300."""
    return max(SOLVED_MINIMUM, UNIT * round(seeming / UNIT))


def _why(best: Word, worth: Mapping[Word, float]) -> Sentence:
    percent = {word: round(100 * win, 1) for word, win in worth.items()}
    others = [word for word in worth if word != best]
    if not others:
        return Sentence("hint-only", {"win": percent[best]})
    rest = max(others, key=lambda word: worth[word])
    return Sentence(f"hint-{best}", {"win": percent[best], "other": percent[rest]})


def _normal(rng: Random) -> float:
    """Box-Muller, from a source that knows only uniform numbers."""
    return math.sqrt(-2 * math.log(1 - rng.random())) * math.cos(2 * math.pi * rng.random())
