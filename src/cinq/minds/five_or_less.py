"""Minds for 5 ou Moins: a memory that fades, quick hands, nerve, and a look into sampled rounds.

A level is one set of named numbers. Every level judges actions in points by the same
rules of thumb, with its own errors; the champion then plays the best few out in rounds
sampled from what it remembers. No mind ever sees a state.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, exp, log, pi, sqrt

from cinq.core.chance import Random, shuffle
from cinq.core.game import Action, Actor, OpenChoice, Seat, Sentence, Value
from cinq.games.five_or_less.cards import END, LOOK, POWER, TURN, Options
from cinq.games.five_or_less.powers import ADDS, GIVES, PARAGRAPH, RENEWS, SWAPS, Power, SkipPower, StartPower
from cinq.games.five_or_less.quick import QuickDiscard
from cinq.games.five_or_less.rules import DiscardDrawn, Draw, EndTurn, Ready, Swap, Take
from cinq.games.five_or_less.scoring import points
from cinq.games.five_or_less.view import View
from cinq.minds.five_or_less_belief import Memory, chance_of_five
from cinq.minds.five_or_less_rollout import Round
from cinq.minds.mind import BEGINNER, CHAMPION, REGULAR, Chance, Choice, Hint


class Level(Value, frozen=True):
    """How well somebody plays, in numbers."""

    memory: float = 1.0
    """Chance to remember a card of one's own one turn later."""
    attention: float = 1.0
    """The same for a card of another player's."""
    confusion: float = 0.0
    """Chance, each turn, to mix up two of one's own cards."""
    counting: bool = True
    """Whether it knows which cards have gone."""
    reaction: float = 0.7
    """Seconds to a quick discard or a power, the median."""
    spread: float = 0.25
    """Of the logarithm of that time."""
    pace: float = 1.4
    """Seconds to think in one's turn, the median."""
    nerve: float = 0.8
    """The least chance of having 5 or less at which it says so."""
    boldness: int = 2
    """The highest total with which it says so after another did."""
    error: float = 0.0
    """How far its judgement of an action is off, in points."""
    takes_up_to: int = 14
    """The highest discard it takes."""
    powers: bool = True
    """Whether it uses powers."""
    snaps: bool = True
    """Whether it makes quick discards."""
    curiosity: float = 5.0
    """What getting to know a card of one's own is worth, in points."""
    worlds: int = 0
    """Sampled rounds for each action it weighs; none: rules of thumb only."""


LEVELS = {
    BEGINNER: Level(
        memory=0.965,
        attention=0.7,
        confusion=0.01,
        counting=False,
        reaction=1.2,
        spread=0.4,
        pace=2.4,
        nerve=0.65,
        boldness=4,
        error=1.7,
        curiosity=1.2,
    ),
    REGULAR: Level(
        memory=0.985,
        attention=0.9,
        counting=False,
        reaction=0.95,
        spread=0.35,
        pace=1.9,
        nerve=0.75,
        boldness=3,
        error=1.0,
        curiosity=2.0,
    ),
    CHAMPION: Level(reaction=0.68, spread=0.25, worlds=360),
}
THUMBS = {
    "always-draw": Level(takes_up_to=-2, powers=False),
    "low-discards": Level(takes_up_to=3),
    "no-powers": Level(powers=False),
    "slow-hands": Level(snaps=False),
}

POWER_WORTH = {RENEWS: 1.0, SWAPS: 3.0, ADDS: 3.0, GIVES: 5.0}
"""Roughly what a power saves or costs others, in points."""
PAIR, COUPLE = 0.6, 0.25
"""The share of a card's value that a second one of it saves when both go, or may go later."""
LOWER_FOR_NEXT = 0.25
"""What a low discard gives the next player, per point below 4."""
FASTEST = 0.28
"""No hand is quicker, in seconds."""
SETTLE = 1.6
"""Seconds before a turn is ended: the others may still answer."""
WEIGHED = 5
"""How many actions are played out."""
DOUBT = 7.0
"""Actions this many points behind the best by rules of thumb are not played out."""
BEHIND = 0.06
"""Actions this far behind in chance to win are given up early."""
STAGES = ((0.25, WEIGHED), (0.25, 3), (0.5, 2))
"""The share of the sampled rounds that goes to so many actions, best first."""


def sit(seat: Seat, players: int, options: Options, level: Level, rng: Random) -> Player:
    """A player of this level at a seat."""
    return Player(seat, players, options, level, rng)


class Player:
    """Somebody at one seat of 5 ou Moins."""

    def __init__(self, seat: Seat, players: int, options: Options, level: Level, rng: Random) -> None:
        self.seat, self.players, self.options, self.level, self.rng = seat, players, options, level, rng
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
        action = self._best(view, listed)[0]
        if isinstance(action, StartPower):
            return Choice(action, self._seconds(self.level.reaction, self.level.spread))
        least = SETTLE if view.phase == END else FASTEST
        return Choice(action, max(least, self._seconds(self.level.pace, 0.35)))

    def hint(self, view: View, listed: Sequence[Action], templates: Sequence[OpenChoice]) -> Hint | None:
        """The best action with its reason, and the estimated chance to win for each that was weighed."""
        if view.phase == LOOK:
            return None
        if snap := self._snap(view, listed):
            return Hint(snap, Sentence("hint-snap", {"value": view.discard.value if view.discard else 0}))
        if view.turn != self.seat or not listed:
            return None
        best, chances = self._best(view, listed)
        return Hint(best, self._why(view, best), chances)

    # ------------------------------------------------------------ time

    def _seconds(self, median: float, spread: float) -> float:
        """A person's time: log-normal, never faster than a hand can be."""
        return max(FASTEST, median * exp(spread * _normal(self.rng)))

    def _reaction(self, view: View) -> float:
        """Seeing the card, finding one's own; less if one was already about to."""
        number = view.discard.number if view.discard else 0
        share, self.answered = (0.5 if self.answered == number else 1.0), number
        return self._seconds(share * self.level.reaction, self.level.spread)

    # ------------------------------------------------------------ what one believes

    def _value(self, view: View, seat: Seat, slot: int, blind: float) -> float:
        """What a card counts for: as remembered, or as an unknown one."""
        note = self.memory.hands[seat].get(slot)
        if note is None:
            return blind
        if note.value is not None:
            return note.value
        return min(blind, 3.0) if note.kept else blind

    def _mine(self) -> dict[int, int | None]:
        return {slot: note.value for slot, note in self.memory.hands[self.seat].items()}

    def _pool(self, view: View) -> list[int]:
        return self.memory.unseen(self.level.counting, view.drawn)

    def _expected(self, view: View, seat: Seat, blind: float) -> float:
        return sum(self._value(view, seat, place.slot, blind) for place in view.hands[seat])

    # ------------------------------------------------------------ quick discards

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

    # ------------------------------------------------------------ the turn, in points

    def _best(self, view: View, listed: Sequence[Action]) -> tuple[Action, tuple[Chance, ...]]:
        """The action that promises most: by rules of thumb, or played out."""
        pool = self._pool(view)
        judged = [
            (self._judge(view, action, pool), action)
            for action in listed
            if not isinstance(action, QuickDiscard)
        ]
        if self.level.error:
            judged = [(score + self.level.error * _normal(self.rng), action) for score, action in judged]
        judged.sort(key=lambda scored: -scored[0])
        if view.phase == END:
            return self._best_end(view, judged, pool)
        waiting = view.phase == POWER and not view.power_started
        if self.level.worlds and len(judged) > 1 and not waiting:
            close = [action for score, action in judged[:WEIGHED] if score > judged[0][0] - DOUBT]
            return self._played_out(view, close, pool)
        return judged[0][1], ()

    def _judge(self, view: View, action: Action, pool: list[int]) -> float:
        """What an action saves, in points."""
        match action:
            case Take(slot) if view.discard is not None:
                if view.discard.value > self.level.takes_up_to:
                    return -99.0
                return self._gain(view, slot, view.discard.value, pool)
            case Draw():
                return self._draw_gain(view, pool)
            case Swap(slot) if view.drawn is not None:
                return self._gain(view, slot, view.drawn, pool)
            case DiscardDrawn() if view.drawn is not None:
                return -LOWER_FOR_NEXT * max(0, 4 - view.drawn)
            case StartPower():
                return 0.5 if self.level.powers and self._worth_starting(view, pool) else -0.5
            case Power():
                return self._power_gain(view, action, pool) if self.level.powers else -1.0
        return 0.0

    def _gain(self, view: View, slot: int, card: int, pool: list[int]) -> float:
        """A card in place of another: the difference, and what else comes of it."""
        mine = self._mine()
        out, last = mine.get(slot), bool(view.callers)
        others = [value for at, value in mine.items() if at != slot]
        gain = (_mean(pool) + (0 if last else self.level.curiosity) if out is None else out) - card
        if out is not None:
            gain += POWER_WORTH.get(out, 0.0) * (self.options.powers and self.level.powers)
            gain += PAIR * max(out, 0) if out in others and self.level.snaps else 0.0
            gain -= LOWER_FOR_NEXT * max(0, 4 - out)
        if card in others and card > 2 and not last and self.level.snaps:
            gain += COUPLE * card
        return gain

    def _draw_gain(self, view: View, pool: list[int]) -> float:
        """The better of keeping and discarding, over all cards that may come."""
        slots = [place.slot for place in view.hands[self.seat]]
        if not slots or not pool:
            return 0.0
        total, counts = 0.0, {value: pool.count(value) for value in set(pool)}
        for card, count in counts.items():
            total += count * max(0.0, *(self._gain(view, slot, card, pool) for slot in slots))
        return total / len(pool)

    def _worth_starting(self, view: View, pool: list[int]) -> bool:
        """Whether some way to use the pending power gains anything."""
        return any(self._power_gain(view, way, pool) > 0 for way in _ways(view, self.seat))

    def _power_gain(self, view: View, action: Power, pool: list[int]) -> float:
        """What it saves oneself and costs the other, who counts more the nearer they are to the end."""
        blind, danger = _mean(pool), self._danger(view, action.target, pool)
        mine = 0.0 if action.slot is None else self._value(view, self.seat, action.slot, blind)
        theirs = 0.0
        if action.target_slot is not None:
            theirs = self._value(view, action.target, action.target_slot, blind)
        match view.pending_power:
            case 8:
                return (blind - theirs) * danger
            case 10:
                return (mine - theirs) * (1 + danger)
            case 12:
                return blind * danger
            case _:
                return mine * (1 + danger)

    def _danger(self, view: View, target: Seat, pool: list[int]) -> float:
        blind = _mean(pool)
        rivals = [seat for seat in range(self.players) if seat != self.seat and seat not in view.callers]
        lowest = min(self._expected(view, seat, blind) for seat in rivals)
        share = 1 / (self.players - 1)
        return share * (1.5 if self._expected(view, target, blind) <= lowest else 1.0)

    def _best_end(
        self, view: View, judged: list[tuple[float, Action]], pool: list[int]
    ) -> tuple[Action, tuple[Chance, ...]]:
        """To say it or not: by nerve, or played out where there is a chance."""
        mine = self._mine().values()
        known = sum(value for value in mine if value is not None)
        chance = chance_of_five(known, sum(value is None for value in mine), pool)
        if self.level.worlds and chance > 0.02:
            return self._played_out(view, [EndTurn(False), EndTurn(True)], pool)
        call = chance >= self.level.nerve
        if call and view.callers:
            call = known <= self.level.boldness
        return EndTurn(call), ()

    # ------------------------------------------------------------ sampled rounds

    def _played_out(
        self, view: View, actions: Sequence[Action], pool: list[int]
    ) -> tuple[Action, tuple[Chance, ...]]:
        """The same sampled rounds for every action, more for the better ones; the best chance to win."""
        wins, tries, alive = [0.0] * len(actions), [0] * len(actions), list(range(len(actions)))
        for share, survivors in STAGES:
            alive = _still_close(alive, [win / (count or 1) for win, count in zip(wins, tries, strict=True)])[
                :survivors
            ]
            if len(alive) == 1:
                break
            for _ in range(max(1, int(share * self.level.worlds))):
                world = self._sampled(pool)
                for i in alive:
                    wins[i] += self._outcome(view, world, actions[i])
                    tries[i] += 1
        chances = tuple(Chance(actions[i], wins[i] / (tries[i] or 1)) for i in range(len(actions)))
        return actions[max(alive, key=lambda i: chances[i].win)], chances if len(actions) > 1 else ()

    def _sampled(self, pool: list[int]) -> World:
        """Values for every card on the table that fit what is remembered, and a draw pile."""
        cards = list(pool)
        shuffle(cards, self.rng)
        hands: list[dict[int, tuple[int, bool]]] = []
        for seat, notes in enumerate(self.memory.hands):
            hand: dict[int, tuple[int, bool]] = {}
            for slot, note in notes.items():
                value = note.value if note.value is not None else _likely(cards, note.kept, self.rng)
                hand[slot] = (value, bool(note.knowers >> seat & 1))
            hands.append(hand)
        return World(hands, cards)

    def _outcome(self, view: View, world: World, action: Action) -> float:
        """One sampled round after an action, played to its end: the chance to win the game then."""
        uniform = self.rng.random
        hands, top = [dict(hand) for hand in world.hands], view.discard.value if view.discard else 0
        out, call = _tried(hands, self.seat, view, action, world.pile)
        on = Round(
            [[value for value, known in hand.values() if known] for hand in hands],
            [[value for value, known in hand.values() if not known] for hand in hands],
            list(world.pile),
            [*self.memory.heap[:-1]] if isinstance(action, Take) else [*self.memory.heap] or [top],
            view.discard.tied if view.discard else False,
            self.seat,
            list(view.callers),
            self.options.powers,
        )
        if isinstance(action, Draw):
            on.take_turn(uniform, may_take=False)
        elif out is not None and isinstance(action, DiscardDrawn):
            on.discard(out, uniform)
        elif out is not None:
            on.put_out(self.seat, out, uniform)
        if call:
            on.callers.append(self.seat)
        elif not isinstance(action, EndTurn | Draw):
            on.consider_call(self.seat)
        if not on.pass_turn():
            on.play_on(uniform)
        return self._standing(view, on)

    def _standing(self, view: View, on: Round) -> float:
        """The chance to win the game from the scores after that round."""
        callers = tuple(on.callers)
        totals = tuple(on.totals())
        end = self.options.end
        gained = points(totals, callers) if callers else totals
        if end.points is not None:
            scores = [score + gain for score, gain in zip(view.scores, gained, strict=True)]
            if max(scores) >= end.points:
                lowest = min(scores)
                return (scores[self.seat] == lowest) / scores.count(lowest)
            scale = 10 + 0.3 * (end.points - max(scores))
            marks = [exp(-score / scale) for score in scores]
        else:
            best = min((totals[seat] for seat in callers), default=99)
            won = [
                mark + (best <= 5 and seat in callers and totals[seat] == best)
                for seat, mark in enumerate(view.rounds_won)
            ]
            left = (end.rounds or 1) - view.round
            if left <= 0:
                most = max(won)
                return (won[self.seat] == most) / won.count(most)
            marks = [exp(mark / (0.6 * sqrt(left))) for mark in won]
        return marks[self.seat] / sum(marks)

    # ------------------------------------------------------------ reasons

    def _why(self, view: View, action: Action) -> Sentence:
        """The reason for the best action, as the coach says it."""
        mine = self._mine()
        match action:
            case Take(slot) if view.discard is not None:
                return _replacing("hint-take", view.discard.value, mine.get(slot))
            case Swap(slot) if view.drawn is not None:
                return _replacing("hint-swap", view.drawn, mine.get(slot))
            case DiscardDrawn():
                return Sentence("hint-discard", {"value": view.drawn or 0})
            case StartPower():
                return Sentence("hint-start", {"value": view.pending_power or 0})
            case SkipPower():
                return Sentence("hint-skip", {"value": view.pending_power or 0})
            case Power(target=target):
                return Sentence(f"hint-power-{view.pending_power}", {"whom": target})
            case EndTurn(call):
                return self._why_call(call, mine)
        return Sentence("hint-draw")

    def _why_call(self, call: bool, mine: dict[int, int | None]) -> Sentence:
        known = sum(value for value in mine.values() if value is not None)
        blind = sum(value is None for value in mine.values())
        return Sentence("hint-call" if call else "hint-wait", {"total": known, "blind": blind})


class World:
    """A sampled table: every card with whether its owner knows it, and the draw pile."""

    __slots__ = ("hands", "pile")

    def __init__(self, hands: list[dict[int, tuple[int, bool]]], pile: list[int]) -> None:
        self.hands, self.pile = hands, pile


def _tried(
    hands: list[dict[int, tuple[int, bool]]], seat: Seat, view: View, action: Action, pile: list[int]
) -> tuple[int | None, bool]:
    """An action on a sampled table: the card it puts out, and whether it calls."""
    match action:
        case Take(slot) if view.discard is not None:
            out, hands[seat][slot] = hands[seat][slot][0], (view.discard.value, True)
            return out, False
        case Swap(slot) if view.drawn is not None:
            out, hands[seat][slot] = hands[seat][slot][0], (view.drawn, True)
            return out, False
        case DiscardDrawn():
            return view.drawn, False
        case EndTurn(call):
            return None, call
        case Power():
            _powered(hands, seat, view, action, pile)
    return None, False


def _powered(
    hands: list[dict[int, tuple[int, bool]]], seat: Seat, view: View, action: Power, pile: list[int]
) -> None:
    mine, theirs = hands[seat], hands[action.target]
    if action.slot is not None and action.target_slot is not None:
        given, got = mine[action.slot][0], theirs[action.target_slot][0]
        mine[action.slot], theirs[action.target_slot] = (got, False), (given, False)
    elif action.slot is not None:
        theirs[99] = (mine.pop(action.slot)[0], False)
    elif pile:
        theirs[99 if action.target_slot is None else action.target_slot] = (pile[0], False)


def _still_close(alive: list[int], means: list[float]) -> list[int]:
    """Those not far behind, best first."""
    best = max(means[i] for i in alive)
    return sorted((i for i in alive if means[i] > best - BEHIND), key=lambda i: -means[i])


def _ways(view: View, seat: Seat) -> list[Power]:
    """Ways to use the pending power, as far as the view tells."""
    power, found = view.pending_power, list[Power]()
    mine = [place.slot for place in view.hands[seat]] if power in (SWAPS, GIVES) else [None]
    for target in range(len(view.hands)):
        if target == seat or target in view.callers or power not in PARAGRAPH:
            continue
        theirs = [place.slot for place in view.hands[target]] if power in (RENEWS, SWAPS) else [None]
        found += [Power(slot=a, target=target, target_slot=b) for a in mine for b in theirs]
    return found


def _likely(cards: list[int], kept: bool, rng: Random) -> int:
    """A card from the unseen ones; one that was kept is likely low."""
    if not cards:
        return 6
    if kept:
        for i in range(min(5, len(cards))):
            at = len(cards) - 1 - i
            if rng.random() < 1 / (1 + exp(cards[at] - 6.0)):
                cards[at], cards[-1] = cards[-1], cards[at]
                break
    return cards.pop()


def _replacing(id: str, value: int, out: int | None) -> Sentence:
    if out is None:
        return Sentence(f"{id}-unknown", {"value": value})
    return Sentence(id, {"value": value, "out": out})


def _mean(pool: Sequence[int]) -> float:
    return sum(pool) / len(pool) if pool else 6.0


def _normal(rng: Random) -> float:
    """A standard normal number, by Box and Muller."""
    return sqrt(-2 * log(1 - rng.random())) * cos(2 * pi * rng.random())
