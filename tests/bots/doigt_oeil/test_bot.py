"""The bot of Au doigt & à l'œil: honest, legal, human in time, and each level above the one below."""

import random
from itertools import combinations, islice
from statistics import median
from typing import cast

import pytest
from msgspec.structs import replace

from cinq.bots.bot import LADDER
from cinq.bots.doigt_oeil import bot as bots
from cinq.bots.doigt_oeil.bot import HEURISTICS, LEVELS, WEIGHED, Level
from cinq.bots.doigt_oeil.plan import fewest, rounds, unseen
from cinq.bots.doigt_oeil.reasons import why
from cinq.core.game import Action, is_seat
from cinq.core.texts import tell
from cinq.games import doigt_oeil, load_game
from cinq.games.doigt_oeil import Options, State
from cinq.games.doigt_oeil.components import NUMBER, deck
from cinq.games.doigt_oeil.stand_in import stand_in
from cinq.games.doigt_oeil.state import ANSWER, Add, Advantage, Challenge, Pick, Task
from cinq.games.doigt_oeil.turns import runs
from cinq.lab.arena import contest

game = load_game("doigt-oeil")
RULES = ("basic", "advanced", "simplified")


def share(one: Level, other: Level, pairs: int, rules: str = "basic") -> float:
    """What the first wins of so many pairs of games, the seats exchanged, the same cards."""
    options, won = Options(rules=rules), 0.0  # type: ignore[arg-type]
    for seed in range(pairs):
        for mine in (0, 1):
            levels = (one, other) if mine == 0 else (other, one)
            seats = [
                bots.make_bot(seat, 2, options, level, random.Random(f"{seed}/{seat}"))
                for seat, level in enumerate(levels)
            ]
            winners = contest(game, 2, options, seats, random.Random(seed), stand_in).winners  # type: ignore[arg-type]
            won += (mine in winners) / len(winners)
    return won / (2 * pairs)


@pytest.mark.parametrize(("better", "worse"), [("regular", "beginner"), ("champion", "regular")])
def test_each_level_is_above_the_one_below(better: str, worse: str) -> None:
    assert share(LEVELS[better], LEVELS[worse], 40) > 0.62


@pytest.mark.parametrize("heuristic", HEURISTICS)
def test_the_champion_is_above_every_rule_of_thumb(heuristic: str) -> None:
    assert share(LEVELS["champion"], HEURISTICS[heuristic], 12) > 0.7


@pytest.mark.parametrize("rules", RULES)
def test_bots_of_all_kinds_finish_a_game_by_the_rules(rules: str) -> None:
    """The arena refuses what a rule forbids."""
    for players, sets in ((2, 1), (3, 1), (5, 1), (8, 2)):
        options = Options(rules=rules, sets=sets)  # type: ignore[arg-type]
        levels = [*LEVELS.values(), *HEURISTICS.values()] * 2
        seats = [bots.make_bot(n, players, options, levels[n], random.Random(n)) for n in range(players)]
        assert contest(game, players, options, seats, random.Random(players), stand_in).winners  # type: ignore[arg-type]


def decisions(rules: str, seed: int) -> list[State]:
    """States of a random game in which a seat decides."""
    options, found = Options(rules=rules), []  # type: ignore[arg-type]
    s, rng = cast(State, game.start(3, options)), random.Random(seed)
    while who := game.actors(s):
        actor = who[0]
        if is_seat(actor):
            found.append(s)
            listed = game.legal(s, actor)
            action = listed[int(rng.random() * len(listed))]
        else:
            owed = game.chance(s)
            action = owed.sample(rng) if owed else stand_in(game, s, actor, rng)
        s = cast(State, game.apply(s, actor, action))
    return found


@pytest.mark.parametrize("level", LADDER)
def test_same_view_and_seed_same_choice_whatever_is_hidden(level: str) -> None:
    for s in decisions("advanced", 3)[::3]:
        actor = game.actors(s)[0]
        assert isinstance(actor, int)
        chosen = []
        for world in (s, *islice(doigt_oeil.worlds(s, actor, random.Random(7)), 3)):
            bot = bots.make_bot(actor, 3, Options(rules="advanced"), LEVELS[level], random.Random(11))
            chosen.append(bot.choose(doigt_oeil.view(world, actor), game.legal(world, actor), ()))
        assert len(set(map(repr, chosen))) == 1


def test_a_person_takes_a_persons_time() -> None:
    s = decisions("basic", 1)[0]
    seat = game.actors(s)[0]
    assert isinstance(seat, int)
    times = {}
    for name in LADDER:
        bot = bots.make_bot(seat, 3, Options(), LEVELS[name], random.Random(1))
        taken = [bot.choose(doigt_oeil.view(s, seat), game.legal(s, seat), ()) for _ in range(200)]
        times[name] = sorted(choice.after for choice in taken if choice)
    assert all(min(taken) >= bots.FASTEST and len(set(taken)) > 100 for taken in times.values())
    assert median(times["champion"]) < median(times["regular"]) < median(times["beginner"])


@pytest.mark.parametrize("rules", RULES)
def test_hints_are_legal_and_can_be_told(rules: str) -> None:
    told = set()
    for s in decisions(rules, 5):
        seat = game.actors(s)[0]
        assert isinstance(seat, int)
        bot = bots.make_bot(seat, 3, Options(rules=rules), LEVELS["champion"], random.Random(1))  # type: ignore[arg-type]
        hint = bot.hint(doigt_oeil.view(s, seat), game.legal(s, seat), ())
        if hint is None:
            assert len(game.legal(s, seat)) < 2
            continue
        assert hint.best is not None and game.refusal(s, seat, hint.best) is None
        assert hint.best in [chance.action for chance in hint.chances]
        assert all(0 <= chance.win <= 1 for chance in hint.chances)
        told.add(hint.why.id)
        for language in ("fr", "en"):
            assert tell("cinq.games.doigt_oeil", language, hint.why, str, seat)
    expected = {
        "basic": "hint-challenge",
        "advanced": "hint-challenge-points",
        "simplified": "hint-challenge",
    }
    assert {expected[rules], "hint-pick"} <= told


# ---------------------------------------------------------------- judgement


def splits(cards: tuple[str, ...]) -> int:
    """The fewest sets, by trying everything."""
    if not cards:
        return 0
    allowed = set(map(frozenset, runs(cards)))
    first, others = cards[0], cards[1:]
    ways = [(first, *more) for count in (0, 1, 2) for more in combinations(others, count)]
    return 1 + min(
        splits(tuple(c for c in cards if c not in way)) for way in ways if frozenset(way) in allowed
    )


def test_the_fewest_sets_against_brute_force() -> None:
    rng = random.Random(2)
    for _ in range(60):
        hand = tuple(rng.sample(deck(1, False), 7))
        counts = [0] * 13
        for c in hand:
            counts[NUMBER[c] - 1] += 1
        assert fewest(tuple(counts)) == splits(hand)


def test_rounds_grow_with_cards_and_advantages_alone_are_stranded() -> None:
    assert rounds(("A1", "A2", "A3"), False) < rounds(("A1", "A3", "A5"), False)
    assert rounds(("pivot-1",), False) > rounds(("A1", "B7"), False)
    assert [unseen(n) < unseen(n + 1) for n in range(30)] == [True] * 30
    assert unseen(2.5) == pytest.approx((unseen(2) + unseen(3)) / 2)


def answering(hands: tuple[tuple[str, ...], ...], cards: tuple[str, ...]) -> State:
    """Seat 1 has received these cards from seat 0."""
    s = cast(State, game.start(len(hands), Options()))
    gone = {*cards, *(c for hand in hands for c in hand)}
    rest = tuple(c for c in s.draw if c not in gone)
    task = Task(0, 1, cards, closers=() if hands[0] else (0,))
    return replace(s, phase=ANSWER, turn=0, hands=hands, draw=rest, task=task)


def choice(s: State, seat: int) -> Action:
    bot = bots.make_bot(seat, len(s.hands), Options(), LEVELS["champion"], random.Random(1))
    made = bot.choose(doigt_oeil.view(s, seat), game.legal(s, seat), ())
    assert made is not None
    return made.action


def test_the_champion_spoils_a_last_challenge() -> None:
    s = answering(((), ("B1", "pivot-1", "return-1", "spoilsport-1")), ("A1",))
    assert choice(s, 1) == Advantage("spoilsport-1")
    s = answering(((), ("B1", "B7", "return-1", "pivot-1")), ("B9",))
    assert choice(s, 1) == Advantage("return-1")


def test_the_champion_finishes_when_it_can() -> None:
    s = replace(answering((("A1", "A2", "A3"), ("B1", "B2")), ("D1",)), phase="challenge", task=None)
    made = choice(s, 0)
    assert isinstance(made, Challenge) and set(made.cards) == {"A1", "A2", "A3"}
    s = answering((("A1", "A2", "A3"), ("A10",)), ("A4",))
    assert choice(s, 1) == Add("A10")


def test_the_champion_adds_wood_before_the_last_piece() -> None:
    s = answering((("A1", "A2"), ("A7", "B1", "C9")), ("A4", "A5"))
    assert isinstance(choice(s, 1), Pick)


def test_of_very_many_challenges_only_some_are_weighed() -> None:
    s = replace(answering((deck(1, True)[:40], ("B1",)), ("D13",)), phase="challenge", task=None)
    listed = game.legal(s, 0)
    assert len(listed) > WEIGHED
    assert isinstance(choice(s, 0), Challenge)


def test_an_easy_challenge_is_not_called_hard() -> None:
    """A11 lies flat on the board, with both eyes and both hands."""
    s = replace(answering((("A11",), ("B1",)), ("D1",)), phase="challenge", task=None)
    easy, hard = ("A11", "pivot-1"), ("B9", "C9", "pivot-1")
    for hand, expected in ((easy, "hint-challenge-easy"), (hard, "hint-challenge")):
        view = doigt_oeil.view(replace(s, hands=(hand, ("B1",))), 0)
        assert why(view, Challenge(1, hand[:-1])).id == expected


def test_the_champion_gives_nothing_back_to_one_who_could_end_the_game_with_it() -> None:
    """Sent back to who holds a last card, a challenge is the way to get rid of it (DO-9, DO-19)."""
    mine = ("A1", "B7", "C9", "D12", "C4", "return-2")
    two = answering((("A8", "C12"), mine, ("C2", "D7", "A12")), ("B1", "D2"))
    one = answering((("A8",), mine, ("C2", "D7", "A12")), ("B1", "D2"))
    assert choice(two, 1) == Advantage("return-2")
    assert choice(one, 1) != Advantage("return-2")


def test_beginners_challenge_in_turn_and_with_few_cards() -> None:
    """Nobody waits for long at a table of beginners, and nobody is given three cards by one."""
    options, level = Options(hand=10), replace(LEVELS["beginner"], random_chance=0.0, in_turn_chance=1.0)
    seats = [bots.make_bot(seat, 3, options, level, random.Random(seat)) for seat in range(3)]
    given = list[Challenge]()
    watch = seats[0].watch

    def note(actor: object, shown: object, view: object) -> None:
        if isinstance(shown, Challenge):
            given.append(shown)
        watch(actor, shown, view)  # type: ignore[arg-type]

    seats[0].watch = note  # type: ignore[method-assign]
    contest(game, 3, options, seats, random.Random(5), stand_in)  # type: ignore[arg-type]
    assert len(given) > 6 and all(len(one.cards) <= 2 for one in given)
    for first in range(len(given) - 7):
        assert len({one.target for one in given[first : first + 8]}) == 3


def test_everybody_looks_at_a_fall_before_they_go_on() -> None:
    s = decisions("basic", 1)[0]
    seat = game.actors(s)[0]
    assert isinstance(seat, int)
    bot = bots.make_bot(seat, 3, Options(), LEVELS["champion"], random.Random(1))
    bot.fallen = True
    choice = bot.choose(doigt_oeil.view(s, seat), game.legal(s, seat), ())
    assert choice and choice.after > bots.LOOK
