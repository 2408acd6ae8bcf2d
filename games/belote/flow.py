"""A match of Belote as a table of rows. No logic here: see match.py, auction.py, tricks.py and scoring.py."""

from fsm import Flow, State, stay
from games.belote import auction, match, scoring, tricks
from games.belote.refusals import REFUSALS
from games.belote.table import S

TURN, HELD = match.it_is_your_turn, tricks.card_is_in_your_hand


# fmt: off
class Belote(Flow):
    """Bid for a contract, play eight tricks, score; until a team reaches the target."""
    dealing = State("Deal", initial=True)
    class bidding(State.Compound, name="Auction"):
        open, coinched = State("Bids are open", initial=True), State("Coinched")
        closed = State("Auction closed", final=True)
        bid = stay(open, when=~S.capot_bid, on=auction.make_bid,
                   cond=[TURN, auction.bid_is_on_the_ladder, auction.bid_is_higher]) \
            | stay(open, when=S.capot_bid, on=auction.make_bid,
                   cond=[TURN, auction.bid_is_on_the_ladder_or_capot, auction.bid_is_higher])
        pass_bid = open.to(closed, cond=[TURN, auction.two_passed_after_a_bid], on=auction.pass_on) \
                 | open.to(closed, cond=[TURN, auction.everybody_else_passed], on=auction.pass_on) \
                 | stay(open, cond=TURN, on=auction.pass_on) \
                 | coinched.to(closed, when=~S.three_passes_after_coinche, cond=TURN, on=auction.pass_on) \
                 | coinched.to(closed, when=S.three_passes_after_coinche,
                               cond=[TURN, auction.two_passed_after_a_bid], on=auction.pass_on) \
                 | stay(coinched, when=S.three_passes_after_coinche, cond=TURN, on=auction.pass_on)
        coinche = open.to(coinched, cond=[TURN, auction.a_bid_stands, auction.bid_is_the_other_sides],
                          on=auction.double)
        surcoinche = coinched.to(closed, cond=[TURN, auction.bid_is_your_sides], on=auction.redouble)
    class playing(State.Compound, name="Eight tricks"):
        leading, following = State("Lead a trick", initial=True), State("Follow the lead")
        complete, played = State("Trick complete"), State("All tricks played", final=True)
        play_card = leading.to(following, cond=[TURN, HELD], on=tricks.lead_card) \
                  | stay(following, on=tricks.follow_lead,
                         cond=[TURN, HELD, tricks.card_follows_suit, tricks.rises_if_trumps_are_led]) \
                  | stay(following, on=tricks.follow_lead,
                         cond=[TURN, HELD, tricks.you_cannot_follow_suit,
                               tricks.trumps_unless_freed, tricks.overtrumps_unless_freed])
        following.to(complete, cond=tricks.four_cards_lie)
        complete.to(played, cond=tricks.hands_are_empty, on=tricks.gather_trick)
        complete.to(leading, on=tricks.gather_trick)
    counting, round_over = State("Count the points"), State("Round over")
    match_over = State("Match over", final=True)
    dealing.to(bidding, on=match.deal_cards)
    bidding.done.to(bidding, when=S.rebid_if_all_pass, unless=auction.a_bid_stands, on=auction.reopen_auction)
    bidding.done.to(dealing, when=~S.rebid_if_all_pass, unless=auction.a_bid_stands, on=auction.cancel_round)
    bidding.done.to(playing, on=auction.fix_contract)
    playing.done.to(counting)
    counting.to(round_over, when=S.coinche_takes_all, on=scoring.give_stake_to_contractors,
                cond=[scoring.contract_is_met, scoring.contract_is_coinched])
    counting.to(round_over, cond=scoring.contract_is_met, on=scoring.score_both_sides)
    counting.to(round_over, on=scoring.give_stake_to_defence)
    round_over.to(match_over, when=S.higher_total_wins,
                  cond=match.target_is_reached, on=match.crown_higher_total)
    round_over.to(match_over, when=~S.higher_total_wins,
                  cond=match.target_is_reached, on=match.crown_contractors)
    round_over.to(dealing)
    refusals = REFUSALS
