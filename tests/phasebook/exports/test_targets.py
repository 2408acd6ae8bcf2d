"""The table of languages: each has a module, and says in one sentence what it needs and does not get."""

from importlib import import_module

import pytest

from fsm.errors import PhasebookError
from phasebook.cli import export
from phasebook.exports.targets import TARGETS, Exported, exported
from tests.phasebook.exports.games_played import FLOWS, every_engine


def test_the_command_knows_every_language() -> None:
    assert tuple(TARGETS) == export.TARGETS
    assert all(callable(import_module(f"phasebook.exports.{target.module}").export) for target in TARGETS.values())


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("flow", FLOWS)
def test_every_flow_can_be_exported_whole_and_under_every_preset(flow: str, target: str) -> None:
    for preset in (None, *every_engine()[flow].presets):
        made = exported(flow, target, preset)

        assert isinstance(made, Exported)
        assert made.text.endswith("\n")
        assert all(note.endswith(".") and "\n" not in note for note in made.notes)
        assert exported(flow, target, preset) == made


@pytest.mark.parametrize("target", [name for name, target in TARGETS.items() if target.needs_engine])
def test_a_flow_without_an_engine_has_no_moves_to_speak_of(target: str) -> None:
    with pytest.raises(PhasebookError, match="is a flow without an engine, so nothing is known of its moves"):
        exported("games.uno:Uno", target)


@pytest.mark.parametrize("target", [name for name, target in TARGETS.items() if not target.needs_engine])
def test_a_flow_alone_is_enough_where_only_the_chart_is_wanted(target: str) -> None:
    assert exported("games.discard:DiscardTurn", target).text == exported("discard", target).text


def test_a_flow_without_an_engine_has_no_presets() -> None:
    with pytest.raises(PhasebookError, match="has no presets; leave --preset out"):
        exported("games.uno:Uno", next(name for name, target in TARGETS.items() if not target.needs_engine), "house")


@pytest.mark.parametrize("target", TARGETS)
def test_a_preset_that_does_not_exist_is_an_error(target: str) -> None:
    with pytest.raises(PhasebookError, match="Uno has no preset 'none'; choose one of seed, official, house, small"):
        exported("uno", target, "none")
