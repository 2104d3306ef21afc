"""Schema versions: a database of version N has had the first N steps of its list.

One module a step, in the folder of its database; a released step is not changed any more. A
database of an unknown, higher version belongs to a newer program and is left alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class NewerSchema(OSError):
    """The database was written by a newer version of this program."""


def pending(version: int, steps: Sequence[T], where: object) -> Sequence[T]:
    """The steps that a database of this version lacks. Raises NewerSchema."""
    if version > len(steps):
        raise NewerSchema(
            f"{where} was written by a newer version of cinq "
            f"(schema {version}, this one knows {len(steps)}): update cinq; nothing was changed"
        )
    return steps[version:]
