"""A table made again from its journal."""

from cinq.table.table import Table


def folded(t: Table) -> Table:
    """The same table from its journal."""
    again = Table(t.id)
    for row in t.pending_rows:
        again.replay(row)
    return again
