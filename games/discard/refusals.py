"""Sentences for moves at the wrong time, and answers to the linter."""

ALREADY_DEALT = "This turn's hand is already dealt."

REFUSALS = (
    ("drawing", "end_turn", "Deal this turn's hand first."),
    ("discarding", "end_turn", "Complete discard phase to end turn."),
    ("discarding", "confirm_discard", "Select as many cards as you owe before you discard them."),
    ("discarding", "deal_next_hand", ALREADY_DEALT),
    ("resting", "deal_next_hand", ALREADY_DEALT),
    ("resting", "confirm_discard", "There is nothing to discard now."),
)

CLAMPED = "Both sizes at once are one after the other; other sizes are clamped."

ACCEPTED = (("missing_legal_move", "change_settings", CLAMPED),)
