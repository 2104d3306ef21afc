"""Measurements on the wood of Au doigt & à l'œil, with the real physics."""
