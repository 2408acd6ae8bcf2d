"""A small game of hidden hands: draw, lay a card face down and say what it is, and be believed or doubted.

Ten cards, three seats. A player who draws a high card is lucky and may draw another, which is nobody else's business:
the phase is a secret one. A claim that is believed stays covered for ever; one that is doubted is turned over.
"""

from collections.abc import Iterable
from random import Random
from typing import Any

import msgspec

from fsm import Engine, Flow, Move, News, Snapshot, State, guard, with_news
from fsm.chance import identifier, shuffled

SEATS = range(3)
RANKS = range(1, 11)
LUCKY = 9
"""The lowest rank that lets a player draw again."""
DEALT = 2


class Card(msgspec.Struct, frozen=True):
    id: str
    rank: int


class Claim(msgspec.Struct, frozen=True):
    """What lies face down, and what it is said to be."""

    seat: int
    card: Card
    said: int


class Table(msgspec.Struct, frozen=True):
    seed: int
    hands: tuple[tuple[Card, ...], ...]
    pile: tuple[Card, ...]
    open: tuple[Card, ...] = ()
    buried: tuple[Card, ...] = ()
    turn: int = 0
    claim: Claim | None = None
    scores: tuple[int, ...] = (0, 0, 0)


def new_table(seed: int = 0) -> Table:
    cards = [Card(identifier(seed, rank), rank) for rank in shuffled(RANKS, seed, 0)]
    hands = tuple(tuple(cards[seat * DEALT : (seat + 1) * DEALT]) for seat in SEATS)
    return Table(seed, hands, tuple(cards[len(SEATS) * DEALT :]))


# What is heard


class Drew(News):
    """A seat has drawn a card; which one is its own business."""

    seat: int

    public = True


class DrewCard(News):
    seat: int
    card: Card

    def audience(self) -> tuple[int, ...]:
        return (self.seat,)

    def in_public(self) -> Any:
        return Drew(self.seat)


class Said(News):
    public = True
    seat: int
    said: int


class Shown(News):
    public = True
    card: Card


# Moves


class Draw(Move):
    when_absent = True
    seat: int

    @classmethod
    def candidates(cls, game: Table) -> Iterable["Draw"]:
        return [cls(seat) for seat in SEATS]


class Lay(Move):
    when_absent = True
    seat: int
    card: str
    said: int

    @classmethod
    def candidates(cls, game: Table) -> Iterable["Lay"]:
        return [cls(seat, card.id, said) for seat in SEATS for card in game.hands[seat] for said in RANKS]


class Doubt(Move):
    seat: int

    @classmethod
    def candidates(cls, game: Table) -> Iterable["Doubt"]:
        return [cls(seat) for seat in SEATS]


class Trust(Move):
    when_absent = True
    seat: int

    @classmethod
    def candidates(cls, game: Table) -> Iterable["Trust"]:
        return [cls(seat) for seat in SEATS]


class TimeIsUp(Move):
    by_host = True


MOVES: tuple[type[Move], ...] = (Draw, Lay, Doubt, Trust, TimeIsUp)

# Guards


@guard("It is not your turn.")
def has_the_turn(game: Table, move: Draw | Lay) -> bool:
    return game.turn == move.seat


@guard("You do not hold that card.")
def holds_it(game: Table, move: Lay) -> bool:
    return any(card.id == move.card for card in game.hands[move.seat])


@guard("There are no such cards.")
def is_a_rank(game: Table, move: Lay) -> bool:
    return move.said in RANKS


@guard("It is not for you to answer.")
def is_to_answer(game: Table, move: Doubt | Trust) -> bool:
    return move.seat == (game.turn + 1) % 3


@guard("The claim is true.", secret=True)
def is_a_lie(game: Table, move: Doubt) -> bool:
    return game.claim is not None and game.claim.card.rank != game.claim.said


def is_lucky(game: Table) -> bool:
    return game.hands[game.turn][-1].rank >= LUCKY and bool(game.pile)


def has_no_more_cards(game: Table) -> bool:
    return not game.pile


# Effects


def take_card(game: Table, move: Draw) -> Table:
    card, *rest = game.pile
    return with_news(with_hand(game, (*game.hands[game.turn], card), pile=tuple(rest)), DrewCard(move.seat, card))


def with_hand(game: Table, hand: tuple[Card, ...], **changes: Any) -> Table:
    hands = (*game.hands[: game.turn], hand, *game.hands[game.turn + 1 :])
    return msgspec.structs.replace(game, hands=hands, **changes)


def lay_card(game: Table, move: Lay) -> Table:
    card = next(card for card in game.hands[game.turn] if card.id == move.card)
    kept = tuple(other for other in game.hands[game.turn] if other is not card)
    return with_news(with_hand(game, kept, claim=Claim(move.seat, card, move.said)), Said(move.seat, move.said))


def scored(game: Table, seat: int, points: int) -> tuple[int, ...]:
    return tuple(score + points * (seat == owner) for owner, score in enumerate(game.scores))


def next_turn(game: Table, **changes: Any) -> Table:
    return msgspec.structs.replace(game, claim=None, turn=(game.turn + 1) % 3, **changes)


def turn_over(game: Table, loser: int) -> Table:
    assert game.claim is not None
    card = game.claim.card
    return with_news(next_turn(game, open=(*game.open, card), scores=scored(game, loser, -1)), Shown(card))


def punish_liar(game: Table) -> Table:
    return turn_over(game, game.turn)


def punish_doubter(game: Table) -> Table:
    return turn_over(game, (game.turn + 1) % 3)


def bury(game: Table) -> Table:
    assert game.claim is not None
    return next_turn(game, buried=(*game.buried, game.claim.card), scores=scored(game, game.turn, game.claim.said > 6))


def liars_flow(is_secret: bool = True, doubted: tuple[Any, ...] = (is_to_answer,)) -> type[Flow]:
    """Draw, lay, answer. Without `is_secret` everybody sees whether a player is lucky."""

    class Liars(Flow):
        drawing = State(initial=True)

        class holding(State.Compound):
            looking = State(initial=True)
            lucky = State(secret=is_secret)
            plain = State(secret=is_secret)

        answering = State()
        over = State(final=True)

        # fmt: off
        draw       = (drawing.to(holding, cond=has_the_turn, on=take_card)
                      | holding.lucky.to(holding.looking, cond=has_the_turn, on=take_card))
        lay        = holding.to(answering, cond=[has_the_turn, holds_it, is_a_rank], on=lay_card)
        doubt      = (answering.to(drawing, cond=[*doubted, is_a_lie], on=punish_liar)
                      | answering.to(drawing, cond=doubted, on=punish_doubter))
        trust      = answering.to(drawing, cond=is_to_answer, on=bury)
        time_is_up = answering.to(drawing, on=bury)
        # fmt: on

        drawing.to(over, cond=has_no_more_cards)
        holding.looking.to(holding.lucky, cond=is_lucky)
        holding.looking.to(holding.plain)

        accepts = (
            ("may_deadlock", "drawing", "Somebody has the turn."),
            ("may_deadlock", "holding", "The player who has the turn holds a card."),
        )

    return Liars


# Seats and secrets


class ClaimView(msgspec.Struct, frozen=True):
    seat: int
    said: int
    card: Card | None
    """For the player who laid it."""


class LiarsView(msgspec.Struct, frozen=True):
    phase: str
    seat: int | None
    hand: tuple[Card, ...]
    counts: tuple[int, ...]
    pile_size: int
    open: tuple[Card, ...]
    buried_size: int
    turn: int
    claim: ClaimView | None
    scores: tuple[int, ...]
    note: Any = None
    """What views show that should not."""


def to_act(snapshot: Snapshot[Table]) -> tuple[int, ...]:
    turn = snapshot.game.turn
    return () if snapshot.phase == "over" else ((turn + 1) % 3 if snapshot.phase == "answering" else turn,)


def view(snapshot: Snapshot[Table], seat: int | None) -> LiarsView:
    game, claim = snapshot.game, snapshot.game.claim
    return LiarsView(
        phase=snapshot.phase,
        seat=seat,
        hand=() if seat is None else game.hands[seat],
        counts=tuple(map(len, game.hands)),
        pile_size=len(game.pile),
        open=game.open,
        buried_size=len(game.buried),
        turn=game.turn,
        claim=None if claim is None else ClaimView(claim.seat, claim.said, claim.card if claim.seat == seat else None),
        scores=game.scores,
    )


def redeal(view: LiarsView, chance: Random) -> Snapshot[Table]:
    claimed = view.claim.card if view.claim is not None else None
    known = {card.rank for card in (*view.hand, *view.open, *([] if claimed is None else [claimed]))}
    unknown = chance.sample([rank for rank in RANKS if rank not in known], len(RANKS) - len(known))
    hidden = iter([Card(f"{chance.getrandbits(128):032x}", rank) for rank in unknown])

    def some(count: int) -> tuple[Card, ...]:
        return tuple(next(hidden) for _ in range(count))

    hands = tuple(view.hand if seat == view.seat else some(count) for seat, count in enumerate(view.counts))
    claim = None if view.claim is None else Claim(view.claim.seat, claimed or next(hidden), view.claim.said)
    game = Table(chance.getrandbits(62), hands, some(view.pile_size), view.open, some(view.buried_size), view.turn,
                 claim, view.scores)  # fmt: skip
    return Snapshot(held(game) if view.phase.startswith("holding") else view.phase, game)


def held(game: Table) -> str:
    """The inner phase of a player who holds a card."""
    return "holding.lucky" if is_lucky(game) else "holding.plain"


def every_card_is_somewhere(snapshot: Snapshot[Table]) -> bool:
    game = snapshot.game
    claimed = () if game.claim is None else (game.claim.card,)
    cards = [card for cards in (*game.hands, game.pile, game.open, game.buried, claimed) for card in cards]
    return sorted(card.rank for card in cards) == list(RANKS) and len({card.id for card in cards}) == len(RANKS)


def liars(flow: type[Flow] | None = None, **changes: Any) -> Engine[Table]:
    """The game, or one that differs."""
    given: dict[str, Any] = {"moves": MOVES, "new": new_table, "seats": tuple(SEATS), "to_act": to_act, "view": view}
    given |= {"redeal": redeal, "invariants": (every_card_is_somewhere,)}
    given |= {"returns": lambda game: dict(enumerate(game.scores)), "outcome": lambda game: max(game.scores)}
    return Engine(flow or liars_flow(), **given | changes)
