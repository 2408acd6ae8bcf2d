"""A match of Belote as a table of rows. No logic here: rules.py, auction.py, tricks.py and scoring.py hold it."""

from fsm import Flow, State, stay
from games.belote import auction, remarks, rules, scoring, tricks

# fmt: off
TURN        = [rules.it_is_your_turn]
BID         = [auction.capot_is_no_bid, *TURN, auction.bid_is_on_the_ladder, auction.bid_is_higher]
CAPOT       = [auction.capot_is_a_bid, *TURN, auction.bid_is_on_the_ladder_or_capot, auction.bid_is_higher]
WAIT        = [auction.three_passes_settle_a_coinche, *TURN]
COINCHE     = [*TURN, auction.a_bid_stands, auction.bid_is_the_other_sides]
LEAD        = [*TURN, tricks.card_is_in_your_hand]
VOID        = [*LEAD, tricks.you_cannot_follow_suit]
FOLLOW      = [tricks.trumping_is_strict, *LEAD, tricks.card_follows_suit]
TRUMP       = [tricks.trumping_is_strict, *VOID, tricks.trumps_if_able, tricks.overtrumps_if_able]
FOLLOW_RISE = [tricks.trumping_is_varied, *LEAD, tricks.card_follows_suit, tricks.rises_if_trumps_are_led]
TRUMP_FREED = [tricks.trumping_is_varied, *VOID, tricks.trumps_unless_freed, tricks.overtrumps_unless_freed]
STAKE       = [scoring.contract_is_met, scoring.coinche_takes_all, scoring.contract_is_coinched]


class Belote(Flow):
    """Bid for a contract, play eight tricks, score; until a team reaches the target."""
    dealing = State("Deal", initial=True)
    class bidding(State.Compound, name="Auction"):
        open = State("Bids are open", initial=True)
        coinched = State("Coinched")
    class playing(State.Compound, name="Eight tricks", enter=auction.fix_contract):
        leading = State("Lead a trick", initial=True)
        following = State("Follow the lead")
        complete = State("Trick complete")
    counting = State("Count the points")
    round_over = State("Round over")
    match_over = State("Match over", final=True)

    dealing.to(bidding, on=rules.deal_cards)
    bid        = stay(bidding.open, cond=BID,   on=auction.make_bid) \
               | stay(bidding.open, cond=CAPOT, on=auction.make_bid)
    pass_bid   = bidding.open.to(playing,     cond=[*TURN, auction.two_passed_after_a_bid],     on=auction.pass_on) \
               | bidding.open.to(dealing,     cond=[*TURN, auction.three_passed_without_a_bid], on=auction.cancel) \
               | stay(bidding.open,           cond=TURN,                                        on=auction.pass_on) \
               | bidding.coinched.to(playing, cond=[auction.one_pass_settles_a_coinche, *TURN], on=auction.pass_on) \
               | bidding.coinched.to(playing, cond=[*WAIT, auction.two_passed_after_a_bid],     on=auction.pass_on) \
               | stay(bidding.coinched,       cond=WAIT,                                        on=auction.pass_on)
    coinche    = bidding.open.to(bidding.coinched, cond=COINCHE,                         on=auction.double)
    surcoinche = bidding.coinched.to(playing, cond=[*TURN, auction.bid_is_your_sides],   on=auction.redouble)
    play_card  = playing.leading.to(playing.following, cond=LEAD, on=tricks.lead_card) \
               | stay(playing.following, cond=FOLLOW,      on=tricks.follow_card) \
               | stay(playing.following, cond=TRUMP,       on=tricks.follow_card) \
               | stay(playing.following, cond=FOLLOW_RISE, on=tricks.follow_card) \
               | stay(playing.following, cond=TRUMP_FREED, on=tricks.follow_card)
    playing.following.to(playing.complete, cond=tricks.four_cards_lie)
    playing.complete.to(counting, cond=tricks.hands_are_empty, on=tricks.gather_trick)
    playing.complete.to(playing.leading,                       on=tricks.gather_trick)
    counting.to(round_over, cond=STAKE,                        on=scoring.contractors_take_the_stake)
    counting.to(round_over, cond=scoring.contract_is_met,      on=scoring.both_sides_score)
    counting.to(round_over,                                    on=scoring.defence_takes_the_stake)
    round_over.to(match_over, cond=[rules.higher_total_wins, rules.target_is_reached],   on=rules.crown_higher_total)
    round_over.to(match_over, cond=[rules.contractors_come_first, rules.target_is_reached], on=rules.crown_contractors)
    round_over.to(dealing)
    refusals, accepts = remarks.REFUSALS, remarks.ACCEPTS
