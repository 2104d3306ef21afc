"""The network of 5 ou Moins: it sees what its seat knows, and the bot shows it what self-play shows it."""

import random
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np
import pytest

from cinq.bots.bot import CHAMPION
from cinq.bots.five_or_less.belief import Memory
from cinq.bots.five_or_less.judge import judge_of, judged, weights_for
from cinq.bots.five_or_less.levels import LEVELS
from cinq.core.game import DEALER, Seat
from cinq.fast.five_or_less.bridge import encode, project
from cinq.fast.five_or_less.knowledge import count_unseen, follow, inputs_of
from cinq.fast.five_or_less.row import DRAW
from cinq.fast.five_or_less.value import judge_all, value_of
from cinq.fast.kernel import Words
from cinq.games import five_or_less as game
from cinq.games.five_or_less.cards import End, Options, State
from cinq.games.five_or_less.powers import StartPower
from cinq.games.five_or_less.quick import QuickDiscard
from cinq.games.five_or_less.rules import Card, Move
from cinq.lab.learning.network import Weights, random_weights

Kept = Words


def random_network(players: int) -> Weights:
    return random_weights(inputs_of(players), 8, np.random.default_rng(players))


def played(players: int, seed: int, memories: list[Memory], kept: Kept) -> Iterator[State]:
    """The states of one round of random play, in which memories watch and kept cards are followed."""
    rng, s = random.Random(seed), game.start(players, Options())
    while s.round < 2 and game.actors(s):
        actor = s.turn if s.turn in game.actors(s) and rng.random() < 0.9 else rng.choice(game.actors(s))
        chance, listed = game.chance(s), list(game.legal(s, actor))
        if rng.random() < 0.9:
            listed = [action for action in listed if not isinstance(action, QuickDiscard)] or listed
        action = chance.sample(rng) if chance else rng.choice(listed)
        before, s = s, game.apply(s, actor, action)
        if isinstance(actor, int):
            follow(project(before), actor, encode(action, project(before), actor), kept)
        for seat, memory in enumerate(memories):
            memory.watch(actor, game.seen(before, seat, actor, action), game.view(s, seat))
        yield s


def decisions(players: int, seed: int) -> Iterator[tuple[State, Sequence[Move], Memory, Kept]]:
    """The decisions of a round that a network judges."""
    rng, kept = random.Random(0), np.zeros(6, np.int64)
    memories = [Memory(seat, players, 1.0, 1.0, 0.0, rng) for seat in range(players)]
    for s in played(players, seed, memories, kept):
        seats = [seat for seat in game.actors(s) if seat == s.turn and s.phase not in ("deal", "look")]
        for seat in seats:
            turn = [action for action in game.legal(s, seat) if not isinstance(action, QuickDiscard)]
            if len(turn) > 1 and not any(isinstance(action, StartPower) for action in turn):
                yield s, turn, memories[s.turn], kept


def by_kernel(s: State, seat: Seat, actions: Sequence[Move], kept: Kept, weights: Any) -> list[float]:
    """The chances by the network as self-play asks for them, but for the expectation over drawn cards."""
    row, judge = project(s), judge_of(weights)
    judge.kept[:] = kept
    count_unseen(row, seat, judge.pool)
    wins = np.zeros(len(actions))
    judge_all(row, seat, np.array([encode(action, row, seat) for action in actions]), judge, wins)
    return [float(win) for win in wins]


@pytest.mark.parametrize("players", [2, 4])
def test_the_bot_shows_the_network_what_self_play_shows_it(players: int) -> None:
    weights, kinds = random_network(players), set[str]()
    for seed in range(12):
        for s, turn, memory, kept in decisions(players, seed):
            pool = memory.unseen(True, game.view(s, memory.seat).drawn)
            _, chances = judged(game.view(s, memory.seat), memory, pool, turn, weights)
            assert [chance.win for chance in chances] == pytest.approx(
                by_kernel(s, memory.seat, turn, kept, weights), abs=1e-6
            ), (s, turn)
            kinds |= {type(action).__name__ for action in turn}
    assert kinds >= {"Draw", "Take", "Swap", "DiscardDrawn", "EndTurn", "Power"}


def test_no_unseen_card_moves_the_network() -> None:
    weights, rng = random_network(2), random.Random(3)
    for seed in range(6):
        for s, turn, memory, kept in decisions(2, seed):
            wanted = by_kernel(s, memory.seat, turn, kept, weights)
            for other in islice(game.worlds(s, memory.seat, rng), 2):
                assert by_kernel(other, memory.seat, turn, kept, weights) == wanted


def test_a_draw_is_worth_the_mean_of_what_the_cards_are_worth() -> None:
    weights = random_network(2)
    s, turn, memory, kept = next(one for one in decisions(2, 1) if one[0].phase == "turn")
    row, judge = project(s), judge_of(weights)
    count_unseen(row, memory.seat, judge.pool)
    unseen, value = judge.pool.copy(), 0.0
    for card in range(1, 17):
        drawn = game.apply(s, memory.seat, turn[0])
        if unseen[card]:
            drawn = game.apply(drawn, DEALER, Card(card - 2))
            listed = [a for a in game.legal(drawn, memory.seat) if not isinstance(a, QuickDiscard)]
            value += unseen[card] / unseen[0] * max(by_kernel(drawn, memory.seat, listed, kept, weights))
    judge.kept[:] = kept
    wins = np.zeros(1)
    judge_all(row, memory.seat, np.array([DRAW]), judge, wins)
    assert wins[0] == pytest.approx(value, abs=1e-3)
    assert value_of(row, memory.seat, DRAW, judge) != pytest.approx(wins[0], abs=1e-6)


def test_the_champion_asks_it_in_games_of_the_kind_it_learned() -> None:
    assert LEVELS[CHAMPION].network

    def asked(players: int, options: Options) -> bool:
        return weights_for(game.view(game.start(players, options), 0)) is not None

    assert asked(2, Options()) and asked(2, Options(end=End(points=50)))
    assert not asked(2, Options(end=End(rounds=3)))
    assert not asked(2, Options(powers=False))
    assert not asked(3, Options())
