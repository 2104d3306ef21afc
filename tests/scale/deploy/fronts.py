"""Real nginx and Caddy with the configurations of deploy/, in front of servers on loopback."""

from __future__ import annotations

import re
import urllib.request
from pathlib import Path

from tools.services import find

from tests.scale.services import Service, as_nobody
from tests.server.client import Server

DEPLOY = Path(__file__).parents[3] / "deploy"


class Front(Service):
    """A proxy in front of servers, whose addresses stand in for those of the file."""

    def server(self) -> Server:
        """What players see: a server at the proxy's address."""
        seen = Server(self.folder / "data")
        seen.port = self.port
        return seen

    def answers(self) -> bool:
        try:
            return bool(urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=2).read())
        except OSError:
            return False


class Nginx(Front):
    """nginx with the configuration of deploy/nginx.conf, without its certificate."""

    def __init__(self, *servers: str) -> None:
        super().__init__()
        text = (DEPLOY / "nginx.conf").read_text()
        found = re.findall(r"^    server 10\.0\.0\.\d+:8005 (.*)\n", text, flags=re.MULTILINE)
        assert len(set(found)) == 1, found
        text = re.sub(r"^    server 10\.0\.0\.\d+:8005 .*\n", "", text, flags=re.MULTILINE)
        placed = "".join(f"    server {server} {found[0]}\n" for server in servers)
        text = text.replace("upstream cinq {\n", f"upstream cinq {{\n{placed}")
        text = text.replace("listen 443 ssl;", f"listen 127.0.0.1:{self.port};")
        text = re.sub(r"^    ssl_.*\n", "", text, flags=re.MULTILINE)
        temporary = "".join(
            f"{kind}_temp_path {self.folder}/{kind};\n"
            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        (self.folder / "site.conf").write_text(text)
        (self.folder / "nginx.conf").write_text(
            f"daemon off; pid {self.folder}/pid; error_log {self.folder}/error.log;\n"
            f"events {{}}\nhttp {{ access_log off; {temporary} include {self.folder}/site.conf; }}\n"
        )

    def command(self) -> list[str]:
        return [*as_nobody(), find("nginx"), "-c", str(self.folder / "nginx.conf"), "-e", "stderr"]


class Caddy(Front):
    """Caddy with deploy/Caddyfile, without its certificate."""

    def __init__(self, *servers: str) -> None:
        super().__init__()
        text = (DEPLOY / "Caddyfile").read_text()
        text, named = re.subn(
            r"^cinq\.example\.org", f"http://127.0.0.1:{self.port}", text, flags=re.MULTILINE
        )
        text, placed = re.subn(r"10\.0\.0\.11:8005 10\.0\.0\.12:8005", " ".join(servers), text)
        assert named == placed == 1
        (self.folder / "Caddyfile").write_text("{\n\tadmin off\n\tauto_https off\n}\n" + text)

    def command(self) -> list[str]:
        config = str(self.folder / "Caddyfile")
        return [*as_nobody(), find("caddy"), "run", "--config", config, "--adapter", "caddyfile"]
