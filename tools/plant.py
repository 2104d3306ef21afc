"""Plants known bugs (`tools/bugs.toml`), one at a time, in a copy of the tree, and runs the tests that must fail.

    python tools/plant.py             # all of them
    python tools/plant.py turn claims # those whose name or layer holds one of these words
    python tools/plant.py --since REV  # those whose file, tests or row changed since that commit
    python tools/plant.py --rows 1-40  # those of this part of the list, first and last included
    python tools/plant.py --patience 5 --processes 1  # five times as long for every run, one at a time

First all these tests run without a bug and must pass. A bug is caught when a test fails; a test that cannot be
collected, cannot be set up or does not end in time has not caught it. Exits with 1 when a bug survives or cannot
be planted. Of the working tree only the report is written, `tests/PLANTED.md`, after every bug: its row.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from queue import SimpleQueue

import msgspec
from tqdm import tqdm

ROOT = Path(__file__).resolve().parent.parent
LIST = Path(__file__).with_name("bugs.toml")
REPORT = ROOT / "tests" / "PLANTED.md"
COPIED = ("src", "tests", "tools", "bench", "web", "docs", "examples")
LEFT_OUT = shutil.ignore_patterns("__pycache__", "node_modules", "static", "dist")
CONTROL, BUG = 600, 180
"""Seconds after which a run without bugs, and with one, is given up."""
PLUGIN = "_hypothesis_pytestplugin"
"""The one plugin of pytest that these tests need; loading those of all libraries takes six times as long."""
PYTEST = (sys.executable, "-m", "pytest", "-x", "-p", "no:cacheprovider", "-p", PLUGIN, "--hypothesis-seed=0")
ENVIRONMENT = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "NO_COLOR": "1"}
VITE = ("node", "node_modules/vite/bin/vite.js", "build", "--logLevel", "error")
VITEST = ("node", "node_modules/vitest/vitest.mjs", "run")
FAILED = re.compile(r"^\s*FAIL(?:ED)?\s+(.+?)(?: - .*| \[ .*)?$", re.MULTILINE)
ONE_FAILED = 1
"""What pytest and vitest exit with when tests ran and some failed."""


class Bug(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is wrong, where, and which tests must notice."""

    layer: str
    name: str
    file: str
    right: str
    wrong: str
    tests: tuple[str, ...]

    @property
    def in_page(self) -> bool:
        """Whether vitest runs its tests, not pytest."""
        return all(test.endswith(".ts") for test in self.tests)

    def is_about(self, words: Sequence[str]) -> bool:
        """Whether its layer or name holds one of these words; all bugs are about no words."""
        return not words or any(word in f"{self.layer} {self.name}" for word in words)

    def paths(self) -> list[str]:
        """Its file and its tests, which may be folders, from the root of the tree."""
        folder = "web" if self.in_page else "tests"
        return [self.file, *(f"{folder}/{test.partition('::')[0]}" for test in self.tests)]


class Outcome(msgspec.Struct, frozen=True):
    """How a run ended: with a test that failed, with trouble of another kind, or else with all tests passed."""

    failed: str | None = None
    trouble: str | None = None


def main(arguments: list[str]) -> int:
    """Plant, test, report."""
    options = _options()
    told = options.parse_args(arguments)
    bugs = [bug for bug in read()[told.rows] if bug.is_about(told.words)]
    if not bugs:
        options.error(f"no such bug in the list: {', '.join(told.words)}")
    if told.since is not None:
        bugs = changed_since(told.since, bugs)
    if lost := [f"{bug.name}: {why}" for bug in bugs if (why := unplantable(bug))]:
        print("cannot be planted:", *lost, sep="\n")
        return 1
    with copies(told.processes) as run_all:
        runs = controls(bugs, told.processes)
        checks = [partial(run, tests=some, seconds=CONTROL * told.patience) for some in runs]
        sound = run_all(checks, "no bug", _ignore)
        if wrong := [one.failed or one.trouble for one in sound if one != Outcome()]:
            print("fails without a bug:", *wrong, sep="\n")
            return 1
        jobs = [partial(plant, bug=bug, seconds=BUG * told.patience) for bug in bugs]
        found = run_all(jobs, "planted", lambda at, one: _write_row(bugs[at], one))
    missed = [(bug, one) for bug, one in zip(bugs, found, strict=True) if one.failed is None]
    for bug, one in missed:
        print(f"MISSED: {bug.name} ({bug.file}): {one.trouble or 'every test passed'}")
    print(f"{len(bugs) - len(missed)} of {len(bugs)} caught")
    return 1 if missed else 0


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("plant.py", description="Plant known bugs and see that tests fail.")
    parser.add_argument("words", nargs="*", help="words in the layer or name of the bugs (default: all bugs)")
    parser.add_argument(
        "--since", metavar="REV", help="only bugs whose file, tests or row changed since then"
    )
    parser.add_argument(
        "--rows", metavar="FIRST-LAST", type=_part, default=slice(None), help="only these rows of the list"
    )
    parser.add_argument("--patience", type=float, default=1, help="factor of the time limits (default: 1)")
    parser.add_argument("--processes", type=int, default=2, help="runs at a time (default: 2)")
    return parser


def _part(text: str) -> slice:
    """Rows counted from one, both ends included: 3-5 are three rows."""
    first, _, last = text.partition("-")
    return slice(int(first) - 1, int(last))


def _ignore(_at: int, _outcome: Outcome) -> None:
    return None


def _write_row(bug: Bug, one: Outcome) -> None:
    """Write what caught this bug into the report, and leave its other rows."""
    caught = f"`{one.failed}`" if one.failed else NOTHING
    REPORT.write_text(report(read(), {**reported(), bug.name: caught}), "utf-8")


def read() -> list[Bug]:
    """All bugs of the list."""
    return _rows(LIST.read_text("utf-8"))


def _rows(text: str) -> list[Bug]:
    return msgspec.convert(tomllib.loads(text)["bug"], list[Bug])


def changed_since(revision: str, bugs: Sequence[Bug]) -> list[Bug]:
    """The bugs of which something changed between a commit and the working tree."""
    before = set(_rows(_git("show", f"{revision}:{LIST.relative_to(ROOT).as_posix()}")))
    files = [Path(name) for name in _git("diff", "--name-only", revision).splitlines()]
    return [
        bug
        for bug in bugs
        if bug not in before or any(file.is_relative_to(path) for path in bug.paths() for file in files)
    ]


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout


def unplantable(bug: Bug) -> str | None:
    """Why this bug cannot be planted: its text must stand exactly once, and its tests must be there."""
    file = ROOT / bug.file
    if not file.exists():
        return f"there is no {bug.file}"
    if (times := file.read_text("utf-8").count(bug.right)) != 1:
        return f"{bug.right!r} stands {times} times in {bug.file}"
    return next((f"there is no {path}" for path in bug.paths() if not (ROOT / path).exists()), None)


def controls(bugs: Sequence[Bug], processes: int) -> list[tuple[str, ...]]:
    """The tests of these bugs, each once, in as many runs as there are processes, the page's apart."""
    python = sorted({_test_path(bug, test) for bug in bugs if not bug.in_page for test in bug.tests})
    page = sorted({_test_path(bug, test) for bug in bugs if bug.in_page for test in bug.tests})
    runs = [*(python[at::processes] for at in range(processes)), page]
    return [tuple(some) for some in runs if some]


def _test_path(bug: Bug, test: str) -> str:
    return test if bug.in_page else f"tests/{test}"


# ---------------------------------------------------------------- copies of the tree

RunAll = Callable[[Sequence[Callable[[Path], Outcome]], str, Callable[[int, Outcome], None]], list[Outcome]]
"""Runs jobs, named for the progress bar, and tells the number and outcome of each as it ends."""


@contextmanager
def copies(processes: int) -> Iterator[RunAll]:
    """As many copies as processes; yields a function that runs jobs in them, each copy having one at a time."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(processes) as pool:
        free: SimpleQueue[Path] = SimpleQueue()
        for number in range(processes):
            free.put(_copy(Path(folder) / str(number)))

        def in_a_copy(job: Callable[[Path], Outcome]) -> Outcome:
            tree = free.get()
            try:
                return job(tree)
            finally:
                free.put(tree)

        def run_all(
            jobs: Sequence[Callable[[Path], Outcome]], what: str, ended: Callable[[int, Outcome], None]
        ) -> list[Outcome]:
            running = {pool.submit(in_a_copy, job): at for at, job in enumerate(jobs)}
            for one in tqdm(as_completed(running), what, len(jobs)):
                ended(running[one], one.result())
            return [one.result() for one in running]

        yield run_all


def _copy(tree: Path) -> Path:
    for part in COPIED:
        shutil.copytree(ROOT / part, tree / part, ignore=LEFT_OUT)
    shutil.copy(ROOT / "pyproject.toml", tree)
    (tree / "web" / "node_modules").symlink_to((ROOT / "web" / "node_modules").resolve())
    return tree


def plant(tree: Path, bug: Bug, seconds: float) -> Outcome:
    """Run a bug's tests with the bug in a copy, which is then as it was."""
    file = tree / bug.file
    text = file.read_text("utf-8")
    try:
        _write(file, text.replace(bug.right, bug.wrong))
        return run(tree, [_test_path(bug, test) for test in bug.tests], seconds)
    finally:
        _write(file, text)


def _write(file: Path, text: str) -> None:
    """Change a source file; compiled code of the same second and size would be taken for it."""
    file.write_text(text, "utf-8")
    for compiled in (file.parent / "__pycache__").glob(f"{file.stem}.*"):
        compiled.unlink()


def run(tree: Path, tests: Sequence[str], seconds: float) -> Outcome:
    """Run some tests in a copy, up to the first that fails; those in a browser get the page of the copy."""
    if any(test.startswith("tests/page/") for test in tests):
        built = execute(VITE, tree / "web", tree, seconds)
        if built != Outcome():
            return Outcome(trouble=f"the page cannot be built: {built.trouble}")
    page = tests[0].endswith(".ts")
    words = [*(VITEST if page else PYTEST), *tests]
    return execute(words, tree / "web" if page else tree, tree, seconds)


def execute(words: Sequence[str], folder: Path, tree: Path, seconds: float) -> Outcome:
    """Run a command in a folder of a copy, with the copy's modules."""
    process = subprocess.Popen(
        words,
        cwd=folder,
        env={**os.environ, **ENVIRONMENT, "PYTHONPATH": f"{tree / 'src'}:{tree}"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        said, _ = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        return Outcome(trouble=f"no end after {seconds} s")
    finally:
        _end(process)
    return outcome_of(process.returncode, said)


def _end(process: subprocess.Popen[str]) -> None:
    """End what is left of a run, servers that its tests started too."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        return
    process.wait()


def outcome_of(code: int, said: str) -> Outcome:
    """What a run's exit code and output mean.

    >>> outcome_of(1, "FAILED tests/core/test_log.py::test_it[a b] - assert 1 == 2").failed
    'core/test_log.py::test_it[a b]'
    >>> outcome_of(1, " FAIL  src/lib/connection/pacer.test.ts > shows one by one").failed
    'src/lib/connection/pacer.test.ts > shows one by one'
    >>> outcome_of(2, "ERROR tests/core/test_log.py - SyntaxError")
    Outcome(failed=None, trouble='ERROR tests/core/test_log.py - SyntaxError')
    """
    found = FAILED.search(said)
    if code == ONE_FAILED and found:
        return Outcome(found.group(1).removeprefix("tests/"))
    return Outcome(trouble=said.strip()[-2000:]) if code else Outcome()


# ---------------------------------------------------------------- the report

COLUMNS = 4
NOTHING, NOT_YET = "**nothing**", "**not planted yet**"


def reported() -> dict[str, str]:
    """What the report says now: by the name of a bug, what caught it."""
    rows = [row.strip("| ").split(" | ") for row in REPORT.read_text("utf-8").splitlines()]
    return {row[1]: row[3] for row in rows if len(row) == COLUMNS}


def report(bugs: Sequence[Bug], caught: Mapping[str, str]) -> str:
    """The list as a page."""
    rows = [f"| {bug.layer} | {bug.name} | `{bug.file}` | {caught.get(bug.name, NOT_YET)} |" for bug in bugs]
    noticed = sum(caught.get(bug.name, NOT_YET) not in (NOTHING, NOT_YET) for bug in bugs)
    return "\n".join(
        [
            "# Planted bugs",
            "",
            "`make plant` plants each bug of `tools/bugs.toml` in a copy of the tree, runs the tests that must",
            f"notice, and writes the first that fails into this table. {noticed} of {len(bugs)} were caught when",
            "they were last planted.",
            "",
            "| layer | bug | file | caught by |",
            "|---|---|---|---|",
            *rows,
            "",
        ]
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
