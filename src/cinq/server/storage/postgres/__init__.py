"""The store in PostgreSQL, for several servers at a time.

`asyncpg` is imported here and in `moving/postgres.py`.
"""
