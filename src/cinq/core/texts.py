"""Texts in French and English, from the two Fluent files of each game's package.

The page uses the same files. Owns loading, formatting and joining messages.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast

from cinq.core.game import Rule, Seat, Sentence

if TYPE_CHECKING:
    from fluent.runtime import FluentBundle
    from fluent.runtime.types import FluentType

Language: TypeAlias = Literal["fr", "en"]
Names: TypeAlias = Callable[[Seat], str]
SEAT_ARGUMENTS = ("who", "whom")
RULE_ID = re.compile(r"^([A-Z]{2}-(\d+)) *=", re.MULTILINE)
ELIDED = re.compile(r"[aeiouàâäéèêëîïôöùûüœæ]|h[eéèêiïouy]|y[^aeiouéè]", re.IGNORECASE)
"""A first name that "de" elides before: a vowel, a silent h ("Hans" has none), y before a consonant."""


def source(package: str, language: Language) -> str:
    """The Fluent file of one package, `cinq.games.dix_mille` say."""
    return files(package).joinpath(f"{language}.ftl").read_text("utf-8")


@cache
def bundle(package: str, language: Language) -> FluentBundle:
    """The messages of one package."""
    from fluent.runtime import FluentBundle, FluentResource

    # A function may return a string; the library's types only know its own.
    functions = {"DE": cast("Callable[[Any], FluentType]", _de)}
    made = FluentBundle([language], functions=functions, use_isolating=False)
    made.add_resource(FluentResource(source(package, language)))
    return made


def text(package: str, language: Language, message: str, **args: str | float) -> str:
    """Format one message. KeyError if there is no such message or an argument is missing."""
    found = bundle(package, language)
    value = found.get_message(message).value
    if value is None:
        raise KeyError(message)
    said, errors = found.format_pattern(value, args)
    if errors:
        raise KeyError(f"{message}: {errors[0]}")
    return str(said)


def rule_text(package: str, language: Language, rule: Rule) -> str:
    """The player's text of a rule, as shown with a refusal."""
    return text(package, language, rule)


def rulebook(package: str, language: Language) -> dict[Rule, str]:
    """All rules of a game in the player's words, by their ids, in the order of the book."""
    found = sorted(RULE_ID.findall(source(package, language)), key=lambda rule: int(rule[1]))
    return {rule: rule_text(package, language, rule) for rule, _ in found}


def tell(package: str, language: Language, sentence: Sentence, names: Names, you: Seat | None = None) -> str:
    """Format a sentence of the story with names; `$you` is `who` or `whom` if that is the reader."""
    args: dict[str, str | float] = {"you": _you(sentence, you)}
    for name, value in sentence.args.items():
        if name in SEAT_ARGUMENTS:
            args[name] = _join(language, map(names, value if isinstance(value, tuple) else (int(value),)))
        else:
            args[name] = ", ".join(map(str, value)) if isinstance(value, tuple) else value
    return text(package, language, sentence.id, **args)


def _you(sentence: Sentence, you: Seat | None) -> str:
    for name in SEAT_ARGUMENTS:
        if you is not None and sentence.args.get(name) in (you, (you,)):
            return name
    return "none"


def _de(who: object) -> str:
    """`DE($who)` in a French text: "de Bob", "d’Aline", "de Bob et d’Aline"."""
    return " et ".join(f"d’{name}" if ELIDED.match(name) else f"de {name}" for name in str(who).split(" et "))


def _join(language: Language, names: Iterable[str]) -> str:
    *front, last = names
    joint = " et " if language == "fr" else " and "
    return f"{', '.join(front)}{joint}{last}" if front else last
