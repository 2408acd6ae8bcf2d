"""What the player reads in a terminal: the turn, the hand with what is selected, the piles."""

from collections.abc import Callable, Iterable, Iterator

from fsm import News
from games.discard.moves import AnyMove, ChangeSettings, ConfirmDiscard, DealNextHand, EndTurn, ToggleCard
from games.discard.news import CardsDealt, CardsDiscarded, HandDealt, PileReshuffled, TurnEnded
from games.discard.view import TurnView, cards

Name = Callable[[int], str]


def show_table(view: TurnView, name: Name) -> Iterator[str]:
    yield f"[bold]Turn {view.turn}[/]     {view.status.status}"
    yield f"Hand       {'  '.join(hand_of(view)) or 'empty'}"
    top = f", {coloured(view.discard_pile[-1])} on top" if view.discard_pile else ""
    yield f"Piles      {cards(view.draw_pile_size)} to draw, {cards(len(view.discard_pile))} discarded{top}"
    yield f"Next deal  {cards(view.hand_size)}, of which {view.discard_count} must go"
    if view.warning:
        yield f"[yellow]{view.warning}[/]"
    yield f"[dim]{view.status.helper}[/]"


def hand_of(view: TurnView) -> Iterator[str]:
    """The cards; those selected to go are shown reversed."""
    for card in view.hand_cards:
        yield f"[reverse] {card.value} [/]" if card.id in view.selected else coloured(card.value)


def coloured(card: str) -> str:
    return f"[red]{card}[/]" if card.endswith(("♥", "♦")) else card


def row(values: Iterable[str]) -> str:
    return " ".join(map(coloured, values)) or "none"


def say_move(move: AnyMove, view: TurnView, name: Name) -> str:
    match move:
        case ToggleCard(card):
            value = next(held.value for held in view.hand_cards if held.id == card)
            return f"{coloured(value)} (put back)" if card in view.selected else coloured(value)
        case ChangeSettings(None, count):
            return f"discard {count}"
        case ChangeSettings(size, None):
            return f"hand of {size}"
        case ChangeSettings(size, count):
            return f"hand of {size}, discard {count}"
    return ""


def say_news(item: News, view: TurnView, name: Name) -> str:
    match item:
        case HandDealt(hand, wanted):
            fewer = f", fewer than the {wanted} wanted" if len(hand) < wanted else ""
            return f"you were dealt {row(card.value for card in hand)}{fewer}"
        case CardsDealt(count, wanted):
            return f"{count} of {cards(wanted)} were dealt"
        case PileReshuffled(count):
            return f"{cards(count)} of the discard pile were shuffled and are drawn again"
        case CardsDiscarded(values):
            return f"{row(values)} went to the discard pile"
        case TurnEnded(turn):
            return f"turn {turn} is over"
    return ""


def moves_to_ask_about(view: TurnView) -> list[AnyMove]:
    return [DealNextHand(), *(ToggleCard(card.id) for card in view.hand_cards), ConfirmDiscard(), EndTurn()]
