"""What the docstrings of the code say, for tables of the documentation."""

import ast
import inspect
import re
import textwrap
from collections.abc import Callable
from itertools import pairwise


def first_sentence(rule: Callable[..., object]) -> str:
    """What a docstring begins with."""
    return re.split(r"(?<=\.) ", first_paragraph(rule))[0]


def first_paragraph(rule: Callable[..., object]) -> str:
    """What a docstring says before it goes into detail."""
    return " ".join((inspect.getdoc(rule) or "").partition("\n\n")[0].split())


def attribute_docstrings(kind: type) -> dict[str, str]:
    """The docstrings below the attributes of a class, which Python forgets."""
    found = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
    assert isinstance(found, ast.ClassDef)
    return {
        ast.unparse(field.targets[0] if isinstance(field, ast.Assign) else field.target): " ".join(said.split())
        for field, text in pairwise(found.body)
        if isinstance(field, ast.Assign | ast.AnnAssign)
        if isinstance(text, ast.Expr) and isinstance(said := ast.literal_eval(text.value), str)
    }
