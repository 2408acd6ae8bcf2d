"""Guards and listers that are one expression, and stand in the generated code: a call would take longer.

A rule is written out only where that makes no difference:

- It is a plain function of the given parameters that returns one expression, and its source compiles to the
  code that runs. A function that is wrapped, closes over something or takes more parameters is called.
- The expression binds no name outside a comprehension, makes no function, and does not look at the frame it
  runs in.
- Its other names are left as they are, and the generated function runs in the rule's own module. So they
  mean what they mean in a call, at the time when the rule is asked: a global that is rebound later, a
  built-in name that is hidden later, a name that does not exist yet. A function runs in one module only;
  rules of other modules are called from it, unless they use no names but their parameters.

Only what looks at frames from outside sees a difference: tracebacks, profilers, breakpoints. For these
there is `Engine(..., inline=False)`, or PHASEBOOK_INLINE=0 in the environment.
"""

import ast
import builtins
import os
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from functools import cache, lru_cache
from inspect import CO_VARARGS, CO_VARKEYWORDS
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import msgspec

from fsm.compiler.linking import Space, codes_in, is_taken
from fsm.errors import PhasebookError

SWITCH = "PHASEBOOK_INLINE"

NOT_INLINE = (ast.NamedExpr, ast.Lambda, ast.Await, ast.Yield, ast.YieldFrom)
"""Expressions that bind names or make scopes of their own."""

SEES_ITS_FRAME = frozenset(
    {"_getframe", "breakpoint", "currentframe", "dir", "eval", "exec", "globals", "locals", "stack", "super", "vars"}
)
"""Functions that answer according to where they are called."""

FRAME_READERS = [value for name, value in vars(builtins).items() if name in SEES_ITS_FRAME]

DEEPEST = 40
"""Levels of an expression that are written out; no limit of Python's parser is near."""

REMEMBERED = 1_000
"""Rules whose expressions are kept: an engine for other settings, and most other engines of a flow, have the same."""


class Inline(msgspec.Struct, frozen=True):
    """An expression, and where it must run."""

    expression: str
    home: Space | None
    """The module that its names belong to; None when it has no names but its parameters."""
    is_certain: bool
    """Whether it can give nothing but True or False, so that the answer need not be checked."""


def is_wanted(inline: bool | None) -> bool:
    """Whether rules are written out: as said, or as the environment says."""
    if inline is not None:
        return inline
    said = os.environ.get(SWITCH, "1")
    if said not in ("0", "1", ""):
        raise PhasebookError(f"{SWITCH} is {said!r}; set it to 0 to have every rule called, or to 1.")
    return said != "0"


def inlined(rule: Callable[..., Any], *arguments: str) -> Inline | None:
    """A rule as an expression over these arguments, or None if it must be called."""
    if not isinstance(rule, FunctionType) or not takes(rule, len(arguments)):
        return None
    try:
        value = returned(rule.__code__, rule.__code__.co_filename)
        return None if value is None else written(value, rule, arguments)
    except (RecursionError, MemoryError, ValueError):  # too deep to read here, or no text says the same
        return None


def takes(rule: FunctionType, count: int) -> bool:
    """Whether a function has so many plain parameters and nothing else that it could know."""
    code = rule.__code__
    plain = not code.co_kwonlyargcount and not code.co_flags & (CO_VARARGS | CO_VARKEYWORDS)
    return plain and code.co_argcount == count and not rule.__closure__


def written(value: ast.expr, rule: FunctionType, arguments: tuple[str, ...]) -> Inline | None:
    """An expression of a rule as text, if its names keep their meaning in the generated code."""
    parameters = rule.__code__.co_varnames[: len(arguments)]
    names = [node for node in ast.walk(value) if isinstance(node, ast.Name)]
    bound = {node.id for node in names if not isinstance(node.ctx, ast.Load)}
    others = {node.id for node in names} - set(parameters)
    if bound & {*parameters, *(argument.partition(".")[0] for argument in arguments)}:
        return None
    if any(is_taken(name) for name in others) or looks_around(value, rule):
        return None
    text = renamed(value, parameters, arguments)
    if text is None:
        return None
    home = rule.__globals__ if others & set(names_in(rule.__code__)) else None
    return Inline(text, home, is_certain(value))


@lru_cache(REMEMBERED)
def renamed(value: ast.expr, parameters: tuple[str, ...], arguments: tuple[str, ...]) -> str | None:
    """An expression with arguments for parameters as text, if Python reads the same from it."""
    original = deepcopy(value)  # the tree of a file is kept for its other rules
    tree = Renaming(dict(zip(parameters, arguments, strict=True))).visit(original)
    text = ast.unparse(tree)
    return text if ast.dump(ast.parse(text, mode="eval").body) == ast.dump(tree) else None


def looks_around(value: ast.expr, rule: FunctionType) -> bool:
    """Whether an expression uses what answers according to where it is called, by its own name or another."""
    for node in ast.walk(value):
        if isinstance(node, ast.Attribute) and node.attr in SEES_ITS_FRAME:
            return True
        if isinstance(node, ast.Name):
            meant = rule.__globals__.get(node.id)
            if node.id in SEES_ITS_FRAME or any(meant is one for one in FRAME_READERS):
                return True
    return False


def names_in(code: CodeType) -> Iterator[str]:
    """The names of globals and attributes that code uses, the comprehensions in it included."""
    yield from code.co_names
    for inner in codes_in(code):
        yield from names_in(inner)


def is_certain(value: ast.expr) -> bool:
    """Whether an expression is True or False whatever its parts are: `in`, `is`, `not`, and these joined."""
    match value:
        case ast.Compare(ops=[ast.In() | ast.NotIn() | ast.Is() | ast.IsNot()]) | ast.UnaryOp(op=ast.Not()):
            return True
        case ast.BoolOp(values=parts):
            return all(map(is_certain, parts))
    return False


class Renaming(ast.NodeTransformer):
    """Puts arguments for parameters."""

    def __init__(self, arguments: Mapping[str, str]) -> None:
        self.arguments = arguments

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """One name."""
        argument = self.arguments.get(node.id, node.id)
        return node if argument == node.id else ast.parse(argument, mode="eval").body


@lru_cache(REMEMBERED)
def returned(code: CodeType, filename: str) -> ast.expr | None:
    """The expression that a rule returns, if that is all it does and its source is the code that runs.

    The same code of two files is equal, so that the file must be given.
    """
    node = functions_of(filename).get((code.co_name, code.co_firstlineno))
    if node is None:
        return None
    body = node.body if ast.get_docstring(node) is None else node.body[1:]
    if len(body) != 1 or not isinstance(body[0], ast.Return) or body[0].value is None:
        return None
    value = body[0].value
    if is_too_deep(value) or any(isinstance(part, NOT_INLINE) for part in ast.walk(value)):
        return None
    return value if same_code(node, code) else None


def is_too_deep(value: ast.expr) -> bool:
    """Whether an expression has more levels than are written out."""
    level: list[ast.AST] = [value]
    for _ in range(DEEPEST):
        level = [part for node in level for part in ast.iter_child_nodes(node)]
    return bool(level)


@cache
def functions_of(filename: str) -> dict[tuple[str, int], ast.FunctionDef]:
    """The functions of a file by name and first line."""
    try:
        tree = ast.parse(Path(filename).read_bytes())
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    found = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    return {(node.name, first_line(node)): node for node in found}


def first_line(node: ast.FunctionDef) -> int:
    """Where a function begins for the compiler: decorators belong to it."""
    return min([node.lineno, *(mark.lineno for mark in node.decorator_list)])


def same_code(node: ast.FunctionDef, code: CodeType) -> bool:
    """Whether a parsed function compiles to this code."""
    bare = ast.FunctionDef(**{**dict(ast.iter_fields(node)), "decorator_list": [], "returns": None})
    module = ast.fix_missing_locations(ast.Module([ast.copy_location(bare, node)], []))
    compiled = codes_in(compile(module, code.co_filename, "exec", dont_inherit=True))
    return any(one.co_name == code.co_name and essence(one) == essence(code) for one in compiled)


def essence(code: CodeType) -> tuple[Any, ...]:
    """What decides what code does; line numbers do not."""
    constants = tuple(map(essence_of_constant, code.co_consts))
    return code.co_code, code.co_names, code.co_varnames, code.co_freevars, constants


def essence_of_constant(constant: Any) -> Any:
    """A constant and its type: 1, 1.0 and True are equal, and not the same."""
    if isinstance(constant, CodeType):
        return essence(constant)
    if isinstance(constant, tuple | frozenset):
        return type(constant), type(constant)(map(essence_of_constant, constant))
    return type(constant), repr(constant)
