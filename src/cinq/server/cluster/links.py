"""Links: numbered packets between this server and each other one, and what to do about a missing one.

A gap, a new session of the peer, or silence means that something may be lost: everything between
the two servers is dropped, and the peer is told so by a new session. Viewers that were dropped
come back by themselves. Owns numbers and beats; knows neither Redis nor tables.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import time
from collections.abc import Callable

from cinq.server.cluster.messages import AnyItem, Packet, decode, encode

logger = logging.getLogger("cinq.links")
FORGOTTEN = 200.0
"""Seconds after which a peer that nothing is shared with is forgotten."""


class Link:
    """Both directions between this server and a peer."""

    __slots__ = ("heard", "items", "received", "sent", "session", "theirs")

    def __init__(self, session: int) -> None:
        self.session = session
        self.sent = 0
        self.theirs: int | None = None
        self.received = 0
        self.heard = time.monotonic()
        self.items: list[AnyItem] = []


class Links:
    """All links of one server."""

    def __init__(
        self,
        publish: Callable[[str, bytes], None],
        handle: Callable[[str, AnyItem], None],
        dropped: Callable[[str], None],
        silence: float = 3.0,
    ) -> None:
        self._silence = silence
        """Seconds without a packet from a peer after which it is gone."""
        self.worker = ""
        self._publish = publish
        self._handle = handle
        self._dropped = dropped
        """Drops everything that this server shares with a peer."""
        self._links: dict[str, Link] = {}
        self._sessions = itertools.count(time.time_ns())
        self._flushing = False

    def send(self, peer: str, item: AnyItem) -> None:
        """Send an item, in one packet with the others of this event-loop iteration."""
        self._link(peer).items.append(item)
        if not self._flushing:
            self._flushing = True
            asyncio.get_running_loop().call_soon(self._flush)

    def _link(self, peer: str) -> Link:
        if peer not in self._links:
            self._links[peer] = Link(next(self._sessions))
        return self._links[peer]

    def _flush(self) -> None:
        self._flushing = False
        for peer, link in list(self._links.items()):
            if link.items:
                self._send_packet(peer, link)

    def _send_packet(self, peer: str, link: Link) -> None:
        items, link.items = link.items, []
        link.sent += 1
        self._publish(peer, encode(Packet(self.worker, link.session, link.sent, items)))

    def receive(self, data: bytes) -> None:
        """Handle a packet: once, and only if none is missing before it."""
        packet = decode(data)
        if packet.sender == self.worker:
            return  # the bus's own sign of life
        link = self._link(packet.sender)
        link.heard = time.monotonic()
        if packet.session != link.theirs:
            if link.theirs is not None and packet.session < link.theirs:
                return  # a packet of an earlier session that was held up
            self._begin(packet, link)
        elif packet.number <= link.received:
            return  # a duplicate
        elif packet.number != link.received + 1:
            logger.warning("packets of %s are missing", packet.sender)
            self.drop(packet.sender)
        link.received = packet.number
        for item in packet.items:
            self._handle_one(packet.sender, item)

    def _handle_one(self, peer: str, item: AnyItem) -> None:
        """Handle an item; the others of its packet are handled even if that fails."""
        try:
            self._handle(peer, item)
        except Exception:
            logger.exception("an item of %s could not be handled", peer)

    def _begin(self, packet: Packet, link: Link) -> None:
        """Take up a session of the peer; where it follows another, the peer has dropped everything."""
        if link.theirs is not None or packet.number != 1:
            self._dropped(packet.sender)
        link.theirs = packet.session

    def drop(self, peer: str) -> None:
        """Drop everything shared with a peer, and tell it so with a new session."""
        self.forget(peer)
        self._send_packet(peer, self._link(peer))

    def forget(self, peer: str) -> None:
        """Drop everything shared with a peer, which learns it from the next packet."""
        if peer in self._links:
            link = self._links[peer]
            link.session, link.sent, link.items = next(self._sessions), 0, []
            self._dropped(peer)

    def forget_all(self) -> None:
        """Drop everything: nothing can be sent."""
        for peer in list(self._links):
            self.forget(peer)

    def beat(self, shared: set[str]) -> None:
        """Once a second: send a packet to every peer that something is shared with; drop silent ones."""
        now = time.monotonic()
        for peer in list(self._links):
            if peer in shared and now - self._links[peer].heard > self._silence:
                logger.warning("nothing was heard of %s for %.0f s", peer, self._silence)
                self.drop(peer)
            elif peer in shared:
                self._send_packet(peer, self._links[peer])
            elif now - self._links[peer].heard > FORGOTTEN:
                del self._links[peer]
