"""5 Millimètres, the rules. MM-8 and the like are paragraphs of RULES.md, beside this file.

The dealer draws a stick, the world says how long it looks to each seat, the seats bid
for it in turn, and whoever wins it holds it against their own. True lengths live in the
state and nowhere else until the game is over.
Owns all of the game; must never know randomness, time, disk or another game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from msgspec.structs import replace

from cinq.core.chance import Chance, Drawn, Random, Weighted, take
from cinq.core.game import DEALER, WORLD, Action, Actor, OpenChoice, Rule, Seat, Value
from cinq.core.game import Result as CoreResult
from cinq.games.five_millimetres.components import LENGTHS, box
from cinq.games.five_millimetres.eye import SPREAD, Rows, Sharpness, beside, look, plausible
from cinq.games.five_millimetres.scoring import ALIKE, best_seats, four_alike, points

NAME = "five-millimetres"
TITLE = "5 Millimètres"
PLAYERS = range(2, 6)
"""MM-1: five colours of markers."""
EIGHT = 8
TOP_BID = 10

_BOX = box()
START = _BOX.track.start
"""MM-2."""
STOPS = tuple(_BOX.track.chance.get(space, space) for space in range(START + 1))
"""Where a marker that stops on a space ends up: Chance spaces send it back up (MM-14)."""
MM = (0, *_BOX.sticks.lengths)
"""Millimetres by length index, 1 the shortest."""
ALL_STICKS = tuple(length for length in range(1, LENGTHS + 1) for _ in range(ALIKE))

DEAL, STICK, SIGHT, AUCTION, OVER = "deal", "stick", "sight", "auction", "over"


class Options(Value, frozen=True):
    """What a table may agree on beforehand."""

    sight: Sharpness = "normal"
    lone_stick: bool = False
    first_manitou: Seat | None = None

    def __post_init__(self) -> None:
        if self.sight not in (*SPREAD, "none"):
            raise ValueError(f"sight is {', '.join(SPREAD)} or none, not {self.sight!r}")


class Bid(Action, frozen=True):
    """Offer so much for the stick in the stand (MM-8)."""

    amount: int


class Pass(Action, frozen=True):
    """Leave this auction (MM-9)."""


class Deal(Action, frozen=True):
    """The dealer: everyone's first stick by length index, and the first Grand Manitou (MM-3, MM-5)."""

    sticks: tuple[int, ...]
    manitou: Seat


class Stick(Action, frozen=True):
    """The dealer: the stick that the Grand Manitou puts in the stand (MM-6)."""

    length: int


class Sight(Action, frozen=True):
    """The world: how long each new stick looks to each seat, in millimetres (MM-4)."""

    apparent: Rows


Move: TypeAlias = Bid | Pass | Deal | Stick | Sight
SEAT_ACTIONS: tuple[type[Action], ...] = (Bid, Pass)
DEALER_ACTIONS: tuple[type[Action], ...] = (Deal, Stick)
WORLD_ACTIONS: tuple[type[Action], ...] = (Sight,)


class State(Value, frozen=True):
    """The table; sticks are numbered in the order they were drawn."""

    options: Options
    phase: str
    manitou: Seat | None
    money: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    """Stick numbers by seat, in order of arrival."""
    lengths: tuple[int, ...]
    """The true length index of every stick drawn."""
    box: tuple[int, ...]
    """How many of each length are still in the box."""
    apparent: Rows
    """How long each stick that was looked at looks to each seat."""
    stand: int | None
    high: int
    leader: Seat | None
    passed: tuple[Seat, ...]
    to_speak: Seat


class Result(CoreResult, frozen=True):
    """Who won, and why the game ended (MM-16, MM-20)."""

    scores: tuple[int, ...]
    reason: str


# ---------------------------------------------------------------- setting up (MM-1 to MM-5)


def start(players: int, options: Options) -> State:
    """Everyone on 50, all sticks in the box (MM-1, MM-2, MM-3)."""
    if players not in PLAYERS:
        raise ValueError(f"5 Millimètres is for {PLAYERS[0]} to {PLAYERS[-1]} players, not {players}")
    if options.first_manitou is not None and options.first_manitou not in range(players):
        raise ValueError(f"first_manitou is a seat from 0 to {players - 1}, not {options.first_manitou}")
    return State(
        options=options,
        phase=DEAL,
        manitou=None,
        money=(START,) * players,
        hands=((),) * players,
        lengths=(),
        box=(ALIKE,) * LENGTHS,
        apparent=(),
        stand=None,
        high=0,
        leader=None,
        passed=(),
        to_speak=0,
    )


# ---------------------------------------------------------------- who may do what

_ALONE: tuple[tuple[Actor, ...], ...] = tuple((seat,) for seat in range(PLAYERS[-1]))
_OWES: dict[str, tuple[Actor, ...]] = {DEAL: (DEALER,), STICK: (DEALER,), SIGHT: (WORLD,), OVER: ()}


def actors(s: State) -> tuple[Actor, ...]:
    """The seat that speaks (MM-7), or whoever owes a stick (MM-3, MM-6) or a look (MM-4)."""
    return _ALONE[s.to_speak] if s.phase == AUCTION else _OWES[s.phase]


def refusal(s: State, actor: Actor, action: Move) -> Rule | None:
    """The rule that forbids this action now, if any: the one judge of legality."""
    match action:
        case _ if s.phase == OVER:
            return "MM-16"
        case _ if actor not in actors(s) or not isinstance(action, _EXPECTED[s.phase]):
            return _out_of_place(s, actor, action)
        case Bid(amount) if not s.high < amount <= min(TOP_BID, s.money[s.to_speak]):
            return "MM-8"
        case Deal(sticks, manitou):
            return _refused_deal(s, sticks, manitou)
        case Stick(length) if not (1 <= length <= LENGTHS and s.box[length - 1]):
            return "MM-6"  # no such stick is left in the box
        case Sight(apparent) if not _believable(s, apparent):
            return "MM-4"
    return None


_EXPECTED: dict[str, tuple[type[Action], ...]] = {
    DEAL: (Deal,),
    STICK: (Stick,),
    SIGHT: (Sight,),
    AUCTION: (Bid, Pass),
}
_PLACE: dict[type[Action], Rule] = {Deal: "MM-3", Stick: "MM-6", Sight: "MM-4"}
_OWED: dict[str, Rule] = {DEAL: "MM-3", STICK: "MM-6", SIGHT: "MM-4", AUCTION: "MM-7"}


def _out_of_place(s: State, actor: Actor, action: Move) -> Rule:
    """The rule that says when such an action has its place (MM-3, MM-4, MM-6, MM-7, MM-9)."""
    if s.phase == AUCTION and actor in s.passed:
        return "MM-9"
    return _PLACE.get(type(action)) or _OWED[s.phase]


def _refused_deal(s: State, sticks: tuple[int, ...], manitou: Seat) -> Rule | None:
    """One stick each out of the box (MM-3); the Manitou that the host named, if any (MM-5)."""
    possible = all(1 <= length <= LENGTHS and sticks.count(length) <= ALIKE for length in sticks)
    if len(sticks) != len(s.money) or not possible:
        return "MM-3"
    named = s.options.first_manitou
    return None if (manitou == named if named is not None else 0 <= manitou < len(s.money)) else "MM-5"


def _believable(s: State, rows: Rows) -> bool:
    """A positive number for each new stick and seat; with exact sight the true lengths (MM-4)."""
    new = unseen(s)
    if not plausible(rows, len(new), len(s.money)):
        return False
    return s.options.sight != "exact" or all(
        mm == MM[length] for length, row in zip(new, rows, strict=True) for mm in row
    )


def unseen(s: State) -> tuple[int, ...]:
    """The lengths of the sticks drawn that nobody has looked at yet."""
    return s.lengths[len(s.apparent) :]


_BIDS = tuple(map(Bid, range(TOP_BID + 1)))
_MENUS: tuple[tuple[tuple[Move, ...], ...], ...] = tuple(
    tuple((*_BIDS[high + 1 : most + 1], Pass()) for most in range(TOP_BID + 1)) for high in range(TOP_BID)
)
_STICKS = tuple(map(Stick, range(1, LENGTHS + 1)))


def legal(s: State, actor: Actor) -> Sequence[Move]:
    """Every action of this actor that can be listed and that `refusal` would let pass."""
    if s.phase == AUCTION:
        return _MENUS[s.high][min(TOP_BID, s.money[actor])] if actor == s.to_speak else ()
    if s.phase == STICK and actor == DEALER:
        return [stick for stick, left in zip(_STICKS, s.box, strict=True) if left]
    if s.phase == SIGHT and actor == WORLD and s.options.sight == "exact":
        return (_look(s, _NO_CHANCE),)
    return ()


class OpenDeal(OpenChoice, frozen=True, tag="deal", tag_field="type"):
    """A first stick each, at most four of a length, and one of these seats as Grand Manitou."""

    sticks: dict[str, int]
    manitou: tuple[Seat, ...]

    def sample(self, rng: Random) -> Action:
        return _draw_deal(self.sticks["count"], self.manitou, rng)


class OpenSight(OpenChoice, frozen=True, tag="sight", tag_field="type"):
    """A positive number of millimetres for each stick and each observer."""

    apparent: dict[str, int]

    def sample(self, rng: Random) -> Action:
        sticks, observers = self.apparent["sticks"], self.apparent["observers"]
        return Sight(look((MM[5],) * sticks, observers, SPREAD["normal"], rng))


def open_choices(s: State, actor: Actor) -> Sequence[OpenChoice]:
    """What the dealer's deal and the world's looks must be like: too many to list."""
    players = len(s.money)
    if s.phase == DEAL and actor == DEALER:
        return (OpenDeal({"count": players, "from": 1, "to": LENGTHS, "of_each": ALIKE}, _first_manitous(s)),)
    if s.phase == SIGHT and actor == WORLD and s.options.sight != "exact":
        return (OpenSight({"sticks": len(unseen(s)), "observers": players, "above": 0}),)
    return ()


# ---------------------------------------------------------------- what an action changes


def apply(s: State, actor: Actor, action: Move) -> State:
    """What an allowed action changes; a table of contents, most frequent line first."""
    match action:
        case Bid(amount):
            return bid(s, amount)
        case Pass():
            return leave(s)
        case Sight(apparent):
            return replace(s, apparent=s.apparent + apparent, phase=STICK if s.stand is None else AUCTION)
        case Stick(length):
            return put_up(s, length)
        case Deal(sticks, manitou):
            return deal(s, sticks, manitou)


def deal(s: State, sticks: tuple[int, ...], manitou: Seat) -> State:
    """Everyone has a first stick, and somebody is Grand Manitou (MM-3, MM-5)."""
    return replace(
        s,
        phase=STICK if s.options.sight == "none" else SIGHT,
        manitou=manitou,
        hands=tuple((seat,) for seat in range(len(sticks))),
        lengths=sticks,
        box=left_in_box(sticks),
    )


def left_in_box(drawn: Sequence[int]) -> tuple[int, ...]:
    """How many of each length nobody has drawn yet."""
    return tuple(ALIKE - drawn.count(length) for length in range(1, LENGTHS + 1))


def put_up(s: State, length: int) -> State:
    """A stick in the stand (MM-6); the Manitou's left neighbour speaks first (MM-7)."""
    assert s.manitou is not None
    left = s.box
    return replace(
        s,
        phase=AUCTION if s.options.sight == "none" else SIGHT,
        lengths=(*s.lengths, length),
        box=(*left[: length - 1], left[length - 1] - 1, *left[length:]),
        stand=len(s.lengths),
        high=0,
        leader=None,
        passed=(),
        to_speak=(s.manitou + 1) % len(s.money),
    )


def bid(s: State, amount: int) -> State:
    """A higher bid (MM-8); ten wins at once (MM-10)."""
    speaker = s.to_speak
    if amount == TOP_BID:
        return win(s, speaker, amount)
    return replace(s, high=amount, leader=speaker, to_speak=_following(s, s.passed))


def leave(s: State) -> State:
    """Out of this auction (MM-9); the last one left wins (MM-11), the Manitou if nobody bid (MM-12)."""
    passed = (*s.passed, s.to_speak)
    if len(passed) < len(s.money) - 1:
        return replace(s, passed=passed, to_speak=_following(s, passed))
    winner = s.manitou if s.leader is None else s.leader
    assert winner is not None
    return win(s, winner, s.high)


def _following(s: State, passed: tuple[Seat, ...]) -> Seat:
    """Clockwise, the next who has not passed (MM-7)."""
    players = len(s.money)
    seat = (s.to_speak + 1) % players
    while seat in passed:
        seat = (seat + 1) % players
    return seat


def win(s: State, seat: Seat, price: int) -> State:
    """The stick joins the winner's hand, is paid for, and makes its owner Grand Manitou (MM-13 to MM-16)."""
    stick, lengths = s.stand, s.lengths
    assert stick is not None
    hand = (*s.hands[seat], stick)
    left = STOPS[s.money[seat] - price] if price else s.money[seat]
    alike = sum(lengths[held] == lengths[stick] for held in hand)
    return replace(
        s,
        phase=OVER if alike == ALIKE or len(hand) == EIGHT or not left else STICK,
        manitou=seat,
        money=(*s.money[:seat], left, *s.money[seat + 1 :]),
        hands=(*s.hands[:seat], hand, *s.hands[seat + 1 :]),
        apparent=_in_hand(s, seat, stick) if s.apparent else (),
        stand=None,
        high=0,
        leader=None,
        passed=(),
    )


def _in_hand(s: State, seat: Seat, stick: int) -> Rows:
    """Beside the owner's first stick the new one differs by whole steps; others see it as before (MM-4)."""
    first, row = s.hands[seat][0], s.apparent[stick]
    own = beside(s.apparent[first][seat], s.lengths[stick] - s.lengths[first])
    return (*s.apparent[:stick], (*row[:seat], own, *row[seat + 1 :]))


# ---------------------------------------------------------------- the end (scoring.py: MM-17 to MM-20)


def result(s: State) -> Result | None:
    """Who won, once somebody has ended the game: the last to take a stick (MM-16, MM-17, MM-20)."""
    if s.phase != OVER or s.manitou is None:
        return None
    held = [tuple(s.lengths[stick] for stick in hand) for hand in s.hands]
    scores = tuple(
        points(hand, money, s.options.lone_stick) for hand, money in zip(held, s.money, strict=True)
    )
    if four_alike(held[s.manitou]):
        return Result((s.manitou,), scores, "four_alike")
    sticks = tuple(map(len, held))
    return Result(best_seats(scores, sticks, s.money), scores, "eight" if EIGHT in sticks else "broke")


# ---------------------------------------------------------------- the dealer, the world's eye, the clock


class _NoChance:
    """For looks that leave nothing to chance."""

    def random(self) -> float:
        return 0.5


_NO_CHANCE = _NoChance()


def chance(s: State) -> Chance[Move] | None:
    """Sticks out of the box, all alike (MM-3, MM-6), and everyone's looks at them (MM-4)."""
    match s.phase:
        case "stick":
            return Weighted(tuple(zip(_STICKS, s.box, strict=True)))
        case "sight":
            return Drawn(lambda rng: _look(s, rng))
        case "deal":
            return Drawn(lambda rng: _draw_deal(len(s.money), _first_manitous(s), rng))
    return None


def _first_manitous(s: State) -> tuple[Seat, ...]:
    """By lot among all, or whom the host named (MM-5)."""
    named = s.options.first_manitou
    return tuple(range(len(s.money))) if named is None else (named,)


def _draw_deal(players: int, manitous: tuple[Seat, ...], rng: Random) -> Deal:
    sticks = tuple(take(ALL_STICKS, players, rng))
    return Deal(sticks, manitous[int(rng.random() * len(manitous))])


def _look(s: State, rng: Random) -> Sight:
    return Sight(look([MM[length] for length in unseen(s)], len(s.money), SPREAD[s.options.sight], rng))


def safest(s: State, seat: Seat) -> Move | None:
    """What a clock that ran out does: pass."""
    return Pass() if s.phase == AUCTION and seat == s.to_speak else None
