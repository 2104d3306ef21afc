"""Framed messages between the pool and a worker: whole, in order, whatever the sockets do."""

import asyncio
import socket
import threading
from collections.abc import Callable

import pytest
import uvloop

from cinq.physics.channel import Inbox, PoolChannel, WorkerChannel, framed

MESSAGES = [b"", b"a", b"bc" * 10, b"d" * 70_000, b"e"]


def test_messages_survive_any_cut_of_the_stream() -> None:
    stream = b"".join(map(framed, MESSAGES))
    for size in (1, 3, 4, 5, 1_000, len(stream)):
        inbox, found = Inbox(), list[bytes]()
        for at in range(0, len(stream), size):
            found += inbox.feed(stream[at : at + size])
        assert found == MESSAGES


@pytest.mark.parametrize("new_loop", [asyncio.new_event_loop, uvloop.new_event_loop])
def test_both_ends_exchange_more_than_a_socket_buffers(
    new_loop: Callable[[], asyncio.AbstractEventLoop],
) -> None:
    """The worker's end echoes only after the pool's end has queued megabytes."""
    ours, theirs = socket.socketpair()
    many = [bytes([i % 256]) * 50_000 for i in range(100)]

    def echo() -> None:
        worker, heard = WorkerChannel(theirs), list[bytes]()
        while len(heard) < len(many):
            heard += worker.receive(10)
        for message in heard:
            worker.send(message)
        theirs.close()

    async def talk() -> list[bytes]:
        back, over = list[bytes](), asyncio.Event()
        channel = PoolChannel(ours, back.append, over.set)
        assert all(channel.send(message) for message in many)
        thread = threading.Thread(target=echo)
        thread.start()
        await asyncio.wait_for(over.wait(), 30)
        thread.join()
        assert channel.closed and not channel.send(b"too late")
        return back

    with asyncio.Runner(loop_factory=new_loop) as runner:
        assert runner.run(talk()) == many


def test_a_worker_notices_that_the_pool_is_gone() -> None:
    ours, theirs = socket.socketpair()
    worker = WorkerChannel(theirs)
    assert worker.receive(0.0) == []
    ours.close()
    with pytest.raises(EOFError):
        worker.receive(1.0)
    theirs.close()
