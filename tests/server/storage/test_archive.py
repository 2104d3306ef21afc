"""From a journal to a log: what was undone is gone, and a race's margin stands at its own line."""

from typing import Any

from cinq.core.game import Action
from cinq.core.log import read_header, read_lines
from cinq.core.verify import chains, promise_of
from cinq.games.dix_mille.rules import Bank, TakeOver, Throw
from cinq.server.storage.archive import Record, last_record
from cinq.server.storage.replays import notes_of
from cinq.table import lobby, play
from cinq.table.table import Table

SECRET = bytes(range(32))


def begun(game: str, **options: Any) -> Table:
    t = Table("t")
    lobby.open_table(t, 0.0, game, options, 2, SECRET)
    for seat in (0, 1):
        lobby.sit(t, 0.0, f"P{seat}", seat, f"hash{seat}")
    for seat in (0, 1):
        lobby.ready(t, 1.0, seat, True)
    return t


def recorded(t: Table) -> Record:
    _, record = last_record("t", t.pending_rows)
    assert record is not None
    return record


def menu(t: Table, seat: int) -> list[Action]:
    assert t.match is not None
    return list(t.game.legal(t.match.state, seat))


def test_a_line_that_was_taken_back_is_not_in_the_log() -> None:
    t = begun("dix-mille", entry=False)
    while TakeOver() not in (listed := menu(t, t.must_act()[0])):
        play.play(t, 2.0, t.must_act()[0], Bank() if Bank() in listed else Throw())
    seat, lines = t.must_act()[0], len(recorded(t).lines)
    play.play(t, 3.0, seat, TakeOver())
    assert len(recorded(t).lines) == lines + 1
    play.take_back(t, 3.0, seat)
    assert len(recorded(t).lines) == len(recorded(t).steps) == lines
    play.play(t, 4.0, seat, Throw())
    assert [line.action for line in recorded(t).lines].count(TakeOver()) == 0
    log = recorded(t).log(t.commitment).decode()
    header = read_header(log)
    assert chains(header, promise_of(header), recorded(t).lines)[-1] == promise_of(header).chain


def test_a_margin_is_noted_at_the_number_of_its_line() -> None:
    t = begun("dix-mille")
    seat = t.must_act()[0]
    play.play(t, 2.5, seat, Throw(), margin=0.125)
    log = recorded(t).log(t.commitment).decode()
    ((number, margin),) = notes_of(read_header(log)).margins.items()
    assert margin == 0.125
    lines = [None, None, *read_lines(t.game, log)]  # the header is line 1
    line = lines[int(number)]
    assert line is not None and (line.actor, line.action, line.at) == (seat, Throw(), 1.5)
