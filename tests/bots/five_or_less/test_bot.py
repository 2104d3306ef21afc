"""The bot of 5 ou Moins: what it remembers is what was seen, and nothing hidden changes its choice."""

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
from cinq.bots.five_or_less import search
from cinq.bots.five_or_less.belief import Memory, Note, chance_of_five
from cinq.bots.five_or_less.bot import HEURISTICS, LEVELS, FiveOrLessBot, Level, make_bot
from cinq.bots.five_or_less.reasons import why
from cinq.bots.five_or_less.remembered_round import remembered
from cinq.core.game import DEALER, Actor, OpenChoice, Seat
from cinq.core.texts import tell
from cinq.fast import load
from cinq.fast.five_or_less import rollout
from cinq.fast.five_or_less.bridge import project
from cinq.fast.five_or_less.cards import place
from cinq.fast.five_or_less.row import (
    CALLERS,
    COUNTS,
    DEAL,
    HEAP,
    OUTCOME,
    OVER,
    PHASE,
    PILE,
    PILE_SIZE,
    TOP,
    UNDER,
    UNDER_SIZE,
    VALUE,
    ZERO,
)
from cinq.fast.kernel import Words
from cinq.games import five_or_less as game
from cinq.games.five_or_less.cards import End, Options, State
from cinq.games.five_or_less.components import deck
from cinq.games.five_or_less.powers import Power
from cinq.games.five_or_less.quick import QuickDiscard
from cinq.games.five_or_less.rules import DiscardDrawn, EndTurn, Move, Swap, Take
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


def whole_deck(row: Words, players: int) -> list[int]:
    """All cards of a row, wherever they lie."""
    found = [int(row[at]) & VALUE for seat in range(players) for at in range(*hand_of(row, seat))]
    found += [int(row[UNDER + at]) & VALUE for at in range(int(row[UNDER_SIZE]))]
    found += [*counted(row, PILE), *counted(row, HEAP), int(row[TOP])]
    return sorted(card - ZERO for card in found)


def counted(row: Words, words: int) -> list[int]:
    """The cards that two words count."""
    counts = {card: int(row[words + (card - 1) // 8]) >> 8 * ((card - 1) % 8) & 255 for card in range(1, 17)}
    return [card for card, count in counts.items() for _ in range(count)]


def hand_of(row: Words, seat: int) -> tuple[int, int]:
    return place(seat, 0), place(seat, int(row[COUNTS + seat]))


@pytest.mark.parametrize("players", [2, 3, 6])
def test_a_round_played_on_keeps_every_card_and_ends_with_a_call(players: int) -> None:
    """Rounds from the deal by the rollouts' policy; that these are the rules is the kernel's own proof."""
    engine, ended = load("five-or-less"), 0
    rows, outcome = engine.rows(300, players, Options(), 7), np.zeros(OUTCOME, np.int64)
    engine.finish(rows, limit=1)
    for s in rows:
        rollout.play_on(s, 0, np.array(counted(s, PILE)), outcome)
        assert whole_deck(s, players) == sorted(deck())
        ended += int(s[PHASE]) in (DEAL, OVER) and s[CALLERS] != 0
    assert ended > 250


def test_an_imagined_world_is_what_is_remembered() -> None:
    """In a game between champions, from every seat: known cards stay, the others are unseen ones."""
    table, checked = Table([QUICK] * 3, SHORT, 5), 0
    for _ in range(150):
        table.line(*table.next_line())
        for seat, bot in enumerate(table.bots):
            view = game.view(table.state, seat)
            if view.phase in ("turn", "end") and table.state.owed is None:
                pool = bot.memory.unseen(True, view.drawn)
                world = remembered(view, bot.memory, pool)
                rollout.imagine(*world, np.zeros(len(pool), np.int64))
                assert whole_deck(world.row, 3) == sorted(deck())
                true = project(table.state)
                hands = [at for other in range(3) for at in range(*hand_of(true, other))]
                known = [at for at in hands if at not in world.unknown]
                assert [world.row[at] for at in known] == [true[at] for at in known]
                assert world.row[PILE_SIZE] == true[PILE_SIZE]
                checked += 1
    assert checked > 100


def test_actions_that_are_compared_meet_the_same_cards() -> None:
    """Both of two equal actions have the same chance, to the last digit."""
    memory = Memory(0, 2, 1.0, 1.0, 0.0, random.Random(1))
    memory.hands = [{0: Note(4, 3), 1: Note(None, 0)}, {0: Note(9, 3), 1: Note(None, 2)}]
    memory.heap = [5]
    view = replace(game.view(game.start(2, Options()), 0), phase="end", turn=0, discard=Top(5, 1, False))
    places = tuple(tuple(Place(slot, None) for slot in hand) for hand in memory.hands)
    ends = [(0.0, EndTurn(False)), (0.0, EndTurn(False))]
    pool = memory.unseen(True, None)
    _, chances = search.weigh(replace(view, hands=places), memory, pool, ends, 200, random.Random(2))
    assert chances[0].win == chances[1].win > 0


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


HANDS = ({0: 4, 1: 12, 2: None}, {0: 14, 1: 1, 2: None})
"""What seat 0 knows of its own cards and of its opponent's."""


@pytest.mark.parametrize(
    ("action", "told"),
    [
        (Power(target=1, target_slot=0), "Remplace le 14 de Bob."),
        (Power(target=1, target_slot=2), "Remplace une carte de Bob : elle est sans doute basse."),
        (Power(slot=0, target=1, target_slot=0), "Échange ton 4 contre le 14 de Bob."),
        (
            Power(slot=2, target=1, target_slot=1),
            "Échange une carte que tu ne connais pas contre le 1 de Bob.",
        ),
        (Power(slot=0, target=1), "Donne ton 4 à Bob : une carte de moins pour toi."),
        (Power(slot=2, target=1), "Donne à Bob une carte que tu ne connais pas : une de moins pour toi."),
        (Swap(0), "Ce 14 à la place de ton 4 : son pouvoir jouera quand il quittera ton jeu."),
        (Swap(1), "Ton 12 part contre ce 14 : tu pourras jouer son pouvoir."),
        (Take(0), "Prends ce 3 à la place de ton 4."),
        (DiscardDrawn(), "Ce 14 n’arrange rien : défausse-le."),
    ],
)
def test_a_reason_is_true_of_the_cards_it_speaks_of(action: Move, told: str) -> None:
    power = {(False, True): 8, (True, True): 10, (True, False): 14}
    pending = (
        power.get((action.slot is not None, action.target_slot is not None))
        if isinstance(action, Power)
        else None
    )
    view = replace(
        game.view(game.start(2, Options()), 0), drawn=14, discard=Top(3, 1, False), pending_power=pending
    )
    reason = tell("cinq.games.five_or_less", "fr", why(view, action, 0, HANDS), ("Ana", "Bob").__getitem__, 0)
    assert reason.replace("\u202f", " ").replace("\xa0", " ") == told
    pair = why(replace(view, drawn=4), DiscardDrawn(), 0, HANDS)
    assert (
        pair.id == "hint-pair"
        and why(replace(view, drawn=5), DiscardDrawn(), 0, HANDS).id == "hint-discard-plain"
    )
