"""The frame around the kernels: seeds, threads, bytes, environments, first use."""

import os
import subprocess
import sys
from importlib import import_module, invalidate_caches
from pathlib import Path

import numpy as np
import pytest

from cinq.fast import KERNELS, load
from cinq.fast.kernel import gather
from cinq.fast.loops import scratch
from cinq.games import load_game

GAMES = list(KERNELS)


@pytest.mark.parametrize("name", GAMES)
def test_a_seed_gives_the_same_games_in_any_batch_and_any_threads(name: str) -> None:
    engine = load(name)
    many = engine.playouts(40, 2, seed=5)
    split = engine.playouts(40, 2, seed=5, threads=2)
    assert np.array_equal(many.results, split.results) and np.array_equal(many.lengths, split.lengths)
    fresh = engine.finish(engine.rows(40, 2, seed=5))  # playouts begin new games in used rows
    assert np.array_equal(many.results, fresh.results) and np.array_equal(many.lengths, fresh.lengths)
    last = engine.finish(engine.rows(1, 2, seed=5, first=39))
    assert np.array_equal(last.results[0], many.results[39])
    assert not np.array_equal(engine.playouts(40, 2, seed=6).lengths, many.lengths)


def test_scratch_space_shares_no_cache_line_with_other_arrays() -> None:
    """Two threads that wrote on one line made Dix Mille 1.2 to 1.7 times as fast on two cores as on one."""
    for words in (1, 9):
        space = scratch(words)
        whole, line = space.base, 64
        assert isinstance(whole, np.ndarray) and len(space) == words
        before, after = space.ctypes.data - whole.ctypes.data, whole.nbytes - space.nbytes
        assert before >= 2 * line and after - before >= 2 * line


@pytest.mark.parametrize("name", GAMES)
def test_a_copy_and_its_bytes_go_on_alike_and_alone(name: str) -> None:
    engine = load(name)
    rows = engine.rows(1, 2, seed=3)
    engine.finish(rows, limit=12)
    game = engine.game(2, seed=3)
    game.row[:] = rows[0]
    copy, read = game.copy(), engine.game_from(game.to_bytes())
    ends = [engine.finish(each.row[None]).results.tolist() for each in (copy, read)]
    assert ends[0] == ends[1]
    assert np.array_equal(game.row, rows[0]), "a copy's moves are not the original's"
    with pytest.raises(ValueError, match="no game"):
        engine.game_from(game.to_bytes()[:-8])


@pytest.mark.parametrize("name", GAMES)
def test_an_illegal_action_is_refused_before_anything_changes(name: str) -> None:
    engine = load(name)
    environment = engine.environment(3, 2, all_seats=False)
    shown = environment.reset(seed=1)
    before, unlisted = environment.rows.copy(), np.flatnonzero(shown.mask[2] == 0)[:1]
    for wrong in (*unlisted, 2**40):
        with pytest.raises(ValueError, match="game 2"):
            environment.step(np.array([-1, -1, wrong]))
    assert np.array_equal(environment.rows, before)


@pytest.mark.parametrize("name", GAMES)
def test_what_does_not_fit_is_refused_before_compiled_code_sees_it(name: str) -> None:
    environment = load(name).environment(3, 2)
    for wrong in ([-1, -1], [[-1, -1, -1]]):
        with pytest.raises(ValueError, match="shape"):
            environment.step(wrong)
    for seat in (-1, 2, 99):
        with pytest.raises(ValueError, match="may not choose"):
            environment.step([-1, 0, -1], [0, seat, 0])


@pytest.mark.parametrize("name", GAMES)
def test_a_game_can_be_taken_out_and_put_elsewhere(name: str) -> None:
    environment = load(name).environment(3, 2, seed=8)
    for _ in range(5):
        environment.step(environment.choose())
    taken = environment.game(1)
    environment.step(environment.choose())
    shown = environment.place(2, taken)
    seat = int(shown.seat[2])
    assert np.array_equal(taken.observation(seat), shown.observation[2])
    assert np.array_equal(taken.mask(seat), shown.mask[2])


@pytest.mark.parametrize("name", GAMES)
def test_threads_change_nothing(name: str) -> None:
    engine = load(name)
    one, two = (engine.environment(7, 2, seed=8, threads=threads) for threads in (1, 2))
    for _ in range(50):
        one.step(one.choose())
        two.step(two.choose())
        assert np.array_equal(one.rows, two.rows)
    for field in one.shown._fields:
        assert np.array_equal(getattr(two.shown, field), getattr(one.shown, field)), field


@pytest.mark.parametrize("name", GAMES)
def test_random_steps_end_games_and_pay_one_point_each(name: str) -> None:
    engine, rng = load(name), np.random.default_rng(1)
    environment = engine.environment(64, 3, seed=2)
    shown, ended = environment.reset(seed=2), 0
    for _ in range(3_000):
        lots = rng.random(shown.mask.shape) * shown.mask
        shown = environment.step(np.where(shown.mask.any(axis=1), lots.argmax(axis=1), -1))
        paid = shown.reward.sum(axis=1)
        assert np.allclose(paid, shown.done)
        ended += int(shown.done.sum())
    assert ended > 10


@pytest.mark.parametrize("name", GAMES)
def test_policies_play_whole_games(name: str) -> None:
    engine = load(name)
    played = engine.playouts(20, 2, policy=engine.kernel.safest)
    assert played.moves == played.lengths.sum() > 0


def test_cinq_itself_needs_no_numpy() -> None:
    code = "import sys, cinq, cinq.fast; sys.exit('numpy' in sys.modules or 'numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_of_processes_that_use_an_engine_first_one_compiles_it_and_says_so(tmp_path: Path) -> None:
    code = "from cinq.fast import load; load('dix-mille').playouts(2, 2)"
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    both = [
        subprocess.Popen([sys.executable, "-c", code], env=environment, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    said = sorted(process.communicate(timeout=300)[1] for process in both)
    assert [process.returncode for process in both] == [0, 0]
    assert said[0] == "" and "compiling Dix Mille" in said[1]


def test_an_edited_policy_is_played_as_edited(tmp_path: Path) -> None:
    """Code kept on disk must not outlive the policy that it was compiled from."""
    code = """
from cinq.fast import load
from cinq.fast.compiled import jit
from cinq.fast.dix_mille.row import BANK, POINTS, THROW
from cinq.fast.dix_mille.rules import can_bank

@jit
def careful(s, seat):
    return BANK if can_bank(s) and s[POINTS] >= {} else THROW

print(load("dix-mille").playouts(200, 2, policy=careful).moves)
"""
    script, said = tmp_path / "policy.py", []
    for points in (300, 2_000):
        script.write_text(code.format(points))
        said.append(subprocess.run([sys.executable, script], capture_output=True, check=True).stdout)
    assert said[0] != said[1]


def test_a_kernel_has_each_name_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a function in two files, or without one that is needed, is no kernel."""
    folder = tmp_path / "some_kernel"
    folder.mkdir()
    for file in ("__init__.py", "row.py"):
        (folder / file).write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    package = import_module("some_kernel")
    with pytest.raises(TypeError, match=r"some_kernel has no ACTIONS, .*WIDTH, actors, .*start"):
        gather(package, load_game("dix-mille"))
    for file in ("rules", "menu"):
        (folder / f"{file}.py").write_text("def legal(s, seat, mask): ...")
    invalidate_caches()
    with pytest.raises(TypeError, match="some_kernel has legal twice"):
        gather(package, load_game("dix-mille"))
