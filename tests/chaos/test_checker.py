"""What the history checker must notice."""

from __future__ import annotations

import json

from tests.chaos.__main__ import PAGE, with_rows
from tests.chaos.history import Acknowledged, History, Viewpoint, journal_violations
from tests.server.client import Json


def line(seq: int, value: int) -> Json:
    return {"seq": seq, "actor": "dealer", "action": {"type": "dice", "values": [value]}}


def row(value: int, ref: str | None = None) -> bytes:
    played = {"type": "played", "actor": "dealer", "action": {"type": "dice", "values": [value]}}
    return json.dumps([0.0, played | ({"ref": ref} if ref else {})]).encode()


def throw(ref: str) -> bytes:
    return json.dumps([0.0, {"type": "played", "actor": 0, "action": {"type": "throw"}, "ref": ref}]).encode()


def test_what_is_lost_or_done_twice() -> None:
    history = History("t", ["token"])
    history.actions.append(Acknowledged(0, "r1", {"type": "throw"}, 2))
    assert journal_violations([row(1), throw("r1")], history) == []
    assert "is not there" in journal_violations([row(1), throw("r2")], history)[0]
    assert "2 times" in journal_violations([throw("r1"), throw("r1")], history)[0]


def test_a_fork() -> None:
    history = History("t", ["token"])
    history.saw_open_lines([line(1, 5)])
    assert journal_violations([row(5)], history) == []
    assert any("stored as" in one for one in journal_violations([row(6)], history))
    assert any("is not there" in one for one in journal_violations([], history))
    history.saw_open_lines([line(1, 6)])
    assert any("shown as" in one for one in journal_violations([row(5)], history))


def test_numbers_that_jump_or_go_back_and_a_lost_chair() -> None:
    history = History("t", ["token"])
    seen = Viewpoint(history, 0)
    seen.take({"type": "sync", "seq": 5, "you": 0})
    seen.take({"type": "said", "after": 5, "seq": 6})
    assert not history.wrong
    seen.take({"type": "said", "after": 7, "seq": 8})
    seen.take({"type": "sync", "seq": 3, "you": 1})
    assert len(history.wrong) == 3


def test_what_was_tried_replaces_its_own_table_of_the_document() -> None:
    page = PAGE.read_text("utf-8")
    written = with_rows(page, ["| a | b | c |"])
    lines, others = page.splitlines(), written.splitlines()
    first = lines.index("| tried | how often | what happened |") + 2
    kept = next(at for at in range(first, len(lines)) if not lines[at].startswith("|"))
    assert kept > first and others == [*lines[:first], "| a | b | c |", *lines[kept:]]
    assert page.count("\n|---|") > 1, "there are other tables"
