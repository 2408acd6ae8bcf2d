"""What a newcomer needs of an error: what happened, where, what to do, and nothing else."""

import re
import sys
import tempfile
from collections.abc import Iterator

from tests.docs.pages import ROOT
from tests.errors.examples import Example, Said

TO_DO = re.compile(
    r"\b(add|allow|annotate|ask|begin|bind|build|call|choose|close|come|compare|correct|create|declare|define|delete|"
    r"derive|double|draw|drop|end|give|grant|guard|import|install|join|keep|lead|leave|lend|let|limit|load|look|make|"
    r"mark|mend|must|name|needs|open|pass|pip|put|raise|rename|replay|report|restore|return|run|save|say|see|send|set|"
    r"shows|sit|start|stop|sync|takes?|try|use|wait|wrap|write)\b",
    re.IGNORECASE,
)
"""Words of which one is in every advice."""

CHOICES = re.compile(r"\b(it has|there is|its \w+ are|the \w+ are|at most)\b")
"""How a sentence begins to list what would be right."""

INSIDE = re.compile(r" at 0x[0-9a-f]+|<class |<function |<bound method|<locals>|Traceback|^\s*File \"", re.MULTILINE)
"""What only those know who have written the code."""

NEXT_SENTENCE = re.compile(r"(?<!\be\.g)(?<!\.\.)[.!?] (?=[A-Z-])")


def sentences_in(text: str) -> int:
    """How many sentences there are; names of files and examples of code end none."""
    return len(NEXT_SENTENCE.split(text))


def troubles(example: Example, said: Said) -> Iterator[str]:
    """What keeps somebody from understanding an error who has never seen the code."""
    yield from (f"it does not name {name!r}" for name in example.names if name not in said.sentence)
    if not said.sentence.endswith("."):
        yield "it does not end with a full stop"
    if sentences_in(said.sentence) > 2:
        yield "it has more than two sentences"
    if "\n" in said.sentence:
        yield "it has more than one line"
    if INSIDE.search(said.sentence):
        yield "it shows something of the inside"
    if any(place in said.sentence for place in (str(ROOT), tempfile.gettempdir(), sys.prefix)):
        yield "it names a folder of this machine"
    if not (TO_DO.search(said.sentence) or CHOICES.search(said.sentence)):
        yield "it does not say what to do"
    if said.code is not None and (said.code != 2 or not said.sentence.startswith("phasebook: ")):
        yield "it is not what a command says that cannot do something"
