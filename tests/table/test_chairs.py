"""Who owns a chair: every owner has a generation of their own, and only their own token opens it."""

from cinq.table import lobby
from cinq.table.table import Table
from tests.table.folding import folded


def opened() -> Table:
    t = Table("t")
    lobby.open_table(t, 0.0, "dix-mille", {}, 3, bytes(32))
    return t


def test_no_two_owners_of_a_chair_have_the_same_generation() -> None:
    t, found = opened(), set[int]()
    lobby.sit(t, 0.0, "Ana", 0, "ana")
    for name in ("Bob", "Cléo", "Bob"):
        lobby.sit(t, 0.0, name, 1, name)
        found.add(t.generation_of(1))
        assert folded(t).generation_of(1) == t.generation_of(1)
        lobby.leave(t, 0.0, 1)
        assert t.generation_of(1) == 0
    lobby.seat_bot(t, 0.0, 1, "regular")
    found.add(t.generation_of(1))
    assert len(found) == 4 and 0 not in found


def test_a_generation_is_not_changed_by_others() -> None:
    t = opened()
    lobby.sit(t, 0.0, "Ana", 0, "ana")
    before = t.generation_of(0)
    lobby.sit(t, 0.0, "Bob", 1, "bob")
    lobby.ready(t, 0.0, 0, True)
    assert t.generation_of(0) == before != t.generation_of(1)


def test_a_token_opens_its_own_chair_and_no_longer_than_its_owner_sits() -> None:
    t = opened()
    lobby.sit(t, 0.0, "Ana", 0, "ana")
    lobby.sit(t, 0.0, "Bob", 2, "bob")
    assert (t.seat_of("ana"), t.seat_of("bob"), t.seat_of("eve"), t.seat_of("")) == (0, 2, None, None)
    lobby.leave(t, 0.0, 2)
    assert t.seat_of("bob") is None and folded(t).seat_of("bob") is None
