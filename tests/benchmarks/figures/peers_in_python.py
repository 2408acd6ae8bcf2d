"""The ring in other libraries for Python, each in the way that its own documentation shows.

Libraries are imported where they are needed: one that is not installed is named on the page, and stops nothing.
"""

import json
from collections.abc import Callable
from importlib import import_module
from typing import Any, Protocol

from tests.benchmarks.figures.rings import REFUSED, Ring


class Counter:
    """Guards and an action, as methods of the machine or of its model."""

    number = 0

    def may_go(self) -> bool:
        return self.number >= 0

    def never(self) -> bool:
        return self.number < 0

    def count(self) -> None:
        self.number += 1


# python-statemachine


class PythonStatemachine(Ring):
    """Guards and the action are methods of the machine's class."""

    name = "python-statemachine"

    def define(self, size: int) -> Any:
        library = import_module("statemachine")
        states = [library.State(initial=i == 0) for i in range(size)]
        go = [here.to(there, cond="may_go", on="count") for here, there in zip(states, turned(states), strict=True)]
        stop = [here.to.itself(cond="never") for here in states]
        body = {f"s{i}": state for i, state in enumerate(states)} | {"go": joined(go), "stop": joined(stop)}
        machine: Any = type(library.StateMachine)
        return machine("Machine", (Counter, library.StateMachine), body)

    def start(self, definition: Any, times: int) -> Any:
        for _ in range(times):
            machine = definition()
        return machine

    def go(self, game: Any, times: int) -> Any:
        send = game.send
        for _ in range(times):
            send("go")
        return game

    def stop(self, game: Any, times: int) -> str | None:
        send, refused = game.send, import_module("statemachine.exceptions").TransitionNotAllowed
        answer = None
        for _ in range(times):
            try:
                send("stop")
            except refused:
                answer = ""
        return answer

    def legal(self, game: Any, times: int) -> list[str]:
        enabled = game.enabled_events
        for _ in range(times):
            events = enabled()
        return [event.id for event in events]

    def save(self, game: Any, times: int) -> str:
        for _ in range(times):
            (state,) = game.configuration_values
            saved = json.dumps({"state": state, "number": game.number})
        return saved

    def load(self, definition: Any, saved: str, times: int) -> Any:
        for _ in range(times):
            found = json.loads(saved)
            machine = definition(start_value=found["state"])
            machine.number = found["number"]
        return machine

    def where(self, game: Any) -> tuple[str, int]:
        (state,) = game.configuration_values
        return state, game.number


def turned(states: list[Any]) -> list[Any]:
    """The next state of each."""
    return [*states[1:], states[0]]


def joined(rows: list[Any]) -> Any:
    """Rows of one event."""
    first, *others = rows
    for row in others:
        first = first | row
    return first


# transitions


class Called(Ring):
    """A ring whose events are methods of what plays."""

    def go(self, game: Any, times: int) -> Any:
        go = game.go
        for _ in range(times):
            go()
        return game


class Transitions(Called):
    """One machine for all; a model for each game."""

    name = "transitions"

    def define(self, size: int, machine: Callable[..., Any] | None = None) -> Any:
        """With another kind of machine, for pictures."""
        go = [
            {"trigger": "go", "source": f"s{i}", "dest": f"s{(i + 1) % size}", "conditions": "may_go", "after": "count"}
            for i in range(size)
        ]
        stop = {"trigger": "stop", "source": "*", "dest": "=", "conditions": "never"}
        make = machine or import_module("transitions").Machine
        return make(
            model=None, states=[f"s{i}" for i in range(size)], initial="s0", transitions=[*go, stop],
            auto_transitions=False,
        )  # fmt: skip

    def start(self, definition: Any, times: int) -> Any:
        for _ in range(times):
            model = Counter()
            definition.add_model(model)
            definition.remove_model(model)
        self.machine = definition
        return model

    def stop(self, game: Any, times: int) -> str | None:
        stop = game.stop
        for _ in range(times):
            happened = stop()
        return None if happened else ""

    def legal(self, game: Any, times: int) -> list[str]:
        machine, may = self.machine, game.may_trigger
        for _ in range(times):
            events = [event for event in machine.get_triggers(game.state) if may(event)]
        return events

    def save(self, game: Any, times: int) -> str:
        for _ in range(times):
            saved = json.dumps({"state": game.state, "number": game.number})
        return saved

    def load(self, definition: Any, saved: str, times: int) -> Any:
        for _ in range(times):
            found = json.loads(saved)
            model = Counter()
            model.number = found["number"]
            definition.add_model(model, initial=found["state"])
            definition.remove_model(model)
        return model

    def where(self, game: Any) -> tuple[str, int]:
        return game.state, game.number


# Automat


class Inputs(Protocol):
    """What an Automat machine is sent."""

    def go(self) -> None: ...

    def stop(self) -> None: ...

    def place(self) -> str: ...


class RefusedError(Exception):
    """Automat has no guards; an output that is not allowed raises."""


class Automat(Called):
    """It has no guards, so each output asks first, and raises if the answer is no."""

    name = "Automat"
    can_list = can_save = False

    def define(self, size: int) -> Any:
        builder = import_module("automat").TypeMachineBuilder(Inputs, Counter)
        states = [builder.state(f"s{i}") for i in range(size)]
        for here, there in zip(states, turned(states), strict=True):
            here.upon(Inputs.go).to(there)(counted)
            here.upon(Inputs.stop).loop()(refused)
            here.upon(Inputs.place).loop().returns(here.name)
        return builder.build()

    def start(self, definition: Any, times: int) -> Any:
        for _ in range(times):
            counter = Counter()
            machine = definition(counter)
        self.counter = counter
        return machine

    def stop(self, game: Any, times: int) -> str | None:
        stop, answer = game.stop, None
        for _ in range(times):
            try:
                stop()
            except RefusedError as error:
                answer = str(error)
        return answer

    def where(self, game: Any) -> tuple[str, int]:
        return game.place(), self.counter.number


def counted(_: Inputs, counter: Counter) -> None:
    if not counter.may_go():
        raise RefusedError("It may not go.")
    counter.count()


def refused(_: Inputs, counter: Counter) -> None:
    if not counter.never():
        raise RefusedError(REFUSED)


# sismic


class Sismic(Ring):
    """A statechart in YAML; guards and actions are Python in it."""

    name = "sismic"
    can_list = can_save = False

    def define(self, size: int) -> Any:
        states = "".join(STATE.format(here=i, there=(i + 1) % size) for i in range(size))
        return import_module("sismic.io").import_from_yaml(f"{CHART}{states}")

    def start(self, definition: Any, times: int) -> Any:
        interpreter = import_module("sismic.interpreter").Interpreter
        for _ in range(times):
            running = interpreter(definition)
            running.execute()
        return running

    def go(self, game: Any, times: int) -> Any:
        queue, execute = game.queue, game.execute
        for _ in range(times):
            queue("go")
            execute()
        return game

    def stop(self, game: Any, times: int) -> str | None:
        queue, execute = game.queue, game.execute
        for _ in range(times):
            queue("stop")
            steps = execute()
        return None if any(step.transitions for step in steps) else ""

    def where(self, game: Any) -> tuple[str, int]:
        (state,) = set(game.configuration) - {"ring"}
        return state, game.context["number"]


CHART = """
statechart:
  name: ring
  preamble: number = 0
  root state:
    name: ring
    initial: s0
    states:
"""
STATE = """
      - name: s{here}
        transitions:
          - target: s{there}
            event: go
            guard: number >= 0
            action: number += 1
          - event: stop
            guard: number < 0
"""

IN_PYTHON: tuple[type[Ring], ...] = (PythonStatemachine, Transitions, Automat, Sismic)
