"""Goofspiel as a table of rows. No logic here: rounds.py holds it."""

from fsm import Flow, State, gather
from games.goofspiel import rounds
from games.goofspiel.refusals import REFUSALS
from games.goofspiel.table import S


# fmt: off
class Goofspiel(Flow):
    """For each prize, everybody bids a card in secret; the highest bid takes it."""

    class round(State.Compound, name="Round", initial=True):
        bidding   = State("Secret bids", initial=True, enter=rounds.turn_over_prize)
        comparing = State("Open bids")
        over      = State("Round over", final=True)

        bid = gather(bidding, by=rounds.players, cond=rounds.card_is_held, on=rounds.open_bid, to=comparing)
        comparing.to(over, cond=rounds.one_bid_is_highest, on=rounds.award_prizes)
        comparing.to(over, when=S.carry_over,              on=rounds.carry_prizes_over)
        comparing.to(over,                                 on=rounds.discard_prizes)

    game_over = State("Game over", final=True)

    round.done.to(round, cond=rounds.prizes_are_left)
    round.done.to(game_over)

    refusals = REFUSALS
