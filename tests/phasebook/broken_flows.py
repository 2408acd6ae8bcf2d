"""Definitions that go wrong, each in its own way, as the source of a module."""

HEAD = """
import msgspec
from fsm import Engine, Flow, Move, State

class Game(msgspec.Struct, frozen=True):
    count: int = 0

class Go(Move, tag="go"):
    pass

def fail(*args, **kwargs):
    raise ZeroDivisionError("broken on purpose\\nin two lines \\x1b[31m")

def leave(*args, **kwargs):
    raise SystemExit(0)

def new(seed: int = 0) -> Game:
    return Game()

def effect(game: Game) -> Game:
    return fail()

class Short(Flow):
    first = State(initial=True)
    last = State(final=True)
    go = first.to(last)

class Entering(Flow):
    first = State(initial=True, enter=effect)
    last = State(final=True)
    go = first.to(last)

class Acting(Flow):
    first = State(initial=True)
    last = State(final=True)
    go = first.to(last, on=effect)

def engine_of(flow=Short, new=new, kind=Engine, **options):
    return kind(flow, moves=(Go,), new=new, **options)
"""

CANNOT_BE_LOADED = {
    "an error": "raise ValueError('not today')",
    "an error in two lines": "raise ValueError('not\\ntoday \\x1b[31m')",
    "an error without words": "class Mute(Exception):\n    def __str__(self): raise RuntimeError\nraise Mute",
    "an exit": "raise SystemExit",
    "an exit that pretends to be fine": "import sys; sys.exit(0)",
    "no end": "def f(): f()\nf()",
    "a syntax error": "class Flow(:",
    "a null byte": "x = '\0'",
    "an error of the flow": "from fsm import Flow, State\nclass X(Flow):\n    a = State(initial=True)\n    b = State()",
    "nothing": "",
    "a number": "engine = 7",
    "a class": "class engine: pass",
    "a liar": "class Liar:\n    @property\n    def __class__(self): raise RuntimeError('odd')\nengine = Liar()",
    "a fatal error": "class Fatal(BaseException): pass\nraise Fatal('gone')",
    "an interrupt": "raise KeyboardInterrupt",
    "a missing module": "import no_such_module",
    "a recursive import": "import {module} as me\nme.engine",
}
"""Modules from which nothing can be run."""

CANNOT_BE_RUN = {
    "new": "def bad(seed: int = 0) -> Game: return fail()\nengine = engine_of(new=bad)",
    "new that leaves": "def bad(seed: int = 0) -> Game: return leave()\nengine = engine_of(new=bad)",
    "new of another type": "def bad(seed: int = 0) -> Game: return 7\nengine = engine_of(new=bad)",
    "an enter effect": "engine = engine_of(Entering)",
    "a method": "class Bad(Engine):\n    def start(self, **settings): fail()\nengine = engine_of(kind=Bad)",
}
"""Modules whose engine cannot even start a game."""

GO_WRONG = {
    "an effect": "engine = engine_of(Acting)",
    "an invariant": "engine = engine_of(invariants=(fail,))",
    "an outcome": "engine = engine_of(outcome=fail)",
    "an outcome that leaves": "engine = engine_of(outcome=leave)",
    "a view": "engine = engine_of(view=fail)",
}
"""Modules whose engine starts; what is a defect is for the verbs to say."""
