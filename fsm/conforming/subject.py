"""A flow under test, with some random games of it to look at."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import msgspec

from fsm.chart import MISSING_MOVE
from fsm.conforming.tries import candidates
from fsm.engine import Engine
from fsm.moves import Move, event_of, move_key, move_text
from fsm.running.seats import in_order
from fsm.session import Session
from fsm.simulate import runner
from fsm.simulating.runner import Runner
from fsm.snapshot import Refusal, Snapshot

SAMPLES = 60
"""Snapshots of one flow that the costly checks look at."""

ONE_PLAYER = (0,)
"""Who is asked for views where the engine does not say which seats there are."""


class Position(msgspec.Struct, frozen=True):
    """A snapshot of a random game, and how to come to it."""

    number: int
    """Of the game."""
    seed: int
    step: int
    """How many moves were made before."""
    snapshot: Snapshot[Any]

    def __str__(self) -> str:
        return f"game {self.number}, of seed {self.seed}, after {self.step} moves"


class Subject:
    """A flow under test, with some random games of it."""

    def __init__(
        self,
        engine: Engine[Any],
        *,
        games: int = 5,
        max_moves: int = 200,
        seed: int = 0,
        settings: Mapping[str, Any] | None = None,
        players: Sequence[Any] | None = None,
        without: Sequence[str] = (),
        giving_up: bool = False,
    ) -> None:
        self.engine = engine
        self.games = games
        self.players = players
        self.runner: Runner[Any] = runner(
            engine, seed=seed, settings=settings, max_moves=max_moves, without=without, giving_up=giving_up
        )

    # Games

    @cached_property
    def sessions(self) -> list[Session[Any]]:
        """The games, played at random."""
        return [self.runner.session(number) for number in range(self.games)]

    @cached_property
    def paths(self) -> list[list[Snapshot[Any]]]:
        """The snapshots of each game, from its start."""
        return [self.path(number, session) for number, session in enumerate(self.sessions)]

    def path(self, number: int, session: Session[Any]) -> list[Snapshot[Any]]:
        """One game, step by step."""
        found = [self.runner.start(self.runner.seed_of(number), None)]
        for step in session.log:
            found.append(self.step(found[-1], step.move))
        return found

    def step(self, snapshot: Snapshot[Any], move: Move) -> Snapshot[Any]:
        """Where a move leads that must be accepted."""
        after = self.engine.step(snapshot, move)
        assert not isinstance(after, Refusal), f"step refuses the legal move {move_text(move)}: {after.message}"
        return after

    @property
    def snapshots(self) -> Iterator[Snapshot[Any]]:
        """Every snapshot of every game."""
        return (snapshot for path in self.paths for snapshot in path)

    @cached_property
    def positions(self) -> list[Position]:
        """Some of them, spread evenly, and the ends of games among them."""
        games = [self.positions_of(number, path) for number, path in enumerate(self.paths)]
        everything = [position for game in games for position in game]
        return [*everything[:: -(-len(everything) // SAMPLES)], *(game[-1] for game in games)]

    def positions_of(self, number: int, path: Sequence[Snapshot[Any]]) -> list[Position]:
        """Every snapshot of one game, with the way to it."""
        seed = self.runner.seed_of(number)
        return [Position(number, seed, step, snapshot) for step, snapshot in enumerate(path)]

    @cached_property
    def sample(self) -> list[Snapshot[Any]]:
        """The snapshots of these positions."""
        return [position.snapshot for position in self.positions]

    # Who sits there

    def seats(self, snapshot: Snapshot[Any]) -> tuple[Any, ...]:
        """The seats, in order. None where moves say whose they are, and the engine does not say who is there."""
        seats = self.engine._seats
        return in_order(seats.all(snapshot.game)) if seats.are_declared or not seats.are_named else ()

    def viewers(self, snapshot: Snapshot[Any]) -> Sequence[Any]:
        """Everybody who may ask for a view: the players given, or the seats and a spectator."""
        if self.players is not None:
            return self.players
        return (*self.seats(snapshot), None) if self.engine._seats.are_declared else ONE_PLAYER

    # Moves

    def illegal(self, snapshot: Snapshot[Any]) -> list[Move]:
        """Some moves that a careless player could try here, and that are not legal."""
        legal = {move_key(move) for move in self.engine.legal_moves(snapshot)}
        tried = candidates(self.engine, snapshot)
        return [move for move in tried if move_key(move) not in legal and type(move) not in self.loose]

    @cached_property
    def loose(self) -> set[type[Move]]:
        """Move types whose candidates stand for more payloads than they name, with the author's reason."""
        return {kind for kind in self.engine.moves if self.engine.chart.reason_to_accept(MISSING_MOVE, event_of(kind))}
