"""A test that would never end fails, so that it does not hold up all the others."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOON = "import tests.conftest as shared\nfrom tests.conftest import pytest_runtest_call\nshared.LONGEST = 1\n"
LOOP = """
from hypothesis import given, strategies as st

@given(st.booleans())
def test_it(either):
    while True:
        pass

def test_another():
    pass
"""


def test_an_endless_test_fails_and_the_next_one_runs(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(SOON)
    (tmp_path / "test_loop.py").write_text(LOOP)
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        str(tmp_path),
        str(tmp_path),
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert "Endless: the test has run for 1 seconds" in done.stdout
    assert "1 failed, 1 passed" in done.stdout
