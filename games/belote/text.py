"""What players read in a terminal: the contract, the trick, the hand by suits, the scores."""

from collections.abc import Callable, Iterable, Iterator

from fsm import Move, News
from games.belote import news
from games.belote.cards import PLAIN_POINTS, Card, Suit, points_of
from games.belote.moves import CAPOT, VALUES, Bid, Coinche, PassBid, PlayCard, Surcoinche
from games.belote.table import Call, Contract, Outcome, RoundScored, TrickWon
from games.belote.view import SeatView

Name = Callable[[int], str]

LEVELS = {1: "", 2: ", coinched", 4: ", surcoinched"}


def coloured(card: Card | Suit) -> str:
    """A card or a suit; hearts and diamonds are red."""
    text = str(card)
    return f"[red]{text}[/]" if text[-1] in "♥♦" else f"[cyan]{text}[/]"


def row(cards: Iterable[Card]) -> str:
    return " ".join(map(coloured, cards))


def value_words(value: int) -> str:
    return "capot" if value == CAPOT else str(value)


def contract_words(contract: Contract, name: Name) -> str:
    level = LEVELS[contract.level]
    return f"[bold]{value_words(contract.value)}{coloured(contract.trump)}[/] by {name(contract.bidder)}{level}"


def team_words(team: int, name: Name) -> str:
    """`you and seat 2`: partners sit opposite."""
    mine = [seat for seat in (team, team + 2) if name(seat) == "you"]
    others = [seat for seat in (team, team + 2) if seat not in mine]
    return " and ".join(name(seat) for seat in mine + others)


def pair_words(pair: Iterable[int], name: Name) -> str:
    return " · ".join(f"{team_words(team, name)}: {number}" for team, number in enumerate(pair))


def show_table(view: SeatView, name: Name) -> Iterator[str]:
    yield (
        f"Round {view.round:<4} dealt by {name(view.dealer)}   [dim]{pair_words(view.totals, name)}; "
        f"{view.settings.target} wins[/]"
    )
    if view.phase.startswith("bidding"):
        yield f"Bid        {contract_words(view.contract, name) if view.contract else 'nobody has bid yet'}"
    elif view.contract:
        yield f"Contract   {contract_words(view.contract, name)}   [dim]points: {pair_words(view.points, name)}[/]"
        yield f"Trick {view.trick_number}    {trick_words(view.leader, view.trick, name) or 'you lead'}"
    yield f"Hand       {hand_words(view)}"


def trick_words(leader: int, cards: Iterable[Card], name: Name) -> str:
    return " · ".join(f"{name((leader + place) % 4)} {coloured(card)}" for place, card in enumerate(cards))


def hand_words(view: SeatView) -> str:
    """Suit by suit, from high to low; trumps have an order of their own."""
    trump = view.contract.trump if view.contract and not view.phase.startswith("bidding") else None
    suits = [[card for card in view.hand if card.suit is suit] for suit in Suit]
    ordered = [sorted(suit, key=lambda card: -strength(card, trump)) for suit in suits if suit]
    return "   ".join(map(row, ordered)) or "empty"


def strength(card: Card, trump: Suit | None) -> int:
    """The place of a card in its suit."""
    return list(PLAIN_POINTS if trump is None else points_of(card, trump)).index(card.rank)


def say_move(move: Move, view: SeatView, name: Name) -> str:
    match move:
        case Bid():
            return f"{value_words(move.value)}{coloured(move.suit)}"
        case PlayCard():
            return coloured(move.card)
    return ""


def call_words(call: Call) -> str:
    match call:
        case Bid():
            return f"bid {value_words(call.value)}{coloured(call.suit)}"
        case PassBid():
            return "passed"
        case Coinche():
            return "said [bold]coinche[/]"
        case Surcoinche():
            return "said [bold]surcoinche[/]"


def say_news(item: News, view: SeatView, name: Name) -> str:
    match item:
        case news.CardsDealt():
            return f"[bold]round {item.round}[/]: {name(item.dealer)} dealt"
        case news.CallMade():
            return f"{name(item.call.seat)} {call_words(item.call)}"
        case news.RoundCancelled():
            return "all passed; nobody scores, and the deal moves on"
        case news.AuctionReopened():
            return "all passed; the same cards are bid for again"
        case news.ContractFixed():
            return f"the contract is {contract_words(item.contract, name)}"
        case news.CardPlayed():
            return f"{name(item.seat)} played {coloured(item.card)}"
        case TrickWon():
            return f"[bold]{name(item.winner)} took the trick[/] with {row(item.cards)}, {item.points} points"
        case RoundScored():
            return round_words(item, name)
    return ""


def round_words(item: RoundScored, name: Name) -> str:
    verdict = "met" if item.met else "[red]not met[/]"
    belote = "" if item.belote is None else f"; belote for {team_words(item.belote, name)}"
    return (
        f"the contract {contract_words(item.contract, name)} was {verdict}{belote}; "
        f"scored: {pair_words(item.written, name)}; totals: {pair_words(item.totals, name)}"
    )


def say_outcome(outcome: Outcome, name: Name) -> str:
    return f"{team_words(outcome.winner, name)} won: {outcome.reason}; totals: {pair_words(outcome.totals, name)}"


def moves_to_ask_about(view: SeatView) -> list[Move]:
    """Every card of the hand, and every call."""
    if view.seat is None:
        return []
    seat = view.seat
    bids = [Bid(seat, value, suit) for value in (*VALUES, CAPOT) for suit in Suit]
    return [*(PlayCard(seat, card) for card in view.hand), *bids, PassBid(seat), Coinche(seat), Surcoinche(seat)]
