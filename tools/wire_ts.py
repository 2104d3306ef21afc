"""Writes what the page knows of the server: every message and every game's types as TypeScript.

The types and the list of games go to web/src/lib/wire.ts; the games also to the shortcuts
of web/public/manifest.webmanifest. What a game's `box_data.py` declares goes to
web/src/games/<game>/box.ts, and the measures of the physics to web/src/games/doigt_oeil/physics.ts,
so that no number stands twice.

python tools/wire_ts.py            writes the files
python tools/wire_ts.py --check    fails if a file is not up to date
"""

from __future__ import annotations

import enum
import json
import re
import sys
import typing
from collections.abc import Iterable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType, UnionType

import msgspec
from msgspec import NODEFAULT, inspect

from cinq.bots import bot
from cinq.core.game import AnyGame, OpenChoice, Sentence
from cinq.games import GAMES, live_facts, load_game
from cinq.physics import frames, hands, pieces, scene
from cinq.server import wire
from cinq.server.http.catalogue import game_info
from cinq.server.wire import practice
from cinq.table.phrases import PHRASES

WEB = Path(__file__).parent.parent / "web"
TARGET = WEB / "src/lib/wire.ts"
MANIFEST = WEB / "public/manifest.webmanifest"
SHORTCUTS = re.compile(r'("shortcuts": \[\n).*?(\n  \])', re.DOTALL)
HEAD = """// Made by tools/wire_ts.py from src/cinq/server/wire and the games' views. Do not edit.
// A field marked ? that is left out has the default named beside it.
"""
PREFIX = {package: package.rpartition(".")[2].title().replace("_", "") for package in GAMES.values()}
"""`cinq.games.five_or_less` is `FiveOrLess`."""
CARD = """/** What the page says of a game before it has asked the server. */
export type GameFacts = {
  name: GameName;
  title: string;
  players: readonly [number, number];
  minutes: readonly [number, number] | null;
  seats: number; // chairs of a quick game against bots
  options: Readonly<Record<string, unknown>>; // its options that differ from the defaults
  claims: readonly string[]; // actions that race: they may be sent while another is not answered yet
};
"""
ANY = """/** An action, a menu item or a line of a game that the code does not know. */
export type AnyAction = { type: string; [field: string]: unknown };

/** A view of a game that the code does not know. */
export type AnyView = Record<string, unknown>;

/** The result of a game that the code does not know. */
export type AnyResult = { winners: number[]; scores?: number[]; [field: string]: unknown };
"""
OPAQUE: dict[tuple[type, str], str] = {
    (wire.Act, "action"): "AnyAction",
    (wire.Sync, "view"): "AnyView | null",
    (wire.Sync, "menu"): "AnyAction[]",
    (wire.Sync, "result"): "AnyResult | null",
    (wire.Update, "menu"): "AnyAction[]",
    (wire.Update, "result"): "AnyResult | null",
    (wire.Menu, "menu"): "AnyAction[]",
    (wire.Hint, "hint"): "CoachHint | null",
    (wire.RedactedLine, "action"): "AnyAction",
    (wire.Replay, "result"): "AnyResult | null",
    (wire.Frame, "view"): "AnyView",
    (wire.Frame, "views"): "AnyView[]",
    (wire.Frame, "action"): "AnyAction | null",
    (wire.CostlyMove, "played"): "AnyAction",
    (wire.CostlyMove, "best"): "AnyAction",
    (bot.Hint, "best"): "AnyAction",
    (bot.Chance, "action"): "AnyAction",
}
"""Fields that carry a game's own types, which the shell of the page does not know."""
NAMES: dict[type, str] = {Sentence: "Sentence", bot.Hint: "CoachHint", bot.Chance: "CoachChance"}
WIDTH = 120
LISTED_GAMES = (
    "/** The games in the order in which they are listed. */\nexport const GAMES: readonly GameFacts[] = [\n"
)
HTTP = (
    wire.OptionInfo,
    wire.GameInfo,
    wire.NewTable,
    wire.MadeTable,
    wire.NewSeat,
    wire.ListedTable,
    wire.FinishedGame,
    wire.Replay,
    wire.MoveReview,
    wire.Verdict,
    wire.Problem,
    wire.NewAction,
)


def name_of(cls: type, game: str = "") -> str:
    """A type's name: with its game's in front, or that of the game it is used by."""
    own = next((package for package in PREFIX if cls.__module__.startswith(f"{package}.")), "")
    owner = game if cls.__module__ == "cinq.core.game" else own
    return NAMES.get(cls) or PREFIX.get(owner, "") + cls.__name__


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
            self.written[name] = _comment(cls) + f"export type {name} = {{\n" + "\n".join(fields) + "\n};\n"
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
        may_miss = not found.required and (_leaves_out(info) or _may_be_unset(found))
        default = f" // default: {_default(found)}" if may_miss else ""
        written = OPAQUE.get((info.cls, found.name)) or self.ts(found.type)
        return _wrapped(f"  {found.encode_name}{'?' if may_miss else ''}: {written};{default}")

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


def _wrapped(line: str) -> str:
    """A long union, one alternative a line."""
    if len(line) <= WIDTH:
        return line
    name, _, union = line.partition(": ")
    return f"{name}:\n    | " + "\n    | ".join(union.split(" | "))


def _leaves_out(info: inspect.StructType) -> bool:
    return info.cls.__struct_config__.omit_defaults or issubclass(info.cls, wire.FromSeatMessage | wire.Part)


def _default(found: inspect.Field) -> str:
    if found.default is NODEFAULT:
        made = found.default_factory() if callable(found.default_factory) else None
        return msgspec.json.encode(made).decode()
    return msgspec.json.encode(None if found.default is msgspec.UNSET else found.default).decode()


def _unset(found: inspect.Type) -> bool:
    return isinstance(found, inspect.CustomType) and found.cls is msgspec.UnsetType


def _may_be_unset(found: inspect.Field) -> bool:
    """Whether the default is UNSET: msgspec leaves it out of the field as well as out of the JSON."""
    return found.default is NODEFAULT and found.default_factory is NODEFAULT


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
    package = typing.cast(ModuleType, load_game(name))
    prefix = PREFIX[package.__name__]
    for cls in (package.View, package.Options, package.Result):
        writer.struct(cls, package.__name__)
    lines = (*package.SEAT_ACTIONS, *package.DEALER_ACTIONS, *package.WORLD_ACTIONS)
    writer.union(f"{prefix}Action", package.SEAT_ACTIONS)
    templates = _templates(package)
    in_templates = {cls.__struct_config__.tag for cls in templates}
    listed = [cls for cls in package.SEAT_ACTIONS if cls.__struct_config__.tag not in in_templates]
    writer.union(f"{prefix}MenuItem", (*listed, *templates))
    writer.union(f"{prefix}Line", (*lines, *_hidden_forms(package)))


def render() -> str:
    """The whole file."""
    writer = Writer()
    writer.struct(bot.Hint)
    writer.union("FromSeat", typing.get_args(wire.FromSeat))
    writer.union("ToSeat", typing.get_args(wire.ToSeat))
    writer.union("FromLearner", typing.get_args(practice.FromLearner))
    writer.union("ToLearner", typing.get_args(practice.ToLearner))
    for cls in HTTP:
        writer.struct(cls)
    for name in GAMES:
        write_game(writer, name)
    games = "".join(
        f"  {json.dumps(name)}: {{\n    view: {p}View;\n    options: {p}Options;\n    result: {p}Result;\n"
        f"    action: {p}Action;\n    item: {p}MenuItem;\n    line: {p}Line;\n  }};\n"
        for name, p in zip(GAMES, (PREFIX[package] for package in GAMES.values()), strict=True)
    )
    types_by_game = f"/** Every game's own types, by its name. */\nexport type Games = {{\n{games}}};\n"
    names = "export type GameName = keyof Games;\n"
    cards = "".join(f"  {_literal(card(name), '  ')},\n" for name in GAMES)
    cards = f"{LISTED_GAMES}{cards}];\n"
    listed = "".join(f"  {json.dumps(phrase)},\n" for phrase in PHRASES)
    phrases = f"export const PHRASES = [\n{listed}] as const;\n"
    return "\n".join([HEAD, ANY, *writer.written.values(), types_by_game, names, CARD, cards, phrases])


def card(name: str) -> dict[str, object]:
    """What the page says of a game before anybody asks the server."""
    info, game = game_info(name), load_game(name)
    players = [number for number in game.PLAYERS if _can_start(game, number)]
    return {
        "name": name,
        "title": title(info.title),
        "players": (players[0], players[-1]),
        "minutes": info.minutes,
        "seats": info.seats,
        "options": dict(live_facts(name).proposed_options),
        "claims": [cls.__struct_config__.tag for cls in live_facts(name).claims],
    }


def _can_start(game: AnyGame, players: int) -> bool:
    """Whether this number of players may play by the usual options."""
    try:
        game.start(players, game.Options())
    except ValueError:
        return False
    return True


def title(written: str) -> str:
    """With a typographic apostrophe."""
    return written.replace("'", "’")


def manifest(text: str) -> str:
    """The manifest with a shortcut to each game."""
    shortcuts = [{"name": title(game_info(name).title), "url": f"/play/{name}"} for name in GAMES]
    rows = ",\n".join(
        f'    {{ "name": {json.dumps(one["name"], ensure_ascii=False)}, "url": {json.dumps(one["url"])} }}'
        for one in shortcuts
    )
    return SHORTCUTS.sub(lambda found: found[1] + rows + found[2], text)


def boxes() -> dict[Path, str]:
    """What is in the boxes, for the boards: every game's `box_data.py`, where it has one."""
    found = {}
    for package in GAMES.values():
        module = f"{package}.box_data"
        if find_spec(module) is not None:
            folder = package.rpartition(".")[2]
            text = box(import_module(module).BOX_DATA, f"src/{module.replace('.', '/')}.py")
            found[WEB / "src/games" / folder / "box.ts"] = text
    return found


def box(data: msgspec.Struct, source: str) -> str:
    """One box: its type, and its content."""
    writer = Writer()
    name = writer.struct(type(data))
    content = f"export const BOX: {name} = {_literal(msgspec.to_builtins(data, str_keys=True))};\n"
    return "\n".join(
        [f"// Made by tools/wire_ts.py from {source}. Do not edit.\n", *writer.written.values(), content]
    )


def physics() -> str:
    """The measures that the page shares with the simulated hand and wood."""
    measures = {
        "lengths": pieces.LENGTH,
        "width": pieces.WIDTH,
        "thickness": pieces.THICKNESS,
        "boardHalf": pieces.BOARD_HALF,
        "boardThickness": pieces.BOARD_THICKNESS,
        "turned": pieces.ORIENTATION,
        "clearance": scene.CLEARANCE,
        "inFront": scene.IN_FRONT,
        "tick": scene.TICK,
        "hand": {
            "speed": scene.HAND_SPEED,
            "turn": scene.HAND_TURN,
            "reach": hands.REACH,
            "lowest": hands.LOWEST,
            "highest": hands.HIGHEST,
            "pause": hands.SWITCH_PAUSE * scene.TICK,
            "moved": hands.MOVED,
            "turned": hands.TURNED,
            "springRate": pieces.GRIP_RATE,
            "force": pieces.GRIP_FORCE,
        },
        "eyes": {"half": hands.HALF_EYE_DISTANCE, "lean": hands.PARALLAX},
        "frame": {
            "header": frames.HEADER.size,
            "piece": frames.PIECE,
            "grain": frames.RESOLUTION,
            "middle": frames.Z_OFFSET,
            "quaternion": frames.QUATERNION,
            "holding": frames.HOLDING,
            "touching": frames.TOUCHING,
            "keyframe": frames.KEYFRAME,
            "kinds": pieces.KINDS,
            "perKind": pieces.PER_KIND,
            "lead": frames.LEAD_IN * frames.TICKS_PER_FRAME * scene.TICK,
        },
    }
    return (
        "// Made by tools/wire_ts.py from src/cinq/physics/. Do not edit.\n"
        "// Metres, seconds, radians, newtons.\n"
        f"export const PHYSICS = {_literal(measures)} as const;\n"
    )


def _literal(value: object, indent: str = "") -> str:
    """JSON as TypeScript writes it: names without quotes, what is short on one line."""
    short = json.dumps(value, ensure_ascii=False)
    short = re.sub(r'"([A-Za-z_]\w*)": ', r"\1: ", short)
    if len(indent) + len(short) < WIDTH - 40 or not isinstance(value, dict | list | tuple):
        return re.sub(r"^\{(.+)\}$", r"{ \1 }", short)
    inner = f"{indent}  "
    if isinstance(value, dict):
        rows = [f"{_key(name)}: {_literal(one, inner)}" for name, one in value.items()]
        return "{\n" + "".join(f"{inner}{row},\n" for row in rows) + indent + "}"
    return "[\n" + "".join(f"{inner}{_literal(one, inner)},\n" for one in value) + indent + "]"


def _key(name: str) -> str:
    return name if name.isidentifier() else json.dumps(name)


def files() -> dict[Path, str]:
    """Every generated file and what it should say."""
    return {
        TARGET: render(),
        MANIFEST: manifest(MANIFEST.read_text("utf-8")),
        WEB / "src/games/doigt_oeil/physics.ts": physics(),
        **boxes(),
    }


def main() -> None:
    """Write the files, or check them."""
    for file, text in files().items():
        if "--check" not in sys.argv:
            file.write_text(text, "utf-8")
        elif not file.exists() or file.read_text("utf-8") != text:
            sys.exit(f"{file.relative_to(WEB.parent)} is not up to date: run python tools/wire_ts.py")


if __name__ == "__main__":
    main()
