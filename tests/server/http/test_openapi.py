"""The API's manual: complete without a built page too, and under the page's content policy."""

import re
from pathlib import Path

import httpx
import pytest
from litestar.testing import TestClient

from cinq.server.app import make_app
from cinq.server.http.static_files import POLICY
from cinq.server.settings import Settings

pytestmark = pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")


def get(page: Path, path: str) -> httpx.Response:
    """What a server with this folder as its built page answers."""
    app = make_app(page / "data", settings=Settings(physics=False, bot_workers=0), page=page)
    with TestClient(app) as client:
        return client.get(path)


def test_without_a_built_page_the_manual_lists_every_operation(tmp_path: Path) -> None:
    paths = get(tmp_path, "/docs/openapi.json").json()["paths"]
    shown = get(tmp_path, "/docs").text
    assert len(paths) > 10 and "make setup" in shown and "<script" not in shown
    for path, methods in paths.items():
        assert all(f"<code>{method.upper()} {path}</code>" in shown for method in methods)


def test_swagger_ui_is_shown_where_it_is_built(tmp_path: Path) -> None:
    (tmp_path / "swagger").mkdir()
    for name in ("swagger-ui-bundle.js", "swagger-ui.css", "start.js"):
        (tmp_path / "swagger" / name).write_text("/* built */")
    shown = get(tmp_path, "/docs").text
    for name in re.findall(r"/(swagger/[^>]+)>", shown):
        assert get(tmp_path, f"/{name}").text == "/* built */"
    assert shown.count("/swagger/") == 3
    assert "<script>" not in shown, "the policy refuses a script in the page"


@pytest.mark.parametrize("path", ["/docs", "/docs/openapi.json"])
def test_the_manual_runs_nothing_from_elsewhere(tmp_path: Path, path: str) -> None:
    headers = get(tmp_path, path).headers
    assert headers["content-security-policy"] == POLICY
    assert headers["x-content-type-options"] == "nosniff"


def test_the_schema_says_what_is_refused_and_where_a_token_goes(tmp_path: Path) -> None:
    schema = get(tmp_path, "/docs/openapi.json").json()
    assert schema["components"]["schemas"]["NewTable"]["additionalProperties"] is False
    assert schema["components"]["securitySchemes"]["chair"]["scheme"] == "bearer"
    assert {} in schema["security"], "a spectator needs no token"


def test_the_schema_describes_every_body(tmp_path: Path) -> None:
    """Bodies that the routes decode themselves are described as well as those of Litestar."""
    schema = get(tmp_path, "/docs/openapi.json").json()
    schemas = schema["components"]["schemas"]
    posts = {path: methods["post"] for path, methods in schema["paths"].items() if "post" in methods}
    for path, operation in posts.items():
        body = operation["requestBody"]["content"]["application/json"]["schema"]
        named = [one["$ref"].rpartition("/")[2] for one in body.get("anyOf", body.get("oneOf", [body]))]
        assert named and all(name in schemas for name in named), path
    act = schemas["Act"]
    assert act["additionalProperties"] is False and {"seq", "action"} <= set(act["required"])
