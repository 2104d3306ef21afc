"""5 ou Moins on the wire: views, lines and refusals exactly as other programs read them."""

import json
import random
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from cinq.core.game import DEALER, Actor, Sentence, step
from cinq.core.log import decode_action, decode_seat_action, header_of, read_header, read_lines, states
from cinq.core.play import playout
from cinq.core.texts import Language, bundle, rule_text, tell, text
from cinq.games import five_or_less
from cinq.games.five_or_less.cards import End, Options, State, laid

LOGS = sorted((Path(__file__).parents[2] / "logs").glob("five-or-less-*.log"))
PACKAGE = "cinq.games.five_or_less"
game: Any = five_or_less
"""As another program sees it: JSON in, JSON out."""


def said(s: State, *lines: tuple[Actor, dict[str, object]]) -> State:
    """Lines as JSON, checked."""
    for actor, action in lines:
        s = step(game, s, actor, decode_action(game, json.dumps(action).encode()))
    return s


def shown(value: object) -> Any:
    return json.loads(msgspec.json.encode(value))


def options(text: str = "{}") -> Options:
    return msgspec.json.decode(text, type=Options)


def opened(text: str = "{}", top: int = 7) -> State:
    """Two players, hands 1 8 10 12 14 and 1 8 3 4 5, a discard."""
    return said(
        game.start(2, options(text)),
        ("dealer", {"type": "deal", "hands": [[1, 8, 10, 12, 14], [1, 8, 3, 4, 5]], "first": 0}),
        (0, {"type": "ready"}),
        (1, {"type": "ready"}),
        ("dealer", {"type": "card", "value": top}),
    )


def hand(*cards: int | None) -> list[dict[str, int | None]]:
    return [{"slot": slot, "value": value} for slot, value in enumerate(cards)]


HIDDEN = hand(None, None, None, None, None)


def test_view_before_the_first_deal() -> None:
    assert shown(game.view(game.start(2, options()), 0)) == {
        "options": {"end": {"points": 100}, "powers": True, "memory_aid": False},
        "phase": "deal",
        "turn": None,
        "draw_count": 68,
        "discard": None,
        "hands": [[], []],
        "drawn": None,
        "callers": [],
        "scores": [0, 0],
        "round": 0,
        "rounds_won": [0, 0],
        "pending_power": None,
        "power_started": False,
        "shown": None,
    }


def test_view_of_a_turn() -> None:
    s = said(opened(), (0, {"type": "draw"}))
    assert game.actors(s) == ("dealer",)
    owed = shown(game.view(s, 0))
    assert (owed["phase"], owed["draw_count"], owed["drawn"]) == ("turn", 57, None)
    s = said(s, ("dealer", {"type": "card", "value": 3}))
    assert shown(game.view(s, 0)) == {
        "options": {"end": {"points": 100}, "powers": True, "memory_aid": False},
        "phase": "drawn",
        "turn": 0,
        "draw_count": 56,
        "discard": {"value": 7, "number": 1, "tied": False},
        "hands": [HIDDEN, HIDDEN],
        "drawn": 3,
        "callers": [],
        "scores": [0, 0],
        "round": 1,
        "rounds_won": [0, 0],
        "pending_power": None,
        "power_started": False,
        "shown": None,
    }
    s = said(s, (0, {"type": "swap", "slot": 1}))
    power = shown(game.view(s, 1))
    assert (power["phase"], power["pending_power"], power["power_started"]) == ("power", 8, False)
    assert power["discard"] == {"value": 8, "number": 2, "tied": False}
    s = said(s, (0, {"type": "start_power"}), (0, {"type": "power", "target": 1, "target_slot": 2}))
    owed = shown(game.view(s, None))
    assert (owed["phase"], owed["pending_power"], owed["power_started"]) == ("power", 8, True)
    assert owed["draw_count"] == 56 and game.actors(s) == ("dealer",)
    s = said(s, ("dealer", {"type": "card", "value": 13}))
    after = shown(game.view(s, 1))
    assert (after["phase"], after["pending_power"], after["power_started"]) == ("end", None, False)
    assert (after["draw_count"], after["hands"]) == (56, [HIDDEN, HIDDEN])
    assert after["moved"] == {"seat": 0, "power": 8, "slot": None, "target": 1, "target_slot": 2}
    s = said(s, (0, {"type": "end_turn", "call": True}))
    assert (shown(game.view(s, 1))["callers"], game.actors(s)) == ([0], (1,))


def test_view_of_a_wrong_quick_discard() -> None:
    s = said(opened(), (1, {"type": "quick_discard", "slot": 4, "on": 1}))
    for seat in (0, 1, None):
        view = shown(game.view(s, seat))
        assert view["shown"] == {"seat": 1, "slot": 4, "value": 5, "verdict": "wrong"}
        assert (view["phase"], view["draw_count"], view["hands"]) == ("turn", 57, [HIDDEN, HIDDEN])
    s = said(s, ("dealer", {"type": "card", "value": 2}))
    view = shown(game.view(s, 1))
    assert view["shown"] is None and view["hands"][1] == hand(*[None] * 6) and view["draw_count"] == 56


def test_between_rounds_all_hands_are_face_up() -> None:
    s = said(opened(top=1), (0, {"type": "take", "slot": 4}), (0, {"type": "skip_power"}))
    s = said(s, (0, {"type": "end_turn", "call": False}), (1, {"type": "draw"}))
    s = said(s, ("dealer", {"type": "card", "value": 0}), (1, {"type": "swap", "slot": 1}))
    s = said(s, (1, {"type": "skip_power"}), (1, {"type": "end_turn", "call": True}))
    s = said(s, (0, {"type": "draw"}), ("dealer", {"type": "card", "value": 0}))
    s = said(s, (0, {"type": "swap", "slot": 2}), (0, {"type": "end_turn", "call": False}))
    for seat in (0, 1, None):
        view = shown(game.view(s, seat))
        assert view["hands"] == [hand(1, 8, 0, 12, 1), hand(1, 0, 3, 4, 5)]
        assert (view["phase"], view["turn"], view["callers"]) == ("deal", None, [1])
        assert (view["scores"], view["rounds_won"], view["round"]) == ([0, 26], [0, 0], 1)
    assert game.actors(s) == ("dealer",) and game.result(s) is None
    s = said(s, ("dealer", {"type": "deal", "hands": [[1, 8, 10, 12, 14], [1, 8, 3, 4, 5]]}))
    view = shown(game.view(s, 1))
    assert (view["phase"], view["turn"], view["callers"], view["discard"]) == ("look", 1, [], None)
    assert view["hands"] == [HIDDEN, hand(1, 8, 3, None, None)]
    assert (view["round"], view["draw_count"]) == (2, 58)


def test_result() -> None:
    s = said(opened('{"end":{"rounds":1}}'), (0, {"type": "draw"}), ("dealer", {"type": "card", "value": 7}))
    s = said(s, (0, {"type": "discard_drawn"}), (0, {"type": "end_turn", "call": True}))
    s = said(s, (1, {"type": "take", "slot": 0}), (1, {"type": "end_turn", "call": True}))
    assert shown(game.result(s)) == {"winners": [0, 1], "scores": [0, 0]}
    assert shown(game.view(s, None))["hands"][1] == hand(7, 8, 3, 4, 5)
    assert (shown(game.view(s, 0))["phase"], shown(game.view(s, 0))["turn"]) == ("over", None)


# ---------------------------------------------------------------- who may see what


def test_a_deal_as_shown() -> None:
    deal = decode_action(game, b'{"type":"deal","hands":[[1,8,10,12,14],[1,8,3,4,5]],"first":0}')
    s, no = game.start(2, options()), [None] * 5
    assert shown(game.seen(s, 0, DEALER, deal)) == {
        "type": "deal",
        "hands": [[1, 8, 10, None, None], no],
        "first": 0,
    }
    assert shown(game.seen(s, None, DEALER, deal)) == {"type": "deal", "hands": [no, no], "first": 0}


def test_a_card_as_shown() -> None:
    card = decode_action(game, b'{"type":"card","value":3}')
    bare, full = {"type": "card"}, {"type": "card", "value": 3}
    look = said(
        game.start(2, options()),
        ("dealer", {"type": "deal", "hands": [[1, 8, 10, 12, 14], [1, 8, 3, 4, 5]], "first": 0}),
        (0, {"type": "ready"}),
        (1, {"type": "ready"}),
    )
    assert [shown(game.seen(look, seat, DEALER, card)) for seat in (0, 1, None)] == [full, full, full]
    s = said(opened(), (0, {"type": "draw"}))
    assert [shown(game.seen(s, seat, DEALER, card)) for seat in (0, 1, None)] == [full, bare, bare]
    s = said(opened(), (0, {"type": "quick_discard", "slot": 0, "on": 1}))
    assert [shown(game.seen(s, seat, DEALER, card)) for seat in (0, 1, None)] == [bare, bare, bare]


@pytest.mark.parametrize(
    ("slot", "lines"),
    [
        (1, [{"type": "power", "target": 1, "target_slot": 0}]),  # 8
        (3, [{"type": "power", "target": 1}]),  # 12
    ],
)
def test_what_a_power_draws_nobody_sees(slot: int, lines: list[dict[str, object]]) -> None:
    s = said(opened(), (0, {"type": "take", "slot": slot}), (0, {"type": "start_power"}), (0, lines[0]))
    card = decode_action(game, b'{"type":"card","value":3}')
    assert [shown(game.seen(s, seat, DEALER, card)) for seat in (0, 1, None)] == [{"type": "card"}] * 3


def test_the_memory_aid_follows_what_was_seen() -> None:
    s = opened('{"memory_aid":true}')
    assert shown(game.view(s, 0))["hands"] == [hand(1, 8, 10, None, None), HIDDEN]
    assert shown(game.view(s, None))["hands"] == [HIDDEN, HIDDEN]
    s = said(s, (0, {"type": "take", "slot": 2}), (0, {"type": "start_power"}))  # the 7 is known to all
    assert shown(game.view(s, None))["hands"][0] == hand(None, None, 7, None, None)
    s = said(s, (0, {"type": "power", "slot": 0, "target": 1, "target_slot": 3}))  # my 1 for an unknown 4
    assert shown(game.view(s, 0))["hands"] == [hand(None, 8, 7, None, None), hand(None, None, None, 1, None)]
    assert shown(game.view(s, 1))["hands"] == [hand(None, None, 7, None, None), hand(1, 8, 3, None, None)]
    s = said(s, (1, {"type": "quick_discard", "slot": 0, "on": 1}))  # a wrong 1, seen by all
    assert shown(game.view(s, None))["hands"][1] == hand(1, None, None, None, None)


def test_the_memory_aid_follows_a_card_under_the_draw_pile() -> None:
    s = said(opened('{"memory_aid":true}'), (0, {"type": "take", "slot": 1}), (0, {"type": "start_power"}))
    s = said(
        s, (0, {"type": "power", "target": 1, "target_slot": 0}), ("dealer", {"type": "card", "value": 9})
    )
    s = replace(s, pile=())  # all but the 1 that lies under the pile
    s = said(s, (0, {"type": "end_turn", "call": False}), (1, {"type": "quick_discard", "slot": 3, "on": 2}))
    assert shown(game.view(s, 1))["hands"][1] == hand(None, 8, 3, 4, None, 1)
    assert shown(game.view(s, 0))["hands"][1] == hand(None, None, None, 4, None, None)


def test_worlds_move_all_that_is_hidden_and_nothing_else() -> None:
    s = said(opened(), (0, {"type": "take", "slot": 0}), (1, {"type": "quick_discard", "slot": 4, "on": 1}))
    s = said(s, ("dealer", {"type": "card", "value": 6}))
    found = list(islice(game.worlds(s, 0, random.Random(1)), 200))
    places = {(seat, slot): {world.hands[seat][slot].value for world in found} for seat, slot in ALL_PLACES}
    fixed = {place: values for place, values in places.items() if len(values) == 1}
    # the 7 taken, the 8 and 10 looked at, the 5 that came back; the first 1 left
    assert fixed == {(0, 0): {7}, (0, 1): {8}, (0, 2): {10}, (1, 4): {5}}
    assert all(len(places[place]) == 16 for place in ((0, 3), (1, 0), (1, 5)))
    assert {tuple(sorted(cards(world))) for world in found} == {tuple(sorted(cards(s)))}
    spectator = list(islice(game.worlds(s, None, random.Random(1)), 200))
    assert {world.hands[0][0].value for world in spectator} == {7}
    assert len({world.hands[0][1].value for world in spectator}) == 16


ALL_PLACES = [(0, slot) for slot in range(5)] + [(1, slot) for slot in range(6)]


def cards(s: State) -> list[int]:
    laid_cards = [card for hand in (*s.hands, s.under, (s.drawn,)) for card in hand if card is not None]
    return [*s.pile, *s.heap, *(card.value for card in laid_cards)]


def test_worlds_move_the_card_another_seat_drew() -> None:
    s = said(opened(), (0, {"type": "draw"}), ("dealer", {"type": "card", "value": 3}))
    assert {world.drawn.value for world in islice(game.worlds(s, 0, random.Random(2)), 50)} == {3}
    assert len({world.drawn.value for world in islice(game.worlds(s, 1, random.Random(2)), 200)}) > 10
    s = replace(s, under=(laid(4, 0b10),))
    assert {world.under[0].value for world in islice(game.worlds(s, 1, random.Random(2)), 50)} == {4}
    assert len({world.under[0].value for world in islice(game.worlds(s, 0, random.Random(2)), 200)}) > 10


# ---------------------------------------------------------------- menus and malformed lines


def test_the_menu_on_the_wire() -> None:
    s = opened()
    assert [shown(action) for action in game.legal(s, 1)] == [
        {"type": "quick_discard", "slot": slot, "on": 1} for slot in range(5)
    ]
    assert shown(game.legal(s, 0)[0]) == {"type": "draw"}
    assert shown(game.legal(s, 0)[1]) == {"type": "take", "slot": 0}
    s = said(s, (0, {"type": "take", "slot": 4}), (0, {"type": "start_power"}))
    assert shown(game.legal(s, 0)[1]) == {"type": "power", "slot": 0, "target": 1}
    s = said(s, (0, {"type": "skip_power"}))
    assert [shown(action) for action in game.legal(s, 0)[:2]] == [
        {"type": "end_turn", "call": False},
        {"type": "end_turn", "call": True},
    ]
    owed = said(s, (0, {"type": "end_turn", "call": False}), (1, {"type": "draw"}))
    assert [shown(card)["value"] for card in game.legal(owed, "dealer")] == list(range(-1, 15))


@pytest.mark.parametrize(
    "line",
    [
        '{"type":"end_turn"}',
        '{"type":"end_turn","call":1}',
        '{"type":"swap","slot":1.0}',
        '{"type":"take","slot":true}',
        '{"type":"quick_discard","slot":1}',
        '{"type":"draw","slot":1}',
        '{"type":"power","slot":1}',
        '{"type":"deal","hands":[[1,2,3,4,5]]}',
        '{"type":"card","value":3}',
        '{"type":"snap"}',
    ],
)
def test_what_a_seat_cannot_spell(line: str) -> None:
    with pytest.raises(msgspec.DecodeError):
        decode_seat_action(game, line.encode())


@pytest.mark.parametrize(
    "text",
    [
        '{"end":{}}',
        '{"end":{"points":100,"rounds":3}}',
        '{"end":{"points":0}}',
        '{"end":{"rounds":0}}',
        '{"end":3}',
        '{"end":{"points":true}}',
        '{"powers":1}',
        '{"jokers":true}',
    ],
)
def test_bad_options(text: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        options(text)


def test_refusals_never_raise() -> None:
    """Any decoded action, sensible or not, in any state, from anybody, is judged."""
    rng = random.Random(3)
    numbers = (-1, 0, 2, 7, 10**25)
    hands: list[list[list[int]]] = [[], [[]], [[1] * 5] * 2, [[99] * 5] * 2]
    odd: list[Any] = [
        *({"type": kind, "slot": n} for kind in ("swap", "take") for n in numbers),
        *({"type": "quick_discard", "slot": n, "on": m} for n in numbers for m in numbers),
        *({"type": "power", "target": n, "slot": m} for n in numbers for m in numbers),
        *({"type": "power", "target": n, "target_slot": m} for n in numbers for m in numbers),
        *({"type": "power", "target": n, "slot": 0, "target_slot": n} for n in numbers),
        *({"type": kind} for kind in ("ready", "draw", "discard_drawn", "start_power", "skip_power")),
        *({"type": "end_turn", "call": call} for call in (True, False)),
        *({"type": "card", "value": n} for n in numbers),
        *({"type": "deal", "hands": some} for some in hands),
        {"type": "deal", "hands": [[1, 2, 3, 4, 5]] * 2, "first": 10**25},
    ]
    actions = [decode_action(game, json.dumps(action).encode()) for action in odd]
    s = game.start(2, options('{"end":{"rounds":1}}'))
    while game.actors(s):
        for actor in (-1, 0, 1, 2, 10**25, "dealer", "world"):
            for action in actions:
                rule = game.refusal(s, actor, action)
                if rule is None:
                    game.apply(s, actor, action)
                else:
                    assert rule.startswith("OM-")
        who = game.actors(s)
        actor = who[int(rng.random() * len(who))]
        chance, listed = game.chance(s), game.legal(s, actor)
        s = game.apply(s, actor, chance.sample(rng) if chance else listed[int(rng.random() * len(listed))])


# ---------------------------------------------------------------- texts


def test_every_rule_has_a_text_in_both_languages() -> None:
    for number in range(1, 32):
        french, english = (rule_text(PACKAGE, language, f"OM-{number}") for language in ("fr", "en"))
        assert french != english and len(french) > 15 and len(english) > 15


def test_both_languages_have_the_same_messages() -> None:
    french, english = (set(bundle(PACKAGE, language)._messages) for language in ("fr", "en"))
    articles = {"a-value", "A-value"}  # "an 8", but "a 7": French has one word for both
    assert articles < english and french == english - articles
    assert text(PACKAGE, "fr", "option-end-points", points=100) == "au premier qui atteint 100 points"
    types = {action.__struct_config__.tag for action in game.SEAT_ACTIONS}
    assert {f"action-{tag}" for tag in types} <= french


def told(before: State, after: State, viewer: int | None, language: Language = "fr") -> list[str]:
    sentences = game.story(game.view(before, viewer), game.view(after, viewer))
    return [tell(PACKAGE, language, sentence, ["Ana", "Bob"].__getitem__, viewer) for sentence in sentences]


def test_a_story() -> None:
    s = opened()
    drew = said(s, (0, {"type": "draw"}), ("dealer", {"type": "card", "value": 3}))
    assert told(s, drew, 0) == ["Tu pioches un 3."] and told(s, drew, 1) == ["Ana pioche."]
    swapped = said(drew, (0, {"type": "swap", "slot": 1}))
    assert told(drew, swapped, 1) == ["Ana défausse un 8.", "Ana peut jouer le pouvoir du 8."]
    lost = said(swapped, (1, {"type": "quick_discard", "slot": 1, "on": 2}))
    assert told(swapped, lost, 0) == [
        "Défausse rapide ! Bob pose un 8.",
        "Ton 8 est recouvert : son pouvoir est perdu.",
    ]
    wrong = said(lost, (1, {"type": "quick_discard", "slot": 4, "on": 2}))
    assert told(lost, wrong, 1) == ["Un 5 : erreur, tu reprends ta carte."]
    paid = said(wrong, ("dealer", {"type": "card", "value": 2}))
    assert told(wrong, paid, 0) == ["Bob reçoit une carte de pénalité."]
    passed = said(paid, (0, {"type": "end_turn", "call": True}))
    assert told(paid, passed, None, "en") == ["Ana says “5 or less”.", "It is Bob’s turn."]
    took = said(s, (0, {"type": "take", "slot": 0}))
    assert told(s, took, 0) == ["Tu prends le 7 de la défausse.", "Tu défausses un 1."]


def test_what_a_power_did_is_told_by_the_places_of_both_cards() -> None:
    """Both players, and who only listens, read which card went where (OM-9 to OM-12)."""
    s = said(
        opened(),
        (0, {"type": "draw"}),
        ("dealer", {"type": "card", "value": 3}),
        (0, {"type": "swap", "slot": 1}),
        (0, {"type": "start_power"}),
    )
    owed = said(s, (0, {"type": "power", "target": 1, "target_slot": 2}))
    renewed = said(owed, ("dealer", {"type": "card", "value": 13}))
    assert told(owed, renewed, 1) == ["Ana remplace ta carte en bas à droite par une inconnue."]
    swaps = replace(s, pending=10)
    swapped = said(swaps, (0, {"type": "power", "slot": 0, "target": 1, "target_slot": 4}))
    mine = "Tu échanges ta carte en bas à gauche contre celle de Bob, en haut à droite."
    assert told(swaps, swapped, 0) == [mine]
    taken = "Ana takes your card at the top right and gives you theirs, at the bottom left."
    assert told(swaps, swapped, 1, "en") == [taken]


def test_every_story_can_be_told() -> None:
    seen = set[str]()
    for path in LOGS:
        header, lines = read_header(path.read_text()), list(read_lines(game, path.read_text()))
        for before, after in pairwise(states(game, header, lines)):
            for viewer in (*range(header.players), None):
                seen |= say(game.story(game.view(before, viewer), game.view(after, viewer)), viewer)
    for players in (2, 3, 4):
        seen |= _stories_of_a_random_game(players)
    stories = {"dealt", "put-back", "turned-up", "next", "drew", "drew-seen", "nothing-left", "took", "put"}
    stories |= {"power-ready", "power-started", "power-skipped", "power-over"}
    stories |= {"power-renewed", "power-swapped", "power-added", "power-gave"}
    stories |= {
        "snapped",
        "snap-late",
        "snap-wrong",
        "penalty",
        "called",
        "total",
        "round-won",
        "round-nobody",
        "call-failed",
    }
    assert stories | {"score", "won", "won-rounds", "power-lost"} == seen


def _stories_of_a_random_game(players: int) -> set[str]:
    s, rng, seen = game.start(players, options()), random.Random(players), set[str]()
    while who := game.actors(s):
        actor = who[int(rng.random() * len(who))]
        chance, listed = game.chance(s), game.legal(s, actor)
        after = game.apply(
            s, actor, chance.sample(rng) if chance else listed[int(rng.random() * len(listed))]
        )
        seen |= say(game.story(game.view(s, 0), game.view(after, 0)), 0)
        s = after
    return seen


def say(sentences: list[Sentence], viewer: int | None) -> set[str]:
    for sentence in sentences:
        for language in ("fr", "en"):
            assert "{" not in tell(PACKAGE, language, sentence, "seat {}".format, viewer).replace("{ ", "")
    return {sentence.id for sentence in sentences}


# ---------------------------------------------------------------- counts and golden logs


def leaves(s: State, depth: int) -> int:
    """Lines of this depth, the dealer's cards included."""
    if depth == 0:
        return 1
    return sum(
        leaves(game.apply(s, actor, a), depth - 1) for actor in game.actors(s) for a in game.legal(s, actor)
    )


COUNTS = (Path(__file__).parent / "counts.txt").read_text().split("\n")


@pytest.mark.parametrize("row", [row for row in COUNTS if row and not row.startswith("#")])
def test_counts(row: str) -> None:
    name, *counts = row.split()
    s = {
        "turn": opened(),
        "plain": opened('{"powers":false}'),
        "power": said(opened(), (0, {"type": "take", "slot": 2}), (0, {"type": "start_power"})),
        "called": said(opened(), (0, {"type": "take", "slot": 0}), (0, {"type": "end_turn", "call": True})),
    }[name]
    assert [leaves(s, depth) for depth in range(1, len(counts) + 1)] == list(map(int, counts))


def test_there_is_a_golden_log_for_every_rule_set() -> None:
    assert [path.stem.removeprefix("five-or-less-") for path in LOGS] == [
        "aided",
        "plain",
        "points",
        "rounds",
    ]


def test_a_live_game_is_small() -> None:
    s, _ = playout(game, game.start(6, Options(end=End(rounds=3))), random.Random(1))
    assert len(msgspec.json.encode(s)) < 10_000
    assert header_of(game, 6, Options()).players == 6
