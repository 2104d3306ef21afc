"""Settings of a server: paces and limits, with defaults for a small public server."""

from __future__ import annotations

import msgspec


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers that an operator may want to change."""

    synchronous: str = "FULL"
    """SQLite's `synchronous`: FULL survives a power cut, NORMAL only a crash."""
    grace: float = 20.0
    """Seconds until a bot plays for a person who is disconnected."""
    request_grace: float = 120.0
    """Seconds for which somebody who plays over HTTP, without a connection, is here after each request."""
    idle: float = 900.0
    """Seconds after which an empty room is dropped from memory; its journal stays."""
    forgotten: float = 7 * 86_400.0
    """Seconds after which an unfinished table that nobody touched is taken off the lists.

    Its journal stays, and its link opens it again.
    """
    delete_abandoned: float = 0.0
    """Seconds after which a table off the lists is deleted, unless it has a finished game; 0 keeps all."""
    bot_pace: float = 1.0
    """The share of a person's thinking time that bots take; 0 plays at once."""
    pause_scale: float = 1.0
    """The share of the pauses that the rules demand at a live table (OM-18); tests use less than 1."""
    physics: bool = True
    """Simulate the wood of Au doigt & à l'œil; without it outcomes are drawn at random."""
    bot_workers: int = 1
    """Number of worker processes for bots."""
    message_bytes: int = 16_384
    """The longest message or request body, in bytes."""
    messages_per_second: float = 80.0
    """Messages a second on a connection and from a seat, and requests a second from an address.

    A hand that moves wood sends sixty a second. A connection may send four times as many frames.
    """
    message_burst: int = 120
    """Messages that may come at once."""
    head_bytes: int = 16_384
    """The longest head of an HTTP request, in bytes."""
    head_timeout: float = 10.0
    """Seconds in which the head of a request arrives, from the connection or from its first byte."""
    body_timeout: float = 10.0
    """Seconds in which the body of a request arrives."""
    pipelined: int = 16
    """Requests that may wait on one connection for the answer to an earlier one."""
    unread_timeout: float = 20.0
    """Seconds after which a client that reads nothing of a response is cut off."""
    connections_per_address: int = 64
    """Open HTTP connections from one address that is no trusted proxy."""
    sockets_per_address: int = 64
    """Open websockets and streams from one address."""
    sockets: int = 20_000
    """Open connections in all; fewer where the process may have fewer descriptors."""
    trusted_proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    """Addresses and networks whose `X-Forwarded-For` names the visitor whom limits count."""
    tables_per_address: int = 30
    """Tables that one address may make in ten minutes."""
    questions_per_address: int = 4
    """Hints, and again reviews and games to read, that one address may have waiting for an answer."""
    rooms: int = 10_000
    """Tables in memory beyond which no new one is made; those that exist are opened."""
    viewers_per_table: int = 500
    """Spectators' connections to one table; seats have room of their own."""
    sockets_per_seat: int = 8
    """Connections of one seat; one more takes the place of the oldest."""
    ping_every: float = 3.0
    """Seconds between the pings that measure round trips, in games with races."""
    allowed_hosts: tuple[str, ...] = ()
    """Names of this server beside addresses and names of a home network; `*` allows any."""
    lease: float = 3.0
    """Seconds after its last sign of life at which a server counts as dead, and others take its tables."""
    own_tables: bool = True
    """Own tables, and run bots for them; a server that does not forwards everything to one that does."""
    own_physics_tables: bool = True
    """Own tables whose game needs physics; a server that does not leaves them to others."""
    origins: tuple[str, ...] = ()
    """Other origins whose pages may connect; the server's own is always allowed."""
