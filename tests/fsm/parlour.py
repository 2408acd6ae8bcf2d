"""A small game for a table: three seats with hidden hands, a host, a secret phase, a bluff, and somebody who may leave.

In turn a seat plays a card face down, and claims that it is red, true or not; the next seat lets it pass or doubts it.
Or it draws a card, and if that is the joker, says in secret whether to keep it.
"""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from fsm import Engine, Flow, Move, News, Snapshot, State, guard, with_news

SEATS = ("east", "north", "south")
JOKER = 0
CARDS = tuple(range(13))
"""Even ones are red; the joker is the lowest."""


class Parlour(msgspec.Struct, frozen=True):
    """Hands and claims. Cards that were played lie face down, for good."""

    hands: tuple[tuple[int, ...], ...]
    deck: tuple[int, ...]
    buried: tuple[int, ...] = ()
    turn: int = 0
    claimed: int | None = None
    """The card that was played last, until the next seat has spoken."""
    rounds: int = 0
    points: tuple[int, ...] = (0, 0, 0)
    shown: tuple[int, ...] = ()
    """Lies that were shown; they are buried, too."""
    gone: tuple[str, ...] = ()
    seed: int = 0


# Moves


class OfSeat(Move):
    seat: str

    @classmethod
    def candidates(cls, game: Parlour) -> Iterable[Any]:
        return [cls(seat) for seat in SEATS]


class Play(Move):
    seat: str
    card: int

    @classmethod
    def candidates(cls, game: Parlour, seat: str | None = None) -> Iterable["Play"]:
        wanted = SEATS if seat is None else (seat,) if seat in SEATS else ()
        return [cls(one, card) for one in wanted for card in game.hands[SEATS.index(one)]]


class Draw(OfSeat):
    avoided = True
    when_absent = True


class Keep(OfSeat): ...


class Bury(OfSeat):
    when_absent = True


class Doubt(OfSeat): ...


class Accept(OfSeat):
    when_absent = True


class Knock(OfSeat):
    interrupts = True


class Resign(OfSeat):
    gives_up = True


class NextRound(Move):
    by_host = True


MOVES = (Play, Draw, Keep, Bury, Doubt, Accept, Knock, Resign, NextRound)

# News


class CardDrawn(News):
    seat: str
    card: int

    def audience(self) -> tuple[str, ...]:
        return (self.seat,)

    def in_public(self) -> "CardsDrawn":
        return CardsDrawn(self.seat, 1)


class CardsDrawn(News):
    public = True
    seat: str
    count: int


class CardShown(News):
    public = True
    card: int


class Knocked(News):
    """Nobody but the host hears it."""

    seat: str


# Rules


@guard("It is not your turn.")
def is_in_turn(game: Parlour, move: Any) -> bool:
    return bool(move.seat == SEATS[game.turn])


@guard("You do not hold that card.")
def is_held(game: Parlour, move: Play) -> bool:
    return move.card in game.hands[game.turn]


@guard("The deck is empty.")
def deck_is_left(game: Parlour) -> bool:
    return bool(game.deck)


@guard("You have left already.")
def is_here(game: Parlour, move: Any) -> bool:
    return move.seat in SEATS and move.seat not in game.gone


@guard("That was no lie.", secret=True)
def was_a_lie(game: Parlour) -> bool:
    return game.claimed is not None and game.claimed % 2 == 1


def joker_was_drawn(game: Parlour) -> bool:
    return game.hands[game.turn][-1:] == (JOKER,)


def hand_is_empty(game: Parlour) -> bool:
    return not all(game.hands)


def with_hand(game: Parlour, hand: tuple[int, ...], **changes: Any) -> Parlour:
    hands = (*game.hands[: game.turn], hand, *game.hands[game.turn + 1 :])
    return replace(game, hands=hands, **changes)


def next_turn(game: Parlour) -> Parlour:
    return replace(game, turn=(game.turn + 1) % 3)


def play_face_down(game: Parlour, move: Play) -> Parlour:
    hand = tuple(card for card in game.hands[game.turn] if card != move.card)
    return next_turn(with_hand(game, hand, claimed=move.card))


def draw(game: Parlour) -> Parlour:
    after = with_hand(game, (*game.hands[game.turn], game.deck[0]), deck=game.deck[1:])
    return with_news(after, CardDrawn(SEATS[game.turn], game.deck[0]))


def bury_joker(game: Parlour) -> Parlour:
    return next_turn(with_hand(game, game.hands[game.turn][:-1], buried=(*game.buried, JOKER)))


def show_lie(game: Parlour) -> Parlour:
    shown = replace(scored(game, (game.turn - 1) % 3, -1), shown=(*game.shown, game.claimed))
    return with_news(shown, CardShown(game.claimed or 0))


def let_pass(game: Parlour) -> Parlour:
    return scored(game, (game.turn - 1) % 3, 1)


def scored(game: Parlour, seat: int, points: int) -> Parlour:
    total = tuple(old + points * (place == seat) for place, old in enumerate(game.points))
    assert game.claimed is not None, "a card was played"
    return replace(game, points=total, buried=(*game.buried, game.claimed), claimed=None)


def knock(game: Parlour, move: Knock) -> Parlour:
    return with_news(game, Knocked(move.seat))


def resign(game: Parlour, move: Resign) -> Parlour:
    return replace(game, gone=(*game.gone, move.seat))


def deal(game: Parlour) -> Parlour:
    """Four cards to each seat, in an order that depends on seed and round alone."""
    cards = [*CARDS]
    Random(game.seed * 1000 + game.rounds).shuffle(cards)
    hands = tuple(cards[:4]), tuple(cards[4:8]), tuple(cards[8:12])
    return replace(game, hands=hands, deck=tuple(cards[12:]), buried=(), shown=(), turn=0, rounds=game.rounds + 1)


def was_the_last_round(game: Parlour) -> bool:
    return game.rounds > 1


# fmt: off
class Salon(Flow):
    """Play face down and be doubted, or draw."""

    class round(State.Compound, initial=True, enter=deal):
        turn    = State("Turn", initial=True)
        drawn   = State("A card was drawn")
        joker   = State("The joker was drawn", secret=True)
        claimed = State("A claim")

        play  = turn.to(claimed, cond=[is_in_turn, is_held], on=play_face_down)
        draw  = turn.to(drawn, cond=[is_in_turn, deck_is_left], on=draw)
        drawn.to(joker, cond=joker_was_drawn)
        drawn.to(turn, on=next_turn)
        keep  = joker.to(turn, cond=is_in_turn, on=next_turn)
        bury  = joker.to(turn, cond=is_in_turn, on=bury_joker)
        doubt = claimed.to(turn, cond=[is_in_turn, was_a_lie], on=show_lie) \
              | claimed.to(turn, cond=is_in_turn, on=let_pass)
        accept = claimed.to(turn, cond=is_in_turn, on=let_pass)
        knock = turn.to(turn, cond=is_here, on=knock)

    between = State("Between two rounds")
    over    = State("Over", final=True)

    round.turn.to(between, cond=hand_is_empty)
    between.to(over, cond=was_the_last_round)
    next_round = between.to(round)
    resign = over.from_(round, between, cond=is_here, on=resign)
# fmt: on


# The table


class ParlourView(msgspec.Struct, frozen=True):
    """What a seat sees; nobody's hand but its own."""

    phase: str
    seat: str | None
    hand: tuple[int, ...]
    counts: tuple[int, ...]
    deck: int
    buried: int
    known: tuple[int, ...]
    turn: int
    claimed: bool
    claimed_by_you: int | None
    rounds: int
    points: tuple[int, ...]
    gone: tuple[str, ...]


def view(snapshot: Snapshot[Parlour], seat: str | None) -> ParlourView:
    game = snapshot.game
    mine = seat is not None and SEATS[(game.turn - 1) % 3] == seat
    return ParlourView(
        phase=snapshot.phase,
        seat=seat,
        hand=() if seat is None else game.hands[SEATS.index(seat)],
        counts=tuple(map(len, game.hands)),
        deck=len(game.deck),
        buried=len(game.buried),
        known=game.shown,
        turn=game.turn,
        claimed=game.claimed is not None,
        claimed_by_you=game.claimed if mine else None,
        rounds=game.rounds,
        points=game.points,
        gone=game.gone,
    )


def redeal(view: ParlourView, chance: Random) -> Snapshot[Parlour]:
    """Everything unseen anywhere; where others decide about the joker, it is the last card of their hand."""
    own = None if view.seat is None else SEATS.index(view.seat)
    unseen = [card for card in CARDS if card not in (*view.hand, view.claimed_by_you, *view.known)]
    chance.shuffle(unseen)
    decides = view.phase == "round"
    if decides:
        unseen.remove(JOKER)
    hands: list[tuple[int, ...]] = []
    for place, count in enumerate(view.counts):
        hides_joker = decides and place == view.turn
        dealt = tuple(unseen.pop() for _ in range(count - hides_joker)) if place != own else view.hand
        hands.append((*dealt, JOKER) if hides_joker else dealt)
    claimed = view.claimed_by_you if view.claimed_by_you is not None else unseen.pop() if view.claimed else None
    game = Parlour(
        hands=tuple(hands),
        deck=tuple(unseen.pop() for _ in range(view.deck)),
        buried=(*unseen, *view.known),
        shown=view.known,
        turn=view.turn,
        claimed=claimed,
        rounds=view.rounds,
        points=view.points,
        gone=view.gone,
        seed=chance.getrandbits(64),
    )
    return Snapshot("round.joker" if decides else view.phase, game)


def to_act(snapshot: Snapshot[Parlour]) -> Sequence[str]:
    return (SEATS[snapshot.game.turn],) if snapshot.phase.startswith("round.") else ()


def returns(game: Parlour) -> Mapping[str, float]:
    return dict(zip(SEATS, map(float, game.points), strict=True))


def new_parlour(seed: int = 0) -> Parlour:
    return Parlour(hands=((), (), ()), deck=CARDS, seed=seed)


def cards_are_conserved(snapshot: Snapshot[Parlour]) -> bool:
    game = snapshot.game
    claimed = () if game.claimed is None else (game.claimed,)
    return sorted((*game.deck, *game.buried, *claimed, *(card for hand in game.hands for card in hand))) == [*CARDS]


def made(**options: Any) -> Engine[Parlour]:
    """An engine of this game; options replace its own, and None leaves one out."""
    own: dict[str, Any] = {"seats": SEATS, "to_act": to_act, "view": view, "redeal": redeal, "returns": returns}
    own |= {"invariants": (cards_are_conserved,), "outcome": lambda game: "left" if game.gone else "played"}
    given = {name: value for name, value in (own | options).items() if value is not None}
    return Engine(Salon, moves=MOVES, new=new_parlour, **given)


parlour = made()


def after(*moves: Move, seed: int = 3) -> Snapshot[Parlour]:
    """The snapshot after moves that must all be accepted."""
    snapshot = parlour.start(seed=seed)
    for move in moves:
        answer = parlour.step(snapshot, move)
        assert isinstance(answer, Snapshot), answer
        snapshot = answer
    return snapshot


def joker_drawn() -> Snapshot[Parlour]:
    """Where the first seat has drawn the joker."""
    start = next(start for seed in range(100) if (start := after(seed=seed)).game.deck == (JOKER,))
    snapshot = parlour.step(start, Draw("east"))
    assert isinstance(snapshot, Snapshot), snapshot
    return snapshot
