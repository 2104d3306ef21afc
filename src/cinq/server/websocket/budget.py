"""How much one connection may send: a budget of frames and bytes that refills at a steady rate.

Control frames and fragments count like messages, since parsing them costs as much. The limit
on messages (`rooms/rate_limits.py`) is lower and answered politely; this one closes the connection.
"""

from __future__ import annotations

from cinq.server.settings import Settings

FRAMES_PER_MESSAGE = 4
"""Frames allowed for each message that the settings allow: fragments, pings and pongs."""
BYTES_PER_FRAME = 1024
"""Bytes allowed for each of those frames, on average."""


class FrameBudget:
    """The frames and bytes that one connection may still send."""

    __slots__ = ("_at", "_burst", "_bytes", "_frames", "_rate")

    def __init__(self, settings: Settings) -> None:
        self._rate = FRAMES_PER_MESSAGE * settings.messages_per_second
        self._burst = self._frames = FRAMES_PER_MESSAGE * float(settings.message_burst)
        self._bytes = self._burst * BYTES_PER_FRAME
        self._at = 0.0

    def spend(self, frames: int, size: int, now: float) -> bool:
        """Take some frames of `size` bytes together; False once more was sent than allowed."""
        refill = (now - self._at) * self._rate
        self._at = now
        self._frames = min(self._burst, self._frames + refill) - frames
        self._bytes = min(self._burst * BYTES_PER_FRAME, self._bytes + refill * BYTES_PER_FRAME) - size
        return self._frames >= 0 and self._bytes >= 0
