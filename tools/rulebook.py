"""Fails when a ledger, its code, its tests and its texts do not name the same rules.

Every id of a game's RULES.md stands in the game's code, in a test of the game, and as a
message of both languages; nothing names an id with the game's letters that its ledger has not.

python tools/rulebook.py            checks every game of src/cinq/games
python tools/rulebook.py FOLDER …   checks games elsewhere, whose tests are in their own folder
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from pathlib import Path

from cinq.games import GAMES

ROOT = Path(__file__).resolve().parent.parent
ID = re.compile(r"\b[A-Z]{2}-\d+\b")
LEDGER_ROW = re.compile(r"^\| ([A-Z]{2}-\d+) \|", re.MULTILINE)
RANGE = re.compile(r"\b([A-Z]{2}-)(\d+)…(\d+)")


def main(*folders: str) -> int:
    """Print what is missing; 1 if anything is."""
    elsewhere = {Path(folder).resolve(): Path(folder).resolve() for folder in folders}
    games = elsewhere or dict(map(here, GAMES.values()))
    faults = [fault for game, tests in games.items() for fault in check(game, tests)]
    print(*faults, sep="\n", file=sys.stderr)
    if not faults:
        ledgers = f"{len(games)} ledger{'s' if len(games) > 1 else ''}"
        print(f"{ledgers}: every rule has code, a test and a text in two languages")
    return 1 if faults else 0


def here(package: str) -> tuple[Path, Path]:
    """The folders of a game of this repository and of its tests."""
    folder = package.rpartition(".")[2]
    return ROOT / "src/cinq/games" / folder, ROOT / "tests/games" / folder


def check(folder: Path, tests: Path) -> list[str]:
    """What one game lacks."""
    rules = set(LEDGER_ROW.findall((folder / "RULES.md").read_text("utf-8")))
    prefix = {rule[:2] for rule in rules}
    code = [file for file in folder.glob("*.py") if not file.name.startswith("test_")]
    places = {
        "code": named(code, prefix),
        "tests": named(tests.glob("test_*.py" if tests == folder else "*.py"), prefix),
        **{file.name: messages(file) for file in (folder / "fr.ftl", folder / "en.ftl")},
    }
    return [fault for place, found in places.items() for fault in compare(folder.name, rules, place, found)]


def compare(game: str, rules: set[str], place: str, found: set[str]) -> list[str]:
    """Ids that are missing in one place, and ids that no ledger has."""
    missing = [f"{game}: {rule} is not in its {place}" for rule in in_order(rules - found)]
    return missing + [f"{game}: {rule} in its {place} is in no ledger" for rule in in_order(found - rules)]


def named(files: Iterable[Path], prefix: set[str]) -> set[str]:
    """The game's own ids in these files; `DM-1…3` names all three."""
    found: set[str] = set()
    for file in files:
        text = file.read_text("utf-8")
        for head, low, high in RANGE.findall(text):
            found |= {f"{head}{number}" for number in range(int(low), int(high) + 1)}
        found |= set(ID.findall(text))
    return {rule for rule in found if rule[:2] in prefix}


def messages(file: Path) -> set[str]:
    """The rule messages of a Fluent file."""
    return set(re.findall(rf"^({ID.pattern}) =", file.read_text("utf-8"), re.MULTILINE))


def in_order(rules: Iterable[str]) -> list[str]:
    """By number."""
    return sorted(rules, key=lambda rule: (rule[:2], int(rule[3:])))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
