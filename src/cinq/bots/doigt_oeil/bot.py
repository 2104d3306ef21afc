"""The bot of Au doigt & à l'œil: which challenge to give, what to add to one, which piece to lay first.

It ranks actions by an estimated chance to win (`evaluation`) with the errors of its level. How a piece
is laid is decided by `cinq.physics.planner`.
"""

from __future__ import annotations

from collections.abc import Sequence

from cinq.bots.bot import Chance, Choice, Hint
from cinq.bots.doigt_oeil.evaluation import Evaluator, laying_order
from cinq.bots.doigt_oeil.heuristics import by_heuristic
from cinq.bots.doigt_oeil.levels import HEURISTICS, LEVELS, Level
from cinq.bots.doigt_oeil.reasons import why
from cinq.bots.noise import human_seconds, normal
from cinq.core.chance import Random, take
from cinq.core.game import DEALER, Action, Actor, OpenChoice, Seat, Value
from cinq.games.doigt_oeil.components import WOOD, CardId
from cinq.games.doigt_oeil.odds import HARDNESS
from cinq.games.doigt_oeil.state import Add, Challenge, Options, Pick, Placement, Vote
from cinq.games.doigt_oeil.view import View

__all__ = ["HEURISTICS", "LEVELS", "DoigtOeilBot", "Level", "make_bot"]

PICK_SHARE = 0.35
"""The share of its time that a choice without a challenge takes."""
LOOK = 0.6
"""Seconds that everybody looks at a fall."""
FASTEST = 0.1
"""Seconds: no choice is made sooner."""
WEIGHED = 200
"""How many challenges are evaluated at most."""
SHOWN = 8
"""How many actions a hint lists."""


def make_bot(seat: Seat, players: int, options: Options, level: Level, rng: Random) -> DoigtOeilBot:
    """A bot of this level at a seat."""
    return DoigtOeilBot(seat, players, options, level, rng)


class DoigtOeilBot:
    """A bot at one seat."""

    def __init__(self, seat: Seat, players: int, options: Options, level: Level, rng: Random) -> None:
        self.seat, self.options, self.level, self.rng = seat, options, level, rng
        self.points = [0] * players
        """The value of the cards in front of each player (DO-29)."""
        self.piles: tuple[int, ...] = (0,) * players
        self.waited = [0] * players
        """For each seat, the challenges since one was given to it."""
        self.overdue = False
        """Whether it had waited for a round when it was challenged."""
        self.fallen = False
        """Whether the last placement made something fall."""

    def watch(self, actor: Actor, shown: Value | Action, view: View) -> None:
        """Notes who was challenged, what fell, and who got the card of a placement (DO-29)."""
        if isinstance(shown, Challenge):
            if shown.target == self.seat:
                self.overdue = self.waited[self.seat] >= len(self.waited) - 1
            self.waited = [0 if seat == shown.target else n + 1 for seat, n in enumerate(self.waited)]
        if actor != DEALER:
            self.fallen = isinstance(shown, Placement) and bool(shown.fallen)
        if view.piles is not None and isinstance(shown, Placement):
            for seat, (was, now) in enumerate(zip(self.piles, view.piles, strict=True)):
                self.points[seat] += (now - was) * WOOD[shown.card].value
            self.piles = view.piles

    def choose(self, view: View, listed: Sequence[Action], templates: Sequence[OpenChoice]) -> Choice | None:
        """The best action, with the errors of the level, after a person's time."""
        if not listed:
            return None
        listed, seconds = self._in_turn(self._few_cards(listed)), self._seconds(listed)
        at_random, adding = (
            self.rng.random() < self.level.random_chance,
            self.rng.random() < self.level.add_chance,
        )
        if at_random:
            return Choice(self._any(listed), seconds)
        if self.level.heuristic:
            return Choice(by_heuristic(self.level.heuristic, listed), seconds)
        considered = self._considered(_plausible(listed), adding)
        return Choice(self._best(view, considered), seconds)

    def hint(self, view: View, listed: Sequence[Action], templates: Sequence[OpenChoice]) -> Hint | None:
        """The best action, its reason, and the chances of the best few."""
        if len(listed) < 2:
            return None
        ranked = self._ranked(view, _plausible(listed))
        best = self._add_last(ranked[0][1], [action for _, action in ranked])
        chances = tuple(Chance(action, round(max(0.0, min(1.0, win)), 4)) for win, action in ranked[:SHOWN])
        if best not in [chance.action for chance in chances]:
            chances = (Chance(best, chances[0].win), *chances)
        return Hint(best, why(view, best), chances)

    def _any(self, listed: Sequence[Action]) -> Action:
        return listed[int(self.rng.random() * len(listed))]

    def _considered(self, actions: list[Action], adding: bool) -> list[Action]:
        """The actions it considers: some of the challenges, every piece, and additions if `adding`."""
        if isinstance(actions[0], Challenge):
            return take(actions, min(len(actions), self.level.samples), self.rng)
        return actions if adding else [a for a in actions if isinstance(a, Pick | Vote)]

    def _best(self, view: View, considered: list[Action]) -> Action:
        return self._add_last(self._ranked(view, considered)[0][1], considered)

    def _ranked(self, view: View, considered: list[Action]) -> list[tuple[float, Action]]:
        """The actions with their chances to win, misjudged by the error of the level, best first."""
        if isinstance(considered[0], Vote):
            return [(0.0, self._any(considered))]
        plans = self.level.plans
        evaluator = Evaluator(view, self.seat, self.points, self.options.rules == "simplified", plans)
        first = laying_order(a.card for a in considered if isinstance(a, Pick))[:1]
        ranked = [
            (
                evaluator.value(action)
                + self.level.error * normal(self.rng)
                - 1e-6 * (_card(action) not in first),
                action,
            )
            for action in considered
        ]
        return sorted(ranked, key=lambda pair: -pair[0])

    def _add_last(self, best: Action, considered: list[Action]) -> Action:
        """The best action; wood is added only before the last piece, so a piece may come first (DO-9)."""
        picks = [a for a in considered if isinstance(a, Pick)]
        wait = isinstance(best, Add) and self.level.waits_to_add and not WOOD[best.card].board
        if not wait or len(picks) < 2:
            return best
        return Pick(laying_order(a.card for a in picks)[0])

    def _few_cards(self, listed: Sequence[Action]) -> Sequence[Action]:
        """The actions without the challenges of more cards than the level gives."""
        return [a for a in listed if not isinstance(a, Challenge) or len(a.cards) <= self.level.most_cards]

    def _in_turn(self, listed: Sequence[Action]) -> Sequence[Action]:
        """The actions; of challenges, as often as the level does so, only those to the seat whose turn it is.

        A challenge goes back, unless somebody has waited for more than a round. Who has just waited for a
        round passes it on.
        """
        targets = {action.target for action in listed if isinstance(action, Challenge)}
        if len(targets) < 2 or self.rng.random() >= self.level.in_turn_chance:
            return listed
        longest = max(targets, key=lambda seat: self.waited[seat])
        just = min(targets, key=lambda seat: self.waited[seat])
        first = longest if self.overdue or self.waited[longest] > len(self.waited) else just
        return [action for action in listed if isinstance(action, Challenge) and action.target == first]

    def _seconds(self, listed: Sequence[Action]) -> float:
        share = 1.0 if isinstance(listed[0], Challenge) else PICK_SHARE
        look = LOOK if self.fallen else 0.0
        return look + human_seconds(self.level.pace * share, self.level.spread, FASTEST, self.rng)


def _plausible(listed: Sequence[Action]) -> list[Action]:
    """The actions; of more than `WEIGHED` challenges only those with most cards, the hardest first."""
    challenges = [a for a in listed if isinstance(a, Challenge)]
    if len(challenges) <= WEIGHED:
        return list(listed)
    heaviest = sorted(challenges, key=lambda a: (-len(a.cards), -sum(HARDNESS[c] for c in a.cards)))
    return list(heaviest[:WEIGHED])


def _card(action: Action) -> CardId | None:
    return action.card if isinstance(action, Pick) else None
