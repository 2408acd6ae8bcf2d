"""From a scene to DOT: phases as tinted boxes, rows for staying, edges after all nodes, in document order."""

from collections.abc import Iterator
from functools import cached_property

import graphviz

from diagrams.dot_syntax import (
    CLOSING,
    anywhere_id,
    arrow_id,
    cluster_id,
    edge,
    node,
    node_id,
    opening,
    phase_hook,
    same_rank,
    start_id,
    statement,
)
from diagrams.labels import WIDE, Writer, hook, plain
from diagrams.links import checked_link
from diagrams.options import Detail, Theme
from diagrams.palette import ACCENT, BORDERS, HEAT, INK, LINE, NODE, PAPER, TINTS, Pair
from diagrams.scene import Scene, leads_inward
from diagrams.sentences import Sentences
from diagrams.text import safe_id
from fsm.chart import Phase, Row

FONT = "Helvetica"
ALIGN_LEFT = ' ALIGN="LEFT"'
ROW_TABLE = '<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="2">'
EDGE_TABLE = '<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="5" CELLPADDING="0">'
"""The space around the cells keeps the texts off the line that they belong to."""

START_LOOK = {"class": "start", "tooltip": "start", "arrowsize": "0.6"}
"""Of the short edge from a start mark."""

MOST_IN_GLOBAL_RANKS = 100
"""Phases up to which all boxes share one set of ranks (`newrank`). Box by box, as Graphviz does it otherwise, it can
fail with boxes on top of each other; with one set for all, 200 phases take forty times as long."""

CLUSTER_LOOK = {"labeljust": "l", "labelloc": "t", "margin": "14", "style": "rounded,filled"}

Attributes = dict[str, str]


def dot(scene: Scene, theme: Theme, *, other_ranks: bool = False) -> str:
    """The DOT text of a scene. Equal scenes give equal text; `other_ranks` is for when the usual way has failed."""
    global_ranks = (len(scene.chart.phases) <= MOST_IN_GLOBAL_RANKS) is not other_ranks
    return str(Canvas(scene, theme, global_ranks).drawn().source)


class Canvas:
    """One graph being written."""

    def __init__(self, scene: Scene, theme: Theme, global_ranks: bool) -> None:
        self.scene = scene
        self.global_ranks = global_ranks
        self.chart = scene.chart
        self.theme = theme
        self.writer = Writer(self.chart, theme, scene.marks.counts, numbered=scene.detail is Detail.FULL)
        self.compounds = {phase.path: place for place, phase in enumerate(p for p in self.chart.phases if p.children)}
        self.places = {phase.path: place for place, phase in enumerate(self.chart.phases)}
        self.sentences = Sentences(self.chart)
        self.traced = frozenset(scene.marks.trace)
        self.graph = graphviz.Digraph(safe_id(self.chart.name))
        self.write = self.graph.body.append

    def colour(self, pair: Pair) -> str:
        """A colour in the theme."""
        return pair.of(self.theme)

    def drawn(self) -> graphviz.Digraph:
        """The whole graph: look, nodes, then edges."""
        self.set_look()
        outermost = [phase for phase in self.chart.phases if phase.parent is None]
        if any(phase.initial for phase in outermost):
            self.start_dot(None)
        for phase in outermost:
            self.phase(phase)
        for phase in self.chart.phases:
            if phase.initial:
                border = {"lhead": cluster_id(phase.path)} if phase.children else {}
                self.write(edge(start_id(phase.parent), self.entrance(phase), START_LOOK | border))
        for group in self.groups():
            self.arrows(group)
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
            label=self.writer.caption(self.scene.subtitle),
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
        self.write(statement("graph", CLUSTER_LOOK | self.box_look(phase) | {"label": self.title_label(phase)}))
        floating = self.anywhere(phase)
        self.start_dot(phase.path)
        if floating and self.global_ranks:  # nothing else holds it at the top of its own box
            self.write(same_rank(anywhere_id(phase.path), start_id(phase.path)))
        for child in phase.children:
            self.phase(self.chart.by_path[child])
        self.write(CLOSING)

    def anywhere(self, phase: Phase) -> bool:
        """What can happen anywhere in a compound phase: a node of its own, so that edges find their way around it.

        True when there is such a node and no edge of its own holds it in place.
        """
        departing = any(leads_inward(self.chart, arrow) for arrow in self.chart.rows_of[phase.path])
        rows = "".join(self.rows(phase))
        if departing:
            rows = f'<TR><TD {WIDE}><FONT COLOR="{self.colour(LINE)}"><I>anywhere here</I></FONT></TD></TR>{rows}'
        if rows:
            look = {"style": "rounded,dashed"} if departing else {"shape": "plain", "style": ""}
            look |= {"class": "anywhere", "tooltip": plain(f"anywhere in {phase.name}")}
            self.write(node(anywhere_id(phase.path), look | {"label": f"<{ROW_TABLE}{rows}</TABLE>>"}))
        return bool(rows) and not departing

    def box_look(self, phase: Phase) -> Attributes:
        """A compound phase's colours, hooks and marks."""
        place = self.compounds[phase.path]
        look = {
            "fillcolor": self.colour(TINTS[place % len(TINTS)]),
            "color": self.colour(BORDERS[place % len(BORDERS)]),
        }
        return look | self.hooks(phase, "phase") | self.current(phase)

    def state(self, phase: Phase) -> None:
        """A phase without children as a box with its rows."""
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
        hooks = {"id": phase_hook(phase.path), "class": classes, "tooltip": plain(self.sentences.phase(phase))}
        return hooks | self.link(phase.path)

    def link(self, name: str) -> Attributes:
        """The link of a phase or an arrow, if it has one."""
        link = self.scene.marks.links.get(name)
        return {} if link is None else {"URL": plain(checked_link(link)), "target": "_top"}

    def current(self, phase: Phase) -> Attributes:
        """The mark of the current phase: colour and width."""
        return {"color": self.colour(ACCENT), "penwidth": "3"} if phase.path == self.scene.marks.highlight else {}

    def box_label(self, phase: Phase) -> str:
        """A state's name, then what happens in it."""
        return self.titled(self.writer.name(phase.name, 12), "", [*self.happening(phase), *self.rows(phase)])

    def title_label(self, phase: Phase) -> str:
        """A compound phase's name, then what happens on the way in and out."""
        name = self.writer.name(phase.name, 13, ALIGN_LEFT)
        return self.titled(name, ALIGN_LEFT, list(self.happening(phase)))

    def titled(self, name: str, align: str, rows: list[str]) -> str:
        """A label with a name above some rows."""
        return f"<{ROW_TABLE}<TR><TD {WIDE}{align}>{name}</TD></TR>{''.join(rows)}</TABLE>>" if rows else f"<{name}>"

    def happening(self, phase: Phase) -> Iterator[str]:
        """A note about a phase, and what happens on entering and leaving it."""
        if note := self.scene.notes.get(phase.path):
            yield f'<TR><TD {WIDE}><FONT COLOR="{self.colour(LINE)}">{note}</FONT></TD></TR>'
        yield from self.writer.happening(phase)

    def rows(self, phase: Phase) -> Iterator[str]:
        """The rows that stay in a phase."""
        for arrow in self.chart.rows_of[phase.path]:
            if arrow.source == arrow.target:
                yield self.writer.row(arrow, self.hook(arrow), self.bar(arrow))

    def bar(self, arrow: Row) -> str:
        """A bar beside a row that is on the path taken."""
        return f' BORDER="3" SIDES="L" COLOR="{self.colour(ACCENT)}"' if arrow.id in self.traced else ""

    def start_dot(self, path: str | None) -> None:
        """The mark from which a phase, or the whole flow, starts."""
        size = "0.16" if path is None else "0.13"
        look = {"shape": "circle", "style": "filled", "width": size, "height": size, "fixedsize": "true", "label": ""}
        look |= {"fillcolor": self.colour(LINE), "class": "start", "tooltip": "start"}
        self.write(node(start_id(path), look))

    # Edges

    def groups(self) -> Iterator[list[Row]]:
        """The arrows between two phases, together; pairs in order of their first arrow."""
        pairs: dict[tuple[str, str], list[Row]] = {}
        for arrow in self.chart.rows:
            if arrow.source != arrow.target:
                pairs.setdefault((arrow.source, arrow.target), []).append(arrow)
        yield from pairs.values()

    def entrance(self, phase: Phase) -> str:
        """The node that an arrow into a phase leads to."""
        return start_id(phase.path) if phase.children else node_id(phase.path)

    def outer_border(self, arrow: Row) -> str | None:
        """The box at whose border an arrow from outside ends, so that it does not run through the box's title."""
        entered = self.chart.by_path[arrow.target].children and arrow.target not in self.chart.lineage(arrow.source)
        return cluster_id(arrow.target) if entered else None

    def exit(self, arrow: Row, back: bool) -> tuple[str, str | None]:
        """The node where an arrow starts, and the box at whose border it is cut off."""
        if not self.chart.by_path[arrow.source].children:
            return node_id(arrow.source), None
        if leads_inward(self.chart, arrow):
            return anywhere_id(arrow.source), None
        return node_id(self.outermost_leaf(arrow.source, 0 if back else -1)), cluster_id(arrow.source)

    def outermost_leaf(self, path: str, side: int) -> str:
        """The first or the last leaf in a phase."""
        while children := self.chart.by_path[path].children:
            path = children[side]
        return path

    def arrows(self, group: list[Row]) -> None:
        """One edge for the arrows between two phases; one that leads back up is written from its head."""
        first = group[0]
        back = self.places[first.target] <= self.places[first.source] and not leads_inward(self.chart, first)
        tail, tail_border = self.exit(first, back)
        head, head_border = self.entrance(self.chart.by_path[first.target]), self.outer_border(first)
        look = self.edge_look(group)
        if back:
            look |= {"dir": "back", "style": look.get("style", "dashed")} | borders(head_border, tail_border)
            self.write(edge(head, tail, look))
        else:
            self.write(edge(tail, head, look | borders(tail_border, head_border)))

    def edge_look(self, group: list[Row]) -> Attributes:
        """Label, hooks and marks of an edge."""
        names = [safe_id(arrow.id) for arrow in group]
        tooltip = plain(" ".join(self.sentences.of_arrow[arrow.id] for arrow in group))
        hooks = {
            "id": f"line-{names[0]}",
            "class": " ".join(["arrow", *(f"of-{name}" for name in names)]),
            "tooltip": tooltip,
        }
        return hooks | self.link(group[0].id) | {"label": self.edge_label(group)} | self.weight(group)

    def edge_label(self, group: list[Row]) -> str:
        """The arrows' texts, one below the other."""
        cells = (self.writer.edge(arrow, self.hook(arrow)) for arrow in group)
        return f"<{EDGE_TABLE}{''.join(cells)}</TABLE>>"

    def hook(self, arrow: Row) -> str:
        """The id and tooltip of an arrow's own text."""
        return hook(arrow_id(arrow.id), self.sentences.tooltip(arrow))

    def weight(self, group: list[Row]) -> Attributes:
        """The mark of a path taken, or of how often an edge was: colour and width, never colour alone."""
        if any(arrow.id in self.traced for arrow in group):
            return {"color": self.colour(ACCENT), "penwidth": "2.8"}
        counts = self.scene.marks.counts
        if not counts:
            return {}
        number = sum(counts.get(arrow.id, 0) for arrow in group)
        if number <= 0:
            return {"style": "dotted"}
        share = (number / self.busiest) ** 0.5
        return {"color": self.colour(HEAT[round(share * 3)]), "penwidth": f"{1.1 + 3.9 * share:.2f}"}

    @cached_property
    def busiest(self) -> float:
        """The largest number on any edge."""
        counts = self.scene.marks.counts
        return max(sum(counts.get(arrow.id, 0) for arrow in group) for group in self.groups())


def borders(tail: str | None, head: str | None) -> Attributes:
    """Where an edge as it is written is cut off: at the border of a box instead of at the node inside it."""
    return {name: border for name, border in (("ltail", tail), ("lhead", head)) if border is not None}
