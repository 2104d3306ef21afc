"""An open websocket as an asyncio protocol: bytes in, messages out.

Messages go straight to a `MessageHandler`, without a task or a queue per connection. The frames that
every move takes are read and made in `frames.py`, all others by websockets' Sans-I/O
`ServerProtocol`. Owns compression, keep-alive, the frame budget and the closing handshake; knows no
table.

No connection holds the loop for long: bytes are parsed SLICE at a time, and after TURN seconds
the rest waits until the other connections had theirs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from time import monotonic
from typing import Any, Protocol, cast

from websockets.frames import CloseCode, Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol

from cinq.server.websocket.budget import FrameBudget
from cinq.server.websocket.deflate import PLAIN, LongMessageDeflate
from cinq.server.websocket.frames import COMPRESSED, WHOLE, FrameEdges, framed, short_text

SLICE = 1024
"""Bytes parsed at a time."""
TURN = 0.003
"""Seconds after which a connection that has sent more lets the others go first."""
UNREAD = 512 * 1024
"""Bytes of output that the peer may leave unread before it is cut off."""
KEEP_ALIVE = 20.0
"""Seconds between pings; a peer that was silent since the last one is cut off."""
CLOSE_TIMEOUT = 10.0
"""Seconds that the peer has to answer a close frame."""
FAIL_TIMEOUT = 2.0
"""Seconds that a peer which broke the protocol has to read why."""
TEXT, BINARY, CONT, CLOSE, OPEN = Opcode.TEXT, Opcode.BINARY, Opcode.CONT, Opcode.CLOSE, State.OPEN
TEXT_FRAME, BINARY_FRAME = WHOLE | Opcode.TEXT.value, WHOLE | Opcode.BINARY.value


class MessageHandler(Protocol):
    """What an open connection delivers its messages to."""

    def received(self, data: str | bytes) -> None:
        """A whole message: text, or bytes of a binary one. Must not raise."""

    def disconnected(self) -> None:
        """The connection is gone; called once."""


class WriteBatch:
    """Batches the messages of one event-loop iteration: all are framed, then all are written.

    After a commit many tables send. This is quicker than framing and writing for each
    connection in turn.
    """

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._messages: list[tuple[GameSocket, bytes, int]] = []

    def add(self, socket: GameSocket, message: bytes, kind: int) -> None:
        """Send a message when this iteration ends; `kind` is the first byte of its frame."""
        if not self._messages:
            self._loop.call_soon(self.flush)
        self._messages.append((socket, message, kind))

    def flush(self) -> None:
        """Frame and write everything that was added."""
        messages, self._messages = self._messages, []
        frames = [(socket, socket.frame(message, kind)) for socket, message, kind in messages]
        for socket, frame in frames:
            socket.write(frame)


class GameSocket(asyncio.Protocol):
    """One open websocket."""

    __slots__ = (
        "_alive",
        "_budget",
        "_closing",
        "_conn",
        "_connections",
        "_deflate",
        "_discarding",
        "_edges",
        "_handler",
        "_held",
        "_is_text",
        "_loop",
        "_message",
        "_paused",
        "_peer_closed",
        "_scheduled",
        "_timer",
        "_transport",
        "_unread",
        "_writes",
    )

    def __init__(
        self,
        conn: ServerProtocol,
        deflate: LongMessageDeflate | None,
        connections: set[Any],
        budget: FrameBudget,
        writes: WriteBatch,
    ) -> None:
        self._conn, self._deflate, self._budget, self._writes = conn, deflate, budget, writes
        self._connections = connections
        """The connections that uvicorn closes when the server stops."""
        self._loop = asyncio.get_running_loop()
        self._edges = FrameEdges()
        self._transport: asyncio.Transport
        self._handler: MessageHandler | None = None
        self._closing = self._discarding = self._paused = self._scheduled = self._is_text = False
        self._peer_closed = False
        """Whether websockets has answered a close frame: no message may follow."""
        self._alive = True
        self._timer: asyncio.TimerHandle | None = None
        self._message: bytearray | None = None
        """The fragments of a message so far."""
        self._held: Sequence[Frame] = ()
        """Frames that were parsed and wait until the handler reads on."""
        self._unread = bytearray()
        """Bytes that were received and wait to be parsed."""

    # ------------------------------------------------------------ asyncio.Protocol, and uvicorn's shutdown

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the transport over from the handshake; nothing is read before `deliver_to`."""
        self._transport = cast(asyncio.Transport, transport)
        self._connections.add(self)

    def deliver_to(self, handler: MessageHandler) -> None:
        """Begin to read: the handler gets the messages and the end of this connection."""
        self._handler = handler
        self._timer = self._loop.call_later(KEEP_ALIVE, self._keep_alive)
        self._transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell the handler, and drop everything."""
        self._connections.discard(self)
        self._closing = True
        if self._timer is not None:
            self._timer.cancel()
        self._unread.clear()
        self._held = ()
        self._conn.parser.close()  # it refers to its protocol: both would stay until garbage is collected
        handler, self._handler = self._handler, None
        if handler is not None:
            handler.disconnected()

    def data_received(self, data: bytes) -> None:
        """Parse what came; a long read is parsed in slices, in turn with other connections."""
        self._alive = True
        if self._discarding:
            return
        if self._unread or self._paused or len(data) > SLICE:
            self._unread += data
            self._read_on()
        elif self._closing or self._message is not None or not self._edges.between_frames:
            self._parse(data)  # it goes on with something that websockets has seen
        elif (text := short_text(data)) is not None:
            self._deliver_message(text, True)  # the usual read; its handler counts messages
        else:
            self._parse(data)

    def shutdown(self) -> None:
        """The server stops: say so, and close without waiting for an answer."""
        self.close(CloseCode.SERVICE_RESTART, "")
        self._transport.close()

    # ------------------------------------------------------------ receiving

    def pause(self) -> None:
        """Deliver no further message until `resume`: the handler waits for the disk."""
        self._paused = True
        self._transport.pause_reading()

    def resume(self) -> None:
        """Deliver what has waited, and read on."""
        if self._closing and self._handler is None:
            return  # the connection was lost meanwhile
        self._paused = False
        held, self._held = self._held, ()
        self._deliver(held)
        self._read_on()

    def _read_on(self) -> None:
        """Parse what is unread, for TURN seconds at most; then the others go first."""
        until = monotonic() + TURN
        while self._unread and not self._paused and monotonic() < until:
            piece = bytes(self._unread[:SLICE])
            del self._unread[:SLICE]
            self._parse(piece)
        if self._paused or self._transport.is_closing():
            return
        if not self._unread:
            self._transport.resume_reading()
        elif not self._scheduled:
            self._scheduled = True
            self._transport.pause_reading()
            self._loop.call_soon(self._take_turn)

    def _take_turn(self) -> None:
        self._scheduled = False
        if self._handler is not None:
            self._read_on()

    def _parse(self, data: bytes) -> None:
        """Parse some bytes and deliver the messages in them, within the budget."""
        conn = self._conn
        self._edges.follow(data)
        conn.receive_data(data)
        frames = cast(list[Frame], conn.events_received())
        grown = self._deflate.take_grown() if self._deflate is not None else 0
        if not self._budget.spend(len(frames), len(data) + grown, monotonic()):
            self._fail(CloseCode.POLICY_VIOLATION, "too many frames or bytes")
            return
        if self._paused:
            self._held = [*self._held, *frames]
        else:
            self._deliver(frames)
        self._peer_closed = conn.state is not OPEN
        refused = self._peer_closed and not (frames and frames[-1].opcode is CLOSE)
        if refused and not self._closing:
            self._stop_reading()  # the close frame that websockets sends says why
        else:
            self.write_frames()

    def _deliver(self, frames: Sequence[Frame]) -> None:
        """Hand over the messages that these frames complete, until the handler pauses or we close."""
        for at, frame in enumerate(frames):
            if self._closing and frame.opcode is not CLOSE:
                continue
            if self._paused:
                self._held = frames[at:]
                return
            if frame.opcode is TEXT and frame.fin:
                self._deliver_message(frame.data, True)
            elif frame.opcode is CLOSE:
                self._finish_closing()
            elif frame.opcode in (TEXT, BINARY, CONT):
                self._join(frame)

    def _join(self, frame: Frame) -> None:
        """Collect the fragments of a message; websockets has checked their order and their size."""
        if self._message is None or frame.opcode is not CONT:
            self._message, self._is_text = bytearray(), frame.opcode is TEXT
        self._message += frame.data
        if frame.fin:
            message, self._message = self._message, None
            self._deliver_message(message, self._is_text)

    def _deliver_message(self, data: Any, is_text: bool) -> None:
        assert self._handler is not None
        try:
            message = data.decode() if is_text else bytes(data)
        except UnicodeDecodeError:
            self._fail(CloseCode.INVALID_DATA, "text that is not UTF-8")
            return
        self._handler.received(message)

    # ------------------------------------------------------------ sending

    @property
    def unread_bytes(self) -> int:
        """Bytes of output that the peer has yet to read."""
        return self._transport.get_write_buffer_size()

    def send(self, message: bytes) -> None:
        """Send a text at the end of this event-loop iteration; dropped once the connection closes."""
        if not self._closing:
            self._writes.add(self, message, TEXT_FRAME)

    def send_binary(self, message: bytes) -> None:
        """Send a binary message, likewise."""
        if not self._closing:
            self._writes.add(self, message, BINARY_FRAME)

    def frame(self, message: bytes, kind: int) -> bytes:
        """A message as one frame, compressed if it is long; nothing once the connection closes."""
        if self._closing or self._peer_closed:
            return b""
        if len(message) > PLAIN and self._deflate is not None:
            return framed(kind | COMPRESSED, self._deflate.compress(message))
        return framed(kind, message)

    def write(self, frame: bytes) -> None:
        """Write a frame; a peer that has left too much unread is cut off."""
        transport = self._transport
        if self._closing or transport.is_closing():
            return
        transport.write(frame)
        if transport.get_write_buffer_size() > UNREAD:
            transport.abort()

    def write_frames(self) -> None:
        """Write what websockets has to send: control frames."""
        if output := self._conn.data_to_send():
            self.write(b"".join(output))

    def _keep_alive(self) -> None:
        """Ping a connection that has sent something since the last ping, and cut off any other."""
        if not self._alive:
            self._transport.abort()
            return
        self._alive = False
        self._conn.send_ping(b"")
        self.write_frames()
        self._timer = self._loop.call_later(KEEP_ALIVE, self._keep_alive)

    # ------------------------------------------------------------ closing

    def close(self, code: int, reason: str) -> None:
        """Send what waits and a close frame; a peer that does not answer in time is cut off."""
        if self._closing or self._conn.state is not OPEN:
            return
        self._writes.flush()
        self._conn.send_close(code, reason)
        self.write_frames()
        self._closing = True
        self._abort_in(CLOSE_TIMEOUT)

    def _fail(self, code: int, reason: str) -> None:
        """Close because of what the peer sent."""
        if not self._closing:
            self._conn.fail(code, reason)
        self._stop_reading()

    def _stop_reading(self) -> None:
        """Write the last frames and discard what the peer sends, until it has had time to read why."""
        self.write_frames()
        self._closing = self._discarding = True
        self._unread.clear()
        self._abort_in(FAIL_TIMEOUT)

    def _finish_closing(self) -> None:
        """Both close frames are sent: close the transport, by force if the peer does not read."""
        self._stop_reading()
        self._transport.close()

    def _abort_in(self, seconds: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_later(seconds, self._transport.abort)
