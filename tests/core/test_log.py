"""The log: written, read and replayed exactly; what is damaged is named by its line."""

import random

import pytest

from cinq.core.log import BadLog, Line, header_of, read_header, read_lines, replay, write
from cinq.core.play import play, random_seat
from cinq.games import load_game
from cinq.games.dix_mille import Options
from cinq.games.dix_mille.rules import Dice

game = load_game("dix-mille")


def recorded() -> tuple[object, str]:
    options = Options(target=1_000)
    s, lines = play(game, 2, options, [random_seat] * 2, random.Random(4))
    return s, write(header_of(game, 2, options, names=["Léa", "Marc"]), lines)


def test_reading_gives_back_what_was_written() -> None:
    s, text = recorded()
    header = read_header(text)
    lines = list(read_lines(game, text))
    assert replay(game, header, lines) == s
    assert write(header, lines) == text


def test_a_line_is_seconds_actor_action() -> None:
    line = Line(1.5, "dealer", Dice((2, 1)))
    assert write(header_of(game, 2, Options()), [line]).split("\n")[1] == (
        '[1.5,"dealer",{"type":"dice","values":[2,1]}]'
    )


@pytest.mark.parametrize(
    ("line", "broken"),
    [(0, "{}"), (0, '{"game":"dix-mille","players":99}'), (3, "garbage"), (3, '[1.0,0,{"type":"bank"}]')],
)
def test_a_damaged_line_is_named(line: int, broken: str) -> None:
    rows = recorded()[1].split("\n")
    rows[line] = broken
    text = "\n".join(rows)
    with pytest.raises(BadLog, match=f"line {line + 1}"):
        replay(game, read_header(text), list(read_lines(game, text)))
