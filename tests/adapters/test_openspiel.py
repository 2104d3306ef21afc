"""OpenSpiel's own checks, its own search, and the rules as judge of every line that the adapter writes."""

import os
import pickle
import random
import runpy
import unittest
from collections import defaultdict
from collections.abc import Callable
from math import log
from pathlib import Path
from statistics import mean, pstdev
from typing import Any, cast

import numpy as np
import pytest

pytest.importorskip("pyspiel", reason="needs the extra 'research'")

import pyspiel
from msgspec.structs import replace
from open_spiel.integration_tests import api_test
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import generate_playthrough, mcts, outcome_sampling_mccfr, tabular_qlearner

from cinq.adapters import openspiel
from cinq.adapters.openspiel.dix_mille import throws
from cinq.adapters.openspiel.five_millimetres import LOOKS
from cinq.core.game import step
from cinq.fast.kernel import load_kernel
from cinq.games import dix_mille
from cinq.games.dix_mille import rules as dm
from cinq.games.five_millimetres import rules as mm
from cinq.games.five_or_less.cards import State
from cinq.games.five_or_less.powers import Power
from cinq.games.got_five import rules as gf
from cinq.games.got_five.components import BOX, COLOURS

SHORT = (
    "python_dix_mille(target=1000,max_moves=120)",
    "python_dix_mille(players=7,target=1000,max_moves=60)",
    "python_five_millimetres(players=3)",
    "python_five_millimetres(sight=exact)",
    "python_got_five(players=3)",
    "python_five_or_less(players=3,rounds=2,max_moves=150)",
)
RECALLED = (
    "python_got_five(recall=20)",
    "python_five_millimetres(recall=40)",
    "python_five_millimetres(players=3,sight=exact,recall=40)",
    "python_five_or_less(players=3,rounds=1,recall=40)",
)
"""Hidden information, with information states as tensors."""
GOLDEN = {
    "dix_mille": "python_dix_mille(target=1000,max_moves=12)",
    "five_millimetres": "python_five_millimetres",
    "got_five": "python_got_five",
    "five_or_less": "python_five_or_less(rounds=1,max_moves=25)",
}
PLAYTHROUGHS = Path(__file__).parent / "playthroughs"


def drawn(state: openspiel.CinqState, rng: random.Random) -> int:
    """A code of chance, with its probability."""
    codes, odds = zip(*state.chance_outcomes(), strict=True)
    return int(rng.choices(codes, odds)[0])


def any_code(state: openspiel.CinqState, rng: random.Random) -> int:
    """A code for whoever is to move."""
    return drawn(state, rng) if state.is_chance_node() else rng.choice(state.legal_actions())


def played(game: str, seed: int) -> openspiel.CinqState:
    """A game of random choices."""
    rng = random.Random(seed)
    state: openspiel.CinqState = pyspiel.load_game(game).new_initial_state()
    while not state.is_terminal():
        state.apply_action(any_code(state, rng))
    return state


@pytest.mark.parametrize("game", [*SHORT, *RECALLED])
def test_openspiel_simulates_and_serialises_it(game: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(game), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("game", SHORT)
def test_the_rules_allow_every_line(game: str) -> None:
    for seed in range(5):
        position = played(game, seed).position
        lines = [line for line in position.lines() if line.action is not None]
        loaded = pyspiel.load_game(game)
        table = loaded.encoding.game.start(loaded.players, loaded.options)
        for line in lines:
            table = step(loaded.encoding.game, table, line.actor, line.action)
        assert table == position.table


@pytest.mark.parametrize("game", SHORT)
def test_a_menu_has_every_action_that_the_rules_list(game: str) -> None:
    """Each listed action has a code of its own, or begins with a code that others share."""
    state, rng = pyspiel.load_game(game).new_initial_state(), random.Random(3)
    while not state.is_terminal():
        if not state.is_chance_node() and not state.position.draft:
            assert reachable(state) == {*listed(state)}
        state.apply_action(any_code(state, rng))


def listed(state: openspiel.CinqState) -> list[object]:
    """What the rules list for the seat that is asked."""
    return list(state.get_game().encoding.game.legal(state.position.table, state.current_player()))


def reachable(state: openspiel.CinqState) -> set[object]:
    """Every action that one code, or two, can write."""
    encoding, table, seat = state.get_game().encoding, state.position.table, state.current_player()
    found = set()
    for code in encoding.listed(table, seat, ()):
        whole = encoding.action(table, seat, (), code)
        following = encoding.listed(table, seat, (code,)) if whole is None else ()
        found |= {whole, *(encoding.action(table, seat, (code,), second) for second in following)}
    return found - {None}


def partial_tree(game: str, nodes: int) -> list[openspiel.CinqState]:
    """States found from the start: all below the first deal, breadth first, but few outcomes of chance."""
    rng = random.Random(11)
    found: list[openspiel.CinqState] = []
    queue = [pyspiel.load_game(game).new_initial_state()]
    while queue and len(found) < nodes:
        state = queue.pop(0)
        found.append(state)
        if state.is_terminal():
            continue
        codes = {drawn(state, rng) for _ in range(2)} if state.is_chance_node() else state.legal_actions()
        queue += [state.child(code) for code in codes]
    return found


@pytest.mark.parametrize("game", [*SHORT, *RECALLED, *GOLDEN.values()])
def test_openspiels_own_api_test(game: str) -> None:
    """On its own sample (400 states near the start, chance nodes in most games) and on two whole games."""

    class OnThisGame(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
        @classmethod
        def setUpClass(cls) -> None:
            cls.game, cls.game_name = pyspiel.load_game(game), game
            random.seed(game)  # its sample is drawn from the module's generator
            super().setUpClass()
            cls.some_states += [state for seed in range(2) for state in path(game, seed)]

    outcome = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(OnThisGame).run(outcome)
    assert outcome.testsRun >= 5 and outcome.wasSuccessful(), outcome.failures + outcome.errors


def path(game: str, seed: int) -> list[openspiel.CinqState]:
    """All states of a game of random choices."""
    rng, states = random.Random(seed), [pyspiel.load_game(game).new_initial_state()]
    while not states[-1].is_terminal():
        states.append(states[-1].child(any_code(states[-1], rng)))
    return states


@pytest.mark.parametrize("game", SHORT)
def test_the_api_on_a_partial_tree(game: str) -> None:
    loaded = pyspiel.load_game(game)
    for state in partial_tree(game, 300):
        if state.is_chance_node():
            drawable, odds = zip(*state.chance_outcomes(), strict=True)
            assert sum(odds) == pytest.approx(1) and min(odds) > 0
            assert list(drawable) == sorted({*drawable}) and drawable[-1] < loaded.max_chance_outcomes()
            assert state.legal_actions() == list(drawable)
        elif not state.is_terminal():
            codes = state.legal_actions()
            assert state.legal_actions(1 - state.current_player()) == []
            assert codes and codes == sorted({*codes}) and codes[-1] < loaded.num_distinct_actions()
            assert len({state.action_to_string(code) for code in codes}) == len(codes)
            assert len(state.observation_tensor()) == loaded.observation_tensor_size()
        assert sum(state.returns()) == pytest.approx(0)
        copy = state.clone()
        assert copy.position is state.position and str(copy) == str(state)


@pytest.mark.parametrize("game", SHORT)
def test_equal_information_means_equal_choices(game: str) -> None:
    """An information state that two histories share has one menu, and the same own choices before it."""
    known: dict[str, tuple[list[int], list[int]]] = {}
    for state in partial_tree(game, 600):
        if state.is_chance_node() or state.is_terminal():
            continue
        seat = state.current_player()
        own = [pair.action for pair in state.full_history() if pair.player == seat]
        told = known.setdefault(state.information_state_string(), (state.legal_actions(), own))
        assert told == (state.legal_actions(), own)


def dealt(tile: int) -> openspiel.CinqState:
    """Got Five! for two after a deal in which seat 0 has this tile of the first colour."""
    state: openspiel.CinqState = pyspiel.load_game("python_got_five").new_initial_state()
    for colour in COLOURS:
        for number in BOX.of[colour][1:4]:
            state.apply_action((number if state.position.draft else tile) - 1)
    state.apply_action(0)
    return state


def test_what_is_hidden_is_in_no_information_state() -> None:
    """Got Five!: two deals that differ in a seat's own numbers alone look the same to that seat.

    The tile is the lowest of the rack in both: the order of colours on a rack is for all to see (GF-2).
    """
    states = [dealt(BOX.of[COLOURS[0]][place]) for place in (0, 1)]
    tables = [cast(gf.State, state.position.table) for state in states]
    assert tables[0].racks[0] != tables[1].racks[0] and tables[0].racks[1] == tables[1].racks[1]
    assert states[0].information_state_string(0) == states[1].information_state_string(0)
    assert states[0].information_state_string(1) != states[1].information_state_string(1)
    assert states[0].observation_tensor(0) == states[1].observation_tensor(0)


@pytest.mark.parametrize("dice", range(1, 6))
def test_a_throw_has_the_odds_of_the_rules(dice: int) -> None:
    table = dm.start(2, dm.Options())
    rolling = dm.apply(dm.open_game(table, (1, 2)), 0, dm.Throw())
    chance = dix_mille.chance(replace(rolling, dice=dice))
    assert chance is not None
    exact: defaultdict[tuple[int, ...], float] = defaultdict(float)
    for line, odds in chance.outcomes() or ():
        assert isinstance(line, dm.Dice)
        exact[tuple(sorted(line.values))] += odds
    merged = {line.values: odds for line, odds in throws(dice)}
    assert merged == pytest.approx(dict(exact))


def test_the_looks_spread_as_the_rules_say() -> None:
    """5 Millimètres: every eye is as sharp as the option `sight` (MM-4)."""
    state: openspiel.CinqState = pyspiel.load_game("python_five_millimetres(sight=tired)").new_initial_state()
    for code in (0, 0, 0):  # two sticks of the shortest length, and seat 0 as Grand Manitou
        state.apply_action(code)
    seen = []
    for look, odds in state.chance_outcomes():
        line = state.get_game().encoding.line(state.position.table, (look,) * 4)
        seen.append(log(line.apparent[0][0] / mm.MM[1]))
        assert odds == pytest.approx(1 / LOOKS)
    assert mean(seen) == pytest.approx(0, abs=1e-4) and pstdev(seen) == pytest.approx(0.05, rel=1e-3)


@pytest.mark.parametrize("game", SHORT)
def test_a_caller_may_shuffle_what_it_is_given(game: str) -> None:
    """OpenSpiel's MCTS does: nothing that the adapter keeps may change."""
    state, rng = pyspiel.load_game(game).new_initial_state(), random.Random(6)
    for _ in range(40):
        if state.is_terminal():
            return
        ask = state.chance_outcomes if state.is_chance_node() else state.legal_actions
        given, kept = ask(), list(ask())
        given.reverse()
        assert ask() == kept
        state.apply_action(any_code(state, rng))


def test_the_tensor_is_the_view_of_the_compiled_game() -> None:
    state, rng = pyspiel.load_game("python_five_or_less(rounds=1)").new_initial_state(), random.Random(5)
    for _ in range(60):
        state.apply_action(any_code(state, rng))
    seen = load_kernel("five-or-less").project_view(state.view(1), 1, 2)
    assert np.array_equal(state.observation_tensor(1)[: len(seen)], seen)


def test_a_state_survives_a_long_game() -> None:
    """A pickle of linked lines must not exceed the depth of recursion."""
    state = played("python_five_or_less(rounds=50,max_moves=3000)", 1)
    assert len(state.position.lines()) > 1_500
    restored = pickle.loads(pickle.dumps(state))
    assert str(restored) == str(state)
    assert restored.information_state_string(0) == state.information_state_string(0)


def test_a_power_with_a_card_of_ones_own_takes_two_codes() -> None:
    """5 ou Moins: one's own card, then whom it hits (OM-10, OM-12)."""
    rng = random.Random(1)
    game = pyspiel.load_game("python_five_or_less(rounds=1,max_moves=600)")
    state: openspiel.CinqState = game.new_initial_state()
    while not state.is_terminal():
        if not state.is_chance_node() and not state.position.draft:
            assert reachable(state) == {*listed(state)}
        state.apply_action(any_code(state, rng) if state.is_chance_node() else no_quick_discard(state, rng))
    used = [line.action for line in state.position.lines() if isinstance(line.action, Power)]
    assert any(power.slot is None for power in used) and any(power.slot is not None for power in used)


def test_cards_in_slots_beyond_any_bound_have_codes_of_their_own() -> None:
    """5 ou Moins: slots are never used again (OM-31), so their numbers grow; codes count cards instead."""
    game = pyspiel.load_game("python_five_or_less(players=3)")
    state, rng = game.new_initial_state(), random.Random(4)
    while not state.is_terminal() and "power " not in " ".join(map(state.action_to_string, codes(state))):
        state.apply_action(any_code(state, rng) if state.is_chance_node() else no_quick_discard(state, rng))
    table = cast(State, state.position.table)
    far = replace(table, hands=tuple((None,) * 200 + hand for hand in table.hands))
    moved = state.clone()
    moved.position = replace(state.position, table=far)
    assert listed(moved) and moved.legal_actions() == state.legal_actions()
    assert reachable(moved) == {*listed(moved)}


def codes(state: openspiel.CinqState) -> list[int]:
    """What a seat may choose; nothing where chance is to move."""
    return [] if state.is_chance_node() else list(state.legal_actions())


def no_quick_discard(state: openspiel.CinqState, rng: random.Random) -> int:
    """Any choice but a quick discard or a call, which would end the round."""
    names: dict[int, str] = {code: state.action_to_string(code) for code in state.legal_actions()}
    return rng.choice([code for code, name in names.items() if "quick" not in name and "true" not in name])


def test_a_seat_that_need_not_act_may_wait() -> None:
    game = pyspiel.load_game("python_got_five(players=3)")
    state, rng = game.new_initial_state(), random.Random(2)
    while state.is_chance_node():
        state.apply_action(drawn(state, rng))
    wait, turn = game.num_distinct_actions() - 1, state.position.table.turn
    asked = []
    while wait in state.legal_actions():
        asked.append(state.current_player())
        state.apply_action(wait)
    assert sorted([*asked, turn]) == [0, 1, 2] and state.current_player() == turn


def test_a_game_that_is_cut_short_has_no_winner() -> None:
    assert played("python_dix_mille(max_moves=10)", 4).returns() == [0.0, 0.0]


def test_an_opening_that_is_tied_without_end_has_no_winner() -> None:
    """Dix Mille: equal dice are thrown again (DM-2); OpenSpiel is told how many chance nodes there can be."""
    game = pyspiel.load_game("python_dix_mille(max_moves=10)")
    state = game.new_initial_state()
    while not state.is_terminal():
        assert state.is_chance_node() and state.move_number() < game.max_chance_nodes_in_history()
        state.apply_action(0)
    assert state.returns() == [0.0, 0.0] and state.move_number() == game.max_chance_nodes_in_history()


def test_the_options_of_the_rules_are_refused_by_the_rules() -> None:
    with pytest.raises(ValueError, match="target"):
        openspiel.GAMES["python_dix_mille"]({"target": 7})


def test_openspiels_search_keeps_a_winning_hand() -> None:
    """MCTS of OpenSpiel banks a hand that wins the game, instead of risking it on one die."""
    game = pyspiel.load_game("python_dix_mille(target=1000,entry=False,takeover=False,topinambour=False)")
    state: openspiel.CinqState = game.new_initial_state()
    for die in (1, 0):  # seat 1 has the lower die and starts; seat 0 ends the round
        state.apply_action(die)
    opened = cast(dm.State, state.position.table)
    table = replace(opened, seat=0, points=1_000, dice=1, thrown=True, scores=(0, 950))
    state.position = replace(state.position, table=table, player=0)
    rng = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=rng)
    bot = mcts.MCTSBot(game, uct_c=1.5, max_simulations=60, evaluator=evaluator, random_state=rng)
    assert state.action_to_string(bot.step(state)) == "bank"


@pytest.mark.parametrize("game", ["python_got_five", "python_five_millimetres"])
def test_openspiels_outcome_sampling_learns_a_policy(game: str) -> None:
    loaded = pyspiel.load_game(game)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(loaded)
    for _ in range(3):
        solver.iteration()
    policy, state, rng = solver.average_policy(), loaded.new_initial_state(), random.Random(1)
    while state.is_chance_node():
        state.apply_action(drawn(state, rng))
    odds = policy.action_probabilities(state)
    assert sorted(odds) == state.legal_actions() and sum(odds.values()) == pytest.approx(1)
    assert len(solver._infostates) > 5


def example(name: str) -> Callable[..., Any]:
    """The `main` of a program in examples/."""
    main: Callable[..., Any] = runpy.run_path(str(Path(__file__).parents[2] / "examples" / name))["main"]
    return main


def test_the_example_of_search(capsys: pytest.CaptureFixture[str]) -> None:
    assert -1 <= example("openspiel/mcts.py")(games=1, simulations=4) <= 1
    assert "4 simulations" in capsys.readouterr().out


def test_the_example_of_cfr_solves_its_game() -> None:
    """A reduced Got Five!: a best response wins something of random play, and nothing of the solution."""
    random_play, solution = example("openspiel/cfr.py")(iterations=20)
    assert random_play > 0.05 and 0 <= solution < 0.001
    pyspiel.random_sim_test(pyspiel.load_game("python_got_five_reduced"), 5, serialize=True, verbose=False)


def test_the_example_of_outcome_sampling_meets_new_states() -> None:
    assert example("openspiel/outcome_sampling.py")(iterations=4) > 20


@pytest.mark.parametrize("name", GOLDEN)
def test_the_golden_playthrough(name: str) -> None:
    """The whole of OpenSpiel's API on one game; CINQ_GOLDEN=1 writes the files anew."""
    file = PLAYTHROUGHS / f"{name}.txt"
    text = generate_playthrough.playthrough(GOLDEN[name], action_sequence=None, seed=7)
    if os.environ.get("CINQ_GOLDEN"):
        file.write_text(text + "\n", "utf-8")
    assert file.read_text("utf-8") == text + "\n"


@pytest.mark.parametrize(
    "game",
    [
        "python_dix_mille(target=3000,max_moves=400)",
        "python_five_millimetres",
        "python_got_five",
        "python_five_or_less(rounds=1,max_moves=40)",
    ],
)
def test_agents_learn_in_openspiels_environment(game: str) -> None:
    """There they get observation tensors where a game has no information-state tensor."""
    env = rl_environment.Environment(game, discount=1.0)
    env.seed(1)
    agents = [tabular_qlearner.QLearner(seat, env.action_spec()["num_actions"]) for seat in range(2)]
    for _ in range(2):
        moment = env.reset()
        while not moment.last():
            step = agents[moment.observations["current_player"]].step(moment)
            moment = env.step([step.action])
        for agent in agents:
            agent.step(moment)
        assert sum(moment.rewards) == pytest.approx(0)
    assert env.observation_spec()["info_state"] == (pyspiel.load_game(game).observation_tensor_size(),)


def test_small_games_have_information_states_as_tensors() -> None:
    """The reduced Got Five! of the example: every string has a tensor of its own, in the whole tree."""
    path = Path(__file__).parents[2] / "examples" / "openspiel" / "cfr.py"
    reduced = replace(runpy.run_path(str(path))["REDUCED"], variant="recalled")
    game = pyspiel.load_game(openspiel.register(reduced).encoding.short_name)
    assert game.get_type().provides_information_state_tensor
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    known: dict[str, tuple[float, ...]] = {}
    queue = [game.new_initial_state()]
    while queue:
        state = queue.pop()
        assert len(state.position.lines()) <= reduced.recall
        if not state.is_terminal() and not state.is_chance_node():
            tensor = tuple(state.information_state_tensor())
            assert known.setdefault(state.information_state_string(), tensor) == tensor
        queue += [state.child(code) for code in state.legal_actions()]
    assert len(known) == len({*known.values()}) > 10


@pytest.mark.parametrize("game", RECALLED)
def test_an_information_state_tensor_says_what_its_string_says(game: str) -> None:
    """Equal strings have equal tensors, different strings different ones."""
    known: dict[str, tuple[float, ...]] = {}
    for seed in range(6):
        for state in path(game, seed)[:-1]:
            for seat in range(state.num_players()):
                tensor = (seat, *state.information_state_tensor(seat))
                assert known.setdefault(state.information_state_string(seat), tensor) == tensor
    assert len(known) == len({*known.values()}) > 40


@pytest.mark.parametrize("game", RECALLED)
def test_a_game_ends_where_its_tensor_has_no_room_for_one_more_line(game: str) -> None:
    recall = pyspiel.load_game(game).recall
    *before, last = path(game, 1)
    assert all(len(state.position.lines()) <= recall for state in before)
    assert len(last.position.lines()) > recall or last.get_game().encoding.game.result(last.position.table)
    assert len(last.information_state_tensor(0)) == last.get_game().information_state_tensor_size()


def test_agents_get_information_states_where_there_are_tensors() -> None:
    env = rl_environment.Environment(RECALLED[1])
    assert env.observation_spec()["info_state"] == (env.game.information_state_tensor_size(),)


def test_without_room_information_states_are_strings_only() -> None:
    for name in GOLDEN.values():
        assert not pyspiel.load_game(name).get_type().provides_information_state_tensor
