"""Settings of the games: what cannot be played with is a `SettingsError`, what can is saved and loaded as it is."""

from contextlib import suppress
from inspect import Parameter, signature
from typing import Any

import pytest

from fsm import Engine, SettingsError
from games import belote, discard, goofspiel, uno

ENGINES: dict[str, Engine[Any]] = {
    "belote": belote.engine,
    "discard": discard.engine,
    "goofspiel": goofspiel.engine,
    "uno": uno.engine,
}
ENDLESS: list[Any] = []
ENDLESS.append(ENDLESS)
ODD: tuple[Any, ...] = (
    1.5,
    4.0,
    float("nan"),
    1j,
    True,
    False,
    0,
    1,
    -1,
    2**62,
    2**63,
    2**80,
    None,
    "abc",
    "4",
    "no",
    "",
)
ODD += (b"x", [], (), {}, set(), [1], ["a"], {"a": 1}, object(), ENDLESS, range(3))
CONTEXTS: dict[str, list[dict[str, Any]]] = {
    "belote": [{}, {"preset": "ffb"}],
    "discard": [{}, {"shuffle": False}],
    "goofspiel": [{}, {"preset": "small"}],
    "uno": [{}, {"preset": "official"}],
}


def names_of(engine: Engine[Any]) -> list[str]:
    """Every name that may be given to a new game."""
    given = signature(engine.new).parameters.values()
    named = [parameter.name for parameter in given if parameter.kind is not Parameter.VAR_KEYWORD]
    return [*named, *getattr(getattr(engine.start(seed=0).game, "settings", None), "__struct_fields__", ())]


CASES = [(game, name) for game, engine in ENGINES.items() for name in names_of(engine)]


@pytest.mark.parametrize(("game", "name"), CASES)
def test_an_odd_setting_is_refused_or_it_can_be_saved(game: str, name: str) -> None:
    engine = ENGINES[game]
    for context in CONTEXTS[game]:
        for value in ODD:
            with suppress(SettingsError):
                snapshot = engine.start(**{"seed": 0, **context, name: value})
                assert engine.load(engine.dump(snapshot)) == snapshot


@pytest.mark.parametrize("seed", [1.5, "abc", None, True, -1, 2**128, [], 2.0])
@pytest.mark.parametrize(("game", "context"), [(game, context) for game in ENGINES for context in CONTEXTS[game]])
def test_a_seed_is_a_whole_number_in_every_game(game: str, context: dict[str, Any], seed: Any) -> None:
    with pytest.raises(SettingsError, match="The seed must be a whole number"):
        ENGINES[game].start(**context, seed=seed)


@pytest.mark.parametrize("shuffle", ["no", 0, 1, None, "", [], 1.0])
def test_shuffling_is_yes_or_no(shuffle: Any) -> None:
    with pytest.raises(SettingsError, match="shuffle must be True or False, not"):
        discard.engine.start(seed=0, shuffle=shuffle)


@pytest.mark.parametrize("value", [0, 1, "yes", None, 1.0])
@pytest.mark.parametrize("game", ["belote", "goofspiel", "uno"])
def test_a_variant_is_on_or_off(game: str, value: Any) -> None:
    plain = ENGINES[game].start(seed=0).game.settings
    flags = [name for name in plain.__struct_fields__ if type(getattr(plain, name)) is bool]
    assert flags
    for name in flags:
        with pytest.raises(SettingsError, match=f"The setting {name!r} does not fit"):
            ENGINES[game].start(seed=0, **{name: value})


@pytest.mark.parametrize("players", [4.0, True, "4", None, [4], 3, 5])
def test_belote_is_for_four(players: Any) -> None:
    with pytest.raises(SettingsError, match="Belote needs 4 players"):
        belote.engine.start(seed=0, players=players)


@pytest.mark.parametrize("preset", [None, [], {}, 1, "SEED"])
@pytest.mark.parametrize("game", ["belote", "goofspiel", "uno"])
def test_a_preset_is_one_of_the_names(game: str, preset: Any) -> None:
    with pytest.raises(SettingsError, match="There is no preset"):
        ENGINES[game].start(seed=0, preset=preset)
