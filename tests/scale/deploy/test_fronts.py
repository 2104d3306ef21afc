"""The proxies that tests start end whole."""

import socket
from pathlib import Path

from tests.scale.deploy.fronts import Nginx
from tests.server.client import command_of


class Alone(Nginx):
    """In front of no server: it answers once its port is open."""

    def answers(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=2).close()
        except OSError:
            return False
        return bool(self.children())

    def children(self) -> list[str]:
        assert self.process is not None
        return Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()


def test_no_process_of_a_front_stays_behind() -> None:
    front = Alone("127.0.0.1:9")
    try:
        front.start()
        children = front.children()
    finally:
        front.end()
    assert not [child for child in children if command_of(child)]
