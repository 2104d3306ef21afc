"""The bot of Got Five!: it counts the hands that fit what it noticed, asks, and announces.

Levels differ in what they notice, in how well they value a question, and in when they announce: by their
own chance to be right, or by the race against the rivals (`rivals`, `race`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from cinq.bots.bot import CHAMPION, Chance, Choice, Hint
from cinq.bots.got_five.belief import NONE, Belief, belief, likely, rivals_belief
from cinq.bots.got_five.levels import HEURISTICS, LEVELS, Level
from cinq.bots.got_five.questions import Values, Worth, negative_bits, questions, reveals
from cinq.bots.got_five.reasons import why
from cinq.bots.got_five.rivals import SHORTLIST, Rivals
from cinq.bots.noise import human_seconds, normal
from cinq.core.chance import Random
from cinq.core.game import Action, Actor, OpenChoice, Seat, Value
from cinq.games.got_five.components import BOX
from cinq.games.got_five.rules import ASK, Announce, Options, Pass, Reveal
from cinq.games.got_five.view import View, unseen

__all__ = ["HEURISTICS", "LEVELS", "GotFiveBot", "GotFiveHint", "Level", "make_bot"]

READY_FACTOR: Final = 0.4
"""Factor on the time to announce for a bot that was about to announce the same hand."""
REVEAL_SHARE: Final = 0.5
"""The share of the time for a question in which a tile is revealed."""
FASTEST: Final = 0.8
"""Seconds: no choice is made sooner."""


class GotFiveHint(Hint, frozen=True, kw_only=True, omit_defaults=True):
    """Advice with two figures more: how many hands fit, and the probability of each number in each slot."""

    hands: int
    slots: tuple[dict[int, float], ...]


def make_bot(seat: Seat, players: int, options: Options, level: Level, rng: Random) -> GotFiveBot:
    """A bot of this level at a seat."""
    return GotFiveBot(seat, level, rng)


class GotFiveBot:
    """A bot at one seat."""

    def __init__(self, seat: Seat, level: Level, rng: Random) -> None:
        self.seat = seat
        self.level = level
        self.rng = rng
        self._noticed = NONE
        self._missed = NONE
        self._slow: dict[Seat, int] = {}
        """How often each rival went on although its clues left one hand."""
        self._ready_to_announce: Announce | None = None
        """The announcement chosen at the last view, if that was its choice."""

    # ------------------------------------------------------------ looking

    def watch(self, actor: Actor, shown: Value | Action, view: View) -> None:
        """Looks at the table; counts the rivals who go on although their clues leave one hand."""
        self._look(view)
        if not isinstance(shown, Reveal):
            return
        if actor == self.seat:
            found = [n for n in sorted(self._missed) if self.rng.random() < self.level.rechecks]
            self._missed = self._missed.difference(found)
        elif self.level.races and isinstance(actor, int):
            self._suspect(view, actor)

    def _suspect(self, view: View, rival: Seat) -> None:
        """Counts a rival who revealed although its clues left one hand: it is slower than its clues."""
        known = belief(view, self.seat)
        if rivals_belief(view, [rival], unseen(view) & ~likely(known)).counts[0] == 1:
            self._slow[rival] = self._slow.get(rival, 0) + 1

    def _look(self, view: View) -> None:
        """Notices newly visible tiles, or overlooks them; tiles at its own rack are always noticed."""
        if not self.level.overlooks:
            return
        fresh = [n for n in _in_sight(view) if n not in self._noticed]
        missed = [n for n in fresh if self.rng.random() < self.level.overlooks]
        self._noticed = self._noticed.union(fresh)
        mine = view.racks[self.seat]
        own = {n for notch in mine.notches for n in notch} | {c.tile for laid in mine.compared for c in laid}
        self._missed = self._missed.union(missed) - own

    # ------------------------------------------------------------ choosing

    def choose(self, view: View, listed: Sequence[Action], templates: Sequence[OpenChoice]) -> Choice | None:
        """Announces, asks, reveals, or waits."""
        if not listed and not templates:
            return None
        self._look(view)
        plan = self._plan(view, belief(view, self.seat, self._missed), listed)
        if templates and plan.announces:
            return self._announce(plan.announcement)
        self._ready_to_announce = None
        best = self._best(listed, plan.values)
        if best is None:
            return None
        share = REVEAL_SHARE if isinstance(best, Reveal) else 1.0
        return Choice(best, self._seconds(share * self.level.pace))

    def _plan(self, view: View, known: Belief, listed: Sequence[Action]) -> Plan:
        """The value of each listed action, and whether to announce instead."""
        right = 1 / known.count
        if self.level.races:
            values, without_announcing = self._run(view, known, listed)
            announces = known.count <= SHORTLIST and right > without_announcing
        else:
            values, without_announcing = self._values(view, known, listed, negative_bits), 0.0
            announces = right >= self.level.sure
        return Plan(values, known, announces or known.count == 1, right, without_announcing)

    def _run(self, view: View, known: Belief, listed: Sequence[Action]) -> tuple[Values, float]:
        """The chance to win by each action, and without announcing now, weighed against the rivals."""
        if not listed and (known.count > SHORTLIST or known.count == 1):
            return [], 1.0
        rivals = Rivals(view, self.seat, known, self._slow)
        race = rivals.race(asked=bool(listed))
        if known.count == 1:
            return [(action, race.later) for action in listed], race.later
        values = rivals.with_effect_on_rivals(self._values(view, known, listed, race.worth), race)
        without_announcing = max((value for _, value in values), default=race.without_announcing(known.count))
        if listed or view.phase != ASK:  # there is still a moment to announce before a rival asks
            without_announcing = max(1 / known.count, without_announcing) * race.open
        return values, without_announcing

    def _best(self, listed: Sequence[Action], values: Values) -> Action | None:
        """The best action, with the error of the level."""
        if not values:
            return listed[0] if listed else None
        error = self.level.error
        if error:
            values = [(action, value + error * normal(self.rng)) for action, value in values]
        return max(values, key=lambda pair: pair[1])[0]

    def _values(self, view: View, known: Belief, listed: Sequence[Action], worth: Worth) -> Values:
        """The value of each action; empty where there is no choice."""
        if not listed or isinstance(listed[0], Pass):
            return []
        if isinstance(listed[0], Reveal):
            return reveals(view, known, listed, worth, self.level.compares)
        return questions(known, view.open, worth, self.level.compares)

    def _announce(self, announcement: Announce) -> Choice:
        """The announcement, sooner if it was about to make it at the last view."""
        again, self._ready_to_announce = announcement == self._ready_to_announce, announcement
        return Choice(
            announcement, self._seconds(self.level.announces_after * (READY_FACTOR if again else 1.0))
        )

    def _seconds(self, median: float) -> float:
        return human_seconds(median, self.level.spread, FASTEST, self.rng)

    # ------------------------------------------------------------ coaching

    def hint(
        self, view: View, listed: Sequence[Action], templates: Sequence[OpenChoice]
    ) -> GotFiveHint | None:
        """The best action by exact counting, whatever the level of this bot."""
        if view.phase in ("deal", "over") or not view.alive[self.seat]:
            return None
        known = belief(view, self.seat)
        coach = GotFiveBot(self.seat, LEVELS[CHAMPION], self.rng)
        coach._slow = self._slow
        spoken = [action for action in listed if isinstance(action, Announce)]
        listed = [action for action in listed if not isinstance(action, Announce)]
        plan = coach._plan(view, known, listed)
        values = [(action, min(max(value, 0.0), 1.0)) for action, value in plan.values]
        if templates:
            values = [(plan.announcement, plan.right), *values]
        values += [(action, plan.right * known.fits(action.numbers)) for action in spoken]
        best = plan.announcement if templates and plan.announces else coach._best(listed, plan.values)
        return GotFiveHint(
            best=best,
            why=why(best, known, plan.without_announcing),
            chances=tuple(Chance(action, value) for action, value in values),
            hands=known.count,
            slots=known.marginals(),
        )


class Plan(NamedTuple):
    """The values of a bot's choices."""

    values: Values
    known: Belief
    announces: bool
    right: float
    """The chance that the announcement is right."""
    without_announcing: float
    """The chance to win without announcing now; 0 where the bot does not weigh the race."""

    @property
    def announcement(self) -> Announce:
        """The hand it would announce."""
        return Announce(self.known.likeliest())


def _in_sight(view: View) -> list[int]:
    """The numbers that can be read from this seat, ascending."""
    hidden = unseen(view)
    return [n for n in BOX.colour if not hidden >> n & 1]
