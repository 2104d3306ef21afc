"""Every decoder takes every kept input and mutations of them; `make fuzz` tries many more.

An input that fails is written to the corpus as `found`, the shortest one last: keep it, under a name
that says what it showed, with what mends it.
"""

import os

import pytest
from hypothesis import given, settings

from tests.server.fuzz.mutations import CORPUS, corpus, mutated
from tests.server.fuzz.targets import TARGETS

EXAMPLES = int(os.environ.get("CINQ_FUZZ", "60"))
"""Mutations tried for each decoder."""


@pytest.mark.parametrize("target", TARGETS)
def test_what_was_kept(target: str) -> None:
    assert corpus(target)
    for data in corpus(target):
        TARGETS[target](data)


@pytest.mark.parametrize("target", TARGETS)
def test_mutations(target: str) -> None:
    @settings(max_examples=EXAMPLES)
    @given(data=mutated(corpus(target)))
    def run(data: bytes) -> None:
        try:
            TARGETS[target](data)
        except Exception:
            (CORPUS / target / "found").write_bytes(data)
            raise

    run()
