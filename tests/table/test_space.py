"""A journal ends somewhere: remarks first, then moves, and between games everything but leaving."""

import pytest

from cinq.table import lobby
from cinq.table.space import GAME_ROWS, TABLE_ROWS, TALK_ROWS, require_space
from cinq.table.table import Refusal, Table


def playing() -> Table:
    t = Table("t")
    lobby.open_table(t, 0.0, "dix-mille", {}, 2, bytes(32))
    lobby.sit(t, 0.0, "Ana", 0, "hash")
    lobby.start(t, 0.0, 0, "beginner")
    assert t.phase == "playing" and t.match is not None
    return t


def refused(t: Table, moves: bool) -> bool:
    try:
        require_space(t, moves)
    except Refusal as refusal:
        assert refusal.code == "full"
        return True
    return False


@pytest.mark.parametrize(
    ("rows", "talk", "moves"),
    [
        (TALK_ROWS - 1, False, False),
        (TALK_ROWS, True, False),
        (GAME_ROWS - 1, True, False),
        (GAME_ROWS, True, True),
    ],
)
def test_a_long_game_has_room_for_moves_longer_than_for_talk(rows: int, talk: bool, moves: bool) -> None:
    t = playing()
    assert t.match is not None
    t.seq = t.match.first_seq + rows
    assert (refused(t, moves=False), refused(t, moves=True)) == (talk, moves)


def test_a_game_that_began_on_a_nearly_full_table_is_played_to_its_end() -> None:
    t = playing()
    assert t.match is not None
    t.seq = t.match.first_seq = TABLE_ROWS
    assert not refused(t, moves=True) and not refused(t, moves=False)
    t.phase = "over"
    assert refused(t, moves=False), "and no other begins"
