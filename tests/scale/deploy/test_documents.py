"""The commands of the documents that name PostgreSQL are run, with the addresses of this test's services."""

import asyncio
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cinq.server.storage.sqlite import SqliteStore
from tests.ports import free_port
from tests.scale.services import Postgres, Redis
from tests.test_documents import Shown, commands, filled, healthy

SHARED = [one for one in commands().values() if one.program == "cinq" and "postgresql://" in one.command]
SHOWN = [one for one in SHARED if "…" not in one.command and "/cinq_restored" not in one.command]
"""What is restored is run by test_two_hosts.py, in its turn."""


def here(shown: Shown, postgres: Postgres, redis: Redis, folder: Path) -> list[str]:
    """The words of a command, with addresses of this computer."""
    places = {
        r"postgresql://.*": postgres.url,
        r"redis://.*": redis.url,
        r"sqlite://.*": f"sqlite://{folder}/db",
    }
    words = filled(shown.command)[1:]
    for pattern, place in places.items():
        words = [place if re.fullmatch(pattern, word) else word for word in words]
    return words


@pytest.mark.parametrize("shown", SHOWN, ids=str)
def test_commands(shown: Shown, postgres: Postgres, redis: Redis, tmp_path: Path) -> None:
    async def make() -> None:
        store = SqliteStore(tmp_path / "db")
        await store.append("t1", 1, [b"one"])
        await store.close()

    asyncio.run(make())
    words = here(shown, postgres, redis, tmp_path)
    command = [sys.executable, "-m", "cinq.cli", *words]
    if words[0] == "move":
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        assert done.returncode == 0 and "1 tables" in done.stdout, done
        return
    port = free_port()
    process = subprocess.Popen([*command, "--port", str(port)], stdout=subprocess.PIPE, text=True)
    try:
        assert healthy(f"http://127.0.0.1:{port}/readyz")
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0


def test_there_are_such_commands() -> None:
    assert {filled(shown.command)[1] for shown in SHOWN} == {"move", "serve"}
