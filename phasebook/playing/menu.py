"""The moves that a player can make, numbered and grouped, and which of them is meant by what was typed."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from fsm.moves import Move
from phasebook.playing.markup import plain, spelled
from phasebook.playing.words import event_in_words

Payload = Callable[[Any], str]
"""What a move carries, in words."""


class Entry(NamedTuple):
    """A move to choose. Moves that read the same are one entry: players cannot tell them apart."""

    number: int
    title: str
    payload: str
    move: Any

    @property
    def words(self) -> str:
        """The whole move."""
        return f"{self.title}: {self.payload}" if self.payload else self.title


class Menu:
    """What can be chosen, in the order of the events; giving up comes last."""

    def __init__(self, moves: Iterable[Move], payload: Payload) -> None:
        self.entries = tuple(entries_of(moves, payload))

    def groups(self) -> list[tuple[str, list[Entry]]]:
        """The entries by what they are called."""
        found: dict[str, list[Entry]] = {}
        for entry in self.entries:
            found.setdefault(entry.title, []).append(entry)
        return list(found.items())

    def numbered(self, text: str) -> Entry | None:
        """The entry of a number."""
        if not (text.isascii() and text.isdecimal() and len(text) < 6):
            return None
        return next((entry for entry in self.entries if entry.number == int(text)), None)

    def matching(self, text: str) -> list[Entry]:
        """The entries that a text can mean: the one that reads so, or else all that have every word of it."""
        return matching(self.entries, text)


def entries_of(moves: Iterable[Move], payload: Payload) -> list[Entry]:
    """Numbered entries, each wording once."""
    ordered = sorted(moves, key=lambda move: move.gives_up)
    worded: dict[tuple[str, str], Move] = {}
    for move in ordered:
        worded.setdefault((event_in_words(type(move)), payload(move)), move)
    titles = list(dict.fromkeys(title for title, _ in worded))
    together = sorted(worded.items(), key=lambda item: titles.index(item[0][0]))
    return [Entry(number, *words, move) for number, (words, move) in enumerate(together, start=1)]


def matching(entries: Iterable[Entry], text: str) -> list[Entry]:
    """The entries that a text can mean: whose words it is; else what they carry; else which have all its words.

    Nobody gives up by a few letters: such a move is meant by all its words alone.
    """
    wanted = simple(text)
    known = [(entry, simple(entry.words), simple(entry.payload)) for entry in entries] if wanted else []
    ways: tuple[Callable[[str, str], bool], ...] = (
        lambda words, payload: words == wanted,
        lambda words, payload: payload == wanted,
        lambda words, payload: set(wanted.split()) <= set(words.split()),
        lambda words, payload: all(part in words for part in wanted.split()),
    )
    meant = ([entry for entry, words, payload in known if way(words, payload)] for way in ways)
    found = next(filter(None, meant), [])
    return [entry for entry in found if not entry.move.gives_up or simple(entry.words) == wanted]


def simple(text: str) -> str:
    """Text as people type it: small letters, no signs, no stops."""
    letters = spelled(plain(text)).casefold()
    return " ".join("".join(letter if letter.isalnum() else " " for letter in letters).split())
