"""A flow as a machine for XState, version 5: a module with a config of plain JSON, and a function that adds the rules.

Guards and actions are named as the rules of the flow are, and are supplied by those names. A row with several guards
has a guard of its own, made of those: XState combines guards with functions, which JSON does not have.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from fsm.chart import Chart, Effect, Row
from phasebook.exports.expanding import Condition, Expansion, Line, Path, State
from phasebook.exports.targets import Exported
from phasebook.exports.typescript import head

IMPORTS = 'import { and, not, setup, stateIn } from "xstate";\n'

MODULE = """
/** Guards that consist of others. */
const part = ({ guard, state, negated }) => {
  const asked = state ? stateIn(state) : guard;
  return negated ? not(asked) : asked;
};
const combined = Object.fromEntries(
  Object.entries(config.meta.combined).map(([name, parts]) => [name, and(parts.map(part))]),
);

/**
 * The machine. Give it a function for each of `config.meta.guards`, and for each of `config.meta.actions` that is to do
 * something: all by name, as XState's `setup` takes them.
 */
export function createFlow({ guards = {}, actions = {}, context = {} } = {}) {
  const missing = config.meta.guards.filter((name) => !(name in guards));
  if (missing.length) throw new Error(`${config.id} needs these guards, too: ${missing.join(", ")}.`);
  const idle = Object.fromEntries(config.meta.actions.map((name) => [name, () => {}]));
  const rules = setup({ guards: { ...guards, ...combined }, actions: { ...idle, ...actions } });
  return rules.createMachine({ ...config, context });
}
"""


def export(_: Any, chart: Chart) -> Exported:
    """A module of JavaScript."""
    machine = Machine(chart)
    text = json.dumps(machine.config(), indent=2, ensure_ascii=False)
    notes = [f"// {note}" for note in machine.notes]
    lines = [*head(chart, "xstate"), *notes, IMPORTS, f"export const config = {text};", MODULE]
    return Exported("\n".join(lines), tuple(machine.notes))


def config_of(chart: Chart) -> dict[str, Any]:
    """The config alone, which is plain JSON."""
    return Machine(chart).config()


class Machine:
    """Writes one config."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.expansion = Expansion(chart)
        self.notes = self.expansion.notes
        self.combined: dict[str, list[dict[str, Any]]] = {}
        self.guards: set[str] = set()
        self.actions: set[str] = set()

    def config(self) -> dict[str, Any]:
        """The whole machine."""
        states = {state.key: self.state(state) for state in self.expansion.states}
        return {
            "id": self.chart.name,
            "description": self.chart.title,
            "initial": self.expansion.initial,
            "states": states,
            "meta": {
                "fingerprint": self.chart.fingerprint,
                "guards": sorted(self.guards),
                "actions": sorted(self.actions),
                "combined": self.combined,
                "notes": self.notes,
            },
        }

    def state(self, state: State) -> dict[str, Any]:
        """One state, with everything in it."""
        found: dict[str, Any] = {"description": state.phase.name, "meta": meta(state)}
        if state.final:
            found["type"] = "final"
        if not state.is_resting:
            found |= {"entry": self.acts(state.phase.enter), "exit": self.acts(exits(state))}
        if state.children:
            found["initial"] = state.initial
        found |= self.transitions(state)
        if state.children:
            found["states"] = {child.key: self.state(child) for child in state.children}
        return {name: value for name, value in found.items() if value not in ([], {})}

    def acts(self, effects: Iterable[Any]) -> list[str]:
        """The names of effects, noted as actions."""
        found = [getattr(effect, "name", effect) for effect in effects]
        self.actions.update(found)
        return found

    # Rows

    def transitions(self, state: State) -> dict[str, Any]:
        """The rows of a state, in the order in which they are tried."""
        on: dict[str, list[Any]] = {}
        always: list[Any] = []
        when_done: list[Any] = []
        as_event = done_is_an_event(self.chart, state)
        for line in state.lines:
            if line.event is not None:
                on.setdefault(line.event, []).append(self.transition(line, state))
            elif line.ends and as_event:
                when_done.append(self.transition(line._replace(ends=(), suspended=()), state))
            else:
                always += [self.transition(each, state) for each in one_for_each_end(line)]
        return {"on": on, "always": always, "onDone": when_done}

    def transition(self, line: Line, state: State) -> dict[str, Any]:
        """One row."""
        found: dict[str, Any] = {}
        ended = tuple(Condition(state=path) for path in line.ends)
        asked = (*line.suspended, *ended, *line.conditions)
        if asked:
            found["guard"] = self.guard(asked)
        if line.effects:
            found["actions"] = self.acts(line.effects)
        if line.target is not None:
            found["target"] = self.address(line.target)
        if line.target is not None and line.leaves and line.target[: len(state.path)] == state.path:
            found["reenter"] = True
        return found | {"meta": {"row": line.row.id}, **described(line.row)}

    def address(self, path: Path) -> str:
        """A state as XState finds it from everywhere."""
        return f"#{'.'.join((self.chart.name, *path))}"

    def guard(self, asked: tuple[Condition, ...]) -> str:
        """The name of a guard, which is defined here if it consists of others."""
        self.guards.update(one.name for one in asked if one.name)
        if len(asked) == 1 and asked[0].name and not asked[0].negated:
            return asked[0].name
        name = f"all: {'; '.join(map(words, asked))}"
        self.combined[name] = [self.part(one) for one in asked]
        return name

    def part(self, one: Condition) -> dict[str, Any]:
        """One guard of several."""
        asked = {"guard": one.name} if one.name else {"state": self.address(one.state)}
        return {**asked, "negated": True} if one.negated else asked


def exits(state: State) -> tuple[Effect, ...]:
    """What happens when a state is left. XState leaves the last one when a machine stops; a flow stays there."""
    return () if state.final and len(state.path) == 1 else state.phase.exit


def meta(state: State) -> dict[str, Any]:
    """Which phase a state stands for, and who is suspended meanwhile."""
    callers, path = state.place
    return {"phase": path, **({"back": [caller.phase for caller in callers]} if callers else {})}


def described(row: Row) -> dict[str, str]:
    """What a refused player reads."""
    return {"description": row.refuses} if row.refuses else {}


def words(one: Condition) -> str:
    """A condition in the name of a guard."""
    return f"{'not ' * one.negated}{one.name or 'in ' + '.'.join(one.state)}"


def one_for_each_end(line: Line) -> Iterator[Line]:
    """A done row that asks where the flow is: once for each state in which the phase can end."""
    if not line.ends:
        yield line
    yield from (line._replace(ends=(end,)) for end in line.ends)


def done_is_an_event(chart: Chart, state: State) -> bool:
    """Whether it makes no difference that XState reports an end only when no other row follows: none could, in this
    phase or around it, and one of the done rows is always taken. Nothing is suspended there, either."""
    own = [line for line in state.lines if line.event is None]
    around = chart.lineage(state.place[1])[1:]
    is_alone = all(line.ends for line in own)
    is_quiet = not any(row.event is None for path in around for row in chart.rows_of[path])
    return bool(own) and is_alone and is_quiet and not own[-1].conditions
