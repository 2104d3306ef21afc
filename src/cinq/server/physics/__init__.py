"""Physics at live tables: the source of the WORLD's lines."""
