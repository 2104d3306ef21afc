"""Every game to its end over real sockets; every byte a viewer got is one that another world gives too."""

import asyncio
import random
from itertools import groupby
from typing import Any

import msgspec
import pytest

from cinq.core.game import AnyGame, Seat, Value, menu
from cinq.core.verify import verify
from cinq.games import GAMES, live_facts, load_game
from cinq.server import wire
from cinq.server.rooms.projection import changes
from cinq.table import events
from cinq.table.match import Step
from tests.server.client import Client, Server, play_on, table
from tests.server.storage.journals import record

OPTIONS: dict[str, dict[str, Any]] = {"dix-mille": {"target": 1000}, "five-or-less": {"end": {"rounds": 1}}}
SEATS = 3


@pytest.mark.parametrize("game", GAMES)
def test_people_play_to_the_end_and_nobody_sees_what_they_may_not(server: Server, game: str) -> None:
    asyncio.run(_play(server, game))


async def _play(server: Server, game: str) -> None:
    async with table(server, game, SEATS, options=OPTIONS.get(game, {}), public=True) as people:
        watcher = await Client(server, people[0].table).open()
        parts = [play_on(client, seat, random.Random(seat)) for seat, client in enumerate(people)]
        await asyncio.wait_for(asyncio.gather(*parts, _watch(watcher)), 120)
        await watcher.close()
        finished = people[0].state["reveal"]["game"]
        log = server.request(f"/api/log/{finished}")
        assert not verify(log.decode(), load_game).problems
        assert server.request(f"/api/verify/{finished}")["ok"]
        replayed, found = record(server.data, people[0].table)
        for seat, client in [*enumerate(people), (None, watcher)]:
            _no_secret(client, found.secret, [c.token for c in people if c is not client])
            _no_leak(load_game(game), found.steps, seat, client)
        _replays(server, finished, people, len(found.lines))
        assert replayed.phase == "over"


async def _watch(client: Client) -> None:
    while not client.over:
        await client.hear(60.0)


def _no_secret(client: Client, secret: str, tokens: list[str | None]) -> None:
    """No frame before the last shows the secret, and no frame ever shows another's token."""
    for frame, message in zip(client.frames, client.messages, strict=True):
        assert message.get("result") is not None or secret.encode() not in frame
        assert not any(token and token.encode() in frame for token in tokens)


def _no_leak(game: AnyGame, steps: list[Step], seat: Seat | None, client: Client) -> None:
    """Each update is, byte by byte, the one that a world gives which the viewer cannot tell from this one."""
    rng = random.Random(7)
    by_seq = {step.seq: step for step in steps}
    for frame, message in zip(client.frames, client.messages, strict=True):
        if message["type"] == "update" and message.get("result") is None:
            told = [by_seq[line["seq"]] for line in message["lines"]]
            assert frame == wire.encode(_from_another_world(game, told, seat, message, rng)), message
        elif message["type"] == "sync" and message.get("view") and message.get("result") is None:
            s = _world(game, by_seq[max(s for s in by_seq if s <= message["seq"])].after, seat, rng)
            assert msgspec.json.encode(game.view(s, seat)) == msgspec.json.encode(message["view"])


def _world(game: AnyGame, s: Value | None, seat: Seat | None, rng: random.Random) -> Value:
    assert s is not None
    return next(iter(game.worlds(s, seat, rng)), s)


def _from_another_world(
    game: AnyGame, steps: list[Step], seat: Seat | None, message: dict[str, Any], rng: random.Random
) -> wire.Update:
    lines = []
    for step in steps:
        before, after = _world(game, step.before, seat, rng), _world(game, step.after, seat, rng)
        assert isinstance(step.event, events.Played) and step.action is not None and step.before is not None
        possible = game.refusal(before, step.event.actor, step.action) is None
        shown = game.seen(before if possible else step.before, seat, step.event.actor, step.action)
        story = game.story(game.view(before, seat), game.view(after, seat))
        lines.append(wire.RedactedLine(step.seq, step.event.actor, shown, tuple(story), step.event.margin))
    began, ended = _world(game, steps[0].before, seat, rng), _world(game, steps[-1].after, seat, rng)
    offered = menu(game, ended, seat) if seat is not None and seat in game.actors(ended) else []
    who = game.actors(ended)
    last = steps[-1]
    own = isinstance(last.event, events.Played) and last.event.actor == seat
    must = who if len(who) == 1 else tuple(x for x in who if isinstance(x, int) and game.safest(ended, x))
    return wire.Update(
        after=steps[0].seq - 1,
        seq=steps[-1].seq,
        lines=tuple(lines),
        chain=steps[-1].chain.hex()[:32],
        changes=changes(game.view(began, seat), game.view(ended, seat)),
        menu=tuple(offered) if len(offered) <= 300 else (),
        more=len(offered) > 300,
        take_back=own and isinstance(last.action, live_facts(game.NAME).take_backs),
        to_act=who,
        must_act=tuple(x for x in must if isinstance(x, int)),
        ref=message.get("ref"),
    )


def _replays(server: Server, finished: str, people: list[Client], lines: int) -> None:
    for seat, client in enumerate(people):
        replay = server.request(f"/api/replay/{finished}?seat={seat}")
        assert len(replay["frames"]) == lines + 1
        assert replay["frames"][-1]["view"] == client.view
        assert replay["reveal"]["secret"] and replay["result"] == client.state["result"]
    whole = server.request(f"/api/replay/{finished}?everything=true")
    assert [len(frame.get("views", ())) for frame in whole["frames"]] == [len(people)] * (lines + 1)
    assert finished in {game["id"] for game in server.request("/api/games/finished")}


@pytest.mark.parametrize("game", GAMES)
def test_a_person_against_bots(server: Server, game: str) -> None:
    """One call begins it; bots think elsewhere; the game comes to its end."""

    async def go() -> None:
        new = {"game": game, "name": "Ana", "chairs": SEATS, "start": True, "coach": True}
        new |= {"bots": ["beginner"] * (SEATS - 1), "options": OPTIONS.get(game, {})}
        made = server.request("/api/tables", new)
        client = await Client(server, made["table"], made["token"]).open()
        await asyncio.wait_for(play_on(client, 0, random.Random(3)), 120)
        await client.close()

    asyncio.run(go())


def test_lines_of_one_message_are_in_a_row(server: Server) -> None:
    """What a seat does and what the dealer answers come together, and are written together."""

    async def go() -> None:
        async with table(server, "dix-mille", 2) as people:
            (seat,) = people[0].state["must_act"]
            answer = await people[seat].act({"type": "throw"})
            assert [line["actor"] for line in answer["lines"]] == [seat, "dealer"]
            numbers = [line["seq"] for line in answer["lines"]]
            assert numbers == list(range(answer["after"] + 1, answer["seq"] + 1))
            assert len(list(groupby(numbers))) == 2

    asyncio.run(go())


def test_bots_wait_for_a_pause_and_go_on_after_it(server: Server) -> None:
    async def go() -> None:
        new = {"game": "dix-mille", "name": "Ana", "bots": ["regular"], "start": True}
        made = server.request("/api/tables", {**new, "options": {"target": 2000}})
        client = await Client(server, made["table"], made["token"]).open()
        for _ in range(6):
            assert (await client.ask("pause"))["type"] == "changed"
            before = client.seq
            await asyncio.sleep(0.1)
            assert client.seq == before
            await client.ask("pause", paused=False)
            if client.over:
                break
        await asyncio.wait_for(play_on(client, 0, random.Random(2)), 60)

    asyncio.run(go())


def test_who_leaves_is_kept_by_a_bot_until_they_come_back(server: Server) -> None:
    async def go() -> None:
        async with table(server, "dix-mille", 2, options={"target": 20_000}) as people:
            await people[0].ask("leave")
            kept = await people[1].until(lambda m: m["type"] == "presence" and m["chairs"][0].get("kept"))
            assert kept["chairs"][0]["kind"] == "person"
            for _ in range(3):  # the bot plays its turns
                while people[1].state.get("must_act") != [1]:
                    await people[1].hear()
                await people[1].act({"type": "throw"})
            back = await Client(server, people[0].table, people[0].token).open()
            assert back.sync["you"] == 0
            await back.until(lambda m: m["type"] == "presence" and not m["chairs"][0].get("kept"))

    asyncio.run(go())


def test_a_rematch_keeps_seats_and_spectators(server: Server) -> None:
    async def go() -> None:
        async with table(server, "dix-mille", 2, options={"target": 1000}) as people:
            watcher = await Client(server, people[0].table).open()
            parts = [play_on(client, seat, random.Random(seat)) for seat, client in enumerate(people)]
            await asyncio.wait_for(asyncio.gather(*parts, _watch(watcher)), 60)
            first = people[0].state["reveal"]["commitment"]
            for client in people:
                await client.send({"type": "rematch"})
            for client in [*people, watcher]:
                begun = await client.until(lambda m: m["type"] == "sync" and m["table"]["phase"] == "playing")
                assert begun["table"]["commitment"] != first and begun["table"]["round"] == 2
            assert [client.sync.get("you") for client in [*people, watcher]] == [0, 1, None]

    asyncio.run(go())


def test_muted_talk_is_a_skip(server: Server) -> None:
    async def go() -> None:
        async with table(server, "dix-mille", 2) as people:
            await people[0].ask("mute", seat=1)
            await people[1].ask("chat", text="bonne chance")
            assert (await people[0].until(lambda m: m["type"] in ("said", "skip")))["type"] == "skip"
            await people[0].ask("mute", seat=1, muted=False)
            await people[1].ask("say", phrase="thanks")
            assert (await people[0].until(lambda m: m["type"] in ("said", "skip")))["phrase"] == "thanks"

    asyncio.run(go())


def test_the_coach_answers_only_against_bots(server: Server) -> None:
    async def go() -> None:
        new = {"game": "dix-mille", "name": "Ana", "bots": ["beginner"], "start": True, "coach": True}
        made = server.request("/api/tables", new)
        client = await Client(server, made["table"], made["token"]).open()
        while client.state.get("must_act") != [0]:
            await client.hear(30.0)
        assert (await client.ask("ask_hint"))["type"] == "hint"
        async with table(server, "dix-mille", 2, coach=True) as people:
            assert (await people[0].ask("ask_hint"))["code"] == "forbidden"

    asyncio.run(go())


@pytest.mark.parametrize("game", GAMES)
def test_a_chair_can_be_added_after_a_game(server: Server, game: str) -> None:
    asyncio.run(_one_more(server, game))


async def _one_more(server: Server, game: str) -> None:
    async with table(server, game, 2, options=OPTIONS.get(game, {})) as people:
        parts = [play_on(client, seat, random.Random(seat)) for seat, client in enumerate(people)]
        await asyncio.wait_for(asyncio.gather(*parts), 120)
        path = f"/api/tables/{people[0].table}"
        changed = await people[0].ask("configure", chairs=3)
        if changed["type"] == "refused":  # this game is for two with these options
            assert changed["code"] == "unknown"
            return
        late = Client(server, people[0].table, server.request(f"{path}/seats", {"name": "Late"})["token"])
        await late.open()
        assert late.sync["you"] == 2
        for client in (late, *people):
            await client.send({"type": "rematch"})
        for client in (late, *people):
            await client.until(lambda m: m["type"] == "sync" and m["table"]["phase"] == "playing")
        await late.close()
