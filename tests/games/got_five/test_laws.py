"""Got Five! keeps the laws of all games, whatever the options."""

import random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from cinq.core.game import DEALER, WORLD, Action, Actor, Value
from cinq.core.laws import check_all, check_state, everyone, no_leak_in_line, survives_json
from cinq.core.log import Line, header_of, replay
from cinq.games import got_five, load_game
from cinq.games.got_five import Move, Options, State, worlds
from cinq.games.got_five.components import COLOURS
from cinq.games.got_five.rules import Announce, Compare, Pass, Rank, Reveal, Tile
from cinq.games.got_five.view import possible

game = load_game("got-five")
tables = st.integers(2, 4).flatmap(
    lambda players: st.tuples(
        st.just(players),
        st.builds(
            Options,
            first=st.none() | st.integers(0, players - 1),
            notes=st.sampled_from(["manual", "assisted"]),
        ),
    )
)
ANNOUNCED = 0.01
"""How often somebody announces in a game that is to last."""


def conserved(s: Value) -> None:
    """Sixty tiles, each in one place."""
    assert isinstance(s, State)
    tiles = [*s.open, *(n for pile in s.reserve for n in pile)]
    for rack in s.racks:
        tiles += [*rack.numbers, *(n for notch in rack.notches for n in notch)]
        tiles += [compared.tile for before in rack.compared for compared in before]
    assert sorted(tiles) == list(range(1, 61))


@settings(max_examples=25)
@given(table=tables, seed=st.integers(0, 2**32))
def test_laws(table: tuple[int, Options], seed: int) -> None:
    check_all(game, *table, random.Random(seed), conserved=conserved)


@settings(max_examples=6)
@given(table=tables, seed=st.integers(0, 2**32))
def test_laws_in_games_that_last(table: tuple[int, Options], seed: int) -> None:
    """Random seats that nearly always wait for their turn, down to the last tile."""
    (players, options), rng, lines = table, random.Random(seed), list[Line]()
    s = got_five.start(players, options)
    while got_five.actors(s):
        check_state(game, s, players, rng)
        conserved(s)
        actor, action = _line(s, rng)
        survives_json(game, action)
        assert game.refusal(s, actor, action) is None
        for seat in everyone(players):
            no_leak_in_line(game, s, (actor, action), seat, rng)
        before, s = s, got_five.apply(s, actor, action)  # type: ignore[arg-type]
        for seat in everyone(players):
            assert got_five.story(got_five.view(before, seat), got_five.view(s, seat)), (
                "a line without a story"
            )
        lines.append(Line(0.0, actor, action))
    check_state(game, s, players, rng)
    conserved(s)
    assert replay(game, header_of(game, players, options), lines) == s


def _line(s: State, rng: random.Random) -> tuple[Actor, Action]:
    chance = got_five.chance(s)
    if chance is not None:
        return DEALER, chance.sample(rng)
    if rng.random() < ANNOUNCED:
        seat = rng.choice(s.alive)
        (template,) = got_five.open_choices(s, seat)
        return seat, Announce(s.racks[seat].numbers) if rng.random() < 0.2 else template.sample(rng)
    return s.turn, rng.choice(got_five.legal(s, s.turn))


def _middle(seed: int, players: int, lines: int) -> State:
    """A game after some lines, nobody having announced."""
    s, rng = got_five.start(players, Options()), random.Random(seed)
    for _ in range(lines):
        chance = got_five.chance(s)
        actor: Actor = DEALER if chance else s.turn
        action = chance.sample(rng) if chance else rng.choice(got_five.legal(s, s.turn))
        s = got_five.apply(s, actor, action)
    return s


def test_worlds_reach_every_hand_that_fits() -> None:
    """Nothing that a seat may think possible is left out, and only its own rack and the reserve change."""
    s, rng = _middle(4, 3, 31), random.Random(1)
    v = got_five.view(s, 1)
    hands = possible(v, 1)
    found = set()
    for other, _ in zip(worlds(s, 1, rng), range(40 * hands.count), strict=False):
        found.add(other.racks[1].numbers)
        conserved(other)
        assert got_five.view(other, 1) == v
        assert msgspec.structs.replace(other, racks=s.racks, reserve=s.reserve) == s
    assert 1 < hands.count == len(found)
    assert s.racks[1].numbers in found


def test_worlds_of_a_spectator_move_every_rack() -> None:
    s, rng = _middle(4, 3, 10), random.Random(1)
    for seat in range(3):
        drawn = {other.racks[seat].numbers for other, _ in zip(worlds(s, None, rng), range(20), strict=False)}
        assert len(drawn) > 10


def test_worlds_leave_out_what_was_announced_wrongly() -> None:
    s, rng = _middle(4, 3, 31), random.Random(1)
    v = got_five.view(s, 0)
    wrong = next(h for _ in range(999) if (h := possible(v, 0).draw(rng)) != s.racks[0].numbers)
    s = got_five.apply(s, 0, Announce(wrong))
    for seat in (0, None):
        found = {other.racks[0].numbers for other, _ in zip(worlds(s, seat, rng), range(2_000), strict=False)}
        assert wrong not in found
        assert s.racks[0].numbers in found


def test_the_menu_is_all_that_is_not_refused() -> None:
    """Whatever can be spelt, by anybody, at any moment: allowed if and only if it is on the menu."""
    spelt: list[Move] = [*map(Reveal, COLOURS), Pass()]
    for n in (-1, *range(62), 10**20):
        spelt += [Rank(n), Tile(n), *(Compare(n, slot) for slot in (-6, -1, 0, 1, 2, 3, 4, 5, 10**20))]
    for players, lines in ((2, 0), (2, 1), (2, 2), (3, 3), (3, 40), (2, 136), (2, 140), (2, 142), (4, 112)):
        s = _middle(9, players, lines)
        for actor in (*range(-1, 5), DEALER, WORLD):
            allowed = [action for action in spelt if got_five.refusal(s, actor, action) is None]
            assert set(allowed) == set(got_five.legal(s, actor))
