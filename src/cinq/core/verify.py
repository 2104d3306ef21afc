"""Checks a finished game's log: dealt as committed to, and not changed since it was played?

The secret must match the commitment, every line must be legal, and every line of the dealer
(and of the world, where it is chance) must be what `fairness.py` derives from the secret, the
nonces and the line's number in the log (the header is number 1). A line of the world that is
not chance is replayed and not derived. Then the chain over all lines is computed again.

A log that its writer made up afterwards can satisfy all of this: what makes it a proof is an
`Anchor`, kept by somebody else while the game was played. Knows no game and no disk.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from cinq.core.fairness import SHOWN, Chain, Draws, matches_commitment, opening_of
from cinq.core.game import AnyGame, Value, is_seat, step
from cinq.core.log import BadLog, Header, Line, read_header, read_lines, start_of

LoadGame = Callable[[str], AnyGame]


class Anchor(Value, frozen=True):
    """What somebody saw of a game while it was played; empty: not seen."""

    commitment: str = ""
    """As published before the first line."""
    chain: str = ""
    """As published with any line: its first 32 hex digits, or all 64 from older servers."""


UNANCHORED = Anchor()


class Checked(Value, frozen=True):
    """The finding: how many lines, how many of them derived, and every problem."""

    lines: int
    dealt: int
    problems: tuple[str, ...]
    mixed: tuple[int, ...] = ()
    """The seats whose nonces took part in the dealing."""
    anchored: int = 0
    """The number of lines that the anchor's chain holds; 0 without one."""


class Promise(msgspec.Struct, frozen=True):
    """The notes of a header that dealing and chain follow from; `server/storage/archive.py` writes them."""

    secret: str
    nonces: tuple[str, ...]
    commitment: str
    names: tuple[str, ...] = ()
    levels: tuple[str | None, ...] = ()
    margins: dict[str, float] = {}
    chain: str = ""


def verify(text: str, load_game: LoadGame, anchor: Anchor = UNANCHORED) -> Checked:
    """Check a finished game's log, as text, against what was seen of it elsewhere."""
    try:
        header = read_header(text)
        game = load_game(header.game)
        promise = promise_of(header)
        secret = bytes.fromhex(promise.secret)
        lines = list(read_lines(game, text))
        s = start_of(game, header)
    except (BadLog, ValueError, msgspec.DecodeError) as error:
        return Checked(0, 0, (str(error),))
    problems = [*_broken_promise(secret, promise, anchor)]
    replayed, dealt, found = _replay(game, s, lines, secret, promise.nonces)
    anchored, unchained = _check_chain(header, promise, lines, anchor.chain)
    mixed = tuple(seat for seat, nonce in enumerate(promise.nonces) if nonce)
    return Checked(replayed, dealt, (*problems, *found, *unchained), mixed, anchored)


def promise_of(header: Header) -> Promise:
    """The header's notes. Raises ValueError where one that the dealing follows from is missing."""
    missing = [name for name in ("secret", "nonces", "commitment") if name not in header.notes]
    if missing:
        raise ValueError(f"the header has no {' and no '.join(missing)}: nothing was promised")
    return msgspec.json.decode(msgspec.json.encode(header.notes), type=Promise)


def _broken_promise(secret: bytes, promise: Promise, anchor: Anchor) -> list[str]:
    problems = []
    if not matches_commitment(secret, promise.commitment):
        problems.append("the secret is not the one that was promised")
    if anchor.commitment and anchor.commitment != promise.commitment:
        problems.append(f"the log's commitment is {promise.commitment}, seen was {anchor.commitment}")
    return problems


# ---------------------------------------------------------------- the dealing


class Unfair(Exception):
    """A line of chance that is not the one the secret gives."""


def _replay(
    game: AnyGame, s: Value, lines: Sequence[Line], secret: bytes, nonces: Sequence[str]
) -> tuple[int, int, list[str]]:
    """Play every line: how many could be played, how many of them chance gave, and every problem."""
    dealt, problems = 0, list[str]()
    for number, line in enumerate(lines, start=2):
        try:
            dealt += _check(game, s, line, Draws(secret, nonces, number))
        except Unfair as unfair:
            problems.append(f"line {number}: {unfair}")
        try:
            s = step(game, s, line.actor, line.action)
        except Exception as error:
            problems.append(f"line {number}: {type(error).__name__}: {error}")
            return number - 2, dealt, problems
    if game.actors(s):
        problems.append("the game is not over")
    return len(lines), dealt, problems


def _check(game: AnyGame, s: Value, line: Line, draws: Draws) -> int:
    """1 if the line is chance and the right one, 0 if it is not chance. Raises Unfair."""
    if is_seat(line.actor) or (chance := game.chance(s)) is None:
        return 0
    expected = chance.sample(draws)
    if expected != line.action:
        raise Unfair(f"the {line.actor} said {line.action}, promised was {expected}")
    return 1


# ---------------------------------------------------------------- the chain


def chains(header: Header, promise: Promise, lines: Sequence[Line]) -> list[str]:
    """The chain of the opening, then after each line, computed from the log."""
    options = {name: msgspec.json.decode(raw) for name, raw in header.options.items()}
    opening = opening_of(
        header.game,
        header.players,
        options,
        promise.names,
        promise.levels,
        promise.nonces,
        promise.commitment,
    )
    chain, found = Chain(bytes.fromhex(promise.secret), opening), list[str]()
    found.append(chain.value.hex())
    for number, line in enumerate(lines, start=2):
        chain.extend(line, promise.margins.get(str(number)))
        found.append(chain.value.hex())
    return found


def _check_chain(header: Header, promise: Promise, lines: Sequence[Line], seen: str) -> tuple[int, list[str]]:
    """The number of lines that the chain `seen` holds, and every problem."""
    if not promise.chain:
        return 0, ["the log has no chain, but one was seen"] if seen else []
    values, problems = chains(header, promise, lines), list[str]()
    if values[-1] != promise.chain:
        problems.append("the chain of the lines is not the log's: a line, a name or a setting was changed")
    anchored = place_of(seen, values) if seen else 0
    if anchored is None:
        problems.append("the chain that was seen is of no line of this log: the log was changed afterwards")
    return anchored or 0, problems


def place_of(seen: str, values: Sequence[str]) -> int | None:
    """The number of lines that the chain `seen` holds; None if none of `values` begins with it."""
    held = (at for at, value in enumerate(values) if value.startswith(seen))
    return next(held, None) if len(seen) >= SHOWN else None
