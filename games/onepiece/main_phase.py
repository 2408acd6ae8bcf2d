"""The Main Phase, the centre of the flow, as a table of rows: idle, playing a card, resolving triggers, battle."""

# ruff: noqa: N801 compound phases are classes in python-statemachine, and read as names
from fsm import State, stay
from games.onepiece import battle as fight
from games.onepiece import playing as play
from games.onepiece import triggers as chain
from games.onepiece.players import is_your_decision


# fmt: off
class main(State.Compound, name="Main Phase"):
    """Rows that leave the Main Phase are in flow.py."""

    idle = State("Choose an action", initial=True)

    class playing(State.Compound, name="Playing a card"):
        placed      = State("Card is placed", initial=True)
        making_room = State("Choose a character to trash")

    class triggers(State.Compound, name="Resolving triggers"):
        waiting   = State("Next trigger", initial=True)
        ordering  = State("Choose the next trigger")
        due       = State("Effect is due")
        offered   = State("Use the effect or not")
        resolving = State("Effect is carried out")
        choosing  = State("Choose a card")

    class battle(State.Compound, name="Battle"):
        attacking     = State("Attack Step", initial=True)
        blocking      = State("Block Step")
        countering    = State("Counter Step")
        damaging      = State("Damage Step")
        life_trigger = State("Life card with Trigger")
        battle_over   = State("End of battle")

    play_card        = idle.to(playing,                         cond=play.CARD_FITS,          on=play.play)
    play_card       |= idle.to(playing.making_room,             cond=play.CARD_REPLACES_ONE,  on=play.wait_for_room)
    trash_character  = playing.making_room.to(playing.placed,   cond=play.ROOM_MAY_BE_MADE,   on=play.trash_for_room)
    playing.placed.to(triggers,                                 cond=chain.a_trigger_waits)
    playing.placed.to(idle)
    give_don         = stay(idle,                               cond=play.DON_MAY_BE_GIVEN,   on=play.give_don)
    activate         = idle.to(triggers.resolving,              cond=play.EFFECT_MAY_BE_USED, on=play.activate_effect)

    triggers.waiting.to(triggers.ordering,                      cond=chain.TRIGGERS_ARE_ORDERED)
    triggers.waiting.to(triggers.due,                           cond=chain.a_trigger_waits,   on=chain.take_up_first)
    triggers.waiting.to(battle.attacking,                       cond=fight.attack_is_declared)
    triggers.waiting.to(battle.countering,                      cond=fight.defence_has_begun)
    triggers.waiting.to(battle.damaging,                        cond=fight.damage_goes_on,    on=fight.deal_damage)
    order_trigger    = triggers.ordering.to(triggers.due,       cond=chain.TRIGGER_MAY_COME,  on=chain.take_up_chosen)
    triggers.due.to(triggers.waiting,                           unless=chain.effect_applies,  on=chain.drop_effect)
    triggers.due.to(triggers.offered,                           cond=chain.effect_may_be_declined)
    triggers.due.to(triggers.resolving,                                                       on=chain.begin_effect)
    triggers.resolving.to(triggers.choosing,                    cond=chain.a_choice_is_needed)
    choose           = triggers.choosing.to(triggers.resolving, cond=chain.CARD_IS_ELIGIBLE,  on=chain.apply_to_chosen)
    pass_on          = triggers.choosing.to(triggers.resolving, cond=chain.CHOICE_MAY_END,    on=chain.choose_no_more)
    use_trigger      = triggers.offered.to(triggers.resolving,  cond=is_your_decision,        on=chain.use_effect)
    decline_trigger  = triggers.offered.to(triggers.waiting,    cond=is_your_decision,        on=chain.decline_effect)

    attack           = idle.to(battle,                          cond=fight.CARD_MAY_ATTACK,   on=fight.declare_attack)
    battle.attacking.to(triggers,                               cond=chain.a_trigger_waits)
    battle.attacking.to(battle.battle_over,                     unless=fight.both_still_stand)
    battle.attacking.to(battle.blocking)
    block            = battle.blocking.to(battle.countering,    cond=fight.CARD_MAY_BLOCK,    on=fight.block)
    pass_on         |= battle.blocking.to(battle.countering,    cond=is_your_decision,        on=fight.open_counters)
    battle.countering.to(triggers,                              cond=chain.a_trigger_waits)
    battle.countering.to(battle.battle_over,                    unless=fight.both_still_stand)
    counter          = stay(battle.countering,                  cond=fight.CARD_MAY_COUNTER,  on=fight.counter_by_card)
    counter         |= stay(battle.countering,                  cond=fight.EVENT_MAY_COUNTER, on=fight.counter_by_event)
    pass_on         |= battle.countering.to(battle.damaging,    cond=is_your_decision,        on=fight.STRIKE)
    battle.damaging.to(triggers,                                cond=chain.a_trigger_waits)
    battle.damaging.to(battle.life_trigger,                     cond=fight.a_life_card_is_revealed)
    use_trigger     |= battle.life_trigger.to(battle.damaging,  cond=is_your_decision,        on=fight.use_life_trigger)
    decline_trigger |= battle.life_trigger.to(battle.damaging,  cond=is_your_decision,        on=fight.KEEP_LIFE_CARD)
    battle.battle_over.to(idle,                                                               on=fight.end_battle)
# fmt: on
