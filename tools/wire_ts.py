"""Writes web/src/lib/wire.ts: every message and every game's view, actions and options as TypeScript.

python tools/wire_ts.py            writes the file
python tools/wire_ts.py --check    fails if the file is not up to date
"""

from __future__ import annotations

import enum
import json
import sys
import typing
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType, UnionType

import msgspec
from msgspec import NODEFAULT, inspect

from cinq.core.game import OpenChoice, Sentence
from cinq.games import SHELF, take_down
from cinq.server import api, wire
from cinq.table.phrases import PHRASES

TARGET = Path(__file__).parent.parent / "web/src/lib/wire.ts"
HEAD = """// Made by tools/wire_ts.py from src/cinq/server/wire.py and the games' views. Do not edit.
// A field marked ? that is left out has the default named beside it.
"""
PREFIX = {
    "cinq.games.dix_mille": "DixMille",
    "cinq.games.got_five": "GotFive",
    "cinq.games.five_millimetres": "FiveMillimetres",
    "cinq.games.doigt_oeil": "DoigtOeil",
    "cinq.games.five_or_less": "FiveOrLess",
}
HTTP = (
    wire.OptionInfo,
    wire.GameInfo,
    wire.NewTable,
    wire.MadeTable,
    wire.NewSeat,
    wire.TableLine,
    wire.FinishedGame,
    wire.Replay,
    wire.LookBack,
    wire.Verdict,
    wire.Problem,
    api.Doing,
)


def name_of(cls: type, game: str = "") -> str:
    """A type's name: with its game's in front, or that of the game it is used by."""
    package = ".".join(cls.__module__.split(".")[:3])
    owner = package if package in PREFIX else (game if cls.__module__ == "cinq.core.game" else "")
    return PREFIX.get(owner, "") + cls.__name__ if cls is not Sentence else "Sentence"


class Writer:
    """Collects type definitions, each once, in the order in which they are needed."""

    def __init__(self) -> None:
        self.written: dict[str, str] = {}

    def struct(self, cls: type[msgspec.Struct], game: str = "") -> str:
        """Define a struct, and give its name."""
        name = name_of(cls, game)
        if name not in self.written:
            self.written[name] = ""  # its own fields may name it
            fields = self.fields(cls)
            if (tag := cls.__struct_config__.tag) is not None:
                fields.insert(0, f"  {cls.__struct_config__.tag_field}: {json.dumps(tag)};")
            self.written[name] = _comment(cls) + f"export interface {name} {{\n" + "\n".join(fields) + "\n}\n"
        return name

    def fields(self, cls: type[msgspec.Struct]) -> list[str]:
        """A struct's fields."""
        try:
            info = inspect.type_info(cls)
        except TypeError:  # a line as it is shown, only ever written: msgspec could not read it back
            hints = typing.get_type_hints(cls)
            return [f"  {name}: {self.hint(hints[name])};" for name in cls.__struct_fields__]
        assert isinstance(info, inspect.StructType)
        return [self.field(info, found) for found in info.fields]

    def hint(self, hint: typing.Any) -> str:
        """A type by its annotation, where unions hold several kinds of lists."""
        if isinstance(hint, UnionType) or typing.get_origin(hint) is typing.Union:
            return " | ".join(map(self.hint, typing.get_args(hint)))
        if typing.get_origin(hint) is tuple:
            return _listed(self.hint(typing.get_args(hint)[0]))
        return self.ts(inspect.type_info(hint))

    def field(self, info: inspect.StructType, found: inspect.Field) -> str:
        """One field; optional on the wire where its default is left out."""
        may_miss = not found.required and _leaves_out(info)
        default = f" // default: {_default(found)}" if may_miss else ""
        return f"  {found.encode_name}{'?' if may_miss else ''}: {self.ts(found.type)};{default}"

    def ts(self, found: inspect.Type) -> str:
        """A type as TypeScript writes it."""
        match found:
            case inspect.StructType(cls=cls):
                return self.struct(cls)
            case inspect.UnionType(types):
                return " | ".join(dict.fromkeys(self.ts(one) for one in types if not _unset(one)))
            case inspect.LiteralType(values):
                return " | ".join(json.dumps(value) for value in values)
            case inspect.EnumType(cls):
                return " | ".join(json.dumps(member.value) for member in _members(cls))
            case inspect.VarTupleType(item) | inspect.ListType(item) | inspect.FrozenSetType(item):
                return _listed(self.ts(item))
            case inspect.TupleType(items):
                return "[" + ", ".join(self.ts(item) for item in items) + "]"
            case inspect.DictType(key, value):
                return f"Record<{self.ts(key)}, {self.ts(value)}>"
        return _plain(found)

    def union(self, name: str, classes: Iterable[type[msgspec.Struct]], game: str = "") -> None:
        """A union type of structs."""
        names = [self.struct(cls, game) for cls in classes]
        self.written[name] = f"export type {name} =\n  | " + "\n  | ".join(names or ["never"]) + ";\n"


def _leaves_out(info: inspect.StructType) -> bool:
    return info.cls.__struct_config__.omit_defaults or issubclass(info.cls, wire.FromSeatMessage | wire.Part)


def _default(found: inspect.Field) -> str:
    if found.default is NODEFAULT:
        made = found.default_factory() if callable(found.default_factory) else None
        return msgspec.json.encode(made).decode()
    return msgspec.json.encode(None if found.default is msgspec.UNSET else found.default).decode()


def _unset(found: inspect.Type) -> bool:
    return isinstance(found, inspect.CustomType) and found.cls is msgspec.UnsetType


def _members(cls: type[enum.Enum]) -> list[enum.Enum]:
    return list(cls)


def _listed(item: str) -> str:
    return f"({item})[]" if " " in item else f"{item}[]"


def _plain(found: inspect.Type) -> str:
    names: dict[type, str] = {
        inspect.BoolType: "boolean",
        inspect.IntType: "number",
        inspect.FloatType: "number",
        inspect.StrType: "string",
        inspect.NoneType: "null",
    }
    return names.get(type(found), "unknown")


def _comment(cls: type) -> str:
    doc = (cls.__doc__ or "").strip().split("\n")[0]
    return f"/** {doc} */\n" if doc else ""


def _hidden_forms(package: ModuleType) -> list[type[msgspec.Struct]]:
    """Lines as they are shown to those who may not know all of them: other classes with the same tags."""
    view = sys.modules[f"{package.__name__}.view"]
    known = {*package.SEAT_ACTIONS, *package.DEALER_ACTIONS, *package.WORLD_ACTIONS}
    own = [c for c in vars(view).values() if isinstance(c, type) and c.__module__ == view.__name__]
    return [c for c in own if issubclass(c, msgspec.Struct) and c.__struct_config__.tag and c not in known]


def _templates(package: ModuleType) -> list[type[msgspec.Struct]]:
    rules = sys.modules[f"{package.__name__}.rules"]
    found = [c for c in vars(rules).values() if isinstance(c, type) and issubclass(c, OpenChoice)]
    seat_tags = {cls.__struct_config__.tag for cls in package.SEAT_ACTIONS}
    return [c for c in found if c is not OpenChoice and c.__struct_config__.tag in seat_tags]


def write_game(writer: Writer, name: str) -> None:
    """One game: its view, options, result, actions, menu and lines."""
    package = typing.cast(ModuleType, take_down(name))
    prefix = PREFIX[package.__name__]
    for cls in (package.View, package.Options, package.Result):
        writer.struct(cls, package.__name__)
    lines = (*package.SEAT_ACTIONS, *package.DEALER_ACTIONS, *package.WORLD_ACTIONS)
    writer.union(f"{prefix}Action", package.SEAT_ACTIONS)
    writer.union(f"{prefix}MenuItem", (*package.SEAT_ACTIONS, *_templates(package)))
    writer.union(f"{prefix}Line", (*lines, *_hidden_forms(package)))


def render() -> str:
    """The whole file."""
    writer = Writer()
    writer.union("FromSeat", typing.get_args(wire.FromSeat))
    writer.union("ToSeat", typing.get_args(wire.ToSeat))
    for cls in HTTP:
        writer.struct(cls)
    for name in SHELF:
        write_game(writer, name)
    games = "".join(
        f"  {json.dumps(name)}: {{ view: {p}View; options: {p}Options; result: {p}Result; "
        f"action: {p}Action; item: {p}MenuItem; line: {p}Line }};\n"
        for name, p in zip(SHELF, (PREFIX[package] for package in SHELF.values()), strict=True)
    )
    shelf = f"/** Every game's own types, by its name. */\nexport interface Games {{\n{games}}}\n"
    names = "export type GameName = keyof Games;\n"
    phrases = f"export const PHRASES = {json.dumps(PHRASES)} as const;\n"
    return "\n".join([HEAD, *writer.written.values(), shelf, names, phrases])


def main() -> None:
    """Write the file, or check it."""
    text = render()
    if "--check" in sys.argv:
        if not TARGET.exists() or TARGET.read_text("utf-8") != text:
            sys.exit("web/src/lib/wire.ts is not up to date: run python tools/wire_ts.py")
        return
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
