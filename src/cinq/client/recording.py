"""Reads a recording of the messages that a viewer got: what `GET /api/tables/{table}/stream` sends."""

from __future__ import annotations

import json
from typing import Any

from cinq.core.game import Seat
from cinq.core.recording import Part, Recording, ShownLine


class Reader:
    """Collects what was shown of the game with one commitment, message by message."""

    def __init__(self, commitment: str) -> None:
        self._wanted = commitment
        self._viewer: Seat | None = None
        self._commitments: list[str] = []
        """As shown in the lobby."""
        self._playing = False
        self._parts: list[Part] = []

    def add(self, message: dict[str, Any]) -> None:
        """Take the next message."""
        if isinstance(table := message.get("table"), dict):
            self._playing = table["phase"] != "lobby" and table["commitment"] == self._wanted
            if table["phase"] == "lobby":
                self._commitments.append(table["commitment"])
        if message["type"] == "sync":
            self._viewer = message.get("you")
        if self._playing and message["type"] == "sync":
            self._forget_after(message["chain"])
            self._append(message["chain"], message.get("history", []))
        elif self._playing and message["type"] == "update":
            self._append(message["chain"], message["lines"])

    def _forget_after(self, chain: str) -> None:
        """Drop parts that a take-back has undone: those after this chain, or else the last."""
        known = [part.chain for part in self._parts]
        del self._parts[known.index(chain) + 1 if chain in known else -1 :]

    def _append(self, chain: str, lines: list[dict[str, Any]]) -> None:
        shown = tuple(ShownLine(line["actor"], line["action"]) for line in lines)
        self._parts.append(Part(chain, shown))

    def recording(self) -> Recording:
        """What was shown of the game; another game's commitment where its own was never shown."""
        seen = self._commitments
        commitment = self._wanted if self._wanted in seen else (seen[-1] if seen else "")
        return Recording(self._viewer, commitment, tuple(self._parts))


def read_recording(text: str, commitment: str) -> Recording:
    """What a recording shows of the game with this commitment. Raises ValueError if it is none."""
    reader = Reader(commitment)
    for number, row in enumerate(text.splitlines(), start=1):
        try:
            if row.strip():
                reader.add(json.loads(row))
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"message {number} of the recording cannot be read: {error}") from None
    return reader.recording()
