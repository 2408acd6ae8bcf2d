"""The discard turn as a table of rows. No logic here: dealing.py and discards.py hold it."""

from fsm import Flow, State, stay
from games.discard import dealing, discards
from games.discard.refusals import ACCEPTED, REFUSALS
from games.discard.table import S


# fmt: off
class DiscardTurn(Flow):
    """Draw a hand, discard down, end the turn."""

    drawing = State("Draw Phase", initial=True)

    class discarding(State.Compound, name="Discard Phase"):
        choosing = State("Discard Phase Active", initial=True)
        selecting = State("Selection In Progress")
        ready = State("Ready to Discard")

        choosing.to(selecting, cond=discards.something_is_selected)
        selecting.to(choosing, unless=discards.something_is_selected)
        selecting.to(ready,    cond=discards.selection_is_complete)
        ready.to(selecting,    unless=discards.selection_is_complete)

    resting = State("Draw Phase Restored")
    game_over = State("Game over", final=True)

    deal_next_hand  = drawing.to(discarding, cond=dealing.discard_is_owed, on=dealing.deal_hand) \
                    | drawing.to(resting, on=dealing.deal_hand)
    toggle_card     = stay(discarding, cond=[discards.card_is_in_hand, discards.card_may_be_toggled],
                           on=discards.toggle_card)
    confirm_discard = discarding.ready.to(resting, on=discards.discard_selection)
    end_turn        = resting.to(game_over, when=~S.turns.is_(None), cond=discards.turn_is_the_last,
                                 on=discards.end_turn) \
                    | resting.to(drawing, on=discards.end_turn)
    change_settings = stay(drawing, on=dealing.change_settings) \
                    | stay(discarding, resting, when=~S.fixed_sizes, on=dealing.change_settings)

    refusals = REFUSALS
    accepts = ACCEPTED
