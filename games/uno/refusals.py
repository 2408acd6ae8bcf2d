"""Sentences for moves that a phase does not know."""

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
