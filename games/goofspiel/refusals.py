"""Sentences for moves at the wrong time."""

REFUSALS = (("game_over", "bid", "The game is over."),)
