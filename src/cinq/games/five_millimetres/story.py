"""5 Millimètres told: what changed between two views, as sentences."""

from __future__ import annotations

from cinq.core.game import Seat, Sentence
from cinq.games.five_millimetres.rules import EIGHT, OVER, TOP_BID
from cinq.games.five_millimetres.scoring import best_seats, four_alike, longest_run, points
from cinq.games.five_millimetres.view import Auction, View


def story(before: View, after: View) -> list[Sentence]:
    """The sentences for one line of the log."""
    if before.auction is not None:
        return _auction(before, before.auction, after)
    if before.manitou is None and after.manitou is not None:
        return [Sentence("dealt", {"who": after.manitou})]
    if after.auction is not None and after.manitou is not None:
        return [Sentence("put-up", {"who": after.manitou})]
    return []


def _auction(before: View, auction: Auction, after: View) -> list[Sentence]:
    """Somebody spoke, and perhaps that was the end of the auction."""
    if after.auction is None:
        return _sold(before, auction, after)
    if after.auction.high > auction.high:
        return [_bid(auction.to_speak, after.auction.high)]
    if len(after.auction.passed) > len(auction.passed):
        return [_passed(auction.to_speak)]
    return []


def _bid(seat: Seat, amount: int) -> Sentence:
    return Sentence("bid", {"who": seat, "amount": amount})


def _passed(seat: Seat) -> Sentence:
    return Sentence("passed", {"who": seat})


def _sold(before: View, auction: Auction, after: View) -> list[Sentence]:
    """The stick is taken and paid for (MM-10 to MM-15)."""
    seat = after.manitou
    assert seat is not None
    ten = seat == auction.to_speak
    price = TOP_BID if ten else auction.high
    paid, money = before.money[seat] - price, after.money[seat]
    told = [_bid(seat, price) if ten else _passed(auction.to_speak)]
    told.append(Sentence("taken" if price else "taken-free", {"who": seat, "price": price, "money": paid}))
    if money > paid:
        told.append(Sentence("chance", {"who": seat, "money": money}))
    if after.phase == OVER:
        return told + _ended(seat, after)
    return told + _compared(seat, after)


def _compared(seat: Seat, after: View) -> list[Sentence]:
    """The owner, and nobody else, has held the new stick against the others."""
    steps = [held.step for held in after.hands[seat] if held.step is not None]
    if not steps:
        return []
    return [Sentence("compared", {"who": seat, "step": steps[-1], "run": longest_run(steps)})]


def _ended(seat: Seat, after: View) -> list[Sentence]:
    """Why it ended, what everyone holds, and who won (MM-16 to MM-20)."""
    assert after.lengths is not None
    held = [tuple(after.lengths[stick.stick] for stick in hand) for hand in after.hands]
    if four_alike(held[seat]):
        return [Sentence("four-alike", {"who": seat})]
    why = "eight" if len(held[seat]) == EIGHT else "broke"
    counted = [_counted(at, hand, after.money[at]) for at, hand in enumerate(held)]
    return [Sentence(why, {"who": seat}), *counted, *_won(held, after.money)]


def _counted(seat: Seat, hand: tuple[int, ...], money: int) -> Sentence:
    """A run and what it makes with the money; without a run the table's agreement decides (MM-18)."""
    total = points(hand, money, lone_stick=False)
    return Sentence("counted", {"who": seat, "run": longest_run(hand), "money": money, "total": total})


def _won(held: list[tuple[int, ...]], money: tuple[int, ...]) -> list[Sentence]:
    """The winners, where the table's agreement on a lone stick (MM-18) makes no difference to them."""
    sticks = tuple(map(len, held))
    strict, lenient = (
        best_seats([points(hand, at, lone) for hand, at in zip(held, money, strict=True)], sticks, money)
        for lone in (False, True)
    )
    if strict != lenient:
        return []
    totals = [points(hand, at, lone_stick=False) for hand, at in zip(held, money, strict=True)]
    level = [Sentence("level")] if totals.count(max(totals)) > len(strict) else []
    return [*level, Sentence("won", {"who": strict, "count": len(strict)})]
