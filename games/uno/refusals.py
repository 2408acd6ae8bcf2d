"""Sentences for moves that a phase does not know, and findings of the linter that are meant."""

ROUND_OVER = "The round is over; the host deals the next one with next_round."
MATCH_OVER = "The match is over."
CALL_FIRST = "Somebody has one card left: they call UNO, another catches them, or the next player goes on."
ANSWER_FIRST = {
    "round.challenging": "Answer the Wild Draw Four first: challenge or accept.",
    "round.stacking": "Answer the draw cards first: stack another or accept.",
    "round.calling": CALL_FIRST,
    "round.swapping": "Swap hands with another player first.",
    "round.naming": "Choose the colour of the opening wild first.",
    "round.drawn": "You have drawn: play that card with play_drawn, or keep it.",
}

REFUSALS = (
    *(("round_over", event, ROUND_OVER) for event in ("play", "draw")),
    *(("match_over", event, MATCH_OVER) for event in ("play", "draw", "leave", "next_round")),
    *((phase, event, sentence) for phase, sentence in ANSWER_FIRST.items() for event in ("play", "draw")),
    ("round", "next_round", "The round is not over yet."),
)

ACCEPTED = (
    ("may_deadlock", "round.playing", "The player to act can play a card that fits, or draw when none does."),
    ("may_deadlock", "round.naming", "The player to act can name any of four colours."),
    ("may_deadlock", "round.drawn", "The player to act can keep the card."),
    ("may_deadlock", "round.calling", "The player with one card left can call."),
    ("may_deadlock", "round.challenging", "The player to act can accept."),
    ("may_deadlock", "round.stacking", "The player to act can accept."),
    ("may_deadlock", "round.swapping", "At least two players are in the match, so there is another hand."),
    ("may_deadlock", "round_over", "A single round ends the match; otherwise the next one can be dealt."),
    (
        "eventless_cycle",
        "round.opening-then-round.opening",
        "Only four cards are Wild Draw Fours and every shuffle is new, so another card opens soon.",
    ),
)
