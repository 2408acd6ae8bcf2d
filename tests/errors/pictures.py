"""Pictures, plots and exports that cannot be made."""

import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest.mock import patch

from diagrams import renderers
from diagrams.diagram import Diagram
from diagrams.files import made_folder
from diagrams.formats.svg import tree_of
from diagrams.markup import language_of
from diagrams.options import RendererChoice
from diagrams.plotting import canvas
from diagrams.presets import chart_of_preset
from diagrams.renderers import Renderer, draw
from diagrams.stamps import stamp_of
from fsm import Engine
from fsm.catalogue import engine_of, find
from fsm.session import Step
from games import belote
from phasebook.exports import expanding
from phasebook.exports.expanding import Places
from phasebook.exports.targets import exported
from phasebook.pictures import picture_of
from tests.errors.examples import Chapter
from tests.fsm.samples import Pay, market
from tests.fsm.test_flow import Go, new, row
from tests.fsm.waiting_samples import office

example = Chapter()

# Which flow


@example("'chess'", "belote")
def a_flow_that_is_not_there() -> None:
    find("chess")


@example("'games.chess:engine'", "ModuleNotFoundError")
def a_module_that_is_not_there() -> None:
    find("games.chess:engine")


@example("'gone.log'", "rows")
def a_log_that_is_not_there() -> None:
    picture_of("discard", {"trace": "gone.log"})


@example("'games.belote:Card'", "EnumType")
def something_that_is_no_flow() -> None:
    find("games.belote:Card")


@example("'tests.fsm.samples:Market'")
def a_flow_without_an_engine() -> None:
    engine_of("tests.fsm.samples:Market")


# What to show


@example("'gif'", "svg")
def a_format_that_is_not_there() -> None:
    Diagram(market).save("market.gif")


@example("market", "svg")
def a_file_without_a_suffix() -> None:
    Diagram(market).save("market")


@example("pictures/market.dot", "folder")
def a_folder_that_is_not_there() -> None:
    Diagram(market).save("pictures/market.dot")


@example("pictures", "File exists")
def a_folder_that_is_a_file() -> None:
    Path("pictures").write_text("")
    made_folder(Path("pictures"))


@example("detail", "'tiny'")
def a_detail_that_is_not_there() -> None:
    Diagram(market, detail="tiny")


@example("'vivid'")
def an_option_that_is_not_there() -> None:
    picture_of("discard", {"vivid": "yes"})


@example("Market", "'street-fly-home'")
def a_row_that_is_not_there() -> None:
    Diagram(market, trace=["street-fly-home"])


@example("Twins", "'here'")
def a_phase_of_which_there_are_two() -> None:
    from fsm import Flow, State

    class Twins(Flow):
        class left(State.Compound, initial=True):
            here = State(initial=True)

        class right(State.Compound):
            here = State(initial=True)

        go = left.to(right)

    Diagram(Twins, highlight="here")


@example("'javascript:alert(1)'")
def a_link_that_runs_code() -> None:
    Diagram(market, links={"street": "javascript:alert(1)"}).dot


@example("'html'")
def a_table_in_a_style_that_is_not_there() -> None:
    language_of("html")


@example("Belote", "'club'", "ffb")
def a_preset_that_is_not_there() -> None:
    chart_of_preset(belote.engine, "club")


@example("OneRow", "int")
def presets_of_a_game_without_settings() -> None:
    chart_of_preset(Engine(row(), moves=(Go,), new=new, presets={"quick": {}}), "quick")


@example("explorer page")
def an_explorer_page_of_a_part() -> None:
    Diagram(market, detail="overview").html()


@example("step 1")
def a_move_that_a_page_cannot_show() -> None:
    amount: Any = 1j
    Diagram(market, trace=[Step(Pay(amount), ("shop.paying-pay-street",))]).html()


@example("lost.svg")
def a_picture_that_is_not_there() -> None:
    stamp_of("lost.svg")


# Who draws


def renderer(script: str) -> Renderer:
    """A renderer that does something else."""
    Path("graphviz").write_text(f"#!{sys.executable}\n{script}\n")
    Path("graphviz").chmod(0o755)
    return Renderer(RendererChoice.SYSTEM, str(Path("graphviz").resolve()), frozenset({"svg", "png", "pdf"}))


def drawn_by(found: Renderer | None, choice: str = "system", format: str = "svg", **options: Any) -> None:
    with patch.object(renderers, "embedded", lambda: None), patch.object(renderers, "system", lambda: found):
        draw("digraph {}", format, RendererChoice(choice), **options)


@example("embedded")
def nobody_who_draws() -> None:
    drawn_by(None, "auto")


@example("embedded")
def no_embedded_engine() -> None:
    drawn_by(None, "embedded")


@example("Graphviz")
def no_graphviz() -> None:
    drawn_by(None, "system")


@example("PDF", "Graphviz")
def a_pdf_without_graphviz() -> None:
    drawn_by(None, "auto", "pdf")


@example("PDF")
def a_pdf_of_the_embedded_engine() -> None:
    there = Renderer(RendererChoice.EMBEDDED, "graphviz-pure", frozenset({"svg"}))
    with patch.object(renderers, "embedded", lambda: there):
        draw("digraph {}", "pdf", RendererChoice.EMBEDDED)


@example("graphviz", "exit code 3", "out of ink")
def a_renderer_that_fails() -> None:
    drawn_by(
        renderer(
            "import sys; sys.exit('Error: out of ink') if 0 else (sys.stderr.write('Error: out of ink'), sys.exit(3))"
        )
    )


@example("graphviz", "lost its way")
def a_renderer_that_cannot_lay_it_out() -> None:
    drawn_by(renderer("print('</svg>'); import sys; sys.stderr.write('Error: lost its way'); sys.exit(1)"))


@example("graphviz", "0.01 seconds")
def a_renderer_that_takes_too_long() -> None:
    slow = subprocess.TimeoutExpired("graphviz", 0.01)
    with patch.object(subprocess, "run", side_effect=slow):
        drawn_by(renderer(""), timeout=0.01)


@example("graphviz", "Permission denied")
def a_renderer_that_cannot_be_run() -> None:
    found = renderer("")
    with patch.object(subprocess, "run", side_effect=PermissionError(13, "Permission denied")):
        drawn_by(found)


@example("SVG", "line 1")
def a_picture_that_cannot_be_read() -> None:
    tree_of(b"<svg><g></svg>")


@example("matplotlib")
def plots_without_matplotlib() -> None:
    with patch.object(canvas, "import_module", side_effect=ImportError):
        canvas.matplotlib()


# Exports


@example("'tests.fsm.samples:Market'")
def types_of_a_flow_without_an_engine() -> None:
    exported("tests.fsm.samples:Market", "typescript")


@example("Market")
def a_preset_of_a_flow_without_an_engine() -> None:
    exported("tests.fsm.samples:Market", "scxml", preset="quick")


@example("Office", "1 ways")
def a_flow_that_can_be_suspended_in_too_many_ways() -> None:
    with patch.object(expanding, "MOST_PLACES", 1):
        Places(office.chart)
