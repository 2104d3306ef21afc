"""The order of files of tests: long ones first, those that wait and those that compute in turn."""

from pathlib import Path

from tests.order import WAITING, places

FILES = [
    *(Path(f"server/test_{n}.py") for n in range(6)),
    *(Path(f"games/test_{n}.py") for n in range(6)),
    *(Path(f"page/test_{n}.py") for n in range(3)),
    *(Path(f"lab/test_{n}.py") for n in range(3)),
]


def ordered() -> list[Path]:
    place = places(FILES)
    return sorted(FILES, key=lambda file: place[file])


def test_long_files_run_first() -> None:
    assert {file.parts[0] for file in ordered()[:6]} == {"page", "lab"}


def test_files_that_wait_and_files_that_compute_alternate() -> None:
    waits = [file.parts[0] in WAITING for file in ordered()]
    assert all(one != other for one, other in zip(waits[::2], waits[1::2], strict=True))


def test_files_of_a_folder_keep_their_order() -> None:
    assert [file for file in ordered() if file.parts[0] == "page"] == FILES[12:15]
