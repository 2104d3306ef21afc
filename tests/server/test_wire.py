"""The wire and its TypeScript say the same."""

import subprocess
import sys
import typing
from pathlib import Path

import msgspec
import pytest

from cinq.games import GAMES, load_game
from cinq.server import wire

ROOT = Path(__file__).parent.parent.parent


def test_the_checked_in_typescript_is_up_to_date() -> None:
    command = [sys.executable, str(ROOT / "tools/wire_ts.py"), "--check"]
    done = subprocess.run(command, capture_output=True, check=False, text=True)
    assert done.returncode == 0, done.stderr


def test_every_message_has_a_name_of_its_own() -> None:
    for union in (wire.FromSeat, wire.ToSeat):
        tags = [cls.__struct_config__.tag for cls in typing.get_args(union)]
        assert len(set(tags)) == len(tags)


@pytest.mark.parametrize("game", GAMES)
def test_a_page_cannot_even_spell_a_dealers_line(game: str) -> None:
    from cinq.core.log import decode_seat_action

    for cls in (*load_game(game).DEALER_ACTIONS, *load_game(game).WORLD_ACTIONS):
        with pytest.raises(msgspec.ValidationError):
            decode_seat_action(load_game(game), b'{"type":"%s"}' % str(cls.__struct_config__.tag).encode())
