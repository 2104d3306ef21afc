"""A game as text, for language models and for people at a terminal: one grammar for every game.

An observation is what changed since the seat was last asked (the story), what the seat sees (its view), and
a numbered menu. An action is written in square brackets: the number of a menu item (`[3]`), or the action
itself as `[type field=value ...]` with JSON values (`[bid amount=7]`, `[announce
numbers=[3,17,22,41,58]]`), or `[wait]` to let others act where the seat need not. The last pair of brackets
of a text counts, so that reasons may come before it.

Everything comes from `view`, `seen`, `story` and the menu of that seat: what is hidden cannot be asked for.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from cinq.adapters.decisions import first_asked
from cinq.core.game import DEALER, WORLD, Action, Actor, AnyGame, OpenChoice, Seat, Value, menu
from cinq.core.log import decode_seat_action
from cinq.core.observe import Applied, observe
from cinq.core.play import Chooser, by_chance
from cinq.core.texts import Language, rule_text, rulebook, tell
from cinq.games import load_game, package

WAIT: Final = "wait"
MOST_LISTED = 60
"""A longer menu is cut in the text; every action may still be written out."""
Watcher = Callable[[Applied], None]
"""Is told every line with the states around it."""
BRACKETS = re.compile(r"\[((?:[^\[\]]|\[[^\[\]]*\])*)\]")
FIELD = re.compile(r"(\w+)=(\[[^\]]*\]|\{[^}]*\}|\"[^\"]*\"|[^\s]+)")
WORDS: dict[Language, dict[str, str]] = {
    "en": {
        "title": "{title}: you are seat {seat} of {players} (seats 0 to {last}).",
        "rules": "The rules:",
        "how": "Answer with one item of the menu in square brackets: its number, or the action written out.",
        "since": "Since you were last asked:",
        "nothing": "nothing has happened",
        "see": "You see:",
        "menu": "You may:",
        "more": "… and {count} more, written in the same way",
        "wait": "let the others act first",
        "form": "(fill in, for example: {example})",
        "no_action": "there is no action in square brackets in this text: answer with an item such as [1]",
        "no_item": "there is no item {number} in the menu: its last one is {last}",
        "fill_in": "this item is a form: write the action out with your own values, for example [{example}]",
        "unreadable": "[{said}] cannot be read ({why}): answer with the number of an item, such as [1], "
        "or write an action as the menu does",
        "may_not_wait": "you must act now",
        "over": "The game is over. Winners: {winners}.",
        "seat": "seat {seat}",
    },
    "fr": {
        "title": "{title} : tu es le siège {seat} sur {players} (sièges 0 à {last}).",
        "rules": "Les règles :",
        "how": "Réponds par un choix du menu entre crochets : son numéro, ou l’action écrite en entier.",
        "since": "Depuis ton dernier choix :",
        "nothing": "rien ne s’est passé",
        "see": "Tu vois :",
        "menu": "Tu peux :",
        "more": "… et {count} autres, à écrire de la même façon",
        "wait": "laisser les autres jouer d’abord",
        "form": "(à remplir, par exemple : {example})",
        "no_action": "ce texte ne contient pas d’action entre crochets : réponds par un choix, comme [1]",
        "no_item": "il n’y a pas de choix {number} dans le menu : le dernier est {last}",
        "fill_in": "ce choix est à remplir : écris l’action avec tes valeurs, par exemple [{example}]",
        "unreadable": "[{said}] est illisible ({why}) : réponds par le numéro d’un choix, comme [1], "
        "ou écris une action comme le menu",
        "may_not_wait": "c’est à toi de jouer maintenant",
        "over": "La partie est finie. Gagnants : {winners}.",
        "seat": "siège {seat}",
    },
}


class BadAction(Exception):
    """A text that is no allowed action; the message says why, in the reader's language."""


def written(item: Value | Action) -> str:
    """An action, or a template of one, as the grammar writes it.

    >>> from cinq.games.five_millimetres.rules import Bid
    >>> written(Bid(7))
    'bid amount=7'
    """
    fields: dict[str, Any] = msgspec.to_builtins(item)
    kind = fields.pop("type", None) or type(item).__name__.lower()
    return " ".join([str(kind), *(f"{name}={_json(value)}" for name, value in fields.items())])


def example(form: OpenChoice) -> str:
    """One action that a form may become."""
    return written(form.sample(random.Random(0)))


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def say(language: Language, word: str, **values: object) -> str:
    """One of the texts of this file in a language, filled in."""
    return WORDS[language][word].format(**values)


def last_brackets(text: str, language: Language) -> str:
    """What the last square brackets of a text hold. BadAction if there are none."""
    found = BRACKETS.findall(text)
    if not found:
        raise BadAction(say(language, "no_action"))
    return str(found[-1]).strip()


def read_action(game: AnyGame, written: str, language: Language = "en") -> Action:
    """The action of `type field=value ...`. BadAction if it is none of this game's."""
    kind, _, rest = written.strip().partition(" ")
    fields: dict[str, object] = {"type": kind}
    try:
        for name, value in FIELD.findall(rest):
            fields[name] = msgspec.json.decode(value.encode())
        return decode_seat_action(game, msgspec.Raw(msgspec.json.encode(fields)))
    except (msgspec.DecodeError, ValueError) as error:
        raise BadAction(say(language, "unreadable", said=written.strip(), why=error)) from None


def sight(view: Value) -> list[str]:
    """A view as rows of text, one a field; what is empty is left out."""
    fields: dict[str, Any] = msgspec.to_builtins(view)
    return [f"  {name}: {_json(value)}" for name, value in fields.items() if value not in (None, [], {}, "")]


class TextGame:
    """One game in which every seat reads and writes text."""

    def __init__(
        self,
        name: str,
        players: int,
        options: Value | None = None,
        seed: int = 0,
        language: Language = "en",
        world: Chooser = by_chance,
        watchers: Sequence[Watcher] = (),
    ) -> None:
        self.game, self.package = load_game(name), package(name)
        self.players, self.language = players, language
        self.state = self.game.start(players, self.game.Options() if options is None else options)
        self._rng, self._world, self._watchers = random.Random(seed), world, watchers
        self._news: list[list[str]] = [[] for _ in range(players)]
        self._waited: set[Seat] = set()
        self.asked: Seat | None = None
        self._settle()

    @property
    def over(self) -> bool:
        """Whether nobody is asked any more."""
        return self.asked is None

    def winners(self) -> tuple[Seat, ...]:
        """Who won; empty while the game lasts."""
        result = self.game.result(self.state)
        return result.winners if result is not None else ()

    # ------------------------------------------------------------ reading

    def prompt(self, seat: Seat) -> str:
        """What a seat is told before the game: the rules, and how to answer."""
        named = {"title": self.game.TITLE, "seat": seat, "players": self.players, "last": self.players - 1}
        rules = [f"  {rule}: {said}" for rule, said in rulebook(self.package, self.language).items()]
        return "\n".join([self._say("title", **named), self._say("rules"), *rules, self._say("how")])

    def observation(self, seat: Seat) -> str:
        """What happened since the seat was last asked, what it sees, and what it may do."""
        news, self._news[seat] = self._news[seat], []
        rows = [self._say("since"), *(f"  {row}" for row in news or [self._say("nothing")])]
        rows += [self._say("see"), *sight(self.game.view(self.state, seat))]
        if self.over:
            names = ", ".join(self._name(winner) for winner in self.winners())
            return "\n".join([*rows, self._say("over", winners=names)])
        return "\n".join([*rows, self._say("menu"), *self._menu_rows(seat)])

    def menu(self, seat: Seat) -> list[Value | Action]:
        """Everything this seat may do now, listed actions before templates."""
        return menu(self.game, self.state, seat) if seat in self.game.actors(self.state) else []

    def _menu_rows(self, seat: Seat) -> list[str]:
        items = self.menu(seat)
        rows = [f"  [{n}] {self._menu_row(item)}" for n, item in enumerate(items[:MOST_LISTED], start=1)]
        if len(items) > MOST_LISTED:
            rows.append("  " + self._say("more", count=len(items) - MOST_LISTED))
        if self.may_wait(seat):
            rows.append(f"  [{WAIT}] {self._say('wait')}")
        return rows

    def _menu_row(self, item: Value | Action) -> str:
        if not isinstance(item, OpenChoice):
            return written(item)
        return f"{written(item)} {self._say('form', example=example(item))}"

    # ------------------------------------------------------------ writing

    def act(self, text: str) -> None:
        """The asked seat's answer. BadAction, and nothing has changed, if it is no allowed action."""
        assert self.asked is not None
        self.play(self.read(self.asked, text))

    def play(self, action: Action | None) -> None:
        """The asked seat's action, or None to wait. BadAction if a rule forbids it."""
        seat = self.asked
        assert seat is not None
        if action is None:
            self._waited.add(seat)
            self._ask()
            return
        if rule := self.game.refusal(self.state, seat, action):
            raise BadAction(f"{rule}: {rule_text(self.package, self.language, rule)}")
        self._write(seat, action)
        self._settle()

    def read(self, seat: Seat, text: str) -> Action | None:
        """The action in the last brackets of a text; None for waiting."""
        said = last_brackets(text, self.language)
        if said.lower() == WAIT:
            if not self.may_wait(seat):
                raise BadAction(self._say("may_not_wait"))
            return None
        if said.isdecimal():
            return self._item(seat, int(said))
        return read_action(self.game, said, self.language)

    def _item(self, seat: Seat, number: int) -> Action:
        items = self.menu(seat)
        if not 1 <= number <= len(items):
            raise BadAction(self._say("no_item", number=number, last=len(items)))
        item = items[number - 1]
        if isinstance(item, Action):
            return item
        assert isinstance(item, OpenChoice)
        raise BadAction(self._say("fill_in", example=example(item)))

    def may_wait(self, seat: Seat) -> bool:
        """Whether this seat need not act, and somebody else may."""
        others = [s for s in self._seats() if s != seat and s not in self._waited]
        return self.game.safest(self.state, seat) is None and bool(others or not self.menu(seat))

    # ------------------------------------------------------------ what follows

    def _seats(self) -> list[Seat]:
        return [actor for actor in self.game.actors(self.state) if isinstance(actor, int)]

    def _write(self, actor: Actor, action: Action) -> None:
        """Play a line, and keep for each seat what it changed in that seat's view."""
        line = Applied(self.state, actor, action, self.game.apply(self.state, actor, action))
        self.state = line.after
        for seat, news in enumerate(self._news):
            for seen in observe(self.game, seat, [line]):
                news += [tell(self.package, self.language, told, self._name, seat) for told in seen.story]
        for watch in self._watchers:
            watch(line)

    def _settle(self) -> None:
        """Let dealer and world speak until a seat may act or the game is over."""
        while (who := self.game.actors(self.state)) in ((DEALER,), (WORLD,)):
            chance = self.game.chance(self.state)
            speak = self._world if chance is None else by_chance
            action = speak(self.game, self.state, who[0], self._rng)
            assert action is not None
            self._write(who[0], action)
        self._waited.clear()
        self._ask()

    def _ask(self) -> None:
        seats = self._seats()
        open_seats: Sequence[Seat] = [s for s in seats if s not in self._waited] or seats
        first = self._rng.randrange(self.players)
        self.asked = first_asked(open_seats, self._must_act, first)[0] if open_seats else None

    def _must_act(self, seat: Seat) -> bool:
        return self.game.safest(self.state, seat) is not None

    def _name(self, seat: Seat) -> str:
        return self._say("seat", seat=seat)

    def _say(self, word: str, **values: object) -> str:
        return say(self.language, word, **values)
