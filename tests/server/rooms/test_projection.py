"""What each viewer is shown: followed message by message, it is that viewer's view and nothing more."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from cinq.core.game import Seat, Value
from cinq.core.laws import everyone
from cinq.games import GAMES
from cinq.lab.simulate import world_of
from cinq.server import wire
from cinq.server.rooms import projection
from cinq.table import events, lobby, play
from cinq.table.match import Step
from cinq.table.table import Table

SECRET = bytes(range(32))
PLAYERS = 3
OPTIONS: dict[str, dict[str, Any]] = {"dix-mille": {"target": 1000}, "five-or-less": {"end": {"rounds": 1}}}


def begun(name: str) -> Table:
    t = Table("t")
    lobby.open_table(t, 0.0, name, OPTIONS.get(name, {}), PLAYERS, SECRET)
    for seat in range(PLAYERS):
        lobby.sit(t, 0.0, f"P{seat}", seat, f"hash{seat}")
    for seat in range(PLAYERS):
        lobby.ready(t, 1.0, seat, True)
    t.pause_scale = 0.0
    t.take_news()
    return t


def played(t: Table) -> Iterator[list[Step]]:
    """A random game to its end: what happened, request by request."""
    rng, world = random.Random(3), world_of(t.game)
    while t.phase == "playing":
        assert t.match is not None
        s, actor = t.match.state, rng.choice(t.match.who)
        listed = t.game.legal(s, actor) if isinstance(actor, int) else [world(t.game, s, actor, rng)]
        if listed:
            action = rng.choice(listed)
            assert action is not None
            play.play(t, 2.0, actor, action)
            yield t.take_news()[1]


class Viewer:
    """Somebody who knows only what the messages say."""

    def __init__(self, t: Table, seat: Seat | None) -> None:
        self.table, self.seat = t, seat
        self.seq, self.view = 0, dict[str, Any]()
        self.take(projection.sync(t, seat, 2.0, 0))

    def take(self, message: wire.ToSeat) -> None:
        if isinstance(message, wire.Sync):
            assert isinstance(message.view, Value)
            self.seq, self.view = message.seq, fields(message.view)
        elif isinstance(message, wire.Update):
            assert message.after == self.seq, "messages are without a gap"
            self.seq, self.view = message.seq, self.view | message.changes
        self.finds_no_secret(message)

    def finds_no_secret(self, message: wire.ToSeat) -> None:
        over = self.table.phase == "over"
        told = isinstance(message, wire.Update | wire.Sync) and message.reveal is not None
        assert told == over
        assert (SECRET.hex().encode() in wire.encode(message)) == over


def fields(view: Value) -> dict[str, Any]:
    return {name: getattr(view, name) for name in view.__struct_fields__}


@pytest.mark.parametrize("name", GAMES)
def test_messages_add_up_to_the_viewers_own_view(name: str) -> None:
    t = begun(name)
    viewers = [Viewer(t, seat) for seat in everyone(PLAYERS)]
    for steps in played(t):
        for viewer in viewers:
            for message in projection.messages(t, steps, viewer.seat, 2.0, 0):
                viewer.take(message)
            assert t.state is not None
            assert viewer.view == fields(t.game.view(t.state, viewer.seat))
    assert t.phase == "over"


@pytest.mark.parametrize("name", GAMES)
def test_every_line_is_redacted_for_its_reader(name: str) -> None:
    t, compared = begun(name), 0
    for steps in played(t):
        for seat in everyone(PLAYERS):
            told = [
                line
                for message in projection.messages(t, steps, seat, 2.0, 0)
                if isinstance(message, wire.Update)
                for line in message.lines
            ]
            expected = [redacted(t, step, seat) for step in steps]
            assert [line.action for line in told] == expected
            compared += len(expected)
    assert compared > 50


def redacted(t: Table, step: Step, seat: Seat | None) -> object:
    assert isinstance(step.event, events.Played) and step.action and step.before is not None
    return t.game.seen(step.before, seat, step.event.actor, step.action)


def test_a_muted_seat_is_not_heard_but_by_itself() -> None:
    t = begun("dix-mille")
    lobby.chat(t, 2.0, 1, "P1", "bonjour")
    _, steps = t.take_news()

    def heard(viewer: Seat | None, *muted: Seat | None) -> list[type]:
        found = projection.messages(t, steps, viewer, 2.0, 0, None, frozenset(muted))
        return [type(message) for message in found]

    assert heard(0) == heard(None) == heard(0, 2) == heard(1, 1) == [wire.Said]
    assert heard(0, 1) == heard(None, 0, 1) == [wire.Skip]


@pytest.mark.parametrize("name", GAMES)
def test_a_chair_added_after_a_game_sees_it_as_a_spectator(name: str) -> None:
    t = begun(name)
    steps = [step for request in played(t) for step in request]
    lobby.configure(t, 3.0, 0, events.Configured(chairs=PLAYERS + 1))
    added = lobby.sit(t, 3.0, "Late", None, "hash late")
    steps += t.take_news()[1]
    assert added == PLAYERS
    late, nobody = (projection.sync(t, seat, 3.0, 0) for seat in (added, None))
    assert late.you == added and (late.view, late.history) == (nobody.view, nobody.history)
    missed = steps[-4:]  # lines of the game, and the chair that was added after it
    told, seen = (list(projection.messages(t, missed, seat, 3.0, 0)) for seat in (added, None))
    assert told == seen
