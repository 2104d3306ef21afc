"""Ports for test servers: two test processes, or one twice, must not give the same."""

import random
import socket

import pytest

from tests import ports
from tests.ports import free_port


def drawn_by(worker: str, patch: pytest.MonkeyPatch) -> set[int]:
    patch.setenv("PYTEST_XDIST_WORKER", worker)
    random.seed(5)
    return {free_port() for _ in range(100)}


def test_processes_side_by_side_share_no_port(monkeypatch: pytest.MonkeyPatch) -> None:
    draws = []
    for worker in ("gw0", "gw1", "gw2"):
        monkeypatch.setattr(ports, "_given", set())  # each process has its own
        draws.append(drawn_by(worker, monkeypatch))
    assert len(set.union(*draws)) == 300, "a port was given twice"


def test_a_seed_does_not_repeat_the_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    first = drawn_by("gw0", monkeypatch)
    monkeypatch.setattr(ports, "_given", set())
    assert drawn_by("gw0", monkeypatch) != first


def test_a_port_in_use_is_not_given(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as taken:
        port = free_port()
        taken.bind(("127.0.0.1", port))
        monkeypatch.setattr(ports, "_given", set())
        draws = iter([(port - ports.FIRST) // ports.SHARES, *range(100)])
        monkeypatch.setattr("secrets.randbelow", lambda _: next(draws))
        assert free_port() != port
