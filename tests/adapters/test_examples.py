"""The examples run as they stand."""

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("pettingzoo", reason="needs the extra 'research'")
pytest.importorskip("gymnasium", reason="needs the extra 'research'")
pytest.importorskip("textarena", reason="needs the extra 'research'")
pytest.importorskip("mcp", reason="needs the extra 'research'")

EXAMPLES = Path(__file__).parents[2] / "examples"
SAID = {
    "fast_policy.py": "204,800 decisions",
    "gymnasium_against_a_bot.py": "of 20 won",
    "gymnasium_vector.py": "300,000 decisions",
    "mcp_client.py": "The game is over",
    "pettingzoo_random.py": "decisions",
    "score_an_agent.py": "seat 1: ",
    "textarena_random.py": "answers, rewards",
}
ELSEWHERE = {
    "any_bot.py": "tests/server/http/test_routes.py",
    "openspiel/cfr.py": "tests/adapters/test_openspiel.py",
    "openspiel/mcts.py": "tests/adapters/test_openspiel.py",
    "openspiel/outcome_sampling.py": "tests/adapters/test_openspiel.py",
}
"""Examples that other tests run."""


def test_every_example_is_run_by_a_test() -> None:
    found = {file.relative_to(EXAMPLES).as_posix() for file in EXAMPLES.rglob("*.py")}
    assert found == {*SAID, *ELSEWHERE}
    for name, test in ELSEWHERE.items():
        assert name in (EXAMPLES.parent / test).read_text("utf-8")


@pytest.mark.parametrize(("name", "said"), SAID.items())
def test_an_example_runs(name: str, said: str) -> None:
    command = [sys.executable, str(EXAMPLES / name)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert ran.returncode == 0 and said in ran.stdout, ran.stderr
