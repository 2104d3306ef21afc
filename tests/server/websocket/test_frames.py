"""The frames of a move as bytes, compared with those of websockets' own Sans-I/O protocol."""

from __future__ import annotations

import random
import zlib

import pytest
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol
from websockets.uri import parse_uri

from cinq.server.websocket.deflate import PLAIN, DeflateOffer, LongMessageDeflate
from cinq.server.websocket.frames import COMPRESSED, FrameEdges, framed, short_text

TEXT, BINARY = 0x81, 0x82


def from_client(data: bytes, opcode: Opcode = Opcode.TEXT, fin: bool = True) -> bytes:
    """A client's frame as websockets makes it, with a random mask."""
    made: bytes = Frame(opcode, data, fin).serialize(mask=True)
    return made


@pytest.mark.parametrize("size", [0, 1, 2, 3, 4, 5, 60, 125])
def test_a_short_text_is_read_as_it_was_sent(size: int) -> None:
    text = random.Random(size).randbytes(size)
    assert short_text(from_client(text)) == text


def test_anything_else_is_left_to_websockets() -> None:
    hello = from_client(b"hello")
    others = [
        b"",
        hello[:1],
        hello[:-1],
        hello + b"x",
        hello + hello,
        from_client(b"x" * 126),
        from_client(b"hello", Opcode.BINARY),
        from_client(b"hello", fin=False),
        from_client(b"", Opcode.CONT),
        from_client(b"hello", Opcode.PING),
        Frame(Opcode.TEXT, b"unmasked").serialize(mask=False),
        bytes([hello[0] | COMPRESSED]) + hello[1:],
    ]
    assert [short_text(data) for data in others] == [None] * len(others)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 70_000])
@pytest.mark.parametrize("kind", [TEXT, BINARY])
def test_frames_are_those_of_websockets(size: int, kind: int) -> None:
    data = b"x" * size
    assert framed(kind, data) == Frame(Opcode(kind & 15), data).serialize(mask=False)


def test_the_edges_of_frames_are_found_however_the_bytes_are_cut() -> None:
    rng = random.Random(5)
    for _ in range(300):
        sizes = [rng.choice([0, 1, 60, 125, 126, 300, 65_535, 65_536]) for _ in range(rng.randrange(1, 6))]
        frames = [from_client(b"x" * size, fin=rng.random() < 0.5) for size in sizes]
        stream = b"".join(frames)
        ends = {sum(map(len, frames[: i + 1])) for i in range(len(frames))} | {0}
        cuts = sorted({rng.randrange(len(stream) + 1) for _ in range(rng.randrange(12))} | ends)
        edges, at = FrameEdges(), 0
        for cut in cuts:
            edges.follow(stream[at:cut])
            at = cut
            assert edges.between_frames == (at in ends)


def opened(offer: str) -> tuple[ClientProtocol, LongMessageDeflate | None]:
    """A client of websockets that has offered compression so, and the server's compressor."""
    from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory

    wants = {
        "default": ClientPerMessageDeflateFactory(client_max_window_bits=True),
        "small": ClientPerMessageDeflateFactory(server_max_window_bits=9),
        "large": ClientPerMessageDeflateFactory(server_max_window_bits=15),
        "no takeover": ClientPerMessageDeflateFactory(server_no_context_takeover=True),
    }
    extensions = [wants[offer]] if offer in wants else None
    client = ClientProtocol(parse_uri("ws://a/"), extensions=extensions)
    deflate = DeflateOffer()
    server = ServerProtocol(extensions=[deflate])
    client.send_request(client.connect())
    server.receive_data(b"".join(client.data_to_send()))
    (request,) = server.events_received()
    server.send_response(server.accept(request))  # type: ignore[arg-type]
    client.receive_data(b"".join(server.data_to_send()))
    client.events_received()
    assert client.state is State.OPEN
    return client, deflate.accepted


@pytest.mark.parametrize("offer", ["default", "small", "large", "no takeover"])
def test_a_client_of_websockets_reads_what_was_compressed(offer: str) -> None:
    client, deflate = opened(offer)
    assert deflate is not None
    rng = random.Random(1)
    for number in range(40):
        message = (f"{number} {rng.random()} " * rng.randrange(1, 200)).encode()
        long = len(message) > PLAIN
        data = framed(TEXT | COMPRESSED, deflate.compress(message)) if long else framed(TEXT, message)
        client.receive_data(data)
        (event,) = client.events_received()
        assert isinstance(event, Frame) and bytes(event.data) == message


def test_messages_that_are_alike_compress_well_but_not_if_the_client_keeps_no_window() -> None:
    message = random.Random(1).randbytes(600)
    sizes = {}
    for offer in ("default", "no takeover"):
        deflate = opened(offer)[1]
        assert deflate is not None
        deflate.compress(message)
        sizes[offer] = len(deflate.compress(message))
    assert sizes["default"] < 50 and sizes["no takeover"] > 600


def test_a_client_that_offers_no_compression_gets_none() -> None:
    assert opened("nothing")[1] is None


def test_what_a_client_compresses_is_read() -> None:
    deflate = opened("default")[1]
    assert deflate is not None
    squeeze = zlib.compressobj(wbits=-11)
    data = (squeeze.compress(b"a" * 1000) + squeeze.flush(zlib.Z_SYNC_FLUSH))[:-4]
    for _ in range(2):
        found = deflate.decode(Frame(Opcode.TEXT, data, rsv1=True), max_size=2000)
        assert bytes(found.data) == b"a" * 1000
