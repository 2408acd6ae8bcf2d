"""What a flow calls itself, read from source text: nothing is imported, so nothing of it is run.

Importing flows takes much longer than a list should. A title is the first line of a docstring, so it stands in the
text: at `package.module:engine` an `Engine(TheFlow, ...)`, at `TheFlow` a class of `Flow`, with imports in between.
All that is less plain than this has no title here, and the flow has to be imported for it.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

OURS = ("fsm", "fsm.engine", "fsm.flow", "phasebook")
"""Where `Engine` and `Flow` come from."""


def title_in_source(module: str, attribute: str) -> str | None:
    """The title of the flow or engine at this place; None, if the text does not tell plainly."""
    seen: set[tuple[str, str]] = set()
    while (module, attribute) not in seen:
        seen.add((module, attribute))
        tree = parsed(module)
        found = None if tree is None else bound_to(tree, attribute)
        if isinstance(found, ast.ClassDef):
            return title_of_class(module, tree, found)
        place = place_meant(module, tree, attribute, found)
        if place is None:
            return None
        module, attribute = place
    return None


# Files


def parsed(module: str) -> ast.Module | None:
    """The text of a module as a tree; None, if there is no text, or it is no Python."""
    try:
        origin = origin_of(module)
        return None if origin is None else ast.parse(Path(origin).read_bytes())
    except (OSError, SyntaxError, ValueError, RecursionError):
        return None


def origin_of(module: str) -> str | None:
    """The file of a module. Python's own `find_spec` would import the packages around it."""
    path, spec = None, None
    parts = module.split(".")
    for depth in range(1, len(parts) + 1):
        name = ".".join(parts[:depth])
        specs = (finder.find_spec(name, path) for finder in sys.meta_path)
        spec = next((found for found in specs if found is not None), None)
        if spec is None:
            return None
        path = spec.submodule_search_locations
    return spec.origin if spec is not None and str(spec.origin).endswith(".py") else None


# Names


def bound_to(tree: ast.Module, name: str) -> ast.stmt | None:
    """The statement that gives a name its only meaning, if it stands at the top of a module."""
    if sum(name == bound for node in ast.walk(tree) for bound in names_bound_by(node)) != 1:
        return None
    return next((node for node in tree.body if name in own_names(node)), None)


def own_names(statement: ast.stmt) -> set[str]:
    """The names that a statement binds by itself, not by others inside it."""
    if isinstance(statement, ast.Assign | ast.AnnAssign):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        return {target.id for target in targets if isinstance(target, ast.Name)}
    return set(names_bound_by(statement))


def names_bound_by(node: ast.AST) -> Iterator[str]:
    """The names that get a meaning here."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        yield from (alias.asname or alias.name for alias in node.names)
    elif isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        yield node.name
    elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        yield node.id


# What they mean


def place_meant(module: str, tree: ast.Module | None, name: str, bound: ast.stmt | None) -> tuple[str, str] | None:
    """Where to look for the title of what is imported here, or is an engine."""
    if isinstance(bound, ast.ImportFrom):
        return imported_from(module, name, bound)
    if isinstance(bound, ast.Assign | ast.AnnAssign) and isinstance(bound.value, ast.Call):
        maker, flows = bound.value.func, bound.value.args
        maker = maker.value if isinstance(maker, ast.Subscript) else maker
        if tree is not None and flows and isinstance(flows[0], ast.Name) and is_our_own(module, tree, maker, "Engine"):
            return module, flows[0].id
    return None


def imported_from(module: str, name: str, statement: ast.ImportFrom) -> tuple[str, str]:
    """The place that a name is imported from; inside a package it may be given relative to the module."""
    original = next(alias.name for alias in statement.names if name == (alias.asname or alias.name))
    if not statement.level:
        return statement.module or "", original
    is_package = Path(origin_of(module) or "").stem == "__init__"
    parts = module.split(".") if is_package else module.split(".")[:-1]
    home = parts[: len(parts) - statement.level + 1]
    return ".".join([*home, *([statement.module] if statement.module else [])]), original


def title_of_class(module: str, tree: ast.Module | None, found: ast.ClassDef) -> str | None:
    """The first line of a flow's docstring, or else its name; None for a class that may be no flow."""
    if tree is None or found.decorator_list or not any(is_our_own(module, tree, base, "Flow") for base in found.bases):
        return None
    return (ast.get_docstring(found) or "").partition("\n")[0] or found.name


def is_our_own(module: str, tree: ast.Module, expression: ast.expr, name: str) -> bool:
    """Whether an expression is the class of this name that Phasebook has."""
    if not isinstance(expression, ast.Name):
        return False
    bound = bound_to(tree, expression.id)
    return isinstance(bound, ast.ImportFrom) and imported_from(module, expression.id, bound) in {
        (home, name) for home in OURS
    }
