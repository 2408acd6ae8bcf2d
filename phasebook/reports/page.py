"""The report as one HTML file: no script, no network, both themes, and everything that is needed to repeat it.

The browser is forbidden all but the one style sheet, by its hash.
"""

import html
import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING

import phasebook
from diagrams.diagram import Diagram
from diagrams.errors import DiagramError
from diagrams.stylesheet import site_stylesheet
from phasebook.reports.pictures import plots
from phasebook.reports.words import comparison_sentences, sentences

if TYPE_CHECKING:
    from fsm.simulate import Comparison, Simulation, Table

ALWAYS_SHOWN = ("wins", "first_player", "returns", "scores", "outcomes", "endings", "sizes", "phases", "refusals")
"""Tables that are open; the others are long, and a click away."""

PLACE = re.compile(r"<!--(\w+)-->")
"""Where a part goes in the template. Nothing else can look like it: elsewhere, `<` is escaped."""

FORMS: dict[str, Callable[[float], str]] = {
    "count": lambda value: f"{value:,}",
    "share": lambda value: f"{value:.1%}",
    "number": lambda value: f"{value:,}" if isinstance(value, int) else f"{value:,.3f}",
}


def report(found: "Simulation | Comparison", command: str) -> str:
    """The page. `command` is the line that makes it again."""
    from fsm.simulate import Comparison

    if isinstance(found, Comparison):
        title = f"{found.first.chart.name}: two sides compared over {found.games:,} games"
    else:
        title = f"{found.chart.name}: {found.games:,} games"
    style = site_stylesheet() + part("report.css")
    parts = {
        "policy": policy(style),
        "title": html.escape(title),
        "style": style,
        "short": listed(all_sentences(found)),
        "repeat": repeat(found, command),
        "plots": figures(found),
        "tables": "\n".join(tables_of(found)),
        "traffic": "\n".join(traffic(found)),
    }
    return PLACE.sub(lambda place: parts[place[1]], part("report.html"))


def part(name: str) -> str:
    """A file that lies beside this one."""
    return files(__package__).joinpath(name).read_text("utf-8")


def policy(style: str) -> str:
    """What a browser may apply: this very style sheet."""
    digest = b64encode(sha256(style.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:; base-uri 'none'; form-action 'none'"


def all_sentences(found: "Simulation | Comparison") -> Iterator[str]:
    """What was found, in short."""
    from fsm.simulate import Comparison

    if isinstance(found, Comparison):
        yield from comparison_sentences(found)
        yield from (f"{one.measure}: {one.sentence}" for one in found.differences if one.is_clear)
        for side, games in (("First", found.first), ("Second", found.second)):
            yield from (f"{side} side: {sentence}" for sentence in sentences(games))
    else:
        yield from sentences(found)


def listed(items: Iterable[str]) -> str:
    """Sentences as a list."""
    return "<ul>" + "".join(f"<li>{html.escape(item)}</li>" for item in items) + "</ul>"


# How to repeat it


def repeat(found: "Simulation | Comparison", command: str) -> str:
    """The command, and what it depends on."""
    rows = "".join(f"<div><dt>{name}</dt><dd>{html.escape(value)}</dd></div>" for name, value in facts(found))
    return f'<pre tabindex="0" aria-label="Command line"><code>{html.escape(command)}</code></pre>\n<dl>{rows}</dl>'


def facts(found: "Simulation | Comparison") -> Iterator[tuple[str, str]]:
    """Everything that decides the result."""
    from fsm.simulate import Comparison

    sides = (found.first, found.second) if isinstance(found, Comparison) else (found,)
    plan = sides[0].plan
    yield "Phasebook", phasebook.__version__
    yield "flow", plan.flow
    yield (
        "fingerprint of the flow as it was played",
        " and ".join(dict.fromkeys(side.chart.fingerprint for side in sides)),
    )
    yield "seed", str(plan.seed)
    for name, side in zip(("first side", "second side"), sides, strict=False):
        yield name if len(sides) == 2 else "plan", plan_in_words(side)


def plan_in_words(side: "Simulation") -> str:
    """Settings, policies and bounds of one side."""
    plan = side.plan
    said = [f"policy {plan.policy}", *(f"seat {seat}: {policy}" for seat, policy in plan.seats.items())]
    said += [f"{name} = {value!r}" for name, value in plan.settings.items()]
    said += [f"without {event}" for event in plan.without]
    said += ["giving up is allowed"] if plan.giving_up else []
    return "; ".join([*said, f"at most {plan.max_moves:,} moves a game", checks_in_words(plan.check)])


def checks_in_words(check: int) -> str:
    """How much of the play was checked."""
    return {0: "nothing checked", 1: "every move checked"}.get(check, f"one of {check} moves checked")


# Pictures and tables


def figures(found: "Simulation | Comparison") -> str:
    """Every plot, which says itself what it is; where nothing can draw them, the reason."""
    try:
        return "\n".join(f"<figure>{svg.strip()}</figure>" for svg in plots(found, inline=True).values())
    except DiagramError as error:
        return f"<p>Not drawn. {html.escape(str(error), quote=False)}</p>"


def traffic(found: "Simulation | Comparison") -> Iterator[str]:
    """The heat map of each side; where nothing can draw it, the reason."""
    from fsm.simulate import Comparison

    sides = {"first": found.first, "second": found.second} if isinstance(found, Comparison) else {"": found}
    for side, one in sides.items():
        said = f"How often each arrow was taken{f' ({side} side)' if side else ''}"
        try:
            drawn = Diagram(one.chart, counts=one.coverage.rows).svg(prefix=f"heat-{side}", inline=True).strip()
        except DiagramError as error:
            yield f"<p>The flowchart is not drawn: {html.escape(str(error))}</p>"
        else:
            scroll = f'<div class="scroll" tabindex="0" role="group" aria-label="{said}">{drawn}</div>'
            yield f"<figure>{scroll}<figcaption>{said}.</figcaption></figure>"


def tables_of(found: "Simulation | Comparison") -> Iterator[str]:
    """Every table: what is long is a click away."""
    from fsm.simulate import tables

    for table in tables(found):
        shown = table_of(table)
        name = table.name.removeprefix("first_").removeprefix("second_") if table.name != "first_player" else table.name
        is_short = name in (*ALWAYS_SHOWN, "differences") and len(table.rows) <= 40
        yield shown if is_short else f"<details><summary>{html.escape(table.title)}</summary>{shown}</details>"


def table_of(table: "Table") -> str:
    """One table, with its caption and headers."""
    heads = "".join(
        f'<th scope="col"{numeric(column.kind)}>{html.escape(column.name)}</th>' for column in table.columns
    )
    rows = "".join(f"<tr>{row_of(table, row)}</tr>" for row in table.rows)
    caption = f"<caption>{html.escape(table.title)}</caption>"
    label = html.escape(table.title)
    return (
        f'<div class="scroll" tabindex="0" role="group" aria-label="{label}">'
        f"<table>{caption}<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def row_of(table: "Table", row: tuple[object, ...]) -> str:
    """The first value says what the row is about."""
    cells = []
    for place, (column, value) in enumerate(zip(table.columns, row, strict=True)):
        element = 'th scope="row"' if place == 0 else "td"
        text = html.escape(shown(column.kind, value))
        cells.append(f"<{element}{numeric(column.kind)}>{text}</{element.split()[0]}>")
    return "".join(cells)


def numeric(kind: str) -> str:
    return "" if kind == "text" else ' class="number"'


def shown(kind: str, value: object) -> str:
    """A value as people read it."""
    if value is None:
        return "–"
    return FORMS[kind](value) if kind in FORMS and isinstance(value, int | float) else str(value)
