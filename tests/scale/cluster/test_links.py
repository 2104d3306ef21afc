"""Links over a bus that loses, repeats and reorders packets: nothing is handled twice or after a gap."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable

from cinq.server.cluster.links import Links
from cinq.server.cluster.messages import AnyItem, Say


class Peer:
    """One server's links, what they handled since everything was dropped last, and how often it was."""

    def __init__(self, name: str, wire: list[tuple[str, bytes]]) -> None:
        self.links = Links(lambda to, data: wire.append((to, data)), self.handle, self.dropped)
        self.links.worker = name
        self.handled: list[int] = []
        self.drops = 0

    def handle(self, peer: str, item: AnyItem) -> None:
        assert isinstance(item, Say)
        self.handled.append(item.viewer)

    def dropped(self, peer: str) -> None:
        self.handled.clear()
        self.drops += 1


def talk(mangle: Callable[[list[tuple[str, bytes]]], list[tuple[str, bytes]]], count: int = 200) -> Peer:
    """A sends numbered items to B over a wire that something is done to; B at the end."""

    async def go() -> Peer:
        wire: list[tuple[str, bytes]] = []
        peers = {name: Peer(name, wire) for name in "ab"}
        for number in range(count):
            peers["a"].links.send("b", Say(number, b""))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            if number % 5 == 4:
                packets, wire[:] = mangle(list(wire)), []
                for to, data in packets:
                    peers[to].links.receive(data)
        return peers["b"]

    return asyncio.run(go())


def test_everything_arrives_in_order() -> None:
    peer = talk(lambda packets: packets)
    assert peer.handled == list(range(200)) and peer.drops == 0


def test_a_repeated_packet_is_handled_once() -> None:
    peer = talk(lambda packets: [packet for one in packets for packet in (one, one)])
    assert peer.handled == list(range(200)) and peer.drops == 0


def test_a_lost_or_reordered_packet_drops_everything_before_it() -> None:
    for mangle in (
        lambda rng, packets: [one for one in packets if rng.random() > 0.1],
        lambda rng, packets: rng.sample(packets, len(packets)),
    ):
        rng = random.Random(4)
        peer = talk(lambda packets, mangle=mangle, rng=rng: mangle(rng, packets))  # type: ignore[misc]
        assert peer.drops > 0
        first = peer.handled[0] if peer.handled else 0
        assert peer.handled == sorted(set(peer.handled)), "in order, none twice"
        assert peer.handled == list(range(first, first + len(peer.handled))), "none missing since the drop"


def test_an_item_that_cannot_be_handled_loses_no_other() -> None:
    async def go() -> list[int]:
        wire: list[tuple[str, bytes]] = []
        sender, receiver = Peer("a", wire), Peer("b", wire)
        handle = receiver.links._handle

        def fail_on_two(peer: str, item: AnyItem) -> None:
            if item == Say(2, b""):
                raise ValueError("on purpose")
            handle(peer, item)

        receiver.links._handle = fail_on_two
        for number in (1, 2, 3):
            sender.links.send("b", Say(number, b""))
        await asyncio.sleep(0)
        for _, data in wire:
            receiver.links.receive(data)
        return receiver.handled

    assert asyncio.run(go()) == [1, 3]
