"""The faults of `make chaos` are real: a disk that cannot write is noticed, and loses nothing."""

import shutil
from pathlib import Path

import pytest

from tests.chaos.scenarios import Size, full_disk


@pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")
def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    result = full_disk(tmp_path, Size(tables=3, rounds=1, seconds=1.0))
    assert result.wrong == [] and not result.happened.startswith("0 ")
