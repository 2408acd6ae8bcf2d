"""What a project declares: `[tool.phasebook.docs]` in its pyproject.toml, or `[docs]` in its phasebook.toml."""

import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from fsm.files import reason
from phasebook.pictures import OPTIONS
from phasebook.syncing.problems import DocsError, Problems, at

TABLES = {"pyproject.toml": ("tool", "phasebook", "docs"), "phasebook.toml": ("docs",)}
"""The files that are looked for, and where in them the declarations are."""

NEEDED = ("flow", "file")
KEYS = (*NEEDED, *OPTIONS)

NONE = (
    "There is no [tool.phasebook.docs] in a pyproject.toml and no [docs] in a phasebook.toml, in this folder or above; "
    'write there which pages have blocks, for example pages = ["README.md"], or name the file with --config.'
)


class Output(NamedTuple):
    """One `[[output]]`: a flow, and the file that shows it."""

    flow: str
    file: str
    options: Mapping[str, str]
    place: str


class Project(NamedTuple):
    """A project's declarations."""

    config: Path
    folder: Path
    """Everything is inside it, and relative paths start here."""
    pages: tuple[str, ...]
    outputs: tuple[Output, ...]
    place: str
    """Where the declarations are, for readers."""


class Declared(NamedTuple):
    """The table of declarations in a file, still to be checked."""

    path: Path
    text: str
    data: Mapping[str, Any]

    @property
    def names(self) -> tuple[str, ...]:
        """Where the table is in its file."""
        return TABLES.get(self.path.name, TABLES["phasebook.toml"])

    @property
    def title(self) -> str:
        """`tool.phasebook.docs`."""
        return ".".join(self.names)

    @property
    def table(self) -> Any:
        """The table; None if the file has none."""
        found: Any = self.data
        for name in self.names:
            found = found.get(name) if isinstance(found, Mapping) else None
        return found

    def place(self, output: int | None = None) -> str:
        """The file, with the line of the table, or of an output of it, if it is written as people do."""
        brackets = ("[", "]") if output is None else ("[[", "]]")
        name = self.title if output is None else f"{self.title}.output"
        header = rf"^[ \t]*{re.escape(brackets[0])}[ \t]*{re.escape(name)}[ \t]*{re.escape(brackets[1])}"
        starts = [found.start() for found in re.finditer(header, self.text, re.MULTILINE)]
        number = output or 0
        line = self.text.count("\n", 0, starts[number]) + 1 if number < len(starts) else None
        return at(self.path.name, line)


def project_of(config: Path | None = None) -> Project:
    """The project that a file declares, or else the nearest one, from the current folder upwards."""
    return checked(nearest(Path.cwd()) if config is None else named(config))


# Finding


def named(config: Path) -> Declared:
    """The declarations of a file that the user names."""
    found = declared_in(Path(os.path.abspath(config)))  # noqa: PTH100  # resolve() would follow links
    if found is None:
        raise DocsError(f"There is no file {config}; name a pyproject.toml or a phasebook.toml.")
    if found.table is None:
        raise DocsError(f"{config} has no [{found.title}]; declare pages or outputs there.")
    return found


def nearest(start: Path) -> Declared:
    """The declarations in the first folder that has any; of two files there, nobody could say which counts."""
    for folder in (start, *start.parents):
        files = [declared_in(folder / name) for name in TABLES]
        found = [each for each in files if each is not None and each.table is not None]
        if len(found) > 1:
            raise DocsError(f"Both pyproject.toml and phasebook.toml in {folder} declare docs; keep one of the two.")
        if found:
            return found[0]
    raise DocsError(NONE)


def declared_in(path: Path) -> Declared | None:
    """What is written in a file; None if there is no such file."""
    try:
        text = path.read_bytes().decode()
        return Declared(path, text, tomllib.loads(text))
    except FileNotFoundError:
        return None
    except tomllib.TOMLDecodeError as error:
        raise DocsError(f"{path} is not TOML: {str(error).rstrip('.')}; correct it there.") from None
    except UnicodeDecodeError:
        raise DocsError(f"{path} is not UTF-8; save it as UTF-8.") from None
    except (OSError, ValueError) as error:
        raise DocsError(f"{path} cannot be read: {reason(error)}; put that right first.") from None


# Checking


def checked(found: Declared) -> Project:
    """The project, if everything that it declares can be understood."""
    problems, table = Problems(), found.table
    if not isinstance(table, Mapping):
        raise DocsError(f"{found.path.name}: {found.title} must be a table; write [{found.title}].")
    unknown(problems, found.place(), f"[{found.title}]", table, ("pages", "output"))
    pages = pages_of(problems, found, table.get("pages", []))
    outputs = outputs_of(problems, found, table.get("output", []))
    if not problems.sentences and not pages and not outputs:
        problems.add(found.place(), f"[{found.title}] declares nothing; add pages or [[{found.title}.output]].")
    problems.check()
    return Project(found.path, found.path.parent, pages, outputs, found.place())


def unknown(problems: Problems, place: str, title: str, table: Mapping[str, Any], keys: tuple[str, ...]) -> None:
    """Report every key that nobody reads."""
    for key in table:
        if key not in keys:
            problems.add(place, f"{title} has no key {key!r}; it takes {', '.join(keys)}.")


def pages_of(problems: Problems, found: Declared, pages: Any) -> tuple[str, ...]:
    """The patterns that pages are found by."""
    if isinstance(pages, list) and all(isinstance(page, str) and page for page in pages):
        return tuple(pages)
    problems.add(found.place(), 'pages must be a list of paths, such as ["README.md", "docs/*.md"].')
    return ()


def outputs_of(problems: Problems, found: Declared, outputs: Any) -> tuple[Output, ...]:
    """The pictures in files."""
    if not isinstance(outputs, list) or not all(isinstance(output, Mapping) for output in outputs):
        problems.add(found.place(), f"output must be tables; write [[{found.title}.output]] above each.")
        return ()
    made = [output_of(problems, found, number, output) for number, output in enumerate(outputs)]
    return tuple(output for output in made if output is not None)


def output_of(problems: Problems, found: Declared, number: int, output: Mapping[str, Any]) -> Output | None:
    """One output, unless something is wrong with it."""
    place, title, before = found.place(number), f"[[{found.title}.output]]", len(problems.sentences)
    unknown(problems, place, title, output, KEYS)
    for key in NEEDED:
        if key not in output:
            problems.add(place, f"{title} needs the key {key!r}.")
    for key, value in output.items():
        if key in KEYS and not isinstance(value, str):
            problems.add(place, f"{key} must be a text in quotes, not {value!r}.")
    if len(problems.sentences) > before:
        return None
    return Output(output["flow"], output["file"], {key: output[key] for key in OPTIONS if key in output}, place)
