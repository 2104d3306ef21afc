"""Commands for one game: judge it, show it, check how it was dealt, seat a program."""
