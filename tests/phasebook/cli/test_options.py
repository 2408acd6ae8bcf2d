"""Options that several verbs share."""

from argparse import Namespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fsm import PhasebookError
from phasebook.cli import main
from phasebook.cli.options import setting, settings_from


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("hand_size=5", ("hand_size", 5)),
        ("deck=[[1],[2]]", ("deck", [[1], [2]])),
        ("name=x=y", ("name", "x=y")),
        ("name=", ("name", "")),
        ("open=true", ("open", True)),
        ("open=True", ("open", "True")),
    ],
)
def test_a_value_is_json_or_else_text(text: str, found: tuple[str, Any]) -> None:
    assert setting(text) == found


def test_settings_stand_over_the_preset() -> None:
    assert settings_from(Namespace(preset="ffb", set=["a=1", "b=2", "a=3"])) == {
        "preset": "ffb",
        "a": 3,
        "b": 2,
    }
    assert settings_from(Namespace(preset=None, set=[])) == {}


@given(st.text())
def test_any_text_is_a_setting_or_one_sentence(text: str) -> None:
    name, equals, _ = text.partition("=")
    if name.isidentifier() and equals:
        assert setting(text)[0] == name
    else:
        with pytest.raises(PhasebookError, match="is not a setting; write --set name=value"):
            setting(text)


@pytest.mark.parametrize("verb", ["simulate", "verify"])
@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ("deck=" + "[" * 100_000, "is nested too deeply; write a simpler value"),
        ("deck=" + '{"a":' * 100_000, "is nested too deeply"),
        ("deck=" + "[" * 900 + "]" * 900, ""),
        ("=" + "x" * 10_000, "is not a setting; write --set name=value"),
        ("seed=3", "'seed' is not a setting; give the seed by itself"),
        ("trace=3", "'trace' is not a setting"),
        ("hand_size=1e999", ""),
        ("hand_size=" + "9" * 5_000, ""),
    ],
)
def test_a_value_that_fits_nothing_is_one_sentence_and_exit_code_2(
    verb: str, value: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([verb, "discard", "--set", value]) == 2
    complaint = capsys.readouterr().err
    assert complaint.startswith("phasebook: ")
    assert sentence in complaint
    assert complaint.count("\n") == 1
