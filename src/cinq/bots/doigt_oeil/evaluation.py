"""Au doigt & à l'œil: the estimated chance to win after an action, from one seat's view.

It adds up how far each hand is from empty (`plan`), how likely a card falls on what stands (the game's
`odds`) and who challenges next. In the advanced game points count instead of rounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp

from cinq.bots.doigt_oeil.plan import rounds, unseen
from cinq.core.game import Action, Seat
from cinq.games.doigt_oeil.components import WOOD, CardId, power
from cinq.games.doigt_oeil.odds import HARDNESS, risk
from cinq.games.doigt_oeil.state import Add, Advantage, Challenge, Pick
from cinq.games.doigt_oeil.view import ShownChallenge, View

ROUND_LOG_ODDS = 0.9
"""What a round less until the hand is empty is worth, in log-odds."""
POINT_LOG_ODDS = 0.16
"""What a point is worth in the advanced game, in log-odds."""
ROUNDS_PER_DRAWN_CARD = 0.3
"""Rounds that a drawn card costs."""
TEMPO_ROUNDS = 0.1
"""Rounds saved by being the one who challenges next."""
TEMPO_POINTS = 3.0
"""The same in points of the advanced game."""
OTHERS_FALL_TOO = 0.45
"""The share of falls in which more than the piece in hand comes down (DO-29)."""
FIRST_FALL_CARDS, NEXT_FALL_CARDS = 3.0, 1.1
"""Cards drawn for a first fall in a challenge, and for another (DO-14, DO-16)."""
WOOD_SHARE = 52 / 63
"""The share of wood among the cards."""
SPOILSPORT_CHANCE = 0.035
"""The chance that an unseen card can spoil a last challenge (DO-21)."""
SPOILSPORT_CARDS = 5
"""Cards that the victim of a Spoilsport draws."""
SPOILSPORT_VALUE = 0.06
"""The chance to win lost by playing a Spoilsport while nobody is about to finish."""
NEAR_END = 4
"""With this many cards or fewer a player is about to finish."""


def laying_order(cards: Iterable[CardId]) -> list[CardId]:
    """The order to lay cards in: new columns first, then the hardest while little stands."""
    return sorted(cards, key=lambda c: (not WOOD[c].board, -HARDNESS[c], c))


class Forecast:
    """The expected changes for each seat: cards drawn, points, and whether it challenges next (tempo)."""

    __slots__ = ("cards", "points", "tempo")

    def __init__(self, players: int) -> None:
        self.cards = [0.0] * players
        self.points = [0.0] * players
        self.tempo = [0.0] * players


class Evaluator:
    """Evaluates actions for one seat and one view."""

    def __init__(self, view: View, seat: Seat, points: Sequence[int], simplified: bool, plans: bool) -> None:
        self.view, self.seat, self.points = view, seat, points
        self.simplified, self.plans = simplified, plans
        self.advanced = view.piles is not None
        self.hand = view.hand or ()
        self.counts = view.hand_counts
        self.columns = len({piece.column for piece in view.structure})
        self.standing = len(view.structure)

    def value(self, action: Action) -> float:
        """The estimated chance to win after an action; 0 for actions it does not evaluate."""
        given = self.view.challenge
        match action:
            case Challenge(target, cards):
                return self.challenge(target, cards)
            case Add() | Advantage() if given is not None:
                return self.answer(given, action)
            case Pick() if given is not None:
                return self.answer(given, None)
        return 0.0

    # ------------------------------------------------------------ how good a position is

    def win(self, hand: tuple[CardId, ...], forecast: Forecast) -> float:
        """The chance to win with this hand and this forecast."""
        scores = [self._score(seat, hand, forecast) for seat in range(len(self.counts))]
        mine = scores[self.seat]
        return 1 / sum(exp(min(score - mine, 50)) for score in scores)

    def _score(self, seat: Seat, hand: tuple[CardId, ...], forecast: Forecast) -> float:
        """The standing of a seat, in log-odds."""
        if self.advanced:
            held = len(hand) if seat == self.seat else self.counts[seat]
            tempo = TEMPO_POINTS * forecast.tempo[seat]
            return POINT_LOG_ODDS * (
                self.points[seat] + forecast.points[seat] - held - forecast.cards[seat] + tempo
            )
        if seat == self.seat:
            left = self._rounds(hand) + ROUNDS_PER_DRAWN_CARD * forecast.cards[seat]
        else:
            left = unseen(self.counts[seat] + forecast.cards[seat])
        return -ROUND_LOG_ODDS * (left - TEMPO_ROUNDS * forecast.tempo[seat])

    def _rounds(self, hand: tuple[CardId, ...]) -> float:
        return rounds(hand, self.simplified) if self.plans else unseen(len(hand))

    def risks(self, cards: Sequence[CardId], pivoted: CardId | None = None) -> list[float]:
        """The chance of a fall for each card, laid in this order."""
        standing, columns, found = self.standing, self.columns, []
        for card in cards:
            found.append(risk(card, standing, columns, card == pivoted))
            standing, columns = standing + 1, columns + WOOD[card].board
        return found

    def placed(
        self,
        forecast: Forecast,
        placer: Seat,
        gainer: Seat | None,
        cards: Sequence[CardId],
        risks: list[float],
    ) -> float:
        """Adds to the forecast that `placer` places these cards; returns the chance that something falls."""
        if self.advanced:
            risks = [OTHERS_FALL_TOO * odds for odds in risks]
            for card, odds in zip(cards, risks, strict=True):
                forecast.points[placer] += WOOD[card].value * (1 - odds)
                if gainer is not None:
                    forecast.points[gainer] += WOOD[card].value * odds
        nothing = 1.0
        for odds in risks:
            nothing *= 1 - odds
        forecast.cards[placer] += FIRST_FALL_CARDS * (1 - nothing) + NEXT_FALL_CARDS * (
            sum(risks) - (1 - nothing)
        )
        return 1 - nothing

    def _blank(self) -> Forecast:
        return Forecast(len(self.counts))

    # ------------------------------------------------------------ giving a challenge

    def challenge(self, target: Seat, cards: tuple[CardId, ...]) -> float:
        """The chance to win after giving these cards to `target`."""
        hand, forecast = tuple(c for c in self.hand if c not in cards), self._blank()
        falls = self.placed(forecast, target, self.seat, cards, self.risks(cards))
        forecast.tempo[target] += 1
        if not hand:
            return self._finishing(target, falls, forecast)
        chance = self.win(hand, forecast)
        if self.counts[target] == 1 and not self.advanced:
            chance *= self._cannot_finish(falls)
        return chance

    def _cannot_finish(self, falls: float) -> float:
        """The chance that a player with one card cannot add it to the challenge and finish."""
        return 1 - WOOD_SHARE * (1 - falls)

    def _finishing(self, target: Seat, falls: float, forecast: Forecast) -> float:
        """The chance to win with the last cards: the game ends unless it is spoilt (DO-19, DO-21)."""
        if self.advanced:
            return self._ended((), forecast)
        return 1 - SPOILSPORT_CHANCE * self.counts[target] * (1 + falls) / 2

    def _ended(self, hand: tuple[CardId, ...], forecast: Forecast) -> float:
        """The chance to have most points if the game ends now."""
        scores = [self._score(seat, hand, forecast) for seat in range(len(self.counts))]
        best = max(score for seat, score in enumerate(scores) if seat != self.seat)
        return 1 / (1 + exp(min(4 * (best - scores[self.seat]), 50)))

    # ------------------------------------------------------------ answering one

    def answer(self, given: ShownChallenge, added: Action | None) -> float:
        """The chance to win by placing the rest of a challenge after adding or playing a card."""
        left = laying_order([c for c in given.cards if c not in given.placed])
        match added:
            case Add(card):
                return self._place_and_challenge(
                    given, laying_order([*left, card]), self._without(card), last=card
                )
            case Advantage(card, target, which):
                return self._advantage(given, left, card, target, which)
            case _:
                return self._place_and_challenge(given, left, self.hand)

    def _without(self, card: CardId) -> tuple[CardId, ...]:
        return tuple(c for c in self.hand if c != card)

    def _place_and_challenge(
        self,
        given: ShownChallenge,
        left: Sequence[CardId],
        hand: tuple[CardId, ...],
        last: CardId | None = None,
        forecast: Forecast | None = None,
        pivoted: CardId | None = None,
        saved: float = 0.0,
    ) -> float:
        """This seat places it and challenges next. `saved`: the chance that its sender cannot finish."""
        forecast = self._blank() if forecast is None else forecast
        opening = given.sender == given.to
        falls = self.placed(
            forecast, self.seat, None if opening else given.sender, left, self.risks(left, pivoted)
        )
        forecast.tempo[self.seat] += 1
        if not opening and not self.counts[given.sender] and not self.advanced:
            return saved * self.win(hand, forecast)  # their last challenge (DO-19)
        chance = self.win(hand, forecast)
        if last is not None and not hand:
            done = self._ended(hand, forecast) if self.advanced else 1.0
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
        """The chance to win after playing one of the five advantages (DO-23 to DO-27)."""
        hand, forecast = self._without(card), self._blank()
        if not hand:
            forecast.cards[self.seat] += FIRST_FALL_CARDS  # the game cannot end on an advantage (DO-20)
        match power(card):
            case "pivot":
                return self._place_and_challenge(given, left, hand, forecast=forecast, pivoted=which)
            case "return":
                return self._passed_on(given, left, hand, forecast, given.sender, self.seat)
            case "deflect" if target is not None:
                return self._passed_on(given, left, hand, forecast, target, given.sender)
            case "spoilsport":
                forecast.cards[given.sender] += SPOILSPORT_CARDS
                early = SPOILSPORT_VALUE if self.counts[given.sender] > NEAR_END else 0.0
                return self._place_and_challenge(given, left, hand, forecast=forecast, saved=1.0) - early
            case "place" if target is not None and which is not None:
                return self._helped(given, left, hand, forecast, target, which)
        return self._place_and_challenge(given, left, hand, forecast=forecast)

    def _passed_on(
        self,
        given: ShownChallenge,
        left: list[CardId],
        hand: tuple[CardId, ...],
        forecast: Forecast,
        to: Seat,
        gainer: Seat,
    ) -> float:
        """Another seat places it and challenges next."""
        falls = self.placed(forecast, to, gainer, left, self.risks(left))
        forecast.tempo[to] += 1
        chance = self.win(hand, forecast)
        if self.advanced:
            return chance
        if not self.counts[given.sender]:
            return falls * chance if to == given.sender else 0.0
        if to == given.sender and self.counts[to] == 1:
            chance *= self._cannot_finish(falls)  # for a third seat with one card it makes no difference
        return chance

    def _helped(
        self,
        given: ShownChallenge,
        left: list[CardId],
        hand: tuple[CardId, ...],
        forecast: Forecast,
        helper: Seat,
        which: CardId,
    ) -> float:
        """Another seat places one of the pieces at once (DO-27)."""
        gainer = self.seat if helper == given.sender else given.sender
        falls = self.placed(forecast, helper, gainer, (which,), self.risks((which,)))
        rest = [c for c in left if c != which]
        saved = falls if helper == given.sender else 0.0
        return self._place_and_challenge(given, rest, hand, forecast=forecast, saved=saved)
