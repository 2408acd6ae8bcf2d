"""What is wrong with a project's documentation: all of it at once, each with its place."""

from collections.abc import Iterator
from contextlib import contextmanager

from fsm.errors import PhasebookError


class DocsError(PhasebookError):
    """Something that has to be mended before documentation can be written or judged."""

    def __init__(self, *problems: str) -> None:
        super().__init__(" ".join(problems))
        self.problems = problems


def at(file: str, line: int | None = None) -> str:
    """A place as editors and terminals know it: `docs/uno.md:12`."""
    return file if line is None else f"{file}:{line}"


class Problems:
    """Problems that were found so far; looking for more goes on."""

    def __init__(self) -> None:
        self.sentences: list[str] = []

    def add(self, place: str, sentence: str) -> None:
        """Remember a problem, once."""
        found = f"{place}: {sentence}"
        if found not in self.sentences:
            self.sentences.append(found)

    @contextmanager
    def collected(self, place: str) -> Iterator[None]:
        """Whatever is refused inside is a problem of this place."""
        try:
            yield
        except DocsError as error:
            for sentence in error.problems:
                self.add(place, sentence)
        except PhasebookError as error:
            self.add(place, str(error))

    def check(self) -> None:
        """Raise if there is any."""
        if self.sentences:
            raise DocsError(*self.sentences)
