"""Golden logs: recorded games replay to the state they ended in, line by line.

A log's header notes the SHA-256 of the spectator's last view and the result, as they were
when it was recorded. A rule that changes by accident changes one of them.
"""

from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from cinq.core.log import read_header, read_lines, replay
from cinq.games import SHELF, take_down

LOGS = sorted((Path(__file__).parent.parent / "logs").glob("*.log"))


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_replays_as_recorded(path: Path) -> None:
    text = path.read_text("utf-8")
    header = read_header(text)
    game = take_down(header.game)
    s = replay(game, header, list(read_lines(game, text)))
    result = msgspec.json.decode(msgspec.json.encode(game.result(s)))
    view = sha256(msgspec.json.encode(game.view(s, None))).hexdigest()
    if "result" in header.notes:
        assert result == msgspec.json.decode(header.notes["result"])
    if "view_sha256" in header.notes:
        assert view == msgspec.json.decode(header.notes["view_sha256"])
    assert result is not None


def test_every_game_has_one() -> None:
    assert {read_header(path.read_text("utf-8")).game for path in LOGS} == set(SHELF)
