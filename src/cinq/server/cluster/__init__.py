"""Several servers of one store: who owns a table, and the way to it; `redis` is imported only here.

A viewer whose socket is on another server than its table lives on the owner as a `RemoteViewer`.
What goes through Redis may be lost: packets are numbered, and whatever may have missed one is
closed and says hello again with its last number.
"""
