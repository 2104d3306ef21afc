"""Fails when a ledger, its code, its tests and its texts do not name the same rules.

Every id of a game's RULES.md stands in the game's code, in a test of the game, and as a
message of both languages; nothing names an id that no ledger has.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ID = re.compile(r"\b(?:DM|GF|MM|OM|DO)-\d+\b")
LEDGER_ROW = re.compile(r"^\| ((?:DM|GF|MM|OM|DO)-\d+) \|", re.MULTILINE)
RANGE = re.compile(r"((?:DM|GF|MM|OM|DO)-)(\d+)…(\d+)")


def main() -> int:
    """Print what is missing; 1 if anything is."""
    ledgers = sorted(ROOT.glob("src/cinq/games/*/RULES.md"))
    faults = [fault for ledger in ledgers for fault in check(ledger)]
    print(*faults, sep="\n", file=sys.stderr)
    if not faults:
        print(f"{len(ledgers)} ledgers: every rule has code, a test and a text in two languages")
    return 1 if faults else 0


def check(ledger: Path) -> list[str]:
    """What one game lacks."""
    folder, text = ledger.parent, ledger.read_text("utf-8")
    rules = set(LEDGER_ROW.findall(text))
    prefix = {rule[:2] for rule in rules}
    places = {
        "code": named(folder.glob("*.py"), prefix),
        "tests": named((ROOT / "tests" / "games" / folder.name).glob("*.py"), prefix),
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
    return sorted(rules, key=lambda rule: (rule[:2], int(rule[3:])))


if __name__ == "__main__":
    sys.exit(main())
