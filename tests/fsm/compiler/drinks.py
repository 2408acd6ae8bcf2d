"""The flow of the worked example that explains the compiler: see the docstring of `fsm.compiler`."""

from collections.abc import Sequence

import msgspec

from fsm import Engine, Flow, Move, State


class Machine(msgspec.Struct, frozen=True):
    cans: int = 2


PRICES = (1, 2)


class Pay(Move):
    coins: int

    @classmethod
    def candidates(cls, game: Machine) -> Sequence["Pay"]:
        return [cls(coins) for coins in range(1, 4)]


def has_cans(game: Machine) -> bool:
    return game.cans > 0


def is_a_price(game: Machine, move: Pay) -> bool:
    return move.coins in PRICES


def sell(game: Machine, move: Pay) -> Machine:
    return Machine(game.cans - 1)


class Drinks(Flow):
    ready = State(initial=True)
    jammed = State(final=True)
    sold_out = State(final=True)

    pay = ready.to(ready, cond=[has_cans, is_a_price], on=sell) | ready.to(jammed, cond=has_cans)
    ready.to(sold_out, unless=has_cans)


def new_machine(cans: int = 2) -> Machine:
    return Machine(cans)


engine = Engine(Drinks, moves=(Pay,), new=new_machine, inline=True)
