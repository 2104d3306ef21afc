"""The bot of Got Five!: exact counting against brute force, honesty, levels, and the coach."""

import json
import random
from bisect import bisect
from collections import Counter
from itertools import islice, product
from statistics import median
from typing import Any

import msgspec
import pytest

from cinq.bots.bot import LADDER, load_bots
from cinq.bots.got_five.belief import belief, compared, likely, rivals_belief, rivals_bits
from cinq.bots.got_five.bot import HEURISTICS, LEVELS, GotFiveBot, Level, make_bot
from cinq.bots.got_five.race import Race, Rival, knows
from cinq.bots.noise import normal
from cinq.core.game import DEALER, Value
from cinq.core.texts import tell
from cinq.games import got_five, load_game
from cinq.games.got_five import Options, State, View
from cinq.games.got_five.components import BOX
from cinq.games.got_five.rules import Announce, Pass
from cinq.games.got_five.view import unseen
from cinq.lab.arena import contest

game = load_game("got-five")
PACKAGE = "cinq.games.got_five"


def middle(seed: int, players: int, lines: int) -> State:
    """A random game after some lines, nobody having announced."""
    s, rng = got_five.start(players, Options()), random.Random(seed)
    for _ in range(lines):
        chance = got_five.chance(s)
        action = chance.sample(rng) if chance else rng.choice(got_five.legal(s, s.turn))
        s = got_five.apply(s, DEALER if chance else s.turn, action)
    return s


def brute(v: View, seat: int) -> list[tuple[int, ...]]:
    """Every hand that fits, the long way: all tiles out of sight, then each clue as the rules give it."""
    sight = {*v.open, *(n for rack in v.racks for notch in rack.notches for n in notch)}
    sight |= {c.tile for rack in v.racks for laid in rack.compared for c in laid}
    sight |= {n for rack in v.racks for n in rack.numbers or ()}
    rack = v.racks[seat]
    choices = [[n for n in BOX.of[colour] if n not in sight] for colour in rack.colours]
    hands = []
    for hand in product(*choices):
        ranks = all(bisect(hand, n) == notch for notch, tiles in enumerate(rack.notches) for n in tiles)
        dots = ((BOX.dots[c.tile] == BOX.dots[hand[i]], c.same) for i in range(5) for c in rack.compared[i])
        if list(hand) == sorted(hand) and ranks and all(asked == told for asked, told in dots):
            hands.append(hand)
    return hands


CASES = [
    (seed, players, lines)
    for seed, (players, lines) in enumerate([(2, 1), (2, 13), (3, 25), (4, 40), (2, 60)])
]


@pytest.mark.parametrize(("seed", "players", "lines"), CASES)
def test_the_posterior_is_that_of_brute_force(seed: int, players: int, lines: int) -> None:
    s = middle(seed, players, lines)
    for seat in range(players):
        v = got_five.view(s, seat)
        hands, known = brute(v, seat), belief(v, seat)
        assert known.count == len(hands)
        assert s.racks[seat].numbers in hands
        for slot, marginals in enumerate(known.marginals()):
            counted = Counter(hand[slot] for hand in hands)
            assert marginals == pytest.approx({n: counted[n] / len(hands) for n in counted})


@pytest.mark.parametrize(("seed", "players", "lines"), CASES)
def test_questions_split_the_hands_as_they_do_by_brute_force(seed: int, players: int, lines: int) -> None:
    s = middle(seed, players, lines)
    v = got_five.view(s, 0)
    hands, known = brute(v, 0), belief(v, 0)
    for tile in v.open:
        ranked = Counter(bisect(hand, tile) for hand in hands)
        assert known.answers[tile].tolist() == [ranked[notch] for notch in range(6)]
        for slot in range(5):
            yes = sum(BOX.dots[hand[slot]] == BOX.dots[tile] for hand in hands)
            assert known.answers[compared(tile, slot)].tolist() == [yes, len(hands) - yes, 0, 0, 0, 0]


def test_what_a_rival_knows_when_ones_own_hand_is_known() -> None:
    """Sure of its own hand, a seat knows exactly how many hands a rival has left."""
    for seed in range(40):
        s = middle(seed, 2, 90)
        v = got_five.view(s, 0)
        mine = belief(v, 0)
        if mine.count == 1:
            rival = rivals_belief(v, [1], unseen(v) & ~likely(mine))[0]
            assert rival.count == belief(got_five.view(s, 1), 1).count
            assert rivals_bits(rival, mine) == pytest.approx(rival.bits)
            return
    pytest.fail("no such game")


# ---------------------------------------------------------------- honesty


@pytest.mark.parametrize("level", LADDER)
def test_a_choice_depends_on_the_view_alone(level: str) -> None:
    """Same view, same seed, same choice, whatever the hidden facts are."""
    for seed, lines in ((1, 10), (2, 12), (3, 33), (4, 50)):
        s = middle(seed, 3, lines)
        for seat in range(3):
            choices = {
                chosen(other, seat, LEVELS[level])
                for other in (s, *islice(got_five.worlds(s, seat, random.Random(9)), 5))
            }
            assert len(choices) == 1


def chosen(s: State, seat: int, level: Level) -> Any:
    bot = make_bot(seat, len(s.racks), Options(), level, random.Random(5))
    return bot.choose(got_five.view(s, seat), got_five.legal(s, seat), got_five.open_choices(s, seat))


@pytest.mark.parametrize("level", LADDER)
def test_nobody_is_instantly_first_and_times_spread_like_a_persons(level: str) -> None:
    bot = make_bot(0, 2, Options(), LEVELS[level], random.Random(1))
    times = [bot._seconds(LEVELS[level].pace) for _ in range(2_000)]
    assert min(times) >= 0.8
    assert median(times) == pytest.approx(LEVELS[level].pace, rel=0.06)
    assert max(times) > 2.5 * median(times)


def test_the_bell_curve() -> None:
    rng = random.Random(3)
    draws = [normal(rng) for _ in range(20_000)]
    assert sum(draws) / len(draws) == pytest.approx(0, abs=0.03)
    assert sum(d * d for d in draws) / len(draws) == pytest.approx(1, abs=0.04)


# ---------------------------------------------------------------- play


def won(one: Level, other: Level, pairs: int, players: int = 2) -> float:
    """The first level's share of wins, seats exchanged, on the same deals."""
    share = 0.0
    for deal in range(pairs):
        for flip in (0, 1):
            bots: list[Any] = [
                make_bot(i, players, Options(), (one, other)[(i + flip) % 2], random.Random(31 * deal + i))
                for i in range(players)
            ]
            winners = contest(game, players, Options(), bots, random.Random(deal)).winners
            share += sum(1 / len(winners) for seat in winners if (seat + flip) % 2 == 0)
    return share / (2 * pairs)


@pytest.mark.parametrize("below", [0, 1])
def test_each_level_beats_the_one_below(below: int) -> None:
    assert won(LEVELS[LADDER[below + 1]], LEVELS[LADDER[below]], 20) >= 0.6


def test_the_champion_beats_asking_whatever() -> None:
    assert won(LEVELS["champion"], HEURISTICS["whatever"], 8, players=4) >= 0.9


def known_hand(seed: int) -> tuple[State, int]:
    """A state in which some seat can know its hand, and nobody owes a line."""
    for lines in range(30, 143):
        s = middle(seed, 2, lines)
        for seat in got_five.actors(s):
            if isinstance(seat, int) and belief(got_five.view(s, seat), seat).count == 1:
                return s, seat
    raise AssertionError("nobody ever knows")


def test_whoever_is_certain_announces_in_turn_or_not() -> None:
    for seed in range(6):
        s, seat = known_hand(seed)
        for level in ("regular", "champion"):
            assert chosen(s, seat, msgspec.structs.replace(LEVELS[level], overlooks=0.0)).action == Announce(
                s.racks[seat].numbers
            )


def test_a_beginner_does_not_see_everything() -> None:
    s = middle(3, 4, 40)
    v = got_five.view(s, 0)
    bot = make_bot(0, 4, Options(), LEVELS["beginner"], random.Random(2))
    bot.watch(DEALER, Pass(), v)
    assert belief(v, 0, bot._missed).count > belief(v, 0).count
    assert not {n for notch in v.racks[0].notches for n in notch} & bot._missed


def test_the_race() -> None:
    """Hopeless against one who knows already; even odds grow with the rival's doubt."""
    assert knows(0.0, 0, 2) == 1.0
    assert knows(1.0, 0, 2) == 0.0
    assert 0.8 < knows(1.0, 1, 2) < knows(1.0, 2, 2) <= 1.0
    hopeless = Race(2, [Rival(0.0, True)])
    assert hopeless.open == 0.0
    assert hopeless.without_announcing(2) == pytest.approx(0.0)
    assert hopeless.without_announcing(1) == 1.0
    odds = [Race(2, [Rival(bits, True)]).without_announcing(4) for bits in (0.5, 2.0, 4.0, 8.0)]
    assert odds == sorted(odds)
    assert odds[0] < 0.1
    assert odds[-1] > 0.9


def test_the_champion_dares_when_a_rival_is_about_to_know() -> None:
    """Two hands left: announced when the rival's question may well tell it, else there is time."""
    dared, waited = list[int](), list[int]()
    for seed in range(40):
        for lines in range(45, 130, 6):
            s = middle(seed, 2, lines)
            seat = 1 - s.turn
            if s.phase == "ask" and belief(got_five.view(s, seat), seat).count == 2:
                theirs = belief(got_five.view(s, s.turn), s.turn).count
                (dared if chosen(s, seat, LEVELS["champion"]) else waited).append(theirs)
    assert len(dared) >= 5
    assert len(waited) >= 5
    assert max(dared) <= 6 < max(waited)
    assert median(dared) < median(waited)


# ---------------------------------------------------------------- the coach


def hinted(s: State, seat: int) -> Any:
    bot = make_bot(seat, len(s.racks), Options(), LEVELS["beginner"], random.Random(1))
    return bot.hint(got_five.view(s, seat), got_five.legal(s, seat), got_five.open_choices(s, seat))


def test_the_hint_on_the_wire() -> None:
    s = middle(2, 2, 48)
    hands = brute(got_five.view(s, s.turn), s.turn)
    hint = json.loads(msgspec.json.encode(hinted(s, s.turn)))
    assert {"hands", "slots", "best", "why"} <= hint.keys()
    assert hint["hands"] == len(hands)
    assert len(hint["slots"]) == 5
    for slot, marginals in enumerate(hint["slots"]):
        counted = Counter(str(hand[slot]) for hand in hands)
        assert marginals == pytest.approx({n: counted[n] / len(hands) for n in counted})
    assert hint["best"] in json.loads(msgspec.json.encode(got_five.legal(s, s.turn)))
    chances = {json.dumps(chance["action"]): chance["win"] for chance in hint["chances"]}
    assert max(chances.values()) == chances[json.dumps(hint["best"])]


def test_the_coach_out_of_turn_and_when_there_is_nothing_to_say() -> None:
    s = middle(2, 2, 10)
    hint = hinted(s, 1 - s.turn)
    assert (hint.best, hint.why.id) == (None, "hint-wait")
    assert hinted(got_five.start(2, Options()), 0) is None
    over = got_five.apply(s, 0, Announce(s.racks[0].numbers))
    assert hinted(over, 1) is None


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_reason_can_be_told(language: Any) -> None:
    said = set()
    for seed in range(4):
        for lines in range(1, 143, 5):
            s = middle(seed, 2, lines)
            for seat in got_five.actors(s):
                if isinstance(seat, int):
                    hint = hinted(s, seat)
                    said.add(hint.why.id)
                    assert "$" not in tell(PACKAGE, language, hint.why, str, seat)
    assert said >= {"hint-certain", "hint-rank", "hint-compare", "hint-reveal", "hint-wait"}


def test_the_module_is_found_and_has_its_levels() -> None:
    bots = load_bots(PACKAGE)
    assert tuple(bots.LEVELS) == LADDER
    assert "halving" in bots.HEURISTICS
    for level in (*bots.LEVELS.values(), *bots.HEURISTICS.values()):
        assert isinstance(level, Value)
        assert isinstance(bots.make_bot(0, 2, Options(), level, random.Random(0)), GotFiveBot)
