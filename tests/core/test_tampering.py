"""Every kind of tampering with a finished game's log, and who notices it.

The table `NOTICED` is printed in docs/fairness.md. *Plain*: the log was edited by hand. *Forged*:
whoever edited it also computed commitment and chain again. *Anchored*: somebody kept the commitment
and the last chain while the game was played.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from cinq.core.fairness import SHOWN, Chain, Draws, commitment, opening_of
from cinq.core.game import Value, step
from cinq.core.log import Header, Line, header_of, read_header, read_lines, start_of, write
from cinq.core.play import random_seat
from cinq.core.verify import UNANCHORED, Anchor, chains, promise_of, verify
from cinq.games import load_game
from cinq.games.dix_mille.rules import Options

SECRET = bytes(range(32))
OPTIONS = Options(target=1_000)
NONCES = ("ana's", "bob's")
NAMES = ("Ana", "Bob")
game = load_game("dix-mille")


def played(secret: bytes = SECRET, seed: int = 2) -> str:
    """The log of a whole game, dealt and chained as a live table does."""
    s: Value = game.start(2, OPTIONS)
    rng, lines = random.Random(seed), list[Line]()
    opening = opening_of(game.NAME, 2, OPTIONS, NAMES, (None, None), NONCES, commitment(secret))
    chain = Chain(secret, opening)
    while who := game.actors(s):
        chance = game.chance(s)
        draws = Draws(secret, NONCES, len(lines) + 2)
        action = chance.sample(draws) if chance else random_seat(game, s, who[0], rng)
        assert action is not None
        s = step(game, s, who[0], action)
        lines.append(Line(len(lines) * 0.5, who[0], action))
        chain.extend(lines[-1])
    header = header_of(
        game,
        2,
        OPTIONS,
        secret=secret.hex(),
        commitment=commitment(secret),
        nonces=list(NONCES),
        names=list(NAMES),
        levels=[None, None],
        margins={},
        chain=chain.value.hex(),
    )
    return write(header, lines)


LOG = played()
LINES = list(read_lines(game, LOG))
VALUES = chains(read_header(LOG), promise_of(read_header(LOG)), LINES)
ANCHOR = Anchor(commitment(SECRET), VALUES[-1][:SHOWN])


def forged(text: str) -> str:
    """The same log with commitment and chain computed again, as a careful forger writes it."""
    header, lines = read_header(text), list(read_lines(game, text))
    secret = promise_of(header).secret
    header = with_notes(header, commitment=commitment(bytes.fromhex(secret)))
    return write(with_notes(header, chain=chains(header, promise_of(header), lines)[-1]), lines)


def with_notes(header: Header, **notes: object) -> Header:
    raw = {name: msgspec.Raw(msgspec.json.encode(note)) for name, note in notes.items()}
    return msgspec.structs.replace(header, notes={**header.notes, **raw})


def problems(text: str, anchor: Anchor = UNANCHORED) -> tuple[str, ...]:
    return verify(text, load_game, anchor).problems


# ---------------------------------------------------------------- the kinds of tampering


def with_header(**notes: object) -> str:
    return write(with_notes(read_header(LOG), **notes), LINES)


def other_option() -> str:
    """An option that no line of this game depends on."""
    header = read_header(LOG)
    options = {**header.options, "entry_offer": msgspec.Raw(b"true")}
    return write(msgspec.structs.replace(header, options=options), LINES)


def other_time() -> str:
    later = msgspec.structs.replace(LINES[7], at=LINES[7].at + 0.001)
    return write(read_header(LOG), [*LINES[:7], later, *LINES[8:]])


def legal_replacements() -> Iterator[str]:
    """The log with one seat's line replaced by each other legal one, and nothing else changed."""
    header = read_header(LOG)
    s = start_of(game, header)
    for at, line in enumerate(LINES):
        for other in game.legal(s, line.actor) if isinstance(line.actor, int) else ():
            if other != line.action:
                changed = msgspec.structs.replace(line, action=other)
                yield write(header, [*LINES[:at], changed, *LINES[at + 1 :]])
        s = step(game, s, line.actor, line.action)


def other_move() -> str:
    """A move for which every later line is still legal and dealt as promised: the hardest to notice."""
    return next(text for text in legal_replacements() if not problems(forged(text)))


def other_end() -> str:
    """Another game from another secret, under the same names and nonces."""
    return played(bytes(32), 3)


KINDS: dict[str, tuple[Callable[[], str], bool, bool]] = {
    "a move that leaves the rest legal": (other_move, True, False),
    "a name": (lambda: with_header(names=["Ana", "Eve"]), True, False),
    "a time": (other_time, True, False),
    "the order of two lines": (
        lambda: write(read_header(LOG), [*LINES[:8], *LINES[9:7:-1], *LINES[10:]]),
        True,
        True,
    ),
    "dice": (lambda: LOG.replace('"values":[5,6]', '"values":[6,6]', 1), True, True),
    "the secret": (lambda: with_header(secret="00" * 32), True, True),
    "a nonce": (lambda: with_header(nonces=["ana's", "mine"]), True, True),
    "an option without effect": (other_option, True, False),
    "a race's margin": (lambda: with_header(margins={"3": 0.5}), True, False),
    "a missing last line": (lambda: write(read_header(LOG), LINES[:-1]), True, True),
    "a whole other game": (other_end, False, False),
}
"""How it is made; whether a plain edit is noticed without an anchor, and whether a forged one is."""


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_noticed(kind: str) -> None:
    make, plain, forgery = KINDS[kind]
    text = make()
    assert text != LOG
    assert bool(problems(text)) == plain
    assert bool(problems(forged(text))) == forgery
    assert problems(text, ANCHOR) and problems(forged(text), ANCHOR), "anchored, everything is noticed"


def test_the_log_itself_is_honest() -> None:
    checked = verify(LOG, load_game, ANCHOR)
    assert not checked.problems and checked.anchored == checked.lines == len(LINES)


def test_no_late_replacement_of_a_move_goes_unnoticed_when_anchored() -> None:
    texts = list(legal_replacements())
    unnoticed = sum(not problems(forged(text)) for text in texts)
    assert len(texts) > 40 and unnoticed > 5, "some are noticed by nothing but the anchor"
    for text in texts:
        assert problems(forged(text), ANCHOR)
        assert problems(forged(text), Anchor(chain=ANCHOR.chain))


def test_every_change_of_one_character_is_noticed_when_anchored() -> None:
    rng = random.Random(1)
    for _ in range(300):
        at = rng.randrange(len(LOG) - 1)
        other = LOG[:at] + rng.choice([c for c in '0123456789abcdef,:"' if c != LOG[at]]) + LOG[at + 1 :]
        try:
            same = read_header(other) == read_header(LOG) and list(read_lines(game, other)) == LINES
        except Exception:
            same = False
        assert same or problems(other, ANCHOR), (at, LOG[at - 20 : at + 20])


def test_an_earlier_chain_holds_the_lines_up_to_it() -> None:
    seen = VALUES[10][:SHOWN]
    checked = verify(LOG, load_game, Anchor(ANCHOR.commitment, seen))
    assert not checked.problems and checked.anchored == 10
    changed = msgspec.structs.replace(LINES[9], at=99.0)
    assert problems(forged(write(read_header(LOG), [*LINES[:9], changed, *LINES[10:]])), Anchor(chain=seen))


def test_a_whole_chain_is_found_and_less_than_is_shown_is_not() -> None:
    """Older servers sent all 64 digits; too few of them could be those of another log."""
    assert verify(LOG, load_game, Anchor(chain=VALUES[10])).anchored == 10
    assert problems(LOG, Anchor(chain=VALUES[10][:-1] + "x"))
    assert problems(LOG, Anchor(chain=VALUES[10][: SHOWN - 1]))


def test_a_log_without_a_chain_is_no_answer_to_one_that_was_seen() -> None:
    header = read_header(LOG)
    bare = msgspec.structs.replace(
        header, notes={name: note for name, note in header.notes.items() if name != "chain"}
    )
    assert not problems(write(bare, LINES))
    assert problems(write(bare, LINES), ANCHOR) == ("the log has no chain, but one was seen",)


def test_the_document_says_the_same() -> None:
    text = (Path(__file__).parents[2] / "docs/fairness.md").read_text("utf-8")
    say = {True: "noticed", False: "not noticed"}
    for kind, (_, plain, forgery) in KINDS.items():
        assert f"| {kind} | {say[plain]} | {say[forgery]} | noticed |" in text
