"""Pictures of flows in MkDocs: `plugins: [phasebook]`, then a fence called `phasebook` on a page.

The plugin brings the fence, the style sheet, and lets `mkdocs serve` watch the flows. The fence also works alone, as
`!!python/name:phasebook.mkdocs.fence`. Only importable where MkDocs is installed.
"""

import logging
import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import markdown
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import File, Files

from fsm.errors import PhasebookError
from phasebook.sites import figures
from phasebook.sites.asking import Asked, asked, only_flow
from phasebook.sites.fresh import digest, drawn, fresh
from phasebook.sites.loading import Errand

if TYPE_CHECKING:
    from diagrams.diagram import Diagram

NAME = "phasebook"
SUPERFENCES = "pymdownx.superfences"
STYLE = "assets/phasebook.css"

SETTING = re.compile(r"([a-z]+):(?:\s+(.*))?")
"""A line of a fence that is an option; in the name of a flow, nothing stands between the colon and what follows."""

SHELF: dict[str, bytes] = {}
"""Flows and pictures, as long as MkDocs runs."""

log = logging.getLogger("mkdocs.plugins.phasebook")  # below `mkdocs`, so that a warning fails a strict build


# The fence


def validate(
    language: str, inputs: dict[str, str], options: dict[str, Any], attributes: dict[str, str], md: markdown.Markdown
) -> bool:
    """Accept every option in the head of a fence: the fence itself says on the page what is wrong with one."""
    options.update(inputs)
    return True


def fence(source: str, language: str, css_class: str, options: dict[str, Any], md: Any, **others: Any) -> str:
    """A picture in place of a fence. The first one on a page brings the style along."""
    shown = picture(source, language, css_class, options, md, **others)
    return f"<style>{figures.stylesheet()}</style>\n{shown}" if md.phasebook_pictures == 1 else shown


def picture(
    source: str,
    language: str,
    css_class: str,
    options: dict[str, Any],
    md: Any,
    *,
    folders: Iterable[str] = (),
    found: Callable[[Iterable[str]], None] = lambda files: None,
    **others: Any,
) -> str:
    """A picture in place of a fence, or a box that says what is wrong with it and a warning.

    Modules are also looked for in these folders; `found` hears which files a flow is made of.
    """
    md.phasebook_pictures = getattr(md, "phasebook_pictures", 0) + 1
    page = page_of(md)
    name = page.src_uri if page else ""
    try:
        wanted = wish(source, {**(others.get("attrs") or {}), **options}, others.get("id_value") or "")
        folder = Path(page.abs_src_path or "").parent if page else Path.cwd()
        loaded = fresh(Errand(wanted.flow, wanted.options, str(folder)), SHELF, folders)
        found(loaded.files)
        return shown(wanted, loaded.drawable(), f"pb-{digest(name)[:8]}-{md.phasebook_pictures}-")
    except PhasebookError as error:
        return box(name, str(error))
    except Exception as error:  # Markdown would hear of it, and say nothing
        return box(name, f"This is a bug of Phasebook: {type(error).__name__}: {error}. Please report it.")


def box(page: str, sentence: str) -> str:
    """A warning, and a box where the picture should be."""
    log.warning("%s%s", f"{page}: " if page else "", sentence)
    return figures.error_box(sentence)


def page_of(md: Any) -> File | None:
    """The page that is being written; other programs than MkDocs have none."""
    processor = next((found for found in md.treeprocessors if isinstance(getattr(found, "file", None), File)), None)
    return None if processor is None else processor.file


def wish(source: str, head: Mapping[str, str], name: str) -> Asked:
    """What a fence asks for: the options in its head, then those in its lines."""
    given = {key: str(value) for key, value in head.items()} | ({"name": name} if name else {})
    flows = [given.pop("flow")] if "flow" in given else []
    for line in filter(None, map(str.strip, source.splitlines())):
        setting = SETTING.fullmatch(line)
        if setting is None or setting[1] == "flow":
            flows.append(setting[2] or "" if setting else line)
        else:
            given[setting[1]] = setting[2] or ""
    return asked(only_flow(flows), given)


# HTML


def shown(wanted: Asked, diagram: "Diagram", slot: str) -> str:
    """The picture as HTML."""
    caption = in_line(wanted.caption)
    if wanted.format == "mermaid":
        return figures.figure(wanted, figures.code(diagram.mermaid), caption)
    if wanted.format == "table":
        return figures.figure(wanted, tables(diagram.table("md")), caption)
    data = drawn(diagram, wanted.format, slot, SHELF)
    if wanted.format == "inline":
        return figures.figure(wanted, figures.inline(wanted, diagram, data.decode()), caption)
    width = figures.width_in(data.decode()) if wanted.format == "svg" else figures.width_of(data)
    address = figures.data_address(wanted.format, data)
    return figures.figure(wanted, figures.image(wanted, diagram, address, width), caption)


def in_line(text: str) -> str:
    """The Markdown of a caption, without the paragraph around it."""
    return str(markdown.markdown(text)).removeprefix("<p>").removesuffix("</p>")


def tables(text: str) -> str:
    """Tables as HTML. Other dialects escape more signs than this one knows of."""
    md = markdown.Markdown(extensions=["tables"])
    md.ESCAPED_CHARS = [*md.ESCAPED_CHARS, *"~$:@|<>&"]
    return f'<div class="phasebook-scroll" tabindex="0" role="group" aria-label="Rows">\n{md.convert(text)}\n</div>'


# The plugin


class Settings(Config):
    """There is nothing to set."""


class PhasebookPlugin(BasePlugin[Settings]):
    """Everything that pictures need on a site, by one word in its configuration."""

    def __init__(self) -> None:
        self.files: set[str] = set()
        self.watched: set[str] = set()
        self.server: LiveReloadServer | None = None

    def on_startup(self, *, command: str, dirty: bool) -> None:
        """Nothing; but because it is here, MkDocs keeps this object while it serves."""

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Add the fence and the style sheet."""
        if find_spec("pymdownx") is None:
            raise PluginError("Fences need PyMdown Extensions: pip install 'phasebook[mkdocs]'.")
        if SUPERFENCES not in config.markdown_extensions:
            config.markdown_extensions.append(SUPERFENCES)
        settings = config.mdx_configs.setdefault(SUPERFENCES, {})
        others = [one for one in settings.get("custom_fences") or [] if one.get("name") != NAME]
        folders = [str(Path(config.config_file_path).parent)] if config.config_file_path else []
        shown = partial(picture, folders=folders, found=self.files.update)
        settings["custom_fences"] = [*others, {"name": NAME, "class": NAME, "format": shown, "validator": validate}]
        config.extra_css.append(STYLE)
        return config

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Write the style sheet."""
        files.append(File.generated(config, STYLE, content=figures.stylesheet()))
        return files

    def on_serve(self, server: LiveReloadServer, *, config: MkDocsConfig, builder: object) -> LiveReloadServer:
        """Watch the flows of the first build."""
        self.server = server
        self.watch()
        return server

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Watch the flows that have come since."""
        self.watch()

    def watch(self) -> None:
        """Let the server build again when a file of a flow changes."""
        if self.server is None:
            return
        for file in sorted(self.files - self.watched):
            self.watched.add(file)
            self.server.watch(file)
