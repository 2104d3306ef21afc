"""A websocket as an asyncio protocol: bytes in, messages out, over websockets' Sans-I/O `ServerProtocol`.

uvicorn makes a `GameSocket` for every upgrade request (its `ws=` option) and hands the transport
over. The application accepts or rejects the handshake through ASGI, so that middleware (the
address behind a proxy) applies; afterwards messages go straight to a `MessageHandler`, without a
task or a queue per connection. Owns framing, compression, keep-alive, the frame budget and the
closing handshake; knows no table.

No connection holds the loop for long: bytes are parsed SLICE at a time, and after TURN seconds
the rest waits until the other connections had theirs.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from time import monotonic
from typing import Any, Final, Protocol, cast
from urllib.parse import unquote

import uvicorn
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import State
from websockets.server import ServerProtocol

from cinq.server.websocket.budget import FrameBudget
from cinq.server.websocket.deflate import DEFLATE

SOCKET: Final = "cinq.socket"
"""The ASGI extension under which the application finds the socket of a handshake."""
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
logger = logging.getLogger("cinq.websocket")
frames_logger = logging.getLogger("cinq.websocket.frames")
frames_logger.setLevel(logging.WARNING)  # websockets logs every connection that opens or closes


class MessageHandler(Protocol):
    """What an accepted connection delivers its messages to."""

    def received(self, data: str | bytes) -> None:
        """A whole message: text, or bytes of a binary one. Must not raise."""

    def disconnected(self) -> None:
        """The connection is gone; called once."""


class WriteBatch:
    """Batches the messages of one event-loop iteration into one write per connection.

    After a commit many tables send. Framing all messages and then writing all frames is quicker
    than doing both for each connection in turn.
    """

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._messages: list[tuple[GameSocket, bytes, bool]] = []

    def add(self, socket: GameSocket, message: bytes, is_text: bool) -> None:
        """Send a message when this iteration ends."""
        if not self._messages:
            self._loop.call_soon(self.flush)
        self._messages.append((socket, message, is_text))

    def flush(self) -> None:
        """Frame and write everything that was added."""
        messages, self._messages = self._messages, []
        for socket, message, is_text in messages:
            socket.frame(message, is_text)
        for socket, _, _ in messages:
            socket.write_frames()


class GameSocket(asyncio.Protocol):
    """One websocket connection."""

    __slots__ = (
        "_alive",
        "_app",
        "_app_state",
        "_budget",
        "_closing",
        "_conn",
        "_connections",
        "_discarding",
        "_handler",
        "_held",
        "_is_text",
        "_loop",
        "_message",
        "_paused",
        "_response",
        "_scheduled",
        "_tasks",
        "_timer",
        "_transport",
        "_unread",
        "_writes",
    )

    def __init__(
        self, config: uvicorn.Config, server_state: Any, app_state: dict[str, Any], **_: object
    ) -> None:
        self._app = config.loaded_app
        self._app_state = app_state
        self._connections, self._tasks = server_state.connections, server_state.tasks
        self._loop = asyncio.get_running_loop()
        self._conn = ServerProtocol(extensions=[DEFLATE], max_size=config.ws_max_size, logger=frames_logger)
        self._transport: asyncio.Transport
        self._response: Response | None = None
        self._handler: MessageHandler | None = None
        self._budget: FrameBudget
        self._writes: WriteBatch
        self._closing = self._discarding = self._paused = self._scheduled = self._is_text = False
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
        """Take the transport over from uvicorn's HTTP protocol."""
        self._transport = cast(asyncio.Transport, transport)
        self._connections.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell the handler, and drop everything."""
        self._connections.discard(self)
        self._closing = True
        if self._timer is not None:
            self._timer.cancel()
        self._unread.clear()
        self._held = ()
        handler, self._handler = self._handler, None
        if handler is not None:
            handler.disconnected()

    def data_received(self, data: bytes) -> None:
        """Parse what came; a long read is parsed in slices, in turn with other connections."""
        self._alive = True
        if self._discarding:
            return
        if self._handler is None:
            self._receive_request(data)
        elif self._unread or self._paused or len(data) > SLICE:
            self._unread += data
            self._read_on()
        else:
            self._parse(data)

    def shutdown(self) -> None:
        """The server stops: say so, and close without waiting for an answer."""
        self.close(CloseCode.SERVICE_RESTART, "")
        self._transport.close()

    # ------------------------------------------------------------ the handshake

    def _receive_request(self, data: bytes) -> None:
        self._conn.receive_data(data)
        for request in self._conn.events_received():
            assert isinstance(request, Request)
            self._response = self._conn.accept(request)
            if self._response.status_code == 101:
                self._transport.pause_reading()
                task = self._loop.create_task(self._ask_application(self._scope(request)))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
                return
            self._conn.send_response(self._response)
        self.write_frames()
        self._transport.close()

    def _scope(self, request: Request) -> dict[str, Any]:
        """The handshake as ASGI describes it."""
        path, _, query = request.path.partition("?")
        peer, local = (self._transport.get_extra_info(name) for name in ("peername", "sockname"))
        return {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "wss" if self._transport.get_extra_info("sslcontext") else "ws",
            "server": tuple(local[:2]) if isinstance(local, tuple) else None,
            "client": tuple(peer[:2]) if isinstance(peer, tuple) else None,
            "root_path": "",
            "path": unquote(path),
            "raw_path": path.encode("latin-1"),
            "query_string": query.encode("latin-1"),
            "headers": [(k.lower().encode(), v.encode("latin-1")) for k, v in request.headers.raw_items()],
            "subprotocols": [],
            "state": self._app_state.copy(),
            "extensions": {SOCKET: self},
        }

    async def _ask_application(self, scope: dict[str, Any]) -> None:
        """Let the application call `accept` or `reject`; whatever else it does is a rejection."""
        app = cast(Callable[[Any, Any, Any], Awaitable[None]], self._app)
        try:
            await app(scope, _unused, _unused)
        except Exception:
            logger.exception("a websocket handshake failed")
        if self._response is not None:
            self.reject(500)

    def accept(self, handler: MessageHandler, budget: FrameBudget, writes: WriteBatch) -> bool:
        """Open the connection: the handler gets its messages and its end. False if it is lost already."""
        response, self._response = self._response, None
        if self._closing or response is None:
            return False
        self._handler, self._budget, self._writes = handler, budget, writes
        self._conn.send_response(response)
        self.write_frames()
        self._timer = self._loop.call_later(KEEP_ALIVE, self._keep_alive)
        self._transport.resume_reading()
        return True

    def reject(self, status: int, why: str = "") -> None:
        """Answer the handshake with an HTTP error."""
        self._response = None
        if not self._closing:
            self._conn.send_response(self._conn.reject(status, why))
            self.write_frames()
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
        conn.receive_data(data)
        frames = cast(list[Frame], conn.events_received())
        if len(frames) == 1 and self._is_message(frames[0]):
            self._deliver_message(frames[0].data, True)  # the usual read; the handler counts messages
            return
        if not self._budget.spend(len(frames), len(data), monotonic()):
            self._fail(CloseCode.POLICY_VIOLATION, "too many frames or bytes")
            return
        if self._paused:
            self._held = [*self._held, *frames]
        else:
            self._deliver(frames)
        refused = conn.state is not OPEN and not (frames and frames[-1].opcode is CLOSE)
        if refused and not self._closing:
            self._stop_reading()  # the close frame that websockets sends says why
        else:
            self.write_frames()

    def _is_message(self, frame: Frame) -> bool:
        """Whether a frame is a whole text that can be delivered now."""
        ready = not (self._paused or self._closing)
        return ready and frame.opcode is TEXT and frame.fin and self._conn.state is OPEN

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

    def send(self, message: bytes, is_text: bool = True) -> None:
        """Send a message at the end of this event-loop iteration; dropped once the connection closes."""
        if not self._closing:
            self._writes.add(self, message, is_text)

    def frame(self, message: bytes, is_text: bool) -> None:
        """Put a message into a frame, to be written by `write_frames`."""
        if not self._closing and self._conn.state is OPEN:
            if is_text:
                self._conn.send_text(message)
            else:
                self._conn.send_binary(message)

    def write_frames(self) -> None:
        """Write the frames that wait; a peer that reads none of them is cut off."""
        output = self._conn.data_to_send()
        if not output or self._transport.is_closing():
            return
        self._transport.write(output[0] if len(output) == 1 else b"".join(output))
        if self._transport.get_write_buffer_size() > UNREAD:
            self._transport.abort()

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


async def _unused(*_: object) -> Any:
    raise RuntimeError("a websocket's messages do not pass through ASGI")
