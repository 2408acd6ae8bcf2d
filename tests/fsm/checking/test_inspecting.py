"""What must hold in a snapshot, each failing check by its own name."""

from collections.abc import Callable
from itertools import count
from typing import Any

import msgspec
import pytest

from fsm import Engine, Snapshot, Trace
from fsm.checking.defects import Trouble
from fsm.checking.inspecting import FIRST_OF_A_PHASE, Inspector
from tests.fsm.corridor import Corridor, Cross, GoHome, Hop, Step, Walker, corridor, new_walker

TICKS = count()
ALONE: dict[str, Any] = {"seats": (0,), "to_act": lambda snapshot: ()}


def seen(engine: Engine[Any], snapshot: Snapshot[Any]) -> list[tuple[str, str]]:
    """The troubles in a snapshot, looked at closely."""
    found: list[Trouble] = []
    inspector = Inspector(engine, Trace(), found.append)
    if inspector.is_sound(snapshot):
        for _ in inspector.leading_on(snapshot, closely=True):
            pass
    return [trouble.key for trouble in found]


def over(engine: Engine[Any]) -> Snapshot[Any]:
    return Snapshot("outside", engine.start(seed=0).game)


def test_a_sound_game_is_left_in_peace() -> None:
    engine = corridor(outcome=lambda game: game.place, returns=lambda game: {0: 1.0}, **ALONE)

    assert seen(engine, engine.start(seed=0)) == []
    assert seen(engine, over(engine)) == []


def raising(game: Any) -> Any:
    raise ZeroDivisionError("nobody")


def no_outcome(game: Any) -> None:
    return None


@pytest.mark.parametrize(
    ("options", "kind"),
    [
        ({"outcome": no_outcome}, "missing_outcome"),
        ({"outcome": raising}, "rule_error"),
        ({"returns": raising}, "rule_error"),
        ({"returns": lambda game: {0: 1.0}, **ALONE, "seats": (0, 1)}, "wrong_returns"),
        ({"returns": lambda game: {0: float("nan")}, **ALONE}, "wrong_returns"),
        ({"returns": lambda game: {0: True}, **ALONE}, "wrong_returns"),
        ({"returns": lambda game: {0: "much"}, **ALONE}, "wrong_returns"),
    ],
)
def test_an_end_must_be_able_to_say_how_it_ended(options: dict[str, Any], kind: str) -> None:
    engine = corridor(**options)

    assert [found for found, _ in seen(engine, over(engine))] == [kind]


def test_a_move_that_gives_two_results_is_not_deterministic() -> None:
    def drift(game: Walker) -> Walker:
        return msgspec.structs.replace(game, lane=next(TICKS))

    engine = engine_with("cross", drift)

    assert ("not_deterministic", "cross") in seen(engine, engine.start(seed=0))


def engine_with(rule: str, changed: Callable[..., Any]) -> Engine[Any]:
    """The corridor with a rule that is changed."""
    from fsm.reading import rules_of

    with pytest.MonkeyPatch.context() as patch:
        patched = {**rules_of(Corridor), rule: changed}
        patch.setattr("fsm.engine.rules_of", lambda _: patched)
        return Engine(Corridor, moves=(Step, Hop, Cross, GoHome), new=new_walker, inline=False)


def test_an_invariant_that_raises_is_an_error_of_a_rule() -> None:
    engine = corridor(invariants=(raising,))

    assert seen(engine, engine.start(seed=0)) == [("rule_error", "walking: ZeroDivisionError")]


def test_only_some_snapshots_are_looked_at_closely() -> None:
    inspector = Inspector(corridor(), Trace(), lambda _: None)
    first = [inspector.is_sampled(1, "walking") for _ in range(FIRST_OF_A_PHASE + 1)]

    assert first == [True] * FIRST_OF_A_PHASE + [False]
