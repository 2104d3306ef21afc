"""Minds for 5 ou Moins: a memory that fades, quick hands, nerve, and a look into sampled rounds.

Every level judges actions in points by the same rules of thumb (`five_or_less_judge`), with
its own errors; who thinks of `worlds` then plays the best few out (`five_or_less_search`).
What it remembers is in `five_or_less_belief`. No mind ever sees a state.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, exp, log, pi, sqrt

from cinq.core.chance import Random
from cinq.core.game import Action, Actor, OpenChoice, Seat, Value
from cinq.games.five_or_less.cards import END, LOOK, POWER, TURN, Options
from cinq.games.five_or_less.powers import StartPower
from cinq.games.five_or_less.quick import QuickDiscard
from cinq.games.five_or_less.rules import EndTurn, Ready
from cinq.games.five_or_less.view import View
from cinq.minds.five_or_less_belief import Memory, chance_of_five
from cinq.minds.five_or_less_judge import Judge
from cinq.minds.five_or_less_levels import LEVELS, THUMBS, Level
from cinq.minds.five_or_less_words import why
from cinq.minds.mind import Chance, Choice, Hint

__all__ = ["LEVELS", "THUMBS", "Level", "Player", "sit"]

FASTEST = 0.28
"""No hand is quicker, in seconds."""
SETTLE = 1.6
"""Seconds before a turn is ended: the others may still answer."""
WEIGHED = 5
"""How many actions are played out."""
DOUBT = 7.0
"""Actions this many points behind the best by rules of thumb are not played out."""
HOPE = 0.02
"""With a smaller chance of 5 or less nobody thinks of saying it."""

Weighed = tuple[Action, tuple[Chance, ...]]
"""The best action, and the chance to win by each that was played out."""


def sit(seat: Seat, players: int, options: Options, level: Level, rng: Random) -> Player:
    """A player of this level at a seat."""
    return Player(seat, players, options, level, rng)


class Player:
    """Somebody at one seat of 5 ou Moins."""

    def __init__(self, seat: Seat, players: int, options: Options, level: Level, rng: Random) -> None:
        self.seat, self.level, self.rng = seat, level, rng
        self.memory = Memory(seat, players, level.memory, level.attention, level.confusion, rng)
        self.answered = 0
        """The discard whose race this mind has already entered."""

    def watch(self, actor: Actor, shown: Value | Action, view: View) -> None:
        """Remember what a line shows."""
        self.memory.watch(actor, shown, view)

    def choose(self, view: View, listed: Sequence[Action], templates: Sequence[OpenChoice]) -> Choice | None:
        """A quick discard if there is one to make, else what the turn asks for."""
        if view.phase == LOOK:
            return Choice(Ready(), self._seconds(3 * self.level.pace, 0.3)) if listed else None
        if snap := self._snap(view, listed):
            return Choice(snap, self._reaction(view))
        if view.turn != self.seat or not listed:
            return None
        action, _ = self._best(view, listed)
        if isinstance(action, StartPower):
            return Choice(action, self._seconds(self.level.reaction, self.level.spread))
        least = SETTLE if view.phase == END else FASTEST
        return Choice(action, max(least, self._seconds(self.level.pace, 0.35)))

    def hint(self, view: View, listed: Sequence[Action], templates: Sequence[OpenChoice]) -> Hint | None:
        """The best action with its reason, and the estimated chance to win for each that was weighed."""
        if view.phase == LOOK:
            return None
        if len(listed) == 2 and not _racing(view):  # this or that?
            judge = Judge(view, self.memory, self.level)
            best, chances = self._played_out(judge, [(0.0, action) for action in listed])
            return Hint(best, why(view, best, judge.mine), chances)
        if snap := self._snap(view, listed):
            return Hint(snap, why(view, snap, {}))
        if view.turn != self.seat or not listed:
            return None
        best, chances = self._best(view, listed)
        mine = {slot: note.value for slot, note in self.memory.hands[self.seat].items()}
        return Hint(best, why(view, best, mine), chances)

    # ------------------------------------------------------------ time

    def _seconds(self, median: float, spread: float) -> float:
        """A person's time: log-normal, never faster than a hand can be."""
        return max(FASTEST, median * exp(spread * _normal(self.rng)))

    def _reaction(self, view: View) -> float:
        """Seeing the card, finding one's own; less if one was already about to."""
        number = view.discard.number if view.discard else 0
        share, self.answered = (0.5 if self.answered == number else 1.0), number
        return self._seconds(share * self.level.reaction, self.level.spread)

    # ------------------------------------------------------------ choosing

    def _snap(self, view: View, listed: Sequence[Action]) -> QuickDiscard | None:
        """A card remembered to be the same as the top one, if putting it there helps."""
        top = view.discard
        if not self.level.snaps or top is None or top.tied or top.value < 0 or view.phase == LOOK:
            return None
        if view.turn == self.seat and view.pending_power is not None and not view.power_started:
            return None  # start the power first
        if top.value == 0 and (view.turn == self.seat) == (view.phase == TURN):
            return None  # a 0 costs nothing; it only bars the next player's way
        for action in listed:
            if isinstance(action, QuickDiscard) and action.on == top.number:
                note = self.memory.hands[self.seat].get(action.slot)
                if note is not None and note.value == top.value:
                    return action
        return None

    def _best(self, view: View, listed: Sequence[Action]) -> Weighed:
        """The action that promises most: by rules of thumb, or played out."""
        judge = Judge(view, self.memory, self.level)
        if view.phase == END:
            return self._best_end(judge)
        judged = [
            (judge.saves(action) + self._slip(), action)
            for action in listed
            if not isinstance(action, QuickDiscard)
        ]
        judged.sort(key=lambda scored: -scored[0])
        if not self.level.worlds or len(judged) == 1 or _racing(view):
            return judged[0][1], ()
        close = [(saved, action) for saved, action in judged[:WEIGHED] if saved > judged[0][0] - DOUBT]
        return self._played_out(judge, close)

    def _best_end(self, judge: Judge) -> Weighed:
        """To say it or not: by nerve, or played out where there is a chance."""
        mine = judge.mine.values()
        known = sum(value for value in mine if value is not None)
        chance = chance_of_five(known, sum(value is None for value in mine), judge.pool)
        if self.level.worlds and chance > HOPE:
            return self._played_out(judge, [(0.0, EndTurn(False)), (0.0, EndTurn(True))])
        sure = chance >= self.level.nerve
        return EndTurn(sure and (not judge.view.callers or known <= self.level.boldness)), ()

    def _slip(self) -> float:
        """How far its judgement is off this time."""
        return self.level.error * _normal(self.rng) if self.level.error else 0.0

    def _played_out(self, judge: Judge, judged: Sequence[tuple[float, Action]]) -> Weighed:
        from cinq.minds.five_or_less_search import weigh  # compiled: only for who looks ahead

        if len(judged) == 1:
            return judged[0][1], ()
        return weigh(judge.view, self.memory, judge.pool, judged, self.level.worlds, self.rng)


def _racing(view: View) -> bool:
    """A power is to be started before somebody covers it (OM-17): no time to look ahead."""
    return view.phase == POWER and not view.power_started


def _normal(rng: Random) -> float:
    """A standard normal number, by Box and Muller."""
    return sqrt(-2 * log(1 - rng.random())) * cos(2 * pi * rng.random())
