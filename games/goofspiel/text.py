"""What players read in a terminal: the prizes, the hands, the scores."""

from collections.abc import Callable, Iterator

from games.goofspiel.moves import Bid
from games.goofspiel.news import BidsCompared
from games.goofspiel.table import Outcome
from games.goofspiel.view import TableView

Name = Callable[[int], str]


def show_table(view: TableView, name: Name) -> Iterator[str]:
    yield f"Prize      [yellow]{row(view.stake)}[/]   [dim]still to come: {row(view.deck)}[/]"
    for seat, hand in enumerate(view.hands):
        cards = f"[bold]{row(hand)}[/]" if name(seat) == "you" else row(hand)
        yield f"{name(seat).capitalize():<10} {cards}   [dim]has {points(view.scores[seat])}[/]"


def say_move(move: Bid, view: TableView, name: Name) -> str:
    return f"card {move.card}"


def say_news(item: BidsCompared, view: TableView, name: Name) -> str:
    """Bids and who has won them; that somebody has chosen is said by the session."""
    bids = ", ".join(f"{name(seat)} bid {bid}" for seat, bid in enumerate(item.bids))
    if item.winner is None:
        return f"for {row(item.prizes)} there was a tie: {bids}"
    return f"[bold]{name(item.winner)}[/] won [yellow]{row(item.prizes)}[/]: {bids}"


def say_outcome(outcome: Outcome, name: Name) -> str:
    return f"{' and '.join(map(name, outcome.winners))} won: {outcome.reason}"


def row(cards: tuple[int, ...]) -> str:
    return " ".join(map(str, cards)) or "none"


def points(number: int) -> str:
    return "1 point" if number == 1 else f"{number} points"
