"""What the rules of one native machine share: the game, the move in hand, and what waits.

python-statemachine calls rules with arguments of its own. Here each rule is given what its parameters name, as it is
at that moment, and what effects return is kept.
"""

from collections.abc import Callable, Mapping, MutableSet
from inspect import signature
from typing import TYPE_CHECKING, Any

from fsm.compiler.consequences import endless
from fsm.compiler.program import sure
from fsm.snapshot import Caller, WithNews, news_version_of

if TYPE_CHECKING:
    from fsm.engine import Engine

Rule = Callable[..., Any]
Callers = tuple[Caller, ...]

Place = tuple[Callers, str]
"""Where the flow is: in a phase, while these callers are suspended."""


class Table:
    """The model of a machine: python-statemachine keeps its configuration in `state`."""

    def __init__(self, engine: "Engine[Any]", game: Any, chosen: tuple[Any, ...] = ()) -> None:
        self.state: Any = None
        self.places: Mapping[str, Place] = {}
        """What the states without sub-states stand for, by their ids."""
        self.engine = engine
        self.game = game
        self.chosen = chosen
        self.move: Any = None
        self.news: list[Any] = []
        self.trail: list[str] = []
        self.clear()

    def clear(self) -> None:
        """Forget what is only known while a move is answered."""
        self.is_answered = False
        """A row has been taken for the move; before that, nothing follows by itself."""
        self.is_waiting = False
        """The move has been kept, and others are still to come: nothing follows from it."""
        self.decided: Any = None
        """The row whose first half has been taken: nothing else is tried until it is taken wholly."""
        self.was_unasked: bool | None = None
        """Whether that row is a consequence."""
        self.gathered: tuple[Any, ...] = ()
        """The moves of all seats, while the row that gathered them is taken."""

    @property
    def place(self) -> Place:
        """Where the machine stands."""
        active = self.state if isinstance(self.state, MutableSet) else (self.state,)
        return next(self.places[state] for state in active if state in self.places)

    @property
    def may_follow(self) -> bool:
        """Whether consequences are asked."""
        return self.is_answered and not self.is_waiting and self.decided is None

    def arrive(self, is_unasked: bool) -> None:
        """A row was taken. Consequences are counted, because python-statemachine itself sets no limit."""
        self.is_answered = True
        if self.decided is not None:
            self.was_unasked = is_unasked
            return
        if self.was_unasked is not None:
            is_unasked, self.was_unasked = self.was_unasked, None
        if not is_unasked:
            self.trail.clear()
        elif not self.trail:  # of a machine that has just started
            self.trail += self.engine.chart.descent(self.engine.chart.initial.path)[-1:]
        self.trail.append(self.place[1])
        if len(self.trail) - 1 > self.engine.most_consequences:
            raise endless(self.engine.name, self.trail, self.engine.most_consequences)

    def value(self, name: str) -> Any:
        """What a rule is given that asks for this."""
        if name == "back":
            return self.place[0]
        if name == "settings":
            return getattr(self.game, "settings", None)
        return self if name == "table" else getattr(self, name)


def answering(rule: Rule) -> Callable[[Table], Any]:
    """A rule that takes its arguments from a table, and gives its answer."""
    names = tuple(signature(rule).parameters)  # as `read` understands them: those of the rule that a wrapper wraps
    version = news_version_of(rule)
    return lambda table: version(*map(table.value, names))


def asking(rule: Rule) -> Callable[[Table], bool]:
    """A guard that takes its arguments from a table."""
    answer = answering(rule)
    return lambda table: sure(rule.__name__, answer(table))


def applying(rule: Rule) -> Callable[[Table], None]:
    """An effect that takes its arguments from a table, and changes the game there."""
    answer = answering(rule)

    def apply(table: Table) -> None:
        game = answer(table)
        if isinstance(game, WithNews):
            table.news.extend(game.news)
            game = game.game
        table.game = game

    return apply
