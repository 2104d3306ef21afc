"""Minds for Got Five!: from one who overlooks tiles to one who runs the race.

All levels count the hands that fit what they noticed; they differ in what they notice, in
how well they judge a question, and in when they dare to announce. A mind gets views and
lines as its seat reads them, never a state.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, exp, log, pi, sqrt
from typing import Final, NamedTuple

from cinq.core.chance import Random
from cinq.core.game import Action, Actor, OpenChoice, Seat, Value
from cinq.games.got_five.components import BOX
from cinq.games.got_five.rules import ASK, Announce, Options, Pass, Reveal
from cinq.games.got_five.view import View, unseen
from cinq.minds.got_five_belief import NONE, Belief, belief, likely, rivals_belief
from cinq.minds.got_five_field import SHORTLIST, Field
from cinq.minds.got_five_questions import Values, Worth, few, questions, reveals
from cinq.minds.got_five_words import why
from cinq.minds.mind import BEGINNER, CHAMPION, REGULAR, Chance, Choice, Hint

BREATH: Final = 0.4
"""What is left of the time to announce for one who was about to."""
HASTE: Final = 0.8
"""No hand is quicker than this, in seconds."""


class Level(Value, frozen=True):
    """How well a mind plays."""

    overlooks: float = 0.0
    """The chance not to notice a tile that comes into sight."""
    rechecks: float = 0.5
    """The chance, each own turn, to notice it after all."""
    wobble: float = 0.0
    """How far, in bits, its judgement of a question strays."""
    compares: bool = True
    """Whether it thinks of comparing at all."""
    races: bool = False
    """Whether it weighs its chances against its rivals', or only its own doubt."""
    sure: float = 1.0
    """How sure it must be to announce, where it does not weigh the race."""
    thinks: float = 4.5
    """Seconds to choose a question: the median of a log-normal."""
    blurts: float = 1.8
    """Seconds to see that it knows, and to say so."""
    spread: float = 0.45


LEVELS: Final = {
    BEGINNER: Level(overlooks=0.2, rechecks=0.15, wobble=1.5, sure=0.5, thinks=6.5, blurts=6.0),
    REGULAR: Level(overlooks=0.06, rechecks=0.4, wobble=0.5, sure=0.6, thinks=5.5, blurts=3.5),
    CHAMPION: Level(races=True, thinks=4.5, blurts=1.8),
}
THUMBS: Final = {
    "halving": Level(),
    "ranking": Level(compares=False),
    "gambling": Level(sure=0.3),
    "whatever": Level(wobble=50.0),
}


class GotFiveHint(Hint, frozen=True, kw_only=True, omit_defaults=True):
    """The coach counts: how many hands fit, and how likely each number is in each slot."""

    best: Action | None  # type: ignore[assignment]  # None: wait for your turn
    hands: int
    slots: tuple[dict[int, float], ...]


def sit(seat: Seat, players: int, options: Options, level: Level, rng: Random) -> GotFiveMind:
    """A mind at a seat."""
    return GotFiveMind(seat, level, rng)


class GotFiveMind:
    """A player at one seat."""

    def __init__(self, seat: Seat, level: Level, rng: Random) -> None:
        self.seat = seat
        self.level = level
        self.rng = rng
        self._noticed = NONE
        self._missed = NONE
        self._slow: dict[Seat, int] = {}
        """How often each rival played on though it should have known."""
        self._told: Announce | None = None
        """What it has been about to announce, since the view before."""

    # ------------------------------------------------------------ looking

    def watch(self, actor: Actor, shown: Value | Action, view: View) -> None:
        """Look at the table; remember who goes on playing although they should know their hand."""
        self._look(view)
        if not isinstance(shown, Reveal):
            return
        if actor == self.seat:
            found = [n for n in sorted(self._missed) if self.rng.random() < self.level.rechecks]
            self._missed = self._missed.difference(found)
        elif self.level.races and isinstance(actor, int):
            self._suspect(view, actor)

    def _suspect(self, view: View, rival: Seat) -> None:
        """A rival who reveals on, though its clues leave one hand, is slower than its clues."""
        known = belief(view, self.seat)
        if rivals_belief(view, [rival], unseen(view) & ~likely(known)).counts[0] == 1:
            self._slow[rival] = self._slow.get(rival, 0) + 1

    def _look(self, view: View) -> None:
        """Notice what has come into sight, or not; what lies at one's own rack nobody overlooks."""
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
        """Announce, ask, or let others play."""
        if not listed and not templates:
            return None
        self._look(view)
        plan = self._plan(view, belief(view, self.seat, self._missed), listed)
        if templates and plan.announces:
            return self._blurt(plan.announcement)
        self._told = None
        best = self._best(listed, plan.values)
        return None if best is None else Choice(best, self._seconds(self.level.thinks))

    def _plan(self, view: View, known: Belief, listed: Sequence[Action]) -> Plan:
        """What each listed action is worth, and whether to announce instead."""
        right = 1 / known.count
        if self.level.races:
            values, going_on = self._run(view, known, listed)
            announces = known.count <= SHORTLIST and right > going_on
        else:
            values, going_on = self._values(view, known, listed, few), 0.0
            announces = right >= self.level.sure
        return Plan(values, known, announces or known.count == 1, right, going_on)

    def _run(self, view: View, known: Belief, listed: Sequence[Action]) -> tuple[Values, float]:
        """For one who weighs its chances: the chance to win by each action, and without announcing now."""
        if not listed and (known.count > SHORTLIST or known.count == 1):
            return [], 1.0
        rivals = Field(view, self.seat, known, self._slow)
        race = rivals.race(asked=bool(listed))
        if known.count == 1:
            return [(action, race.later) for action in listed], race.later
        values = rivals.spoilt(self._values(view, known, listed, race.worth), race)
        going_on = max((value for _, value in values), default=race.going_on(known.count))
        if listed or view.phase != ASK:  # not yet the last moment before a rival's question
            going_on = max(1 / known.count, going_on) * race.open
        return values, going_on

    def _best(self, listed: Sequence[Action], values: Values) -> Action | None:
        """The action that seems best to a judgement that may stray."""
        if not values:
            return listed[0] if listed else None
        wobble = self.level.wobble
        if wobble:
            values = [(action, value + wobble * normal(self.rng)) for action, value in values]
        return max(values, key=lambda pair: pair[1])[0]

    def _values(self, view: View, known: Belief, listed: Sequence[Action], worth: Worth) -> Values:
        """What each action is worth; nothing where there is no choice."""
        if not listed or isinstance(listed[0], Pass):
            return []
        if isinstance(listed[0], Reveal):
            return reveals(view, known, listed, worth, self.level.compares)
        return questions(known, view.open, worth, self.level.compares)

    def _blurt(self, announcement: Announce) -> Choice:
        """Announce, sooner if it had already drawn its breath when something else came between."""
        again, self._told = announcement == self._told, announcement
        return Choice(announcement, self._seconds(self.level.blurts * (BREATH if again else 1.0)))

    def _seconds(self, median: float) -> float:
        """A person's time: log-normal, and never at once."""
        return max(HASTE, median * exp(self.level.spread * normal(self.rng)))

    # ------------------------------------------------------------ coaching

    def hint(
        self, view: View, listed: Sequence[Action], templates: Sequence[OpenChoice]
    ) -> GotFiveHint | None:
        """The best action by exact counting, whatever this mind's own level."""
        if view.phase in ("deal", "over") or not view.alive[self.seat]:
            return None
        known = belief(view, self.seat)
        coach = GotFiveMind(self.seat, LEVELS[CHAMPION], self.rng)
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
            why=why(best, known, plan.going_on),
            chances=tuple(Chance(action, value) for action, value in values),
            hands=known.count,
            slots=known.marginals(),
        )


class Plan(NamedTuple):
    """What a mind thinks of its choices."""

    values: Values
    known: Belief
    announces: bool
    right: float
    """The chance that the announcement is right."""
    going_on: float
    """The chance to win without it, where the mind weighs it."""

    @property
    def announcement(self) -> Announce:
        """What it would announce."""
        return Announce(self.known.likeliest())


def _in_sight(view: View) -> list[int]:
    """The numbers that can be read from this seat, ascending."""
    hidden = unseen(view)
    return [n for n in BOX.colour if not hidden >> n & 1]


def normal(rng: Random) -> float:
    """A draw from the bell curve (Box and Muller)."""
    return sqrt(-2 * log(1 - rng.random())) * cos(2 * pi * rng.random())
