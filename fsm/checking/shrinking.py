"""A long game that goes wrong, made short: fewer moves, plainer settings, a smaller seed, and wrong in the same way."""

from collections.abc import Iterator
from typing import Generic

from fsm.checking.defects import Trouble
from fsm.checking.guiding import Played
from fsm.checking.inspecting import Inspector
from fsm.checking.starts import starter
from fsm.checking.walk import Walk
from fsm.engine import Engine
from fsm.moves import Move
from fsm.session import Session
from fsm.snapshot import G, Refusal, Snapshot

MOST_LOOKS = 100_000
"""Snapshots looked at for one defect; a look that tries all payloads counts as many."""
CLOSE_LOOK = 100
CLOSELY = ("missing_legal_move", "repeated_legal_move", "changed_input", "not_deterministic")
"""What is only seen where all payloads are tried, and moves are played twice."""
SMALL_SEEDS = range(10)
NEARBY = 400
"""Snapshots looked at around a place, for a shorter way."""
QUICKLY_SEEN = ("broken_invariant", "deadlock")


class Shrinker(Generic[G]):
    """Looks for a shorter game with the same trouble."""

    def __init__(self, trouble: Trouble, inspector: Inspector[G]) -> None:
        """The inspector knows the values that were met in play: a payload may be wrong only because of earlier ones."""
        self.engine = inspector.engine
        self.trouble = trouble
        self.inspector = inspector
        self.ends = inspector.ends
        self.needs_closeness = trouble.kind in CLOSELY or " while playing " not in trouble.sentence
        self.looks = 0

    def shortest(self, game: Played) -> Played:
        """The shortest game found. It is the one given if the trouble does not come again."""
        found = self.replayed(game)
        if found is None:
            return game
        found = self.with_fewer_moves(self.simpler(found))
        return self.by_another_way(self.with_fewer_moves(self.simpler(found)))

    # Fewer moves

    def with_fewer_moves(self, game: Played) -> Played:
        """Leave out stretches of moves, long ones first, as long as the trouble stays."""
        size = len(game.moves) // 2
        while size:
            place = 0
            while place < len(game.moves) and self.looks < MOST_LOOKS:
                rest = game.moves[:place] + game.moves[place + size :]
                shorter = self.replayed(game._replace(moves=rest))
                if shorter is not None and len(shorter.moves) < len(game.moves):
                    game = shorter
                else:
                    place += size
            size = min(size, len(game.moves)) // 2
        return game

    def by_another_way(self, game: Played) -> Played:
        """Look around near the trouble, and from the start, for a shorter way to it."""
        for back in (2, 4, 8, 16, 32, len(game.moves)):
            if self.looks < MOST_LOOKS and len(game.moves) >= back > 1:
                kept = game.moves[: len(game.moves) - back]
                around = self.nearby(game._replace(moves=kept))
                if around is not None and len(around) < back:
                    game = game._replace(moves=(*kept, *around))
        return game

    def nearby(self, game: Played) -> tuple[Move, ...] | None:
        """The shortest way to the trouble from the end of a game, if there is one close by."""
        place = list(self.played(game))[-1][0]
        self.looks += NEARBY * (1 if self.trouble.kind in QUICKLY_SEEN else 5)
        walk = Walk(self.engine, lambda _: place, NEARBY)
        walk.run(lambda _: None)
        defect = walk.defects.get(self.trouble.key)
        return None if defect is None else defect.moves

    # Simpler settings

    def simpler(self, game: Played) -> Played:
        """Settings back to what they are by default, one by one, and a small seed."""
        for name in [*game.settings]:
            plainer = {other: value for other, value in game.settings.items() if other != name}
            game = self.shorter_of(game, game._replace(settings=plainer))
        for seed in SMALL_SEEDS:
            smaller = self.replayed(game._replace(seed=seed)) if self.looks < MOST_LOOKS else None
            if smaller is not None and len(smaller.moves) <= len(game.moves):
                return smaller
        return game

    def shorter_of(self, game: Played, other: Played) -> Played:
        """The other game as far as the trouble, if it has it; plainer settings are worth more moves."""
        return (self.replayed(other) if self.looks < MOST_LOOKS else None) or game

    # Playing again

    def replayed(self, game: Played) -> Played | None:
        """The moves up to the trouble, if the game runs into it."""
        moves: list[Move] = []
        try:
            for snapshot, move in self.played(game):
                moves += [] if move is None else [move]
                if self.trouble.kind in QUICKLY_SEEN and self.shows(snapshot):
                    return game._replace(moves=tuple(moves))
        except Exception:  # a rule raises, or the settings do not go together: that game does not count
            return None
        if self.trouble.kind not in QUICKLY_SEEN and self.shows(snapshot):
            return game._replace(moves=tuple(moves))
        return None

    def played(self, game: Played) -> Iterator[tuple[Snapshot[G], Move | None]]:
        """The snapshots of a game, with the moves that lead there. A move that is refused gives way to another of its
        kind; if there is none, it is left out."""
        snapshot = starter(self.engine, game.settings)(game.seed, None)
        yield snapshot, None
        for wanted in game.moves:
            step = self.taken(snapshot, wanted)
            if step is not None:
                snapshot, move = step
                yield snapshot, move

    def taken(self, snapshot: Snapshot[G], wanted: Move) -> tuple[Snapshot[G], Move] | None:
        """A move like the one wanted."""
        self.looks += 1
        after = self.engine.step(snapshot, wanted)
        if not isinstance(after, Refusal):
            return after, wanted
        legal = [] if snapshot.phase in self.ends else self.engine.legal_moves(snapshot)
        alike = [move for move in legal if type(move) is type(wanted)]
        if not alike:
            return None
        move = max(alike, key=lambda move: likeness(move, wanted))
        after = self.engine.step(snapshot, move)
        return None if isinstance(after, Refusal) else (after, move)

    def shows(self, snapshot: Snapshot[G]) -> bool:
        """Whether the trouble is in a snapshot."""
        kind, name = self.trouble.key
        if kind == "broken_invariant":
            return name in self.engine.broken(snapshot)
        if kind == "deadlock":
            return snapshot.phase == name and not self.engine.legal_moves(snapshot)
        self.looks += CLOSE_LOOK if self.needs_closeness else 10
        return any(trouble.key == self.trouble.key for trouble in self.looked_at(snapshot))

    def seen_at_the_end(self, game: Played) -> Trouble:
        """The trouble in the words that fit the last snapshot of a game."""
        place = list(self.played(game))[-1][0]
        return next((one for one in self.looked_at(place) if one.key == self.trouble.key), self.trouble)

    def looked_at(self, snapshot: Snapshot[G]) -> list[Trouble]:
        """Everything that is wrong in a snapshot."""
        found: list[Trouble] = []
        inspector = self.inspector
        inspector.convicted.clear()
        inspector.report = found.append
        if inspector.is_sound(snapshot):
            for _ in inspector.leading_on(snapshot, self.needs_closeness):
                pass
        return found


def likeness(move: Move, other: Move) -> int:
    """How many fields of two moves of one type are equal."""
    return sum(getattr(move, name) == getattr(other, name) for name in move.__struct_fields__)


def session_of(engine: Engine[G], game: Played) -> Session[G]:
    """A game played again."""
    session = Session(engine, starter(engine, game.settings)(game.seed, None))
    for move in game.moves:
        session.send(move)
    return session
