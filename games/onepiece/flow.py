"""The game as a table of rows: the turn, and what follows by itself. Its second half is main_phase.py."""

from fsm import Flow, State
from games.onepiece import attacks, damage, defence, main_phase, opening, players, resolution, turn
from games.onepiece.refusals import ACCEPTED, REFUSALS
from games.onepiece.table import S


# fmt: off
class OnePiece(Flow):
    """Two players play cards, give DON, attack and resolve effects, until one has lost."""
    class setup(State.Compound, name="Setup", initial=True):
        first_hand   = State("First player's opening hand", initial=True)
        second_hand  = State("Second player's opening hand")
        dealing_life = State("Life is dealt")
    starting, refreshing = State("Start of turn"), State("Refresh Phase")
    drawing, placing_don = State("Draw Phase"), State("DON Phase")
    main = main_phase.main
    triggers, battle = main.triggers, main.battle
    ending, game_over = State("End Phase"), State("Game over", final=True, enter=players.declare_result)

    keep     = setup.first_hand.to(setup.second_hand,   cond=opening.first_player_decides) \
             | setup.second_hand.to(setup.dealing_life, cond=opening.second_player_decides)
    mulligan = setup.first_hand.to(setup.second_hand, cond=opening.first_player_decides, on=opening.redraw) \
             | setup.second_hand.to(setup.dealing_life, cond=opening.second_player_decides, on=opening.redraw)
    end_turn = main.idle.to(ending, cond=players.is_your_turn, on=turn.begin_end_phase)
    concede = game_over.from_(setup, main, when=S.may_concede, cond=players.player_exists, on=players.concede)

    setup.dealing_life.to(starting,         on=[opening.deal_life, turn.begin_first_turn])
    triggers.from_(starting, ending, main.playing.placed, battle.attacking,
                   battle.countering, battle.damaging, cond=resolution.a_trigger_waits)
    triggers.resolving.to(triggers.choosing, cond=resolution.a_choice_is_needed)
    battle.damaging.to(battle.life_trigger, cond=damage.a_life_card_is_revealed)
    game_over.from_(drawing, triggers.resolving, battle.damaging, cond=players.someone_has_lost)
    starting.to(refreshing)
    refreshing.to(drawing,                  cond=turn.draw_is_skipped, on=turn.refresh)
    refreshing.to(drawing,                  on=[turn.refresh, turn.draw_for_turn])
    drawing.to(placing_don)
    placing_don.to(main,                    on=turn.place_don)
    ending.to(starting,                     on=[turn.clean_up, turn.begin_next_turn])
    main.playing.placed.to(main.idle)
    triggers.waiting.to(triggers.ordering,  when=S.players_order_their_triggers,
                                            cond=resolution.several_triggers_wait)
    triggers.waiting.to(triggers.due,       cond=resolution.a_trigger_waits, on=resolution.take_first_trigger)
    triggers.waiting.to(battle.attacking,   cond=attacks.attack_is_declared)
    triggers.waiting.to(battle.countering,  cond=defence.defence_has_begun)
    triggers.waiting.to(battle.damaging,    cond=damage.damage_goes_on, on=damage.deal_damage)
    triggers.waiting.to(refreshing,         cond=turn.turn_is_starting)
    triggers.waiting.to(ending,             cond=turn.turn_is_ending)
    triggers.waiting.to(main.idle)
    triggers.due.to(triggers.waiting,       unless=resolution.effect_applies, on=resolution.drop_effect)
    triggers.due.to(triggers.offered,       cond=resolution.effect_may_be_declined)
    triggers.due.to(triggers.resolving,     on=resolution.begin_effect)
    triggers.resolving.to(triggers.waiting, on=resolution.finish_effect)
    battle.battle_over.from_(battle.attacking, battle.countering, unless=attacks.both_still_stand)
    battle.attacking.to(battle.blocking)
    battle.damaging.to(battle.battle_over)
    battle.battle_over.to(main.idle,        on=damage.end_battle)
    refusals = REFUSALS
    accepts = ACCEPTED
