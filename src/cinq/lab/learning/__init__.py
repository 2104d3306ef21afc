"""Learning by self-play: `cinq train`."""
