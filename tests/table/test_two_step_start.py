"""Commit, then nonce, then start: in any order of sitting, leaving, nonces, readiness, rematch and time.

`Start` drives a table and a model of ten lines: a game begins with the nonces that were given for its
own commitment, it waits for clients that give one, and it waits for none of them longer than NONCE_WAIT.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from cinq.table import lobby, play, timers
from cinq.table.lobby import NONCE_WAIT
from cinq.table.table import Refusal, Table
from tests.table.test_live import play_out

CHAIRS = 3
OPTIONS = {"target": 1000}
seats = st.integers(0, CHAIRS - 1)


def two_chairs(*mixing: int) -> Table:
    """Ana and a bot in the lobby; the clients of `mixing` give nonces."""
    t = Table("t")
    lobby.open_table(t, 0.0, "dix-mille", OPTIONS, 2, bytes(32))
    lobby.sit(t, 0.0, "Ana", 0, "h")
    lobby.seat_bot(t, 0.0, 1, "regular")
    t.mixing = frozenset(mixing)
    return t


def test_a_start_waits_for_the_nonce_of_a_client_that_gives_one() -> None:
    t = two_chairs(0)
    lobby.start(t, 1.0, 0, None)
    assert t.phase == "lobby" and timers.due(t) == 1.0 + NONCE_WAIT
    lobby.add_nonce(t, 1.5, 0, "mine", t.commitment)
    assert t.phase == "playing" and t.match and t.match.nonces == ("mine", "")


def test_a_client_that_does_not_answer_is_waited_for_no_longer_than_three_seconds() -> None:
    t = two_chairs(0)
    lobby.start(t, 1.0, 0, None)
    lobby.begin_if_mixed(t, 0.99 + NONCE_WAIT)
    assert t.phase == "lobby"
    lobby.begin_if_mixed(t, 1.0 + NONCE_WAIT)
    assert t.phase == "playing" and t.match and t.match.nonces == ("", "")


def test_an_older_or_an_absent_client_is_not_waited_for() -> None:
    t = two_chairs()
    lobby.start(t, 1.0, 0, None)
    assert t.phase == "playing"
    t = two_chairs(0)
    t.away[0] = 0.5
    lobby.start(t, 1.0, 0, None)
    assert t.phase == "playing"


def test_a_rematch_against_bots_waits_for_the_nonce_that_answers_its_new_commitment() -> None:
    t = two_chairs(0)
    old = t.commitment
    lobby.add_nonce(t, 0.5, 0, "first", old)
    lobby.start(t, 1.0, 0, None)
    play_out(t, 2.0, random.Random(1))
    lobby.rematch(t, 500.0, 0, bytes(31) + b"x")
    assert t.phase == "lobby" and t.commitment != old and not t.nonces
    with pytest.raises(Refusal) as refused:
        lobby.add_nonce(t, 500.1, 0, "first", old)
    assert refused.value.code == "stale" and t.phase == "lobby"
    lobby.add_nonce(t, 500.2, 0, "second", t.commitment)
    assert t.phase == "playing" and t.match and t.match.nonces == ("second", "")


@pytest.mark.parametrize("phase", ["playing", "over"])
def test_a_nonce_is_refused_once_its_game_has_begun(phase: str) -> None:
    """Over, the secret is published: a nonce given then would answer nothing."""
    t = two_chairs()
    lobby.start(t, 1.0, 0, None)
    if phase == "over":
        play_out(t, 2.0, random.Random(1))
    assert t.phase == phase
    with pytest.raises(Refusal, match="before a game"):
        lobby.add_nonce(t, 999.0, 0, "late")


@pytest.mark.parametrize("change", ["leave", "not ready"])
def test_a_pending_start_is_dropped_where_it_can_no_longer_happen(change: str) -> None:
    t = Table("t")
    lobby.open_table(t, 0.0, "dix-mille", OPTIONS, 2, bytes(32))
    for seat, name in enumerate(("Ana", "Bob")):
        lobby.sit(t, 0.0, name, seat, name)
    t.mixing = frozenset((0,))
    lobby.ready(t, 1.0, 0, True)
    lobby.ready(t, 1.0, 1, True)
    assert t.pending_start
    if change == "leave":
        lobby.leave(t, 1.1, 1)
    else:
        lobby.ready(t, 1.1, 1, False)
    lobby.add_nonce(t, 1.2, 0, "mine")
    lobby.begin_if_mixed(t, 1.0 + NONCE_WAIT)
    assert t.phase == "lobby" and t.pending_start is None


class Start(RuleBasedStateMachine):
    """Three chairs; any of them a person with an older or a newer client, or a bot."""

    @initialize()
    def open(self) -> None:
        self.t = Table("t")
        self.t.grace = 1e9
        self.now = 0.0
        self.secrets = 0
        self.given: dict[int, str] = {}
        """The model: the nonces given for the present commitment, by seat."""
        self.waits_since: float | None = None
        lobby.open_table(self.t, 0.0, "dix-mille", OPTIONS, CHAIRS, bytes(32))

    def attempt(self, work: Callable[..., Any], *arguments: Any) -> bool:
        """Run a request: whether it was accepted. Notes the nonces that a game has begun with."""
        round_before = self.t.round
        try:
            work(self.t, self.now, *arguments)
        except Refusal:
            return False
        if self.t.round > round_before:
            self.begun()
        return True

    def begun(self) -> None:
        t = self.t
        assert t.match is not None
        assert t.match.nonces == tuple(self.given.get(seat, "") for seat in range(CHAIRS))
        due = [s for s in t.people() if s in t.mixing and s not in t.away and s not in self.given]
        waited = self.waits_since is not None and self.now >= self.waits_since + NONCE_WAIT
        assert not due or waited, "it begins without a nonce only when time is up"
        self.waits_since = None

    @rule(seat=seats, newer=st.booleans())
    def sit(self, seat: int, newer: bool) -> None:
        if self.attempt(lobby.sit, f"P{self.t.seq}", seat, f"h{self.t.seq}") and newer:
            self.t.mixing |= {seat}

    @rule(seat=seats)
    def leave(self, seat: int) -> None:
        if seat not in self.t.people():
            return
        playing = self.t.phase == "playing"
        self.attempt(lobby.leave, seat)
        if not playing:
            self.t.mixing -= {seat}
            self.given.pop(seat, None)

    @rule(seat=seats)
    def come_and_go(self, seat: int) -> None:
        if seat in self.t.away:
            play.reconnected(self.t, self.now, seat)
        elif seat in self.t.people():
            play.disconnected(self.t, self.now, seat)

    @rule(seat=seats, seen=st.booleans(), nonce=st.text("abc", min_size=1, max_size=3))
    def give_nonce(self, seat: int, seen: bool, nonce: str) -> None:
        """For the commitment on the table, or for one that it never made. May be given twice."""
        if seat not in self.t.people():
            return
        before, known = self.t.round, dict(self.given)
        self.given[seat] = nonce
        answers = self.t.commitment if seen else "00"
        done = self.attempt(lobby.add_nonce, seat, nonce, answers)
        if not done:
            self.given = known
        assert done == (seen and (self.t.phase == "lobby" or self.t.round > before))

    @rule(seat=seats, is_ready=st.booleans())
    def ready(self, seat: int, is_ready: bool) -> None:
        if seat in self.t.people():
            self.attempt(lobby.ready, seat, is_ready)

    @rule(fill=st.sampled_from([None, "regular"]))
    def start(self, fill: Any) -> None:
        self.attempt(lobby.start, self.t.host, fill)

    @rule(seconds=st.sampled_from([0.5, 1.0, 4.0]))
    def wait(self, seconds: float) -> None:
        """The room's timer wakes the table when something is due, not later; then nothing more is due."""
        until = self.now + seconds
        while (due := timers.due(self.t)) is not None and due <= until:
            self.now = max(self.now, due)
            lobby.free_kept_chairs(self.t, self.now)
            self.forget_the_absent()
            self.attempt(timers.wake)
            later = timers.due(self.t)
            assert later is None or later > self.now, "the timer would never rest"
        self.now = until

    def forget_the_absent(self) -> None:
        """Chairs that were freed have given nothing."""
        self.t.mixing &= frozenset(self.t.people())
        self.given = {seat: nonce for seat, nonce in self.given.items() if seat in self.t.people()}

    @precondition(lambda self: self.t.phase == "playing")
    @rule()
    def play_to_the_end(self) -> None:
        play_out(self.t, self.now + 1, random.Random(self.t.seq))
        self.now += 10_000

    @rule(seat=seats)
    def rematch(self, seat: int) -> None:
        if seat not in self.t.people():
            return
        over = self.t.phase == "over"
        if over:
            self.given.clear()
        self.secrets += 1
        self.attempt(lobby.rematch, seat, self.secrets.to_bytes(32, "big"))
        if over:
            self.forget_the_absent()

    @invariant()
    def a_start_waits_a_bounded_time_and_only_in_the_lobby(self) -> None:
        pending = self.t.pending_start
        if pending is None:
            self.waits_since = None
            return
        assert self.t.phase == "lobby" and self.now < pending.until <= self.now + NONCE_WAIT
        due = timers.due(self.t)
        assert due is not None and due <= pending.until
        self.waits_since = pending.until - NONCE_WAIT

    @invariant()
    def nonces_are_those_given_for_this_commitment(self) -> None:
        assert self.t.nonces == self.given


Start.TestCase.settings = settings(max_examples=60, stateful_step_count=40)
TestStart = Start.TestCase
