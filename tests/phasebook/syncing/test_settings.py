"""The table of settings: what the game's own classes say."""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Any, Literal

import msgspec
import pytest

from diagrams.markup import language_of
from fsm import Engine, Flow, Move, State
from fsm.catalogue import engine_of
from phasebook.syncing.problems import DocsError
from phasebook.syncing.settings import settings_table, type_of, values_of

MD = language_of("md")


def lines_of(table: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in table.splitlines() if "---" not in line]


@pytest.mark.parametrize("game", ["belote", "discard", "goofspiel", "onepiece", "uno"])
def test_every_preset_has_the_values_that_a_game_starts_with(game: str) -> None:
    engine = engine_of(game)
    head, *lines = lines_of(settings_table(engine, MD))
    words = {True: "on", False: "off", None: "none"}

    assert [line[0].strip("`") for line in lines] == list(engine.start(seed=0).game.settings.__struct_fields__)
    for preset in engine.presets:
        settings = engine.start(seed=0, preset=preset).game.settings
        shown = {line[0].strip("`"): line[head.index(f"`{preset}`")].strip("*`") for line in lines}

        assert shown == {
            name: words[value] if type(value) in (bool, type(None)) else str(value)
            for name in settings.__struct_fields__
            for value in [getattr(settings, name)]
        }


def test_what_a_preset_changes_is_bold() -> None:
    heading, *lines = lines_of(settings_table(engine_of("uno"), MD))

    for preset, changed in engine_of("uno").presets.items():
        column = heading.index(f"`{preset}`")
        assert {line[0] for line in lines if "**" in line[column]} == {f"`{name}`" for name in changed}


def test_defaults_have_a_column_where_no_preset_is_just_that() -> None:
    assert lines_of(settings_table(engine_of("uno"), MD))[0][2:] == [
        "Values",
        *(f"`{name}`" for name in engine_of("uno").presets),
    ]


# Games of the tests' own


class Bow(Move):
    """A move."""


class Bowing(Flow):
    """One move, and over."""

    start = State("Start", initial=True)
    over = State("Over", final=True)
    bow = start.to(over)


class Pace(Enum):
    """How fast."""

    SLOW = "slow"
    QUICK = "quick"


@dataclass(frozen=True)
class House:
    """Settings that are a dataclass, with a type of each kind."""

    pace: Pace = Pace.SLOW
    """See `Pace`; a | b."""
    rows: tuple[int, ...] = (1, 2)
    limit: float = 0.5


class Hall(msgspec.Struct, frozen=True):
    """A game."""

    settings: House


def new_hall(preset: str = "", **given: Any) -> Hall:
    return Hall(House(**given))


def test_settings_may_be_any_class_with_fields() -> None:
    engine: Engine[Hall] = Engine(Bowing, moves=[Bow], new=new_hall, presets={"fast": {"pace": Pace.QUICK}})

    assert lines_of(settings_table(engine, MD)) == [
        ["Setting", "Meaning", "Values", "Default", "`fast`"],
        ["`pace`", r"See `Pace`; a \| b.", "slow, quick", "`slow`", "**quick**"],
        ["`rows`", "", "list", r"\[1,2\]", r"\[1,2\]"],
        ["`limit`", "", "number", "0.5", "0.5"],
    ]
    assert "See ``Pace``\\; a \\| b\\." in settings_table(engine, language_of("rst"))


class Room(msgspec.Struct, frozen=True):
    """A game without settings."""

    guests: int


def new_room(seed: int, guests: int = 5) -> Room:
    return Room(guests)


def test_a_game_without_settings_has_those_that_a_new_one_takes() -> None:
    assert lines_of(settings_table(Engine(Bowing, moves=[Bow], new=new_room), MD)) == [
        ["Setting", "Values", "Default"],
        ["`seed`", "whole number", "*needed*"],
        ["`guests`", "whole number", "5"],
    ]


def test_a_game_that_takes_nothing_needs_no_table() -> None:
    class Empty(msgspec.Struct, frozen=True):
        """Nothing."""

    def new() -> Empty:
        return Empty()

    new.__annotations__["return"] = Empty
    with pytest.raises(DocsError, match="Bowing has no settings; leave this block out"):
        settings_table(Engine(Bowing, moves=[Bow], new=new), MD)


@pytest.mark.parametrize(
    ("hint", "words"),
    [
        (bool, "on, off"),
        (int, "whole number"),
        (float, "number"),
        (str, "text"),
        (Any, "anything"),
        (Literal[5, "x"], "5, x"),
        (Literal[5] | None, "5, none"),
        (Annotated[int, msgspec.Meta(ge=2, le=1000)], "2 to 1,000"),
        (Annotated[int, msgspec.Meta(gt=2)], "more than 2"),
        (Annotated[float, msgspec.Meta(ge=0, lt=1)], "at least 0, less than 1"),
        (Annotated[str, msgspec.Meta(title="A name")], "text"),
        (tuple[int, str], "list"),
        (dict[str, int], "table"),
        (Pace, "slow, quick"),
        (bytes, "bytes"),
        (list[int], "list"),
    ],
)
def test_values_are_words(hint: Any, words: str) -> None:
    assert values_of(type_of(hint)) == words
