"""Sentences for moves at the wrong time."""

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
