"""Benchmarks: `python -m bench [bots|dix-mille|engines|page|physics|server …]` (default: all)."""
