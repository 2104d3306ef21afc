"""Seen, not known: nothing a seat ever receives tells lengths better than the declared spread allows.

A few thousand random games are played; everything one seat is shown (lines and views) is
kept, and a set of estimators tries to make more of it than an honest eye could. Each is
held against the exact posterior, told all the other sticks' true lengths for good measure.
The last tests plant leaks, so that we know the estimators would find them.
"""

import random
from functools import cache
from math import exp, log, sqrt
from statistics import NormalDist, fmean, pstdev

import numpy as np
import pytest

from cinq.core.game import Value
from cinq.core.play import by_chance, random_seat
from cinq.games import five_millimetres as game
from cinq.games import load_game
from cinq.games.five_millimetres import Options, State
from cinq.games.five_millimetres.eye import SPREAD, Sharpness
from cinq.games.five_millimetres.rules import AUCTION, Deal, Sight, Stick
from cinq.games.five_millimetres.view import Held, Stand
from tests.games.five_millimetres.sight import MM, Received, believe, eyes, hit_rate, likeliest, receive

SEAT, PLAYERS = 1, 3
BLURRED: tuple[Sharpness, ...] = ("keen", "normal", "tired")
FAR = 4.0
"""Standard errors: chance alone goes so far once in sixteen thousand times."""


class Record(Value, frozen=True):
    """What one seat received in a game, and the truth it was not told."""

    got: Received
    frames: dict[int, tuple[float, ...]]
    """Every number ever shown for a stick, frame by frame."""
    truth: tuple[int, ...]
    """0 the shortest."""


def watched(sight: Sharpness, seed: int, lines: int) -> Record:
    """A random game, as far as the line before its last (the end tells all), from one seat."""
    rng, loaded = random.Random(seed), load_game("five-millimetres")
    s = game.start(PLAYERS, Options(sight=sight))
    got, frames = Received(), dict[int, list[float]]()
    for _ in range(lines):
        (actor,) = game.actors(s)
        choose = random_seat if isinstance(actor, int) else by_chance
        action = choose(loaded, s, actor, rng)
        after = game.apply(s, actor, action)  # type: ignore[arg-type]
        if not game.actors(after):
            break
        view = game.view(after, SEAT)
        got = receive(got, SEAT, game.seen(s, SEAT, actor, action), view)  # type: ignore[arg-type]
        sticks: list[Held | Stand] = [held for hand in view.hands for held in hand]
        for held in (*sticks, *([view.stand] if view.stand else [])):
            if held.apparent is not None:
                frames.setdefault(held.stick, []).append(held.apparent)
        s = after
    truth = tuple(length - 1 for length in s.lengths[: len(got.looks)])
    return Record(got, {stick: tuple(shown) for stick, shown in frames.items()}, truth)


@cache
def records(sight: Sharpness, games: int = 700, lines: int = 70) -> tuple[Record, ...]:
    return tuple(watched(sight, seed, lines) for seed in range(games))


def others(record: Record) -> list[int]:
    """Sticks that the seat never held."""
    return [stick for stick in range(len(record.truth)) if stick not in record.got.steps]


def told_the_rest(record: Record, stick: int, spread: float) -> int:
    """The best guess of one who knows the true length of every other stick: nobody can do better."""
    unit = record.got.steps if stick in record.got.steps else {stick: 0}
    left = [4] * 9
    for other, length in enumerate(record.truth):
        left[length] -= other not in unit
    return likeliest(believe(record.got, stick, spread, left))


def nearest(mm: float) -> int:
    return min(range(9), key=lambda length: abs(log(mm / MM[length])))


# ---------------------------------------------------------------- a look is what it is declared to be


@pytest.mark.parametrize("sight", BLURRED)
def test_looks_are_log_normal_with_the_declared_spread(sight: Sharpness) -> None:
    off = [
        log(look / MM[length]) / SPREAD[sight]
        for record in records(sight)
        for look, length in zip(record.got.looks, record.truth, strict=True)
    ]
    n = len(off)
    assert n > 5_000
    assert abs(fmean(off)) < FAR / sqrt(n), "the median is 1"
    assert abs(pstdev(off) - 1) < FAR / sqrt(2 * n), "the spread is the declared one"
    gap = max(abs((i + 0.5) / n - NormalDist().cdf(x)) for i, x in enumerate(sorted(off)))
    assert gap < 2.2 / sqrt(n), "the shape is normal (Kolmogorov)"


def test_looks_of_one_stick_and_of_one_observer_are_independent() -> None:
    s = game.start(5, Options())
    off = []
    for seed in range(1_500):
        rng = random.Random(seed)
        dealt = game.apply(s, "dealer", Deal((1, 3, 5, 7, 9), 0))
        sight = game.chance(dealt).sample(rng)
        assert isinstance(sight, Sight)
        off.append([log(mm) for row in sight.apparent for mm in row])
    correlation = np.corrcoef(np.array(off).T) - np.eye(25)
    assert np.abs(correlation).max() < 4.5 / sqrt(1_500)


def test_exact_sight_is_exact() -> None:
    for record in records("exact", games=20):
        assert len(record.truth) > 3
        assert [nearest(look) for look in record.got.looks] == list(record.truth)
        assert all(look == MM[length] for look, length in zip(record.got.looks, record.truth, strict=True))


# ---------------------------------------------------------------- and nothing more


@pytest.mark.parametrize("sight", BLURRED)
def test_looking_again_shows_the_same(sight: Sharpness) -> None:
    for record in records(sight):
        for stick, shown in record.frames.items():
            in_hand = stick in record.got.steps
            assert len(set(shown)) <= 1 + in_hand
            assert shown[0] == record.got.looks[stick]


@pytest.mark.parametrize("sight", BLURRED)
def test_sticks_never_held_are_known_by_one_look(sight: Sharpness) -> None:
    """No estimator beats the posterior of one look, which hits as often as the integral says."""
    spread, hits = SPREAD[sight], np.zeros(4)
    count = 0
    for record in records(sight):
        for stick in others(record):
            frames = record.frames[stick]
            guesses = (
                told_the_rest(record, stick, spread),
                likeliest(believe(record.got, stick, spread)),
                nearest(exp(fmean(map(log, frames)))),
                nearest(frames[-1]),
            )
            hits += [guess == record.truth[stick] for guess in guesses]
            count += 1
    bound, *rates = hits / count
    error = sqrt(0.25 / count)
    assert all(rate < bound + FAR * error for rate in rates)
    assert all(abs(rate - hit_rate(spread)) < FAR * error for rate in rates)


@pytest.mark.parametrize("sight", BLURRED)
def test_a_hand_is_known_by_as_many_looks_as_it_has_sticks(sight: Sharpness) -> None:
    """Steps pool the looks of a hand: that is allowed; what is shown in the hand adds nothing to it."""
    spread = SPREAD[sight]
    bound = pooled = ruled = 0
    hands = [record for record in records(sight) if len(record.got.steps) > 1]
    for record in hands:
        stick = min(record.got.steps)
        truth = record.truth[stick]
        bound += told_the_rest(record, stick, spread) == truth
        pooled += likeliest(believe(record.got, stick, spread)) == truth
        ruled += by_ruler(shown_in_hand(record), record.got.steps)[stick] == truth
    n = len(hands)
    assert n > 400
    assert pooled / n < bound / n + FAR * sqrt(0.25 / n)
    assert ruled / n < hit_rate(spread) + FAR * sqrt(0.25 / n), "the shown steps are no ruler"


def shown_in_hand(record: Record) -> dict[int, float]:
    return {stick: record.frames[stick][-1] for stick in record.got.steps}


def by_ruler(shown: dict[int, float], steps: dict[int, int]) -> dict[int, int]:
    """Takes the shown steps for a ruler of 5 mm, and measures the sticks with it."""
    low, high = min(steps, key=steps.__getitem__), max(steps, key=steps.__getitem__)
    unit = (shown[high] - shown[low]) / (steps[high] - steps[low]) / 5 if steps[high] > steps[low] else 1.0
    return {stick: nearest(max(mm / unit, 1.0)) for stick, mm in shown.items()}


def features(record: Record) -> list[float]:
    """Whatever was received, bent in every way a leak might hide in."""
    looks = record.got.looks
    shown = [record.frames[stick][-1] for stick in range(len(looks))]
    steps = [float(record.got.steps.get(stick, 0)) for stick in range(len(looks))]
    grid = [f(2 * np.pi * mm / 5) for mm in looks for f in (np.sin, np.cos)]
    digits = [(mm * 1_000) % 10 for mm in looks] + [mm % 1 for mm in looks] + [mm % 5 for mm in shown]
    last = looks[-1]
    return [1.0, *looks, *shown, *steps, *grid, *digits, last**2, last**3, *(mm * last for mm in looks)]


@cache
def in_the_stand(sight: Sharpness, games: int = 2_400) -> tuple[Record, ...]:
    """Games as they are while the third stick is in the stand (or has just gone to another seat)."""
    found, seed = list[Record](), 0
    while len(found) < games:
        record, seed = watched(sight, seed, 22), seed + 1
        if len(record.truth) >= PLAYERS + 3 and PLAYERS + 2 not in record.got.steps:
            found.append(cut(record, PLAYERS + 3))
    return tuple(found)


def learnt(played: tuple[Record, ...], spread: float) -> float:
    """The share of what one look leaves open that a regression on everything received explains."""
    x, y = np.array([features(record) for record in played]), np.array([unsaid(r, spread) for r in played])
    x = (x - x.mean(0)) / (x.std(0) + 1e-9)
    half = len(y) // 2
    weights = np.linalg.solve(x[:half].T @ x[:half] + 30 * np.eye(x.shape[1]), x[:half].T @ y[:half])
    return float(1 - np.mean((y[half:] - x[half:] @ weights) ** 2) / np.var(y[half:]))


def unsaid(record: Record, spread: float) -> float:
    """The true length of the stick in the stand, less what its one look says."""
    stick = len(record.truth) - 1
    odds = believe(Received(record.got.looks), stick, spread)
    return record.truth[stick] - sum(length * p for length, p in enumerate(odds))


@pytest.mark.parametrize("sight", BLURRED)
def test_nothing_else_received_helps(sight: Sharpness) -> None:
    """What one look leaves open about the stick in the stand cannot be learnt from all the rest."""
    assert learnt(in_the_stand(sight), SPREAD[sight]) < 0.04


def cut(record: Record, sticks: int) -> Record:
    steps = {stick: step for stick, step in record.got.steps.items() if stick < sticks}
    frames = {stick: shown for stick, shown in record.frames.items() if stick < sticks}
    return Record(Received(record.got.looks[:sticks], steps), frames, record.truth[:sticks])


# ---------------------------------------------------------------- the estimators would find a leak


def test_a_shared_factor_would_be_found() -> None:
    """Own sticks shown with one factor instead of one error: the ruler reads every length."""
    right = n = 0
    for record in records("normal"):
        steps = record.got.steps
        if len(set(steps.values())) > 1:
            first = min(steps)
            factor = record.got.looks[first] / MM[record.truth[first]]
            shown = {stick: MM[record.truth[stick]] * factor for stick in steps}
            right += by_ruler(shown, steps)[first] == record.truth[first]
            n += 1
    assert n > 300 and right / n > 0.99


def test_a_look_drawn_again_each_frame_would_be_found() -> None:
    """The average of fresh looks is far better than one look may be."""
    rng = random.Random(1)
    right = n = 0
    for record in records("normal")[:300]:
        for stick in others(record):
            again = [rng.gauss(log(MM[record.truth[stick]]), SPREAD["normal"]) for _ in record.frames[stick]]
            right += nearest(exp(fmean(again))) == record.truth[stick]
            n += 1
    assert right / n > hit_rate(SPREAD["normal"]) + 20 * sqrt(0.25 / n)


def test_a_digit_that_tells_would_be_found() -> None:
    """Looks whose last digit depends on the length: the regression reads it."""
    told = []
    for record in in_the_stand("normal"):
        *looks, last = record.got.looks
        last = round(last, 2) + record.truth[-1] / 1_000
        told.append(Record(Received((*looks, last), record.got.steps), record.frames, record.truth))
    assert learnt(tuple(told), SPREAD["normal"]) > 0.5


# ---------------------------------------------------------------- the ideal observer itself


def test_believing_by_hand() -> None:
    got = Received((61.0, 72.0, 99.0), {0: 0, 1: 2})
    odds = believe(got, 0, 0.035)
    assert sum(odds) == pytest.approx(1) and odds[7:] == (0.0, 0.0)
    fit = [exp(-(log(61 / MM[i]) ** 2 + log(72 / MM[i + 2]) ** 2) / 2 / 0.035**2) for i in range(7)]
    assert odds[:7] == pytest.approx([f / sum(fit) for f in fit])
    assert believe(got, 1, 0.035)[2:] == pytest.approx(odds[:7])
    assert likeliest(believe(got, 2, 0.035)) == 8
    assert believe(got, 2, 0.035, (4, 4, 4, 4, 4, 4, 4, 4, 0))[8] == 0.0


def test_after_the_game_the_better_eye() -> None:
    lines = [
        ("dealer", Deal((1, 9), 0)),
        ("world", Sight(((61.0, 57.0), (100.0, 104.0)))),
        ("dealer", Stick(3)),
        ("world", Sight(((72.0, 70.5),))),
    ]
    assert eyes((1, 9, 3), lines) == pytest.approx((1.0, 2.5))  # type: ignore[arg-type]


def test_no_stick_is_looked_at_twice() -> None:
    """The world speaks once after each draw, never again: there is no second look to ask for."""
    s: State = game.start(2, Options())
    s = game.apply(s, "dealer", Deal((1, 9), 0))
    s = game.apply(s, "world", Sight(((61.0, 57.0), (100.0, 104.0))))
    s = game.apply(s, "dealer", Stick(3))
    s = game.apply(s, "world", Sight(((72.0, 70.5),)))
    assert s.phase == AUCTION and game.refusal(s, "world", Sight(((72.0, 70.5),))) == "MM-4"
