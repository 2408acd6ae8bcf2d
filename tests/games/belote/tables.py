"""Tables for the tests: in the auction, with cards played, to be counted, at the end."""

from typing import Any

from msgspec.structs import replace

from fsm import Refusal, Snapshot
from games.belote import DECK, Card, Contract, PlayCard, Settings, Suit, Table, TrickWon, engine, mask_of, new_game
from games.belote.moves import Bid, Coinche, PassBid, Surcoinche
from games.belote.table import PRESETS, Call, Match

NO_BELOTE = (Card("K♠"), Card("Q♠"))
"""The king and queen of trump go to seats 0 and 1."""


def settings_for(preset: str = "seed", **given: Any) -> Settings:
    return Settings(**{**PRESETS[preset], **given})


def match_of(**changes: Any) -> Match:
    """A match of seed 0, changed so."""
    return replace(new_game(seed=0).match, **changes)


def playing(
    *hands: str, trump: str = "♠", leader: int = 0, value: int = 80, team: int = 0, **given: Any
) -> Snapshot[Table]:
    """A table where the auction is over; hands from seat 0 on, as in "A♠ 10♥"."""
    dealt = [mask_of(Card(name) for name in hand.split()) for hand in hands]
    contract = Contract(Suit(trump), value, team, team)
    first, second, third, fourth = dealt
    game = replace(
        new_game(seed=0, **given),
        match=match_of(deals=4 + leader),
        contract=contract,
        dealt=(first, second, third, fourth),
        held=first | second | third | fourth,
        turn=leader,
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


def auction(*calls: str, seed: int = 0, **given: Any) -> Snapshot[Table]:
    """The auction of a first deal after these calls, from seat 1 on: "pass", "80♠", "coinche", "surcoinche"."""
    snapshot = engine.start(seed=seed, **given)
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


def counted(
    taken: int,
    value: int = 80,
    level: int = 1,
    belote: tuple[int, int] | None = None,
    capot: bool = False,
    **settings: Any,
) -> Table:
    """A round whose contractors, team 0, took so many points, the last trick included; spades are trump.

    `belote` names the seats that hold the king and queen of trump; by default they are opponents.
    """
    tricks = [TrickWon(0, (), 0, taken - 10), TrickWon(0, (), 0 if capot else 1, 152 - taken + 10)]
    tricks += [TrickWon(0, (), 0 if capot else 1, 0)] * 5 + [TrickWon(0, (), 0, 0)]
    hands = [0, 0, 0, 0]
    for card, seat in zip(NO_BELOTE, belote or (0, 1), strict=True):
        hands[seat] |= card.bit
    dealt = hands[0], hands[1], hands[2], hands[3]
    contract = Contract(Suit.SPADES, value, 0, 0, level)
    table = new_game(seed=0, **settings)
    return replace(table, match=match_of(deals=1), contract=contract, dealt=dealt, tricks=tuple(tricks))


def ended(totals: tuple[int, int], **given: Any) -> Snapshot[Table]:
    """A round of 100 to 62 points for the contracting team 0 is counted at these totals."""
    table = replace(counted(100, 80, **given), match=match_of(deals=1, totals=totals))
    snapshot: Snapshot[Table] = engine._program.settle(Snapshot("playing.played", table))
    return snapshot
