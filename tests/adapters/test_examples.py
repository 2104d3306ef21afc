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


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("pettingzoo_random", "decisions"),
        ("gymnasium_against_a_bot", "of 20 won"),
        ("textarena_random", "answers, rewards"),
        ("mcp_client", "The game is over"),
    ],
)
def test_an_example_runs(name: str, said: str) -> None:
    command = [sys.executable, str(EXAMPLES / f"{name}.py")]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert ran.returncode == 0 and said in ran.stdout, ran.stderr
