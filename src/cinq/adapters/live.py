"""A chair at a live table over plain HTTP: what a program needs that does not want a socket."""

from __future__ import annotations

import json
import secrets
import urllib.error
import urllib.request
from typing import Any
from urllib.parse import urlsplit

from cinq.adapters.text import BadAction

Json = dict[str, Any]
TIMEOUT = 20.0


class LiveTable:
    """One chair. The token is the chair: whoever has it plays for it."""

    def __init__(self, server: str, table: str, token: str) -> None:
        self._server, self._table, self._token = server, table, token

    @classmethod
    def sit_down(cls, link: str, name: str) -> LiveTable:
        """Take an open chair at the table of a link (`http://host/table/ID`), and be ready."""
        parts = urlsplit(link)
        server, ident = f"{parts.scheme}://{parts.netloc}", parts.path.rstrip("/").rpartition("/")[2]
        seated = _request(f"{server}/api/tables/{ident}/seats", {"name": name}, None)
        table = cls(server, ident, seated["token"])
        table._post("messages", {"type": "ready", "ref": "ready"})
        return table

    def look(self) -> Json:
        """Everything this chair may know."""
        return _request(f"{self._server}/api/tables/{self._table}", None, self._token)

    def menu(self) -> list[Json]:
        """The whole menu, also where it is too long to be sent unasked."""
        answer = self._post("messages", {"type": "ask_menu", "ref": secrets.token_hex(4)})
        return list(answer.get("menu", ()))

    def act(self, seq: int, action: Json) -> Json:
        """One action, as an answer to what was seen at `seq`. BadAction with the server's reason."""
        return self._post("actions", {"seq": seq, "action": action, "ref": secrets.token_hex(8)})

    def _post(self, what: str, body: Json) -> Json:
        return _request(f"{self._server}/api/tables/{self._table}/{what}", body, self._token)


def _request(url: str, body: Json | None, token: str | None) -> Json:
    headers = {"content-type": "application/json"}
    if token is not None:
        headers["authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(url, data, headers), timeout=TIMEOUT) as answer:
            found: Json = json.loads(answer.read())
            return found
    except urllib.error.HTTPError as error:
        raise BadAction(_reason(error.read()) or f"the server answers {error.code}") from None


def _reason(body: bytes) -> str:
    try:
        problem = json.loads(body)
        rule = f"{problem['rule']}: " if problem.get("rule") else ""
        return f"{rule}{problem.get('message', '')}"
    except ValueError:
        return ""
