"""A worker process: seated bots, and reviews of finished games.

A bot gets the lines, views and menus of its seat; a review gets the log of a game that is over.
Length-prefixed pickles are exchanged with the parent on standard input and output. Started as
`python -m cinq.server.bots.worker NICENESS`, so that thinking does not delay a table.
"""

from __future__ import annotations

import os
import pickle
import random
import signal
import struct
import sys
import time
import traceback
from typing import Any, BinaryIO

from cinq.bots.bot import Bot, load_bots
from cinq.bots.coach import Cost, review_moves
from cinq.core.game import Action, Actor, Seat, Value
from cinq.core.log import options_of, read_header, read_lines
from cinq.games import load_game, package

LENGTH = struct.Struct("<I")
PATIENCE = 20.0
"""Seconds of processor time after which a review ends early; after twice as many the process ends."""
Key = tuple[str, Seat]


def sit(seat: Seat, game: str, players: int, options: Value, level: str, seed: int) -> Bot[Value]:
    """A new bot of this game and level."""
    module = load_bots(package(game))
    return module.make_bot(seat, players, options, module.LEVELS[level], random.Random(seed))


class Bots:
    """The bots of this process, by room and seat."""

    def __init__(self) -> None:
        self.bots: dict[Key, Bot[Value]] = {}

    def answer(self, what: str, key: Any, args: tuple[Any, ...]) -> Any:
        """Answer one request of the parent."""
        match what:
            case "sit":
                past, *who = args
                self.bots[key] = sit(key[1], *who)
                self.watch(key, past)
            case "watch":
                self.watch(key, *args)
            case "stand":
                self.bots.pop(key, None)
            case "choose" if bot := self.bots.get(key):
                return bot.choose(*args)
            case "hint" if bot := self.bots.get(key):
                return bot.hint(*args)
            case "review":
                return review(*args)
        return None

    def watch(self, key: Key, lines: list[tuple[Actor, Value | Action, Value]]) -> None:
        """Feed a bot lines as its seat may read them."""
        if bot := self.bots.get(key):
            for actor, shown, view in lines:
                bot.watch(actor, shown, view)


def review(log: str, seat: Seat) -> tuple[list[Cost], bool]:
    """The moves of a finished game that cost most, and whether there was time for all of them."""
    header = read_header(log)
    game, until = load_game(header.game), time.process_time() + PATIENCE
    lines = list(read_lines(game, log))

    def out_of_time() -> bool:
        return time.process_time() > until

    signal.setitimer(signal.ITIMER_PROF, 2 * PATIENCE)  # its signal ends the process, whatever it does
    try:
        found = review_moves(
            game, package(header.game), header.players, options_of(game, header), lines, seat, out_of_time
        )
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)
    return found, not out_of_time()


def read(source: BinaryIO) -> Any:
    """Read the next message; None at the end."""
    head = source.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    return pickle.loads(source.read(LENGTH.unpack(head)[0]))


def packet(message: object) -> bytes:
    """A message after its length."""
    data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return LENGTH.pack(len(data)) + data


def main() -> None:
    """Answer requests until the parent closes the pipe."""
    os.nice(int(sys.argv[1]))
    out, bots = os.fdopen(os.dup(1), "wb"), Bots()
    os.dup2(2, 1)  # what a bot prints must not land among the answers
    while (message := read(sys.stdin.buffer)) is not None:
        number, what, key, args = message
        reply: tuple[int, Any, str | None]
        try:
            reply = (number, bots.answer(what, key, args), None)
        except Exception:
            reply = (number, None, traceback.format_exc())
        if number:
            out.write(packet(reply))
            out.flush()
        elif reply[2]:
            print(reply[2], file=sys.stderr)


if __name__ == "__main__":
    main()
