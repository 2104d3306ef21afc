"""The live table as a fold of its journal: chairs, host, phase, and the game on it.

`happen` folds an event in and appends its row to `pending_rows`; replaying the rows gives
the same table. Requests are decided in `lobby.py` and `play.py`. Owns no socket, no clock,
no randomness: `now` and secrets are arguments.
"""

from __future__ import annotations

from collections import deque
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from cinq.core.fairness import Chain, commitment, opening_of
from cinq.core.game import WORLD, Action, AnyGame, Rule, Seat, Value, step
from cinq.core.live import LiveFacts
from cinq.core.log import decode_action
from cinq.games import live_facts, load_game
from cinq.table import clocks, events
from cinq.table.chairs import OPEN, Chair
from cinq.table.claims import Claim
from cinq.table.events import Event, Phase, Row, decode_row, encode_row
from cinq.table.match import Match, PendingStart, Step, log_line, public_field, read_options
from cinq.table.phrases import Talk

RECENT = 12
"""Steps kept in memory for reconnecting viewers; one who missed more gets the whole view again."""
REFS = 8
"""Request references kept for each seat, so that a resent request is answered and not done twice."""

Code: TypeAlias = Literal[
    "malformed",
    "stale",
    "illegal",
    "forbidden",
    "unknown",
    "limited",
    "full",
    "paused",
    "over",
    "unavailable",
]
"""Why something was refused: *malformed* did not decode; *stale* was made against an older
number; *illegal* breaks the rule named; *forbidden* is not this person's to say; *unknown*
names nothing there is; *limited* came too often or is too much; *full* says that the table, or its
game, has become too long; *paused* and *over* say so; *unavailable* cannot be done here now."""


class Refusal(Exception):
    """A request that the table refuses, and why."""

    def __init__(self, code: Code, message: str, rule: str | None = None) -> None:
        super().__init__(message)
        self.code: Code = code
        self.message = message
        self.rule = rule


GRACE = 20.0
"""Seconds after which a bot plays for a person who has lost the connection, and a lost host is replaced."""
REQUEST_GRACE = 120.0
"""Seconds for which a person without a connection, who plays over HTTP, counts as here after a request."""
OWN = (
    events.Spoke,
    events.TookBack,
    events.Paused,
    events.Resumed,
    events.Reopened,
    events.Readied,
    events.Mixed,
)
"""Events, besides lines, whose seat made the request: its reference is remembered."""


class Table:
    """One table. Its journal determines all but the fields that `__init__` marks as unsaved."""

    __slots__ = (
        "answers",
        "away",
        "bot_substitutes",
        "chairs",
        "claims",
        "clock",
        "coach",
        "game",
        "grace",
        "held",
        "host",
        "id",
        "kept_chairs",
        "let_go",
        "live",
        "match",
        "mixing",
        "news",
        "nonces",
        "options",
        "pause_scale",
        "paused",
        "paused_by",
        "pending_rows",
        "pending_start",
        "phase",
        "public",
        "recent",
        "refs",
        "request_grace",
        "round",
        "secret",
        "seq",
        "talk",
        "touched",
    )

    def __init__(self, ident: str) -> None:
        self.id = ident
        self.seq = 0
        self.game: AnyGame
        self.live: LiveFacts
        self.options: Value
        self.chairs: list[Chair] = []
        self.host: Seat | None = None
        self.phase: Phase = "lobby"
        self.clock: events.ClockName = "none"
        self.public = self.coach = self.paused = False
        self.paused_by: Seat | None = None
        self.secret = ""
        self.nonces: dict[Seat, str] = {}
        self.round = 0
        self.match: Match | None = None
        self.touched = 0.0
        self.refs: dict[Seat, dict[str, int]] = {}
        # unsaved: not in the journal
        self.pending_rows: list[bytes] = []
        self.news: list[Step] = []
        self.recent: deque[Step] = deque(maxlen=RECENT)
        self.claims: list[tuple[float, Claim]] = []
        self.held: tuple[float, Seat, Action, str | None] | None = None
        self.let_go: Seat | None = None
        """The seat that must let go of its piece: its clock has run out."""
        self.answers: list[tuple[Seat, str | None, Refusal]] = []
        self.away: dict[Seat, float] = {}
        """Since when persons have no connection; for who plays over HTTP, when they will count as away."""
        self.mixing: frozenset[Seat] = frozenset()
        """Seats whose clients said that they answer a commitment with a nonce; a start waits for them."""
        self.pending_start: PendingStart | None = None
        self.bot_substitutes: set[Seat] = set()
        self.kept_chairs: dict[Seat, float] = {}
        """Until when a chair is kept, at a rematch, for a person whose connection was lost."""
        self.talk: dict[str, Talk] = {}
        self.pause_scale = 1.0
        """Factor on the seconds of `live.hold`; tests take less than 1."""
        self.grace, self.request_grace = GRACE, REQUEST_GRACE

    # ------------------------------------------------------------ questions

    @property
    def commitment(self) -> str:
        """The hash of the secret, published before the first line."""
        return commitment(bytes.fromhex(self.secret))

    @property
    def state(self) -> Value | None:
        """The present or last state of the game; None before the first game."""
        return self.match.state if self.match else None

    @property
    def game_id(self) -> str:
        """The id of the present or last game."""
        return f"{self.id}-{self.round}"

    @property
    def finished_rounds(self) -> int:
        """The number of games that were played to their end; their rounds are 1 to this number."""
        return self.round - (self.phase == "playing")

    def free_text_refused_by(self) -> Rule | None:
        """The rule that allows only set phrases now, if there is one."""
        return self.live.no_free_text if self.phase == "playing" else None

    def people(self) -> list[Seat]:
        """The seats of persons."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.kind == "person"]

    def is_away(self, seat: Seat, now: float) -> bool:
        """Whether a person is not here: no connection, and no request over HTTP of late."""
        return seat in self.away and self.away[seat] <= now

    def bots(self) -> list[Seat]:
        """The seats that bots play for now: their own, and those of absent persons."""
        return [s for s, chair in enumerate(self.chairs) if chair.kind == "bot" or s in self.bot_substitutes]

    def seat_of(self, token_hash: str) -> Seat | None:
        """The seat of the person with this hashed token, if there is one."""
        for seat, chair in enumerate(self.chairs):
            if chair.token == token_hash and chair.kind == "person":
                return seat
        return None

    def generation_of(self, seat: Seat) -> int:
        """The generation of a chair's owner; 0 where nobody sits or there is no such chair."""
        return self.chairs[seat].generation if 0 <= seat < len(self.chairs) else 0

    def done_before(self, seat: Seat | None, ref: str | None) -> int | None:
        """The number of the event that this seat's request `ref` has led to, if it was done already."""
        if ref is None or seat is None or seat not in self.refs:
            return None
        return self.refs[seat].get(ref)

    # ------------------------------------------------------------ changes

    def happen(self, now: float, event: Event) -> None:
        """Fold an event in; append its row to `pending_rows` and its step to `news`.

        Raises Illegal where a rule forbids a line: then nothing has changed.
        """
        row = encode_row(Row(now, event))
        done = self._fold_line(now, event) if isinstance(event, events.Played) else self._fold(now, event)
        self.news.append(done)
        self.pending_rows.append(row)

    def take_news(self) -> tuple[list[bytes], list[Step]]:
        """Take the rows to be written and the steps to be shown since the last call."""
        news = self.pending_rows, self.news
        self.pending_rows, self.news = [], []
        return news

    def replay(self, raw: bytes) -> Step:
        """Fold a row of the journal in. Raises anything where the row is damaged."""
        row = decode_row(raw)
        event = row.event
        if not isinstance(event, events.Played):
            return self._fold(row.at, event)
        if isinstance(event.action, msgspec.Raw):
            event = replace(event, action=decode_action(self.game, event.action))
        return self._fold_line(row.at, event)

    def _fold(self, now: float, event: Event) -> Step:
        """Fold in an event that is no line of the game."""
        before = self.state
        self._fold_event(now, event)
        self.seq += 1
        self.touched = now
        if isinstance(event, OWN) and event.ref is not None:
            self._remember(event.seat, event.ref)
        chain = self.match.chain.value if self.match else b""
        done = Step(self.seq, now, event, None, None, before, self.state, chain)
        self.recent.append(done)
        return done

    def _fold_line(self, now: float, line: events.Played) -> Step:
        """Fold in a line of the game: what nearly every row is."""
        game, match, actor, action = self.game, self.match, line.actor, line.action
        assert match is not None and isinstance(action, Action) and self.phase == "playing"
        before = match.state
        after = step(game, before, actor, action)
        match.state, match.who = after, game.actors(after)
        match.lines += 1
        match.chain.extend(log_line(match.began, now, actor, action), line.margin)
        self.seq = match.line_seq = self.seq + 1
        self.touched = now
        field = self.live.watched_field
        if field is None or public_field(game, before, field) != public_field(game, after, field):
            match.shown = now
        if match.clocks:
            self.update_clocks(now, actor if isinstance(actor, int) else None)
        if not match.who:
            self.phase = "over"
            self.bot_substitutes.clear()
        if line.ref is not None and isinstance(actor, int):
            self._remember(actor, line.ref)
        done = Step(self.seq, now, line, actor, action, before, after, match.chain.value)
        self.recent.append(done)
        return done

    def _remember(self, seat: Seat | None, ref: str) -> None:
        if seat is None:
            return
        known = self.refs.setdefault(seat, {})
        known[ref] = self.seq
        if len(known) > REFS:
            del known[next(iter(known))]

    def _fold_event(self, now: float, event: Event) -> None:  # noqa: PLR0912  (a table of contents)
        match event:
            case events.Spoke() | events.Closed():
                pass
            case events.Sat(seat, name, token):
                self._sit(seat, Chair("person", name, token))
            case events.Staffed(seat, name, level):
                self._sit(seat, Chair("bot", name, level=level, ready=True))
            case events.Vacated(seat):
                self._vacate(seat)
            case events.Readied(seat, ready):
                self.chairs[seat] = replace(self.chairs[seat], ready=ready)
            case events.Mixed(seat, nonce):
                self.nonces[seat] = nonce
            case events.HandedOn(seat):
                self.host = seat
            case events.Opened():
                self._opened(event)
            case events.Configured():
                self._configured(event)
            case events.Started(nonces):
                self._started(now, nonces)
            case events.TookBack():
                self._took_back(now)
            case events.Paused(seat):
                self._pause(now, True, seat)
            case events.Resumed():
                self._pause(now, False, None)
            case events.Reopened(secret=secret):
                self._reopened(secret)

    def _sit(self, seat: Seat, chair: Chair) -> None:
        self.chairs[seat] = replace(chair, generation=self.seq + 1)
        self.refs.pop(seat, None)
        if self.host is None and chair.kind == "person":
            self.host = seat

    def _vacate(self, seat: Seat) -> None:
        self.chairs[seat] = OPEN
        self.pending_start = None
        self.nonces.pop(seat, None)
        self.refs.pop(seat, None)

    def _opened(self, event: events.Opened) -> None:
        self.game, self.live = load_game(event.game), live_facts(event.game)
        self.options = read_options(self.game, event.options)
        self.chairs = [OPEN] * event.chairs
        self.secret, self.clock = event.secret, event.clock
        self.public, self.coach = event.public, event.coach

    def _configured(self, event: events.Configured) -> None:
        if event.options is not None:
            self.options = read_options(self.game, event.options)
        if event.chairs is not None:
            more = event.chairs - len(self.chairs)
            self.chairs = self.chairs[: event.chairs] + [OPEN] * more
        for name in ("clock", "public", "coach"):
            if (value := getattr(event, name)) is not None:
                setattr(self, name, value)

    def _started(self, now: float, nonces: tuple[str, ...]) -> None:
        players = len(self.chairs)
        begun = self.game.start(players, self.options)
        names, levels = [chair.name for chair in self.chairs], [chair.level for chair in self.chairs]
        opening = opening_of(self.game.NAME, players, self.options, names, levels, nonces, self.commitment)
        chain = Chain(bytes.fromhex(self.secret), opening)
        self.match = Match(begun, self.game.actors(begun), players, now, nonces, chain)
        self.match.names = tuple(names)
        self.match.first_seq = self.match.line_seq = self.seq + 1
        pace = clocks.PACES[self.clock]
        self.match.clocks = clocks.begin(pace, players) if pace else None
        self.phase, self.paused, self.pending_start = "playing", False, None
        self.paused_by = None
        self.round += 1
        self.update_clocks(now, None)

    def _took_back(self, now: float) -> None:
        assert self.match is not None
        last = self.last_line()
        assert last is not None and last.before is not None
        self.match.state, self.match.who = last.before, self.game.actors(last.before)
        self.match.lines -= 1
        self.match.chain.take_back()
        self.match.line_seq = self.seq + 1
        self.update_clocks(now, None)

    def last_line(self) -> Step | None:
        """The last line of the game, unless it was taken back; None where it is no longer in memory."""
        for found in reversed(self.recent):
            if isinstance(found.event, events.Played):
                return found
            if isinstance(found.event, events.Started | events.TookBack):
                return None
        return None

    def _pause(self, now: float, paused: bool, by: Seat | None) -> None:
        self.paused, self.paused_by = paused, by
        if self.match and self.match.clocks:
            change = clocks.stop if paused else clocks.resume
            self.match.clocks = change(self.match.clocks, now)

    def _reopened(self, secret: str) -> None:
        self.phase, self.secret, self.nonces = "lobby", secret, {}
        self.chairs = [replace(chair, ready=chair.kind == "bot") for chair in self.chairs]

    # ------------------------------------------------------------ clocks

    def must_act(self) -> tuple[Seat, ...]:
        """The seats the game waits for; other actors may act, but need not."""
        if self.match is None or self.phase != "playing":
            return ()
        s, who = self.match.state, self.match.who
        if len(who) == 1:
            return (who[0],) if isinstance(who[0], int) else ()
        seats = [actor for actor in who if isinstance(actor, int)]
        return tuple([seat for seat in seats if self.game.safest(s, seat) is not None])

    def holder(self) -> Seat | None:
        """The person whose hand the WORLD waits for, if it waits for one."""
        if self.match is None or self.match.who != (WORLD,) or self.live.holder is None:
            return None
        seat = self.live.holder(self.match.state)
        return None if seat in self.bots() else seat

    def update_clocks(self, now: float, acted: Seat | None) -> None:
        """Run the clocks of the seats the game waits for, and stop the others; `acted` has just acted."""
        if self.match and self.match.clocks:
            self.match.clocks = clocks.after_line(
                self.match.clocks, now, self.must_act(), acted, self.holder()
            )
