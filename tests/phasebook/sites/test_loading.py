"""A flow comes back as plain data, or as a sentence; nothing that its code does reaches the site."""

import pickle
import sys
from pathlib import Path

import msgspec
import pytest

from diagrams.diagram import Diagram
from games.belote import engine
from phasebook.pictures import picture_of
from phasebook.sites.fresh import fresh
from phasebook.sites.loading import Errand, Loaded, logs, plain, unforeseen
from tests.phasebook.sites.small_sites import BETTING, PACKAGE, put


def loaded(folder: Path, flow: str = BETTING, **options: str) -> Loaded:
    return fresh(Errand(flow, options, str(folder)), {}, [str(folder)])


def test_what_comes_back_draws_as_the_flow_itself(tmp_path: Path) -> None:
    options = {"preset": "ffb", "words": "plain", "detail": "overview"}
    back = loaded(tmp_path, "belote", **options).diagram

    assert back is not None
    assert back.dot == picture_of("belote", options).dot
    assert back.sentences == picture_of("belote", options).sentences


def test_the_flow_itself_is_not_loaded_here(tmp_path: Path) -> None:
    put(tmp_path, PACKAGE)
    back = loaded(tmp_path)

    assert back.diagram is not None
    assert "cardroom" not in sys.modules
    assert "Place your bets" in back.diagram.mermaid


def test_types_of_the_flows_own_do_not_travel() -> None:
    class Name(str):
        """A text of somebody's own type."""

    diagram = Diagram(engine)
    diagram.chart = msgspec.structs.replace(diagram.chart, name=Name("Belote"))
    with pytest.raises((AttributeError, pickle.PicklingError)):
        pickle.dumps(diagram)

    assert pickle.loads(pickle.dumps(plain(diagram))).chart == Diagram(engine).chart


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("print('hello' * 100)", ""),
        ("import os; os.write(1, b'noise')", ""),
        ("raise ValueError('broken on purpose.')", "cannot be loaded: ValueError: broken on purpose; correct"),
        ("raise SystemExit(3)", "cannot be loaded: SystemExit: 3; correct"),
        ("import os; os._exit(3)", "its code has ended Python (exit code 3)."),
        (
            "import sys, os; print('last words.', file=sys.stderr, flush=True); os._exit(4)",
            "(exit code 4: last words).",
        ),
    ],
)
def test_whatever_its_code_does_stays_a_sentence(tmp_path: Path, code: str, said: str) -> None:
    put(tmp_path, PACKAGE | {"cardroom/limits.py": f"MOST = 10\n{code}\n"})
    back = loaded(tmp_path)

    assert said in back.problem
    assert (back.diagram is None) == bool(said)


def test_an_error_that_nobody_foresaw_names_a_way_to_see_more() -> None:
    assert (
        unforeseen("a:B", KeyError("x"))
        == "'a:B' cannot be drawn (KeyError: 'x'); phasebook draw a:B --traceback shows where."
    )


def test_row_ids_are_no_log(tmp_path: Path) -> None:
    assert logs(Errand("discard", {"trace": "bet-1,bet-2"}, str(tmp_path))) == []
    assert logs(Errand("discard", {}, str(tmp_path))) == []
