"""The wheel, installed where nothing else is: what works without extras, and a table without Node."""

import json
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from cinq.games import GAMES
from tests.packaging.environments import ROOT, Environment, build_wheel, closure, requirements
from tests.ports import free_port

ADAPTERS = ("pettingzoo", "gymnasium", "openspiel", "textarena", "mcp")
STATIC = ROOT / "src/cinq/server/static"
built = pytest.mark.skipif(
    not (STATIC / "index.html").exists(), reason="the page is not built (npm run build)"
)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def plain(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """`pip install cinq`, no extra."""
    made = Environment(tmp_path_factory.mktemp("plain"))
    made.link(closure(requirements(wheel)))
    made.install(wheel)
    return made


def test_no_extra_means_no_big_library(wheel: Path) -> None:
    direct = {row.name for row in requirements(wheel) if row.marker is None}
    assert direct <= {"msgspec", "fluent-runtime", "tqdm"}
    assert not {"numpy", "litestar", "numba"} & closure(requirements(wheel))


def test_the_wheel_holds_the_package_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        names = {name for name in packed.namelist() if "/static/" not in name}
    assert {name.split("/")[0].split("-")[0] for name in names} == {"cinq"}
    kept = subprocess.run(["git", "ls-files", "src"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert {f"src/{name}" for name in names if ".dist-info" not in name} >= set(kept.stdout.split())


@pytest.mark.parametrize("game", GAMES)
def test_simulate_and_referee_need_no_extra(plain: Environment, game: str) -> None:
    done = plain.cinq("simulate", game, "--players", "2", "--games", "2", "--json")
    assert done.returncode == 0 and json.loads(done.stdout)["games"] == 2, done.stderr
    judged = plain.cinq("referee", game, "--players", "2", stdin='{"ask":"view","seat":0}\n')
    assert json.loads(judged.stdout)["ok"], judged


@pytest.mark.parametrize("log", ["dix-mille-plain.log", "five-or-less-aided.log"])
def test_replay_needs_no_extra(plain: Environment, log: str) -> None:
    done = plain.cinq("replay", str(ROOT / "tests/logs" / log), "--seat", "0", "--lang", "fr")
    assert done.returncode == 0 and done.stdout.count("\n") > 10, done.stderr


def test_verify_needs_no_extra(plain: Environment) -> None:
    done = plain.cinq("verify", str(ROOT / "examples/dix-mille.log"))
    assert (done.returncode, done.stdout[:7]) == (0, "honest:"), done.stderr


@pytest.mark.parametrize(
    ("words", "extra"),
    [
        (("serve",), "server"),
        (("bot", "--table", "http://127.0.0.1:9/table/x", "--", "true"), "server"),
        (("solve", "dix-mille"), "bots"),
        (("ladder", "dix-mille"), "bots"),
        (("ladder", "dix-mille", "--plot", "elo.svg"), "lab"),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value),
)
def test_a_missing_extra_is_named(plain: Environment, words: tuple[str, ...], extra: str) -> None:
    done = plain.cinq(*words)
    said = f"cinq: cinq {words[0]} needs the extra '{extra}': pip install 'cinq[{extra}]'\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", said)


@pytest.mark.parametrize(
    ("code", "extra"),
    [
        *((f"import cinq.adapters.{name}", "research") for name in ADAPTERS),
        ("from cinq.fast import load; load('dix-mille')", "bots"),
        ("from cinq.bots.bot import load_bots; load_bots('cinq.games.got_five')", "bots"),
    ],
)
def test_an_import_without_its_extra_says_which_to_install(plain: Environment, code: str, extra: str) -> None:
    done = plain.python("-c", code)
    assert done.stderr.endswith(f"needs the extra '{extra}': pip install 'cinq[{extra}]'\n"), done.stderr


def test_a_hint_without_bots_is_refused_and_the_referee_goes_on(plain: Environment) -> None:
    asked = '{"ask":"hint","seat":0}\n{"ask":"view","seat":0}\n'
    hint, view = plain.cinq("referee", "dix-mille", "--players", "2", stdin=asked).stdout.splitlines()
    assert not json.loads(hint)["ok"] and "a hint needs the extra 'bots'" in hint and json.loads(view)["ok"]


@built
def test_a_table_without_node(wheel: Path, tmp_path: Path) -> None:
    made = Environment(tmp_path / "venv")
    made.link(closure(requirements(wheel), "server"))
    made.install(wheel)
    play_a_game(made, tmp_path)


@built
@pytest.mark.slow
def test_a_table_without_node_in_an_environment_that_pip_filled(wheel: Path, tmp_path: Path) -> None:
    made = Environment(tmp_path / "venv")
    made.pip("install", f"cinq[server] @ {wheel.as_uri()}")
    play_a_game(made, tmp_path)


def play_a_game(made: Environment, folder: Path) -> None:
    """The page is there with all its parts, and a program of ours plays a bot to the end."""
    with serving(made, folder) as url:
        home = read(url + "/en").decode()
        parts = set(re.findall(r'(?:src|href)="(/assets/[^"]+)"', home))
        assert "Five games" in home and parts
        for path in (*parts, "/swagger/swagger-ui-bundle.js", "/docs/openapi.json"):
            assert read(url + path)
        wanted = {"game": "dix-mille", "chairs": 2, "bots": ["champion"], "options": {"target": 1000}}
        table = json.loads(read(f"{url}/api/tables", wanted | {"public": True}))["table"]
        program = [sys.executable, str(ROOT / "examples/any_bot.py")]
        played = made.cinq("bot", "--table", f"{url}/table/{table}", "--", *program)
        assert played.returncode == 0 and "the winners are" in played.stderr, played
        (game,) = json.loads(read(f"{url}/api/games/finished"))
        log = read(f"{url}/api/log/{game['id']}").decode()
    assert "honest:" in made.cinq("verify", "-", stdin=log).stdout


@contextmanager
def serving(made: Environment, folder: Path) -> Iterator[str]:
    """`cinq serve` in that environment."""
    port = free_port()
    command = [str(made.bin / "cinq"), "serve", "--port", str(port), "--data", "data", "--set", "bot_pace=0"]
    with (folder / "log").open("w+") as log:
        process = subprocess.Popen(command, cwd=folder, env=made.variables(), stdout=log, stderr=log)
        try:
            end = time.monotonic() + 60
            while not ready(f"http://127.0.0.1:{port}/readyz"):
                assert process.poll() is None and time.monotonic() < end, (folder / "log").read_text()
                time.sleep(0.1)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(30)


def ready(url: str) -> bool:
    try:
        return bool(read(url))
    except OSError:
        return False


def read(url: str, body: Any = None) -> bytes:
    """What a GET, or a POST of this body, gets; an error status raises."""
    data = None if body is None else json.dumps(body).encode()
    asked = urllib.request.Request(url, data, {"content-type": "application/json"})
    with urllib.request.urlopen(asked, timeout=30) as answer:
        found: bytes = answer.read()
        return found
