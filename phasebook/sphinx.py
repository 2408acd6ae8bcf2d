"""Pictures of flows in Sphinx: `extensions = ["phasebook.sphinx"]`, then `.. phasebook:: FLOW` on a page.

Only importable where Sphinx is installed.
"""

import posixpath
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.directives.code import container_wrapper
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from fsm.errors import PhasebookError
from phasebook import __version__
from phasebook.sites import figures
from phasebook.sites.asking import Asked, asked, check_captions
from phasebook.sites.fresh import digest, drawn, edition, fresh
from phasebook.sites.loading import Errand
from phasebook.sites.shelf import Folder

if TYPE_CHECKING:
    from diagrams.diagram import Diagram

STYLE = "phasebook.css"
FAILED = "failed-"
"""What the names begin with under which the shelf remembers pages whose pictures could not be drawn."""

logger = logging.getLogger(__name__)


class phasebook_picture(nodes.container):  # noqa: N801  # docutils' nodes are called so
    """A picture, drawn when a page is written. Inside it are sentences, for builders that draw nothing."""


class AnyOption(dict[str, Any]):
    """Lets every option through, so that the directive itself can say what is wrong on the page."""

    def __bool__(self) -> bool:
        return True

    def __getitem__(self, name: str) -> Any:
        return lambda text: (text or "").strip()


class PictureDirective(SphinxDirective):
    """`.. phasebook:: FLOW`, with options; its content is the caption."""

    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True
    option_spec = AnyOption()

    def run(self) -> list[nodes.Node]:
        """The picture, or a box that says what is wrong with it and a warning that fails a strict build."""
        try:
            wanted = self.asked()
            return self.shown(wanted, self.loaded(wanted))
        except PhasebookError as error:
            self.env.note_reread()  # else the warning would be gone in the next build, but not the box
            logger.warning("%s", error, location=self.get_location(), type="phasebook", subtype="flow")
            return [nodes.error("", nodes.paragraph("", str(error)))]

    def asked(self) -> Asked:
        """What the page asks for."""
        check_captions(self.content, self.options)
        return asked(" ".join(self.arguments), self.options)

    def loaded(self, wanted: Asked) -> "Diagram":
        """The flow as it is now; the page depends on its files from here on."""
        page = Path(self.env.doc2path(self.env.docname))
        found = fresh(Errand(wanted.flow, wanted.options, str(page.parent)), shelf_of(self.env))
        for file in found.files:
            self.env.note_dependency(file)
        return found.drawable()

    def shown(self, wanted: Asked, diagram: "Diagram") -> list[nodes.Node]:
        """The picture as nodes."""
        if wanted.format == "mermaid":
            return [self.code(diagram.mermaid)]
        if wanted.format == "table":
            return self.tables(diagram)
        slot = f"pb-{digest(self.env.docname)[:8]}-{self.env.new_serialno('phasebook')}-"
        picture = phasebook_picture("", asked=wanted, diagram=diagram, slot=slot, docname=self.env.docname)
        self.set_source_info(picture)
        sentences = (nodes.paragraph("", text, translatable=False) for text in diagram.sentences)
        picture += nodes.bullet_list("", *(nodes.list_item("", one) for one in sentences), bullet="*")
        return [self.figure(wanted, picture)]

    def figure(self, wanted: Asked, picture: nodes.Element) -> nodes.figure:
        """A figure, which Sphinx numbers and links to."""
        figure = nodes.figure("", picture, classes=["phasebook-figure"])
        if wanted.align:
            figure["align"] = wanted.align
        caption, *legend = self.caption() or [None]
        if caption is not None:
            figure += nodes.caption("", "", *caption.children)
            self.set_source_info(figure[-1])
        if legend:
            figure += nodes.legend("", *legend)
        self.add_name(figure)
        return figure

    def caption(self) -> list[Any]:
        """The caption, and what else the content says."""
        if "caption" in self.options:
            return self.parsed(self.options["caption"])
        return self.parse_content_to_nodes()

    def parsed(self, text: str) -> list[Any]:
        """A text of ours as nodes."""
        return self.parse_text_to_nodes(text)

    # Text

    def code(self, text: str) -> nodes.Element:
        """A block of code, with a caption if there is one."""
        block: nodes.Element = nodes.literal_block(text, text, language="none")
        self.set_source_info(block)
        said = self.options.get("caption") or "\n".join(self.content)
        whole = container_wrapper(self, block, said) if said else block
        self.add_name(whole)
        return whole

    def tables(self, diagram: "Diagram") -> list[nodes.Node]:
        """Tables; the caption is the title of the first one."""
        found = self.parsed(diagram.table("rst"))
        caption = next(iter(self.caption()), None)
        if caption is not None:
            title = nodes.title("", "", *caption.children)
            self.set_source_info(title)
            found[0].insert(0, title)
        self.add_name(found[0])
        return found


# Writing


def visit_html(self: Any, node: nodes.Element) -> None:
    """Draw on a page. Where that fails, a box says why, and the sentences are shown."""
    try:
        html = html_of(self.builder, node["asked"], node)
    except PhasebookError as error:
        complain(self.builder, node, error)
        self.body.append(figures.error_box(str(error)))
        return
    self.body.append(f"{html}\n")
    raise nodes.SkipNode


def html_of(builder: Any, wanted: Asked, node: nodes.Element) -> str:
    """A picture for a page; books show it as a file, because they have no button to follow."""
    diagram, shelf = node["diagram"], shelf_of(builder.env)
    kind = "svg" if wanted.format == "inline" and builder.name == "epub" else wanted.format
    picture = drawn(diagram, kind, node["slot"], shelf)
    if kind == "inline":
        return figures.inline(wanted, diagram, picture.decode())
    width = figures.width_in(picture.decode()) if kind == "svg" else figures.width_of(picture)
    return figures.image(wanted, diagram, posixpath.join(builder.imgpath, put(builder, picture, kind)), width)


def visit_latex(self: Any, node: nodes.Element) -> None:
    """Draw for print."""
    wanted: Asked = node["asked"]
    try:
        name = put(self.builder, *for_print(node["diagram"], node["slot"], shelf_of(self.builder.env)))
    except PhasebookError as error:
        complain(self.builder, node, error)
        return
    length = self.latex_image_length(wanted.width) if wanted.width else None
    size = f"width={length}" if length else ""
    self.body.append(f"\n\\noindent\\sphinxincludegraphics[{size}]{{{{{Path(name).stem}}}{Path(name).suffix}}}\n")
    raise nodes.SkipNode


def for_print(diagram: "Diagram", slot: str, shelf: Folder) -> tuple[bytes, str]:
    """A PDF where the system's Graphviz can draw one, else a PNG."""
    try:
        return drawn(diagram, "pdf", slot, shelf), "pdf"
    except PhasebookError:
        return drawn(diagram, "png", slot, shelf), "png"


def put(builder: Any, picture: bytes, kind: str) -> str:
    """Put a picture beside those of the site, under a name that no other picture has."""
    from diagrams.files import made_folder, write

    name = f"phasebook-{digest(picture.hex())}.{kind}"
    write(made_folder(Path(builder.outdir) / builder.imagedir) / name, picture)
    return name


def complain(builder: Any, node: nodes.Element, error: PhasebookError) -> None:
    """Warn, and let the next build try again."""
    logger.warning("%s", error, location=node, type="phasebook", subtype="drawing")
    shelf_of(builder.env)[f"{FAILED}{digest(node['docname'])}"] = node["docname"].encode()


def visit_other(self: Any, node: nodes.Element) -> None:
    """Nothing to draw: the sentences are shown."""


# The site


def shelf_of(env: BuildEnvironment) -> Folder:
    """Where flows and pictures are kept from build to build."""
    return Folder(Path(env.doctreedir) / "phasebook")


def pages_to_try_again(app: Sphinx, env: BuildEnvironment, *changes: set[str]) -> Iterator[str]:
    """The pages whose pictures could not be drawn by the last build."""
    failed = {name.decode() for name in shelf_of(env).emptied(FAILED)}
    return iter(sorted(failed & set(env.found_docs)))


def bring_style(app: Sphinx) -> None:
    """Write the style sheet beside those of the site, before any page is."""
    if app.builder.format == "html":
        Folder(Path(app.outdir) / "_static")[STYLE] = figures.stylesheet().encode()


def setup(app: Sphinx) -> ExtensionMetadata:
    """What Sphinx calls."""
    app.add_directive("phasebook", PictureDirective)
    other = (visit_other, visit_other)
    app.add_node(
        phasebook_picture,
        html=(visit_html, visit_other),
        latex=(visit_latex, visit_other),
        text=other,
        man=other,
        texinfo=other,
    )
    app.add_css_file(STYLE)
    app.connect("builder-inited", bring_style)
    app.connect("env-get-outdated", pages_to_try_again)
    return {
        "version": __version__,
        "env_version": int(edition()[:8], 16),
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
