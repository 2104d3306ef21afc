"""The bot of 5 ou Moins: it evaluates actions from what it remembers.

Every level scores actions in points (`heuristics`) from its memory (`belief`), with its own errors; a
level with `samples` then plays the best few out in sampled rounds (`search`). A level with `network` asks a
network instead (`judge`), where one has learned this kind of game.
"""

from __future__ import annotations

from collections.abc import Sequence

from cinq.bots.bot import Chance, Choice, Hint
from cinq.bots.five_or_less.belief import Memory, chance_of_five
from cinq.bots.five_or_less.heuristics import ActionScorer
from cinq.bots.five_or_less.levels import HEURISTICS, LEVELS, Level
from cinq.bots.five_or_less.reasons import why
from cinq.bots.noise import human_seconds, normal
from cinq.core.chance import Random
from cinq.core.game import Action, Actor, OpenChoice, Seat, Sentence, Value
from cinq.games.five_or_less.cards import END, LOOK, POWER, TURN, Options
from cinq.games.five_or_less.powers import StartPower
from cinq.games.five_or_less.quick import QuickDiscard
from cinq.games.five_or_less.rules import EndTurn, Ready
from cinq.games.five_or_less.view import View

__all__ = ["HEURISTICS", "LEVELS", "FiveOrLessBot", "Level", "make_bot"]

FASTEST = 0.28
"""Seconds: no choice is made sooner."""
END_TURN_DELAY = 1.6
"""Least seconds before a turn is ended, so that others can make quick discards."""
WEIGHED = 5
"""How many actions are played out at most."""
MAX_POINTS_BEHIND = 7.0
"""Actions scored this many points below the best are not played out."""
MIN_CALL_CHANCE = 0.02
"""With a smaller chance of 5 or less a call is not considered."""

Weighed = tuple[Action, tuple[Chance, ...]]
"""The best action, and the chance to win by each action that was played out."""


def make_bot(seat: Seat, players: int, options: Options, level: Level, rng: Random) -> FiveOrLessBot:
    """A bot of this level at a seat."""
    return FiveOrLessBot(seat, players, options, level, rng)


class FiveOrLessBot:
    """A bot at one seat."""

    def __init__(self, seat: Seat, players: int, options: Options, level: Level, rng: Random) -> None:
        self.seat, self.level, self.rng = seat, level, rng
        self.memory = Memory(seat, players, level.memory, level.attention, level.confusion, rng)
        self.answered = 0
        """The number of the discard to which it last chose a quick discard."""

    def watch(self, actor: Actor, shown: Value | Action, view: View) -> None:
        """Remembers what a line shows."""
        self.memory.watch(actor, shown, view)

    def choose(self, view: View, listed: Sequence[Action], templates: Sequence[OpenChoice]) -> Choice | None:
        """A quick discard if there is one to make, else an action of its turn."""
        if view.phase == LOOK:
            return Choice(Ready(), self._seconds(3 * self.level.pace, 0.3)) if listed else None
        if discard := self._quick_discard(view, listed):
            return Choice(discard, self._reaction(view))
        if view.turn != self.seat or not listed:
            return None
        action, _ = self._best(view, listed)
        if isinstance(action, StartPower):
            return Choice(action, self._seconds(self.level.reaction, self.level.spread))
        least = END_TURN_DELAY if view.phase == END else FASTEST
        return Choice(action, max(least, self._seconds(self.level.pace, 0.35)))

    def hint(self, view: View, listed: Sequence[Action], templates: Sequence[OpenChoice]) -> Hint | None:
        """The best action with its reason, and the estimated chance to win of those played out."""
        if view.phase == LOOK:
            return None
        if len(listed) == 2 and not _power_race(view):  # the review of a game compares two actions
            scorer = ActionScorer(view, self.memory, self.level)
            best, chances = self._evaluated(scorer, [(0.0, action) for action in listed])
            return Hint(best, self._why(view, best), chances)
        if discard := self._quick_discard(view, listed):
            return Hint(discard, self._why(view, discard))
        if view.turn != self.seat or not listed:
            return None
        best, chances = self._best(view, listed)
        return Hint(best, self._why(view, best), chances)

    def _why(self, view: View, action: Action) -> Sentence:
        hands = [{slot: note.value for slot, note in hand.items()} for hand in self.memory.hands]
        return why(view, action, self.seat, hands)

    # ------------------------------------------------------------ time

    def _seconds(self, median: float, spread: float) -> float:
        return human_seconds(median, spread, FASTEST, self.rng)

    def _reaction(self, view: View) -> float:
        """The time to a quick discard; half if it chose one for the same discard before."""
        number = view.discard.number if view.discard else 0
        share, self.answered = (0.5 if self.answered == number else 1.0), number
        return self._seconds(share * self.level.reaction, self.level.spread)

    # ------------------------------------------------------------ choosing

    def _quick_discard(self, view: View, listed: Sequence[Action]) -> QuickDiscard | None:
        """The quick discard of a card remembered to be the same as the top one, if it helps."""
        top = view.discard
        if not self.level.quick_discards or top is None or top.tied or top.value < 0 or view.phase == LOOK:
            return None
        if view.turn == self.seat and view.pending_power is not None and not view.power_started:
            return None  # start the power first
        if top.value == 0 and (view.turn == self.seat) == (view.phase == TURN):
            return None  # a 0 costs nothing; discarding it only keeps the next player from taking the top one
        for action in listed:
            if isinstance(action, QuickDiscard) and action.on == top.number:
                note = self.memory.hands[self.seat].get(action.slot)
                if note is not None and note.value == top.value:
                    return action
        return None

    def _best(self, view: View, listed: Sequence[Action]) -> Weighed:
        """The best action: by a network, by its score, or by rollouts of the best few."""
        scorer = ActionScorer(view, self.memory, self.level)
        if view.phase == END:
            return self._best_end(scorer)
        turn = [action for action in listed if not isinstance(action, QuickDiscard)]
        if self._has_network(view):
            return self._evaluated(scorer, [(0.0, action) for action in turn])
        scored = sorted(
            ((scorer.score(action) + self._error(), action) for action in turn), key=lambda one: -one[0]
        )
        if not self.level.samples or len(scored) == 1 or _power_race(view):
            return scored[0][1], ()
        behind = scored[0][0] - MAX_POINTS_BEHIND
        return self._evaluated(
            scorer, [(saved, action) for saved, action in scored[:WEIGHED] if saved > behind]
        )

    def _considers_call(self, view: View, known: int, blind: int, chance: float) -> bool:
        """Whether a call is evaluated: one of a kind that the network learned, or one that may succeed."""
        if not self._has_network(view):
            return bool(self.level.samples) and chance > MIN_CALL_CHANCE
        from cinq.bots.five_or_less.judge import learned_calls

        return learned_calls(known, blind)

    def _has_network(self, view: View) -> bool:
        """Whether a network evaluates the actions of this turn."""
        if not self.level.network or _power_race(view):
            return False
        from cinq.bots.five_or_less.judge import weights_for

        return weights_for(view) is not None

    def _best_end(self, scorer: ActionScorer) -> Weighed:
        """Whether to call: by the level's thresholds, or by evaluating both where there is a chance."""
        mine = scorer.mine.values()
        known = sum(value for value in mine if value is not None)
        blind = sum(value is None for value in mine)
        chance = chance_of_five(known, blind, scorer.pool)
        if self._considers_call(scorer.view, known, blind, chance):
            return self._evaluated(scorer, [(0.0, EndTurn(False)), (0.0, EndTurn(True))])
        sure = chance >= self.level.min_chance_to_call
        return EndTurn(sure and (not scorer.view.callers or known <= self.level.max_total_after_call)), ()

    def _error(self) -> float:
        """The error of one score."""
        return self.level.error * normal(self.rng) if self.level.error else 0.0

    def _evaluated(self, scorer: ActionScorer, scored: Sequence[tuple[float, Action]]) -> Weighed:
        """The best of these by the network, or by rollouts where there is none or one acts out of turn."""
        from cinq.bots.five_or_less.judge import judged, weights_for
        from cinq.bots.five_or_less.search import weigh

        view, actions = scorer.view, [action for _, action in scored]
        if len(scored) == 1:
            return actions[0], ()
        quick = view.turn != self.seat or any(isinstance(action, QuickDiscard) for action in actions)
        weights = weights_for(view) if self.level.network and not quick else None
        if weights:
            return judged(view, self.memory, scorer.pool, actions, weights)
        return weigh(view, self.memory, scorer.pool, scored, self.level.samples, self.rng)


def _power_race(view: View) -> bool:
    """Whether a power has to be started before somebody covers it (OM-17): there is no time to look ahead."""
    return view.phase == POWER and not view.power_started
