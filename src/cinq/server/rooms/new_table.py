"""A new table as somebody asked for it: opened, its maker and bots seated, started if asked."""

from __future__ import annotations

import secrets

from cinq.core.game import Seat
from cinq.games import load_game
from cinq.server import wire
from cinq.server.rooms.tokens import hashed
from cinq.table import lobby
from cinq.table.table import Refusal, Table


def prepare(table: Table, now: float, new: wire.NewTable, token: str | None) -> None:
    """Open a table, seat its maker and the bots, start if asked. Raises Refusal."""
    try:
        chairs = new.chairs if new.chairs is not None else load_game(new.game).PLAYERS[0]
    except ValueError as error:
        raise Refusal("unknown", str(error)) from None
    secret = secrets.token_bytes(32)
    lobby.open_table(table, now, new.game, new.options, chairs, secret, new.clock, new.public, new.coach)
    if len(new.bots) > chairs - (token is not None):
        raise Refusal("unknown", "more bots than chairs")
    maker: Seat | None = None
    if token is not None:
        maker = lobby.sit(table, now, new.name, 0, hashed(token))
        table.away[maker] = now
        if new.nonce:
            lobby.add_nonce(table, now, maker, new.nonce)
    for i, level in enumerate(new.bots):
        lobby.seat_bot(table, now, chairs - 1 - i, level)
    if new.start:
        if any(chair.kind == "open" for chair in table.chairs):
            raise Refusal("forbidden", "there are open chairs: ask for more bots, or do not start yet")
        lobby.begin(table, now)
