"""The auction: what may be bid, how it closes, and the contract that comes out of it."""

from msgspec.structs import replace

from fsm import guard, makes_news
from games.belote.moves import CAPOT, VALUES, Bid, Coinche, PassBid, Surcoinche
from games.belote.news import call_news, cancel_news, contract_news, reopen_news
from games.belote.table import Call, Contract, Table, standing_contract

# Bidding


def top_of_the_ladder(game: Table) -> int:
    return game.settings.highest_bid


@guard("A bid is 80 to {top}, in tens.", top=top_of_the_ladder, says="the bid is on the ladder")
def bid_is_on_the_ladder(game: Table, move: Bid) -> bool:
    return move.value in VALUES and move.value <= game.settings.highest_bid


@guard(
    "A bid is 80 to {top}, in tens, or 250 for capot.", top=top_of_the_ladder, says="the bid is on the ladder, or capot"
)
def bid_is_on_the_ladder_or_capot(game: Table, move: Bid) -> bool:
    return (move.value in VALUES and move.value <= game.settings.highest_bid) or move.value == CAPOT


def highest_bid(game: Table) -> int:
    return standing_contract(game).value


@guard("Bid more than the highest bid, or pass.", highest=highest_bid, says="it beats the highest bid")
def bid_is_higher(game: Table, move: Bid) -> bool:
    """Strictly above the bid that stands, if there is one."""
    return game.contract is None or move.value > game.contract.value


@makes_news(call_news)
def make_bid(game: Table, move: Bid) -> Table:
    """The bid stands, and the next seat speaks."""
    return record_call(game, move, Contract(move.suit, move.value, move.seat, move.seat % 2))


def record_call(game: Table, move: Call, contract: Contract | None) -> Table:
    """A seat has spoken; the next one follows."""
    return replace(game, calls=(*game.calls, move), contract=contract, turn=(game.turn + 1) % 4)


# Passing


@guard("This is not the third pass after a bid.", says="two have passed after a bid")
def two_passed_after_a_bid(game: Table) -> bool:
    """One more pass, and the bid stands for good."""
    calls = game.calls
    return len(calls) > 2 and type(calls[-1]) is type(calls[-2]) is PassBid and game.contract is not None


@guard("Not everybody has passed.", says="everybody else has passed")
def everybody_else_passed(game: Table) -> bool:
    """One more pass, and nobody has bid."""
    return len(game.calls) == 3 and game.contract is None


@makes_news(call_news)
def pass_on(game: Table, move: PassBid) -> Table:
    """Nothing is bid, and the next seat speaks."""
    return record_call(game, move, game.contract)


# Doubling


@guard("There is no bid to coinche yet.", negated="There is a bid.")
def a_bid_stands(game: Table) -> bool:
    return game.contract is not None


@guard("Only the side that did not bid may coinche.", says="the other side has bid")
def bid_is_the_other_sides(game: Table, move: Coinche) -> bool:
    return standing_contract(game).team != move.seat % 2


@guard("Only the side that bid may surcoinche.", says="your side has bid")
def bid_is_your_sides(game: Table, move: Surcoinche) -> bool:
    return standing_contract(game).team == move.seat % 2


@makes_news(call_news)
def double(game: Table, move: Coinche) -> Table:
    return record_call(game, move, replace(standing_contract(game), level=2))


@makes_news(call_news)
def redouble(game: Table, move: Surcoinche) -> Table:
    """The contract counts four times."""
    return record_call(game, move, replace(standing_contract(game), level=4))


# How it ends


@makes_news(cancel_news)
def cancel_round(game: Table) -> Table:
    """Nobody bid, nobody scores: this is only reported, the next deal does the rest."""
    return game


@makes_news(reopen_news)
def reopen_auction(game: Table) -> Table:
    """Nobody bid: the seat left of the dealer speaks first again, with the same cards."""
    return replace(game, calls=())


@makes_news(contract_news)
def fix_contract(game: Table) -> Table:
    """The auction is over; the seat left of the dealer leads."""
    return replace(game, turn=game.match.deals % 4)
