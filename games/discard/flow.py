"""The discard turn as a table of rows. No logic here: guards and effects are in rules.py."""

from fsm import Flow, State, stay
from games.discard import rules


class DiscardTurn(Flow):
    """Draw a hand, discard down, end the turn."""

    drawing = State("Draw Phase", initial=True)

    class discarding(State.Compound, name="Discard Phase"):
        choosing = State("Discard Phase Active", initial=True)
        selecting = State("Selection In Progress")
        ready = State("Ready to Discard")

        # fmt: off
        choosing.to(selecting,  cond=rules.something_is_selected)
        selecting.to(choosing,  unless=rules.something_is_selected)
        selecting.to(ready,     cond=rules.selection_is_complete)
        ready.to(selecting,     unless=rules.selection_is_complete)
        # fmt: on

    resting = State("Draw Phase Restored")

    # fmt: off
    deal_next_hand  = drawing.to(discarding, cond=rules.discard_is_owed, on=rules.deal) \
                    | drawing.to(resting,                                on=rules.deal)
    toggle_card     = stay(discarding, cond=[rules.card_is_in_hand, rules.card_may_be_toggled], on=rules.toggle)
    confirm_discard = discarding.ready.to(resting,                       on=rules.discard_selection)
    end_turn        = resting.to(drawing,                                on=rules.next_turn)
    change_settings = stay(drawing,                                      on=rules.change_settings) \
                    | stay(discarding,                                   on=rules.change_settings) \
                    | stay(resting,                                      on=rules.change_settings)
    # fmt: on

    refusals = (
        ("discarding", "end_turn", "Complete discard phase to end turn."),
        ("discarding", "confirm_discard", "Select as many cards as you owe before you discard them."),
        ("discarding", "deal_next_hand", "This turn's hand is already dealt."),
        ("resting", "deal_next_hand", "This turn's hand is already dealt."),
        ("resting", "confirm_discard", "There is nothing to discard now."),
        ("drawing", "end_turn", "Deal this turn's hand first."),
    )

    accepts = (
        (
            "may_deadlock",
            "discarding",
            "The hand holds at least as many cards as are owed: one can always be selected.",
        ),
        (
            "missing_legal_move",
            "change_settings",
            "Both sizes at once are one after the other; other sizes are clamped.",
        ),
    )
