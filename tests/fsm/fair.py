"""A small game with every way to wait: seats choose at once, questions interrupt a turn, and phases have ends.

Each round all seats bid at the same time. The highest bidder then acts. In a turn a question may be asked, which
suspends the turn; a question may itself be questioned, once.
"""

from collections.abc import Iterable
from typing import Any

import msgspec

from fsm import Engine, Flow, Move, Snapshot, State, gather, guard, with_news

HIGHEST = 2


class Stall(msgspec.Struct, frozen=True):
    """Who plays, what was bid last, and how often what happened."""

    players: int = 3
    rounds: int = 2
    bids: tuple[int, ...] = ()
    questions: int = 0
    opened: int = 0
    seed: int = 0


class Bids(msgspec.Struct, frozen=True):
    """News: a seat's bid, once all have been made."""

    seat: int
    amount: int


class Bid(Move):
    seat: int
    amount: int

    @classmethod
    def candidates(cls, game: Stall) -> Iterable["Bid"]:
        return [cls(seat, amount) for seat in range(game.players) for amount in range(HIGHEST + 1)]


class Ask(Move): ...


class Answer(Move): ...


class Finish(Move): ...


class Restart(Move): ...


class Concede(Move):
    gives_up = True


@guard("That is too much.")
def is_affordable(game: Stall, move: Bid) -> bool:
    return 0 <= move.amount <= HIGHEST


@guard("You have asked enough.")
def may_ask(game: Stall) -> bool:
    return game.questions < 3


def is_last_round(game: Stall) -> bool:
    return game.rounds == 0


def seats(game: Stall) -> tuple[int, ...]:
    """Backwards, so that their order is not that of their names."""
    return tuple(reversed(range(game.players)))


def open_stall(game: Stall) -> Stall:
    return msgspec.structs.replace(game, opened=game.opened + 1)


def forget_bids(game: Stall) -> Stall:
    return msgspec.structs.replace(game, bids=(), questions=0, rounds=game.rounds - 1)


def note_bid(game: Stall, move: Bid) -> Stall:
    return with_news(msgspec.structs.replace(game, bids=(*game.bids, move.amount)), Bids(move.seat, move.amount))


def count_question(game: Stall) -> Stall:
    return msgspec.structs.replace(game, questions=game.questions + 1)


class Fair(Flow):
    """Bid, act, ask."""

    class playing(State.Compound, initial=True, enter=open_stall):
        bidding = State(initial=True)

        class turn(State.Compound, exit=forget_bids):
            acting = State(initial=True)
            done_acting = State(final=True)

        class question(State.Compound):
            asked = State(initial=True, enter=count_question)
            answered = State(final=True)

    over = State(final=True)

    # fmt: off
    bid     = gather(playing.bidding, by=seats, cond=is_affordable, on=note_bid, to=playing.turn)
    ask     = (playing.turn.acting.calls(playing.question, cond=may_ask)
               | playing.question.asked.calls(playing.question, cond=may_ask, most=2))
    answer  = playing.question.asked.to(playing.question.answered)
    finish  = playing.turn.acting.to(playing.turn.done_acting)
    restart = playing.turn.into(playing.turn.acting)
    concede = playing.to(over) | playing.question.refuses("Not while a question is open.")
    playing.turn.done.to(over, cond=is_last_round)
    playing.turn.done.to(playing.bidding)
    # fmt: on


MOVES = (Bid, Ask, Answer, Finish, Restart, Concede)


def new_stall(seed: int = 0, players: int = 3, rounds: int = 1) -> Stall:
    return Stall(players, rounds, seed=seed)


def questions_are_few(snapshot: Snapshot[Stall]) -> bool:
    """Nobody asks too much, and going into a phase does not begin it anew."""
    return snapshot.game.questions <= 3 and snapshot.game.opened == 1


fair = Engine(Fair, moves=MOVES, new=new_stall, invariants=(questions_are_few,))


def played(*moves: Move, **settings: Any) -> Snapshot[Stall]:
    """The snapshot after moves that must all be accepted."""
    snapshot = fair.start(**{"seed": 0, **settings})
    for move in moves:
        answer = fair.step(snapshot, move)
        assert isinstance(answer, Snapshot), answer
        snapshot = answer
    return snapshot


def bids(*amounts: int) -> tuple[Bid, ...]:
    """A bid of each seat, the first one first."""
    return tuple(Bid(seat, amount) for seat, amount in enumerate(amounts))
