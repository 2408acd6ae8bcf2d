"""A small flow with one of everything, for tests that want to see a rule rather than a game."""

from collections.abc import Iterable

import msgspec

from fsm import Engine, Flow, Move, Snapshot, State, guard, stay, with_news


class Purse(msgspec.Struct, frozen=True):
    """Coins in a purse, and a diary of what happened."""

    coins: int = 0
    diary: tuple[str, ...] = ()
    mood: str = ""


class Coin(msgspec.Struct, frozen=True):
    """A domain event: a coin changed hands."""

    amount: int


def wrote(game: Purse, entry: str, coins: int = 0) -> Purse:
    return Purse(game.coins + coins, (*game.diary, entry), game.mood)


@guard("You need at least as many coins.", negated="You have enough coins already.")
def can_afford(game: Purse, move: "Pay") -> bool:
    return game.coins >= move.amount


@guard("Pay something.")
def is_positive(game: Purse, move: "Pay") -> bool:
    return move.amount > 0


def is_broke(game: Purse) -> bool:
    return game.coins == 0


def is_rich(game: Purse) -> bool:
    return game.coins >= 10


def earn(game: Purse) -> Purse:
    return with_news(wrote(game, "earn", 3), Coin(3))


def pay(game: Purse, move: "Pay") -> Purse:
    return with_news(wrote(game, "pay", -move.amount), Coin(-move.amount))


def open_shop(game: Purse) -> Purse:
    return wrote(game, "open")


def close_shop(game: Purse) -> Purse:
    return wrote(game, "close")


def greet(game: Purse) -> Purse:
    return wrote(game, "greet")


def smile(game: Purse) -> Purse:
    return Purse(game.coins, game.diary, "smiling")


class Market(Flow):
    """Earn, shop, go home."""

    street = State("On the street", initial=True)

    class shop(State.Compound, name="In the shop", enter=open_shop, exit=close_shop):
        looking = State("Looking around", initial=True, enter=greet)
        paying = State("At the till")

        ask = looking.to(paying)
        back = paying.to(looking)

    home = State("At home", final=True)

    # fmt: off
    earn    = street.to(street, on=earn)
    grin    = stay(street, on=smile) | stay(shop, on=smile)
    enter   = street.to(shop, unless=is_broke)
    pay     = shop.paying.to(street, cond=[is_positive, can_afford], on=pay)
    leave   = shop.to(street)
    street.to(home, cond=is_rich)
    # fmt: on

    refusals = (("street", "pay", "Go into the shop first."),)


class Earn(Move): ...


class Grin(Move): ...


class Enter(Move): ...


class Ask(Move): ...


class Back(Move): ...


class Leave(Move): ...


class Pay(Move):
    amount: int

    @classmethod
    def candidates(cls, game: Purse) -> Iterable["Pay"]:
        return [cls(amount) for amount in range(-1, 12)]


MOVES = (Earn, Grin, Enter, Ask, Back, Leave, Pay)


def new_purse(seed: int = 0, coins: int = 0) -> Purse:
    return Purse(coins)


def coins_are_never_owed(snapshot: Snapshot[Purse]) -> bool:
    """Nobody pays what they do not have."""
    return snapshot.game.coins >= 0


market = Engine(Market, moves=MOVES, new=new_purse, transient=("mood",), invariants=(coins_are_never_owed,))


def walk(*moves: Move, coins: int = 0) -> Snapshot[Purse]:
    """The snapshot after moves that must all be accepted."""
    snapshot = market.start(coins=coins)
    for move in moves:
        answer = market.step(snapshot, move)
        assert isinstance(answer, Snapshot), answer
        snapshot = answer
    return snapshot
