"""Results for programs."""

import json

import pytest

from fsm.explore import explore
from fsm.simulate import simulate
from phasebook.cli.results import facts, print_json
from tests.fsm.evening import engine as evening
from tests.fsm.tictactoe import engine as tictactoe


def test_values_are_printed_as_one_document(capsys: pytest.CaptureFixture[str]) -> None:
    print_json({"result": simulate(tictactoe, 5).plan, "moves": [1, 2]})
    out = capsys.readouterr().out

    assert json.loads(out)["result"]["seed"] == 0
    assert json.loads(out)["moves"] == [1, 2]
    assert out.startswith('{\n  "result": {\n')


@pytest.mark.parametrize("result", [simulate(evening, 3), explore(evening)])
def test_all_fields_but_the_chart_are_facts(result: object, capsys: pytest.CaptureFixture[str]) -> None:
    """Also where the settings are none that JSON could hold."""
    fields = type(result).__struct_fields__  # type: ignore[attr-defined]  # a result is a struct
    print_json(facts(result))

    assert set(json.loads(capsys.readouterr().out)) == set(fields) - {"chart"}
    assert "chart" in fields
