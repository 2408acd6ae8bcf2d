"""The auction: guards and effects."""

from collections.abc import Iterable

from fsm import RuleError, Snapshot, guard, makes_news
from games.belote.moves import CAPOT, VALUES, Bid, Coinche, PassBid, Surcoinche
from games.belote.table import Call, CallMade, Contract, ContractFixed, RoundCancelled, Settings, Table


def call_news(before: Table, after: Table) -> Iterable[CallMade]:
    """What the table hears when a seat speaks."""
    return [CallMade(after.calls[-1])]


# Bidding


@guard("Capot may be bid.")
def capot_is_no_bid(settings: Settings) -> bool:
    """160 is the highest bid."""
    return not settings.capot_bid


@guard("Capot is no bid in this game.")
def capot_is_a_bid(settings: Settings) -> bool:
    """The variant with a bid of 250 for all eight tricks."""
    return settings.capot_bid


@guard("A bid is 80 to 160, in tens.")
def bid_is_on_the_ladder(game: Table, move: Bid) -> bool:
    """80, 90, ... 160."""
    return move.value in VALUES


@guard("A bid is 80 to 160, in tens, or 250 for capot.")
def bid_is_on_the_ladder_or_capot(game: Table, move: Bid) -> bool:
    """80, 90, ... 160, 250."""
    return move.value in VALUES or move.value == CAPOT


@guard("Bid more than the highest bid, or pass.")
def bid_is_higher(game: Table, move: Bid) -> bool:
    """Strictly above what stands."""
    return game.contract is None or move.value > game.contract.value


@makes_news(call_news)
def make_bid(game: Table, move: Bid) -> Table:
    """The bid stands, and the next seat speaks."""
    return spoken(game, move, Contract(move.suit, move.value, move.seat, move.seat % 2))


def spoken(game: Table, move: Call, contract: Contract | None) -> Table:
    """A seat has spoken; the next one follows."""
    calls = (*game.calls, move)
    return Table(game.settings, game.match, calls, contract, game.dealt, game.held, (game.turn + 1) % 4)


# Passing


@guard("This is not the third pass after a bid.")
def two_passed_after_a_bid(game: Table) -> bool:
    """One more pass, and the bid stands for good."""
    calls = game.calls
    return len(calls) > 2 and type(calls[-1]) is type(calls[-2]) is PassBid and game.contract is not None


@guard("Not everybody has passed.")
def three_passed_without_a_bid(game: Table) -> bool:
    """One more pass, and the round is cancelled."""
    return len(game.calls) == 3 and game.contract is None


@guard("A coinched auction waits for three passes.")
def one_pass_settles_a_coinche(settings: Settings) -> bool:
    """The side that was coinched is asked once."""
    return not settings.three_passes_after_coinche


@guard("A coinched auction ends with the next pass.")
def three_passes_settle_a_coinche(settings: Settings) -> bool:
    """Both partners of the side that was coinched are asked."""
    return settings.three_passes_after_coinche


@makes_news(call_news)
def pass_on(game: Table, move: PassBid) -> Table:
    """Nothing is bid, and the next seat speaks."""
    return spoken(game, move, game.contract)


def cancel_news(before: Table, after: Table) -> Iterable[CallMade | RoundCancelled]:
    """The last pass, and the end of the round."""
    return [*call_news(before, after), RoundCancelled(after.match.deals)]


@makes_news(cancel_news)
def cancel(game: Table, move: PassBid) -> Table:
    """Nobody bid, nobody scores."""
    return spoken(game, move, None)


# Doubling


@guard("There is no bid to coinche yet.")
def a_bid_stands(game: Table) -> bool:
    """Somebody has bid."""
    return game.contract is not None


@guard("Only the side that did not bid may coinche.")
def bid_is_the_other_sides(game: Table, move: Coinche) -> bool:
    """The opponents' contract."""
    return standing(game).team != move.seat % 2


@guard("Only the side that bid may surcoinche.")
def bid_is_your_sides(game: Table, move: Surcoinche) -> bool:
    """The own contract."""
    return standing(game).team == move.seat % 2


@makes_news(call_news)
def double(game: Table, move: Coinche) -> Table:
    """The contract counts twice."""
    return spoken(game, move, at_level(standing(game), 2))


@makes_news(call_news)
def redouble(game: Table, move: Surcoinche) -> Table:
    """The contract counts four times."""
    return spoken(game, move, at_level(standing(game), 4))


def at_level(bid: Contract, level: int) -> Contract:
    """The same contract at another level."""
    return Contract(bid.trump, bid.value, bid.bidder, bid.team, level)


# The contract


def contract_news(before: Table, after: Table) -> Iterable[ContractFixed]:
    """What the auction came to."""
    return [ContractFixed(standing(after))]


@makes_news(contract_news)
def fix_contract(game: Table) -> Table:
    """The auction is over; the seat left of the dealer leads."""
    leader = game.match.deals % 4
    return Table(game.settings, game.match, game.calls, game.contract, game.dealt, game.held, leader)


def standing(game: Table) -> Contract:
    """The contract of a table where somebody has bid."""
    if game.contract is None:
        raise RuleError("There is no contract before somebody bids; look at `contract` first.")
    return game.contract


def contract_of(snapshot: Snapshot[Table]) -> Contract:
    """The contract of this round; before the auction is over, asking for it is an error."""
    if snapshot.phase.startswith("bidding"):
        raise RuleError("There is no contract before the auction is over; ask again when cards are played.")
    return standing(snapshot.game)
