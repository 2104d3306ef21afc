"""One real server for a module's tests; each test has tables of its own."""

from collections.abc import Iterator

import pytest

from tests.server.client import Server, running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("server") / "data") as made:
        yield made
