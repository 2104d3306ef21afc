"""Au doigt & à l'œil through JSON: every wire name, what each viewer reads, counts, and golden logs."""

import json
import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cinq.core.game import DEALER, WORLD, Illegal, Sentence, step
from cinq.core.log import (
    BadLog,
    decode_action,
    decode_seat_action,
    header_of,
    options_of,
    read_header,
    read_lines,
    replay,
    states,
)
from cinq.core.play import play, random_seat
from cinq.core.texts import Language, tell, text
from cinq.games import doigt_oeil, load_game
from cinq.games.doigt_oeil import Options, State
from cinq.games.doigt_oeil.stand_in import stand_in
from cinq.games.doigt_oeil.state import Placement

game = load_game("doigt-oeil")
PACKAGE = "cinq.games.doigt_oeil"
LOGS = Path(__file__).parents[2] / "logs"
RULESETS = {
    "basic": (4, Options()),
    "advanced": (3, Options(rules="advanced", hand=9)),
    "simplified": (5, Options(rules="simplified")),
    "two-sets": (8, Options(sets=2, first=3)),
}


def said(s: Any, actor: Any, **action: Any) -> State:
    """A line as JSON."""
    named = {name.rstrip("_"): value for name, value in action.items()}
    after = step(game, s, actor, decode_action(game, json.dumps(named).encode()))
    assert isinstance(after, State)
    return after


def shown(s: State, seat: int | None = None) -> Any:
    """A view as JSON."""
    return json.loads(msgspec.json.encode(game.view(s, seat)))


def dealt(**options: Any) -> State:
    s = game.start(2, Options(**options))
    hands = [["A1", "A2", "A3", "A4", "A5", "A6", "return-1", "pivot-1"], [f"B{n}" for n in range(1, 9)]]
    return said(s, DEALER, type="deal", hands=hands, first=1)


def test_the_view_field_by_field() -> None:
    assert shown(game.start(4, Options())) == {  # type: ignore[arg-type]
        "phase": "opening",
        "turn": None,
        "challenge": None,
        "hand": None,
        "hand_counts": [0, 0, 0, 0],
        "played": [False, False, False, False],
        "structure": [{"id": "l1", "length": "long", "column": "l1", "pose": None}],
        "held": None,
        "stock": {"small": 16, "medium": 16, "long": 19},
        "piles": None,
        "draw_count": 63,
        "to_draw": 0,
        "drawer": None,
        "pivoted": None,
        "tied": None,
        "winners": None,
        "scores": None,
    }
    s = said(dealt(rules="advanced"), DEALER, type="cards", cards=["C10"])
    s = said(s, DEALER, type="cards", cards=["C1"])
    s = said(s, 1, type="pick", card="C10")
    assert shown(s, 1) == {
        "phase": "place",
        "turn": 1,
        "challenge": {"from": 1, "to": 1, "cards": ["C10", "C1"], "placed": []},
        "hand": ["B1", "B2", "B3", "B4", "B5", "B6", "B7", "B8"],
        "hand_counts": [8, 8],
        "played": None,
        "structure": [{"id": "l1", "length": "long", "column": "l1", "pose": None}],
        "held": {"seat": 1, "card": "C10", "id": "s1"},
        "stock": {"small": 15, "medium": 16, "long": 19},
        "piles": [0, 0],
        "draw_count": 45,
        "to_draw": 0,
        "drawer": None,
        "pivoted": None,
        "tied": None,
        "winners": None,
        "scores": None,
    }
    assert shown(s)["hand"] is None and shown(s, 0)["hand"][-1] == "pivot-1"


def test_a_hand_keeps_the_order_in_which_it_was_dealt_and_drawn() -> None:
    s = said(dealt(), DEALER, type="cards", cards=["C1"])
    s = said(s, 1, type="pick", card="C1")
    s = said(s, WORLD, type="placement", card="C1", fallen=["s1"], columns=[])
    s = said(s, DEALER, type="cards", cards=["D9", "pivot-2", "C3"])
    assert shown(s, 1)["hand"] == [*(f"B{n}" for n in range(1, 9)), "D9", "pivot-2", "C3"]
    assert shown(s)["hand_counts"] == [8, 11]


def test_a_pose_is_carried_and_never_read() -> None:
    s = said(dealt(), DEALER, type="cards", cards=["C12"])
    s = said(s, DEALER, type="cards", cards=["C1"])
    s = said(s, 1, type="pick", card="C12")
    pose = {"l1": [0, 0, 0.005, 1, 0, 0, 0], "l2": [0.1, 0.05, 0.005], "nobody": []}
    s = said(s, WORLD, type="placement", card="C12", fallen=[], columns=[], on=["l2"], pose=pose)
    assert shown(s)["structure"] == [
        {"id": "l1", "length": "long", "column": "l1", "pose": [0, 0, 0.005, 1, 0, 0, 0]},
        {"id": "l2", "length": "long", "column": "l2", "pose": [0.1, 0.05, 0.005]},
    ]
    assert isinstance(hash(s), int)
    s = said(s, 1, type="pick", card="C1")
    s = said(s, WORLD, type="placement", card="C1", fallen=[], columns=[], on=["l2", "l1"], pose={"s1": [1]})
    assert [p["pose"] for p in shown(s)["structure"]] == [[0, 0, 0.005, 1, 0, 0, 0], [0.1, 0.05, 0.005], [1]]
    assert shown(s)["structure"][2]["column"] == "l2"


def test_everything_down_puts_the_starter_back_where_the_world_says() -> None:
    s = said(dealt(), DEALER, type="cards", cards=["C1"])
    s = said(s, 1, type="pick", card="C1")
    s = said(s, WORLD, type="placement", card="C1", fallen=["l1", "s1"], columns=["l1"], pose={"l1": [0.5]})
    assert shown(s)["structure"] == [{"id": "l1", "length": "long", "column": "l1", "pose": [0.5]}]
    assert (shown(s)["to_draw"], shown(s)["drawer"], shown(s)["phase"]) == (3, 1, "answer")


def test_optional_fields_are_left_out_of_a_line() -> None:
    s = said(dealt(), DEALER, type="cards", cards=["C1"])
    s = said(s, 1, type="pick", card="C1")
    s = said(s, WORLD, type="placement", card="C1", fallen=[], columns=[])
    s = said(s, 1, type="challenge", target=0, cards=["B1"])
    listed = [json.loads(msgspec.json.encode(action)) for action in game.legal(s, 0)]
    assert listed == [
        {"type": "pick", "card": "B1"},
        *({"type": "add", "card": f"A{n}"} for n in range(1, 7)),
        {"type": "advantage", "card": "return-1"},
        {"type": "advantage", "card": "pivot-1", "with": "B1"},
    ]
    assert shown(said(s, 0, **{"type": "advantage", "card": "pivot-1", "with": "B1"}))["pivoted"] == "B1"
    assert msgspec.json.encode(Placement("C1", (), ())) == (
        b'{"type":"placement","card":"C1","fallen":[],"columns":[]}'
    )


@pytest.mark.parametrize(
    "line",
    [
        {"type": "pick"},
        {"type": "pick", "card": 1},
        {"type": "challenge", "target": "1", "cards": ["A1"]},
        {"type": "challenge", "target": 1.0, "cards": ["A1"]},
        {"type": "challenge", "target": 1, "cards": "A1"},
        {"type": "placement", "card": "A1", "columns": []},
        {"type": "placement", "card": "A1", "fallen": []},
        {"type": "placement", "card": "A1", "fallen": [], "columns": [], "pose": {"l1": ["x"]}},
        {"type": "vote", "seat": True},
        {"type": "advantage", "card": "pivot-1", "which": "A1"},
        {"type": "dance"},
    ],
)
def test_malformed_lines_do_not_decode(line: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        decode_action(game, json.dumps(line).encode())


def test_a_page_cannot_spell_a_dealers_line() -> None:
    for line in (
        {"type": "cards", "cards": []},
        {"type": "placement", "card": "A1", "fallen": [], "columns": []},
    ):
        with pytest.raises(msgspec.ValidationError):
            decode_seat_action(game, json.dumps(line).encode())


def test_refusal_never_raises_whatever_is_said() -> None:
    """Every kind of line, good or absurd, from every actor, along a random game."""
    absurd = [
        {"type": "challenge", "target": -1, "cards": []},
        {"type": "challenge", "target": 10**18, "cards": ["A1"] * 5},
        {"type": "challenge", "target": 1, "cards": ["?", "pivot-1"]},
        {"type": "add", "card": ""},
        {"type": "advantage", "card": "place-1", "target": -9, "with": "?"},
        {"type": "advantage", "card": "pivot-99"},
        {"type": "pick", "card": "pivot-1"},
        {"type": "vote", "seat": -1},
        {"type": "placement", "card": "?", "fallen": ["?"], "columns": ["?"], "on": ["?"], "pose": {"?": []}},
        {"type": "deal", "hands": [], "first": -1},
        {"type": "deal", "hands": [[]] * 3, "first": 99},
        {"type": "cards", "cards": []},
        {"type": "cards", "cards": ["A1"] * 70},
    ]
    actions = [decode_action(game, json.dumps(line).encode()) for line in absurd]
    rng = random.Random(5)
    _, lines = play(game, 3, Options(rules="advanced"), [random_seat] * 3, rng, stand_in)
    header = header_of(game, 3, Options(rules="advanced"))
    for s in states(game, header, lines):
        for actor in (0, 1, 2, 9, -1, DEALER, WORLD):
            for action in actions:
                assert str(game.refusal(s, actor, action)).startswith("DO-")


# ---------------------------------------------------------------- what each viewer reads


def lines_as_read(s: State, seat: int | None, actor: Any, **action: Any) -> Any:
    said_so = decode_action(game, json.dumps(action).encode())
    return json.loads(msgspec.json.encode(game.seen(s, seat, actor, said_so)))


def test_a_deal_shows_only_ones_own_cards() -> None:
    s = game.start(2, Options())
    assert isinstance(s, State)
    line = {"type": "deal", "hands": [["A1"], ["B1"]], "first": 1}
    assert lines_as_read(s, 0, DEALER, **line) == {
        "type": "deal",
        "hands": [["A1"], None],
        "counts": [1, 1],
        "first": 1,
    }
    assert lines_as_read(s, None, DEALER, **line)["hands"] == [None, None]


def test_drawn_cards_are_shown_to_whom_they_belong() -> None:
    s = dealt()
    opening = {"type": "cards", "cards": ["C1"]}
    assert lines_as_read(s, 0, DEALER, **opening) == lines_as_read(s, None, DEALER, **opening) == opening
    s = said(said(s, DEALER, **opening), 1, type="pick", card="C1")
    s = said(s, WORLD, type="placement", card="C1", fallen=["s1"], columns=[])
    line = {"type": "cards", "cards": ["C2", "C3", "C4"]}
    assert lines_as_read(s, 1, DEALER, **line) == line
    assert lines_as_read(s, 0, DEALER, **line) == lines_as_read(s, None, DEALER, **line)
    assert lines_as_read(s, 0, DEALER, **line) == {"type": "cards", "count": 3}


def test_worlds_move_every_unseen_card() -> None:
    s = dealt()
    seen_in_draw, in_others = set(), set()
    rng = random.Random(1)
    for world, _ in zip(doigt_oeil.worlds(s, 0, rng), range(60), strict=False):
        assert world.hands[0] == s.hands[0]
        seen_in_draw |= set(world.draw)
        in_others |= set(world.hands[1])
    assert seen_in_draw == in_others == {*s.draw, *s.hands[1]}


# ---------------------------------------------------------------- the story


def test_every_sentence_of_the_story_can_be_told() -> None:
    told: set[str] = set()
    for seed, (players, options) in enumerate(
        [*RULESETS.values(), (2, Options()), (6, Options("advanced"))] * 3
    ):
        rng = random.Random(seed)
        _, lines = play(game, players, options, [random_seat] * players, rng, stand_in)
        for before, after in pairwise(states(game, header_of(game, players, options), lines)):
            for seat in (None, 0, 1):
                for sentence in game.story(game.view(before, seat), game.view(after, seat)):
                    told.add(sentence.id)
                    for language in ("fr", "en"):
                        assert tell(PACKAGE, language, sentence, lambda n: f"J{n}", seat)
    assert told >= {
        *("starts", "opening-drew", "opening-advantage", "challenged", "added", "took", "stood", "again"),
        "last-card",
        *(
            "all-fell",
            "must-draw",
            "must-draw-last",
            "must-draw-wood",
            "not-laid",
            "fell-too",
            "drew-advantage",
            "drew",
            "drew-these",
            "returned",
            "deflected",
            "pivoted",
            "spoilt",
        ),
        *("helped", "thrown-away", "all-played", "composes", "won", "won-points"),
    }


@pytest.mark.parametrize(
    ("why", "french", "rule"),
    [
        ("fallen", "C1 : ta pièce est tombée.", "DO-14"),
        ("crooked", "C1 : ta pièce est de travers, il fallait la poser à plat.", "DO-12"),
        ("on_board", "Ta pièce est sur le plateau, il fallait la poser sur le bois.", "DO-13"),
        ("off_board", "Ta pièce est sur le bois, il fallait la poser sur le plateau.", "DO-13"),
        (None, "C1 : ta pièce ne tient pas.", "DO-14"),
    ],
)
def test_the_story_says_why_a_piece_does_not_count(why: str | None, french: str, rule: str) -> None:
    s = said(dealt(), DEALER, type="cards", cards=["C1"])
    held = said(s, 1, type="pick", card="C1")
    reason = {} if why is None else {"why": why}
    fell = said(held, WORLD, type="placement", card="C1", fallen=["s1"], columns=[], **reason)
    first = game.story(game.view(held, 1), game.view(fell, 1))[0]
    assert tell(PACKAGE, "fr", first, ["Aline", "Bob"].__getitem__, 1).endswith(french)
    assert first.args["rule"] == rule
    assert ("why" in msgspec.to_builtins(game.view(fell, 0))) is (why is not None)


@pytest.mark.parametrize(("points", "said"), [(1, "1 point "), (3, "3 points ")])
@pytest.mark.parametrize("language", ["fr", "en"])
def test_one_point_is_no_plural(language: Language, points: int, said: str) -> None:
    for hint in (
        Sentence("hint-add-points", {"card": "A1", "points": points}),
        Sentence("hint-challenge-points", {"whom": 1, "count": 1, "points": points}),
    ):
        assert said in tell(PACKAGE, language, hint, ["Aline", "Bob"].__getitem__, 0)


def test_a_piece_that_stands_may_knock_others_down() -> None:
    s = said(dealt(), DEALER, type="cards", cards=["C1"])
    first = said(said(s, 1, type="add", card=s.hands[1][0]), 1, type="pick", card="C1")
    both = said(first, WORLD, type="placement", card="C1", fallen=[], columns=[])
    held = said(both, 1, type="pick", card=s.hands[1][0])
    done = said(held, WORLD, type="placement", card=s.hands[1][0], fallen=["s1"], columns=[])
    told = game.story(game.view(held, 0), game.view(done, 0))[0]
    assert tell(PACKAGE, "fr", told, ["Aline", "Bob"].__getitem__, 0).endswith(
        "la pièce de Bob tient, mais fait tomber une pièce."
    )


def test_only_a_piece_that_fell_has_a_reason() -> None:
    s = said(dealt(), DEALER, type="cards", cards=["C1"])
    held = said(s, 1, type="pick", card="C1")
    with pytest.raises(Illegal, match="DO-14"):
        said(held, WORLD, type="placement", card="C1", fallen=[], columns=[], why="crooked")


def test_the_story_in_french() -> None:
    s = said(dealt(), DEALER, type="cards", cards=["C1"])
    held = said(s, 1, type="pick", card="C1")
    fell = said(held, WORLD, type="placement", card="C1", fallen=["s1"], columns=[])
    paid = said(fell, DEALER, type="cards", cards=["C2", "C3", "C4"])

    def french(before: State, after: State, seat: int | None) -> list[str]:
        sentences = game.story(game.view(before, seat), game.view(after, seat))
        return [tell(PACKAGE, "fr", sentence, lambda n: ("Ana", "Bob")[n], seat) for sentence in sentences]

    assert french(s, held, 0) == ["Bob prend la pièce de C1."]
    assert french(held, fell, 1) == [
        "C1 : ta pièce ne tient pas.",
        "Tu dois piocher 3 cartes.",
    ]
    assert french(fell, paid, 1) == ["Tu pioches 3 cartes : C2, C3, C4.", "À toi de lancer un défi."]
    lucky = said(fell, DEALER, type="cards", cards=["C2", "place-1", "C4"])
    assert french(fell, lucky, 1)[:2] == ["Tu pioches 3 cartes : C2, C4.", "Un avantage : « Place-moi ça »."]
    assert french(fell, paid, 0) == ["Bob pioche 3 cartes.", "Bob prépare le défi suivant."]


def test_both_languages_have_the_same_messages() -> None:
    folder = Path(doigt_oeil.__file__).parent
    ids = {
        language: [
            line.split(" = ")[0]
            for line in (folder / f"{language}.ftl").read_text("utf-8").splitlines()
            if " = " in line and not line.startswith((" ", "#"))
        ]
        for language in ("fr", "en")
    }
    assert ids["fr"] == ids["en"] and len(set(ids["fr"])) == len(ids["fr"])
    words = {"who": "Ana", "whom": "Bob", "you": "none", "card": "A1", "cards": "A1", "power": "pivot"}
    numbers = {"count": 1, "points": 2, "chance": 50, "number": 2}
    args: dict[str, str | float] = {**words, **numbers, "position": "edge"}
    for message in ids["fr"]:
        assert text(PACKAGE, "fr", message, **args) and text(PACKAGE, "en", message, **args)


# ---------------------------------------------------------------- counts and golden logs


def leaves(s: State, depth: int) -> int:
    """Lines of so many seat actions from here; every piece stands, the dealer draws the top of the pile."""
    if depth == 0 or not game.actors(s):
        return 1
    (actor, *_) = game.actors(s)
    if actor == WORLD:
        assert s.held is not None
        return leaves(said(s, WORLD, type="placement", card=s.held.card, fallen=[], columns=[]), depth)
    if actor == DEALER:
        owed = game.view(s, None).to_draw  # type: ignore[attr-defined]
        return leaves(said(s, DEALER, type="cards", cards=[*s.draw, *s.discards][:owed]), depth)
    total = 0
    for action in game.legal(s, actor):
        after = step(game, s, actor, action)
        assert isinstance(after, State)
        total += leaves(after, depth - 1)
    return total


COUNTS = (Path(__file__).parent / "counts.txt").read_text().splitlines()


@pytest.mark.parametrize("row", [row for row in COUNTS if row and not row.startswith("#")])
def test_counts(row: str) -> None:
    """Numbers of lines at small depths, as data."""
    rules, players, depth, count = row.split()
    assert leaves(_fixed(rules, int(players)), int(depth)) == int(count)


def _fixed(rules: str, players: int) -> State:
    """The deck dealt in order of its numbers, and C1 or A1 drawn for the opening."""
    s = game.start(players, Options(rules=rules, first=0))  # type: ignore[arg-type]
    assert isinstance(s, State)
    cards = s.draw[::-1]
    hands = [cards[seat::players][:8] for seat in range(players)]
    s = said(s, DEALER, type="deal", hands=hands, first=0)
    return said(s, DEALER, type="cards", cards=["A1"])


@pytest.mark.parametrize("name", RULESETS)
def test_a_golden_log_without_one_of_its_lines_is_refused(name: str) -> None:
    """Every placement is needed: the line after it is refused at its place."""
    written = (LOGS / f"doigt-oeil-{name}.log").read_text("utf-8")
    header, lines = read_header(written), list(read_lines(game, written))
    placements = [at for at, line in enumerate(lines[:-1]) if line.actor == WORLD]
    assert len(placements) > 10
    for at in placements:
        with pytest.raises(BadLog, match=rf"^line {at + 2}: Illegal: DO-"):
            replay(game, header, lines[:at] + lines[at + 1 :])


def test_there_is_a_golden_log_for_every_rule_set() -> None:
    headers = {path.stem: read_header(path.read_text("utf-8")) for path in LOGS.glob("doigt-oeil-*.log")}
    recorded = {name: (header.players, options_of(game, header)) for name, header in headers.items()}
    assert recorded == {f"doigt-oeil-{name}": rules for name, rules in RULESETS.items()}
