"""Tables for the tests: a match with these hands, that trump, and the cards played so far."""

from typing import Any

from fsm import Refusal, Snapshot
from games.belote import DECK, Card, Contract, PlayCard, Settings, Suit, Table, engine, mask_of
from games.belote.moves import Bid, Coinche, PassBid, Surcoinche
from games.belote.table import PRESETS, Call, Match


def settings_for(preset: str = "seed", **given: Any) -> Settings:
    return Settings(**{**PRESETS[preset], **given})


def playing(
    *hands: str, trump: str = "♠", leader: int = 0, value: int = 80, team: int = 0, **given: Any
) -> Snapshot[Table]:
    """A table where the auction is over; hands from seat 0 on, as in "A♠ 10♥"."""
    dealt = [mask_of(Card(name) for name in hand.split()) for hand in hands]
    contract = Contract(Suit(trump), value, team, team)
    first, second, third, fourth = dealt
    everything = first | second | third | fourth
    game = Table(
        settings_for(**given), Match(0, 4 + leader), (), contract, (first, second, third, fourth), everything, leader
    )
    return Snapshot("playing.leading", game)


def played(snapshot: Snapshot[Table], cards: str) -> Snapshot[Table]:
    """The cards, as in "A♠ 10♥", played by the seats in turn; each must be accepted."""
    for name in cards.split():
        snapshot = sent(snapshot, PlayCard(snapshot.game.turn, Card(name)))
    return snapshot


def sent(snapshot: Snapshot[Table], move: Any) -> Snapshot[Table]:
    """The snapshot after a move that must be accepted."""
    answer = engine.step(snapshot, move)
    assert isinstance(answer, Snapshot), answer.message
    return answer


def refused(snapshot: Snapshot[Table], move: Any) -> Refusal:
    """The refusal of a move that must be refused."""
    answer = engine.step(snapshot, move)
    assert isinstance(answer, Refusal)
    return answer


def refused_card(snapshot: Snapshot[Table], name: str) -> str | None:
    """The guard that keeps the seat in turn from playing a card."""
    return refused(snapshot, PlayCard(snapshot.game.turn, Card(name))).guard


def playable(snapshot: Snapshot[Table]) -> str:
    """The cards that the seat in turn may play, as in "A♠ 10♥", by number."""
    moves = [move for move in engine.legal_moves(snapshot) if isinstance(move, PlayCard)]
    return " ".join(str(card) for card in sorted((move.card for move in moves), key=DECK.index))


def auction(*calls: str, **given: Any) -> Snapshot[Table]:
    """The auction of a first deal after these calls, from seat 1 on: "pass", "80♠", "coinche", "surcoinche"."""
    snapshot = engine.start(**given)
    for call in calls:
        snapshot = sent(snapshot, call_of(snapshot.game.turn, call))
    return snapshot


def call_of(seat: int, call: str) -> Call:
    """A call as a move."""
    plain: dict[str, type[PassBid | Coinche | Surcoinche]] = {
        "pass": PassBid,
        "coinche": Coinche,
        "surcoinche": Surcoinche,
    }
    return plain[call](seat) if call in plain else Bid(seat, int(call[:-1]), Suit(call[-1]))
