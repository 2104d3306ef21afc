"""Mutations of a kept corpus, as a hypothesis strategy: cut, repeat, splice, and odd values anywhere."""

from __future__ import annotations

from pathlib import Path

from hypothesis import strategies as st

CORPUS = Path(__file__).parent / "corpus"
ODD = (
    *(
        b"",
        b"\x00",
        b"\xff\xfe",
        b"null",
        b"-1",
        b"1e999",
        b"9" * 30,
        b'"\\ud800"',
        b"[" * 50,
        b"{}",
        b"[]",
        b"true",
    ),
    *(
        b'{"type":"act"}',
        b'"dealer"',
        b"NaN",
        b"\r\n",
        b"\r\n\r\n",
        b": ",
        b"%ff",
        "é\u202e\u200b".encode(),
        b'"',
    ),
)
"""Pieces to put anywhere."""


def corpus(target: str) -> list[bytes]:
    """The kept inputs of a target."""
    return [path.read_bytes() for path in sorted((CORPUS / target).iterdir())]


def mutated(kept: list[bytes]) -> st.SearchStrategy[bytes]:
    """An input of the corpus after some mutations, or noise."""
    edits = st.lists(
        st.tuples(
            st.sampled_from(("cut", "keep", "insert", "overwrite", "repeat", "splice")),
            st.integers(0, 10_000),
            st.integers(0, 64),
            st.one_of(st.sampled_from(ODD), st.binary(max_size=8)),
        ),
        max_size=6,
    )
    noise = st.binary(max_size=200)
    return st.one_of(st.builds(_apply, st.sampled_from(kept), edits, st.sampled_from(kept)), noise)


def _apply(data: bytes, edits: list[tuple[str, int, int, bytes]], other: bytes) -> bytes:
    for kind, where, length, piece in edits:
        at = where % (len(data) + 1)
        match kind:
            case "cut":
                data = data[:at] + data[at + length :]
            case "keep":
                data = data[:at]
            case "insert":
                data = data[:at] + piece + data[at:]
            case "overwrite":
                data = data[:at] + piece + data[at + len(piece) :]
            case "repeat":
                data = data[:at] + data[at : at + length] * 3 + data[at + length :]
            case _:
                data = data[:at] + other[where % (len(other) + 1) :]
    return data[:20_000]
