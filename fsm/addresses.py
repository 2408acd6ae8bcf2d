"""Names for engines and policies, by which another process can find the same ones; `fsm.catalogue` looks them up."""

import sys
from typing import Any

from fsm.errors import PhasebookError


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
