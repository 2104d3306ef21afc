"""How long a table's journal may become. The bounds are beyond what people at a table meet.

A game in which nobody means to win never ends (Dix Mille, never banked), and whoever says "ready" and
"not ready" all day writes as many rows as the rate of messages allows. A table is read into memory
whole: its rows are bounded, so that reading one takes about a second at most.
"""

from __future__ import annotations

from cinq.table.table import Refusal, Table

GAME_ROWS = 30_000
"""Rows of one game, remarks and pauses among them; random players of Dix Mille need some 6,000."""
TALK_ROWS = 24_000
"""Rows of one game after which there are moves only: no remarks, pauses or moves taken back."""
TABLE_ROWS = 200_000
"""Rows after which no further game begins: hundreds of games, or a thousand."""


def require_space(t: Table, moves: bool) -> None:
    """Refuse a request that would make the journal too long; `moves`: it is a move of the game."""
    if t.phase == "playing" and t.match is not None:
        if t.seq - t.match.first_seq >= (GAME_ROWS if moves else TALK_ROWS):
            raise Refusal(
                "full", "this game has become too long: leave it to the bots, or play at a new table"
            )
    elif t.seq >= TABLE_ROWS:
        raise Refusal("full", "this table has had its games, which stay: make a new one to play on")
