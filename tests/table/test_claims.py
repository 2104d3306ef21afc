"""Races: a slow connection is no handicap, and a forged delay gains at most the cap."""

import random

import pytest

from cinq.table.claims import CAP, PINGS, Claim, RoundTrip, by_reaction, margins, race_end, reaction

RACES = 2_000


def measured_trip(rng: random.Random, delay: float) -> RoundTrip:
    """The round trip of a connection whose pings take `delay` there and back, give or take."""
    trip = RoundTrip()
    for _ in range(8):
        trip.measured(delay * rng.uniform(1.0, 1.06))
    return trip


def race(rng: random.Random, delays: tuple[float, float], claimed: tuple[float, float] | None = None) -> int:
    """One race between two people with equal reactions: who won."""
    shown, arrivals = 100.0, []
    for seat, delay in enumerate(delays):
        took = rng.gauss(0.45, 0.09)
        trip = measured_trip(rng, delay).least if claimed is None else claimed[seat]
        there_and_back = delay * rng.uniform(1.0, 1.06)  # shown late by half, heard late by half
        arrivals.append((shown + there_and_back + took, seat, trip))
    arrivals.sort()
    return judged(shown, arrivals)


def judged(shown: float, arrivals: list[tuple[float, int, float]]) -> int:
    """The winner as a table finds it: claims that arrive before the window closes, by reaction."""
    trips = {seat: trip for _, seat, trip in arrivals}
    waiting: list[Claim] = []
    until = float("inf")
    for at, seat, trip in arrivals:
        if at > until:
            break
        claim = Claim(seat, None, None, reaction(at, shown, trip))  # type: ignore[arg-type]
        waiting.append(claim)
        until = min(until, race_end(shown, claim, [t for rival, t in trips.items() if rival != seat]))
    return by_reaction(waiting)[0].seat


def share(delays: tuple[float, float], claimed: tuple[float, float] | None = None, seed: int = 1) -> float:
    rng = random.Random(seed)
    return sum(race(rng, delays, claimed) == 1 for _ in range(RACES)) / RACES


def test_a_slow_connection_is_no_handicap() -> None:
    assert share((0.010, 0.150)) == pytest.approx(0.5, abs=0.03)


def test_without_this_a_slow_connection_would_lose() -> None:
    rng = random.Random(2)
    won = 0
    for _ in range(RACES):
        quick, slow = rng.gauss(0.45, 0.09) + 0.010, rng.gauss(0.45, 0.09) + 0.150
        won += slow < quick
    assert won / RACES < 0.2


def test_a_forged_lag_gains_at_most_the_cap() -> None:
    """A liar is judged as if quicker by the cap, and no more, however large the lie."""
    honest = share((0.010, 0.010), (0.010, 0.010 + CAP), seed=3)
    assert share((0.010, 0.010), (0.010, 60.0), seed=3) == pytest.approx(honest, abs=0.02)
    assert reaction(10.0, 9.0, 60.0) == pytest.approx(1.0 - CAP)


def test_a_round_trip_is_the_least_of_the_last_pings() -> None:
    trip = RoundTrip()
    assert trip.least == 0.0
    for seconds in (0.03, 0.02, 0.05):
        trip.measured(seconds)
    assert trip.least == 0.02
    for _ in range(PINGS):
        trip.measured(0.2)
    assert trip.least == 0.2, "what was measured long ago counts no more"


def test_nobody_waits_longer_than_the_cap() -> None:
    for rivals in ([], [0.01], [0.15, 3.0]):
        claim = Claim(0, None, None, reaction(10.0, 9.0, 0.0))  # type: ignore[arg-type]
        assert race_end(9.0, claim, rivals) <= 10.0 + CAP


def test_bots_and_lone_claimants_wait_for_nobody() -> None:
    claim = Claim(0, None, None, reaction(10.0, 9.0, 0.0))  # type: ignore[arg-type]
    assert race_end(9.0, claim, []) == 10.0


def test_margins_say_how_close_it_was() -> None:
    claims = [Claim(seat, None, None, r) for seat, r in enumerate((0.5, 0.3, 0.42))]  # type: ignore[arg-type]
    assert [c.seat for c in by_reaction(claims)] == [1, 2, 0]
    assert margins(by_reaction(claims)) == [0.12, 0.08, None]
