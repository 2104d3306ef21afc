"""What every game shares: values, chance, log, observation, fairness, play and laws. Knows no game."""
