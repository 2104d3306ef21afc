"""The order in which files of tests run: long ones first, those that wait and those that compute in turn."""

from collections.abc import Iterable
from pathlib import Path

LONG = (
    *("page", "test_documents.py", "lab", "solvers", "fast", "bots"),
    *("packaging", "physics", "adapters", "chaos"),
)
"""Folders and files of long tests. They run first: at the end a long file would keep one process busy."""
WAITING = frozenset({"page", "server", "chaos"})
"""Folders whose tests mostly wait, for a browser or for a server of their own."""


def places(files: Iterable[Path]) -> dict[Path, float]:
    """The place of each file, from 0 to 1, by its path below the folder of tests.

    Files that wait and files that compute have a queue each. Both are spread over the whole run, so that
    processes side by side do some of each: three that all wait leave the cores idle.
    """
    queues: tuple[list[Path], list[Path]] = ([], [])
    for file in sorted(files, key=lambda file: (_rank(file), file)):
        queues[file.parts[0] in WAITING].append(file)
    return {file: (index + 0.5) / len(queue) for queue in queues for index, file in enumerate(queue)}


def _rank(file: Path) -> int:
    return LONG.index(file.parts[0]) if file.parts[0] in LONG else len(LONG)
