"""The box of 5 Millimètres: sticks and money track, as the data file `box.toml` says.

Owns reading and checking that file; must never know a game in progress.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

import msgspec

from cinq.core.game import Value

STEP = 5
"""Millimetres between one length and the next: the name of the game."""
LENGTHS = 9


class BadBox(ValueError):
    """The data file describes no box that one could play with."""


class Sticks(Value, frozen=True):
    """Nine lengths in millimetres, shortest first, and how many there are of each."""

    lengths: tuple[int, ...]
    of_each: int


class Track(Value, frozen=True):
    """The money track: where markers start, the most points it gives, its Chance spaces."""

    start: int
    most_points: int
    chance: dict[int, int] = {}


class Box(Value, frozen=True):
    """All that is in the box."""

    sticks: Sticks
    track: Track


@cache
def box() -> Box:
    """The box, read once."""
    return read(files(__package__).joinpath("box.toml").read_text("utf-8"))


def read(text: str) -> Box:
    """A box from the text of its file. BadBox says what is wrong with it."""
    try:
        made = msgspec.convert(tomllib.loads(text), Box, strict=False)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadBox(f"box.toml: {error}") from None
    _check_sticks(made.sticks)
    _check_track(made.track)
    return made


def _check_sticks(sticks: Sticks) -> None:
    shortest = sticks.lengths[0] if sticks.lengths else 0
    if sticks.lengths != tuple(range(shortest, shortest + STEP * LENGTHS, STEP)) or shortest <= 0:
        raise BadBox(
            f"box.toml: sticks.lengths are {LENGTHS} whole numbers of millimetres, {STEP} apart, rising"
        )
    if sticks.of_each != 4:
        raise BadBox("box.toml: sticks.of_each is 4: four alike win the game")


def _check_track(track: Track) -> None:
    if not 10 <= track.start <= 1_000:
        raise BadBox("box.toml: track.start is a number from 10 to 1000")
    if not 0 <= track.most_points <= track.start:
        raise BadBox("box.toml: track.most_points is a space of the track")
    for space, back in track.chance.items():
        if not 0 < space < back <= track.start:
            raise BadBox(f"box.toml: Chance space {space} goes back up, to a space above it, not to {back}")
        if back in track.chance:
            raise BadBox(f"box.toml: Chance space {space} goes back to {back}, which is a Chance space too")
