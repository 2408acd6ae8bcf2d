"""The game as a table of rows; the Main Phase has its own table, main_phase.py. No logic in either."""

from fsm import Flow, State
from games.onepiece import main_phase, players, turn
from games.onepiece import setup as start
from games.onepiece.remarks import ACCEPTS, REFUSALS
from games.onepiece.triggers import a_trigger_waits, finish_effect


# fmt: off
class OnePiece(Flow):
    """Two players play cards, give DON, attack and resolve effects, until one has lost."""

    class setup(State.Compound, name="Setup", initial=True):
        first_hand   = State("First player's opening hand", initial=True)
        second_hand  = State("Second player's opening hand")
        dealing_life = State("Life is dealt")

    starting    = State("Start of turn")
    refreshing  = State("Refresh Phase")
    drawing     = State("Draw Phase")
    placing_don = State("DON Phase")
    main        = main_phase.main
    ending      = State("End Phase")
    game_over   = State("Game over", final=True, enter=players.declare_result)

    keep      = setup.first_hand.to(setup.second_hand,   cond=start.first_player_decides)
    keep     |= setup.second_hand.to(setup.dealing_life, cond=start.second_player_decides)
    mulligan  = setup.first_hand.to(setup.second_hand,   cond=start.first_player_decides,  on=start.redraw)
    mulligan |= setup.second_hand.to(setup.dealing_life, cond=start.second_player_decides, on=start.redraw)
    setup.dealing_life.to(starting,                                                        on=start.DEAL_AND_BEGIN)

    # Start and end of turn borrow the Main Phase's box for triggers, which leads back to them.
    starting.to(main.triggers,                           cond=a_trigger_waits)
    starting.to(refreshing)
    refreshing.to(drawing,                               cond=turn.draw_is_skipped,        on=turn.refresh)
    refreshing.to(drawing,                                                                 on=turn.REFRESH_AND_DRAW)
    drawing.to(game_over,                                cond=players.someone_has_lost)
    drawing.to(placing_don)
    placing_don.to(main,                                                                   on=turn.place_don)
    end_turn  = main.idle.to(ending,                     cond=players.is_your_turn,        on=turn.call_end_of_turn)
    ending.to(main.triggers,                             cond=a_trigger_waits)
    ending.to(starting,                                                                    on=turn.CLEAN_UP_AND_GO_ON)
    main.triggers.waiting.to(refreshing,                 cond=turn.turn_is_starting)
    main.triggers.waiting.to(ending,                     cond=turn.turn_is_ending)
    main.triggers.waiting.to(main.idle)
    main.triggers.resolving.to(game_over,                cond=players.someone_has_lost)
    main.triggers.resolving.to(main.triggers.waiting,                                      on=finish_effect)
    main.battle.damaging.to(game_over,                   cond=players.someone_has_lost)
    main.battle.damaging.to(main.battle.battle_over)
    concede   = setup.to(game_over,                      cond=players.MAY_GIVE_UP,         on=players.concede)
    concede  |= main.to(game_over, cond=players.MAY_GIVE_UP, on=players.concede)
    # fmt: on

    refusals = REFUSALS
    accepts = ACCEPTS
