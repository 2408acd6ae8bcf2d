"""The game as a table of rows. Two phases have tables of their own: main_phase.py and trigger_phase.py."""

from fsm import Flow, State
from games.onepiece import main_phase, opening, players, resolution, trigger_phase, turn
from games.onepiece.refusals import REFUSALS
from games.onepiece.table import S


# fmt: off
class OnePiece(Flow):
    """Two players play cards, give DON, attack and resolve effects, until one has lost."""

    class setup(State.Compound, name="Setup", initial=True):
        first_hand   = State("First player's opening hand", initial=True)
        second_hand  = State("Second player's opening hand")
        dealing_life = State("Life is dealt", final=True)

    starting, refreshing = State("Start of turn"), State("Refresh Phase")
    drawing, placing_don = State("Draw Phase"), State("DON Phase")
    main, triggers       = main_phase.main, trigger_phase.triggers
    ending, game_over    = State("End Phase"), State("Game over", final=True, enter=players.declare_result)

    keep     = setup.first_hand.to(setup.second_hand,   cond=opening.first_player_decides) \
             | setup.second_hand.to(setup.dealing_life, cond=opening.second_player_decides)
    mulligan = setup.first_hand.to(setup.second_hand, cond=opening.first_player_decides, on=opening.redraw) \
             | setup.second_hand.to(setup.dealing_life, cond=opening.second_player_decides, on=opening.redraw)
    end_turn = main.idle.to(ending, cond=players.is_your_turn, on=turn.begin_end_phase)
    concede  = game_over.from_(setup, main, triggers,
                               when=S.may_concede, cond=players.player_exists, on=players.concede)

    setup.done.to(starting, on=[opening.deal_life, turn.begin_first_turn])
    triggers.called_by(starting, ending, cond=resolution.a_trigger_waits)
    starting.to(refreshing)
    refreshing.to(drawing,  cond=turn.draw_is_skipped, on=turn.refresh)
    refreshing.to(drawing,  on=[turn.refresh, turn.draw_for_turn])
    game_over.from_(drawing, main.battle.damaging, triggers.resolving, cond=players.someone_has_lost)
    drawing.to(placing_don)
    placing_don.to(main,    on=turn.place_don)
    ending.to(starting,     on=[turn.clean_up, turn.begin_next_turn])

    refusals = REFUSALS
