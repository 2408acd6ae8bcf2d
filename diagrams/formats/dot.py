"""From a scene to DOT: phases are boxes, rows are lines in them or edges between them.

Nodes come in document order and before all edges, so that no edge decides the order of the nodes.
"""

from collections.abc import Iterator
from functools import cached_property

import graphviz

from diagrams.content.calls import WayBack, drawn_apart
from diagrams.content.manners import starts_anywhere
from diagrams.content.scene import Scene, has_inward_rows, outermost, rows_between, rows_within
from diagrams.content.sentences import Sentences
from diagrams.content.text import safe_id
from diagrams.formats.dot_syntax import (
    CLOSING,
    anywhere_id,
    arrow_id,
    cluster_id,
    edge,
    node,
    node_id,
    opening,
    phase_id,
    same_rank,
    start_id,
    statement,
)
from diagrams.formats.edge_ends import (
    End,
    cut_off,
    departure,
    end_of_call,
    end_of_way_back,
    entrance,
    last_end,
    source_end,
    target_end,
)
from diagrams.formats.labels import WIDE, Labels, hook, plain
from diagrams.formats.links import checked_link
from diagrams.formats.palette import ACCENT, BORDERS, HEAT, INK, LINE, NODE, PAPER, TINTS, Pair
from diagrams.options import Theme
from fsm.chart import Phase, Row

FONT = "Helvetica"
ALIGN_LEFT = ' ALIGN="LEFT"'
BOX_TABLE = '<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="2">'
EDGE_TABLE = '<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="5" CELLPADDING="0">'
"""The space around the cells keeps the texts off the line that they belong to."""

START_LOOK = {"class": "start", "tooltip": "start", "arrowsize": "0.6"}
"""Of the short edge from a start mark."""

MOST_IN_GLOBAL_RANKS = 100
"""Phases up to which all boxes share one set of ranks (`newrank`). Box by box, as Graphviz does it otherwise,
can fail with boxes on top of each other; with one set for all, 200 phases take forty times as long."""

CLUSTER_LOOK = {"labeljust": "l", "labelloc": "t", "margin": "14", "style": "rounded,filled"}

Attributes = dict[str, str]


def dot(scene: Scene, theme: Theme, *, other_ranks: bool = False) -> str:
    """Equal scenes give equal text; `other_ranks` is for when the usual way has failed."""
    global_ranks = (len(scene.chart.phases) <= MOST_IN_GLOBAL_RANKS) is not other_ranks
    return str(Canvas(scene, theme, global_ranks).drawn().source)


class Canvas:
    """One graph being written."""

    def __init__(self, scene: Scene, theme: Theme, global_ranks: bool) -> None:
        self.scene = scene
        self.global_ranks = global_ranks
        self.chart = scene.chart
        self.theme = theme
        self.labels = Labels(scene, theme)
        compounds = (phase for phase in self.chart.phases if phase.children)
        self.compounds = {phase.path: place for place, phase in enumerate(compounds)}
        self.places = {phase.path: place for place, phase in enumerate(self.chart.phases)}
        self.sentences = Sentences(self.chart, scene.words)
        self.traced = frozenset(scene.marks.trace)
        self.links = scene.marks.links
        self.ways = drawn_apart(self.chart)
        self.graph = graphviz.Digraph(safe_id(self.chart.name))
        self.write = self.graph.body.append

    def colour(self, pair: Pair) -> str:
        return pair.of(self.theme)

    def drawn(self) -> graphviz.Digraph:
        """The whole graph: look, nodes, then edges."""
        self.set_look()
        if any(phase.initial for phase in outermost(self.chart)):
            self.start_dot(None)
        for phase in outermost(self.chart):
            self.phase(phase)
        for phase in self.chart.phases:
            if phase.initial:
                self.start_edge(phase)
        for rows in self.groups():
            self.edge_for(rows)
        for way in self.ways:
            self.way_back(way)
        return self.graph

    def set_look(self) -> None:
        """What holds for the whole picture."""
        ink, line = self.colour(INK), self.colour(LINE)
        if self.global_ranks:
            self.graph.attr("graph", newrank="true")  # to say "false" would switch it on, too
        self.graph.attr(
            "graph",
            rankdir="TB", compound="true", splines="true", nodesep="0.45", ranksep="0.42", pad="0.2",
            bgcolor="transparent" if self.theme is Theme.AUTO else self.colour(PAPER),
            fontname=FONT, fontsize="10", fontcolor=ink, labelloc="b", labeljust="l",
            label=self.labels.caption(),
            **{"class": f"phasebook {self.theme}"},
        )  # fmt: skip
        self.graph.attr(
            "node",
            shape="box", style="rounded,filled", penwidth="1.2", margin="0.14,0.07", height="0.42",
            fontname=FONT, fontsize="10", fontcolor=ink, color=line, fillcolor=self.colour(NODE),
        )  # fmt: skip
        self.graph.attr(
            "edge",
            fontname=FONT, fontsize="10", fontcolor=ink, color=line, arrowsize="0.75", penwidth="1.1",
        )  # fmt: skip

    # Nodes

    def phase(self, phase: Phase) -> None:
        """A phase and all that is in it."""
        if phase.children:
            self.cluster(phase)
        else:
            self.state(phase)

    def cluster(self, phase: Phase) -> None:
        """A compound phase as a tinted box around its children."""
        self.write(opening(cluster_id(phase.path)))
        look = CLUSTER_LOOK | self.box_look(phase)
        self.write(statement("graph", look | {"label": self.title_label(phase)}))
        floating = self.anywhere(phase)
        self.start_dot(phase.path)
        if floating and self.global_ranks:  # nothing else holds it at the top of its own box
            self.write(same_rank(anywhere_id(phase.path), start_id(phase.path)))
        for child in phase.children:
            self.phase(self.chart.by_path[child])
        self.write(CLOSING)

    def anywhere(self, phase: Phase) -> bool:
        """What can happen anywhere in a compound phase, as a node that edges find their way around.

        True when there is such a node and no edge of its own holds it in place.
        """
        departing = has_inward_rows(self.chart, phase)
        lines = "".join(self.lines(phase))
        if departing:
            lines = self.remark("<I>anywhere here</I>") + lines
        if lines:
            look = {"style": "rounded,dashed"} if departing else {"shape": "plain", "style": ""}
            look |= {"class": "anywhere", "tooltip": plain(f"anywhere in {phase.name}")}
            self.write(node(anywhere_id(phase.path), look | {"label": f"<{BOX_TABLE}{lines}</TABLE>>"}))
        return bool(lines) and not departing

    def box_look(self, phase: Phase) -> Attributes:
        """A compound phase's colours, hooks and marks."""
        place = self.compounds[phase.path]
        look = {
            "fillcolor": self.colour(TINTS[place % len(TINTS)]),
            "color": self.colour(BORDERS[place % len(BORDERS)]),
        }
        return look | self.hooks(phase, "phase") | self.current(phase)

    def state(self, phase: Phase) -> None:
        """A leaf as a box with what happens in it."""
        look = self.hooks(phase, "state") | self.current(phase)
        if phase.final:
            look["peripheries"] = "2"
        if phase.path in self.scene.outside:
            look["style"] = "rounded,dashed"
        self.write(node(node_id(phase.path), look | {"label": self.box_label(phase)}))

    def hooks(self, phase: Phase, kind: str) -> Attributes:
        """A phase's id, classes, tooltip and link."""
        classes = (
            kind
            + " initial" * phase.initial
            + " final" * phase.final
            + " current" * (phase.path == self.scene.marks.highlight)
            + " outside" * (phase.path in self.scene.outside)
        )
        hooks = {"id": phase_id(phase.path), "class": classes, "tooltip": plain(self.sentences.phase(phase))}
        return hooks | self.link(phase.path)

    def link(self, name: str) -> Attributes:
        """The link of a phase or a row, if it has one."""
        link = self.links.get(name)
        return {} if link is None else {"URL": plain(checked_link(link)), "target": "_top"}

    def current(self, phase: Phase) -> Attributes:
        """The mark of the current phase: colour and width."""
        if phase.path != self.scene.marks.highlight:
            return {}
        return {"color": self.colour(ACCENT), "penwidth": "3"}

    def box_label(self, phase: Phase) -> str:
        """A state's name, then what happens in it."""
        return self.titled(self.labels.name(phase.name, 12), "", [*self.happening(phase), *self.lines(phase)])

    def title_label(self, phase: Phase) -> str:
        """A compound phase's name, then what happens on the way in and out."""
        name = self.labels.name(phase.name, 13, ALIGN_LEFT)
        return self.titled(name, ALIGN_LEFT, list(self.happening(phase)))

    def titled(self, name: str, align: str, lines: list[str]) -> str:
        """A label with a name above some lines."""
        if not lines:
            return f"<{name}>"
        return f"<{BOX_TABLE}<TR><TD {WIDE}{align}>{name}</TD></TR>{''.join(lines)}</TABLE>>"

    def happening(self, phase: Phase) -> Iterator[str]:
        """A note about a phase, and what happens on entering and leaving it."""
        if note := self.scene.notes.get(phase.path):
            yield self.remark(note)
        yield from self.labels.happening(phase)

    def remark(self, text: str) -> str:
        """A pale line across a box."""
        return f'<TR><TD {WIDE}><FONT COLOR="{self.colour(LINE)}">{text}</FONT></TD></TR>'

    def lines(self, phase: Phase) -> Iterator[str]:
        """The rows that stay in a phase."""
        for row in rows_within(self.chart, phase):
            yield self.labels.line_in_box(row, self.hook(row), self.bar(row))

    def bar(self, row: Row) -> str:
        """A bar beside a row that is on the path taken."""
        return f' BORDER="3" SIDES="L" COLOR="{self.colour(ACCENT)}"' if row.id in self.traced else ""

    def start_dot(self, path: str | None) -> None:
        """The mark from which a phase, or the whole flow, starts."""
        size = "0.16" if path is None else "0.13"
        size_look = {"width": size, "height": size, "fixedsize": "true", "label": ""}
        look = {"fillcolor": self.colour(LINE), "class": "start", "tooltip": "start"}
        self.write(node(start_id(path), {"shape": "circle", "style": "filled"} | size_look | look))

    # Edges

    def start_edge(self, phase: Phase) -> None:
        """The short edge from a start mark to the phase where it starts."""
        start, end = End(start_id(phase.parent)), entrance(phase)
        self.write(edge(start.node, end.node, START_LOOK | cut_off(start, end)))

    def groups(self) -> list[list[Row]]:
        """The rows of each edge: all from one phase to another. Edges in order of their first row."""
        pairs: dict[tuple[object, ...], list[Row]] = {}
        for row in rows_between(self.chart):
            pairs.setdefault((row.source, row.target, row.done, self.look_of_call(row)), []).append(row)
        return list(pairs.values())

    def edge_for(self, rows: list[Row]) -> None:
        """One edge for the rows between two phases; one that leads back up is written from its head."""
        first = rows[0]
        start = self.places[departure(self.chart, first)]
        back = self.places[first.target] <= start and not starts_anywhere(self.chart, first)
        tail, head = source_end(self.chart, first, back), target_end(self.chart, first)
        look = self.edge_look(rows)
        if at_caller := self.look_of_call(first):
            look |= {"dir": "both", "arrowhead" if back else "arrowtail": at_caller}
        elif back:
            look |= {"dir": "back", "style": look.get("style", "dashed")}
        if back:
            tail, head = head, tail
        self.write(edge(tail.node, head.node, look | cut_off(tail, head)))

    def look_of_call(self, row: Row) -> str:
        """The mark at the caller's end of a call: it waits, or the flow comes back along the same line."""
        return "" if row.calls is None else "odot" if row.id in self.labels.apart else "vee"

    def way_back(self, way: WayBack) -> None:
        """A thin edge from a called phase to where the flow goes on, which may be written from its head, too."""
        inward = way.called in self.chart.lineage(way.to) and self.chart.by_path[way.called].children
        start = last_end(self.chart, way.called) if inward else way.called
        back = self.places[way.to] <= self.places[start]
        tail, head = end_of_call(self.chart, way, back), end_of_way_back(self.chart, way, back)
        look = self.way_back_look(way) | ({"dir": "back", "arrowtail": "vee"} if back else {"arrowhead": "vee"})
        if back:
            tail, head = head, tail
        self.write(edge(tail.node, head.node, look | cut_off(tail, head)))

    def way_back_look(self, way: WayBack) -> Attributes:
        """Label, hooks and marks of a way back."""
        names = [safe_id(row.id) for row in way.rows]
        look = {
            "id": f"back-{names[0]}",
            "class": " ".join(["back", *(f"after-{name}" for name in names)]),
            "tooltip": plain(self.sentences.way_back(way)),
            "label": f"<{EDGE_TABLE}{self.labels.way_back(way)}</TABLE>>",
            "style": "dashed",
        }
        if any(row.id in self.scene.marks.ended for row in way.rows):
            return look | {"color": self.colour(ACCENT), "penwidth": "1.8"}
        never = self.scene.marks.counts and self.traffic(list(way.rows)) <= 0
        return look | {"penwidth": "0.8"} | ({"style": "dotted"} if never else {})

    def edge_look(self, rows: list[Row]) -> Attributes:
        """Label, hooks and marks of an edge."""
        names = [safe_id(row.id) for row in rows]
        return {
            "id": f"line-{names[0]}",
            "class": " ".join(["arrow", *[f"of-{name}" for name in names]]),
            "tooltip": plain(" ".join([self.sentences.of_row[row.id] for row in rows])),
            **self.link(rows[0].id),
            "label": self.edge_label(rows),
            **self.weight(rows),
        }

    def edge_label(self, rows: list[Row]) -> str:
        """The rows' texts, one below the other."""
        lines = [self.labels.line_on_edge(row, self.hook(row)) for row in rows]
        return f"<{EDGE_TABLE}{''.join(lines)}</TABLE>>"

    def hook(self, row: Row) -> str:
        """The id and tooltip of a row's own text."""
        return hook(arrow_id(row.id), self.sentences.tooltip(row))

    def weight(self, rows: list[Row]) -> Attributes:
        """The mark of a path taken, or of how often an edge was: colour and width, never colour alone."""
        if self.traced and any(row.id in self.traced for row in rows):
            return {"color": self.colour(ACCENT), "penwidth": "2.8"}
        if not self.scene.marks.counts:
            return {}
        number = self.traffic(rows)
        if number <= 0:
            return {"style": "dotted"}
        share = (number / self.busiest) ** 0.5
        return {"color": self.colour(HEAT[round(share * 3)]), "penwidth": f"{1.1 + 3.9 * share:.2f}"}

    def traffic(self, rows: list[Row]) -> float:
        """How often the rows of an edge were taken."""
        return sum(self.scene.marks.counts.get(row.id, 0) for row in rows)

    @cached_property
    def busiest(self) -> float:
        return max(map(self.traffic, self.groups()))
