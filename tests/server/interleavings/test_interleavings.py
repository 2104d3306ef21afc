"""Two thousand random interleavings a run; `make interleavings` runs a million."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from cinq.server import wire
from cinq.server.rooms.room import Room
from cinq.server.rooms.viewers import Binding
from cinq.server.websocket.connection import ConnectionServer
from tests.server.interleavings.step_loop import StepLoop
from tests.server.interleavings.world import Journals, Link, Person, Recorder, new_server

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("servers", [1, 2])
def test_nobody_is_bound_to_a_chair_without_its_token(servers: int) -> None:
    """In a process of its own: it makes secrets follow from a seed, and registers a game."""
    command = [sys.executable, "-m", "tests.server.interleavings.drive", "2000", "--servers", str(servers)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("2,000 interleavings") and done.stdout.endswith("0 violations\n")


def test_a_connection_that_waits_to_enter_is_closed_with_its_room() -> None:
    """Else it stays bound to a room that answers nothing any more."""
    with StepLoop() as loop:
        server, store = new_server(loop)
        person = Person(0)
        store.people.append(person)
        link = Link(server, Recorder(person, store))
        room = _room(server, loop, store)
        link.say({"type": "hello", "table": room.table.id})
        loop.step()  # the hello is heard; its `enter` waits for the next iteration
        assert link.viewer.binding == Binding(room, None) and not room.viewers
        room.close("put away")
        loop.step()
        assert link.lost and link.viewer.binding is None


def test_a_table_is_read_once_though_the_first_who_asked_hangs_up() -> None:
    """Else two rooms of one table are in memory, each with viewers and each writing the same rows."""
    with StepLoop() as loop:
        server, store = new_server(loop)
        person = Person(0)
        store.people.append(person)
        room = _room(server, loop, store)
        table = room.table.id
        room.close("put away")
        server.registry.forget(room)
        links, read = [Link(server, Recorder(person, store)) for _ in range(2)], 0
        for link in links:
            link.say({"type": "hello", "table": table})
            loop.step()
            links[0].hang_up()
        while not loop.idle:
            loop.step()
            read += table in server.registry._reading
        assert read and links[1].viewer.binding is not None
        assert links[1].viewer.binding.room is server.registry.rooms[table]
        assert store.reads == 1 and not server.registry._reading


def _room(server: ConnectionServer, loop: StepLoop, store: Journals) -> Room:
    """A table in memory."""
    making = loop.create_task(server.registry.make(wire.NewTable("dix-mille", "Ana"), ""))
    while not making.done():
        if store.pending:
            store.let_through(0)
        loop.step()
    return server.registry.rooms[making.result().table]
