"""Finding flows: registered ones by name, all others as `package.module:Name`."""

import sys
from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, Literal, get_type_hints

from fsm.errors import PhasebookError

if TYPE_CHECKING:
    from fsm.engine import Engine
    from fsm.flow import Flow

__all__ = ["UnknownFlowError", "address_of", "engine_of", "find", "promised", "registered"]

GROUP = "phasebook.flows"


class UnknownFlowError(PhasebookError):
    """Nobody knows a flow of this name."""


def registered() -> dict[str, EntryPoint]:
    """The entry points of the group `phasebook.flows`, by name, in alphabetical order."""
    return {point.name: point for point in sorted(entry_points(group=GROUP), key=lambda point: point.name)}


def find(name: str, points: Mapping[str, EntryPoint] | None = None) -> "Engine[Any] | type[Flow]":
    """The engine or flow of a name: registered, or `package.module:Name`. Who knows what is registered may say so."""
    points = registered() if points is None else points
    if name in points:
        return checked(name, load(name, points[name].module, points[name].attr))
    if not is_address(name):
        known = ", ".join(points) or "none is registered"
        raise UnknownFlowError(
            f"There is no flow {name!r}; choose one of {known}, or name yours as package.module:Flow."
        )
    return checked(name, load_address(name))


def is_address(name: str) -> bool:
    """Whether a name has the form `package.module:Name`."""
    module, _, attribute = name.partition(":")
    return bool(module and attribute)


def load_address(name: str) -> Any:
    """What stands at `package.module:Name`. Modules in the working folder are found, as `python -m` finds them."""
    with suppress(OSError):  # the folder may have been deleted
        here = str(Path.cwd())
        if here not in sys.path:
            sys.path.insert(0, here)
    module, _, attribute = name.partition(":")
    return load(name, module, attribute)


def load(name: str, module: str, attribute: str) -> Any:
    """Import what a name points to."""
    try:
        found: Any = import_module(module)
        for part in attribute.split("."):
            found = getattr(found, part)
    except PhasebookError:
        raise
    except (Exception, SystemExit) as error:
        # Importing runs foreign code: whatever it raises is the answer to "why is there no flow".
        trouble = f"{type(error).__name__}{message_of(error)}"
        remedy = (
            f"write {importable(module)}:{attribute}" if module.endswith(".py") else "correct the name, or what fails"
        )
        raise UnknownFlowError(f"{name!r} cannot be loaded: {trouble}; {remedy}.") from error
    return found


def importable(path: str) -> str:
    """The module in a file, as Python would import it."""
    return ".".join(PurePath(path.replace("\\", "/")).with_suffix("").parts)


def message_of(error: BaseException) -> str:
    """What an error says, if it says anything: foreign code may not even do that."""
    try:
        words = str(error).rstrip(".")
    except Exception:
        return ""
    return f": {words}" if words else ""


def checked(name: str, found: Any) -> "Engine[Any] | type[Flow]":
    """What was found, if it is an engine or a flow."""
    from fsm.engine import Engine  # here, so that a list of names needs no engine
    from fsm.flow import Flow

    if isinstance(found, Engine) or (isinstance(found, type) and issubclass(found, Flow)):
        return found
    raise UnknownFlowError(
        f"{name!r} is of the class {type(found).__name__}; it must be an Engine, or a class derived from fsm.Flow."
    )


def engine_of(name: str) -> "Engine[Any]":
    """As `find`, for what needs moves and a game and not only the chart."""
    from fsm.engine import Engine

    found = find(name)
    if isinstance(found, Engine):
        return found
    raise UnknownFlowError(f"{name!r} is a flow without an engine; name the Engine that runs it instead.")


def address_of(thing: Any, must_travel: bool) -> str:
    """`package.module:name` of a value that a module holds, or what it calls itself if it need not travel."""
    home = getattr(getattr(thing, "flow", thing), "__module__", None)
    modules = [home, *(name for name in sys.modules if name.partition(".")[0] == str(home).partition(".")[0])]
    for module in modules:
        for name, value in list(vars(sys.modules[module]).items()) if module in sys.modules else ():
            if value is thing and module != "__main__":
                return f"{module}:{name}"
    own_name = getattr(thing, "name", None) or getattr(thing, "__name__", repr(thing))
    if must_travel:
        raise PhasebookError(
            f"{own_name!r} cannot be found by other processes; put it in a module of its own, not inside a function."
        )
    return str(own_name)


def promised(engine: "Engine[Any]", what: Literal["view", "outcome"]) -> Any:
    """The type that an engine's own `view` or `outcome` promises to return: None if the game has no such function, Any
    if it makes no promise that can be read."""
    function = {"view": engine._view, "outcome": engine._outcome}[what]
    if function is None:
        return None
    try:
        return get_type_hints(function).get("return", Any)
    except (TypeError, NameError):  # no function, or annotations that cannot be read from here
        return Any
