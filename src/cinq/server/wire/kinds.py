"""The three kinds of structs on the wire."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import msgspec

from cinq.core.game import wire_name

Json: TypeAlias = Any
"""A value whose type belongs to a game."""
REF_LENGTH = 64
"""Characters of a reference: it is written to the journal with what was asked for."""
Ref: TypeAlias = Annotated[str, msgspec.Meta(max_length=REF_LENGTH)]
"""Names a request of one seat, so that its answer is known and it is not done twice."""


class FromSeatMessage(
    msgspec.Struct,
    frozen=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    tag_field="type",
    tag=wire_name,
    gc=False,
):
    """Something a person or a program says. `ref` comes back with its answer."""


class ToSeatMessage(
    msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", tag=wire_name, gc=False
):
    """Something the table says."""


class Part(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A part of a message."""
