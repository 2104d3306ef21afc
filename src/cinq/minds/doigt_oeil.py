"""Minds for Au doigt & à l'œil: which challenge hurts whom, which card to answer with, which piece first.

A level is one set of named numbers: how well it plans its hand, how far its judgement is off, how long
it takes. The hand that lays the piece is the world's affair. No mind ever sees a state.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, exp, log, pi, prod, sqrt

from cinq.core.chance import Random, take
from cinq.core.game import Action, Actor, OpenChoice, Seat, Sentence, Value
from cinq.games.doigt_oeil.components import WOOD, CardId, power
from cinq.games.doigt_oeil.odds import HARDNESS, risk
from cinq.games.doigt_oeil.state import Add, Advantage, Challenge, Options, Pick, Placement, Vote
from cinq.games.doigt_oeil.view import View
from cinq.minds.doigt_oeil_weigh import Weigher, judge
from cinq.minds.mind import BEGINNER, CHAMPION, REGULAR, Chance, Choice, Hint


class Level(Value, frozen=True):
    """How well somebody plays, in numbers."""

    plans: bool = True
    """Whether it splits its hand into sets ahead of time, or only counts cards."""
    error: float = 0.0
    """How far its judgement of an action is off, as a chance to win."""
    whim: float = 0.0
    """How often it does just anything."""
    looks: int = 1_000
    """How many of its possible challenges it thinks of."""
    adds: float = 1.0
    """How often it thinks of adding a card."""
    patience: bool = True
    """Whether it adds wood only before the last piece, when the risk is known."""
    pace: float = 2.2
    """Seconds to think, the median."""
    spread: float = 0.35
    """Of the logarithm of that time."""
    thumb: str = ""
    """A rule of thumb instead of judgement: `most`, `hardest` or `one`."""


LEVELS = {
    BEGINNER: Level(
        plans=False, error=0.2, whim=0.15, looks=4, adds=0.4, patience=False, pace=4.0, spread=0.5
    ),
    REGULAR: Level(
        plans=False, error=0.06, whim=0.03, looks=15, adds=0.75, patience=False, pace=3.0, spread=0.4
    ),
    CHAMPION: Level(),
}
THUMBS = {
    "most-cards": Level(thumb="most"),
    "hardest-cards": Level(thumb="hardest"),
    "one-card": Level(thumb="one"),
}

FASTEST = 0.6
"""No hand is quicker, in seconds."""
WEIGHED = 200
"""How many challenges are judged at most."""
HARD = 0.2
"""A challenge of which something falls this often may be called hard."""
SHOWN = 8
"""How many actions the coach gives chances for."""


def sit(seat: Seat, players: int, options: Options, level: Level, rng: Random) -> Player:
    """A player of this level at a seat."""
    return Player(seat, players, options, level, rng)


class Player:
    """Somebody at one seat of Au doigt & à l'œil."""

    def __init__(self, seat: Seat, players: int, options: Options, level: Level, rng: Random) -> None:
        self.seat, self.options, self.level, self.rng = seat, options, level, rng
        self.points = [0] * players
        """What lies before each player, as it was placed."""
        self.piles: tuple[int, ...] = (0,) * players

    def watch(self, actor: Actor, shown: Value | Action, view: View) -> None:
        """Remember whose card it became (DO-29)."""
        if view.piles is not None and isinstance(shown, Placement):
            for seat, (was, now) in enumerate(zip(self.piles, view.piles, strict=True)):
                self.points[seat] += (now - was) * WOOD[shown.card].value
            self.piles = view.piles

    def choose(self, view: View, listed: Sequence[Action], templates: Sequence[OpenChoice]) -> Choice | None:
        """The best action as this level judges it, after a person's time."""
        if not listed:
            return None
        whim, thinks_of_adding = self.rng.random() < self.level.whim, self.rng.random() < self.level.adds
        if whim:
            return Choice(self._any(listed), self._seconds())
        if self.level.thumb:
            return Choice(_by_thumb(self.level.thumb, listed), self._seconds())
        considered = self._thought_of(_plausible(listed), thinks_of_adding)
        return Choice(self._best(view, considered), self._seconds())

    def hint(self, view: View, listed: Sequence[Action], templates: Sequence[OpenChoice]) -> Hint | None:
        """The best action, why, and the chances of the best few."""
        if len(listed) < 2:
            return None
        ranked = self._ranked(view, _plausible(listed))
        best = self._in_time(view, ranked[0][1], [action for _, action in ranked])
        chances = tuple(Chance(action, round(max(0.0, min(1.0, win)), 4)) for win, action in ranked[:SHOWN])
        if best not in [chance.action for chance in chances]:
            chances = (Chance(best, chances[0].win), *chances)
        return Hint(best, why(view, best), chances)

    def _any(self, listed: Sequence[Action]) -> Action:
        return listed[int(self.rng.random() * len(listed))]

    def _thought_of(self, actions: list[Action], adding: bool) -> list[Action]:
        """What comes to mind: some of the challenges, every piece, additions if it thinks of them."""
        if isinstance(actions[0], Challenge):
            return take(actions, min(len(actions), self.level.looks), self.rng)
        return actions if adding else [a for a in actions if isinstance(a, Pick | Vote)]

    def _best(self, view: View, considered: list[Action]) -> Action:
        return self._in_time(view, self._ranked(view, considered)[0][1], considered)

    def _ranked(self, view: View, considered: list[Action]) -> list[tuple[float, Action]]:
        """Every action with its chance to win as this level sees it, best first."""
        if isinstance(considered[0], Vote):
            return [(0.0, self._any(considered))]
        plans = self.level.plans
        weigher = Weigher(view, self.seat, self.points, self.options.rules == "simplified", plans)
        value, picks = judge(weigher), [a.card for a in considered if isinstance(a, Pick)]
        first = weigher.order(picks)[:1]
        ranked = [
            (value(action) + self.level.error * self._normal() - 1e-6 * (_card(action) not in first), action)
            for action in considered
        ]
        return sorted(ranked, key=lambda pair: -pair[0])

    def _in_time(self, view: View, best: Action, considered: list[Action]) -> Action:
        """Wood is added before the last piece, when what fell is known (DO-9)."""
        picks = [a for a in considered if isinstance(a, Pick)]
        wait = isinstance(best, Add) and self.level.patience and not WOOD[best.card].board
        if not wait or len(picks) < 2:
            return best
        cards = sorted((a.card for a in picks), key=lambda c: (not WOOD[c].board, -HARDNESS[c], c))
        return Pick(cards[0])

    def _seconds(self) -> float:
        """A person's time: log-normal, never at once."""
        return max(FASTEST, self.level.pace * exp(self.level.spread * self._normal()))

    def _normal(self) -> float:
        return sqrt(-2 * log(1 - self.rng.random())) * cos(2 * pi * self.rng.random())


def _plausible(listed: Sequence[Action]) -> list[Action]:
    """The actions; of very many challenges those that get rid of most cards, the hardest first."""
    challenges = [a for a in listed if isinstance(a, Challenge)]
    if len(challenges) <= WEIGHED:
        return list(listed)
    heaviest = sorted(challenges, key=lambda a: (-len(a.cards), -sum(HARDNESS[c] for c in a.cards)))
    return list(heaviest[:WEIGHED])


def _card(action: Action) -> CardId | None:
    return action.card if isinstance(action, Pick) else None


def _by_thumb(thumb: str, listed: Sequence[Action]) -> Action:
    """Rules of thumb: give most cards at once, the hardest, or the one hardest; always add a card."""
    challenges = [a for a in listed if isinstance(a, Challenge)]
    if not challenges:
        return next((a for a in listed if isinstance(a, Add | Advantage)), listed[0])
    if thumb == "most":
        return max(challenges, key=lambda a: len(a.cards))
    few = [a for a in challenges if len(a.cards) == 1] if thumb == "one" else challenges
    return max(few, key=lambda a: sum(HARDNESS[c] for c in a.cards))


def _falls(view: View, cards: Sequence[CardId]) -> float:
    """How likely something falls when these are placed."""
    stands, columns = len(view.structure), len({piece.column for piece in view.structure})
    return 1 - prod(1 - risk(card, stands + n, columns) for n, card in enumerate(cards))


def why(view: View, best: Action) -> Sentence:
    """The reason, in a sentence."""
    match best:
        case Challenge(target, cards) if view.hand and len(cards) == len(view.hand):
            return Sentence("hint-finish", {"whom": target})
        case Challenge(target, cards) if view.piles is not None:
            points = sum(WOOD[card].value for card in cards)
            return Sentence("hint-challenge-points", {"whom": target, "count": len(cards), "points": points})
        case Challenge(target, cards):
            hard = "hint-challenge" if _falls(view, cards) >= HARD else "hint-challenge-easy"
            return Sentence(hard, {"whom": target, "count": len(cards)})
        case Add(card) if view.piles is not None:
            return Sentence("hint-add-points", {"card": card, "points": WOOD[card].value})
        case Add(card):
            return Sentence("hint-add", {"card": card})
        case Advantage(card):
            return Sentence(f"hint-{power(card)}")
        case Pick(card):
            return Sentence("hint-pick", {"card": card})
    return Sentence("hint-vote")
