"""Caches do not grow with the games that were played: a server runs for weeks."""

import ast
import gc
import random
import re
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

from cinq.core.play import play, random_seat
from cinq.games import load_game

SOURCES = Path(__file__).parents[1] / "src/cinq"
VALUES = re.compile(r"\b(tuple\[(int|str|float|\w+Id)|list|dict|set|Sequence|State|View|bytes|Counts)\b")
"""Types of arguments of which every game brings new ones."""
FINITE = {
    "games/dix_mille/rules.py: _score",  # the 195 scores of one to five dice
}
WARM, MORE = 40, 40
"""Games after which caches are warm, and games in which little may be added to them."""
ADDED = 20_000
"""Bytes."""


def unbounded(path: Path) -> Iterator[tuple[str, str]]:
    """The functions of a file that are cached without a bound, and the types of their arguments."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef):
            by = {ast.unparse(one) for one in node.decorator_list}
            if by & {"cache", "functools.cache", "lru_cache(None)", "lru_cache(maxsize=None)"}:
                types = ", ".join(ast.unparse(one.annotation) for one in node.args.args if one.annotation)
                yield f"{path.relative_to(SOURCES).as_posix()}: {node.name}", types


def test_no_cache_without_a_bound_is_keyed_by_what_every_game_brings_anew() -> None:
    found = {name: types for path in SOURCES.rglob("*.py") for name, types in unbounded(path)}
    assert len(found) > 20, "the caches were not found"
    assert {name for name, types in found.items() if VALUES.search(types)} == FINITE


def test_finished_games_leave_next_to_nothing_in_memory() -> None:
    """Got Five!: every draw of every game was once kept, 7.8 kB a game."""
    game, rng = load_game("got-five"), random.Random(5)

    def played(games: int) -> None:
        for _ in range(games):
            play(game, 3, game.Options(), [random_seat] * 3, rng)
        gc.collect()

    played(WARM)
    tracemalloc.start()
    try:
        played(2)  # what is allocated once is allocated
        before, _ = tracemalloc.get_traced_memory()
        played(MORE)
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert after - before < ADDED, f"{MORE} games have left {after - before} bytes"
