"""Sentences for moves at the wrong time, and answers to the linter."""

REFUSALS = (("game_over", "bid", "The game is over."),)

ACCEPTED = (("may_deadlock", "round.bidding", "There are as many cards in each hand as prizes to bid for."),)
