"""Honest dealing: the derivation is published, so its numbers stand here."""

from hashlib import sha256

from cinq.core.fairness import Draws, commitment, matches_commitment


def test_the_promise_is_the_sha_256_of_the_secret() -> None:
    assert commitment(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert matches_commitment(b"abc", commitment(b"abc"))
    assert not matches_commitment(b"abd", commitment(b"abc"))


def test_a_draw_is_the_first_53_bits_of_its_block() -> None:
    key = sha256(b"cinq\0secret\0nonce\x00\x0012").digest()
    block = sha256(key + (1).to_bytes(8, "big")).digest()
    draws = Draws(b"secret", ["nonce", ""], 12)
    draws.random()
    assert draws.random() == (int.from_bytes(block, "big") >> (256 - 53)) / 2**53


def test_another_line_nonce_or_secret_is_another_draw() -> None:
    seen = {
        Draws(secret, [nonce], line).random()
        for secret in (b"a", b"b")
        for nonce in ("", "n")
        for line in (1, 2)
    }
    assert len(seen) == 8
