"""Golden logs: recorded games are accepted line by line, and show every viewer what they showed then.

`tools/record.py` writes them and says what the two files of a golden log hold.
"""

from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

import msgspec
import pytest
from tools.record import result_of, view_hashes

from cinq.core.log import BadLog, Header, read_header, read_lines, replay, write
from cinq.games import GAMES, load_game

LOGS = sorted((Path(__file__).parent.parent / "logs").glob("*.log"))


def differences(text: str, views: str) -> Iterator[str]:
    """Every place, by line and viewer, where a log shows something else than its views say. Raises BadLog."""
    header = read_header(text)
    game = load_game(header.game)
    (_, *viewers), *rows = (row.split("\t") for row in views.splitlines())
    found = view_hashes(game, header, list(read_lines(game, text)))
    for number, (row, hashes) in enumerate(zip_longest(rows, found, fillvalue=()), start=1):
        if row[:1] != [str(number)]:
            yield f"line {number}: the views have {row[:1]} here"
        for viewer, shown, recorded in zip_longest(viewers, hashes, row[1:]):
            if shown != recorded:
                yield f"line {number}: {viewer} is shown {shown}, recorded was {recorded}"


def noted_result(header: Header) -> object:
    return msgspec.json.decode(header.notes["result"])


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_every_viewer_is_shown_what_was_recorded(path: Path) -> None:
    text, views = path.read_text("utf-8"), path.with_suffix(".views").read_text("utf-8")
    found = list(differences(text, views))
    assert not found, f"{path.name} {found[0]} ({len(found)} differences)"


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_the_result_is_the_recorded_one(path: Path) -> None:
    text = path.read_text("utf-8")
    header = read_header(text)
    game = load_game(header.game)
    assert result_of(game, replay(game, header, list(read_lines(game, text)))) == noted_result(header)


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_the_format_is_the_one_a_server_writes(path: Path) -> None:
    text = path.read_text("utf-8")
    header = read_header(text)
    assert write(header, read_lines(load_game(header.game), text)) == text
    viewers = [*(f"seat {seat}" for seat in range(header.players)), "spectator"]
    assert path.with_suffix(".views").read_text("utf-8").splitlines()[0].split("\t") == ["line", *viewers]


def test_a_difference_names_its_line_and_its_viewer() -> None:
    path = next(path for path in LOGS if path.stem == "got-five-manual")
    text, views = path.read_text("utf-8"), path.with_suffix(".views").read_text("utf-8")
    rows = [row.split("\t") for row in views.splitlines()]
    rows[5][2] = "00000000"
    (found,) = differences(text, "\n".join(map("\t".join, rows)))
    assert found.startswith("line 5: seat 1 is shown ") and found.endswith("recorded was 00000000")
    short = "\n".join(views.splitlines()[:-1])
    assert "recorded was None" in list(differences(text, short))[-1]
    with pytest.raises(BadLog, match="line 4"):
        list(differences("\n".join([*text.splitlines()[:3], text.splitlines()[1]]), views))


def test_every_game_has_a_finished_one_and_every_views_file_a_log() -> None:
    headers = [read_header(path.read_text("utf-8")) for path in LOGS]
    assert {header.game for header in headers if noted_result(header) is not None} == set(GAMES)
    assert sorted(LOGS[0].parent.glob("*.views")) == [path.with_suffix(".views") for path in LOGS]
