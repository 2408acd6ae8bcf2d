"""The guards that come with a call or a gathering: they read what waits in the snapshot, not only the game."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from fsm.declaring.rows import Manner
from fsm.declaring.sentence_values import VALUES
from fsm.errors import FlowError
from fsm.moves import Move, seat_of
from fsm.snapshot import Caller

Rule = Callable[..., Any]


class Waiting:
    """Makes these guards for one flow, one for each thing that has to be asked."""

    def __init__(self) -> None:
        self.known: dict[str, Rule] = {}
        self.rows_calling: dict[str, set[str]] = {}
        """Phase -> the ids of the rows that call it."""

    def note(self, called: str, row: str) -> None:
        """Remember which phase a row calls."""
        self.rows_calling.setdefault(called, set()).add(row)

    def limits(self, called: str | None, most: int | None) -> Iterator[Rule]:
        """Whether fewer than `most` calls of a phase are under way."""
        if called is None or most is None:
            return
        if not isinstance(most, int) or isinstance(most, bool) or most < 1:
            raise FlowError(f"most={most!r} cannot limit the calls of {called!r}; pass a whole number from 1 on.")
        rows = self.rows_calling.setdefault(called, set())

        def has_room(back: Sequence[Caller]) -> bool:
            return sum(caller.row in rows for caller in back) < most

        name = f"fewer_than_{most}_{called.replace('.', '_')}"
        words = called.rpartition(".")[2].replace("_", " ")
        yield self.named(name, f"No more than {most} of “{words}” can be open at once.", has_room)

    def choosing(self, manner: Manner) -> Iterator[Rule]:
        """Whether a seat is one of those that choose, and whether it still may."""
        if manner.by is None:
            return
        by, sentence = manner.by, getattr(manner.by, "sentence", "") or "You have nothing to choose here."
        said = {name: mark for name, mark in vars(by).items() if name in (VALUES, "secret")}

        def chooses(game: Any, move: Move) -> bool:
            return getattr(move, move.seat_field) in by(game)  # as seat_of does, without its call

        def has_not_chosen(move: Move, chosen: Sequence[Move]) -> bool:
            return not chosen or seat_of(move) not in [seat_of(earlier) for earlier in chosen]

        yield self.named(f"is_among_{by.__name__}", sentence, chooses, **said)
        if not manner.again:
            yield self.named("has_not_chosen", "You have chosen already.", has_not_chosen)

    def named(self, name: str, sentence: str, rule: Rule, **said: Any) -> Rule:
        """The rule of this name, which is this one if there is none yet."""
        if name not in self.known:
            rule.__name__ = name
            vars(rule).update(said, sentence=sentence)
            self.known[name] = rule
        return self.known[name]
