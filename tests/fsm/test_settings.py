"""Settings and presets: typed, named, and strict about it."""

from copy import copy
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import msgspec
import pytest

from fsm import FlowError, SettingsError, Variant, variants
from fsm.settings import keywords_of, settings_of


class House(msgspec.Struct, frozen=True):
    players: Annotated[int, msgspec.Meta(ge=2, le=10)] = 4
    stacking: bool = False


PRESETS: dict[str, dict[str, Any]] = {"seed": {}, "wild": {"stacking": True}}


def test_a_preset_is_a_bundle_and_given_settings_win() -> None:
    assert settings_of(House, PRESETS, "wild", {}) == House(stacking=True)
    assert settings_of(House, PRESETS, "wild", {"stacking": False, "players": 2}) == House(players=2)


@pytest.mark.parametrize(
    ("preset", "given", "sentence"),
    [
        ("tame", {}, "There is no preset 'tame'; choose one of seed, wild"),
        (["seed"], {}, r"There is no preset \['seed'\]; choose one of seed, wild"),
        (None, {}, "There is no preset None; choose one of seed, wild"),
        ("seed", {"colour": 1}, "There is no setting 'colour'; the settings are players, stacking"),
        ("seed", {"players": "4"}, "The setting 'players' does not fit: Expected `int`"),
        ("seed", {"players": 11}, "The setting 'players' does not fit"),
        ("seed", {"players": True}, "The setting 'players' does not fit"),
    ],
)
def test_wrong_settings_are_a_clear_error(preset: str, given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(SettingsError, match=sentence):
        settings_of(House, PRESETS, preset, given)


def test_keywords_are_those_that_can_be_given_by_name() -> None:
    def new(seed: int, /, players: int, *rest: int, colour: str = "red") -> None: ...

    def lax(seed: int = 0, **settings: Any) -> None: ...

    assert (keywords_of(new).known, keywords_of(new).needed) == (("players", "colour"), ("players",))
    with pytest.raises(SettingsError, match="Uno has no setting 'seed'; it has players, colour"):
        keywords_of(new).check("Uno", {"seed": 1})
    with pytest.raises(SettingsError, match="Uno needs the setting 'players'"):
        keywords_of(new).check_all("Uno", {"colour": "blue"})
    keywords_of(lax).check_all("Uno", {"anything": 1})
    with pytest.raises(SettingsError, match="Uno has no setting 'x'; it has none"):
        keywords_of(lambda: None).check("Uno", {"x": 1})


def test_a_function_that_does_not_tell_its_keywords_may_take_any() -> None:
    assert keywords_of(dict).takes_any


# Variants

Switch = Annotated[bool, Variant("It is off.")]


class Rules(msgspec.Struct, frozen=True):
    plain: bool
    noted: Switch = False
    bounded: Annotated[int, msgspec.Meta(ge=2)] = 2
    maybe: bool | None = None


@dataclass(frozen=True)
class Others:
    kind: ClassVar[str] = "others"
    plain: bool = False


class Loose:
    kind: ClassVar[str] = "loose"
    plain: bool = False


def test_a_setting_is_a_condition_by_its_name() -> None:
    assert [str(variants(kind).plain) for kind in (Rules, Others, Loose)] == ["plain"] * 3
    assert str(~variants(Rules).noted) == "~noted"
    assert dir(variants(Rules)) == ["bounded", "maybe", "noted", "plain"]
    assert repr(variants(Rules)) == "variants(Rules)"


@pytest.mark.parametrize("kind", [Rules, Others, Loose])
def test_what_is_no_setting_is_said_with_the_settings(kind: type) -> None:
    with pytest.raises(FlowError, match=f"{kind.__name__} has no setting 'kind'; it has .*plain"):
        variants(kind).kind

    assert not hasattr(variants(kind), "kind")
    assert not hasattr(variants(kind), "__wrapped__")


def test_what_may_be_none_is_no_bool() -> None:
    with pytest.raises(FlowError, match="'maybe' is no bool"):
        ~variants(Rules).maybe

    assert str(variants(Rules).maybe.is_(True)) == "maybe == True"


@pytest.mark.parametrize("wrong", [Rules(True), "Rules", int, None])
def test_variants_are_those_of_a_class(wrong: Any) -> None:
    with pytest.raises(FlowError, match=r"variants\(\) takes the class of a game's settings"):
        variants(wrong)


def test_variants_can_be_copied() -> None:
    assert str(copy(variants(Rules)).plain) == "plain"


def test_a_sentence_at_a_setting_changes_nothing_about_its_values() -> None:
    presets: dict[str, dict[str, Any]] = {"plain": {"plain": True}}

    assert settings_of(Rules, presets, "plain", {"noted": True}) == Rules(plain=True, noted=True)
    assert msgspec.json.decode(msgspec.json.encode(Rules(False)), type=Rules) == Rules(False)
    with pytest.raises(SettingsError, match="Expected `bool`, got `int`"):
        settings_of(Rules, presets, "plain", {"noted": 1})
