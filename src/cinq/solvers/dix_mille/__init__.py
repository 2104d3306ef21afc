"""The exact solution of two-player Dix Mille, stored as a compact policy."""
