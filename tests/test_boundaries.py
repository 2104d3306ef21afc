"""What docstrings and ARCHITECTURE.md say that a module must not know, or that one file alone does."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cinq.games import GAMES, folder

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src/cinq"
WEB = ROOT / "web/src"
STORAGE = "server/storage"
GAME_FOLDERS = tuple(folder(name) for name in GAMES)


def python_files() -> Iterator[Path]:
    yield from (path for path in SOURCE.rglob("*.py") if "static" not in path.parts)


def name_of(path: Path) -> str:
    return str(path.relative_to(SOURCE))


def imports(path: Path) -> set[str]:
    """The modules that a file imports, wherever in it."""
    found = set[str]()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def that_call(pattern: str) -> set[str]:
    """The files that have such a call."""
    return {name_of(path) for path in python_files() if re.search(pattern, path.read_text("utf-8"))}


@pytest.mark.parametrize(
    ("library", "places"),
    [
        ("asyncpg", (f"{STORAGE}/postgres/", f"{STORAGE}/moving/postgres.py")),
        ("redis", ("server/cluster/",)),
        ("sqlite3", (f"{STORAGE}/", "cli/host/doctor.py")),
        ("mujoco", ("physics/scene.py",)),
        ("pyspiel", ("adapters/openspiel/",)),
    ],
)
def test_a_library_stays_in_its_place(library: str, places: tuple[str, ...]) -> None:
    users = [path for path in python_files() if library in {one.split(".")[0] for one in imports(path)}]
    assert users
    assert [name_of(path) for path in users if not name_of(path).startswith(places)] == []


def test_a_game_reads_files_in_components_alone() -> None:
    readers = {name for name in that_call(r"\bopen\(|read_text|read_bytes") if name.startswith("games/")}
    assert readers and {Path(name).name for name in readers} == {"components.py"}


@pytest.mark.parametrize("game", GAME_FOLDERS)
def test_chapters_do_not_know_the_rules_that_put_them_together(game: str) -> None:
    own = f"cinq.games.{game}."
    chapters = [one.removeprefix(own) for one in imports(SOURCE / f"games/{game}/rules.py") if own in one]
    files = {SOURCE / f"games/{game}/{chapter.split('.')[0]}.py" for chapter in chapters}
    assert [path.name for path in files if path.exists() and f"{own}rules" in imports(path)] == []


@pytest.mark.parametrize(
    ("file", "strangers"),
    [
        ("five_or_less/cards.py", ("powers", "quick", "rules", "scoring", "view")),
        ("five_or_less/scoring.py", ("powers", "quick", "rules", "view")),
        ("five_or_less/powers.py", ("quick", "rules", "scoring", "view")),
        ("five_or_less/quick.py", ("rules", "scoring", "view")),
        ("doigt_oeil/state.py", ("advantages", "ending", "opening", "placing", "rules", "turns", "view")),
        ("doigt_oeil/ending.py", ("advantages", "opening", "placing", "rules", "turns", "view")),
        ("doigt_oeil/turns.py", ("advantages", "opening", "placing", "rules", "view")),
        ("doigt_oeil/opening.py", ("advantages", "placing", "rules", "view")),
    ],
)
def test_a_chapter_does_not_know_what_its_docstring_says(file: str, strangers: tuple[str, ...]) -> None:
    game = file.partition("/")[0]
    assert imports(SOURCE / "games" / file).isdisjoint(f"cinq.games.{game}.{one}" for one in strangers)


@pytest.mark.parametrize("game", GAME_FOLDERS)
def test_the_box_of_a_game_knows_nothing_of_the_game(game: str) -> None:
    box = SOURCE / f"games/{game}/components.py"
    assert not box.exists() or not any(one.startswith(f"cinq.games.{game}") for one in imports(box))


def test_odds_are_no_rule() -> None:
    """They serve the stand-in for the world, simulations and bots."""
    users = [
        path for path in (SOURCE / "games").rglob("*.py") if "cinq.games.doigt_oeil.odds" in imports(path)
    ]
    assert [path.name for path in users] == ["stand_in.py"]


def test_whose_turn_it_is_does_not_matter_to_a_race() -> None:
    assert ".turn" not in code(SOURCE / "games/five_or_less/quick.py")


def test_what_a_viewer_sees_does_not_depend_on_what_is_allowed() -> None:
    assert not re.search(r"\brefus|\blegal\b", code(SOURCE / "games/five_or_less/view.py"))


def test_bots_are_given_no_state() -> None:
    """They make states of their own, worlds that fit what they saw; the coach replays finished games."""
    folders = [SOURCE / "bots" / game for game in GAME_FOLDERS]
    given = re.compile(r"^\s*def \w+\([^)]*: State\b", re.MULTILINE)
    assert [name_of(path) for one in folders for path in one.rglob("*.py") if given.search(code(path))] == []


def test_what_leaves_a_running_game_is_projected_in_one_file() -> None:
    """The others are about finished games, what a bot is fed, and a lesson's piece of wood."""
    calls = that_call(r"(?<!metrics\.seconds\.)\bobserve\(|\.(view|seen|story)\(")
    assert {name for name in calls if name.startswith("server/")} - {"server/metrics.py"} == {
        "server/physics/practice.py",
        "server/rooms/projection.py",
        f"{STORAGE}/archive.py",
        f"{STORAGE}/replays.py",
    }


OF_ONE_GAME = (
    "server/physics/",  # the wood of Au doigt & à l'œil at a live table
    "lab/wood/",
    "lab/dix_mille_pictures.py",  # of a document about the solution
    "cli/play/mcp.py",  # the game that an assistant plays where none is named
    "adapters/mcp.py",
)


def code(path: Path) -> str:
    """A file without its comments and docstrings."""
    tree = ast.parse(path.read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value = ast.Constant(None)
    return ast.unparse(tree)


def test_a_game_is_named_in_its_own_folders_and_files_alone() -> None:
    """`<game>/` or `<game>.py` somewhere; a list of games elsewhere would have to be kept by hand."""
    named = re.compile("|".join(game.replace("_", "[_-]") for game in GAME_FOLDERS))
    places = {"games/__init__.py", *OF_ONE_GAME}
    elsewhere = [
        name_of(path)
        for path in python_files()
        if named.search(code(path)) and not {*path.with_suffix("").parts} & {*GAME_FOLDERS}
    ]
    assert {name for name in elsewhere if not name.startswith(tuple(places))} == set()
    assert {place for place in places if not any(name.startswith(place) for name in elsewhere)} == set()


def test_who_a_connection_is_is_decided_in_one_place() -> None:
    assert that_call(r"(?<!class )\bBinding\(") == {"server/rooms/room.py"}


@pytest.mark.parametrize("part", ["lib", "table", "home", "lesson", "replay", "rules"])
def test_what_all_pages_share_imports_no_game_by_name(part: str) -> None:
    for path in (path for path in (WEB / part).rglob("*") if path.suffix in (".ts", ".svelte")):
        for imported in re.findall(r"""(?:from|import)\s*\(?["']([^"']+)["']""", path.read_text("utf-8")):
            assert not any(f"games/{game}" in imported for game in GAME_FOLDERS), path


@pytest.mark.parametrize("game", GAME_FOLDERS)
def test_a_board_imports_no_other_board(game: str) -> None:
    others = [f"/{other}/" for other in GAME_FOLDERS if other != game]
    for path in (path for path in (WEB / "games" / game).rglob("*") if path.suffix in (".ts", ".svelte")):
        for imported in re.findall(r"""from ["']([^"']+)["']""", path.read_text("utf-8")):
            assert not any(other in imported for other in others), path
