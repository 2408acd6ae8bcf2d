"""`phasebook draw`: flows as pictures and tables, in files or on standard output."""

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from fsm.errors import PhasebookError
from phasebook.cli.pictures import check_diagrams
from phasebook.cli.verbs import DONE, VERBS

if TYPE_CHECKING:
    from diagrams.diagram import Diagram

# Written out, because the enums they repeat live in a package that --help must not wait for.
DETAILS = ("full", "overview")
THEMES = ("auto", "light", "dark")
WORDS = ("technical", "plain")
ENGINES = ("auto", "embedded", "system")

LONGEST_WAIT = 24 * 60 * 60

MANY_PHASES = 25
"""Beyond this, a folder also gets an overview and a picture of each phase."""


class UsageError(PhasebookError):
    """Options that do not go together."""


class Picture(NamedTuple):
    """One picture to draw, and what its files are called without their suffixes."""

    stem: str
    diagram: "Diagram"
    is_part: bool = False
    """Drawn beside the whole flow, to help reading it."""


def add(verbs: Any) -> None:
    """Declare the verb."""
    verb = verbs.add_parser(
        "draw",
        help=VERBS["draw"],
        description="Draw flows. The suffix of the file says the format: svg png pdf dot mmd puml d2 md rst json html.",
    )
    option = verb.add_argument
    option("flows", nargs="*", metavar="FLOW", help="a registered name (see phasebook list), or package.module:Flow")
    option("--all", action="store_true", help="every registered flow, and its presets that differ")
    option("-o", "--output", metavar="FILE|DIR", help="a file, a folder, or - for standard output (default: NAME.svg)")
    option("--formats", metavar="A,B", help="formats to write into a folder, for example svg,png (default: svg)")
    option("--detail", choices=DETAILS, default="full", help="everything, or only the outermost phases")
    option("--theme", choices=THEMES, default="auto", help="auto follows the reader's setting (SVG)")
    option("--words", choices=WORDS, default="technical", help="the names of the code, or words as in a rule book")
    option("--phase", metavar="PATH", help="only this phase")
    option("--highlight", metavar="PATH", help="mark this phase as the current one")
    option("--trace", metavar="LOG|IDS", help="mark a path: a session log, or row ids with commas between")
    option("--preset", metavar="NAME", help="the flow as it is under a preset")
    option("--engine", choices=ENGINES, default="auto", help="who draws svg, png, pdf and html")
    option("--timeout", type=seconds, metavar="SECONDS", help="when to give up on the drawing engine (default: 120)")
    verb.set_defaults(run=run)


def seconds(text: str) -> float:
    """A time that somebody can wait for; `nan` and `inf` are numbers, too, but not such a time."""
    with suppress(ValueError):
        if 0 < float(text) <= LONGEST_WAIT:
            return float(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds between 0 and {LONGEST_WAIT:,}")


def run(options: argparse.Namespace) -> int:
    """Draw what was asked for, and say what was written."""
    if options.all == bool(options.flows):
        raise UsageError("Name the flows to draw, or pass --all; phasebook list shows them.")
    check_diagrams()
    formats = formats_of(options)
    pictures = [picture for name in names_of(options) for picture in pictures_of(name, options)]
    if options.output == "-":
        to_stdout(pictures, formats)
    elif wants_folder(options):
        into_folder(pictures, formats, Path(options.output or "."))
    else:
        print(f"wrote {pictures[0].diagram.save(options.output)}")
    return DONE


def names_of(options: argparse.Namespace) -> list[str]:
    """The flows to draw, each once."""
    from fsm.catalogue import registered

    return list(registered()) if options.all else list(dict.fromkeys(options.flows))


def formats_of(options: argparse.Namespace) -> list[str]:
    """The formats asked for, checked before anything is drawn."""
    from diagrams.diagram import known_format

    wanted = (options.formats or "svg").split(",")
    return list(dict.fromkeys(known_format(format.strip().lower()) for format in wanted))


def wants_folder(options: argparse.Namespace) -> bool:
    """Whether the output is a folder rather than a file."""
    from diagrams.diagram import FORMATS

    # os.path answers where Path raises, for example for a name that is too long: writing says what is wrong.
    output: str | None = options.output
    if output is None or output.endswith("/") or os.path.isdir(output):  # noqa: PTH112
        return True
    if not (options.formats or options.all or len(options.flows) > 1):
        return False
    if Path(options.output).suffix[1:].lower() in FORMATS:
        raise UsageError(f"{options.output} is one file; for --all, --formats or several flows name a folder with -o.")
    return True


def to_stdout(pictures: Sequence[Picture], formats: Sequence[str]) -> None:
    """One picture in one format, as bytes."""
    if len(pictures) != 1 or len(formats) != 1:
        raise UsageError("Standard output takes one flow in one format; name a folder with -o for more.")
    sys.stdout.buffer.write(pictures[0].diagram.render(formats[0]))
    sys.stdout.flush()


def into_folder(pictures: Sequence[Picture], formats: Sequence[str], folder: Path) -> None:
    """Every picture in every format, with a progress bar on a terminal."""
    from diagrams.files import made_folder
    from phasebook.cli.progress import bar

    made_folder(folder)
    files = [
        (picture, folder / f"{picture.stem}.{format}")
        for picture in pictures
        for format in formats
        if not (format == "html" and picture.is_part)  # the page of the whole flow has everything in it
    ]
    written: list[Path] = []
    try:
        with bar(len(files), "files", "drawing") as progress:
            for picture, path in files:
                written.append(picture.diagram.save(path))
                progress.update()
    finally:  # in the end, so that a reader who has gone keeps no picture from being drawn
        for path in written:
            print(f"wrote {path}")


# What to draw


def pictures_of(name: str, options: argparse.Namespace) -> Iterator[Picture]:
    """The pictures of one flow: itself, and with --all what helps to read it."""
    from fsm.catalogue import find
    from phasebook.pictures import OPTIONS, picture_of

    said = {name: value for name, value in vars(options).items() if name in OPTIONS and value is not None}
    whole = picture_of(name, said, **drawing(options))
    if options.preset is not None:
        yield Picture(f"{stem_of(name)}-{options.preset}", whole)
        return
    yield Picture(stem_of(name), whole)
    if options.all and options.phase is None and options.detail == "full":
        yield from parts(stem_of(name), whole, looks(options))
        yield from variants(stem_of(name), find(name), looks(options))


def drawing(options: argparse.Namespace) -> dict[str, Any]:
    """Who draws, and for how long."""
    return {"engine": options.engine} | ({} if options.timeout is None else {"timeout": options.timeout})


def looks(options: argparse.Namespace) -> dict[str, Any]:
    """How to draw, whatever is drawn."""
    return {"theme": options.theme, "words": options.words} | drawing(options)


def parts(stem: str, whole: "Diagram", look: dict[str, Any]) -> Iterator[Picture]:
    """For a flow that is too large for one look: an overview, then each phase, with the phases in it folded."""
    from diagrams.diagram import Diagram

    chart = whole.chart
    if len(chart.phases) <= MANY_PHASES:
        return
    yield Picture(f"{stem}-overview", Diagram(chart, detail="overview", **look), is_part=True)
    for phase in chart.phases:
        if phase.children:
            nested = any(chart.by_path[child].children for child in phase.children)
            detail = "overview" if nested else "full"
            closer = Diagram(chart, phase=phase.path, detail=detail, **look)
            yield Picture(f"{stem}-{phase.path}", closer, is_part=True)


def variants(stem: str, found: Any, look: dict[str, Any]) -> Iterator[Picture]:
    """One picture for each flow that presets make of this one, called after the first of them."""
    from diagrams.diagram import Diagram
    from diagrams.presets import differing_presets
    from fsm.engine import Engine

    if isinstance(found, Engine):
        for presets, chart in differing_presets(found):
            subtitle = f"preset{'s' * (len(presets) > 1)} {', '.join(presets)}"
            yield Picture(f"{stem}-{presets[0]}", Diagram(chart, subtitle=subtitle, **look))


def stem_of(name: str) -> str:
    """What the files of a flow are called: `discard`, or `Checkout` for `shop.flows:Checkout`."""
    return name.rpartition(":")[2]
