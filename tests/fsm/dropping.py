"""A flow in which cards are dropped, under the guards and with the effect that a test asks for."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from fsm import Engine, Flow, Move, State, guard, stay
from fsm.explore import Defect, explore


class Pile(msgspec.Struct, frozen=True):
    """Cards in a hand, and how many were put down."""

    hand: tuple[int, ...] = (1, 2, 3)
    down: int = 0


class Drop(Move):
    """Put cards down."""

    cards: tuple[int, ...]

    @classmethod
    def candidates(cls, game: Pile) -> Iterable["Drop"]:
        return [cls(game.hand[:2])] if game.hand else []


class Rest(Move):
    """Do nothing."""


def new_pile(seed: int = 0, size: int = 3) -> Pile:
    return Pile(tuple(range(1, size + 1)))


@guard("You do not hold all of these.")
def are_held(game: Pile, move: Drop) -> bool:
    return set(move.cards) <= set(game.hand)


@guard("Put down two.")
def are_two(game: Pile, move: Drop) -> bool:
    return len(set(move.cards)) == len(move.cards) == 2


def drop(game: Pile, move: Drop) -> Pile:
    return Pile(tuple(card for card in game.hand if card not in move.cards), game.down + len(move.cards))


def is_done(game: Pile) -> bool:
    return not game.hand


def dropping(*guards: Callable[..., bool], on: Callable[..., Pile] = drop, **options: Any) -> Engine[Pile]:
    """An engine for a flow in which cards are dropped under these guards."""

    class Dropping(Flow):
        """Drop cards until none is left."""

        holding = State("Holding cards", initial=True)
        done = State("Done", final=True)

        drop = stay(holding, cond=list(guards), on=on)
        holding.to(done, cond=is_done)

    return Engine(Dropping, moves=(Drop,), new=new_pile, **options)


def defect_of(engine: Engine[Any], kind: str, **options: Any) -> Defect:
    """The one defect of a kind that an exploration finds."""
    (found,) = [defect for defect in explore(engine, **options).defects if defect.kind == kind]
    return found
