"""Guards and listers that are one expression, written into the generated code: calling costs more than most of them do.

Taken only when it cannot be told from a call: a plain function of the given parameters, whose source still compiles to
the code that runs. Everything else is called as before.
"""

import ast
import builtins
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Any

import msgspec

NOT_INLINE = (ast.NamedExpr, ast.Lambda, ast.Await, ast.Yield, ast.YieldFrom)
"""Expressions that bind names or make scopes of their own."""


class Inline(msgspec.Struct, frozen=True):
    """An expression, and the values behind the names in it."""

    expression: str
    names: dict[str, Any]
    is_certain: bool
    """Whether it can give nothing but True or False, so that nobody needs to look."""


def inlined(name: str, rule: Callable[..., Any], *arguments: str) -> Inline | None:
    """A rule as an expression over these arguments, or None if it must be called. The name is for its own names."""
    value = returned(rule)
    if value is None or rule.__closure__ or rule.__code__.co_argcount != len(arguments):
        return None
    bound = {node.id for node in ast.walk(value) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    if any(argument.partition(".")[0] in bound for argument in arguments):
        return None
    renaming = Renaming(name, rule, dict(zip(rule.__code__.co_varnames, arguments, strict=False)), bound)
    try:
        expression = ast.unparse(renaming.visit(deepcopy(value)))  # the tree is kept for the next caller
    except LookupError:
        return None
    return Inline(expression, renaming.names, is_certain(value))


def is_certain(value: ast.expr) -> bool:
    """Whether an expression is True or False whatever its parts are: `in`, `is`, `not`, and both of these joined."""
    match value:
        case ast.Compare(ops=[ast.In() | ast.NotIn() | ast.Is() | ast.IsNot()]) | ast.UnaryOp(op=ast.Not()):
            return True
        case ast.BoolOp(values=parts):
            return all(map(is_certain, parts))
    return False


class Renaming(ast.NodeTransformer):
    """Puts arguments for parameters, and unmistakable names for globals."""

    def __init__(self, name: str, rule: Callable[..., Any], arguments: Mapping[str, str], bound: set[str]) -> None:
        self.name = name
        self.rule = rule
        self.arguments = arguments
        self.bound = bound  # by comprehensions inside the expression
        self.names: dict[str, Any] = {}

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """One name."""
        if node.id in self.bound:
            return node
        if node.id in self.arguments:
            return ast.parse(self.arguments[node.id], mode="eval").body
        space = self.rule.__globals__
        if node.id not in space:
            if not hasattr(builtins, node.id):
                raise LookupError(node.id)
            return node
        known = f"{self.name}__{node.id}"
        self.names[known] = space[node.id]
        return ast.Name(known, ast.Load())


def returned(rule: Callable[..., Any]) -> ast.expr | None:
    """The expression that a rule returns, if that is all it does and its source is the code that runs."""
    node = definition(rule)
    body = node.body[1:] if node is not None and ast.get_docstring(node) is not None else node.body if node else []
    if node is None or len(body) != 1 or not isinstance(body[0], ast.Return) or body[0].value is None:
        return None
    if any(isinstance(part, NOT_INLINE) for part in ast.walk(body[0])):
        return None
    return body[0].value


def definition(rule: Callable[..., Any]) -> ast.FunctionDef | None:
    """The source of a rule, parsed; None when there is none, or it was edited since it was loaded."""
    code: CodeType | None = getattr(rule, "__code__", None)
    if code is None:
        return None
    node = functions_of(code.co_filename).get((code.co_name, code.co_firstlineno))
    return node if node is not None and same_code(node, code) else None


@cache
def functions_of(filename: str) -> dict[tuple[str, int], ast.FunctionDef]:
    """The functions of a file by name and first line, decorators included as the compiler counts them."""
    try:
        tree = ast.parse(Path(filename).read_text("utf-8"))
    except (OSError, SyntaxError, ValueError):
        return {}
    found = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    return {(node.name, min([node.lineno, *(mark.lineno for mark in node.decorator_list)])): node for node in found}


def same_code(node: ast.FunctionDef, code: CodeType) -> bool:
    """Whether a parsed function compiles to this code."""
    bare = ast.FunctionDef(**{**dict(ast.iter_fields(node)), "decorator_list": [], "returns": None})
    module = ast.fix_missing_locations(ast.Module([ast.copy_location(bare, node)], []))
    compiled = next(codes_in(compile(module, code.co_filename, "exec")), None)
    return compiled is not None and essence(compiled) == essence(code)


def codes_in(code: CodeType) -> Iterator[CodeType]:
    """The functions that a piece of code makes."""
    return (constant for constant in code.co_consts if isinstance(constant, CodeType))


def essence(code: CodeType) -> tuple[Any, ...]:
    """What decides what code does; line numbers do not."""
    constants = tuple(essence(one) if isinstance(one, CodeType) else (type(one), one) for one in code.co_consts)
    return code.co_code, code.co_names, code.co_varnames, code.co_freevars, constants
