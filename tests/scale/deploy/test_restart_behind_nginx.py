"""nginx as deploy/nginx.conf has it: servers that stop right after one another are no error for a visitor."""

from __future__ import annotations

import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from tests.scale.deploy.fronts import Nginx


class Stub(ThreadingHTTPServer):
    """A server that hangs up without an answer while it stops."""

    stops = False
    hung_up = 0

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answer)
        Thread(target=self.serve_forever, daemon=True).start()


class Answer(BaseHTTPRequestHandler):
    """Answers everything alike."""

    server: Stub

    def do_GET(self) -> None:
        self.close_connection = True
        if self.server.stops:
            self.server.hung_up += 1
            return
        self.send_response(200)
        self.send_header("content-length", "2")
        self.end_headers()
        self.wfile.write(b"ok")

    def log_message(self, format: str, *args: object) -> None:
        """Nobody reads it."""


@pytest.fixture
def stubs() -> Iterator[list[Stub]]:
    with ExitStack() as ended:
        made = [ended.enter_context(Stub()) for _ in range(2)]
        for stub in made:
            ended.callback(stub.shutdown)
        yield made


def test_servers_that_stop_one_after_another(stubs: list[Stub]) -> None:
    nginx = Nginx(*(f"127.0.0.1:{stub.server_address[1]}" for stub in stubs))
    try:
        nginx.start()
        for stub in stubs:
            stub.stops = True
            while not stub.hung_up:  # HTTPError if a visitor would see one
                urllib.request.urlopen(f"http://127.0.0.1:{nginx.port}/", timeout=20).read()
            stub.stops = False
    finally:
        nginx.end()
