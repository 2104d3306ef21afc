"""What a server may be told: paces and limits, with defaults that suit a small public server."""

from __future__ import annotations

import msgspec


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every number that is a matter of policy."""

    synchronous: str = "FULL"
    """SQLite's: FULL survives a power cut, NORMAL only a crash."""
    grace: float = 60.0
    """Seconds until a bot plays for one who lost the connection."""
    idle: float = 900.0
    """Seconds after which an empty room is put away (its journal stays)."""
    forgotten: float = 7 * 86_400.0
    """Seconds after which an untouched table is closed for good."""
    bot_pace: float = 1.0
    """How much of a person's thinking time bots take; 0 plays at once."""
    unhurried: float = 1.0
    """How much of the pauses that rules ask of a live table (OM-18) is kept; tests take less."""
    physics: bool = True
    """Real wood for Au doigt & à l'œil; without it what a placement did is drawn at random, at once."""
    hand_patience: float = 120.0
    """Seconds somebody may hold a piece of wood before it is let go where it is."""
    bot_workers: int = 1
    """Processes in which bots think."""
    message_bytes: int = 16_384
    """The longest message a socket may bring."""
    messages_per_second: float = 80.0
    """On a socket, or over HTTP from an address; a hand that moves wood speaks sixty times a second."""
    message_burst: int = 120
    sockets_per_address: int = 64
    sockets: int = 20_000
    tables_per_address: int = 30
    """Tables one address may make in ten minutes."""
    rooms: int = 10_000
    viewers_per_table: int = 500
    ping_every: float = 3.0
    """Seconds between the pings that measure lines, where the game has races."""
    origins: tuple[str, ...] = ()
    """Other origins that pages may come from; the server's own is always allowed."""
