"""A process in which minds think: it gets seen lines, views and menus, and never a state.

Speaks length-prefixed pickles with its parent on standard input and output. Started as
`python -m cinq.server.bot_worker`. Thinking here never delays a table.
"""

from __future__ import annotations

import os
import pickle
import random
import struct
import sys
import time
import traceback
from typing import Any, BinaryIO

from cinq.core.game import Action, Actor, Seat, Value
from cinq.core.log import options_of, read_header, read_lines
from cinq.games import package, take_down
from cinq.minds.coach import Cost, look_back
from cinq.minds.mind import Mind, minds_of

LENGTH = struct.Struct("<I")
PATIENCE = 20.0
"""Seconds of thinking after which a look back ends early."""
Key = tuple[str, Seat]


def sit(seat: Seat, game: str, players: int, options: Value, level: str, seed: int) -> Mind[Value]:
    """A mind of this game and level."""
    module = minds_of(package(game))
    return module.sit(seat, players, options, module.LEVELS[level], random.Random(seed))


class Minds:
    """All minds of this process, by room and seat."""

    def __init__(self) -> None:
        self.minds: dict[Key, Mind[Value]] = {}

    def answer(self, what: str, key: Any, args: tuple[Any, ...]) -> Any:
        """One request of the parent."""
        match what:
            case "sit":
                past, *who = args
                self.minds[key] = sit(key[1], *who)
                self.watch(key, past)
            case "watch":
                self.watch(key, *args)
            case "stand":
                self.minds.pop(key, None)
            case "choose" if mind := self.minds.get(key):
                return mind.choose(*args)
            case "hint" if mind := self.minds.get(key):
                return mind.hint(*args)
            case "look back":
                return looked_back(*args)
        return None

    def watch(self, key: Key, lines: list[tuple[Actor, Value | Action, Value]]) -> None:
        """Lines as the seat reads them."""
        if mind := self.minds.get(key):
            for actor, shown, view in lines:
                mind.watch(actor, shown, view)


def looked_back(log: str, seat: Seat) -> tuple[list[Cost], bool]:
    """The moves of a finished game that cost most, and whether there was time for all of them."""
    header = read_header(log)
    game, until = take_down(header.game), time.process_time() + PATIENCE
    lines = list(read_lines(game, log))

    def tired() -> bool:
        return time.process_time() > until

    found = look_back(
        game, package(header.game), header.players, options_of(game, header), lines, seat, tired
    )
    return found, not tired()


def read(source: BinaryIO) -> Any:
    """The next message; None at the end."""
    head = source.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    return pickle.loads(source.read(LENGTH.unpack(head)[0]))


def packed(message: object) -> bytes:
    """A message with its length."""
    data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return LENGTH.pack(len(data)) + data


def main() -> None:
    """Answer until the parent hangs up."""
    os.nice(5)
    out, minds = os.fdopen(os.dup(1), "wb"), Minds()
    os.dup2(2, 1)  # what a mind prints must not land among the answers
    while (message := read(sys.stdin.buffer)) is not None:
        number, what, key, args = message
        reply: tuple[int, Any, str | None]
        try:
            reply = (number, minds.answer(what, key, args), None)
        except Exception:
            reply = (number, None, traceback.format_exc())
        if number:
            out.write(packed(reply))
            out.flush()
        elif reply[2]:
            print(reply[2], file=sys.stderr)


if __name__ == "__main__":
    main()
