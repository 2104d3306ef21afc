"""The referee's protocol: one JSON line in, one out; a bad line changes nothing."""

import json
import subprocess
import sys
from typing import Any

import pytest

from cinq.games import GAMES, load_game, package
from cinq.table.referee import Referee


def referee(name: str = "dix-mille", players: int = 2) -> Referee:
    game = load_game(name)
    return Referee(game, package(name), players, game.Options())


def ask(judge: Referee, line: object) -> Any:
    return json.loads(judge.answer(line if isinstance(line, bytes) else json.dumps(line).encode()))


def say(judge: Referee, actor: object, **action: object) -> Any:
    return ask(judge, {"actor": actor, "action": action})


def test_a_hand_from_the_opening_die_to_the_bank() -> None:
    judge = referee()
    opened = say(judge, "dealer", type="dice", values=[3, 2])
    assert opened == {
        "ok": True,
        "story": ["Seat 1 has the lowest die and starts."],
        "to_act": [1],
        "result": None,
    }
    assert say(judge, 1, type="throw")["to_act"] == ["dealer"]
    assert say(judge, "dealer", type="dice", values=[3, 5, 4, 3, 3])["to_act"] == [1]
    assert say(judge, 1, type="bank")["story"] == ["350: Seat 1 is in the game, at zero."]
    assert ask(judge, {"ask": "actions", "actor": 0}) == {
        "ok": True,
        "actions": [{"type": "throw", "topinambour": False}, {"type": "throw", "topinambour": True}],
    }
    assert ask(judge, {"ask": "actions", "actor": 1}) == {"ok": True, "actions": []}


def test_a_refusal_names_its_rule_and_changes_nothing() -> None:
    judge = referee()
    say(judge, "dealer", type="dice", values=[1, 2])
    before = judge.state
    answer = say(judge, 0, type="bank")
    assert (answer["ok"], answer["error"]["code"], answer["error"]["rule"]) == (False, "illegal", "DM-10")
    assert "300" in answer["error"]["message"]
    assert (answer["to_act"], answer["result"]) == ([0], None)
    assert judge.state is before
    assert ask(judge, {"ask": "log"})["log"] == [
        {"actor": "dealer", "action": {"type": "dice", "values": [1, 2]}}
    ]


HOSTILE = [
    b"",
    b"\n",
    b"nonsense",
    b"[]",
    b"null",
    b"3",
    b"{}",
    b"\xff\xfe",
    b'{"actor": 0}',
    b'{"action": {"type": "throw"}}',
    b'{"actor": 2, "action": {"type": "throw"}}',
    b'{"actor": -1, "action": {"type": "throw"}}',
    b'{"actor": true, "action": {"type": "throw"}}',
    b'{"actor": 0.0, "action": {"type": "throw"}}',
    b'{"actor": null, "action": {"type": "throw"}}',
    b'{"actor": "banker", "action": {"type": "throw"}}',
    b'{"actor": 0, "action": {"type": "cheat"}}',
    b'{"actor": 0, "action": {"type": "throw", "twice": true}}',
    b'{"actor": 0, "action": {"type": "throw", "topinambour": 1}}',
    b'{"actor": 0, "action": {"topinambour": true}}',
    b'{"actor": 0, "action": "throw"}',
    b'{"actor": 0, "action": {"type": "throw"}, "please": 1}',
    b'{"actor": "dealer", "action": {"type": "dice", "values": [1.0, 2]}}',
    b'{"actor": "dealer", "action": {"type": "dice", "values": [true, 2]}}',
    b'{"actor": "dealer", "action": {"type": "dice", "values": "12"}}',
    b'{"actor": "dealer", "action": {"type": "dice", "values": [1' + b"0" * 5_000 + b"]}}",
    b"[" * 100_000,
    b'{"actor": 0, "action": ' + b'{"a":' * 100_000,
    b'{"ask": "secret"}',
    b'{"ask": 1}',
    b'{"ask": "view", "seat": 2}',
    b'{"ask": "view", "seat": "0"}',
    b'{"ask": "view", "seat": 0, "all": true}',
    b'{"ask": "actions"}',
    b'{"ask": "actions", "actor": 9}',
    b'{"ask": "log", "seat": 0}',
    b'{"ask": "hint", "seat": null}',
]


@pytest.mark.parametrize("row", HOSTILE, ids=lambda row: row[:40].decode("latin-1"))
def test_a_malformed_line_is_answered_and_the_game_goes_on(row: bytes) -> None:
    judge = referee()
    before = judge.state
    answer = ask(judge, row)
    assert answer["ok"] is False
    assert answer["error"]["code"] == "malformed"
    assert answer["error"]["rule"] is None
    assert len(answer["error"]["message"]) > 5
    assert (answer["to_act"], answer["result"]) == (["dealer"], None)
    assert judge.state is before and not judge.lines


@pytest.mark.parametrize("name", GAMES)
def test_the_log_can_be_fed_back(name: str) -> None:
    import random

    from cinq.core.play import next_line, random_seat
    from cinq.lab.simulate import world_of

    judge, again, rng = referee(name), referee(name), random.Random(5)
    for _ in range(200):
        if not judge.game.actors(judge.state):
            break
        actor, action = next_line(judge.game, judge.state, [random_seat] * 2, rng, world_of(judge.game))
        row = json.dumps({"actor": actor}).encode()[:-1] + b', "action": ' + _encode(action) + b"}"
        assert json.loads(judge.answer(row))["ok"], row
    for line in ask(judge, {"ask": "log"})["log"]:
        assert ask(again, line)["ok"]
    assert again.state == judge.state


def _encode(action: object) -> bytes:
    import msgspec

    return msgspec.json.encode(action)


def cinq(*words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "cinq.cli", *words],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(
    "words",
    [
        ("dix-mille", "--players", "1"),
        ("dix-mille", "--players", "9"),
        ("dix-mille", "--players", "two"),
        ("dix-mille",),
        ("tarot", "--players", "4"),
        ("dix-mille", "--players", "2", "--option", "target=77"),
        ("dix-mille", "--players", "2", "--option", "target=1e4"),
        ("dix-mille", "--players", "2", "--option", "speed=9"),
        ("dix-mille", "--players", "2", "--option", "target"),
        ("dix-mille", "--players", "2", "--option", "entry=yes"),
    ],
    ids=" ".join,
)
def test_a_bad_setup_is_one_line_and_status_2(words: tuple[str, ...]) -> None:
    done = cinq("referee", *words)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("cinq: ")


def test_an_automatic_dealer_plays_the_same_game_from_the_same_seed() -> None:
    throws = [json.dumps({"actor": seat, "action": {"type": "throw"}}) for seat in (0, 1)]
    lines = "\n".join(['{"ask":"view","seat":null}', *throws, '{"ask":"log"}', ""])
    once, again, other = (
        cinq("referee", "dix-mille", "--players", "2", "--auto-dealer", seed, stdin=lines).stdout
        for seed in ("7", "7", "8")
    )
    assert once == again != other
    assert json.loads(once.split("\n")[0])["view"]["phase"] == "turn"
