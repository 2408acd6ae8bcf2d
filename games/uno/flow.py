"""Uno as a table of rows from phase to phase. The rules are in modules named after parts of the game."""

from fsm import Flow, State, stay
from games.uno import answers, calls, dealing, deck, hands, leaving, scoring, turn
from games.uno.refusals import REFUSALS
from games.uno.table import S
from games.uno.turn import card_fits, card_is_held, colour_fits, is_seated, is_your_turn, kind_fits, lay_card


# fmt: off
class Uno(Flow):
    """Lay a card that fits or draw one; the player who lays the last card of their hand wins the round."""
    class round(State.Compound, name="Round", initial=True):
        dealt, opening, naming = State("Deal", initial=True), State("Opening card"), State("Colour choice")
        playing, drawn, laid = State("Turn"), State("Drawn card"), State("Card laid")
        acting, calling, swapping = State("Card acts"), State("UNO call"), State("Hand swap")
        challenging, stacking = State("Challenge"), State("Stacked draw cards")
        dealt.to(opening, on=dealing.deal)
        opening.to(opening, cond=dealing.wild_draw_four_opens, on=dealing.turn_over_next)
        opening.to(naming, when=S.name_opening_colour, cond=dealing.wild_opens, on=turn.pass_turn)
        opening.to(playing, cond=dealing.reverse_opens, on=dealing.start_backwards)
        opening.to(playing, on=turn.carry_out)
        choose_colour = naming.to(playing, cond=[is_your_turn, dealing.is_a_colour], on=dealing.colour_wild)
        play = playing.to(laid, cond=[is_your_turn, card_is_held, card_fits, colour_fits], on=lay_card)
        draw = playing.to(drawn, when=S.play_drawn_card,
                          cond=[is_your_turn, deck.may_draw, deck.cards_are_left], on=deck.draw_card) \
             | stay(playing, cond=[is_your_turn, deck.may_draw], on=deck.draw_and_pass)
        drawn.to(playing, unless=deck.drawn_card_fits, on=turn.pass_turn)
        play_drawn = drawn.to(laid, cond=[is_your_turn, turn.colour_fits_drawn_card], on=turn.lay_drawn_card)
        keep = drawn.to(playing, cond=is_your_turn, on=turn.pass_turn)
        jump_in = playing.to(laid, when=S.jump_in, unless=is_your_turn,
                             cond=[is_seated, card_is_held, turn.face_fits], on=turn.lay_out_of_turn)
        laid.to(calling, when=S.uno_calls, cond=calls.one_card_is_left)
        laid.to(acting, unless=turn.hand_is_empty)
        call_uno = calling.to(acting, cond=calls.owes_the_call)
        catch = calling.to(acting, cond=is_seated, unless=calls.owes_the_call, on=calls.penalise)
        go_on = calling.to(acting, cond=calls.acts_next)
        acting.to(swapping, when=S.seven_zero, cond=hands.seven_was_laid)
        acting.to(playing, when=S.seven_zero, cond=hands.zero_was_laid, on=hands.pass_hands_on)
        acting.to(challenging, when=S.challenges, cond=answers.draw_four_was_laid, on=answers.demand_cards)
        acting.to(playing, when=~S.stack_limit.is_(None), cond=answers.stack_is_full, on=turn.carry_out)
        acting.to(stacking, when=S.stacking, cond=answers.draw_card_was_laid, on=answers.demand_cards)
        acting.to(playing, on=turn.carry_out)
        swap = swapping.to(playing, cond=[is_your_turn, hands.swaps_with_another], on=hands.swap_hands)
        challenge = challenging.to(playing, cond=[is_your_turn, answers.is_bluff], on=answers.expose_bluff) \
                  | challenging.to(playing, cond=is_your_turn, on=answers.draw_two_more)
        stack = stacking.to(laid, cond=[is_your_turn, card_is_held, kind_fits, colour_fits], on=lay_card)
        accept = playing.from_(challenging, stacking, cond=is_your_turn, on=answers.draw_what_is_owed)
    round_over = State("Round over", enter=scoring.score_round)
    match_over = State("Match over", enter=scoring.end_match, final=True)
    round.laid.to(round_over, on=turn.win)
    round_over.to(match_over, when=S.score_limit.is_(None))
    round_over.to(match_over, cond=scoring.match_is_decided)
    leave = round.to(match_over, when=S.leaving, cond=[is_seated, leaving.two_remain], on=leaving.leave) \
          | round.into(round.playing, when=S.leaving, cond=[is_seated, is_your_turn], on=leaving.leave) \
          | stay(round, round_over, when=S.leaving, cond=is_seated, on=leaving.leave)
    next_round = round_over.to(round, when=~S.score_limit.is_(None))
    refusals = REFUSALS
