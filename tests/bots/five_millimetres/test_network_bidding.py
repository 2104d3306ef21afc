"""The network that bids in 5 Millimètres: in which games, by which prices, and from what its seat sees."""

import random
from collections.abc import Iterator
from itertools import islice
from typing import cast

import numpy as np
from msgspec.structs import replace

from cinq.bots.bot import CHAMPION, decision_of, load_bots
from cinq.bots.five_millimetres.bot import LEVELS, FiveMillimetresBot, make_bot
from cinq.bots.five_millimetres.network_bidding import network_bid, network_limit, weights_for
from cinq.bots.five_millimetres.search import SampledAuction
from cinq.core.game import Seat
from cinq.core.play import by_chance
from cinq.fast.five_millimetres.bridge import project
from cinq.games import five_millimetres as game
from cinq.games import load_game
from cinq.games.five_millimetres import Options, State
from cinq.games.five_millimetres.rules import START, TOP_BID

GAME, BOTS = load_game("five-millimetres"), load_bots("cinq.games.five_millimetres")
NETWORK = weights_for(Options(), 2)
assert NETWORK is not None


def auctions(seed: int) -> Iterator[State]:
    """The states of a random game between two in which a seat speaks."""
    rng, s = random.Random(seed), game.start(2, Options())
    while actors := game.actors(s):
        actor = actors[0]
        if isinstance(actor, Seat):
            yield s
            s = game.apply(s, actor, rng.choice(list(game.legal(s, actor))))
        else:
            s = cast(State, GAME.apply(s, actor, by_chance(GAME, s, actor, rng)))


def sampled(s: State) -> SampledAuction:
    """The auction of the seat that speaks, with the true world as the only sample."""
    auction = game.view(s, s.to_speak).auction
    assert auction is not None and s.stand is not None
    length = np.array([s.lengths[s.stand] - 1])
    return SampledAuction(s.to_speak, auction, project(s)[None], length, s.options, 0.25)


def champion(players: int, options: Options) -> FiveMillimetresBot:
    return make_bot(0, players, options, LEVELS[CHAMPION], random.Random(0))


def test_the_champion_bids_by_the_network_where_it_has_learned() -> None:
    assert champion(2, Options()).network is not None
    others = (3, Options()), (2, Options(lone_stick=True)), (2, Options(sight="keen"))
    assert all(champion(*table).network is None for table in others)
    searching = replace(LEVELS[CHAMPION], network=False)
    assert make_bot(0, 2, Options(), searching, random.Random(0)).network is None


def test_bids_rise_by_a_coin_up_to_the_limit_or_jump_to_ten() -> None:
    assert NETWORK is not None
    kinds = set[str]()
    for s in (s for seed in range(6) for s in auctions(seed)):
        table, most = sampled(s), min(TOP_BID, s.money[s.to_speak])
        if most <= s.high:
            continue
        mine, theirs = (network_limit(table, seat, NETWORK) for seat in (s.to_speak, 1 - s.to_speak))
        jumps = mine == theirs == TOP_BID
        expected = 0 if mine <= s.high else TOP_BID if jumps else s.high + 1
        assert network_bid(table, most, NETWORK) == expected
        kinds.add("pass" if not expected else "jump" if jumps else "coin")
    assert kinds == {"pass", "jump", "coin"}


def test_the_network_pays_all_it_can_for_a_fourth_stick_alike() -> None:
    """It wins the game on the spot, to whoever takes it (MM-17)."""
    assert NETWORK is not None
    s = next(s for s in auctions(0) if s.stand is not None)
    hands, money = ((0, 1, 2), (3,)), (START, START)
    s = replace(
        s, lengths=(5, 5, 5, 9, 5), apparent=(), hands=hands, stand=4, money=money, high=0, leader=None
    )
    table = sampled(s)
    assert [network_limit(table, seat, NETWORK) for seat in (0, 1)] == [TOP_BID, TOP_BID]
    assert network_bid(table, TOP_BID, NETWORK) == TOP_BID


def test_the_choice_does_not_depend_on_true_lengths() -> None:
    """Nor on how long sticks look to the other seat."""
    for s in (s for seed in range(3) for s in auctions(seed)):
        seat = s.to_speak
        for other in islice(game.worlds(s, seat, random.Random(seat)), 2):
            choices = [
                BOTS.make_bot(seat, 2, s.options, LEVELS[CHAMPION], random.Random(1)).choose(
                    *decision_of(GAME, world, seat)
                )
                for world in (s, other)
            ]
            assert choices[0] == choices[1]
