"""A flow as SCXML, the W3C's language for state charts, as far as that has the words.

Guards are names of the data model, which the host keeps true or false. Effects are logged where they are due, because
SCXML has no way to call a function of the host. What else a reader may want to know is in attributes of a namespace of
our own, which other readers pass over.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from xml.sax.saxutils import quoteattr

from fsm.chart import Chart, Effect
from fsm.native import unique
from phasebook.exports.expanding import Condition, Expansion, Line, Path, State
from phasebook.exports.targets import Exported
from phasebook.exports.xstate import done_is_an_event, exits, one_for_each_end

NAMESPACE = "urn:phasebook:flow"

EFFECTS = "Effects are logged where they are due, with the label 'effect': SCXML cannot call a function of the host."
ANSWERS = "Guards are names of the data model: the host sets each to what its rule answers now, whenever one is asked."
LATER = "{} has ended only when nothing else follows in SCXML; here it is asked in its turn, with In()."


def export(_: object, chart: Chart) -> Exported:
    """A document."""
    document = Document(chart)
    lines = list(document.lines())
    notes = tuple(document.notes)
    head = ['<?xml version="1.0" encoding="UTF-8"?>', *(f"<!-- {note.replace('--', '- -')} -->" for note in notes)]
    return Exported("\n".join([*head, *lines, ""]), notes)


def id_of(path: Path) -> str:
    """The id of a state: the phase's path, longer for a phase that was called."""
    return ".".join(path)


def data_id(guard: str) -> str:
    """A guard as a name of the data model: a condition on settings is spelled out."""
    if guard.isidentifier():
        return guard
    signs = {"==": "is", "!=": "is_not", "<=": "up_to", ">=": "from", "<": "below", ">": "above", "~": "not",
             "|": "or", "&": "and"}  # fmt: skip
    for sign, word in signs.items():
        guard = guard.replace(sign, f" {word} ")
    return "when_" + "_".join(re.findall(r"\w+", guard))


class Document:
    """Writes one document."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.expansion = Expansion(chart)
        rules = {guard.name for row in chart.rows for guard in row.guards if guard.needs != ("back",)}
        taken: set[str] = set()
        self.ids = {guard: unique(data_id(guard), taken) for guard in sorted(rules | self.choices())}
        """The guards as names of the data model."""
        self.notes = [*([ANSWERS] if self.ids else []), EFFECTS, *self.expansion.notes]

    def choices(self) -> set[str]:
        """The questions that come with gatherings."""
        states = list(every(self.expansion.states))
        return {one.name for state in states for line in state.lines for one in line.conditions if one.name}

    def lines(self) -> Iterator[str]:
        """The whole document, line by line."""
        fingerprint = {"phasebook:fingerprint": self.chart.fingerprint}
        about = {"name": self.chart.name, "initial": self.expansion.initial, **fingerprint}
        spaces = f'xmlns="http://www.w3.org/2005/07/scxml" xmlns:phasebook="{NAMESPACE}" version="1.0"'
        yield f"<scxml {spaces}{attributes(about)}>"
        if self.ids:
            yield "  <datamodel>"
            for guard, name in self.ids.items():
                says = None if name == guard else guard
                yield f"    <data{attributes({'id': name, 'expr': 'False', 'phasebook:says': says})}/>"
            yield "  </datamodel>"
        for state in self.expansion.states:
            yield from (f"  {line}" for line in self.state(state))
        yield "</scxml>"

    def state(self, state: State) -> Iterator[str]:
        """One state, with everything in it."""
        tag = "final" if state.final else "state"
        initial = id_of((*state.path, state.initial)) if state.initial is not None else None
        about = {"id": id_of(state.path), "initial": initial, "phasebook:phase": state.phase.path}
        yield f"<{tag}{attributes(about)}>"
        if not state.is_resting:
            yield from block("onentry", state.phase.enter)
            yield from block("onexit", exits(state))
        as_event = done_is_an_event(self.chart, state)
        for line in state.lines:
            yield from self.transitions(line, state, as_event)
        for child in state.children:
            yield from (f"  {line}" for line in self.state(child))
        yield f"</{tag}>"

    def transitions(self, line: Line, state: State, as_event: bool) -> Iterator[str]:
        """One row; an ending that has to be asked in its turn may be several."""
        if line.ends and as_event:
            event = f"done.state.{id_of(state.path)}"
            yield from self.transition(line._replace(event=event, ends=(), suspended=()))
            return
        if line.ends:
            self.note(LATER.format(state.phase.path))
        for each in one_for_each_end(line):
            yield from self.transition(each)

    def note(self, sentence: str) -> None:
        """Say something once."""
        if sentence not in self.notes:
            self.notes.append(sentence)

    def transition(self, line: Line) -> Iterator[str]:
        """One row."""
        ended = tuple(Condition(state=path) for path in line.ends)
        about = {
            "event": line.event,
            "cond": " and ".join(map(self.text_of, (*line.suspended, *ended, *line.conditions))) or None,
            "target": None if line.target is None else id_of(line.target),
            "type": None if line.leaves or line.target is None else "internal",
            "phasebook:row": line.row.id,
            "phasebook:refuses": line.row.refuses or None,
        }
        if not line.effects:
            yield f"  <transition{attributes(about)}/>"
            return
        yield f"  <transition{attributes(about)}>"
        yield from (f"    {effect(name)}" for name in line.effects)
        yield "  </transition>"

    def text_of(self, one: Condition) -> str:
        """A condition as an expression."""
        asked = self.ids[one.name] if one.name else f"In('{id_of(one.state)}')"
        return f"not {asked}" if one.negated else asked


def every(states: Iterable[State]) -> Iterator[State]:
    """States, and all in them."""
    for state in states:
        yield state
        yield from every(state.children)


def block(tag: str, effects: tuple[Effect, ...]) -> Iterator[str]:
    """What happens when a state is entered or left."""
    if effects:
        yield f"  <{tag}>"
        yield from (f"    {effect(one.name)}" for one in effects)
        yield f"  </{tag}>"


def effect(name: str) -> str:
    """One effect."""
    return f"""<log label="effect" expr={quoteattr(repr(name))}/>"""


def attributes(values: Mapping[str, str | None]) -> str:
    """Attributes of an element; those that are None are left out."""
    return "".join(f" {name}={quoteattr(value)}" for name, value in values.items() if value is not None)
