"""Engines that cannot be: a flow does not fit with its moves, its game or its seats."""

from collections.abc import Callable, Iterable
from random import Random
from typing import Any, NamedTuple

import msgspec

from fsm import Engine, Flow, Move, State, gather, stay
from fsm.settings import variants
from tests.errors.examples import Chapter
from tests.fsm import test_flow as bad
from tests.fsm.samples import MOVES, Earn, Market, Pay, Purse, market, new_purse
from tests.fsm.test_flow import Go, new, row

example = Chapter()

for names, define in (
    (("go",), bad.event_without_move),
    (("Stop", "'stop'", "go"), bad.move_without_event),
    (("Go", "Leave"), bad.two_moves_for_one_event),
    (("int",), bad.not_a_move),
    (("Carry",), bad.payload_without_candidates),
    (("unannotated",), bad.new_without_annotation),
    (("hat", "Purse"), bad.transient_that_is_no_field),
):
    example(*names)(define)


def engine_with(**given: Any) -> Engine[Any]:
    """An engine of one row, with something else than usual."""
    return Engine(row(), **{"moves": (Go,), "new": new, **given})


def earns(game: Purse, move: Earn) -> bool:
    return True


@example("earns", "Pay", "Earn")
def a_rule_for_another_move() -> None:
    class Shop(Flow):
        here = State(initial=True)
        pay = stay(here, cond=earns)

    Engine(Shop, moves=(Pay,), new=new_purse)


@example("Leave.candidates")
def candidates_that_are_no_class_method() -> None:
    class Leave(Move, tag="go"):
        def candidates(self) -> Any:  # type: ignore[override]  # that is the point
            return []

    engine_with(moves=(Leave,))


@example("Leave.candidates")
def candidates_that_wait() -> None:
    class Leave(Move, tag="go"):
        @classmethod
        async def candidates(cls, game: Any) -> Any:  # type: ignore[override]
            return []

    engine_with(moves=(Leave,))


@example("Leave.candidates", "mood")
def candidates_of_something_else() -> None:
    class Leave(Move, tag="go"):
        @classmethod
        def candidates(cls, game: Any, mood: str) -> Any:  # type: ignore[override]
            return []

    engine_with(moves=(Leave,))


@example("'go'", "Go", "'seat'")
def a_gathered_move_that_says_not_whose_it_is() -> None:
    def players(game: int) -> tuple[int, ...]:
        return (0, 1)

    class Choosing(Flow):
        here = State(initial=True)
        go = gather(here, by=players, to=here)

    Engine(Choosing, moves=(Go,), new=new)


# The game


def made(kind: type) -> Callable[..., Any]:
    """A function that promises to make such a game."""

    def new_game(seed: int = 0) -> Any:
        return kind()

    new_game.__annotations__["return"] = kind
    return new_game


@example("Hand.cards", "list")
def a_game_with_a_list() -> None:
    class Hand(msgspec.Struct, frozen=True):
        cards: list[str] = []

    engine_with(new=made(Hand))


@example("Hand.best", "Any")
def a_game_with_anything() -> None:
    class Hand(msgspec.Struct, frozen=True):
        best: Any = None

    engine_with(new=made(Hand))


@example("Hand.cards", "tuple")
def a_game_with_a_tuple_of_anything() -> None:
    class Hand(msgspec.Struct, frozen=True):
        cards: tuple = ()  # type: ignore[type-arg]  # that is the point

    engine_with(new=made(Hand))


@example("Hand")
def a_game_that_is_not_frozen() -> None:
    class Hand(msgspec.Struct):
        cards: int = 0

    engine_with(new=made(Hand))


@example("Hand.deck", "Deck")
def a_game_with_a_class_of_ones_own() -> None:
    class Deck: ...

    class Hand(msgspec.Struct, frozen=True):
        deck: Deck

    engine_with(new=made(Hand))


@example("Table.settings")
def settings_that_cannot_be_hashed() -> None:
    class Rules(msgspec.Struct, frozen=True):
        __hash__ = None  # type: ignore[assignment]  # that is the point

    class Table(msgspec.Struct, frozen=True):
        settings: Rules = Rules()

    engine_with(new=made(Table))


@example("Hand", "Crad")
def annotations_that_cannot_be_read() -> None:
    class Hand(NamedTuple):
        cards: "Crad"  # type: ignore[name-defined]  # noqa: F821  that is the point

    engine_with(new=made(Hand))


@example("cards")
def a_transient_field_without_a_default() -> None:
    class Hand(msgspec.Struct, frozen=True):
        cards: int

    engine_with(new=made(Hand), transient=("cards",))


@example("OneRow", "str", "int")
def a_game_of_another_type() -> None:
    def lie(seed: int = 0) -> int:
        return "seven"  # type: ignore[return-value]  # that is the point

    engine_with(new=lie).start()


# Settings


class Rules(msgspec.Struct, frozen=True):
    """The settings of the examples."""

    teams: bool = False


class OtherRules(msgspec.Struct, frozen=True):
    """Settings of another game."""

    teams: bool = False


class Table(msgspec.Struct, frozen=True):
    """A game with settings."""

    settings: Rules = Rules()


def new_table(seed: int = 0, teams: bool = False) -> Table:
    return Table(Rules(teams))


@example("teams", "int")
def settings_that_the_game_does_not_have() -> None:
    Engine(row(when=variants(Rules).teams), moves=(Go,), new=new)


@example("teams", "OtherRules", "Rules")
def a_condition_on_other_settings() -> None:
    Engine(row(when=variants(OtherRules).teams), moves=(Go,), new=new_table)


# Seats and views


@example("seats=", "4")
def seats_that_are_a_number() -> None:
    engine_with(seats=4)


@example("to_act=", "0")
def a_turn_that_is_a_number() -> None:
    engine_with(to_act=0)


@example("Leave")
def a_move_of_the_host_that_gives_up() -> None:
    class Leave(Move, tag="go"):
        by_host = True
        gives_up = True

    engine_with(moves=(Leave,))


@example("Go", "'seat'")
def a_move_of_nobody() -> None:
    engine_with(seats=(0, 1))


class Wave(Move, tag="go"):
    """A move that says whose it is."""

    seat: int

    @classmethod
    def candidates(cls, game: int) -> Iterable["Wave"]:
        return [cls(0), cls(1)]


@example("OneRow")
def seats_that_nobody_names() -> None:
    engine = engine_with(moves=(Wave,))
    engine.seats(engine.start())


@example("OneRow", "view")
def a_redeal_without_a_view() -> None:
    def deal(view: Any, chance: Random) -> Any: ...

    engine_with(redeal=deal)


# Versions and sentences


@example("OneRow", "0")
def a_version_below_one() -> None:
    engine_with(version=0)


@example("OneRow", "3")
def migrations_that_are_no_dictionary() -> None:
    engine_with(version=2, migrations=3)


@example("OneRow", "2")
def a_migration_of_no_older_version() -> None:
    engine_with(version=2, migrations={2: lambda data: data})


@example("OneRow", "migrations[1]", "'later'")
def a_migration_that_is_no_function() -> None:
    engine_with(version=2, migrations={1: "later"})


@example("Market", "can_afford", "'moon'", "coins")
def a_translation_that_does_not_fit() -> None:
    french = {code: "Non." for code in market.sentences() if code != "can_afford"}
    market.check_translation(french | {"moon": "Lune.", "is_positive": "Payez {coins}."})


@example("Market", "'is_positive'")
def a_translation_without_a_text() -> None:
    market.check_translation({**market.sentences(), "is_positive": " "})


@example("PHASEBOOK_INLINE", "maybe")
def a_switch_that_is_neither_on_nor_off() -> None:
    from unittest.mock import patch

    with patch.dict("os.environ", PHASEBOOK_INLINE="maybe"):
        market_again = Engine(Market, moves=MOVES, new=new_purse)
        market_again.start()
