"""The texts below the fields of a class, which Python itself forgets."""

import ast
import inspect
import textwrap
from itertools import pairwise
from weakref import WeakKeyDictionary

READ: "WeakKeyDictionary[type, dict[str, str]]" = WeakKeyDictionary()
"""By class, what was read: to find a class in its file takes milliseconds, and an export asks for hundreds."""


def field_docstrings(kind: type) -> dict[str, str]:
    """Field -> what the text below it says, each in one line; also of the classes that it is made from."""
    found: dict[str, str] = {}
    for each in reversed(kind.__mro__):
        if each not in READ:
            READ[each] = own_docstrings(each)
        found |= READ[each]
    return found


def own_docstrings(kind: type) -> dict[str, str]:
    """Those in the class's own body; none if nobody knows where it is written."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(kind)))
    except (OSError, TypeError, SyntaxError):
        return {}
    body = tree.body[0].body if tree.body and isinstance(tree.body[0], ast.ClassDef) else []
    return {
        name_of(field): " ".join(text.value.value.split())
        for field, text in pairwise(body)
        if isinstance(field, ast.Assign | ast.AnnAssign)
        if isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant) and isinstance(text.value.value, str)
    }


def name_of(field: ast.Assign | ast.AnnAssign) -> str:
    """What a field is called."""
    return ast.unparse(field.targets[0] if isinstance(field, ast.Assign) else field.target)
