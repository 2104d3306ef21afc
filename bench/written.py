"""Measured tables in documents: each stands between two comments that name the command which writes it."""

from __future__ import annotations

from pathlib import Path

README = Path(__file__).parent / "README.md"


def put(page: Path, command: str, text: str) -> None:
    """Replace what a command has written into a document. Raises ValueError if it has no place there."""
    begin, end = f"<!-- written by {command} -->\n", f"<!-- end of {command} -->\n"
    before, found, rest = page.read_text("utf-8").partition(begin)
    _, closed, after = rest.partition(end)
    if not found or not closed:
        raise ValueError(f"{page} has no place for {command}")
    page.write_text(before + begin + text + end + after, "utf-8")
