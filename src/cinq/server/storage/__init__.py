"""Storage: the interface, SQLite, the journal, finished games."""
