"""The Main Phase: what players do in it, and battles. The turn around it is in flow.py."""

from fsm import State, stay
from games.onepiece import actions, attacks, damage, defence
from games.onepiece.players import is_your_decision, is_your_turn, someone_has_lost
from games.onepiece.resolution import a_trigger_waits
from games.onepiece.table import S
from games.onepiece.trigger_phase import triggers


# fmt: off
class main(State.Compound, name="Main Phase"):
    idle = State("Choose an action", initial=True)
    class playing(State.Compound, name="Playing a card"):
        placed      = State("Card is placed", initial=True)
        making_room = State("Choose a character to trash")
    class battle(State.Compound, name="Battle"):
        attacking, blocking       = State("Attack Step", initial=True), State("Block Step")
        countering, damaging      = State("Counter Step"), State("Damage Step", enter=damage.deal_damage)
        life_trigger, battle_over = State("Life card taken", secret=True), State("End of battle", final=True)

    play_card = idle.to(playing, on=actions.play_from_hand, cond=[is_your_turn, *actions.PLAYABLE,
                   actions.there_is_room, actions.cost_can_be_paid]) \
              | idle.to(playing.making_room, when=S.sixth_character_by_trashing, on=actions.wait_for_room,
                   cond=[is_your_turn, *actions.PLAYABLE, actions.cost_can_be_paid])
    trash_character = playing.making_room.to(playing.placed, on=actions.trash_for_room,
                   cond=[is_your_turn, actions.is_your_character])
    give_don = stay(idle, on=actions.give_don, cond=[is_your_turn, actions.don_exists,
                   actions.don_is_in_your_cost_area, actions.don_is_active, actions.target_is_your_fighter])
    activate = idle.calls(triggers.resolving, on=actions.activate_effect, cond=[is_your_turn,
                   actions.card_exists, actions.card_is_yours, actions.card_is_on_the_field,
                   actions.effect_is_activated, actions.effect_is_unused, actions.effect_condition_holds,
                   actions.effect_can_be_paid])

    attack  = idle.to(battle, on=attacks.declare_attack, cond=[is_your_turn, attacks.attacker_exists,
                   attacks.attacker_is_yours, attacks.attacker_is_on_the_field, attacks.attacker_is_active,
                   attacks.target_can_be_attacked, attacks.attacks_are_allowed, attacks.attacker_is_settled])
    block   = battle.blocking.to(battle.countering, on=defence.block,
                   cond=[is_your_decision, defence.card_can_block])
    counter = stay(battle.countering, on=defence.counter_by_card, cond=[*defence.IN_DEFENDERS_HAND,
                   defence.counter_value_is_meant, defence.card_has_counter_value]) \
            | stay(battle.countering, on=defence.counter_by_event, cond=[*defence.IN_DEFENDERS_HAND,
                   defence.card_is_counter_event, defence.counter_effect_is_meant, actions.cost_can_be_paid])
    pass_on = battle.blocking.to(battle.countering, cond=is_your_decision) \
            | battle.countering.to(battle.damaging, on=damage.strike, cond=is_your_decision)
    use_trigger = battle.life_trigger.calls(triggers, then=battle.damaging, on=damage.use_life_trigger,
                   cond=[is_your_decision, damage.taken_card_has_a_trigger])
    decline_trigger = battle.life_trigger.to(battle.damaging, on=damage.take_to_hand, cond=is_your_decision)

    triggers.called_by(playing.placed, battle.attacking, battle.countering, battle.damaging,
                   cond=a_trigger_waits)
    playing.placed.to(idle)
    battle.battle_over.from_(battle.attacking, battle.countering, unless=attacks.both_still_stand)
    battle.attacking.to(battle.blocking)
    battle.damaging.to(battle.life_trigger, cond=damage.taken_card_has_a_trigger)
    battle.damaging.to(battle.life_trigger, when=S.asks_about_each_life_card, cond=damage.life_card_is_taken)
    battle.damaging.to(battle.damaging, when=~S.asks_about_each_life_card, on=damage.take_to_hand,
                   cond=damage.life_card_is_taken)
    battle.damaging.to(battle.battle_over, unless=someone_has_lost)
    battle.done.to(idle, on=damage.end_battle)
