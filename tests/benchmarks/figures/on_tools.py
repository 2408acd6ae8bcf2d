"""Workloads around a flow: exploring, drawing, starting a program, saving a card game."""

import pickle
import shutil
import sys
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from importlib import import_module
from random import Random
from time import process_time
from typing import Any

from diagrams.diagram import Diagram
from diagrams.options import RendererChoice
from diagrams.renderers import system
from tests.benchmarks.bench_diagrams import forget, written
from tests.benchmarks.bench_start import fastest
from tests.benchmarks.bench_uno import SETTINGS, Checked, fast
from tests.benchmarks.bench_verify import searches
from tests.benchmarks.figures.on_games import NO_GAMES, SHEDDING
from tests.benchmarks.figures.peers import NODE
from tests.benchmarks.figures.peers_in_node import PACKAGES, Node
from tests.benchmarks.figures.peers_in_python import Automat, Counter, PythonStatemachine, Sismic, Transitions
from tests.benchmarks.figures.rings import Phasebook
from tests.benchmarks.figures.workloads import PHASEBOOK, Column, Effort, Measured, Row, Workload
from tests.benchmarks.timing import Contender, Timed, paced, rates, with_children
from tests.fsm.tictactoe import engine as tictactoe

OPEN_SPIEL = "OpenSpiel"

# Exploring

POSITIONS = 5_478
"""The positions of tic-tac-toe, as published: whoever finds another number has not done the same."""


def found_by_open_spiel() -> int:
    """All positions, each expanded once."""
    game = import_module("pyspiel").load_game("tic_tac_toe")
    get_all_states = import_module("open_spiel.python.algorithms.get_all_states").get_all_states
    return len(get_all_states(game, include_terminals=True, to_string=str, stop_if_encountered=True))


def found_by_xstate(node: Node) -> Timed:
    before = node.seconds
    return Timed(node.ask(times=1), node.seconds - before)


def exploring(effort: Effort, names: frozenset[str]) -> Measured:
    ours = searches(tictactoe, {})
    contenders: dict[str, Contender] = {PHASEBOOK: ours["explore"], "by hand": ours["plain search"]}
    if OPEN_SPIEL in names:
        contenders[OPEN_SPIEL] = found_by_open_spiel
    with ExitStack() as stack:
        if "XState" in names:
            node = Node("explore.mjs")
            stack.callback(node.stop)
            contenders["XState"] = partial(found_by_xstate, node)
        found = {name: checked(name, run) for name, run in contenders.items()}
        return {"": rates(found, max(2, effort.rounds // 3), process_time)}


def checked(name: str, contender: Contender) -> Contender:
    """The same, but it must find every position."""

    def run() -> int | Timed:
        done = contender()
        found = done.events if isinstance(done, Timed) else done
        assert found == POSITIONS, f"{name} finds {found} positions of tic-tac-toe instead of {POSITIONS}"
        return done

    return run


EXPLORE = Workload(
    "explore",
    "Exploring",
    f"All {POSITIONS:,} positions of tic-tac-toe from its rules. Another number than that ends the run.",
    (Column("", "position"),),
    (
        Row(PHASEBOOK, "`explore`, which also checks invariants, odd payloads, dead ends and coverage at each"),
        Row("by hand", "a breadth-first search over our engine that checks nothing"),
        Row("XState", "`getAdjacencyMap` of `xstate/graph` on the same game", "XState"),
        Row(OPEN_SPIEL, "`get_all_states` in Python over its C++ game, which expands no position twice", OPEN_SPIEL),
    ),
    {
        "python-statemachine": "no way to visit all states",
        "transitions": "no way to visit all states",
        "Automat": "no way to visit all states",
        "sismic": "no way to visit all states",
        "RLCard": "no way to visit all states",
        "boardgame.io": "no way to visit all states",
    },
    exploring,
)

# Drawing

DRAWN = 20
"""States of the ring that is drawn."""


Draw = Callable[[str], str]
"""Draws as `text` or as `svg`."""


def of_ours() -> Draw:
    engine = Phasebook().define(DRAWN)

    def draw(kind: str) -> str:
        if kind == "text":
            return written(lambda: engine.chart)
        forget()
        return Diagram(engine, engine=RendererChoice.SYSTEM).svg()

    return draw


def of_statemachine() -> Draw:
    graph_of = import_module("statemachine.contrib.diagram").DotGraphMachine
    machine = PythonStatemachine().define(DRAWN)

    def draw(kind: str) -> str:
        graph = graph_of(machine)()
        return str(graph.to_string()) if kind == "text" else str(graph.create_svg(), "utf-8")

    return draw


def of_transitions() -> Draw:
    kind_of_machine = partial(
        import_module("transitions.extensions").GraphMachine, graph_engine="graphviz", show_conditions=True
    )
    model = Counter()
    Transitions().define(DRAWN, kind_of_machine).add_model(model)

    def draw(kind: str) -> str:
        graph: Any = model.get_graph(force_new=True)  # type: ignore[attr-defined]  # transitions adds it at run time
        return str(graph.source) if kind == "text" else str(graph.pipe(format="svg"), "utf-8")

    return draw


def of_automat() -> Draw:
    machine = Automat().define(DRAWN)

    def draw(kind: str) -> str:
        graph = machine.asDigraph()
        return str(graph.source) if kind == "text" else str(graph.pipe(format="svg"), "utf-8")

    return draw


def of_sismic() -> Draw:
    chart, export = Sismic().define(DRAWN), import_module("sismic.io").export_to_plantuml
    return lambda kind: str(export(chart))


DRAWING: dict[str, Callable[[], Draw]] = {
    PHASEBOOK: of_ours,
    "python-statemachine": of_statemachine,
    "transitions": of_transitions,
    "Automat": of_automat,
    "sismic": of_sismic,
}


def complete(name: str, draw: Draw, kind: str) -> Contender:
    """A picture, which must have every state in it."""

    def run() -> int:
        drawn = draw(kind)
        assert all(f"s{i}" in drawn for i in range(DRAWN)), f"{name} has left states out of its {kind}"
        return 1

    return run


def drawing(effort: Effort, names: frozenset[str]) -> Measured:
    made = {name: make() for name, make in DRAWING.items() if name in names}
    text = {name: complete(name, draw, "text") for name, draw in made.items()}
    found = {"text": rates(text, effort.rounds, process_time)}
    if system() is not None:
        svg = {name: complete(name, draw, "svg") for name, draw in made.items() if name != "sismic"}
        found["SVG"] = rates(svg, max(2, effort.rounds // 3), with_children)
    return found


DRAW = Workload(
    "drawing",
    "Drawing",
    f"A ring of {DRAWN} states with its guards, as the text that a drawing program reads, and as SVG by the system's "
    "Graphviz, whose CPU time is in it.",
    (Column("text", "text"), Column("SVG", "picture")),
    (
        Row(PHASEBOOK, "`Diagram(engine).dot` and `.svg()`: labels that do not overlap, both themes, words for screen "
            "readers; nothing is remembered from one to the next"),
        Row("python-statemachine", "`DotGraphMachine(machine)()`, by pydot", "python-statemachine"),
        Row("transitions", "`GraphMachine`, `model.get_graph(force_new=True)`", "transitions"),
        Row("Automat", "`machine.asDigraph()`", "Automat"),
        Row("sismic", "`export_to_plantuml`; PlantUML would draw it", "sismic"),
    ),
    {
        "XState": "drawn by its editor, a web site",
        "boardgame.io": "no pictures of phases",
        "RLCard": "no pictures of phases",
        "OpenSpiel": "pictures of game trees; it has no phases",
    },
    drawing,
    main=(0, 1),
)  # fmt: skip

# Starting a program

IMPORTS = {
    "python-statemachine": "from statemachine import StateMachine, State",
    "transitions": "from transitions import Machine",
    "Automat": "from automat import TypeMachineBuilder",
    "sismic": "from sismic.interpreter import Interpreter; from sismic.io import import_from_yaml",
    "RLCard": "import rlcard",
    "OpenSpiel": "import pyspiel",
}
REQUIRED = {NODE: "0", "XState": 'require("xstate")', "boardgame.io": 'require("boardgame.io/client")'}


def commands() -> dict[str, list[str]]:
    """Programs that do nothing but begin."""
    python, node = [sys.executable, "-c"], [shutil.which("node") or "node", "-e"]
    return {
        PHASEBOOK: [*python, "from phasebook import Engine, Flow, Move, State, guard"],
        "phasebook, a card game": [*python, "from games.uno import engine; engine.start(seed=1)"],
        "phasebook, the command": [sys.executable, "-m", "phasebook", "--help"],
        "Python alone": [*python, "pass"],
        **{name: [*python, statement] for name, statement in IMPORTS.items()},
        **{
            "node alone" if name == NODE else name: [*node, statement.replace('("', f'("{PACKAGES}/')]
            for name, statement in REQUIRED.items()
        },
    }


def beginning(effort: Effort, names: frozenset[str]) -> Measured:
    wanted = {name: command for name, command in commands().items() if name in names}
    return {"": {name: 1 / took for name, took in fastest(wanted, max(3, effort.rounds * 2 // 3)).items()}}


STARTUP = Workload(
    "startup",
    "Starting a program",
    "A new process that imports the library and ends, from compiled files, as after an installation.",
    (Column("", "start"),),
    (
        Row(PHASEBOOK, "`from phasebook import Engine, Flow, Move, State, guard`"),
        Row("phasebook, a card game", "the same with Uno, compiled, and its first deal"),
        Row("phasebook, the command", "`phasebook --help`"),
        Row("Python alone", "`python -c pass`"),
        *(Row(name, "; ".join(f"`{part.strip()}`" for part in statement.split(";")), name)
          for name, statement in IMPORTS.items()),
        *(Row("node alone" if name == NODE else name, "`node -e 0`" if name == NODE else f"`{statement}`", name)
          for name, statement in REQUIRED.items()),
    ),
    {},
    beginning,
)  # fmt: skip

# Saving a card game

MOVES, SEED = 40, 0


def in_the_middle(game: Any) -> Any:
    """A game of OpenSpiel after some moves."""
    state, dice = game.new_initial_state(), Random(2).random
    moves = 0
    while moves < MOVES:
        moves += not state.is_chance_node()
        actions = state.legal_actions()
        state.apply_action(actions[int(dice() * len(actions))])
    return state


def uno_after(moves: int) -> tuple[Any, Checked]:
    """The same game of Uno on the engine and by hand."""
    snapshot: Any = fast.start(seed=SEED, **SETTINGS)
    game, dice = Checked(SEED), Random(2).random
    for _ in range(moves):
        legal, actions, chosen = fast.legal_moves(snapshot), game.legal(), dice()
        snapshot = fast.step(snapshot, legal[int(chosen * len(legal))])
        assert not game.step(actions[int(chosen * len(actions))])
    return snapshot, game


Pair = tuple[Callable[[], Any], Callable[[Any], Any]]


def keepers(names: frozenset[str]) -> dict[str, Pair]:
    """How each saves its game, and loads what was saved."""
    snapshot, game = uno_after(MOVES)
    found: dict[str, Pair] = {
        PHASEBOOK: (lambda: fast.dump(snapshot), fast.load),
        "by hand": (lambda: pickle.dumps(game), pickle.loads),
    }
    if OPEN_SPIEL in names:
        pyspiel = import_module("pyspiel")
        crazy = pyspiel.load_game(*SHEDDING)
        state = in_the_middle(crazy)
        found[OPEN_SPIEL] = (
            lambda: pyspiel.serialize_game_and_state(crazy, state),
            pyspiel.deserialize_game_and_state,
        )
    return found


def keeping(effort: Effort, names: frozenset[str]) -> Measured:
    pairs = keepers(names)
    saving = {name: paced(repeated(save), effort.seconds) for name, (save, _) in pairs.items()}
    loading = {name: paced(repeated(partial(load, save())), effort.seconds) for name, (save, load) in pairs.items()}
    return {"save": rates(saving, effort.rounds), "load": rates(loading, effort.rounds)}


def repeated(work: Callable[[], object]) -> Callable[[int], None]:
    def run(times: int) -> None:
        for _ in range(times):
            work()

    return run


KEEP = Workload(
    "keeping",
    "Saves of a card game",
    f"Uno for four after {MOVES} moves, as bytes that can be written to a file, and the game again from them.",
    (Column("save", "save"), Column("load", "load")),
    (
        Row(PHASEBOOK, "`engine.dump` and `engine.load`: JSON that is checked field by field, and by the invariants"),
        Row("by hand", "`pickle` of one object, without any check"),
        Row(OPEN_SPIEL, "`serialize_game_and_state` of Crazy Eights, which keeps the moves and plays them again",
            OPEN_SPIEL),
    ),
    NO_GAMES | {
        "RLCard": "games cannot be saved",
        "boardgame.io": "its server stores games; a client alone has nothing for it",
    },
    keeping,
    main=(0, 1),
)  # fmt: skip

ON_TOOLS = (EXPLORE, DRAW, STARTUP, KEEP)
