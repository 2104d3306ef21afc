"""Names at a table: nothing invisible in them, and no two alike."""

import pytest

from cinq.table import lobby
from cinq.table.names import NAME_LENGTH
from cinq.table.table import Refusal, Table


def opened() -> Table:
    t = Table("t")
    lobby.open_table(t, 0.0, "dix-mille", {}, 6, bytes(32))
    return t


def seated(t: Table, name: str) -> str:
    return t.chairs[lobby.sit(t, 0.0, name, None, f"hash {len(t.pending_rows)}")].name


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("A\u202ena", "A na"),
        ("\u2066Ana\u2069\n", "Ana"),
        ("An\x00a\x1b[31m", "An a [31m"),
        ("\u200f  Zoé \u200b", "Zoé"),
        ("x" * 31 + " y", "x" * 31),
        ("An\ufe0fa\u034f\U000e0041", "Ana"),
        ("\u3164Ana\u2800\u115f\uffa0", "Ana"),
        ("A\u0300\u0301\u0302\u0303\u0304na", "A\u0300\u0301\u0302na"),
        ("Zoe\u0301", "Zoe\u0301"),
    ],
)
def test_control_and_bidi_characters_are_removed(given: str, shown: str) -> None:
    assert seated(opened(), given) == shown


def test_a_name_of_nothing_visible_is_none() -> None:
    with pytest.raises(Refusal):
        seated(opened(), "\u202e\u200b \n\u3164\u2800\ufe0f")


def test_no_two_names_at_a_table_are_alike() -> None:
    t = opened()
    assert [seated(t, name) for name in ("Ana", "Ana", "ana", "\uff21na", "Ana 2")] == [
        "Ana",
        "Ana 2",
        "ana 3",
        "\uff21na 4",
        "Ana 2 2",
    ]
    lobby.leave(t, 0.0, 0)
    assert seated(t, "Ana") == "Ana", "the name is free again with its chair"


@pytest.mark.parametrize(
    "alike",
    [
        "Ana\ufe0f",  # a variation selector shows nothing
        "Ana\u3164",  # nor does a filler
        "\u0410na",  # a Cyrillic A
        "An\u0430",
        "\u0391na",  # a Greek one
    ],
)
def test_a_name_that_looks_like_another_gets_a_number(alike: str) -> None:
    t = opened()
    assert seated(t, "Ana") == "Ana"
    assert seated(t, alike).endswith(" 2")


@pytest.mark.parametrize(
    ("name", "alike"),
    [
        ("Zo\u00eb", "Zo\u0451"),  # a Cyrillic e with the same two dots
        ("Helen", "\u041delen"),  # a Cyrillic N, which looks like H
        ("Nina", "\u039dina"),  # a Greek N
        ("Viv", "Vi\u03bd"),  # and its small letter, which looks like v
        ("Ida", "lda"),
        ("IDA", "1DA"),
        ("Al", "AI"),
        ("Otto", "0tto"),
    ],
)
def test_a_letter_that_looks_like_another_gets_a_number(name: str, alike: str) -> None:
    t = opened()
    assert seated(t, name) == name
    assert seated(t, alike) == f"{alike} 2"
    assert [seated(t, name) for name in ("Dan", "DAN")] == ["Dan", "DAN 2"]


def test_names_that_differ_to_the_eye_are_left_alone() -> None:
    t = opened()
    alphabets = "\u0410\u043d\u043d\u0430", "\u0395\u03bb\u03ad\u03bd\u03b7"
    for name in ("Zoe", "Zo\u00e9", *alphabets, "Kai", "Kal"):
        assert seated(t, name) == name


def test_a_long_name_stays_within_its_length() -> None:
    t = opened()
    names = {seated(t, "x" * 40) for _ in range(4)}
    assert len(names) == 4 and max(map(len, names)) == NAME_LENGTH


def test_a_bot_takes_no_persons_name() -> None:
    t = opened()
    seated(t, "aline")
    lobby.seat_bot(t, 0.0, 5, "regular")
    assert t.chairs[5].name == "Basile"
