"""Workloads of a state machine, on the ring of `rings`: an event, a refusal, what is possible, beginning, declaring."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from tests.benchmarks.figures.peers import NODE
from tests.benchmarks.figures.peers_in_node import IN_NODE
from tests.benchmarks.figures.peers_in_python import IN_PYTHON
from tests.benchmarks.figures.rings import ByHand, InPlace, Phasebook, Ring, differences
from tests.benchmarks.figures.workloads import OURS, Column, Effort, Measured, Row, Workload
from tests.benchmarks.timing import paced, rates

RINGS: tuple[type[Ring], ...] = (Phasebook, ByHand, InPlace, *IN_PYTHON, *IN_NODE)
NEEDS = dict.fromkeys((Phasebook.name, ByHand.name, InPlace.name), OURS) | {"by hand, JavaScript": NODE}
SIZE = 4
SIZES = (10, 100, 1_000)
NOT_MACHINES = {
    "RLCard": "games, and no state machines of one's own",
    "OpenSpiel": "games, and no state machines of one's own",
}

Work = Callable[[int], object]
"""Does something so many times."""


def kinds(names: Iterable[str]) -> list[type[Ring]]:
    """The rings of some names."""
    return [kind for kind in RINGS if kind.name in names]


def check(names: Iterable[str]) -> list[str]:
    """What some rings do otherwise than they should: nothing may be measured then."""
    return [
        found
        for kind in kinds(names)
        for seed, size in enumerate((2, SIZE, 7, SIZES[0]))
        for found in differences(kind(), size, seed)
    ]


def measured(effort: Effort, names: Iterable[str], work: Callable[[Ring], Work]) -> dict[str, float]:
    """How often a second each does its work, all taking turns."""
    made = {kind.name: kind() for kind in kinds(names)}
    contenders = {name: paced(work(ring), effort.seconds, ring.clock, ring.warm) for name, ring in made.items()}
    return rates(contenders, effort.rounds)


def rows(how: Mapping[str, str]) -> tuple[Row, ...]:
    """A row for each ring that says how."""
    return tuple(Row(kind.name, how[kind.name], NEEDS.get(kind.name, kind.name)) for kind in RINGS if kind.name in how)


# What is done


def going(ring: Ring, size: int = SIZE) -> Work:
    return partial(ring.go, ring.start(ring.define(size), 1))


def refusing(ring: Ring) -> Work:
    return partial(ring.stop, ring.start(ring.define(SIZE), 1))


def listing(ring: Ring) -> Work:
    return partial(ring.legal, ring.start(ring.define(SIZE), 1))


def starting(ring: Ring) -> Work:
    return partial(ring.start, ring.define(SIZE))


def declaring(ring: Ring) -> Work:
    return partial(ring.defined, SIZE)


def saving(ring: Ring) -> Work:
    return partial(ring.save, ring.go(ring.start(ring.define(SIZE), 1), 5))


def loading(ring: Ring) -> Work:
    definition = ring.define(SIZE)
    saved: Any = ring.save(ring.go(ring.start(definition, 1), 5), 1)
    return partial(ring.load, definition, saved)


def once(work: Callable[[Ring], Work]) -> Callable[[Effort, frozenset[str]], Measured]:
    """A measurement with one column."""
    return lambda effort, names: {"": measured(effort, names, work)}


def by_size(effort: Effort, names: frozenset[str]) -> Measured:
    return {f"{size:,} states": measured(effort, names, partial(going, size=size)) for size in SIZES}


def saves(effort: Effort, names: frozenset[str]) -> Measured:
    return {"save": measured(effort, names, saving), "load": measured(effort, names, loading)}


# The workloads

ONE = (Column("", "event"),)

EVENT = Workload(
    "event",
    "A guarded event",
    "A ring of four states. One event asks a guard, takes the row, runs one effect that counts, and is in the next "
    "state.",
    ONE,
    rows({
        "phasebook": "`engine.step(snapshot, Go())`; the snapshot before it stays as it was",
        "by hand": "a dict of functions by state and event, over the same immutable values",
        "by hand, in place": "the same over one object that is changed, so that nothing is left of the past",
        "python-statemachine": "`machine.send(\"go\")`; guard and action are methods of the class",
        "transitions": "`model.go()`; `conditions` and `after` are methods of the model",
        "Automat": "`machine.go()`; it has no guards, so the output asks",
        "sismic": "`interpreter.queue(\"go\")`, `interpreter.execute()`; guard and action are code in YAML",
        "by hand, JavaScript": "a table of functions over immutable objects, in node",
        "XState": "`actor.send({type: \"go\"})`, guard and `assign` from `setup`",
        "boardgame.io": "`client.moves.go()`, which ends the phase; a client without a server",
    }),
    NOT_MACHINES,
    once(going),
)  # fmt: skip

REFUSAL = Workload(
    "refusal",
    "A refusal with its reason",
    "An event whose guard says no. The caller gets the answer, with the reason where there is one.",
    (Column("", "refusal"),),
    rows({
        "phasebook": "a `Refusal` with the guard's sentence and what is possible instead",
        "by hand": "the sentence",
        "by hand, in place": "the sentence",
        "python-statemachine": "`TransitionNotAllowed`, which names event and state, and no guard",
        "transitions": "`False`, without a reason",
        "Automat": "an exception of one's own, raised by the output: it has no guards",
        "sismic": "a step without transitions, and no reason",
        "by hand, JavaScript": "the sentence",
        "XState": "the same snapshot as before, and no reason",
        "boardgame.io": "the same state as before: the move gave `INVALID_MOVE`, and no reason",
    }),
    NOT_MACHINES,
    once(refusing),
)  # fmt: skip

LEGAL = Workload(
    "legal",
    "Legal moves",
    "All events that are possible now, with their guards asked: one of two here.",
    (Column("", "list"),),
    rows({
        "phasebook": "`engine.legal_moves(snapshot)`, which also fills in what a move carries",
        "by hand": "both guards in a list comprehension",
        "by hand, in place": "the same",
        "python-statemachine": "`machine.enabled_events()`",
        "transitions": "`machine.get_triggers(state)`, each asked with `model.may_trigger`",
        "by hand, JavaScript": "both guards in a filter",
        "XState": "`machine.events`, each asked with `snapshot.can`",
    }),
    NOT_MACHINES | {
        "Automat": "nothing tells what is possible",
        "sismic": "nothing tells what is possible",
        "boardgame.io": "nothing tells what is possible; bots are given a function that does",
    },
    once(listing),
)  # fmt: skip

START = Workload(
    "start",
    "Beginning a game",
    "One more game of a ring that is declared already, in its first state.",
    (Column("", "game"),),
    rows({
        "phasebook": "`engine.start(seed=0)`",
        "by hand": "a snapshot",
        "by hand, in place": "an object",
        "python-statemachine": "`Machine()`",
        "transitions": "`machine.add_model(model)` and, so that its list of models stays short, `remove_model`",
        "Automat": "the factory that `build()` gave",
        "sismic": "`Interpreter(statechart)`, `execute()`",
        "by hand, JavaScript": "an object",
        "XState": "`createActor(machine).start()`",
        "boardgame.io": "`Client({game})`, `client.start()`",
    }),
    NOT_MACHINES,
    once(starting),
)  # fmt: skip

DEFINITION = Workload(
    "definition",
    "Declaring the machine",
    "The ring of four states from nothing, up to and with the first event: some do their work only then. It is done "
    "once in a program.",
    (Column("", "machine"),),
    rows({
        "phasebook": "a `Flow`, checked, read as a chart, and compiled to Python functions",
        "by hand": "a dict of dicts of functions",
        "by hand, in place": "the same",
        "python-statemachine": "a class",
        "transitions": "`Machine(states=..., transitions=...)`",
        "Automat": "`TypeMachineBuilder`, `build()`",
        "sismic": "`import_from_yaml`",
        "by hand, JavaScript": "an object of objects of functions",
        "XState": "`setup(...).createMachine(...)`",
        "boardgame.io": "an object that its client reads",
    }),
    NOT_MACHINES,
    once(declaring),
)  # fmt: skip

SIZED = Workload(
    "sizes",
    "10 to 1,000 states",
    "The guarded event of above, in rings of 10, 100 and 1,000 states.",
    tuple(Column(f"{size:,} states", "event") for size in SIZES),
    tuple(row._replace(how="as above") for row in EVENT.rows),
    NOT_MACHINES,
    by_size,
    main=(2,),
)

SAVING = Workload(
    "saving",
    "Saves of a machine",
    "The ring after five events as text or bytes that can be written to a file, and the machine again from it.",
    (Column("save", "save"), Column("load", "load")),
    rows({
        "phasebook": "`engine.dump` and `engine.load`, which checks version, fingerprint, phase and every field",
        "by hand": "`json`, without any check",
        "by hand, in place": "the same",
        "python-statemachine": "`json` of the state's value; `Machine(start_value=...)`",
        "transitions": "`json` of the model's state; `add_model(model, initial=...)`",
        "by hand, JavaScript": "`JSON`, without any check",
        "XState": "`getPersistedSnapshot` as JSON; `createActor(machine, {snapshot}).start()`",
    }),
    NOT_MACHINES | {
        "Automat": "typed machines cannot be saved",
        "sismic": "no documented way to save a running interpreter",
        "boardgame.io": "its server stores games; a client alone has nothing for it",
    },
    saves,
    main=(0, 1),
)  # fmt: skip

ON_RINGS = (EVENT, REFUSAL, LEGAL, START, DEFINITION, SIZED, SAVING)
