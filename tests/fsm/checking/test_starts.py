"""Starting games from seeds, with settings from outside."""

from typing import Any

import msgspec
import pytest

from fsm import Engine, Flow, FlowError, Move, SettingsError, State, Trace, stay
from fsm.checking.starts import check_settings, starter
from tests.fsm.evening import Switch
from tests.fsm.evening import engine as evening
from tests.fsm.race import engine as race
from tests.fsm.samples import market
from tests.fsm.tictactoe import engine as tictactoe


class Draw(msgspec.Struct, frozen=True):
    seed: int
    settings: tuple[int, ...] = ()


class Go(Move): ...


class Going(Flow):
    here = State(initial=True)
    go = stay(here)


def going(new: Any) -> Engine[Draw]:
    return Engine(Going, moves=(Go,), new=new)


def test_a_game_with_chance_gets_the_seed() -> None:
    def new(seed: int = 0) -> Draw:
        return Draw(seed)

    start = starter(going(new), {})

    assert [start(seed, None).game.seed for seed in (3, 4)] == [3, 4]


def test_a_function_that_takes_any_keyword_gets_the_seed_too() -> None:
    def new(**given: Any) -> Draw:
        return Draw(given["seed"], (given["size"],))

    assert starter(going(new), {"size": 2})(5, None).game == Draw(5, (2,))


def test_a_game_without_chance_gets_none() -> None:
    start = starter(tictactoe, {"squares": "x........"})

    assert start(1, None) == start(2, None) == tictactoe.start(squares="x........")


def test_what_happens_at_the_start_is_noted_in_the_trace() -> None:
    trace = Trace()
    starter(market, {"coins": 10})(0, trace)

    assert trace.rows == ["street-then-home"]


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"seed": 1}, "'seed' is not a setting; give the seed by itself."),
        ({"trace": 1}, "'trace' is not a setting; choose another name for one of your own."),
        ({"colour": 1}, "TicTacToe has no setting 'colour'; it has squares."),
    ],
)
def test_wrong_settings_are_refused_before_any_game(settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises(SettingsError) as refused:
        starter(tictactoe, settings)

    assert str(refused.value) == sentence


def test_what_new_raises_is_one_sentence_that_names_the_settings() -> None:
    start = starter(race, {"trouble": "never"})

    with pytest.raises(SettingsError, match=r"^Race cannot start a game with these settings \(trouble\): ZeroDiv"):
        start(0, None)


def test_what_new_raises_without_settings_does_not_blame_them() -> None:
    def new() -> Draw:
        raise LookupError("no deck")

    with pytest.raises(
        SettingsError, match=r"^Going cannot start a game: LookupError: no deck; correct the function given as new=\.$"
    ):
        starter(going(new), {})(0, None)


def test_errors_of_our_own_pass_as_they_are() -> None:
    def new() -> Draw:
        return 7  # type: ignore[return-value]  # the point

    with pytest.raises(FlowError, match=r"new.* returned"):
        starter(going(new), {})(0, None)


def is_odd(settings: tuple[int, ...]) -> bool:
    return settings[0] % 2 == 1


class Choosing(Flow):
    here = State(initial=True)
    there = State(final=True)
    go = here.to(there, cond=is_odd) | stay(here)


def test_settings_that_decide_rows_must_be_fit_to_be_looked_up_by() -> None:
    def new() -> Draw:
        return Draw(0, [1])  # type: ignore[arg-type]  # structs do not look

    choosing = Engine(Choosing, moves=(Go,), new=new)

    with pytest.raises(SettingsError, match="The settings of Choosing must be hashable"):
        check_settings(choosing, choosing.start())
    check_settings(evening, evening.start())
    assert evening.start().game.settings == Switch()


def test_settings_that_no_row_asks_about_may_be_anything() -> None:
    def new() -> Draw:
        return Draw(0, [1])  # type: ignore[arg-type]  # structs do not look

    check_settings(going(new), going(new).start())
    check_settings(tictactoe, tictactoe.start())
