"""Uno as a table of rows. No logic here: rules.py has a turn, dealing.py the cards, extras.py the optional rules.

Names in capitals are all the guards of a row (rows.py), in the order in which reasons are given.
"""

from fsm import Flow, State, stay
from games.uno import agreed, dealing, extras, rows, rules, scoring
from games.uno.rules import LEGAL, is_your_turn


class Uno(Flow):
    """Lay a card that fits or draw one; whoever lays the last card of their hand wins the round."""

    # fmt: off
    class round(State.Compound, name="Round", initial=True):
        dealt, opening        = State("Deal", initial=True), State("Opening card")
        naming                = State("Colour choice")
        playing, drawn        = State("Turn"), State("Drawn card")
        laid, acting          = State("Card laid"), State("Card acts")
        calling               = State("UNO call")
        challenging, stacking = State("Challenge"), State("Stacked draw cards")
        swapping              = State("Hand swap")

        dealt.to(opening,                                                            on=dealing.deal)
        opening.to(opening,    cond=dealing.wild_draw_four_opens,                    on=dealing.turn_over_another)
        opening.to(naming,     cond=rows.OPENING_WILD,                               on=rules.pass_turn)
        opening.to(playing,    cond=dealing.reverse_opens,                           on=dealing.start_backwards)
        opening.to(playing,                                                          on=rules.carry_out)
        drawn.to(playing,      unless=extras.drawn_card_fits,                        on=rules.pass_turn)
        laid.to(calling,       cond=rows.LAST_BUT_ONE)
        laid.to(acting,        unless=extras.hand_is_empty)
        acting.to(swapping,    cond=rows.SEVEN)
        acting.to(playing,     cond=rows.ZERO,                                       on=extras.pass_hands_on)
        acting.to(challenging, cond=rows.DRAW_FOUR,                                  on=extras.demand_cards)
        acting.to(stacking,    cond=rows.DRAW_CARD,                                  on=extras.demand_cards)
        acting.to(playing,                                                           on=rules.carry_out)

    round_over = State("Round over", enter=scoring.score_round)
    match_over = State("Match over", enter=scoring.end_match, final=True)
    round.laid.to(round_over,                                                        on=rules.win)
    round_over.to(match_over, cond=scoring.one_round_is_played)
    round_over.to(match_over, cond=scoring.limit_is_reached)

    play          = round.playing.to(round_over,   cond=rows.AT_ONCE_THE_LAST,       on=rules.play_last_card) \
                  | stay(round.playing,            cond=rows.AT_ONCE,                on=rules.play_card) \
                  | round.playing.to(round.laid,   cond=LEGAL, unless=agreed.cards_act_at_once, on=extras.lay_card)
    draw          = round.playing.to(round.drawn,  cond=rows.FORCED_TO_DECIDE,       on=extras.take_card) \
                  | round.playing.to(round.drawn,  cond=rows.FREE_TO_DECIDE,         on=extras.take_card) \
                  | stay(round.playing,            cond=rows.FORCED,                 on=rules.draw_card) \
                  | stay(round.playing,            cond=rows.FREE,                   on=rules.draw_card)
    jump_in       = round.playing.to(round.laid,   cond=rows.TWIN, unless=is_your_turn, on=extras.jump)
    play_drawn    = round.drawn.to(round.laid,     cond=rows.LEGAL_IF_DRAWN,         on=extras.lay_drawn_card)
    keep          = round.drawn.to(round.playing,  cond=is_your_turn,                on=rules.pass_turn)
    choose_colour = round.naming.to(round.playing, cond=rows.COLOUR_NAMED,           on=extras.colour_the_wild)
    call_uno      = round.calling.to(round.acting, cond=extras.owes_the_call)
    catch         = round.calling.to(round.acting, cond=rows.CAUGHT, unless=extras.owes_the_call, on=extras.penalise)
    go_on         = round.calling.to(round.acting, cond=extras.acts_next)
    challenge     = round.challenging.to(round.playing, cond=rows.BLUFF,             on=extras.bluffer_draws) \
                  | round.challenging.to(round.playing, cond=is_your_turn,           on=extras.draw_two_more)
    stack         = round.stacking.to(round.laid,  cond=rows.SAME_KIND,              on=extras.lay_card)
    accept        = round.challenging.to(round.playing, cond=is_your_turn,           on=extras.draw_the_cards) \
                  | round.stacking.to(round.playing, cond=is_your_turn,              on=extras.draw_the_cards)
    swap          = round.swapping.to(round.playing, cond=rows.OTHER_HAND,           on=extras.swap_hands)
    leave         = match_over.from_(round,        cond=rows.LEAVES_ONE,             on=dealing.leave_the_match) \
                  | round.playing.from_(round,     cond=rows.LEAVES_IN_TURN,         on=dealing.leave_the_match) \
                  | stay(round,                    cond=rows.LEAVES,                 on=dealing.leave_the_match) \
                  | round_over.to(match_over,      cond=rows.LEAVES_ONE,             on=dealing.leave_the_match) \
                  | stay(round_over,               cond=rows.LEAVES,                 on=dealing.leave_the_match)
    next_round    = round_over.to(round,           unless=scoring.one_round_is_played)
    # fmt: on

    refusals = rows.IMPOSSIBLE
    accepts = rows.ACCEPTED
