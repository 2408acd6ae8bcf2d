"""What players read in a terminal: the pile, who holds how many cards, the hand in its colours.

Cards are known by their texts, `red-7-2` or `wild-3:blue`, as moves and news have them.
"""

from collections.abc import Callable, Iterable, Iterator

from fsm import Move, News
from games.uno import moves, news
from games.uno.cards import COLOURS
from games.uno.table import Ending, Outcome
from games.uno.view import UnoView

Name = Callable[[int], str]

ENDINGS = {
    Ending.LAST_CARD: "the last card is laid",
    Ending.SCORE_LIMIT: "the score limit is reached",
    Ending.ABANDONED: "the others have left",
}


def card_words(card: str) -> str:
    """`red-draw2-1` as a red `red draw 2`, `wild-3:blue` as `wild (blue)`."""
    face, _, chosen = str(card).partition(":")
    words = face.rpartition("-")[0].replace("-", " ").replace("draw", "draw ")
    colour = chosen or words.split()[0]
    shown = f"{words} ({chosen})" if chosen else words
    return f"[{colour if colour in COLOURS else 'magenta'}]{shown}[/]"


def colour_words(colour: str | None) -> str:
    return f"[{colour}]{colour}[/]" if colour else "any"


def in_order(cards: Iterable[str]) -> list[str]:
    """By colour, then by face; wilds come last."""
    return sorted(cards, key=lambda card: ([*COLOURS, "wild"].index(card.split("-")[0]), card))


def count(cards: int) -> str:
    return "1 card" if cards == 1 else f"{cards} cards"


def show_table(view: UnoView, name: Name) -> Iterator[str]:
    yield f"Pile    [bold]{card_words(view.top_card.id)}[/]   [dim]{count(view.deck_size)} to draw[/]"
    yield f"Cards   {' → '.join(f'{name(seat)}: {view.player_card_counts[seat]}' for seat in in_turn(view))}"
    if any(view.scores):
        yield f"Scores  {' · '.join(f'{name(seat)}: {score}' for seat, score in enumerate(view.scores))}"
    if view.owed:
        yield f"[bold]{count(view.owed).capitalize()} to draw for {name(view.current_player)}[/]"
    yield f"Hand    {'  '.join(map(card_words, in_order(card.id for card in view.hand))) or 'empty'}"


def in_turn(view: UnoView) -> tuple[int, ...]:
    """The seats in the order in which they play, from one's own on."""
    order = view.order[:: view.direction]
    own = order.index(view.player) if view.player in order else 0
    return order[own:] + order[:own]


def say_move(move: Move, view: UnoView, name: Name) -> str:
    match move:
        case moves.Play() | moves.Stack():
            return card_words(move.card if move.colour is None else f"{move.card}:{move.colour}")
        case moves.JumpIn():
            return card_words(move.card)
        case moves.PlayDrawn():
            drawn = view.hand[-1].id
            return card_words(drawn if move.colour is None else f"{drawn}:{move.colour}")
        case moves.Keep():
            return card_words(view.hand[-1].id)
        case moves.ChooseColour():
            return colour_words(move.colour)
        case moves.Swap():
            return f"with {name(move.other)}"
        case moves.Accept():
            return f"draw {count(view.owed)}"
    return ""


def say_news(item: News, view: UnoView, name: Name) -> str:
    """What everybody sees at the table or hears; the own hand is shown anyway."""
    return said_of_cards(item, name) or said_of_play(item, name)


def said_of_cards(item: News, name: Name) -> str:
    match item:
        case news.RoundDealt() | news.OpeningCardReplaced():
            return f"{card_words(item.opening_card)} opens"
        case news.CardPlayed():
            wild = item.card.startswith("wild") and item.colour
            return f"{name(item.player)} played {card_words(f'{item.card}:{item.colour}' if wild else item.card)}"
        case news.CardsDrawn():
            return f"{name(item.player)} drew {count(item.count)}"
        case news.OwnCardsDrawn():
            return f"{name(item.player)} drew {', '.join(map(card_words, item.cards))}"
        case news.Reshuffled():
            return f"{count(item.cards)} of the pile were shuffled, and are drawn again"
        case news.HandsSwapped():
            return "hands were swapped"
    return ""


def said_of_play(item: News, name: Name) -> str:
    match item:
        case news.DirectionChanged():
            return "play goes the other way round now"
        case news.PlayerSkipped():
            return f"{name(item.player)} lost a turn"
        case news.ColourChosen():
            return f"{name(item.player)} chose {colour_words(item.colour)}"
        case news.PlayerLeft():
            return f"{name(item.player)} left the match"
        case news.RoundWon():
            return f"[bold]{name(item.player)} won the round[/], for {item.points} points"
    return ""


def say_outcome(outcome: Outcome, name: Name) -> str:
    who = "nobody" if outcome.winner is None else name(outcome.winner)
    return f"{who} won: {ENDINGS[outcome.ending]}"


def moves_to_ask_about(view: UnoView) -> list[Move]:
    """Every card of the hand, and to draw."""
    if view.player is None:
        return []
    plays = [moves.Play(view.player, card.id, None if card.colour else COLOURS[0]) for card in view.hand]
    return [*plays, moves.Draw(view.player)]
