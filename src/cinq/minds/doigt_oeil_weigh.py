"""Au doigt & à l'œil, what an action is worth: the chance to win after it, as far as a seat can tell.

Everything is guessed from a view: how far each hand is from empty (`plan`), how hard a card is on what
stands (the game's `odds`), who is given the next turn. In the advanced game points count instead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp

from cinq.core.game import Action, Seat
from cinq.games.doigt_oeil.components import WOOD, CardId, power
from cinq.games.doigt_oeil.odds import HARDNESS, risk
from cinq.games.doigt_oeil.state import Add, Advantage, Challenge, Pick
from cinq.games.doigt_oeil.view import ShownChallenge, View
from cinq.minds.doigt_oeil_plan import rounds, unseen

SHARPNESS = 0.9
"""How much a round less of cards is worth, in log-odds."""
POINT = 0.16
"""The same for a point in the advanced game."""
A_CARD = 0.3
"""Rounds that a drawn card costs."""
TEMPO = 0.1
"""Rounds that it saves to be challenged and to challenge next."""
ADVANCED_TEMPO = 3.0
"""The same in points: a good card may be added."""
MORE_FALLS = 0.45
"""The share of falls in which more than the piece in hand comes down (DO-29)."""
FIRST, AGAIN = 3.0, 1.1
"""Cards drawn for a first fall in a challenge, and for another (DO-14, DO-16)."""
WOODEN = 52 / 63
"""How likely an unseen card is wood."""
BLOCK = 0.035
"""How likely an unseen card spoils a last challenge (DO-21)."""
SPOILT = 5
GUARD = 0.06
"""What a Spoilsport in hand is worth while nobody is about to finish."""
NEAR = 4
"""Cards in hand from which on somebody is about to finish."""


class Forecast:
    """What is expected to change for each seat: cards drawn, points, and turns given."""

    __slots__ = ("cards", "points", "tempo")

    def __init__(self, players: int) -> None:
        self.cards = [0.0] * players
        self.points = [0.0] * players
        self.tempo = [0.0] * players


class Weigher:
    """The judgement of one seat on one view."""

    def __init__(self, view: View, seat: Seat, points: Sequence[int], simplified: bool, plans: bool) -> None:
        self.view, self.seat, self.points = view, seat, points
        self.simplified, self.plans = simplified, plans
        self.advanced = view.piles is not None
        self.hand = view.hand or ()
        self.counts = view.hand_counts
        self.columns = len({piece.column for piece in view.structure})
        self.standing = len(view.structure)

    # ------------------------------------------------------------ how good a position is

    def win(self, hand: tuple[CardId, ...], ahead: Forecast) -> float:
        """The chance to win with this hand, if things go as forecast."""
        scores = [self._score(seat, hand, ahead) for seat in range(len(self.counts))]
        mine = scores[self.seat]
        return 1 / sum(exp(min(score - mine, 50)) for score in scores)

    def _score(self, seat: Seat, hand: tuple[CardId, ...], ahead: Forecast) -> float:
        """How well a seat stands, in log-odds."""
        if self.advanced:
            held = len(hand) if seat == self.seat else self.counts[seat]
            tempo = ADVANCED_TEMPO * ahead.tempo[seat]
            return POINT * (self.points[seat] + ahead.points[seat] - held - ahead.cards[seat] + tempo)
        if seat == self.seat:
            left = self._rounds(hand) + A_CARD * ahead.cards[seat]
        else:
            left = unseen(self.counts[seat] + ahead.cards[seat])
        return -SHARPNESS * (left - TEMPO * ahead.tempo[seat])

    def _rounds(self, hand: tuple[CardId, ...]) -> float:
        return rounds(hand, self.simplified) if self.plans else unseen(len(hand))

    def risks(self, cards: Sequence[CardId], pivoted: CardId | None = None) -> list[float]:
        """How likely each piece makes something fall, laid one after another."""
        standing, columns, found = self.standing, self.columns, []
        for card in cards:
            found.append(risk(card, standing, columns, card == pivoted))
            standing, columns = standing + 1, columns + WOOD[card].board
        return found

    def placed(
        self, ahead: Forecast, placer: Seat, gainer: Seat | None, cards: Sequence[CardId], risks: list[float]
    ) -> float:
        """Somebody places these; returns the chance that something falls."""
        if self.advanced:
            risks = [MORE_FALLS * odds for odds in risks]
            for card, odds in zip(cards, risks, strict=True):
                ahead.points[placer] += WOOD[card].value * (1 - odds)
                if gainer is not None:
                    ahead.points[gainer] += WOOD[card].value * odds
        nothing = 1.0
        for odds in risks:
            nothing *= 1 - odds
        ahead.cards[placer] += FIRST * (1 - nothing) + AGAIN * (sum(risks) - (1 - nothing))
        return 1 - nothing

    def _blank(self) -> Forecast:
        return Forecast(len(self.counts))

    # ------------------------------------------------------------ giving a challenge

    def challenge(self, target: Seat, cards: tuple[CardId, ...]) -> float:
        """Which cards to give, and to whom."""
        hand, ahead = tuple(c for c in self.hand if c not in cards), self._blank()
        falls = self.placed(ahead, target, self.seat, cards, self.risks(cards))
        ahead.tempo[target] += 1
        if not hand:
            return self._finishing(target, falls, ahead)
        chance = self.win(hand, ahead)
        if self.counts[target] == 1 and not self.advanced:
            chance *= self._held_up(falls)
        return chance

    def _held_up(self, falls: float) -> float:
        """How likely one who holds a last card cannot add it to what they place."""
        return 1 - WOODEN * (1 - falls)

    def _finishing(self, target: Seat, falls: float, ahead: Forecast) -> float:
        """My last cards: the game ends unless the target spoils it (DO-19, DO-21)."""
        if self.advanced:
            return self._ended((), ahead)
        return 1 - BLOCK * self.counts[target] * (1 + falls) / 2

    def _ended(self, hand: tuple[CardId, ...], ahead: Forecast) -> float:
        """The chance to have most points if the game ends now: sharper than in the middle of it."""
        scores = [self._score(seat, hand, ahead) for seat in range(len(self.counts))]
        best = max(score for seat, score in enumerate(scores) if seat != self.seat)
        return 1 / (1 + exp(min(4 * (best - scores[self.seat]), 50)))

    # ------------------------------------------------------------ answering one

    def order(self, cards: Sequence[CardId]) -> list[CardId]:
        """New columns first, then the hardest while little stands."""
        return sorted(cards, key=lambda c: (not WOOD[c].board, -HARDNESS[c], c))

    def answer(self, given: ShownChallenge, added: Action | None) -> float:
        """Place what is left of a challenge, with what one adds or plays."""
        left = self.order([c for c in given.cards if c not in given.placed])
        match added:
            case Add(card):
                return self._through(given, self.order([*left, card]), self._without(card), last=card)
            case Advantage(card, target, which):
                return self._advantage(given, left, card, target, which)
            case _:
                return self._through(given, left, self.hand)

    def _without(self, card: CardId) -> tuple[CardId, ...]:
        return tuple(c for c in self.hand if c != card)

    def _through(
        self,
        given: ShownChallenge,
        left: Sequence[CardId],
        hand: tuple[CardId, ...],
        last: CardId | None = None,
        ahead: Forecast | None = None,
        pivoted: CardId | None = None,
        saved: float = 0.0,
    ) -> float:
        """I place it myself, and challenge next. `saved`: how surely its sender was kept from finishing."""
        ahead = self._blank() if ahead is None else ahead
        opening = given.sender == given.to
        falls = self.placed(
            ahead, self.seat, None if opening else given.sender, left, self.risks(left, pivoted)
        )
        ahead.tempo[self.seat] += 1
        if not opening and not self.counts[given.sender] and not self.advanced:
            return saved * self.win(hand, ahead)  # their last challenge (DO-19)
        chance = self.win(hand, ahead)
        if last is not None and not hand:
            done = self._ended(hand, ahead) if self.advanced else 1.0
            return (1 - falls) * done + falls * chance
        return chance

    def _advantage(
        self,
        given: ShownChallenge,
        left: list[CardId],
        card: CardId,
        target: Seat | None,
        which: CardId | None,
    ) -> float:
        """One of the five (DO-23 to DO-27)."""
        hand, ahead = self._without(card), self._blank()
        if not hand:
            ahead.cards[self.seat] += FIRST  # one cannot end on it (DO-20)
        match power(card):
            case "pivot":
                return self._through(given, left, hand, ahead=ahead, pivoted=which)
            case "return":
                return self._sent(given, left, hand, ahead, given.sender, self.seat)
            case "deflect" if target is not None:
                return self._sent(given, left, hand, ahead, target, given.sender)
            case "spoilsport":
                ahead.cards[given.sender] += SPOILT
                early = GUARD if self.counts[given.sender] > NEAR else 0.0
                return self._through(given, left, hand, ahead=ahead, saved=1.0) - early
            case "place" if target is not None and which is not None:
                return self._helped(given, left, hand, ahead, target, which)
        return self._through(given, left, hand, ahead=ahead)

    def _sent(
        self,
        given: ShownChallenge,
        left: list[CardId],
        hand: tuple[CardId, ...],
        ahead: Forecast,
        to: Seat,
        gainer: Seat,
    ) -> float:
        """Somebody else places it, and challenges next."""
        falls = self.placed(ahead, to, gainer, left, self.risks(left))
        ahead.tempo[to] += 1
        chance = self.win(hand, ahead)
        if self.advanced:
            return chance
        if not self.counts[given.sender]:
            return falls * chance if to == given.sender else 0.0
        if to == given.sender and self.counts[to] == 1:
            chance *= self._held_up(falls)  # a third who holds one card is as well off any other way
        return chance

    def _helped(
        self,
        given: ShownChallenge,
        left: list[CardId],
        hand: tuple[CardId, ...],
        ahead: Forecast,
        helper: Seat,
        which: CardId,
    ) -> float:
        """Another places one piece at once (DO-27)."""
        gainer = self.seat if helper == given.sender else given.sender
        falls = self.placed(ahead, helper, gainer, (which,), self.risks((which,)))
        rest = [c for c in left if c != which]
        saved = falls if helper == given.sender else 0.0
        return self._through(given, rest, hand, ahead=ahead, saved=saved)


Judge = Callable[[Action], float]


def judge(weigher: Weigher) -> Judge:
    """How an action is judged in this view."""
    given = weigher.view.challenge

    def value(action: Action) -> float:
        match action:
            case Challenge(target, cards):
                return weigher.challenge(target, cards)
            case Add() | Advantage() if given is not None:
                return weigher.answer(given, action)
            case Pick() if given is not None:
                return weigher.answer(given, None)
        return 0.0

    return value
