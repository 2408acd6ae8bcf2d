"""Games that look for what has not been seen: the same checks as exploration, deep instead of wide.

Every game is a function of the seed and its number, and of what the games before it have seen; so the first steps are
the same however long the run is, and a failure comes again.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Generic, NamedTuple

from fsm.chart import Chart
from fsm.checking.coverage import Coverage, coverage_of
from fsm.checking.defects import Trouble
from fsm.checking.dice import die
from fsm.checking.inspecting import Inspector
from fsm.checking.starts import check_settings, starter
from fsm.checking.variations import Variations
from fsm.engine import Engine
from fsm.moves import Move, event_of
from fsm.snapshot import G, Snapshot, Trace

LONGEST_GAME = 800
GO_ON_FROM = 3
"""One game of so many goes on from a place where something was seen for the first time."""
SEEK = 4
"""Of so many moves of a seeking game, all but one go where rows were taken least."""
TEMPERS = (0, 1, 1, 8)
"""How much a game with a temper likes each of its events; one that it does not like at all comes last."""
GIVE_UP = 64
"""Of so many moves, one may give up the game or be one that players avoid."""


class Played(NamedTuple):
    """A game as it was played: enough to play it again."""

    settings: Mapping[str, Any]
    seed: int
    moves: tuple[Move, ...] = ()


class Way(NamedTuple, Generic[G]):
    """A legal move, where it leads, and what happens on the way."""

    move: Move
    after: Snapshot[G]
    rows: tuple[str, ...]
    is_new: bool
    """Whether a row was taken, or a guard answered, for the first time."""


class Guide(Generic[G]):
    """Guided play in progress."""

    def __init__(self, engine: Engine[G], seed: int, variations: Variations, thorough: bool = False) -> None:
        self.engine = engine
        self.seed = seed
        self.variations = variations
        self.trace = Trace()
        self.inspector = Inspector(engine, self.trace, self.report, thorough)
        self.game = Played({}, 0)
        self.steps = self.games = self.deepest = 0
        self.phases: Counter[str] = Counter()
        self.rows: Counter[str] = Counter()
        self.ways_taken: Counter[tuple[str, ...]] = Counter()
        self.news_at = 0
        """The step at which something was seen for the first time, the last time."""
        self.places: list[tuple[Played, Snapshot[G]]] = []
        """Where something was seen for the first time."""
        self.settings_met: dict[Any, None] = {}
        self.met: dict[tuple[str, str], tuple[Trouble, Played]] = {}
        """The troubles, each with the first game that ran into it."""

    def run(self, is_enough: Callable[[], bool]) -> None:
        """Play game after game."""
        while not is_enough():
            self.play(self.games, is_enough)
            self.games += 1

    # One game

    def play(self, number: int, is_enough: Callable[[], bool]) -> None:
        """A game to its end, from its start or from a place that an earlier one has found."""
        snapshot = self.begin(number)
        is_seeking = number % 3 > 0
        while snapshot is not None and len(self.game.moves) < LONGEST_GAME and not is_enough():
            self.steps += 1
            way = self.choose(self.ways(snapshot), is_seeking)
            snapshot = self.go(way) if way is not None else None

    def begin(self, number: int) -> Snapshot[G] | None:
        """The first snapshot of a game, if it is a sound one."""
        if self.places and number % GO_ON_FROM == 2:
            self.game, snapshot = self.places[die(self.seed, "place", number) % len(self.places)]
            return snapshot
        settings, seed = self.variations.of(number), die(self.seed, "game", number) >> 1
        self.game = Played(settings, seed)
        self.trace.rows.clear()
        snapshot = starter(self.engine, settings)(seed, self.trace)
        self.rows.update(self.trace.rows)
        check_settings(self.engine, snapshot)
        self.settings_met[getattr(snapshot.game, "settings", None)] = None
        return self.sound(snapshot)

    def sound(self, snapshot: Snapshot[G]) -> Snapshot[G] | None:
        """The snapshot, if the invariants hold: nothing is played from others."""
        if not self.phases[snapshot.phase]:
            self.news_at = self.steps
        self.phases[snapshot.phase] += 1
        return snapshot if self.inspector.is_sound(snapshot) else None

    def go(self, way: Way[G]) -> Snapshot[G] | None:
        """Play a move."""
        self.ways_taken[way.rows] += 1
        self.game = self.game._replace(moves=(*self.game.moves, way.move))
        self.deepest = max(self.deepest, len(self.game.moves))
        if way.is_new:
            self.places.append((self.game, way.after))
        return self.sound(way.after)

    # Ways on

    def ways(self, snapshot: Snapshot[G]) -> list[Way[G]]:
        """Every way on from here."""
        found = []
        rows, guards = self.trace.rows, self.trace.guards
        rows.clear()
        known = len(guards)
        closely = self.inspector.is_sampled(self.steps, snapshot.phase)
        for move, after in self.inspector.leading_on(snapshot, closely):
            taken = tuple(rows)
            is_new = len(guards) > known or not all(map(self.rows.__contains__, taken))
            known = len(guards)
            found.append(Way(move, after, taken, is_new))
            self.rows.update(taken)
            rows.clear()
            if is_new:
                self.news_at = self.steps
        self.trace.news.clear()
        if len(guards) > known:
            self.news_at = self.steps
        return found

    def choose(self, ways: list[Way[G]], is_seeking: bool) -> Way[G] | None:
        """One of the ways: something new first, then the least trodden, or any."""
        if not ways:
            return None
        chance = die(self.seed, self.games, self.steps)
        new = [way for way in ways if way.is_new]
        if new:
            return new[chance % len(new)]
        ways = ways if chance % GIVE_UP == 0 else wanted(ways)
        chance //= GIVE_UP
        if is_seeking and chance % SEEK:
            least = min(self.ways_taken[way.rows] for way in ways)
            ways = [way for way in ways if self.ways_taken[way.rows] == least]
        if not is_seeking:
            ways = self.liked(ways)
        return ways[chance // SEEK % len(ways)]

    def liked(self, ways: list[Way[G]]) -> list[Way[G]]:
        """The ways by one event, chosen by the temper of this game: some do hardly anything but this or that."""
        by_event: dict[type[Move], list[Way[G]]] = {}
        for way in ways:
            by_event.setdefault(type(way.move), []).append(way)
        tempers = [kind for kind in by_event for _ in range(TEMPERS[die(self.seed, self.games, event_of(kind)) % 4])]
        kinds = tempers or list(by_event)
        return by_event[kinds[die(self.seed, self.games, self.steps, "temper") % len(kinds)]]

    # What was seen

    def report(self, trouble: Trouble) -> None:
        """Keep the first trouble of a kind and name."""
        self.met.setdefault(trouble.key, (trouble, self.game))

    def coverage(self, chart: Chart) -> Coverage:
        """What of a chart was seen."""
        return coverage_of(chart, self.phases, self.rows, ((answer, 1) for answer in self.trace.guards))


def wanted(ways: list[Way[G]]) -> list[Way[G]]:
    """The ways of players who want to play on: without moves that give up, or that they avoid, if there are others."""
    return [way for way in ways if not (way.move.gives_up or way.move.avoided)] or ways
