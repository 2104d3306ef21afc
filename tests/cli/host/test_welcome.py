"""What `cinq serve` prints: addresses that others can open, and a QR code of the first."""

import io
import ipaddress
import socket

import pytest
import segno

from cinq.cli.host import serve
from cinq.cli.host.welcome import HOW_TO_LET_IN, qr_code, welcome
from cinq.server.network import lan_addresses, shared_urls

NETWORK = ["192.168.1.20", "10.0.0.3"]


@pytest.mark.parametrize(("host", "shown"), [("127.0.0.1", "127.0.0.1"), ("::1", "[::1]")])
def test_alone_it_says_how_to_let_others_in(host: str, shown: str) -> None:
    assert welcome(host, 8005, NETWORK, with_code=True).split("\n") == [
        f"Cinq: open http://{shown}:8005 and play; Ctrl-C stops.",
        HOW_TO_LET_IN,
    ]


def test_on_all_addresses_it_names_those_of_the_network_with_the_code_of_the_first() -> None:
    first, *others = welcome("0.0.0.0", 8005, NETWORK, with_code=True).split("\n")
    assert first == "Cinq: open http://127.0.0.1:8005 and play; Ctrl-C stops."
    assert others[:2] == [f"On this network: http://{address}:8005" for address in NETWORK]
    assert "\n".join(others[2:]) == qr_code("http://192.168.1.20:8005")


def test_on_one_address_it_names_that_one() -> None:
    rows = welcome("10.0.0.3", 80, NETWORK, with_code=True).split("\n")
    assert rows[0] == "Cinq: open http://10.0.0.3:80 and play; Ctrl-C stops."
    assert "\n".join(rows[1:]) == qr_code("http://10.0.0.3:80")


def test_without_a_network_there_is_no_code() -> None:
    assert welcome("0.0.0.0", 8005, [], with_code=True).count("\n") == 0


def test_the_code_is_the_text() -> None:
    """Read back from the blocks: the modules that segno makes of the text, with a border of two."""
    url = "http://192.168.1.20:8005"
    light = [[c in blocks for c in row] for row in qr_code(url).split("\n") for blocks in ("█▀", "█▄")]
    wanted = [[not module for module in row] for row in segno.make_qr(url).matrix_iter(border=2)]
    assert light[: len(wanted)] == wanted


def test_the_addresses_are_this_computers_own() -> None:
    for address in lan_addresses():
        assert not ipaddress.IPv4Address(address).is_loopback
        with socket.socket() as listener:
            listener.bind((address, 0))  # refused where it is another computer's


def test_a_log_file_gets_no_code() -> None:
    assert not serve._draws(io.TextIOWrapper(io.BytesIO(), encoding="utf-8"))


def test_a_server_on_loopback_has_nothing_to_share() -> None:
    assert shared_urls("127.0.0.1", 8005) == []
    assert shared_urls("0.0.0.0", 8005) == [f"http://{address}:8005" for address in lan_addresses()]
