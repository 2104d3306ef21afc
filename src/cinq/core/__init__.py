"""What every game shares: values, the log, chance, fairness, play and laws. Knows no game."""
