"""What the site has beyond the pages in docs/: pages from elsewhere in the repository, and two that are generated."""

import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[2]

BORROWED = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md", "games/README.md": "games.md"}
"""Pages that stand elsewhere, where people look for them, and what they are called here."""

LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)#\s]*)(#[^)\s]*)?\)")
DIAGRAM = re.compile(
    r"^<!-- phasebook: diagram (.+?) -->\n.*?<!-- /phasebook [0-9a-f]+ -->|^ *(`{3,})[^\n]*\n.*?^ *\2$",
    re.DOTALL | re.MULTILINE,
)
"""A block that `docs sync` keeps; or a fence, in which such a block is an example."""
RECIPE = re.compile(r"^```mermaid\n.*?^```$", re.DOTALL | re.MULTILINE)
TUTORIAL = re.compile(r"^```(python|sh|text) (\w+)(?:=(\S+))?$", re.MULTILINE)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are not in docs/."""
    for source, name in BORROWED.items():
        text = relinked((ROOT / source).read_text("utf-8"), (ROOT / source).parent)
        files.append(File.generated(config, name, content=text))
    files.append(File.generated(config, "commands.md", content=commands()))
    files.append(File.generated(config, "api.md", content=api()))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Draw pictures on the page itself, in the reader's colours, and lead links to pages of the site."""
    text = DIAGRAM.sub(fence, markdown)
    if page.file.src_uri == "tutorial.md":
        text = TUTORIAL.sub(titled, text)
    if page.file.src_uri == "flows.md":
        text = cooked(text)
    return text if page.file.src_uri in BORROWED.values() else relinked(text, ROOT / "docs")


def on_post_page(output: str, **_: Any) -> str:
    """Name the box of the search, which the theme leaves nameless to those who hear the page."""
    return output.replace('role="dialog"', 'role="dialog" aria-label="Search"')


def fence(found: "re.Match[str]") -> str:
    """A block that `docs sync` keeps, as a fence that is drawn for the site. What is in a fence stays there."""
    if found[1] is None:
        return found[0]
    flow, _, rest = found[1].partition(" ")
    options = re.findall(r'(\w+)=(?:"([^"]*)"|(\S+))', rest)
    lines = [f"{name}: {quoted or plain}" for name, quoted, plain in options if name != "file"]
    return "\n".join(["```phasebook", flow, *lines, "```"])


def cooked(text: str) -> str:
    """The cookbook with its flowcharts drawn as the fence draws them, which cannot name flows that a page declares."""
    from diagrams.diagram import Diagram
    from phasebook.mkdocs import shown
    from phasebook.sites.asking import asked
    from tests.docs.recipes import recipes

    flows = (flow for recipe in recipes() for flow in recipe.play().flows)
    pictures = (shown(asked("cookbook", {}), Diagram(flow), f"pb-recipe-{n}-") for n, flow in enumerate(flows))
    return RECIPE.sub(lambda _: next(pictures), text)


def titled(found: "re.Match[str]") -> str:
    """What a block of the tutorial is for, as its title."""
    language, order, file = found.groups()
    words = {"show": "", "add": "add to ", "change": "change in ", "write": "new: "}
    return f'```{language} title="{words[order]}{file}"' if order in words else f"```{language}"


def relinked(text: str, folder: Path) -> str:
    """Links to files of the repository, as links to pages here; to what is no page, as plain words."""

    def link(found: "re.Match[str]") -> str:
        words, target, anchor = found[1], found[2], found[3] or ""
        if not target or "://" in target or target.startswith("mailto:"):
            return found[0]
        page = page_of((folder / target).resolve())
        return found[0] if page == target else f"[{words}]({page}{anchor})" if page else words

    return LINK.sub(link, text)


def page_of(path: Path) -> str:
    """What a file of the repository is called on the site; nothing, if it is no page."""
    place = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else ""
    if place == "README.md":
        return "index.md"
    if place.startswith("docs/") and path.exists():
        return place.removeprefix("docs/")
    return BORROWED.get(place, "")


# Generated pages


def commands() -> str:
    """The reference of the command: what its parser says."""
    from phasebook.cli.parser import parser
    from phasebook.cli.verbs import VERBS

    parts = ["# Commands", "What `phasebook VERB --help` says, verb by verb.", block(parser().format_help())]
    for verb in VERBS:
        top = parser([verb])
        actions = next(action for action in top._actions if hasattr(action, "choices") and action.choices)
        parts += [f"## {verb}", block(actions.choices[verb].format_help())]
    return "\n\n".join(parts)


def block(text: str) -> str:
    return f"```text\n{text.rstrip()}\n```"


def api() -> str:
    """The reference of the public names: what their docstrings say."""
    import phasebook

    parts = ["# Python", "Every name that `from phasebook import ...` offers, in alphabetical order."]
    for name in sorted(phasebook.__all__, key=str.lower):
        thing = getattr(phasebook, name)
        parts.append(f"::: {home_of(name, thing)}.{name}")
    return "\n\n".join(parts)


def home_of(name: str, thing: object) -> str:
    """The module in which a name is made."""
    import phasebook

    module = getattr(thing, "__module__", None) or "builtins"
    return phasebook.HOME_OF.get(name, "fsm") if module == "builtins" else module
