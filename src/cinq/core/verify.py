"""Checks from its log alone whether a finished game was dealt as its commitment says.

The secret must match the commitment, every line must be legal, and every line of the dealer
(and of the world, where it is chance) must be what `fairness.py` derives from the secret, the
nonces and the line's number in the log (the header is number 1). A line of the world that is
not chance is replayed and not derived. Knows no game and no disk.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from cinq.core.fairness import Draws, matches_commitment
from cinq.core.game import AnyGame, Value, is_seat, step
from cinq.core.log import BadLog, Header, Line, read_header, read_lines, start_of


class Checked(Value, frozen=True):
    """The finding: how many lines, how many of them derived, and every problem."""

    lines: int
    dealt: int
    problems: tuple[str, ...]


def verify(text: str, load_game: Callable[[str], AnyGame]) -> Checked:
    """Check a finished game's log, as text."""
    try:
        header = read_header(text)
        game = load_game(header.game)
        secret, nonces, promised = _promise(header)
        lines = list(read_lines(game, text))
        s = start_of(game, header)
    except (BadLog, ValueError, msgspec.DecodeError) as error:
        return Checked(0, 0, (str(error),))
    problems = [] if matches_commitment(secret, promised) else ["the secret is not the one that was promised"]
    dealt = 0
    for number, line in enumerate(lines, start=2):
        try:
            dealt += _check(game, s, line, Draws(secret, nonces, number))
        except Unfair as unfair:
            problems.append(f"line {number}: {unfair}")
        try:
            s = step(game, s, line.actor, line.action)
        except Exception as error:
            problems.append(f"line {number}: {type(error).__name__}: {error}")
            return Checked(number - 2, dealt, tuple(problems))
    if game.actors(s):
        problems.append("the game is not over")
    return Checked(len(lines), dealt, tuple(problems))


class Unfair(Exception):
    """A line of chance that is not the one the secret gives."""


def _promise(header: Header) -> tuple[bytes, list[str], str]:
    missing = [name for name in ("secret", "nonces", "commitment") if name not in header.notes]
    if missing:
        raise ValueError(f"the header has no {' and no '.join(missing)}: nothing was promised")
    secret = bytes.fromhex(msgspec.json.decode(header.notes["secret"], type=str))
    nonces = msgspec.json.decode(header.notes["nonces"], type=list[str])
    return secret, nonces, msgspec.json.decode(header.notes["commitment"], type=str)


def _check(game: AnyGame, s: Value, line: Line, draws: Draws) -> int:
    """1 if the line is chance and the right one, 0 if it is not chance. Raises Unfair."""
    if is_seat(line.actor) or (chance := game.chance(s)) is None:
        return 0
    expected = chance.sample(draws)
    if expected != line.action:
        raise Unfair(f"the {line.actor} said {line.action}, promised was {expected}")
    return 1
