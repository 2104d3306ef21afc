"""Plants known bugs, one at a time, in a copy of the tree, and sees which test catches each.

    python tools/plant.py            # all of them; rewrites tests/PLANTED.md
    python tools/plant.py turn dice  # those whose name holds one of these words; writes nothing

A bug that no test catches makes it exit with 1. The working tree is never touched.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
REPORT = ROOT / "tests" / "PLANTED.md"
DIX, GF, OM = "games/dix_mille/rules.py", "games/got_five/rules.py", "games/five_or_less"
MM, DO = "games/five_millimetres", "games/doigt_oeil"


class Bug(NamedTuple):
    """What is wrong, where, and which tests should notice."""

    name: str
    file: str
    right: str
    wrong: str
    tests: str


BUGS = [
    Bug("a wrong score: five alike are worth a triple", DIX, "1_000 * face), everything", "100 * face), everything", "games/dix_mille"),
    Bug("an extra legal action: banking below the minimum", DIX, "return s.phase == TURN and s.thrown and s.points >= s.options.minimum", "return s.phase == TURN and s.thrown", "games/dix_mille"),
    Bug("a turn that does not pass", DIX, "following = (s.seat + 1) % len(scores)", "following = s.seat", "games/dix_mille"),
    Bug("unfair dice: a six can never fall", DIX, "product(range(1, 7), repeat=dice)", "product(range(1, 6), repeat=dice)", "games/dix_mille core"),
    Bug("the third zero does not clear the count", DIX, "zeros=_set(s.zeros, seat, 0)", "zeros=_set(s.zeros, seat, 2)", "games/dix_mille"),
    Bug("a secret in a view: one reads one's own rack", "games/got_five/view.py", "return seat is not None and seat != owner", "return seat is not None", "games/got_five"),
    Bug("a tile in the wrong notch", GF, "notch = bisect(rack.numbers, tile)", "notch = min(bisect(rack.numbers, tile) + 1, 5)", "games/got_five"),
    Bug("an announcement is checked by its sum", GF, "right = numbers == s.racks[seat].numbers", "right = sum(numbers) == sum(s.racks[seat].numbers)", "games/got_five"),
    Bug("a line tells a drawn card", f"{OM}/view.py", "return HiddenCard()", "return action", "games/five_or_less"),
    Bug("a covered power card keeps its power", f"{OM}/quick.py", "lost = s.pending is not None and not s.started", "lost = False", "games/five_or_less"),
    Bug("a caller may be chosen for a power", f"{OM}/powers.py", "if target in s.callers:", "if False:", "games/five_or_less"),
    Bug("a card vanishes when the pile is remade", f"{OM}/cards.py", "return s.pile or tuple(sorted(s.heap[: _loose(s)]))", "return s.pile or tuple(sorted(s.heap[1 : _loose(s)]))", "games/five_or_less"),
    Bug("another's sticks are shown sorted", f"{MM}/view.py", "for stick in hand)\n    shortest", "for stick in sorted(hand, key=lambda i: lengths[i]))\n    shortest", "games/five_millimetres"),
    Bug("a run counts doubles", f"{MM}/scoring.py", "10 * run if", "10 * len(lengths) if", "games/five_millimetres"),
    Bug("others read the cards one draws", f"{DO}/view.py", "return ShownCards(len(cards))", "return action", "games/doigt_oeil"),
    Bug("the second fall of a challenge costs three again", f"{DO}/placing.py", "return max(1, columns) if again else", "return FIRST_FALL if again else", "games/doigt_oeil"),
    Bug("the dealer's draws do not depend on the nonces", "core/fairness.py", "*(nonce.encode() for nonce in nonces), ", "", "core"),
    Bug("a log is replayed without its last line", "core/log.py", "for number, line in enumerate(lines, start=2):", "for number, line in enumerate(lines[:-1], start=2):", "core games/test_golden_logs.py"),
]  # fmt: skip


def main(words: list[str]) -> int:
    """Plant, test, report."""
    chosen = [bug for bug in BUGS if not words or any(word in bug.name for word in words)]
    caught = []
    for bug in chosen:
        test = plant(bug)
        caught.append((bug, test))
        print(f"{'caught' if test else 'MISSED'}: {bug.name}{f' ({test})' if test else ''}", flush=True)
    if not words:
        REPORT.write_text(report(caught), "utf-8")
    return 0 if all(test for _, test in caught) else 1


def plant(bug: Bug) -> str | None:
    """The first test that fails with this bug in the tree."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder)
        for part in ("src", "tests", "tools", "bench"):
            shutil.copytree(ROOT / part, tree / part, ignore=shutil.ignore_patterns("__pycache__", "page"))
        shutil.copy(ROOT / "pyproject.toml", tree)
        _mutate(tree / "src" / "cinq" / bug.file, bug)
        return _first_failure(tree, bug.tests.split())


def _mutate(file: Path, bug: Bug) -> None:
    text = file.read_text("utf-8")
    if text.count(bug.right) != 1:
        raise SystemExit(f"{bug.name}: {bug.right!r} is {text.count(bug.right)} times in {bug.file}")
    file.write_text(text.replace(bug.right, bug.wrong), "utf-8")


def _first_failure(tree: Path, tests: list[str]) -> str | None:
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-x",
            "-q",
            "-p",
            "no:cacheprovider",
            *(f"tests/{test}" for test in tests),
        ],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    found = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", done.stdout, re.MULTILINE)
    return found.group(1).removeprefix("tests/") if found else None


def report(caught: list[tuple[Bug, str | None]]) -> str:
    """The list as a page."""
    rows = [
        f"| {bug.name} | `{bug.file}` | {f'`{test}`' if test else '**nothing**'} |" for bug, test in caught
    ]
    return "\n".join(
        [
            "# Planted bugs",
            "",
            "`python tools/plant.py` plants each of these in a copy of the tree, runs the tests that should notice,",
            "and writes down the first that fails.",
            "",
            "| bug | file | caught by |",
            "|---|---|---|",
            *rows,
            "",
        ]
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
