"""One data module per game."""
