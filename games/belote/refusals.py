"""Sentences for moves at the wrong time, and answers to the linter."""

CALLS = ("bid", "pass_bid", "coinche", "surcoinche")

AUCTION_OVER = "The auction is over; play a card."
MATCH_OVER = "The match is over; start another one."

REFUSALS = (
    ("bidding", "play_card", "No trick is in progress: the auction is not over."),
    ("bidding.open", "surcoinche", "Nobody has coinched, so there is nothing to surcoinche."),
    ("bidding.coinched", "bid", "After a coinche you can only pass or, if your side bid, surcoinche."),
    ("bidding.coinched", "coinche", "The contract is coinched already."),
    *(("playing", call, AUCTION_OVER) for call in CALLS),
    *(("match_over", move, MATCH_OVER) for move in (*CALLS, "play_card")),
)

PASS = "The seat in turn can always pass."
CARD = "The seat in turn holds a card, and of its cards at least one meets every duty."

ACCEPTED = (
    ("may_deadlock", "bidding.open", PASS),
    ("may_deadlock", "bidding.coinched", PASS),
    ("may_deadlock", "playing.leading", CARD),
    ("may_deadlock", "playing.following", CARD),
)
