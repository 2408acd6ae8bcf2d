"""A match of Belote as a table of rows. No logic here: see match.py, auction.py, tricks.py and scoring.py."""

from fsm import Flow, State, stay
from games.belote import auction, match, scoring, tricks
from games.belote.refusals import ACCEPTED, REFUSALS
from games.belote.table import S

TURN, HELD = match.it_is_your_turn, tricks.card_is_in_your_hand


# fmt: off
class Belote(Flow):
    """Bid for a contract, play eight tricks, score; until a team reaches the target."""
    dealing = State("Deal", initial=True)
    class bidding(State.Compound, name="Auction"):
        open, coinched = State("Bids are open", initial=True), State("Coinched")
    class playing(State.Compound, name="Eight tricks", enter=auction.fix_contract):
        leading, following = State("Lead a trick", initial=True), State("Follow the lead")
        complete = State("Trick complete")
    counting, round_over = State("Count the points"), State("Round over")
    match_over = State("Match over", final=True)

    dealing.to(bidding, on=match.deal_cards)
    bid = stay(bidding.open, when=~S.capot_bid,
               cond=[TURN, auction.bid_is_on_the_ladder, auction.bid_is_higher], on=auction.make_bid) \
        | stay(bidding.open, when=S.capot_bid,
               cond=[TURN, auction.bid_is_on_the_ladder_or_capot, auction.bid_is_higher], on=auction.make_bid)
    pass_bid = bidding.open.to(playing, cond=[TURN, auction.two_passed_after_a_bid], on=auction.pass_on) \
             | bidding.open.to(dealing, cond=[TURN, auction.everybody_else_passed], on=auction.cancel_round) \
             | stay(bidding.open, cond=TURN, on=auction.pass_on) \
             | bidding.coinched.to(playing, when=~S.three_passes_after_coinche,
                                   cond=TURN, on=auction.pass_on) \
             | bidding.coinched.to(playing, when=S.three_passes_after_coinche,
                                   cond=[TURN, auction.two_passed_after_a_bid], on=auction.pass_on) \
             | stay(bidding.coinched, when=S.three_passes_after_coinche, cond=TURN, on=auction.pass_on)
    coinche = bidding.open.to(bidding.coinched,
              cond=[TURN, auction.a_bid_stands, auction.bid_is_the_other_sides], on=auction.double)
    surcoinche = bidding.coinched.to(playing, cond=[TURN, auction.bid_is_your_sides], on=auction.redouble)
    play_card = playing.leading.to(playing.following, cond=[TURN, HELD], on=tricks.lead_card) \
              | stay(playing.following,
                     cond=[TURN, HELD, tricks.card_follows_suit, tricks.rises_if_trumps_are_led],
                     on=tricks.follow_lead) \
              | stay(playing.following,
                     cond=[TURN, HELD, tricks.you_cannot_follow_suit,
                           tricks.trumps_unless_freed, tricks.overtrumps_unless_freed],
                     on=tricks.follow_lead)
    playing.following.to(playing.complete, cond=tricks.four_cards_lie)
    playing.complete.to(counting, cond=tricks.hands_are_empty, on=tricks.gather_trick)
    playing.complete.to(playing.leading, on=tricks.gather_trick)
    counting.to(round_over, when=S.coinche_takes_all,
           cond=[scoring.contract_is_met, scoring.contract_is_coinched], on=scoring.give_stake_to_contractors)
    counting.to(round_over, cond=scoring.contract_is_met, on=scoring.score_both_sides)
    counting.to(round_over, on=scoring.give_stake_to_defence)
    round_over.to(match_over, when=S.higher_total_wins,
                  cond=match.target_is_reached, on=match.crown_higher_total)
    round_over.to(match_over, when=~S.higher_total_wins,
                  cond=match.target_is_reached, on=match.crown_contractors)
    round_over.to(dealing)
    refusals = REFUSALS
    accepts = ACCEPTED
