"""What champions need is compiled by one process of several, which ends with its server."""

import subprocess
import sys

import pytest

from cinq.fast import ROLLOUTS
from cinq.fast.compiled import cache_folder
from cinq.fast.process_lock import one_process
from cinq.games import folder

PATIENCE = 380.0
LOCK = cache_folder(f"cinq.fast.{folder(next(iter(ROLLOUTS)))}") / "warm-up.lock"
PARENT = "from cinq.cli.host.serve import start_warm_up; kept = start_warm_up(); print(flush=True); input()"


def test_it_ends_with_the_server_that_started_it() -> None:
    with one_process(LOCK):
        parent = subprocess.Popen(
            [sys.executable, "-c", PARENT], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert parent.stdout is not None
        parent.stdout.readline()
        parent.kill()
        parent.communicate(timeout=PATIENCE / 4)  # its output ends when nobody has it open


def test_a_second_process_waits_for_the_one_that_compiles() -> None:
    with one_process(LOCK):
        second = subprocess.Popen([sys.executable, "-m", "cinq.bots.warm_up"])
        with pytest.raises(subprocess.TimeoutExpired):
            second.wait(6.0)
    assert second.wait(PATIENCE) == 0
