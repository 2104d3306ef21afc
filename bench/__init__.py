"""Figures, never failing on time. `python -m bench [engines|server|physics|minds …]`."""
