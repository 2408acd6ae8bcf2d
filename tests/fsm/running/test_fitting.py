"""Rules and moves that do not fit are refused when the engine is built, by name."""

import functools
from collections.abc import AsyncIterator, Callable, Iterable
from typing import Annotated, Any, Protocol, TypeVar, Union, runtime_checkable

import msgspec
import pytest

from fsm import Engine, Flow, FlowError, Move, State
from fsm.running.fitting import is_for


class Count(msgspec.Struct, frozen=True):
    n: int = 0


def new(seed: int = 0) -> Count:
    return Count(seed)


class Bet(Move):
    coins: int

    @classmethod
    def candidates(cls, game: Count) -> Iterable["Bet"]:
        return [cls(1)]


class Bluff(Bet): ...


class Stop(Move): ...


M = TypeVar("M")
B = TypeVar("B", bound=Bet)
S = TypeVar("S", bound=Stop)
C = TypeVar("C", Stop, Bet)


class HasCoins(Protocol):
    coins: int


@runtime_checkable
class Raises(Protocol):
    def raise_by(self) -> int: ...


FITTING: list[Any] = [
    Bet,
    Move,
    msgspec.Struct,
    object,
    Any,
    Bet | Stop,
    Bet | None,
    Union["Bet", None],
    Annotated[Bet, "coins"],
]
FITTING += ["Bet", "Stop | Bet", "Annotated[Bet, 1]", "Unknown", "no such thing", M, B, C, HasCoins, int | Any, 7]
WRONG: list[Any] = [
    Stop,
    Bluff,
    int,
    Stop | None,
    "Stop",
    "Stop | Bluff",
    Annotated[Stop, "now"],
    Union["Stop", int],
    S,
    Raises,
]
WRONG += [list[Bet], type[Bet]]


def rule(hint: Any, wrapped: bool = False) -> Any:
    def can_bet(game: Count, move: Any) -> bool:
        return bool(move.coins)

    can_bet.__annotations__["move"] = hint
    can_bet.__qualname__ = "can_bet"  # as if it stood at the top of this module
    if not wrapped:
        return can_bet

    @functools.wraps(can_bet)
    def asked(game: Count, move: Any) -> bool:
        return can_bet(game, move)

    return asked


def engine_with(**rules: Any) -> Engine[Count]:
    class Betting(Flow):
        here = State(initial=True)
        bet = here.to(here, **rules)
        stop = here.to(here)

    return Engine(Betting, moves=(Bet, Stop), new=new)


@pytest.mark.parametrize("hint", FITTING, ids=str)
@pytest.mark.parametrize("wrapped", [False, True])
def test_a_rule_for_the_move_or_for_more_fits(hint: Any, wrapped: bool) -> None:
    engine = engine_with(cond=rule(hint, wrapped))

    assert Bet(1) in engine.legal_moves(engine.start())


@pytest.mark.parametrize("hint", WRONG, ids=str)
@pytest.mark.parametrize("how", ["cond", "unless", "on"])
def test_a_rule_for_another_move_is_refused(hint: Any, how: str) -> None:
    kind = "effect" if how == "on" else "guard"

    with pytest.raises(
        FlowError, match=rf"^Betting: {kind} 'can_bet' is written for .*, but 'here-bet-here' is about Bet"
    ):
        engine_with(**{how: rule(hint)})


def test_the_sentence_names_the_class() -> None:
    with pytest.raises(FlowError, match="is written for Stop, but"):
        engine_with(cond=rule(Stop))


def test_a_rule_without_annotation_fits() -> None:
    def can_bet(game, move):  # type: ignore[no-untyped-def]
        return True

    assert engine_with(cond=can_bet)


def test_a_rule_of_two_events_must_fit_both() -> None:
    both, one = rule(Bet | Stop), rule(Bet)

    def engine(shared: Any) -> Engine[Count]:
        class Betting(Flow):
            here = State(initial=True)
            bet = here.to(here, cond=shared)
            stop = here.to(here, cond=shared)

        return Engine(Betting, moves=(Bet, Stop), new=new)

    assert engine(both)
    with pytest.raises(FlowError, match="'can_bet' is written for Bet, but 'here-stop-here' is about Stop"):
        engine(one)


def test_a_name_that_only_the_function_around_a_rule_knows_is_let_pass() -> None:
    class Stop(Move, tag="bet"): ...

    def can_bet(game: Count, move: "Stop") -> bool:
        return True

    class Betting(Flow):
        here = State(initial=True)
        bet = here.to(here, cond=can_bet)

    assert Engine(Betting, moves=(Stop,), new=new)


def test_a_name_is_looked_up_where_a_wrapped_rule_was_written() -> None:
    elsewhere: dict[str, Any] = {"functools": functools}
    exec(
        "def wrapped(rule):\n @functools.wraps(rule)\n def asked(game, move): return rule(game, move)\n return asked",
        elsewhere,
    )

    with pytest.raises(FlowError, match="is written for Stop, but"):
        engine_with(cond=elsewhere["wrapped"](rule("Stop")))


def test_an_alias_made_with_the_type_statement_is_looked_into() -> None:
    class Alias:
        """As Python 3.12 makes one."""

        __value__ = Stop

    assert not is_for(Alias(), Bet)
    assert is_for(Alias(), Stop)


# Candidates


def without_classmethod() -> type[Move]:
    class Bet(Move):
        coins: int

        def candidates(self, game: Count) -> Any:  # type: ignore[override]
            return []

    return Bet


def inherited_without_classmethod() -> type[Move]:
    class Inherited(without_classmethod(), tag="bet"):  # type: ignore[misc,call-arg]
        pass

    return Inherited


def a_list() -> type[Move]:
    class Bet(Move):
        coins: int
        candidates = []  # type: ignore[assignment,var-annotated]

    return Bet


def without_game() -> type[Move]:
    class Bet(Move):
        coins: int

        @classmethod
        def candidates(cls) -> Any:  # type: ignore[override]
            return []

    return Bet


def with_more_than_a_game() -> type[Move]:
    class Bet(Move):
        coins: int

        @classmethod
        def candidates(cls, game: Count, player: int) -> Any:  # type: ignore[override]
            return []

    return Bet


def a_coroutine() -> type[Move]:
    class Bet(Move):
        coins: int

        @classmethod
        async def candidates(cls, game: Count) -> Any:  # type: ignore[override]
            return []

    return Bet


def an_asynchronous_generator() -> type[Move]:
    class Bet(Move):
        coins: int

        @classmethod
        async def candidates(cls, game: Count) -> AsyncIterator[Any]:  # type: ignore[override]
            yield cls(1)

    return Bet


BAD_CANDIDATES: list[tuple[Callable[[], type[Move]], str]] = [
    (without_classmethod, r"^Betting: Bet\.candidates must be a class method; put @classmethod above it\.$"),
    (inherited_without_classmethod, r"^Betting: Inherited\.candidates must be a class method"),
    (a_list, "must be a class method"),
    (without_game, r"Bet\.candidates takes \(\) after its class; it must take \(game\), and may take found"),
    (with_more_than_a_game, r"takes \(game, player\) after its class"),
    (a_coroutine, "is a coroutine; it lists moves and waits for nothing: drop async"),
    (an_asynchronous_generator, "is a coroutine"),
]


def betting(move_type: type[Move]) -> Engine[Count]:
    class Betting(Flow):
        here = State(initial=True)
        bet = here.to(here)

    return Engine(Betting, moves=(move_type,), new=new)


@pytest.mark.parametrize(("define", "sentence"), BAD_CANDIDATES, ids=[define.__name__ for define, _ in BAD_CANDIDATES])
def test_candidates_that_cannot_be_listed_are_refused(define: Callable[[], type[Move]], sentence: str) -> None:
    with pytest.raises(FlowError, match=sentence):
        betting(define())


def test_candidates_may_be_static_or_look_at_what_was_found_or_have_defaults() -> None:
    class Static(Move, tag="bet"):
        @staticmethod
        def candidates(game: Count) -> Any:
            return [Static()]

    class Last(Move, tag="bet"):
        @classmethod
        def candidates(cls, game: Count, found: Any = (), limit: int = 3) -> Any:
            return [cls()]

    class Lazy(Move, tag="bet"):
        @classmethod
        def candidates(cls, game: Count) -> Any:
            yield cls()

    for move_type in (Static, Last, Lazy):
        engine = betting(move_type)

        assert engine.legal_moves(engine.start()) == [move_type()]
