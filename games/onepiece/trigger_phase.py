"""The part of the flow that resolves triggers, one by one until none waits; then its caller goes on."""

from fsm import State
from games.onepiece import resolution
from games.onepiece.players import is_your_decision, someone_has_lost
from games.onepiece.table import S


# fmt: off
class triggers(State.Compound, name="Resolving triggers"):
    waiting, ordering   = State("Next trigger", initial=True), State("Choose the next trigger")
    due, offered        = State("Effect is due"), State("Use the effect or not")
    resolving, choosing = State("Effect is carried out"), State("Choose a card")
    settled             = State("No trigger waits", final=True)

    order_trigger   = ordering.to(due,      on=resolution.take_chosen_trigger,
                                  cond=[resolution.triggers_are_yours, resolution.trigger_is_at_the_front])
    use_trigger     = offered.to(resolving, on=resolution.begin_effect, cond=is_your_decision)
    decline_trigger = offered.to(waiting,   on=resolution.drop_effect, cond=is_your_decision)
    pass_on         = choosing.to(resolving, on=resolution.choose_no_more,
                                  cond=[is_your_decision, resolution.choice_may_be_skipped])
    choose          = choosing.to(resolving, on=resolution.apply_to_chosen_card,
                                  cond=[is_your_decision, resolution.card_can_be_chosen])

    waiting.to(ordering,   when=S.players_order_their_triggers, cond=resolution.several_triggers_wait)
    waiting.to(due,        cond=resolution.a_trigger_waits, on=resolution.take_first_trigger)
    waiting.to(settled)
    due.to(waiting,        unless=resolution.effect_applies, on=resolution.drop_effect)
    due.to(offered,        cond=resolution.effect_may_be_declined)
    due.to(resolving,      on=resolution.begin_effect)
    resolving.to(choosing, cond=resolution.a_choice_is_needed)
    resolving.to(waiting,  unless=someone_has_lost, on=resolution.finish_effect)
