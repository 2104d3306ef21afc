"""Packages are installed by root, where there is apt-get, and by nobody else."""

import os
from pathlib import Path

import pytest

from tools import debian


@pytest.fixture
def said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An apt-get that writes down how it is called, and fails."""
    said, program = tmp_path / "said", tmp_path / "apt-get"
    program.write_text(f'#!/bin/sh\necho "$@" >> {said}\nexit 100\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    return said


def test_root_reads_the_lists_of_packages_and_then_installs(
    said: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    debian.install(["one", "two"])
    assert said.read_text().splitlines() == [
        "-y -qq update",
        "-y -qq install --no-install-recommends one two",
    ]


def test_nothing_is_installed_where_nothing_is_missing(said: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    debian.install([])
    assert not said.exists()


def test_others_install_nothing(said: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    debian.install(["one"])
    assert not said.exists()


def test_without_apt_get_nothing_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    debian.install(["one"])
