"""Benchmarks: `python -m bench [NAME …]` (default: all); the names are in `__main__.py`."""
