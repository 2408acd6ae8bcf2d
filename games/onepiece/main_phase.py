"""The flow's second half: the Main Phase, and what players do in it. What follows by itself is in flow.py."""

from fsm import State, stay
from games.onepiece import actions, attacks, damage, defence, resolution
from games.onepiece.players import is_your_decision, is_your_turn
from games.onepiece.table import S


# fmt: off
class main(State.Compound, name="Main Phase"):
    idle = State("Choose an action", initial=True)
    class playing(State.Compound, name="Playing a card"):
        placed, making_room = State("Card is placed", initial=True), State("Choose a character to trash")
    class triggers(State.Compound, name="Resolving triggers"):
        waiting, ordering         = State("Next trigger", initial=True), State("Choose the next trigger")
        due, offered              = State("Effect is due"), State("Use the effect or not")
        resolving, choosing       = State("Effect is carried out"), State("Choose a card")
    class battle(State.Compound, name="Battle"):
        attacking, blocking       = State("Attack Step", initial=True), State("Block Step")
        countering, damaging      = State("Counter Step"), State("Damage Step")
        life_trigger, battle_over = State("Life card with Trigger"), State("End of battle")

    play_card = idle.to(playing, on=actions.play_from_hand, cond=[is_your_turn, *actions.IN_YOUR_HAND,
                   actions.card_can_be_played, actions.there_is_room, actions.cost_can_be_paid]) \
              | idle.to(playing.making_room, when=S.sixth_character_by_trashing, on=actions.wait_for_room,
                   cond=[is_your_turn, *actions.IN_YOUR_HAND,
                   actions.card_can_be_played, actions.cost_can_be_paid])
    trash_character = playing.making_room.to(playing.placed, on=actions.trash_for_room,
                   cond=[is_your_turn, actions.is_your_character])
    give_don = stay(idle, on=actions.give_don, cond=[is_your_turn, actions.don_exists,
                   actions.don_is_in_your_cost_area, actions.don_is_active, actions.target_is_your_fighter])
    activate = idle.to(triggers.resolving, on=actions.activate_effect, cond=[is_your_turn,
                   actions.card_exists, actions.card_is_yours, actions.card_is_on_the_field,
                   actions.effect_is_activated, actions.effect_is_unused, actions.effect_condition_holds,
                   actions.effect_can_be_paid])

    attack  = idle.to(battle, on=attacks.declare_attack, cond=[is_your_turn, attacks.attacker_exists,
                   attacks.attacker_is_yours, attacks.attacker_is_on_the_field, attacks.attacker_is_active,
                   attacks.target_can_be_attacked, attacks.attacks_are_allowed, attacks.attacker_is_settled])
    block   = battle.blocking.to(battle.countering, on=defence.block,
                   cond=[is_your_decision, defence.card_can_block])
    counter = stay(battle.countering, on=defence.counter_by_card, cond=[is_your_decision,
                   *actions.IN_YOUR_HAND, defence.counter_value_is_meant, defence.card_has_counter_value]) \
            | stay(battle.countering, on=defence.counter_by_event, cond=[is_your_decision,
                   *actions.IN_YOUR_HAND, defence.card_is_counter_event, defence.counter_effect_is_meant,
                   actions.cost_can_be_paid])

    order_trigger = triggers.ordering.to(triggers.due, on=resolution.take_chosen_trigger,
                   cond=[resolution.triggers_are_yours, resolution.trigger_is_at_the_front])
    choose  = triggers.choosing.to(triggers.resolving, on=resolution.apply_to_chosen_card,
                   cond=[is_your_decision, resolution.card_can_be_chosen])
    pass_on = triggers.choosing.to(triggers.resolving, on=resolution.choose_no_more,
                   cond=[is_your_decision, resolution.choice_may_be_skipped]) \
            | battle.blocking.to(battle.countering, on=defence.begin_counter_step, cond=is_your_decision) \
            | battle.countering.to(battle.damaging, on=damage.strike, cond=is_your_decision)
    use_trigger = triggers.offered.to(triggers.resolving, on=resolution.begin_effect, cond=is_your_decision) \
                | battle.life_trigger.to(battle.damaging, on=damage.use_life_trigger, cond=is_your_decision)
    decline_trigger = triggers.offered.to(triggers.waiting, on=resolution.drop_effect,
                   cond=is_your_decision) \
                    | battle.life_trigger.to(battle.damaging, on=damage.take_to_hand, cond=is_your_decision)
