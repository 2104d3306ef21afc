"""Records golden logs: random games from a seed, and what every viewer was shown of them.

    python tools/record.py dix-mille 3 7 tests/logs/dix-mille-basic.log target=2000
    python tools/record.py --views tests/logs/*.log

The first form plays a game of 3 players from seed 7. The second keeps the logs' lines and writes
their results and view hashes anew: for rules or views that were changed on purpose.

A golden log is two files. `<name>.log` is a log like any other; its header notes the `result`.
`<name>.views` has one row per line of the log, the header being line 1:

    line  seat 0    seat 1    …  spectator
    1     8f14e45f  8f14e45f     c9f0f895

A hash is the first 32 bits, in hexadecimal, of the SHA-256 of the line as this viewer reads it
and of the view after it, both as JSON.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

import msgspec

from cinq.core.game import Action, AnyGame, Seat, Value
from cinq.core.laws import everyone
from cinq.core.log import (
    Header,
    Json,
    Line,
    header_of,
    read_header,
    read_lines,
    replay,
    start_of,
    transitions,
    write,
)
from cinq.core.observe import observe
from cinq.core.play import play, random_seat
from cinq.games import load_game
from cinq.lab.setup import set_up
from cinq.lab.simulate import world_of

DIGITS = 8


def main(words: list[str]) -> None:
    """Play and write one log, or write the views of existing ones."""
    if words[0] == "--views":
        for path in words[1:]:
            refresh(Path(path))
        return
    name, players, seed, path, *options = words
    game, chosen = set_up(name, int(players), options)
    seats = [random_seat] * int(players)
    _, lines = play(game, int(players), chosen, seats, random.Random(int(seed)), world_of(game))
    record(Path(path), game, header_of(game, int(players), chosen), lines)


def refresh(path: Path) -> None:
    """Write the result and the views of an existing log anew; its lines stay."""
    text = path.read_text("utf-8")
    header = read_header(text)
    game = load_game(header.game)
    record(path, game, header, list(read_lines(game, text)))


def record(path: Path, game: AnyGame, header: Header, lines: Sequence[Line]) -> None:
    """Write the log with its result, and the hashes of its views beside it."""
    result = msgspec.Raw(msgspec.json.encode(result_of(game, replay(game, header, lines))))
    header = msgspec.structs.replace(header, notes={**header.notes, "result": result})
    path.write_text(write(header, lines), "utf-8")
    rows = [("line", *map(viewer_name, everyone(header.players))), *_numbered(game, header, lines)]
    path.with_suffix(".views").write_text("\n".join(map("\t".join, rows)) + "\n", "utf-8")


def result_of(game: AnyGame, s: Value) -> Json:
    """The result as JSON values."""
    found: Json = msgspec.json.decode(msgspec.json.encode(game.result(s)))
    return found


def viewer_name(viewer: Seat | None) -> str:
    """The heading of a column."""
    return "spectator" if viewer is None else f"seat {viewer}"


def view_hashes(game: AnyGame, header: Header, lines: Sequence[Line]) -> Iterator[tuple[str, ...]]:
    """What each viewer is shown, hashed: at the start, then with each line. Raises BadLog."""
    steps = list(transitions(game, header, lines))
    start = start_of(game, header)
    columns = []
    for viewer in everyone(header.players):
        shown = observe(game, viewer, steps, story=False)
        columns.append([_hash(game.view(start, viewer)), *(_hash(one.shown, one.view) for one in shown)])
    return zip(*columns, strict=True)


def _numbered(game: AnyGame, header: Header, lines: Sequence[Line]) -> Iterator[tuple[str, ...]]:
    for number, hashes in enumerate(view_hashes(game, header, lines), start=1):
        yield (str(number), *hashes)


def _hash(*values: Value | Action) -> str:
    return sha256(b"\n".join(map(msgspec.json.encode, values))).hexdigest()[:DIGITS]


if __name__ == "__main__":
    main(sys.argv[1:])
