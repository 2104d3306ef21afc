"""The bot of 5 ou Moins: what they remember is what was seen, and nothing hidden moves them."""

import copy
import random
from collections.abc import Sequence
from itertools import islice, product
from statistics import median
from typing import cast

import numpy as np
import pytest
from msgspec.structs import replace

from cinq.bots.bot import LADDER
from cinq.bots.five_or_less import rollout, search
from cinq.bots.five_or_less.belief import Memory, Note, chance_of_five
from cinq.bots.five_or_less.bot import HEURISTICS, LEVELS, FiveOrLessBot, Level, make_bot
from cinq.core.game import DEALER, Actor, OpenChoice, Seat
from cinq.core.texts import tell
from cinq.games import five_or_less as game
from cinq.games.five_or_less.cards import End, Options, State
from cinq.games.five_or_less.components import deck
from cinq.games.five_or_less.quick import QuickDiscard
from cinq.games.five_or_less.rules import EndTurn, Move
from cinq.games.five_or_less.scoring import points
from cinq.games.five_or_less.view import Place, Top, View

SHORT = Options(end=End(points=30))
QUICK = replace(LEVELS["champion"], samples=24)


class Table:
    """A table of bots at which the quickest acts, as at a live one."""

    def __init__(self, levels: list[Level], options: Options, seed: int) -> None:
        self.rng, self.state = random.Random(seed), game.start(len(levels), options)
        self.bots = [
            make_bot(i, len(levels), options, x, random.Random(f"{seed} {i}")) for i, x in enumerate(levels)
        ]
        self.settled = 0.0

    def question(self, seat: Seat) -> tuple[View, Sequence[Move], tuple[OpenChoice, ...]]:
        return game.view(self.state, seat), game.legal(self.state, seat), ()

    def next_line(self) -> tuple[Actor, Move]:
        who = game.actors(self.state)
        if who == (DEALER,):
            return DEALER, game.chance(self.state).sample(self.rng)
        seats = [actor for actor in who if isinstance(actor, int)]
        choices = [(self.bots[seat].choose(*self.question(seat)), seat) for seat in seats]
        said = [(choice.after, seat, choice.action) for choice, seat in choices if choice is not None]
        _, seat, action = min(said, key=lambda line: line[:2])
        return seat, cast(Move, action)

    def line(self, actor: Actor, action: Move) -> None:
        assert game.refusal(self.state, actor, action) is None
        before, self.state = self.state, game.apply(self.state, actor, action)
        for seat, bot in enumerate(self.bots):
            bot.watch(actor, game.seen(before, seat, actor, action), game.view(self.state, seat))

    def play(self, limit: int = 5_000) -> State:
        for _ in range(limit):
            if not game.actors(self.state):
                return self.state
            self.line(*self.next_line())
        raise AssertionError("the bots do not end the game")


def wins(level: Level, other: Level, games: int, options: Options) -> float:
    """The share of games won against one opponent, seats in turn and cards alike."""
    won = 0.0
    for number in range(games):
        seat = number % 2
        levels = [level, other] if seat == 0 else [other, level]
        result = game.result(Table(levels, options, number // 2).play())
        won += (seat in result.winners) / len(result.winners)
    return won / games


# ---------------------------------------------------------------- memory


@pytest.mark.parametrize("players", [2, 3, 6])
def test_a_perfect_memory_is_exactly_what_was_seen_and_could_be_followed(players: int) -> None:
    rng = random.Random(players)
    s = game.start(players, Options(end=End(rounds=3)))
    memories = [Memory(seat, players, 1.0, 1.0, 0.0, rng) for seat in range(players)]
    while who := game.actors(s):
        actor = s.turn if s.turn in who and rng.random() < 0.9 else who[int(rng.random() * len(who))]
        chance, listed = game.chance(s), list(game.legal(s, actor))
        if rng.random() < 0.9:
            listed = [action for action in listed if not isinstance(action, QuickDiscard)] or listed
        action = chance.sample(rng) if chance else listed[int(rng.random() * len(listed))]
        before, s = s, game.apply(s, actor, action)
        for seat, memory in enumerate(memories):
            memory.watch(actor, game.seen(before, seat, actor, action), game.view(s, seat))
            if s.phase not in ("deal", "over"):
                agrees(s, seat, memory)


def agrees(s: State, seat: Seat, memory: Memory) -> None:
    hidden = list(s.pile)
    for hand, notes in zip((*s.hands, s.under), (*memory.hands, dict(enumerate(memory.under))), strict=True):
        assert {slot for slot, card in enumerate(hand) if card} == notes.keys()
        for slot, card in enumerate(hand):
            if card is not None:
                known = card.known >> seat & 1
                assert notes[slot].value == (card.value if known else None)
                assert notes[slot].knowers == card.known
                hidden += [] if known else [card.value]
    assert memory.heap == list(s.heap)
    held = s.drawn is not None and s.turn == seat
    if s.drawn is not None and not held:
        hidden.append(s.drawn.value)
    assert memory.unseen(True, s.drawn.value if held else None) == sorted(hidden)


def test_memory_fades_by_level() -> None:
    left = dict[str, int]()
    for name in LADDER:
        level, rng = LEVELS[name], random.Random(1)
        s = game.start(2, Options())
        bot = make_bot(0, 2, Options(), level, rng)
        deal = game.chance(s).sample(rng)
        bot.watch(DEALER, game.seen(s, 0, DEALER, deal), game.view(game.apply(s, DEALER, deal), 0))
        for _ in range(30):
            bot.memory._fade()
        left[name] = sum(note.value is not None for note in bot.memory.hands[0].values())
    assert left["beginner"] < left["champion"] == 3


def test_chance_of_five_by_brute_force() -> None:
    pool = [-1, 0, 0, 3, 5, 7, 14]
    for known, blind in product((-1, 0, 3, 5, 6), (0, 1, 2, 3)):
        sums = [known + sum(cards) for cards in product(pool, repeat=blind)]
        assert chance_of_five(known, blind, pool) == pytest.approx(sum(t <= 5 for t in sums) / len(sums))


# ---------------------------------------------------------------- honesty


@pytest.mark.parametrize("level", [LEVELS["beginner"], LEVELS["regular"], replace(QUICK, samples=6)])
def test_nothing_hidden_moves_a_bot(level: Level) -> None:
    """Same view, same seed, same choice, whatever the cards it may not know."""
    table, rng, asked = Table([level] * 3, Options(end=End(rounds=1)), 5), random.Random(5), 0
    while game.actors(table.state):
        for seat in range(3):
            if seat not in game.actors(table.state):
                continue
            said = copy.deepcopy(table.bots[seat]).choose(*table.question(seat))
            for world in islice(game.worlds(table.state, seat, rng), 1):
                there = game.view(world, seat), game.legal(world, seat), ()
                assert copy.deepcopy(table.bots[seat]).choose(*there) == said
                asked += 1
        table.line(*table.next_line())
    assert asked > 50


def test_the_same_seed_plays_the_same_game() -> None:
    assert Table([LEVELS["regular"]] * 3, SHORT, 1).play() == Table([LEVELS["regular"]] * 3, SHORT, 1).play()


# ---------------------------------------------------------------- hands like a person's


def test_reactions_are_a_persons() -> None:
    times = dict[str, list[float]]()
    for name in LADDER:
        bot = FiveOrLessBot(0, 2, Options(), LEVELS[name], random.Random(name))
        times[name] = [bot._seconds(bot.level.reaction, bot.level.spread) for _ in range(2_000)]
        assert min(times[name]) >= 0.28
        assert median(times[name]) == pytest.approx(LEVELS[name].reaction, rel=0.05)
    assert median(times["beginner"]) > 1.5  # a newcomer can win a race against one
    pairs = zip(times["champion"], times["regular"], strict=True)
    assert 0.05 < sum(slow < fast for fast, slow in pairs) / 2_000 < 0.4  # not always first


# ---------------------------------------------------------------- sampled rounds


def imagined(rng: random.Random, players: int) -> np.ndarray:
    """A dealt table, as the search lays it out."""
    cards, t = list(deck()), rollout.new_table()
    rng.shuffle(cards)
    for seat in range(players):
        t[rollout.HELD, seat], t[rollout.KNOWN + seat, :3] = 5, 1
        t[seat, :5] = [cards.pop() for _ in range(5)]
    t[rollout.HEAP, 0] = cards.pop()
    t[rollout.PILE, : len(cards)] = cards
    t[rollout.NOW, :8] = players, len(cards), 1, 0, 0, 0, 1, 1 + rng.getrandbits(50)
    return t


@pytest.mark.parametrize("players", [2, 3, 6])
def test_a_round_played_on_keeps_every_card_and_scores_by_the_rules(players: int) -> None:
    rng, called = random.Random(players), 0
    for _ in range(300):
        t = imagined(rng, players)
        rollout.play_on(t)
        hands = [t[seat, : t[rollout.HELD, seat]].tolist() for seat in range(players)]
        piles = (
            t[rollout.PILE, : t[rollout.NOW, rollout.PILED]].tolist()
            + t[rollout.HEAP, : t[rollout.NOW, rollout.HEAPED]].tolist()
        )
        assert sorted([*piles, *(card for hand in hands for card in hand)]) == sorted(deck())
        callers = tuple(t[rollout.CALLERS, : t[rollout.NOW, rollout.CALLED]].tolist())
        if callers:
            called += 1
            lowest = search.lowest_call(t)
            made = tuple(search.gained(t, seat, lowest) for seat in range(players))
            assert made == points(tuple(map(sum, hands)), callers)
    assert called > 250


def test_the_search_sees_a_won_call_and_a_lost_one() -> None:
    for cards, call in ((0, 0, 1), True), ((7, 7, 7), False):
        memory = Memory(0, 2, 1.0, 1.0, 0.0, random.Random(1))
        memory.hands = [
            {slot: Note(value, 3) for slot, value in enumerate(cards)},
            {0: Note(9, 3), 1: Note(9, 3)},
        ]
        memory.heap = [5]
        places = tuple(tuple(Place(slot, None) for slot in hand) for hand in memory.hands)
        view = replace(game.view(game.start(2, Options()), 0), phase="end", turn=0)
        view = replace(view, hands=places, discard=Top(5, 1, False))
        ends = [(0.0, EndTurn(False)), (0.0, EndTurn(True))]
        best, chances = search.weigh(view, memory, [6] * 20, ends, 200, random.Random(2))
        assert best == EndTurn(call)
        assert abs(chances[1].win - chances[0].win) > 0.05


# ---------------------------------------------------------------- strength


def test_the_ladder() -> None:
    assert wins(LEVELS["regular"], LEVELS["beginner"], 20, Options()) >= 0.75
    assert wins(LEVELS["champion"], LEVELS["regular"], 12, Options()) >= 0.6


@pytest.mark.parametrize("heuristic", HEURISTICS)
def test_rules_of_thumb_play_to_the_end(heuristic: str) -> None:
    assert game.result(Table([HEURISTICS[heuristic]] * 2, SHORT, 3).play()) is not None


# ---------------------------------------------------------------- the coach


def test_hints_have_reasons_and_chances() -> None:
    table, told = Table([QUICK] * 2, Options(end=End(points=40)), 8), set[str]()
    while game.actors(table.state):
        seat = table.state.turn
        if seat in game.actors(table.state) and (
            hint := copy.deepcopy(table.bots[seat]).hint(*table.question(seat))
        ):
            assert game.refusal(table.state, seat, cast(Move, hint.best)) is None
            for language in ("fr", "en"):
                assert tell("cinq.games.five_or_less", language, hint.why, "Seat {}".format, seat)
            assert all(0 <= chance.win <= 1 for chance in hint.chances)
            told.add(hint.why.id)
        table.line(*table.next_line())
    usual = {"hint-draw", "hint-swap", "hint-discard", "hint-call", "hint-wait", "hint-snap"}
    assert {*usual, "hint-swap-unknown", "hint-swap-heavy"} <= told
