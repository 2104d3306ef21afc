"""The search for a browser: what is named first, then what is installed, then Playwright's own."""

from pathlib import Path

import pytest

from tools import browser


def program(path: Path) -> Path:
    """An executable file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(0o755)
    return path


def test_the_one_that_is_named(tmp_path: Path) -> None:
    named = program(tmp_path / "mine")
    program(tmp_path / "bin/chromium")
    assert browser.find({"CINQ_BROWSER": str(named), "PATH": str(tmp_path / "bin")}, tmp_path) == named


def test_a_name_that_leads_nowhere_is_not_replaced_by_another(tmp_path: Path) -> None:
    program(tmp_path / "bin/chromium")
    assert browser.find({"CINQ_BROWSER": "/nowhere", "PATH": str(tmp_path / "bin")}, tmp_path) is None


@pytest.mark.parametrize("name", ["chromium", "chromium-browser", "google-chrome", "msedge"])
def test_one_on_the_path(tmp_path: Path, name: str) -> None:
    found = program(tmp_path / "bin" / name)
    assert browser.find({"PATH": str(tmp_path / "bin")}, tmp_path) == found


def test_the_newest_of_playwrights_own(tmp_path: Path) -> None:
    program(tmp_path / ".cache/ms-playwright/chromium-1100/chrome-linux/chrome")
    newest = program(tmp_path / ".cache/ms-playwright/chromium-1200/chrome-linux64/chrome")
    assert browser.find({"PATH": ""}, tmp_path) == newest


def test_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser, "APPLICATIONS", ())
    assert browser.find({"PATH": str(tmp_path)}, tmp_path) is None


@pytest.mark.parametrize(("ci", "status"), [("", 0), ("true", 1)])
def test_without_one_the_advice_is_printed_and_only_ci_fails(
    ci: str, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CINQ_BROWSER", "/nowhere")
    monkeypatch.setenv("CI", ci)
    assert browser.main() == status
    assert capsys.readouterr().err == browser.ADVICE + "\n"
