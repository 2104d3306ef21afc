"""A sixth game is one folder: once registered, Pig passes what the five games pass; nothing else changes."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cinq.core.game import DEALER, WORLD, Illegal, step
from cinq.core.laws import check_all
from cinq.games import GAMES, load_game, register
from cinq.lab.pace import PacedTable
from cinq.lab.simulate import world_of
from tests import pig
from tests.pig.rules import Die, Hold, Options, State, Throw, start
from tests.server.client import Client, Server, play_on, running, table

ROOT = Path(__file__).parents[2]
PACKAGE = "tests.pig"


@pytest.fixture(scope="module", autouse=True)
def registered() -> Iterator[None]:
    """Pig is registered in this process, and of those it starts, for the tests of this file only."""
    register(PACKAGE)
    os.environ["CINQ_GAMES"] = PACKAGE
    yield
    del GAMES["pig"], os.environ["CINQ_GAMES"]


@pytest.fixture(scope="module")
def server(registered: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("pig") / "data") as made:
        yield made


def cinq(*words: str, said: str = "") -> str:
    """The output of the command `cinq`."""
    return python("-c", "import sys; from cinq.cli import main; sys.exit(main())", *words, said=said)


def python(*words: str, said: str = "") -> str:
    """The output of a Python program in the repository's folder."""
    command = [sys.executable, *words]
    done = subprocess.run(
        command, check=False, input=said, capture_output=True, text=True, cwd=ROOT, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def after(*faces: int, target: int = 100) -> State:
    """Seat 0 has thrown these faces."""
    s = start(2, Options(target))
    for face in faces:
        s = step(pig, step(pig, s, 0, Throw()), DEALER, Die(face))
    return s


# ---------------------------------------------------------------- its rules


@pytest.mark.rule("PG-1", "PG-2")
def test_seat_0_starts_with_a_die_of_six_faces() -> None:
    s = after()
    assert pig.actors(s) == (0,)
    assert pig.refusal(s, 1, Throw()) == pig.refusal(s, DEALER, Die(3)) == "PG-2"
    assert pig.refusal(step(pig, s, 0, Throw()), DEALER, Die(7)) == "PG-1"
    with pytest.raises(ValueError, match="2 to 6"):
        start(7, Options())


@pytest.mark.rule("PG-3", "PG-4")
def test_faces_add_up_until_a_1_loses_them_and_the_turn() -> None:
    assert (after(6, 2).points, after(6, 2).seat) == (8, 0)
    lost = after(6, 2, 1)
    assert (lost.points, lost.seat, lost.scores) == (0, 1, (0, 0))


@pytest.mark.rule("PG-5")
def test_holding_keeps_the_points_after_a_throw() -> None:
    held = step(pig, after(6, 2), 0, Hold())
    assert (held.scores, held.seat) == ((8, 0), 1)
    with pytest.raises(Illegal, match="PG-5"):
        step(pig, after(), 0, Hold())


@pytest.mark.rule("PG-6")
def test_the_target_wins_at_once() -> None:
    over = step(pig, after(6, 4, target=10), 0, Hold())
    assert pig.result(over) == pig.Result((0,), (10, 0))
    assert pig.refusal(over, 1, Throw()) == "PG-6"


@pytest.mark.rule("PG-7")
def test_the_world_throws_a_real_die() -> None:
    s = step(pig, start(2, Options(real=True)), 0, Throw())
    assert (pig.actors(s), pig.chance(s)) == ((WORLD,), None)
    assert pig.refusal(s, DEALER, Die(3)) == "PG-2"
    assert step(pig, s, WORLD, Die(3)).points == 3


# ---------------------------------------------------------------- what every game passes


@settings(max_examples=8)
@given(players=st.integers(2, 6), target=st.integers(10, 60), real=st.booleans(), seed=st.integers(0, 2**32))
def test_laws(players: int, target: int, real: bool, seed: int) -> None:
    game = load_game("pig")
    check_all(game, players, Options(target, real), random.Random(seed), world_of(game))


def test_the_rulebook_tool_reads_its_ledger() -> None:
    assert "1 ledger" in python("tools/rulebook.py", "tests/pig")


def test_its_folder_is_what_the_contributing_guide_asks_for() -> None:
    guide = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    steps = guide[guide.index("## Add a game") : guide.index("7. **Tests**")]
    named = set(re.findall(r"\*\*`([\w.]+)`\*\*", steps))
    assert named == {file.name for file in Path(pig.__file__).parent.iterdir() if file.is_file()} - {
        "test_pig.py"
    }


def test_the_page_gets_its_types() -> None:
    code = "import sys; sys.path.insert(0, 'tools'); import wire_ts; print(wire_ts.render())"
    types = python("-c", code)
    assert "export type PigView = {" in types and '  "pig": {\n    view: PigView;' in types
    card = 'name: "pig",title: "Pig",players: [2, 6],minutes: [5, 15],seats: 2,'
    assert card in types.replace("\n    ", "")


def test_the_referee_judges_it() -> None:
    throw, hold = {"actor": 0, "action": {"type": "throw"}}, {"actor": 0, "action": {"type": "hold"}}
    lines = [throw, {"actor": "dealer", "action": {"type": "die", "face": 5}}, hold, hold]
    said = "".join(json.dumps(line) + "\n" for line in lines)
    answers = [json.loads(row) for row in cinq("referee", "pig", "--players", "2", said=said).splitlines()]
    assert [answer["ok"] for answer in answers] == [True, True, True, False]
    assert answers[2]["story"] == ["Seat 0 holds 5: 5."]
    assert answers[3]["error"]["rule"] == "PG-2"


def test_it_is_simulated_and_rated() -> None:
    figures = json.loads(cinq("simulate", "pig", "--players", "3", "--games", "50", "--json"))
    assert figures["games"] == 50 and sum(figures["wins"]) == pytest.approx(50, abs=0.1)
    assert json.loads(cinq("simulate", "pig", "--players", "2", "--json", "--option", "real=true"))["games"]
    assert "champion" in cinq("ladder", "pig", "--pairs", "2", "--jobs", "1", "--option", "target=20")
    assert python("-m", "cinq.lab.pace", "pig", "--games", "1", "--seats", "2").count("\n| pig |") == 1


def test_its_length_is_modelled_with_its_own_seconds() -> None:
    assert PacedTable("pig", 2, "beginner", 1).pace.decision == 2.0
    assert PacedTable("pig", 2, "beginner", 1).play().minutes > 0


def test_a_live_game_is_played_replayed_and_verified(server: Server, tmp_path: Path) -> None:
    game = asyncio.run(_live(server, {"target": 30}))
    assert server.request(f"/api/verify/{game}")["ok"]
    log = tmp_path / "pig.log"
    log.write_bytes(server.request(f"/api/log/{game}"))
    assert cinq("verify", str(log)).startswith("honest: ")
    assert "wins." in cinq("replay", str(log))
    frames = server.request(f"/api/replay/{game}")["frames"]
    assert frames[-1]["view"]["phase"] == "over"


def test_its_world_answers_on_a_server_with_physics_too(tmp_path: Path) -> None:
    with running(tmp_path / "data", physics=True) as server:
        game = asyncio.run(_live(server, {"target": 20, "real": True}))
        assert server.request(f"/api/verify/{game}")["dealt"] == 0


async def _live(server: Server, options: dict[str, object]) -> str:
    async with table(server, "pig", 3, options=options) as people:
        parts = [play_on(client, seat, random.Random(seat)) for seat, client in enumerate(people)]
        await asyncio.wait_for(asyncio.gather(*parts), 60)
        game: str = people[0].state["reveal"]["game"]
        return game


def test_bots_play_a_game_that_has_none_of_its_own(server: Server) -> None:
    asyncio.run(_against_bots(server))


async def _against_bots(server: Server) -> None:
    new = {"game": "pig", "name": "P0", "chairs": 3, "bots": ["beginner", "champion"], "start": True}
    made = server.request("/api/tables", {**new, "options": {"target": 20}})
    client = await Client(server, made["table"], made["token"]).open()
    await asyncio.wait_for(play_on(client, 0, random.Random(1)), 60)
    assert client.over
    await client.close()


def test_the_catalogue_offers_it_with_its_texts(server: Server) -> None:
    (found,) = [game for game in server.request("/api/games") if game["name"] == "pig"]
    assert (found["title"], found["players"]) == ("Pig", [2, 6])
    assert [option["name"] for option in found["options"]] == ["target", "real"]
    assert (found["minutes"], found.get("seats", 2)) == ([5, 15], 2)
    with urllib.request.urlopen(f"{server.url}/api/games/pig/texts/fr", timeout=20) as answer:
        assert "action-throw = Lancer le dé" in answer.read().decode()
