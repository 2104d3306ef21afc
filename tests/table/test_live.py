"""The live table, without sockets or clocks: chairs, starting, acting, racing, pausing, coming back."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cinq.core.fairness import commitment
from cinq.core.game import Action
from cinq.core.log import write
from cinq.core.verify import verify
from cinq.games import GAMES, load_game
from cinq.games.dix_mille.rules import Bank, TakeOver, Throw
from cinq.games.doigt_oeil.stand_in import stand_in
from cinq.games.five_or_less.rules import EndTurn
from cinq.server.storage.archive import last_record
from cinq.table import events, lobby, play
from cinq.table.play import act
from cinq.table.table import Refusal, Table
from cinq.table.timers import due, wake
from tests.table.folding import folded

SECRET = bytes(range(32))


def opened(game: str = "dix-mille", chairs: int = 2, **options: Any) -> Table:
    t = Table("t")
    lobby.open_table(t, 0.0, game, options, chairs, SECRET)
    return t


def begun(
    game: str = "dix-mille", chairs: int = 2, clock: events.ClockName = "none", **options: Any
) -> Table:
    """Everyone sits and is ready: the game has begun at 1.0."""
    t = Table("t")
    lobby.open_table(t, 0.0, game, options, chairs, SECRET, clock)
    for seat in range(chairs):
        lobby.sit(t, 0.0, f"P{seat}", seat, f"hash{seat}")
    for seat in range(chairs):
        lobby.ready(t, 1.0, seat, True)
    return t


def seat_to_act(t: Table) -> int:
    (seat,) = t.must_act()
    return seat


def same(a: Table, b: Table) -> bool:
    names = (
        "seq",
        "chairs",
        "host",
        "phase",
        "state",
        "secret",
        "nonces",
        "round",
        "paused",
        "options",
        "refs",
    )
    clocks = [x.match.clocks if x.match else None for x in (a, b)]
    return clocks[0] == clocks[1] and all(getattr(a, name) == getattr(b, name) for name in names)


# ---------------------------------------------------------------- before a game


def test_the_first_person_is_host() -> None:
    t = opened()
    lobby.sit(t, 0.0, "Ana", 1, "h")
    assert t.host == 1


def test_bad_options_and_numbers_of_players_are_refused() -> None:
    for wrong in ({"target": 17}, {"nonsense": 1}):
        with pytest.raises(Refusal):
            opened("dix-mille", 2, **wrong)
    with pytest.raises(Refusal, match="players"):
        opened(chairs=9)
    with pytest.raises(Refusal):
        opened("chess")


def test_a_taken_chair_stays_taken() -> None:
    t = opened()
    lobby.sit(t, 0.0, "Ana", 0, "h")
    with pytest.raises(Refusal):
        lobby.sit(t, 0.0, "Bob", 0, "i")
    assert lobby.sit(t, 0.0, "Bob", None, "i") == 1
    with pytest.raises(Refusal):
        lobby.sit(t, 0.0, "Eve", None, "j")


def test_only_the_host_sets_the_table() -> None:
    t = opened(chairs=3)
    lobby.sit(t, 0.0, "Ana", 0, "h")
    lobby.sit(t, 0.0, "Bob", 1, "i")
    change = events.Configured(chairs=2, clock="brisk", options={"target": 2000})
    with pytest.raises(Refusal, match="host"):
        lobby.configure(t, 0.0, 1, change)
    lobby.configure(t, 0.0, 0, change)
    assert len(t.chairs) == 2 and t.clock == "brisk"
    with pytest.raises(Refusal, match="open chairs"):
        lobby.configure(t, 0.0, 0, events.Configured(chairs=1))


def test_the_host_is_handed_on_when_leaving() -> None:
    t = opened()
    lobby.sit(t, 0.0, "Ana", 0, "h")
    lobby.sit(t, 0.0, "Bob", 1, "i")
    lobby.leave(t, 0.0, 0)
    assert t.host == 1 and t.chairs[0].kind == "open"


def test_everyone_ready_begins() -> None:
    t = begun()
    assert t.phase == "playing" and t.round == 1
    assert t.must_act()


def test_open_chairs_keep_it_from_beginning_unless_filled() -> None:
    t = opened(chairs=3)
    lobby.sit(t, 0.0, "Ana", 0, "h")
    lobby.ready(t, 0.0, 0, True)
    assert t.phase == "lobby"
    with pytest.raises(Refusal, match="open chairs"):
        lobby.start(t, 0.0, 0, None)
    lobby.start(t, 0.0, 0, "champion")
    assert t.phase == "playing" and t.bots() == [1, 2]


def test_the_secret_is_promised_before_and_nonces_count() -> None:
    t = opened()
    assert t.commitment == commitment(SECRET)
    lobby.sit(t, 0.0, "Ana", 0, "h")
    lobby.add_nonce(t, 0.0, 0, "my nonce")
    lobby.start(t, 0.0, 0, "beginner")
    assert t.match is not None and t.match.nonces == ("my nonce", "")
    with pytest.raises(Refusal):
        lobby.add_nonce(t, 0.0, 0, "too late")


# ---------------------------------------------------------------- acting


def test_an_action_against_an_older_number_is_stale() -> None:
    t = begun()
    seat, seq = seat_to_act(t), t.seq
    act(t, 2.0, seat, seq, Throw())
    with pytest.raises(Refusal) as refused:
        act(t, 2.0, seat, seq, Throw())
    assert refused.value.code == "stale"


def test_talk_makes_nothing_stale() -> None:
    t = begun()
    seat, seq = seat_to_act(t), t.seq
    lobby.say(t, 2.0, 1 - seat, "P", "hello")
    talked = t.seq
    act(t, 2.0, seat, seq, Throw())
    assert t.seq > talked > seq


def test_a_refusal_names_its_rule_and_changes_nothing() -> None:
    t = begun()
    seat, before = seat_to_act(t), (t.seq, t.state)
    for who, action, rule in (
        (seat, Bank(), "DM-10"),
        (1 - seat, Throw(), "DM-3"),
        (seat, TakeOver(), "DM-14"),
    ):
        with pytest.raises(Refusal) as refused:
            act(t, 2.0, who, t.seq, action)
        assert refused.value.rule == rule
    assert (t.seq, t.state) == before


def test_the_dealer_answers_at_once() -> None:
    t = begun()
    act(t, 2.0, seat_to_act(t), t.seq, Throw(), "a")
    kinds = [step.event.actor for step in list(t.recent)[-2:] if isinstance(step.event, events.Played)]
    assert kinds[-1] == "dealer"


def test_a_resent_action_is_known() -> None:
    t = begun()
    seat = seat_to_act(t)
    act(t, 2.0, seat, t.seq, Throw(), "a")
    assert t.done_before(seat, "a") and folded(t).done_before(seat, "a") == t.done_before(seat, "a")
    assert t.done_before(1 - seat, "a") is None


def until_offer(t: Table, now: float) -> int:
    """Play until somebody may take a banked hand over: that seat."""
    while True:
        seat = seat_to_act(t)
        menu: Any = t.game.legal(t.state, seat)  # type: ignore[arg-type]
        if TakeOver() in menu:
            return seat
        act(t, now, seat, t.seq, Bank() if Bank() in menu else Throw())


def test_a_take_over_can_be_taken_back_until_the_dice_fall() -> None:
    t = begun(entry=False)
    seat = until_offer(t, 2.0)
    before = t.state
    act(t, 3.0, seat, t.seq, TakeOver())
    with pytest.raises(Refusal):
        play.take_back(t, 3.0, 1 - seat)
    play.take_back(t, 3.0, seat)
    assert t.state == before and same(t, folded(t))
    act(t, 3.0, seat, t.seq, TakeOver())
    act(t, 3.0, seat, t.seq, Throw())
    with pytest.raises(Refusal):
        play.take_back(t, 3.0, seat)


def test_a_pause_stops_everything() -> None:
    t = begun(clock="brisk")
    play.pause(t, 2.0, 0, True)
    assert due(t) is None
    with pytest.raises(Refusal) as refused:
        act(t, 3.0, seat_to_act(t), t.seq, Throw())
    assert refused.value.code == "paused"
    play.pause(t, 100.0, 1, False)
    act(t, 101.0, seat_to_act(t), t.seq, Throw())


def test_a_clock_that_ran_out_plays_the_safest_action() -> None:
    t = begun(clock="brisk")
    seat, at = seat_to_act(t), due(t)
    assert at is not None and at == pytest.approx(1.0 + 12 + 45)
    wake(t, at - 0.1)
    assert seat_to_act(t) == seat and t.match is not None
    lines = t.match.lines
    wake(t, at)
    assert t.match.lines > lines and t.recent[-1].event


def test_a_clock_that_ran_out_asks_for_the_piece_in_hand_once() -> None:
    """A visible clock where the table chose one: it runs for whoever holds a piece."""
    t = begun("doigt-oeil", clock="brisk", first=0)
    assert t.match is not None
    act(t, 2.0, 0, t.seq, t.game.legal(t.match.state, 0)[0])
    at = due(t)
    assert t.match.who == ("world",) and at is not None and at == pytest.approx(2.0 + 40 + 45)
    wake(t, at - 0.1)
    assert play.take_let_go(t) is None
    wake(t, at)
    assert play.take_let_go(t) == 0 and play.take_let_go(t) is None and due(t) is None


def test_without_a_clock_a_piece_in_hand_is_never_due() -> None:
    t = begun("doigt-oeil", first=0)
    assert t.match is not None
    act(t, 2.0, 0, t.seq, t.game.legal(t.match.state, 0)[0])
    assert t.match.who == ("world",) and due(t) is None


# ---------------------------------------------------------------- coming and going


def test_a_bot_keeps_the_chair_after_the_grace_and_gives_it_back() -> None:
    t = begun()
    play.disconnected(t, 10.0, 1)
    assert due(t) == 30.0
    assert not wake(t, 29.0) and t.bots() == []
    assert wake(t, 30.0) and t.bots() == [1]
    assert play.reconnected(t, 80.0, 1) and t.bots() == []


def test_hosting_passes_on_when_the_host_stays_away() -> None:
    t = opened(chairs=3)
    for seat in range(2):
        lobby.sit(t, 0.0, f"P{seat}", seat, f"hash{seat}")
    play.disconnected(t, 10.0, 0)
    assert due(t) == 30.0
    wake(t, 29.0)
    assert t.host == 0
    wake(t, 30.0)
    assert t.host == 1 and due(t) is None
    assert same(folded(t), t)


def test_hosting_stays_where_nobody_else_is_here() -> None:
    t = opened(chairs=2)
    lobby.sit(t, 0.0, "P0", 0, "hash0")
    play.disconnected(t, 10.0, 0)
    assert due(t) is None
    wake(t, 100.0)
    assert t.host == 0


def test_a_host_who_left_while_nobody_was_here_is_replaced_by_the_first_who_returns() -> None:
    t = begun()
    play.disconnected(t, 10.0, 1)
    lobby.leave(t, 11.0, 0)
    wake(t, 40.0)
    assert t.host == 0, "nobody is here to whom it could pass"
    play.reconnected(t, 50.0, 1)
    wake(t, 50.0)
    assert t.host == 1 and due(t) is None


def test_a_late_friend_takes_a_bots_chair_and_nobody_elses() -> None:
    t = opened(chairs=2)
    lobby.sit(t, 0.0, "Ana", 0, "hash0")
    lobby.start(t, 1.0, 0, "regular")
    assert t.bots() == [1]
    assert lobby.sit(t, 2.0, "Bob", None, "hash1") == 1
    assert t.bots() == [] and t.chairs[1].name == "Bob" and t.seat_of("hash1") == 1
    with pytest.raises(Refusal, match="taken"):
        lobby.sit(t, 3.0, "Zoé", None, "hash2")
    assert same(folded(t), t)


def test_a_host_changes_seats_and_stays_host() -> None:
    t = opened(chairs=3)
    lobby.sit(t, 0.0, "Ana", 0, "hash0")
    lobby.sit(t, 0.0, "Bob", 1, "hash1")
    assert lobby.change_seat(t, 1.0, 0, 2, "hash2") == 2
    assert t.host == 2 and t.chairs[2].name == "Ana" and t.chairs[0].kind == "open"
    assert t.seat_of("hash0") is None and t.seat_of("hash2") == 2
    with pytest.raises(Refusal, match="taken"):
        lobby.change_seat(t, 2.0, 2, 1, "hash3")
    assert same(folded(t), t)


def test_a_pause_says_who_paused() -> None:
    t = begun()
    play.pause(t, 2.0, 1, True)
    assert t.paused_by == 1
    play.pause(t, 3.0, 0, False)
    assert t.paused_by is None


def test_what_can_be_taken_back_is_known_before_it_is_asked_for() -> None:
    t = begun("got-five")
    for seat in range(2):
        with pytest.raises(Refusal):
            play.take_back(t, 1.5, seat)
        assert play.can_take_back(t) != seat


def test_who_leaves_a_game_can_come_back() -> None:
    t = begun()
    lobby.leave(t, 10.0, 0)
    assert t.bots() == [0] and t.host == 1
    assert t.seat_of("hash0") == 0
    play.reconnected(t, 11.0, 0)
    assert t.bots() == []


def play_out(t: Table, now: float, rng: random.Random) -> None:
    """Random seats to the end, with a stand-in for the world."""
    t.pause_scale = 0.0
    while t.phase == "playing":
        now += 0.1
        assert t.match is not None
        s = t.match.state
        if play.owes_world(t):
            play.play(t, now, "world", stand_in(t.game, s, "world", rng))
            continue
        seat = rng.choice(t.must_act())
        listed = t.game.legal(s, seat)
        action: Action = rng.choice(listed) if listed else t.game.open_choices(s, seat)[0].sample(rng)
        act(t, now, seat, t.seq, action, str(t.seq))


def test_a_rematch_keeps_the_chairs_and_takes_a_new_secret() -> None:
    t = begun(target=1000)
    play_out(t, 2.0, random.Random(1))
    assert t.phase == "over"
    old = t.commitment
    lobby.rematch(t, 500.0, 0, bytes(32))
    assert t.phase == "lobby" and t.commitment != old and t.chairs[0].ready and not t.chairs[1].ready
    lobby.rematch(t, 501.0, 1, bytes(32))
    assert t.phase == "playing" and t.round == 2 and same(t, folded(t))


def test_at_a_rematch_a_chair_is_kept_for_a_while_and_then_freed() -> None:
    t = begun(target=1000)
    play_out(t, 2.0, random.Random(1))
    t.away[1] = 499.0
    lobby.rematch(t, 500.0, 0, bytes(32))
    assert t.chairs[1].kind == "person" and due(t) == 499.0 + lobby.RETURN
    assert not lobby.free_kept_chairs(t, 501.0)
    assert lobby.free_kept_chairs(t, 499.0 + lobby.RETURN) and t.chairs[1].kind == "open"


def test_at_a_rematch_no_chair_is_kept_for_somebody_who_left() -> None:
    t = begun(target=1000)
    lobby.leave(t, 2.0, 1)
    play_out(t, 3.0, random.Random(1))
    lobby.rematch(t, 4.0, 0, bytes(32))
    assert t.chairs[1].kind == "open"


# ---------------------------------------------------------------- talk


def test_a_table_does_not_remember_silent_spectators() -> None:
    t = begun()
    for number in range(lobby.LISTENED + 2):
        lobby.say(t, float(number), None, "…", "hello", speaker=str(number))
    assert len(t.talk) < lobby.LISTENED


def test_set_phrases_always_free_text_not_in_got_five() -> None:
    """GF-16."""
    t = begun("got-five")
    lobby.say(t, 2.0, 0, "P0", "well-played")
    with pytest.raises(Refusal) as refused:
        lobby.chat(t, 2.0, None, "a spectator", "your red one is 34")
    assert refused.value.rule == "GF-16"
    with pytest.raises(Refusal):
        lobby.say(t, 2.0, 0, "P0", "34")
    lobby.chat(begun(), 2.0, 0, "P0", "bonne chance")


def test_nobody_talks_too_much() -> None:
    t = begun()
    for _ in range(5):
        lobby.say(t, 2.0, 0, "P0", "hello")
    with pytest.raises(Refusal) as refused:
        lobby.say(t, 2.0, 0, "P0", "hello")
    assert refused.value.code == "limited"
    lobby.say(t, 5.0, 0, "P0", "hello")


# ---------------------------------------------------------------- 5 ou Moins, live


def to_the_end_of_a_turn(t: Table, now: float) -> int:
    """Play until somebody may end their turn: that seat."""
    rng = random.Random(4)
    while True:
        assert t.match is not None
        for seat in t.must_act():
            listed = t.game.legal(t.match.state, seat)
            if EndTurn(False) in listed:
                return seat
            quiet = [a for a in listed if type(a).__name__ not in ("QuickDiscard", "StartPower")]
            act(t, now, seat, t.seq, rng.choice(quiet))
            break


def test_a_turn_ends_no_sooner_than_a_second_and_a_half_after_its_discard() -> None:
    """OM-18."""
    t = begun("five-or-less")
    seat = to_the_end_of_a_turn(t, 10.0)
    waits = act(t, 10.2, seat, t.seq, EndTurn(False), "e")
    assert waits == pytest.approx(1.3) and due(t) == pytest.approx(11.5)
    wake(t, 11.4)
    assert t.must_act() == (seat,)
    wake(t, 11.5)
    assert t.must_act() != (seat,) and t.done_before(seat, "e")


def test_rival_quick_discards_are_judged_by_reaction() -> None:
    """OM-13, OM-15: the slower connection wins if its player was quicker; the other is too slow."""
    t = begun("five-or-less", chairs=3)
    to_the_end_of_a_turn(t, 10.0)
    quick = {seat: _any_quick(t, seat) for seat in range(3)}
    trips = {0: 0.01, 1: 0.2, 2: 0.0}
    assert act(t, 10.50, 0, t.seq, quick[0], "a", trips) == pytest.approx(0.19)
    assert act(t, 10.60, 1, 1, quick[1], "b", trips) is not None  # against an older number: a claim may
    wake(t, due(t) or 0.0)
    claims = [s for s in t.recent if isinstance(s.event, events.Played) and s.action in (quick[0], quick[1])]
    assert [s.event.actor for s in claims if isinstance(s.event, events.Played)][-2:] == [1, 0]
    first = claims[-2].event
    assert isinstance(first, events.Played) and first.margin == pytest.approx(0.09)


def _any_quick(t: Table, seat: int) -> Action:
    assert t.match is not None
    return next(a for a in t.game.legal(t.match.state, seat) if type(a).__name__ == "QuickDiscard")


# ---------------------------------------------------------------- the journal is the only truth


@settings(max_examples=4)
@given(seed=st.integers(0, 2**32))
@pytest.mark.parametrize("name", GAMES)
def test_the_journal_gives_the_same_table_and_an_honest_log(name: str, seed: int) -> None:
    options: dict[str, Any] = {"dix-mille": {"target": 1000}, "five-or-less": {"end": {"rounds": 1}}}
    t = begun(name, clock="relaxed", **options.get(name, {}))
    play_out(t, 2.0, random.Random(seed))
    assert same(t, folded(t))
    _, record = last_record("t", t.pending_rows)
    assert record is not None
    checked = verify(record.log(t.commitment).decode(), load_game)
    assert not checked.problems and checked.lines == len(record.lines) and checked.dealt


def test_a_dealer_who_cheats_is_found_out() -> None:
    t = begun(target=1000)
    play_out(t, 2.0, random.Random(5))
    _, record = last_record("t", t.pending_rows)
    assert record is not None
    log = record.log(t.commitment).decode()
    rows = log.split("\n")
    i = next(i for i, row in enumerate(rows[1:], 1) if '"dice"' in row and '"values":[1' not in row)
    rows[i] = rows[i].replace('"values":[', '"values":[1,', 1)
    values = rows[i].rpartition("[")[2].partition("]")[0].split(",")
    rows[i] = rows[i].replace(f"[{','.join(values)}]", f"[{','.join(values[:1] + values[2:])}]")
    assert verify("\n".join(rows), load_game).problems
    assert verify(log.replace(t.secret, "00" * 32), load_game).problems
    assert verify(write(record.header(commitment(b"x")), record.lines), load_game).problems
    assert verify(log.split("\n", 1)[0] + "\n", load_game).problems
    assert verify("nonsense", load_game).problems
