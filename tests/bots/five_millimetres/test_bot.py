"""The bot of 5 Millimètres: belief against brute force, rollouts against the rules, honesty, the ladder."""

import random
import re
from collections import Counter
from itertools import islice, product
from math import exp, log

import numpy as np
import pytest

from cinq.bots.bot import LADDER, BotModule, load_bots
from cinq.bots.five_millimetres.belief import Known, own_odds, sample_lengths
from cinq.bots.five_millimetres.bidding import BIDDING_RULES, compiled_rule, gains, hopes, limits
from cinq.bots.five_millimetres.bot import COACH, HEURISTICS, LEVELS, FiveMillimetresBot, Level, make_bot
from cinq.bots.five_millimetres.reasons import why
from cinq.bots.five_millimetres.search import best_bid, prices_tried, worth_of_prices
from cinq.core.game import Action, Actor, Sentence
from cinq.core.texts import Language, tell
from cinq.fast import load
from cinq.fast.five_millimetres import rollout
from cinq.fast.five_millimetres.bridge import project, project_table
from cinq.fast.five_millimetres.row import (
    AUCTION,
    BOX,
    HIGH,
    LONE_STICK,
    LOOKED,
    LOOKS,
    MANITOU,
    MONEY,
    PHASE,
    RESULT,
    SIGHT_OPTION,
    TO_SPEAK,
)
from cinq.fast.five_millimetres.rules import apply, put_up
from cinq.fast.kernel import PLAYERS, Words
from cinq.games import five_millimetres as game
from cinq.games.five_millimetres import Options, State
from cinq.games.five_millimetres.components import box
from cinq.games.five_millimetres.rules import START, STOPS, Bid, Deal, Pass, Result, Stick
from cinq.games.five_millimetres.scoring import longest_run
from cinq.games.five_millimetres.view import View

MM = box().sticks.lengths


def fit(look: float, length: int, spread: float) -> float:
    return exp(-((log(look / MM[length]) / spread) ** 2) / 2)


# ---------------------------------------------------------------- belief


def test_belief_against_brute_force() -> None:
    """Every assignment of lengths to five sticks, weighed one by one."""
    looks = {0: 82.0, 1: 71.0, 2: 66.0, 3: 80.5, 4: 97.0}
    known = Known(own=(0, 3), steps=(1, 0), others=((1,), (2,)), stand=(4,), looks=looks, spread=0.035)
    exact = np.zeros((5, 9))
    for low, *rest in product(range(8), *[range(9)] * 3):
        lengths = (low + 1, rest[0], rest[1], low, rest[2])
        weight = 1.0
        left = [4] * 9
        for stick, length in enumerate(lengths):
            weight *= fit(looks[stick], length, 0.035) * left[length]
            left[length] -= 1
        for stick, length in enumerate(lengths):
            exact[stick, length] += weight
    exact /= exact.sum(1, keepdims=True)
    sampled = sample_lengths(known, 20_000, np.random.default_rng(1))
    for stick in range(5):
        drawn = np.bincount(sampled[:, stick], minlength=9) / len(sampled)
        assert np.abs(drawn - exact[stick]).max() < 0.025
    assert (sampled[:, 0] == sampled[:, 3] + 1).all()


def test_ones_own_sticks_are_no_longer_in_the_box() -> None:
    """Holding three of the four shortest, one expects the fourth among 33 sticks."""
    looks = dict.fromkeys(range(3), float(MM[0]))
    known = Known(own=(0, 1, 2), steps=(0, 0, 0), others=((3,),), stand=(), looks=looks, spread=0.0)
    sampled = sample_lengths(known, 20_000, np.random.default_rng(4))
    assert not sampled[:, :3].any()
    assert (sampled[:, 3] == 0).mean() == pytest.approx(1 / 33, abs=0.006)
    assert (sampled[:, 3] == 1).mean() == pytest.approx(4 / 33, abs=0.012)


def test_belief_of_ones_own_hand() -> None:
    known = Known(own=(0, 1), steps=(0, 8), others=(), stand=(), looks={0: 75.0, 1: 80.0}, spread=0.035)
    assert own_odds(known).tolist() == [1.0]


def test_belief_keeps_the_box_and_the_end_of_the_game() -> None:
    known = Known(
        own=(0,),
        steps=(0,),
        others=((1, 2, 3, 4),),
        stand=(5,),
        looks=dict.fromkeys(range(6), 80.0),
        spread=0.01,
    )
    sampled = sample_lengths(known, 2_000, np.random.default_rng(2))
    for lengths in sampled:
        assert max(Counter(lengths.tolist()).values()) <= 4
        assert max(Counter(lengths[1:5].tolist()).values()) <= 3


def test_exact_sight_is_believed_and_no_sight_is_not_guessed() -> None:
    looks = {0: 60.0, 1: 95.0, 2: 70.0}
    known = Known(own=(0,), steps=(0,), others=((1,),), stand=(2,), looks=looks, spread=0.0)
    assert np.unique(sample_lengths(known, 50, np.random.default_rng(3)), axis=0).tolist() == [[0, 7, 2]]
    blind = Known(own=(0,), steps=(0,), others=((1,),), stand=(2,), looks={}, spread=1.0)
    assert set(sample_lengths(blind, 500, np.random.default_rng(3))[:, 2].tolist()) == set(range(9))


# ---------------------------------------------------------------- futures


def test_hopes_are_points_and_their_means() -> None:
    for hand in range(512):
        run = longest_run([length for length in range(9) if hand >> length & 1])
        assert hopes(0, False)[0, hand] == (10 * run if run > 1 else 0)
    assert hopes(1, False)[1, 1] == pytest.approx(20 / 9)  # one of nine lengths makes a run of two
    assert gains(1, False)[0, 0b101, 1] == 30 and gains(1, False)[0, 0b11, 1] == 0


def test_limits_are_what_a_stick_is_worth() -> None:
    table = limits(0.5)
    assert table[20, 4 * 7] == 7 and table[5, 4 * 50] == 5 and table[50, 0] == 0
    assert table[50, 4 * 3] == 7  # six coins of half a point; the seventh is a Chance space and comes back


def dealt(games: int, players: int, seed: int) -> Words:
    """Rows before the first stick in the stand, without looks."""
    engine = load("five-millimetres")
    rows = engine.rows(games, players, Options(sight="none"), seed)
    engine.finish(rows, limit=1)
    return rows


def test_an_auction_of_limits() -> None:
    rows = dealt(4, 3, 1)
    rows[:, MANITOU] = [0, 0, 0, 2]
    for s, most in zip(rows, ([3, 5, 0], [0, 0, 0], [4, 0, 0], [10, 10, 3]), strict=True):
        put_up(s, 5)
        rollout.auction(s, np.array(most))
    assert rows[:, MANITOU].tolist() == [1, 0, 0, 0]
    paid = [46, 50, 50, 40]
    assert [int(s[MONEY + s[MANITOU]]) for s in rows] == paid


@pytest.mark.parametrize("players", [2, 3])
def test_an_auction_of_limits_ends_as_one_of_single_bids(players: int) -> None:
    """Everyone bids a coin more while their limit allows it, by the rules' own actions."""
    rng = random.Random(players)
    for seed in range(200):
        (s,) = dealt(1, players, seed)
        s[MONEY : MONEY + players] = 20  # below the Chance spaces
        put_up(s, 1 + rng.randrange(9))
        most = np.array(rng.sample(range(10), players))
        at_once = s.copy()
        rollout.auction(at_once, most)
        while s[PHASE] == AUCTION:
            seat = int(s[TO_SPEAK])
            apply(s, seat, int(s[HIGH]) + 1 if most[seat] > s[HIGH] else 0)
        assert s[MANITOU] == at_once[MANITOU]
        paid = [20 - int(row[MONEY + row[MANITOU]]) for row in (s, at_once)]
        assert abs(paid[0] - paid[1]) <= 1  # by who raised last


def test_games_played_out_are_scored_as_by_the_rules() -> None:
    """Random hands settled here and by the rules."""
    rng, settled = random.Random(4), 0
    for _ in range(200):
        pool = [length for length in range(9) for _ in range(4)]
        rng.shuffle(pool)
        sizes = [8, rng.randint(1, 7), rng.randint(1, 7)]
        hands = [[pool.pop() for _ in range(size)] for size in sizes]
        money = [rng.choice([m for m in range(START + 1) if STOPS[m] == m]) for _ in hands]
        if any(hand.count(length) >= 4 for hand in hands[1:] for length in hand):
            continue
        state = ended(hands, money)
        result = game.result(state)
        assert isinstance(result, Result)
        row, scratch = project(state), np.zeros(RESULT, np.int64)
        for seat in range(3):
            share = rollout.share(row, seat, scratch)
            assert share == ((seat in result.winners) / len(result.winners))
        settled += 1
    assert settled > 100


def ended(hands: list[list[int]], money: list[int]) -> State:
    lengths = [length + 1 for hand in hands for length in hand]
    numbers, at = [], 0
    for hand in hands:
        numbers.append(tuple(range(at, at + len(hand))))
        at += len(hand)
    return State(
        options=Options(),
        phase="over",
        manitou=0,
        money=tuple(money),
        hands=tuple(numbers),
        lengths=tuple(lengths),
        box=(0,) * 9,
        apparent=(),
        stand=None,
        high=0,
        leader=None,
        passed=(),
        to_speak=0,
    )


def test_futures_share_the_win_and_depend_on_the_seed_alone() -> None:
    rule, scratch = compiled_rule(BIDDING_RULES[3], False, 0.6, 0.2), np.zeros(RESULT, np.int64)
    shares = np.zeros((4, 300))
    for n, seat in enumerate((0, 1, 2, 0)):
        rollout.play_out(dealt(300, 3, 6), seat, rule, shares[n], np.zeros(300), scratch)
    assert shares[:3].sum(0) == pytest.approx(np.ones(300))
    assert (shares[3] == shares[0]).all()


def test_an_imagined_world_has_the_sampled_sticks_where_the_view_has_them() -> None:
    s, _ = auction()
    row = project_table(game.view(s, 0), False)
    rows = np.zeros((2, len(row)), np.int64)
    lengths = np.array([s.lengths, s.lengths]) - 1
    rollout.imagine(row, lengths, rows)
    true = project(s)
    for word in (*range(PLAYERS, SIGHT_OPTION), *range(LONE_STICK + 2, LOOKED), *range(BOX, LOOKS)):
        assert rows[1, word] == true[word], word


# ---------------------------------------------------------------- a bot at the table


def played(levels: list[Level], seed: int, options: Options) -> Result:
    """A whole game between bots."""
    rng = random.Random(seed)
    bots = [
        make_bot(seat, len(levels), options, level, random.Random(seed + seat))
        for seat, level in enumerate(levels)
    ]
    s = game.start(len(levels), options)
    while who := game.actors(s):
        actor = who[0]
        if isinstance(actor, int):
            choice = bots[actor].choose(game.view(s, actor), game.legal(s, actor), ())
            assert choice is not None and game.refusal(s, actor, choice.action) is None  # type: ignore[arg-type]
            assert 0.5 <= choice.after < 60
            action = choice.action
        else:
            chance = game.chance(s)
            assert chance is not None
            action = chance.sample(rng)
        after = game.apply(s, actor, action)  # type: ignore[arg-type]
        for seat, bot in enumerate(bots):
            bot.watch(actor, game.seen(s, seat, actor, action), game.view(after, seat))  # type: ignore[arg-type]
        s = after
    result = game.result(s)
    assert result is not None
    return result


QUICK = Level(samples=40, rollouts=True)


@pytest.mark.parametrize("sight", ["keen", "exact", "none"])
def test_all_levels_play_whole_games(sight: str) -> None:
    options = Options(sight=sight, lone_stick=sight == "exact")  # type: ignore[arg-type]
    levels = [LEVELS["beginner"], LEVELS["regular"], QUICK, HEURISTICS["only-what-fits"]]
    assert played(levels, 3, options).winners


def test_the_module_is_a_mind_module() -> None:
    module: BotModule = load_bots("cinq.games.five_millimetres")
    assert tuple(module.LEVELS) == LADDER and module.HEURISTICS


def auction(lines: int = 25, seed: int = 8) -> tuple[State, list[tuple[Actor, Action, View]]]:
    """Some auction in the middle of a random game, and all that seat 0 was shown on the way."""
    rng = random.Random(seed)
    s, shown = game.start(3, Options()), list[tuple[Actor, Action, View]]()
    while len(shown) < lines or s.phase != "auction" or s.to_speak != 0 or s.high > 5:
        (actor,) = game.actors(s)
        if isinstance(actor, int):
            menu = game.legal(s, actor)
            action = menu[int(rng.random() * len(menu))] if rng.random() < 0.6 else Pass()
        else:
            chance = game.chance(s)
            assert chance is not None
            action = chance.sample(rng)
        after = game.apply(s, actor, action)
        shown.append((actor, game.seen(s, 0, actor, action), game.view(after, 0)))
        s = after
    return s, shown


def seated(level: Level, shown: list[tuple[Actor, Action, View]]) -> FiveMillimetresBot:
    bot = make_bot(0, 3, Options(), level, random.Random(9))
    for actor, line, view in shown:
        bot.watch(actor, line, view)
    return bot


@pytest.mark.parametrize("level", ["beginner", "regular", "champion"])
def test_hidden_facts_change_nothing(level: str) -> None:
    """Same view, same seed, same choice, in every world the seat could not tell from this one."""
    s, shown = auction()
    choices = set()
    for world in (s, *islice(game.worlds(s, 0, random.Random(1)), 3)):
        bot = seated(LEVELS[level], shown)
        choices.add(bot.choose(game.view(world, 0), game.legal(world, 0), ()))
    assert len(choices) == 1


def test_nobody_speaks_out_of_turn() -> None:
    s, _ = auction()
    bot = make_bot(1, 3, Options(), LEVELS["regular"], random.Random(1))
    assert bot.choose(game.view(s, 1), game.legal(s, 1), ()) is None
    assert bot.hint(game.view(s, 1), game.legal(s, 1), ()) is None


def set_up(hands: list[list[int]], length: int, money: tuple[int, ...]) -> State:
    """Exact sight, seat 0 to speak first for a stick of that length; seat 2 is Manitou."""
    s = game.start(3, Options(sight="exact"))
    s = game.apply(s, "dealer", Deal(tuple(hand[0] for hand in hands), 2))
    s = game.apply(s, "world", game.legal(s, "world")[0])
    for seat, hand in enumerate(hands):
        for held in hand[1:]:
            s = _given(s, held, seat)
    s = _shown(s, length, 2)
    return type(s)(**{**{f: getattr(s, f) for f in s.__struct_fields__}, "money": money})


def _shown(s: State, length: int, manitou: int) -> State:
    s = type(s)(**{**{f: getattr(s, f) for f in s.__struct_fields__}, "manitou": manitou})
    s = game.apply(s, "dealer", Stick(length))
    return game.apply(s, "world", game.legal(s, "world")[0])


def _given(s: State, length: int, seat: int) -> State:
    s = _shown(s, length, seat)
    for _ in range(2):
        s = game.apply(s, s.to_speak, Pass())
    return s


@pytest.mark.parametrize("level", ["regular", "champion"])
def test_the_fourth_stick_alike_is_taken(level: str) -> None:
    s = set_up([[5, 5, 5], [1], [9]], 5, (30, 30, 30))
    bot = make_bot(0, 3, s.options, LEVELS[level], random.Random(2))
    choice = bot.choose(game.view(s, 0), game.legal(s, 0), ())
    assert choice is not None and isinstance(choice.action, Bid)


def test_the_champion_keeps_a_fourth_stick_from_others_and_says_why() -> None:
    s = set_up([[2], [5, 5, 5], [9]], 5, (30, 30, 30))
    bot = make_bot(0, 3, s.options, COACH, random.Random(2))
    choice = bot.choose(game.view(s, 0), game.legal(s, 0), ())
    assert choice is not None and choice.action == Bid(10)
    hint = bot.hint(game.view(s, 0), game.legal(s, 0), ())
    assert hint is not None and hint.best == Bid(10) and hint.why.id == "hint-block"
    assert {chance.action for chance in hint.chances} == set(game.legal(s, 0))
    assert all(0 <= chance.win <= 1 for chance in hint.chances)
    wins = {chance.action: chance.win for chance in hint.chances}
    assert wins[Pass()] < 0.05 < wins[Bid(10)]


def test_the_champion_pays_for_the_stick_that_joins_two_runs() -> None:
    s = set_up([[3, 4, 6, 7], [1, 9], [1, 9]], 5, (40, 40, 40))
    bot = make_bot(0, 3, s.options, COACH, random.Random(2))
    hint = bot.hint(game.view(s, 0), game.legal(s, 0), ())
    assert hint is not None and isinstance(hint.best, Bid) and hint.why.id == "hint-bid"
    assert hint.why.args["percent"] == 100
    useless = set_up([[3, 4], [1, 2, 5], [8, 9, 7]], 3, (20, 30, 30))
    hint = bot.hint(game.view(useless, 0), game.legal(useless, 0), ())
    assert hint is not None and hint.best == Pass() and hint.why.id == "hint-pass"
    assert hint.why.args["percent"] == 0


def test_a_price_that_stops_on_a_chance_space_is_said() -> None:
    s = set_up([[3, 4, 6, 7], [1, 9], [1, 9]], 5, (40, 40, 40))
    bot = make_bot(0, 3, s.options, COACH, random.Random(2))
    table = bot._sample_auction(game.view(s, 0), 50, np.random.default_rng(1))
    assert why(table, 4) == Sentence("hint-chance", {"percent": 100, "amount": 4, "back": 38})  # MM-14
    assert why(table, 5).id == "hint-bid"


def test_a_bid_a_little_better_than_a_pass_is_made() -> None:
    """Bids of one among four who let every stick go, that which fitted too, and lost with 50 coins."""
    assert best_bid({0: 0.164, 1: 0.169, 2: 0.169, 3: 0.169, 5: 0.170, 10: 0.1}) == 1
    assert best_bid({0: 0.170, 1: 0.169, 2: 0.169}) == 0


@pytest.mark.rule("MM-14")
def test_a_price_is_worth_what_it_leaves() -> None:
    """From 45 a bid of two stops on a Chance space and costs nothing, one of nine costs seven."""
    prices = range(1, 11)
    tried = prices_tried(prices, 45)
    played = {price: np.array([float(STOPS[45 - price])]) for price in tried}
    worth = worth_of_prices(prices, played, 45)
    assert [worth[price][0] for price in prices] == pytest.approx([STOPS[45 - price] for price in prices])
    assert (worth[2][0], worth[9][0]) == (45, 38)


def test_the_coach_has_a_word_when_one_can_only_pass() -> None:
    s = set_up([[3, 4], [1, 2, 5], [8, 9, 7]], 3, (2, 30, 30))
    s = game.apply(game.apply(s, 0, Bid(1)), 1, Bid(2))
    s = game.apply(s, 2, Pass())
    bot = make_bot(0, 3, s.options, COACH, random.Random(2))
    hint = bot.hint(game.view(s, 0), game.legal(s, 0), ())
    assert hint is not None and hint.best == Pass() and len(hint.chances) == 1


def test_a_stick_may_be_worth_having_because_another_wants_it() -> None:
    s = set_up([[3, 4, 6, 7], [1, 2, 4, 5], [8, 9]], 3, (40, 40, 40))
    bot = make_bot(0, 3, s.options, COACH, random.Random(2))
    hint = bot.hint(game.view(s, 0), game.legal(s, 0), ())
    assert hint is not None and hint.why.id == "hint-deny"


def test_a_beginner_climbs_and_never_starts_at_ten() -> None:
    """Even for a stick that wins the game the first bid is a small one."""
    s = set_up([[5, 5, 5], [1], [9]], 5, (50, 50, 50))
    for seed in range(60):
        bot = make_bot(0, 3, s.options, LEVELS["beginner"], random.Random(seed))
        choice = bot.choose(game.view(s, 0), game.legal(s, 0), ())
        assert choice is not None
        assert not isinstance(choice.action, Bid) or choice.action.amount <= 3


def test_the_coach_is_silent_where_the_difference_is_noise() -> None:
    """A bid is advised where it is better than a pass by more than the evaluation varies; else nothing is."""
    unsure = set_up([[4, 5, 6], [1, 2], [1, 9]], 4, (40, 40, 40))
    sure = set_up([[3, 4, 6, 7], [1, 9], [1, 9]], 5, (40, 40, 40))
    for seed in range(4):
        bot = make_bot(0, 3, unsure.options, COACH, random.Random(seed))
        assert bot.hint(game.view(unsure, 0), game.legal(unsure, 0), ()) is None
        assert bot.hint(game.view(sure, 0), game.legal(sure, 0), ()) is not None


def test_every_reason_can_be_said() -> None:
    figures = {
        "hint-four": ["40"],
        "hint-block": ["40"],
        "hint-bid": ["40", "3"],
        "hint-pass": ["40"],
        "hint-deny": ["40", "3"],
        "hint-worth": ["3"],
    }
    languages: tuple[Language, ...] = ("fr", "en")
    for (reason, expected), language in product(figures.items(), languages):
        sentence = Sentence(reason, {"percent": 40, "amount": 3})
        said = tell("cinq.games.five_millimetres", language, sentence, str)
        assert re.findall(r"\d+", said) == expected


def test_a_regular_beats_a_beginner() -> None:
    wins = 0.0
    for seed in range(60):
        levels = [LEVELS["beginner"], LEVELS["beginner"]]
        levels[seed % 2] = LEVELS["regular"]
        winners = played(levels, 500 + seed // 2, Options()).winners
        wins += (seed % 2 in winners) / len(winners)
    assert wins > 33
