"""Card files of One Piece that cannot be played with."""

from typing import Any

from games import onepiece
from games.onepiece import LIBRARY, read_library
from games.onepiece.cards import Deck
from games.onepiece.library import check_deck, read_card
from tests.errors.examples import Chapter
from tests.games.onepiece.test_card_checks import USELESS
from tests.games.onepiece.test_library import GOOD

example = Chapter()


def changed(old: str, new: str) -> None:
    assert old in GOOD
    read_library(GOOD.replace(old, new))


@example("bytes")
def a_file_that_is_bytes() -> None:
    text: Any = b""
    read_library(text)


@example("line 1")
def a_file_that_is_not_toml() -> None:
    read_library("number is 3")


@example("'ship'")
def a_table_of_something_else() -> None:
    read_library("[ship]\nname = 'Sunny'")


@example("[card]")
def a_card_in_single_brackets() -> None:
    read_library('[card]\nname = "Stowaway"')


@example("card = ...")
def a_card_that_is_a_number() -> None:
    read_library("card = 3")


@example("T-L", "Leader", "Somebody")
def two_cards_of_one_number() -> None:
    changed('number = "T-1"', 'number = "T-L"')


@example("T-1", "'dance'")
def a_step_that_is_not_there() -> None:
    changed('do = "draw"', 'do = "dance"')


@example("T-1", "$.cost")
def a_cost_that_is_a_word() -> None:
    """`$` is the card, so `$.cost` is its field `cost`."""
    changed("cost = 1", 'cost = "one"')


DECK = """
[[deck]]
name = "mine"
leader = "T-L"
[deck.cards]
T-1 = 4
"""


@example("mine")
def two_decks_of_one_name() -> None:
    with_decks = "\n".join(DECK.replace("T-1 = 4", f"T-{number} = 4") for number in (1, 1))
    read_library(full(with_decks))


def full(decks: str) -> str:
    """A file with so many cards that a deck of them is whole."""
    _, somebody = GOOD.split("\n\n")
    cards = "\n".join(somebody.replace("T-1", f"T-{number}") for number in range(2, 14))
    rows = "\n".join(["T-1 = 2", *(f"T-{number} = 4" for number in range(2, 14))])
    return f"{GOOD}{cards}{decks.replace('T-1 = 4', rows)}"


@example("mine", "$.cards")
def a_deck_without_cards() -> None:
    read_library(GOOD + '[[deck]]\nname = "mine"\nleader = "T-L"\ncards = 3')


@example("mine", "T-1")
def a_leader_that_is_none() -> None:
    read_library(GOOD + DECK.replace('leader = "T-L"', 'leader = "T-1"'))


@example("mine", "T-9")
def a_deck_with_a_card_that_is_not_there() -> None:
    read_library(GOOD + DECK.replace("T-1 = 4", "T-9 = 4"))


@example("mine", "T-1", "5")
def too_many_copies() -> None:
    read_library(GOOD + DECK.replace("T-1 = 4", "T-1 = 5"))


@example("mine", "T-L")
def a_second_leader() -> None:
    read_library(GOOD + DECK.replace("T-1 = 4", "T-L = 1"))


@example("mine", "T-1", "blue")
def a_card_of_another_colour() -> None:
    read_library(GOOD.replace('["red"]\ncost', '["blue"]\ncost') + DECK)


@example("mine", "4")
def a_small_deck() -> None:
    read_library(GOOD + DECK)


@example("mine", "$.leader")
def a_deck_made_of_something_else() -> None:
    leader: Any = 3
    check_deck(Deck("mine", leader, {}), LIBRARY.cards)


@example("3")
def a_library_that_is_none() -> None:
    onepiece.engine.start(seed=7, library=3)


# Cards that can never do what they say


def with_number(written: dict[str, Any], named: str) -> Any:
    """The reading of such a card, under a name for what it is about."""

    def provoke() -> None:
        read_card({**written, "number": "T-1"})

    provoke.__name__ = f"a card that is refused because {named}"
    return provoke


USELESS_WORDS = (
    "has no timing on_play",
    "cannot use the keyword rush",
    "the timing on_block is for",
    "a stage rests by its own effects",
    "for when_attacking the card is rested already",
    "for on_ko leave rest_self out",
    "give_power cannot have the target this",
    "given_don is never met for main",
    "DON is given to leaders and characters",
    "given_don is never met for on_play",
    "rest_don is 11",
    "DON together",
    "only a leader has life",
    "only leaders and characters have power",
    "a leader is never in the hand",
    "life of at most 10",
    "a leader needs life",
    "asks nobody",
    "the amount 0",
    "own_hand is about every card",
    "ko finds no card",
)
"""A part of each sentence about such cards."""

for words in USELESS_WORDS:
    card = next(card for card, sentence in USELESS if words in sentence)
    example("T-1", words)(with_number(card, words))


@example("T-1", "DON")
def a_card_that_is_don() -> None:
    changed('category = "character"', 'category = "don"')


@example("T-1", "colour")
def a_card_without_a_colour() -> None:
    changed('colours = ["red"]\ncost', "cost")


@example("T-1", "an event")
def an_event_that_does_nothing() -> None:
    changed('category = "character"', 'category = "event"')


@example("T-1", "trigger")
def a_trigger_without_its_keyword() -> None:
    changed('timing = "on_play"', 'timing = "trigger"')
