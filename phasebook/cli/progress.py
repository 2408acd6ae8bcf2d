"""Progress bars, where somebody watches."""

from importlib import import_module
from typing import Any


def bar(total: int, unit: str, title: str = "") -> Any:
    """A tqdm bar on standard error; silent when that is not a terminal."""
    return import_module("tqdm").tqdm(total=total, unit=f" {unit}", desc=title or None, disable=None, leave=False)
