"""The store in PostgreSQL, for several servers at a time; `asyncpg` is imported only here."""
