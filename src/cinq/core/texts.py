"""Texts in French and English: Fluent files, one pair a game and one for all.

Owns finding, filling and joining messages. The same files serve the page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Literal, TypeAlias

from cinq.core.game import Rule, Seat, Sentence

if TYPE_CHECKING:
    from fluent.runtime import FluentBundle

Language: TypeAlias = Literal["fr", "en"]
Names: TypeAlias = Callable[[Seat], str]
SEAT_ARGUMENTS = ("who", "whom")


@cache
def bundle(package: str, language: Language) -> FluentBundle:
    """The messages of one package, `cinq.games.dix_mille` say."""
    from fluent.runtime import FluentBundle, FluentResource

    made = FluentBundle([language], use_isolating=False)
    made.add_resource(FluentResource(files(package).joinpath(f"{language}.ftl").read_text("utf-8")))
    return made


def text(package: str, language: Language, message: str, **args: str | float) -> str:
    """One message, filled in. KeyError if there is no such message or something is missing."""
    found = bundle(package, language)
    value = found.get_message(message).value
    if value is None:
        raise KeyError(message)
    said, errors = found.format_pattern(value, args)
    if errors:
        raise KeyError(f"{message}: {errors[0]}")
    return str(said)


def rule_text(package: str, language: Language, rule: Rule) -> str:
    """The player's text of a rule: what a refusal says."""
    return text(package, language, rule)


def tell(package: str, language: Language, sentence: Sentence, names: Names, you: Seat | None = None) -> str:
    """A sentence of the story, with names; `$you` says whether `who` or `whom` is the reader."""
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


def _join(language: Language, names: Iterable[str]) -> str:
    *front, last = names
    joint = " et " if language == "fr" else " and "
    return f"{', '.join(front)}{joint}{last}" if front else last
