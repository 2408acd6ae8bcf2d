"""A small game with one of everything that is saved. test_migrating.py changes its text in every way."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from fsm import Engine, Flow, Move, Snapshot, State, gather, guard, stay, variants


class Coin(msgspec.Struct, frozen=True):
    worth: int


class House(msgspec.Struct, frozen=True):
    price: int = 2
    open_late: bool = False


class Purse(msgspec.Struct, frozen=True):
    coins: tuple[Coin, ...] = ()
    bids: tuple[int, ...] = ()
    steps: int = 0
    note: str = "17"
    settings: House = House()
    mood: str = ""


class Earn(Move):
    worth: int

    @classmethod
    def candidates(cls, game: Purse) -> Iterable["Earn"]:
        return [cls(worth) for worth in (1, 2, 3)]


class Smile(Move): ...


class Enter(Move): ...


class Ask(Move): ...


class Answer(Move): ...


class Leave(Move): ...


class Bid(Move):
    seat: int
    amount: int

    @classmethod
    def candidates(cls, game: Purse) -> Iterable["Bid"]:
        return [cls(seat, amount) for seat in (0, 1) for amount in (0, 1, 2)]


@guard("Earn something first.")
def has_coins(game: Purse) -> bool:
    return len(game.coins) > 0


@guard("You are tired.")
def is_tired(game: Purse) -> bool:
    return game.steps > 50


@guard("That is too much.")
def is_affordable(game: Purse, move: Bid) -> bool:
    return move.amount <= 2


def seats(game: Purse) -> tuple[int, ...]:
    return (0, 1)


def earn(game: Purse, move: Earn) -> Purse:
    return msgspec.structs.replace(game, coins=(*game.coins, Coin(worth=move.worth)))


def smile(game: Purse) -> Purse:
    return msgspec.structs.replace(game, mood="smiling")


def count_step(game: Purse) -> Purse:
    return msgspec.structs.replace(game, steps=game.steps + 1)


def note_bid(game: Purse, move: Bid) -> Purse:
    return msgspec.structs.replace(game, bids=(*game.bids, move.amount))


house = variants(House)


class Errand(Flow):
    """Earn, ask, bid."""

    street = State("On the street", initial=True)

    class shop(State.Compound, name="In the shop", enter=count_step):
        looking = State("Looking around", initial=True)

    class question(State.Compound):
        asked = State(initial=True)
        answered = State(final=True)

    auction = State("At the auction")
    home = State("At home", final=True)

    # fmt: off
    earn   = stay(street, on=earn)
    smile  = stay(street, unless=is_tired, on=smile)
    enter  = street.to(shop, cond=has_coins)
    ask    = shop.looking.calls(question)
    answer = question.asked.to(question.answered, on=count_step)
    leave  = shop.to(auction, unless=is_tired) | shop.to(home)
    bid    = gather(auction, by=seats, cond=is_affordable, on=note_bid, to=home)
    # fmt: on


def steps_are_few(snapshot: Snapshot[Purse]) -> bool:
    return snapshot.game.steps < 100


def new_purse(seed: int = 0) -> Purse:
    return Purse()


def made(version: int = 1, migrations: Mapping[int, Any] | None = None) -> Engine[Purse]:
    """The engine, of some version."""
    return Engine(
        Errand,
        moves=(Earn, Smile, Enter, Ask, Answer, Leave, Bid),
        new=new_purse,
        transient=("mood",),
        invariants=(steps_are_few,),
        version=version,
        migrations=migrations,
    )


PLAY: tuple[dict[str, Any], ...] = (
    {"move": "earn", "worth": 1},
    {"move": "earn", "worth": 2},
    {"move": "smile"},
    {"move": "enter"},
    {"move": "ask"},
    {"move": "answer"},
    {"move": "leave"},
    {"move": "bid", "seat": 1, "amount": 2},
    {"move": "bid", "seat": 0, "amount": 1},
)
"""A whole game, as players send it."""
