"""The API's manual in a browser: Swagger UI draws every operation, from this server alone."""

import json
import urllib.request

from playwright.sync_api import ConsoleMessage, Request, expect

from tests.page.conftest import Visit


def test_swagger_ui_shows_every_operation_and_asks_nobody_else(server: str, visit: Visit) -> None:
    with urllib.request.urlopen(f"{server}/docs/openapi.json") as answer:
        paths = json.load(answer)["paths"]
    asked: list[str] = []
    said: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type == "error":
            said.append(message.text)

    def requested(request: Request) -> None:
        asked.append(request.url)

    page = visit()
    page.on("console", heard)
    page.on("request", requested)
    page.goto(f"{server}/docs")
    expect(page.locator(".opblock")).to_have_count(sum(map(len, paths.values())))
    page.locator(".opblock-summary").first.click()
    expect(page.get_by_role("button", name="Try it out")).to_be_visible()
    expect(page.get_by_role("button", name="Authorize").first).to_be_visible()
    assert not said, said
    assert all(url.startswith((f"{server}/", "data:")) for url in asked), asked
