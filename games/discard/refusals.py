"""Sentences for moves at the wrong time, and answers to the linter."""

ALREADY_DEALT = "This turn's hand is already dealt."
GAME_OVER = "The game is over; start another one."
MOVES = ("deal_next_hand", "toggle_card", "confirm_discard", "end_turn", "change_settings")

REFUSALS = (
    ("drawing", "end_turn", "Deal this turn's hand first."),
    ("discarding", "end_turn", "Complete discard phase to end turn."),
    ("discarding", "confirm_discard", "Select as many cards as you owe before you discard them."),
    ("discarding", "deal_next_hand", ALREADY_DEALT),
    ("resting", "deal_next_hand", ALREADY_DEALT),
    ("resting", "confirm_discard", "There is nothing to discard now."),
    *(("game_over", move, GAME_OVER) for move in MOVES),
)

CLAMPED = "Both sizes at once are one after the other; other sizes are clamped."

ACCEPTED = (("missing_legal_move", "change_settings", CLAMPED),)
