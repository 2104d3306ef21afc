"""What goes over the wire, to the letter: actions, views, lines as shown, results, texts."""

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cinq.core.game import DEALER, WORLD, Actor, AnyGame, Sentence, step
from cinq.core.log import decode_action, decode_seat_action, read_header
from cinq.core.play import play, random_seat
from cinq.core.texts import bundle, rule_text, tell, text
from cinq.games import five_millimetres as package
from cinq.games import load_game
from cinq.games.five_millimetres import Options, State, story, view
from cinq.games.five_millimetres.view import Auction, Held, Stand, View

game: AnyGame = load_game("five-millimetres")
PACKAGE = "cinq.games.five_millimetres"
LOGS = Path(__file__).parents[2] / "logs"
COUNTS = Path(__file__).with_name("counts.txt")


def said(s: State, *lines: tuple[Actor, str]) -> State:
    """Lines as JSON, one after the other."""
    for actor, raw in lines:
        s = step(game, s, actor, decode_action(game, raw.encode()))  # type: ignore[assignment]
    return s


def shown(s: State, seat: int | None) -> Any:
    return json.loads(msgspec.json.encode(view(s, seat)))


def line(s: State, seat: int | None, actor: Actor, raw: str) -> Any:
    action = decode_action(game, raw.encode())
    return json.loads(msgspec.json.encode(game.seen(s, seat, actor, action)))


DEAL = '{"type":"deal","sticks":[1,4,4],"manitou":0}'
LOOKS = '{"type":"sight","apparent":[[61.3,58,60.5],[70,71,72],[80,82,78.5]]}'
STICK = '{"type":"stick","length":2}'
LOOK = '{"type":"sight","apparent":[[70.1,80.2,75.3]]}'


def begun() -> State:
    return package.start(3, Options())


def test_before_the_deal() -> None:
    assert shown(begun(), 0) == {
        "phase": "deal",
        "manitou": None,
        "money": [50, 50, 50],
        "hands": [[], [], []],
        "stand": None,
        "auction": None,
        "lengths": None,
    }
    assert game.actors(begun()) == ("dealer",)


def test_after_the_deal_sticks_are_there_but_not_yet_looked_at() -> None:
    s = said(begun(), (DEALER, DEAL))
    got = shown(s, 1)
    assert got["phase"] == "sight" and got["manitou"] == 0 and got["stand"] is None and got["auction"] is None
    assert got["hands"] == [
        [{"stick": 0, "step": None, "apparent": None}],
        [{"stick": 1, "step": 0, "apparent": None}],
        [{"stick": 2, "step": None, "apparent": None}],
    ]
    assert game.actors(s) == ("world",)


def test_the_stick_in_the_stand_before_anybody_looked() -> None:
    s = said(begun(), (DEALER, DEAL), (WORLD, LOOKS))
    assert shown(s, 1)["phase"] == "stick"
    s = said(s, (DEALER, STICK))
    assert shown(s, 1)["stand"] == {"stick": 3, "apparent": None}
    assert shown(s, 1)["auction"] == {"high": 0, "leader": None, "passed": [], "to_speak": 1}


def bidding() -> State:
    return said(begun(), (DEALER, DEAL), (WORLD, LOOKS), (DEALER, STICK), (WORLD, LOOK))


def test_the_auction_as_a_seat_sees_it() -> None:
    s = said(bidding(), (1, '{"type":"bid","amount":3}'), (2, '{"type":"pass"}'))
    assert shown(s, 1) == {
        "phase": "auction",
        "manitou": 0,
        "money": [50, 50, 50],
        "hands": [
            [{"stick": 0, "step": None, "apparent": 58.0}],
            [{"stick": 1, "step": 0, "apparent": 71.0}],
            [{"stick": 2, "step": None, "apparent": 82.0}],
        ],
        "stand": {"stick": 3, "apparent": 80.2},
        "auction": {"high": 3, "leader": 1, "passed": [2], "to_speak": 0},
        "lengths": None,
    }


def test_a_spectator_has_no_eye() -> None:
    for sight in ("normal", "exact"):
        s = package.start(2, Options(sight=sight))
        s, _ = play(game, 2, s.options, [random_seat] * 2, random.Random(1), limit=12)  # type: ignore[assignment]
        assert '"apparent":null' in json.dumps(shown(s, None), separators=(",", ":"))
        for hand in shown(s, None)["hands"]:
            assert all(held["step"] is None and held["apparent"] is None for held in hand)


def test_the_owner_alone_learns_the_steps() -> None:
    s = said(bidding(), (1, '{"type":"bid","amount":3}'), (2, '{"type":"pass"}'), (0, '{"type":"pass"}'))
    own, others = shown(s, 1)["hands"][1], shown(s, 0)["hands"][1]
    assert own == [
        {"stick": 1, "step": 2, "apparent": 71.0},
        {"stick": 3, "step": 0, "apparent": 61.0},
    ]
    assert others == [
        {"stick": 1, "step": None, "apparent": 70.0},
        {"stick": 3, "step": None, "apparent": 70.1},
    ]
    assert shown(s, 1)["stand"] is None and shown(s, 1)["auction"] is None and shown(s, 1)["manitou"] == 1


def test_passed_seats_are_ascending() -> None:
    s = package.start(4, Options(sight="none"))
    s = said(s, (DEALER, '{"type":"deal","sticks":[1,2,3,4],"manitou":2}'), (DEALER, STICK))
    s = said(s, (3, '{"type":"pass"}'), (0, '{"type":"pass"}'))
    assert shown(s, None)["auction"] == {"high": 0, "leader": None, "passed": [0, 3], "to_speak": 1}


def test_lines_as_a_seat_and_a_spectator_read_them() -> None:
    s = begun()
    assert line(s, 1, DEALER, DEAL) == {"type": "deal", "manitou": 0}
    s = said(s, (DEALER, DEAL))
    assert line(s, 1, WORLD, LOOKS) == {"type": "sight", "apparent": [58.0, 71.0, 82.0]}
    assert line(s, None, WORLD, LOOKS) == {"type": "sight", "apparent": None}
    s = said(s, (WORLD, LOOKS))
    assert line(s, 0, DEALER, STICK) == {"type": "stick"}
    s = bidding()
    assert line(s, 0, 1, '{"type":"bid","amount":3}') == {"type": "bid", "amount": 3}
    assert line(s, 0, 1, '{"type":"pass"}') == {"type": "pass"}


def test_true_lengths_are_shown_when_it_is_over() -> None:
    s = said(bidding(), *[(1, '{"type":"bid","amount":10}')])
    for length in (7, 8, 9, 1):
        s = said(s, (DEALER, json.dumps({"type": "stick", "length": length})), (WORLD, LOOK))
        for seat in (2, 0):
            s = said(s, (seat, '{"type":"pass"}'))
    assert shown(s, None)["lengths"] is None
    for length in (9, 5):
        s = said(s, (DEALER, json.dumps({"type": "stick", "length": length})), (WORLD, LOOK))
        for seat in (2, 0):
            s = said(s, (seat, '{"type":"pass"}'))
    assert shown(s, None)["lengths"] == [1, 4, 4, 2, 7, 8, 9, 1, 9, 5]
    assert shown(s, None)["phase"] == "over" and game.actors(s) == ()
    result = json.loads(msgspec.json.encode(package.result(s)))
    assert result == {"winners": [1], "scores": [22, 52, 22], "reason": "eight"}


@pytest.mark.parametrize(
    "raw",
    [
        '{"type":"bid"}',
        '{"type":"bid","amount":1.0}',
        '{"type":"bid","amount":true}',
        '{"type":"bid","amount":"3"}',
        '{"type":"bid","amount":3,"seat":1}',
        '{"type":"pass","amount":3}',
        '{"type":"deal","sticks":[1,2]}',
        '{"type":"sight","apparent":[60,60]}',
        '{"type":"stick"}',
        '{"type":"fold"}',
        "[]",
    ],
)
def test_malformed(raw: str) -> None:
    with pytest.raises(msgspec.DecodeError):
        decode_action(game, raw.encode())


def test_a_page_cannot_spell_natures_lines() -> None:
    for raw in (DEAL, STICK, LOOK):
        with pytest.raises(msgspec.DecodeError):
            decode_seat_action(game, raw.encode())


def test_templates_say_what_is_too_much_to_list() -> None:
    s = begun()
    (deal,) = game.open_choices(s, DEALER)
    assert json.loads(msgspec.json.encode(deal)) == {
        "type": "deal",
        "sticks": {"count": 3, "from": 1, "to": 9, "of_each": 4},
        "manitou": [0, 1, 2],
    }
    assert game.refusal(s, DEALER, deal.sample(random.Random(1))) is None
    s = said(s, (DEALER, DEAL))
    (sight,) = game.open_choices(s, WORLD)
    assert json.loads(msgspec.json.encode(sight)) == {
        "type": "sight",
        "apparent": {"sticks": 3, "observers": 3, "above": 0},
    }
    assert game.refusal(s, WORLD, sight.sample(random.Random(1))) is None


def test_a_clock_that_ran_out_passes() -> None:
    s = bidding()
    assert [game.safest(s, seat) for seat in range(3)] == [None, package.rules.Pass(), None]


# ---------------------------------------------------------------- texts


def test_every_rule_has_a_text_in_both_languages() -> None:
    for language in ("fr", "en"):
        for number in range(1, 21):
            assert rule_text(PACKAGE, language, f"MM-{number}")


def test_both_languages_have_the_same_messages() -> None:
    french, english = (set(bundle(PACKAGE, language)._messages) for language in ("fr", "en"))
    assert french == english


def told(before: State, after: State, seat: int | None, language: str = "fr") -> list[str]:
    sentences = story(view(before, seat), view(after, seat))
    names = ("Ada", "Bo", "Cy", "Di", "Ed").__getitem__
    return [tell(PACKAGE, language, sentence, names, seat) for sentence in sentences]  # type: ignore[arg-type]


def test_an_auction_told() -> None:
    s = bidding()
    bid = said(s, (1, '{"type":"bid","amount":7}'))
    assert told(s, bid, 1) == ["Tu mises 7."] and told(s, bid, 0, "en") == ["Bo bids 7."]
    passed = said(bid, (2, '{"type":"pass"}'))
    assert told(bid, passed, None) == ["Cy passe."]
    sold = said(passed, (0, '{"type":"pass"}'))
    assert told(passed, sold, 1) == [
        "Ada passe.",
        "Le bâton est à toi pour 7 : case 43, et Grand Manitou.",
        "Case Chance : tu remontes à 45.",
        "Dans ta main : aucun de tes bâtons n’est plus court. Pas encore de suite.",
    ]
    assert told(passed, sold, None, "en") == [
        "Ada passes.",
        "The stick goes to Bo for 7: on 43, and Grand Manitou.",
        "A Chance space: Bo goes back up to 45.",
    ]


def test_a_tie_told() -> None:
    hands = tuple(tuple(Held(stick, None, None) for stick in sticks) for sticks in (range(8), range(8, 10)))
    auction = Auction(high=0, leader=None, passed=(), to_speak=0)
    lengths = (1, 1, 1, 3, 3, 5, 5, 6, 8, 9)
    after = View("over", 0, (40, 30), hands, None, None, lengths)
    before = View("auction", 1, (50, 30), (hands[0][:-1], hands[1]), Stand(7, None), auction, None)
    sentences = story(before, after)[-4:]
    assert [tell(PACKAGE, "fr", one, ("Ada", "Bo").__getitem__, 1) for one in sentences] == [
        "Ada : plus longue suite de 2 bâtons, et 40 en poche : 42 points.",
        "Ta plus longue suite : 2 bâtons, et il te reste 30 : 42 points.",
        "À égalité de points, le plus de bâtons l’emporte, puis le plus d’argent.",
        "Ada gagne.",
    ]


def test_every_sentence_can_be_said_in_both_languages() -> None:
    said_ids = Counter[str]()
    for seed in range(60):
        rng = random.Random(seed)
        players = 2 + seed % 4
        options = Options(sight=("normal", "none")[seed % 2], lone_stick=seed % 3 == 0)
        _, lines = play(game, players, options, [random_seat] * players, rng)
        s = package.start(players, options)
        for entry in lines:
            after = package.apply(s, entry.actor, entry.action)  # type: ignore[arg-type]
            for seat in (0, players - 1, None):
                sentences = story(view(s, seat), view(after, seat))
                said_ids.update(sentence.id for sentence in sentences)
                for language in ("fr", "en"):
                    assert len(list(filter(None, told(s, after, seat, language)))) == len(sentences)
            s = after
    for missed in {"four-alike", "taken-free", "chance", "eight", "broke"} - set(said_ids):
        sentence = Sentence(missed, {"who": 1, "price": 0, "money": 45})
        assert all(
            tell(PACKAGE, language, sentence, str, you) for language in ("fr", "en") for you in (1, None)
        )
    assert {"dealt", "put-up", "bid", "passed", "taken", "compared", "counted", "won"} <= set(said_ids)


def test_menu_labels() -> None:
    assert text(PACKAGE, "fr", "action-bid", amount=4) == "Miser 4"
    assert text(PACKAGE, "en", "action-pass") == "Pass"


# ---------------------------------------------------------------- counts and golden logs


def leaves(s: State, depth: int) -> int:
    """How many ways the next `depth` lines can go."""
    (actor,) = game.actors(s) or (None,)
    if depth == 0 or actor is None:
        return 1
    return sum(leaves(package.apply(s, actor, action), depth - 1) for action in package.legal(s, actor))


def count_rows() -> list[list[int]]:
    rows = COUNTS.read_text().splitlines()
    return [list(map(int, row.split())) for row in rows if row and not row.startswith("#")]


@pytest.mark.parametrize("row", count_rows(), ids=str)
def test_counts(row: list[int]) -> None:
    players, depth, expected = row
    s = package.start(players, Options(sight="none"))
    s = said(s, (DEALER, json.dumps({"type": "deal", "sticks": [1] * min(players, 4), "manitou": 0})))
    assert leaves(s, depth) == expected


def auctions(s: State) -> int:
    """How many ways this auction can go."""
    if s.phase != "auction":
        return 1
    return sum(auctions(package.apply(s, s.to_speak, action)) for action in package.legal(s, s.to_speak))


def test_two_players_have_1024_auctions() -> None:
    """A rising row of bids without ten and a pass (512 sets), or one that ends in ten (512)."""
    s = said(package.start(2, Options(sight="none")), (DEALER, '{"type":"deal","sticks":[1,1],"manitou":0}'))
    assert auctions(said(s, (DEALER, STICK))) == 1024


def test_there_is_a_golden_log_for_every_way_of_seeing_and_of_ending() -> None:
    headers = [read_header(path.read_text("utf-8")) for path in LOGS.glob("five-millimetres-*.log")]
    sights = {msgspec.json.decode(header.options["sight"]) for header in headers}
    reasons = {msgspec.json.decode(header.notes["result"])["reason"] for header in headers}
    assert sights == {"keen", "normal", "tired", "exact", "none"}
    assert reasons == {"eight", "broke", "four_alike"}
