"""Got Five! on the wire: examples, views, lines and menus as JSON; texts, counts."""

import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cinq.core.game import DEALER, Action, menu, step
from cinq.core.log import decode_action, decode_seat_action, read_header, read_lines, start_of
from cinq.core.texts import tell as told
from cinq.core.texts import text
from cinq.games import got_five, load_game
from cinq.games.got_five import Options, State, actors, legal, result, seen, view
from cinq.games.got_five.rules import Compare, Rank

game = load_game("got-five")
PACKAGE = "cinq.games.got_five"
LOGS = Path(__file__).parents[2] / "logs"
NAMES = ["Ada", "Bob", "Cléo", "Dan"]
DEAL = {
    "type": "deal",
    "racks": [[59, 7, 46, 20, 33], [1, 12, 23, 34, 45], [6, 17, 28, 39, 50]],
    "open": [16, 37, 3, 4, 60],
    "first": 0,
}
TEMPLATE = {"type": "announce", "numbers": {"count": 5, "from": 1, "to": 60, "ascending": True}}


def said(s: State, *lines: tuple[Any, dict[str, Any]]) -> State:
    """Lines as they come over the wire."""
    for actor, action in lines:
        s = step(game, s, actor, decode_action(game, json.dumps(action).encode()))  # type: ignore[assignment]
    return s


def shown(s: State, seat: int | None) -> dict[str, Any]:
    found = json.loads(msgspec.json.encode(view(s, seat)))
    assert isinstance(found, dict)
    return found


def table() -> State:
    return said(got_five.start(3, Options()), (DEALER, DEAL))


def asking() -> State:
    return said(table(), (0, {"type": "reveal", "colour": "green"}), (DEALER, {"type": "tile", "number": 21}))


def empty_rack(colours: list[str], numbers: list[int] | None) -> dict[str, Any]:
    return {"colours": colours, "numbers": numbers, "notches": [[]] * 6, "compared": [[]] * 5}


def test_the_view_before_the_deal() -> None:
    s = got_five.start(2, Options())
    assert shown(s, 0) == {
        "phase": "deal",
        "turn": None,
        "wanted": None,
        "racks": [empty_rack([], None)] * 2,
        "open": [],
        "reserve": {"green": 12, "pink": 12, "blue": 12, "red": 12, "orange": 12},
        "announced": [None, None],
        "said": [None, None],
        "alive": [True, True],
    }
    assert actors(s) == ("dealer",)


def test_the_views_after_a_rank_and_a_compare() -> None:
    s = said(
        asking(),
        (0, {"type": "rank", "tile": 37}),
        (1, {"type": "reveal", "colour": "red"}),
        (DEALER, {"type": "tile", "number": 29}),
        (1, {"type": "compare", "tile": 60, "slot": 1}),
        (2, {"type": "reveal", "colour": "pink"}),
    )
    racks = [
        empty_rack(["pink", "orange", "blue", "green", "red"], [7, 20, 33, 46, 59])
        | {"notches": [[], [], [], [37], [], []]},
        empty_rack(["green", "pink", "blue", "red", "orange"], [1, 12, 23, 34, 45])
        | {"compared": [[], [{"tile": 60, "same": True}], [], [], []]},
        empty_rack(["green", "pink", "blue", "red", "orange"], [6, 17, 28, 39, 50]),
    ]
    for viewer in (0, 1, 2, None):
        visible = [
            rack | {"numbers": None} if viewer in (owner, None) else rack for owner, rack in enumerate(racks)
        ]
        assert shown(s, viewer) == {
            "phase": "reveal",
            "turn": 2,
            "wanted": "pink",
            "racks": visible,
            "open": [16, 3, 4, 21, 29],
            "reserve": {"green": 7, "pink": 8, "blue": 8, "red": 7, "orange": 8},
            "announced": [None, None, None],
            "said": [None, None, None],
            "alive": [True, True, True],
        }
    assert actors(s) == ("dealer",)


def test_the_view_when_over() -> None:
    s = said(
        asking(),
        (2, {"type": "announce", "numbers": [1, 2, 3, 4, 5]}),
        (1, {"type": "announce", "numbers": [1, 12, 23, 34, 45]}),
    )
    for viewer in (0, 1, 2, None):
        assert shown(s, viewer) == {
            "phase": "over",
            "turn": None,
            "wanted": None,
            "racks": [
                empty_rack(["pink", "orange", "blue", "green", "red"], [7, 20, 33, 46, 59]),
                empty_rack(["green", "pink", "blue", "red", "orange"], [1, 12, 23, 34, 45]),
                empty_rack(["green", "pink", "blue", "red", "orange"], [6, 17, 28, 39, 50]),
            ],
            "open": [16, 37, 3, 4, 60, 21],
            "reserve": {"green": 7, "pink": 8, "blue": 8, "red": 8, "orange": 8},
            "announced": [None, True, False],
            "said": [None, [1, 12, 23, 34, 45], [1, 2, 3, 4, 5]],
            "alive": [True, True, False],
        }
    assert json.loads(msgspec.json.encode(result(s))) == {"winners": [1]}
    assert actors(s) == ()


def test_the_deal_as_each_may_read_it() -> None:
    s = got_five.start(3, Options())
    deal = decode_action(game, json.dumps(DEAL).encode())
    secret = [
        ["pink", "orange", "blue", "green", "red"],
        ["green", "pink", "blue", "red", "orange"],
        ["green", "pink", "blue", "red", "orange"],
    ]
    numbers = [[7, 20, 33, 46, 59], [1, 12, 23, 34, 45], [6, 17, 28, 39, 50]]
    for viewer in (0, 1, 2, None):
        line = json.loads(msgspec.json.encode(seen(s, viewer, DEALER, deal)))  # type: ignore[arg-type]
        racks = [secret[i] if viewer in (i, None) else numbers[i] for i in range(3)]
        assert line == {"type": "deal", "racks": racks, "open": [16, 37, 3, 4, 60], "first": 0}
    assert seen(asking(), 0, 0, Rank(16)) == Rank(16)


def test_first_may_be_left_out_when_the_host_names_it() -> None:
    named = {key: value for key, value in DEAL.items() if key != "first"}
    s = said(got_five.start(3, Options(first=2)), (DEALER, named))
    assert s.turn == 2
    action = decode_action(game, json.dumps(named).encode())
    assert json.loads(msgspec.json.encode(action)) == named
    line = seen(got_five.start(3, Options(first=2)), 0, DEALER, action)  # type: ignore[arg-type]
    assert json.loads(msgspec.json.encode(line))["first"] == 2


def test_menus_on_the_wire() -> None:
    s = table()
    assert json.loads(msgspec.json.encode(menu(game, s, 0))) == [
        *({"type": "reveal", "colour": colour} for colour in ("green", "pink", "blue", "red", "orange")),
        TEMPLATE,
    ]
    assert json.loads(msgspec.json.encode(menu(game, s, 1))) == [TEMPLATE]
    asks = json.loads(msgspec.json.encode(menu(game, asking(), 0)))
    assert asks[:2] == [{"type": "rank", "tile": 16}, {"type": "compare", "tile": 16, "slot": 0}]
    assert asks[-1] == TEMPLATE
    assert len(asks) == 37


@pytest.mark.parametrize(
    "line",
    [
        {"type": "reveal"},
        {"type": "reveal", "colour": "purple"},
        {"type": "reveal", "colour": 1},
        {"type": "rank", "tile": 1.0},
        {"type": "rank", "tile": True},
        {"type": "rank", "tile": 16, "notch": 1},
        {"type": "compare", "tile": 16},
        {"type": "announce", "numbers": [1, 2, 3, 4, "5"]},
        {"type": "announce", "numbers": 5},
        {"type": "announce"},
        {"type": "steal"},
        {"type": "tile", "number": 3},
        DEAL,
        [],
    ],
)
def test_what_a_page_cannot_spell(line: Any) -> None:
    with pytest.raises(msgspec.ValidationError):
        decode_seat_action(game, json.dumps(line).encode())


def test_ranking_and_comparing_37() -> None:
    s = asking()
    assert step(got_five, s, 0, Rank(37)).racks[0].notches[3] == (37,)
    for slot, same in ((0, True), (2, False)):
        (compared,) = step(got_five, s, 0, Compare(37, slot)).racks[0].compared[slot]
        assert (compared.tile, compared.same) == (37, same)


# ---------------------------------------------------------------- the story


def stories(
    s: State, actor: Any, action: dict[str, Any], viewer: int | None, language: Any = "en"
) -> list[str]:
    after = said(s, (actor, action))
    sentences = got_five.story(view(s, viewer), view(after, viewer))
    return [told(PACKAGE, language, sentence, NAMES.__getitem__, viewer) for sentence in sentences]


def test_the_story_of_a_turn() -> None:
    start, s = got_five.start(3, Options()), asking()
    assert stories(start, DEALER, DEAL, 0) == ["Open tiles: 16, 37, 3, 4, 60.", "You start."]
    assert stories(table(), 0, {"type": "reveal", "colour": "blue"}, 1) == ["Ada draws a tile: blue."]
    waiting = said(table(), (0, {"type": "reveal", "colour": "blue"}))
    assert stories(waiting, DEALER, {"type": "tile", "number": 8}, 0) == ["You reveal 8 (blue)."]
    ranked = {"type": "rank", "tile": 37}
    assert stories(s, 0, ranked, 0) == ["You rank 37: between the 3rd and the 4th."]
    assert stories(s, 0, ranked, 1, "fr") == ["Ada fait classer le 37 : entre la 3e et la 4e."]
    compared = {"type": "compare", "tile": 37, "slot": 0}
    assert stories(s, 0, compared, 0, "fr") == ["Tu compares le 37 à ta 1re (rose) : oui, autant de points."]
    assert stories(s, 0, compared | {"slot": 2}, None) == [
        "Ada compares 37 with their 3rd (blue): no, not the same number of dots."
    ]


def test_the_story_of_announcements() -> None:
    wrong, right = [1, 2, 3, 4, 5], [1, 12, 23, 34, 45]
    assert stories(asking(), 1, {"type": "announce", "numbers": right}, None) == [
        "Got Five! Bob says 1, 12, 23, 34, 45: right, Bob wins!"
    ]
    assert stories(asking(), 1, {"type": "announce", "numbers": wrong}, 1, "fr") == [
        "Got Five ! 1, 2, 3, 4, 5 : c’est faux, tu as perdu."
    ]
    two = said(asking(), (1, {"type": "announce", "numbers": wrong}))
    assert stories(two, 2, {"type": "announce", "numbers": wrong}, 0) == [
        "Got Five! Cléo says 1, 2, 3, 4, 5: wrong, Cléo has lost.",
        "You are the last one left: you win!",
    ]


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("name", ["manual", "assisted", "draw"])
def test_every_sentence_of_a_game_can_be_told(language: Any, name: str) -> None:
    log = (LOGS / f"got-five-{name}.log").read_text("utf-8")
    header = read_header(log)
    s, heard = start_of(game, header), set[str]()
    for line in read_lines(game, log):
        after = step(game, s, line.actor, line.action)
        for viewer in (*range(header.players), None):
            for sentence in game.story(game.view(s, viewer), game.view(after, viewer)):
                heard.add(sentence.id)
                assert "$" not in told(PACKAGE, language, sentence, NAMES.__getitem__, viewer)
        s = after
    assert {"dealt", "starts", "drew", "turned-up"} <= heard
    assert {"manual": "announced-right", "assisted": "won-last", "draw": "drawn"}[name] in heard


@pytest.mark.parametrize("language", ["fr", "en"])
def test_rules_menus_and_options_have_texts(language: Any) -> None:
    rules = [text(PACKAGE, language, f"GF-{n}") for n in range(1, 17)]
    assert len({*rules}) == 16
    for action in got_five.SEAT_ACTIONS:
        kind = f"action-{action.__struct_config__.tag}"
        assert text(PACKAGE, language, kind, colour="red", tile=12, slot=2)
    for name in ("option-first", "option-notes", "option-notes-manual", "option-notes-assisted"):
        assert text(PACKAGE, language, name)


# ---------------------------------------------------------------- counts


def leaves(s: State, depth: int) -> tuple[int, set[State]]:
    """How many strings of listed lines there are, and the different states they lead to."""
    if depth == 0 or not actors(s):
        return 1, {s}
    lines, states = 0, set[State]()
    for actor in actors(s):
        for action in legal(s, actor):
            more, found = leaves(got_five.apply(s, actor, action), depth - 1)
            lines, states = lines + more, states | found
    return lines, states


def late(players: int, seed: int, reserve: int, laid: int) -> State:
    """A seeded game at the start of a turn, with so many tiles left in the reserve and open."""
    s, rng = got_five.start(players, Options(first=0)), random.Random(seed)
    while (sum(map(len, s.reserve)), len(s.open)) != (reserve, laid):
        chance = got_five.chance(s)
        action: Action = chance.sample(rng) if chance else rng.choice(legal(s, s.turn))
        s = got_five.apply(s, DEALER if chance else s.turn, action)  # type: ignore[arg-type]
    return s


def from_name(name: str) -> State:
    if name == "dealt":
        return table()
    players, seed, reserve, laid = map(int, name.split("-")[1:])
    return late(players, seed, reserve, laid)


COUNTS = [
    row.split()
    for row in (Path(__file__).parent / "counts.txt").read_text("utf-8").splitlines()
    if row[0] != "#"
]


@pytest.mark.parametrize(("name", "depth", "lines", "states"), COUNTS)
def test_counts(name: str, depth: str, lines: str, states: str) -> None:
    found, different = leaves(from_name(name), int(depth))
    assert (found, len(different)) == (int(lines), int(states))
