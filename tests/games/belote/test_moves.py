"""Legal moves are exact, the counts are the published ones, and wrong moves change nothing."""

import json
import random
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from fsm import Refusal, RefusalKind, Snapshot
from fsm.checking.probing import Prober
from fsm.explore import perft
from games.belote import (
    DECK,
    Bid,
    Card,
    Coinche,
    Contract,
    PassBid,
    PlayCard,
    Suit,
    Surcoinche,
    Table,
    engine,
    mask_of,
    new_game,
)
from games.belote.cards import ALL_CARDS
from games.belote.moves import PLAYS
from tests.games.belote.tables import match_of

PLAIN = [kind(seat) for kind in (PassBid, Coinche, Surcoinche) for seat in range(-1, 5)]
BIDS = [Bid(seat, value, suit) for seat, value, suit in product(range(5), range(70, 261, 5), Suit)]
CARDS = [PlayCard(seat, card) for seat in range(-1, 5) for card in DECK]
EVERY_PAYLOAD = [*PLAIN, *BIDS, *CARDS]


@pytest.mark.long
@pytest.mark.parametrize("specialised", [False, True])
@pytest.mark.parametrize(
    "given",
    [
        {},
        {"preset": "ffb"},
        {"rise_in_trumps": True},
        {"partner_frees": True},
        {"beaten_frees": True},
        {"pack": 12, "highest_bid": 90, "rebid_if_all_pass": True, "capot_bid": True},
    ],
    ids=str,
)
def test_legal_moves_are_exactly_what_the_guards_accept(given: dict[str, Any], specialised: bool) -> None:
    """Over all payloads, in every snapshot of some deals."""
    snapshot = engine.start(seed=11, target=10**6, **given)
    running = engine.for_settings(snapshot.game.settings) if specialised else engine
    dice = random.Random(7)
    judge = Prober(running)
    while snapshot.game.match.deals <= 30:
        legal = running.legal_moves(snapshot)
        known = judge.acts[snapshot.phase]
        accepted = [move for move in EVERY_PAYLOAD if type(move) in known and judge.accepts(snapshot, move)]

        assert sorted(map(repr, legal)) == sorted(map(repr, accepted))
        snapshot = engine.step(snapshot, dice.choice(legal))  # type: ignore[assignment]  # legal: no refusal


def test_the_plays_of_any_set_of_cards_are_those_of_its_cards() -> None:
    """One suit, several, none and all."""
    dice = random.Random(5)
    masks = [0, ALL_CARDS, *(dice.getrandbits(32) & dice.getrandbits(32) for _ in range(300))]
    suits = [mask & suit.mask for mask in masks for suit in Suit]
    for mask, seat in product([*masks, *suits], range(4)):
        assert PLAYS[seat][mask] == tuple(PlayCard(seat, card) for card in DECK if card.bit & mask)


# Counts


def counting_table(**given: Any) -> Snapshot[Table]:
    """The deal of the counts: seat 0 leads, spades are trump."""
    deck = list(range(32))
    random.Random(1).shuffle(deck)
    first, second, third, fourth = (mask_of(DECK[number] for number in deck[seat::4]) for seat in range(4))
    contract = Contract(Suit.SPADES, 80, 0, 0)
    dealt = (first, second, third, fourth)
    game = replace(new_game(seed=0, **given), match=match_of(deals=4), contract=contract, dealt=dealt, held=ALL_CARDS)
    return Snapshot("playing.leading", game)


@pytest.mark.parametrize(
    ("given", "counts"),
    [
        ({}, [8, 20, 54, 60, 420, 1142, 2284]),
        ({"rise_in_trumps": True}, [8, 20, 52, 56, 392, 1042, 1992]),
    ],
    ids=["seed", "rise_in_trumps"],
)
def test_perft_counts_of_two_other_programs(given: dict[str, Any], counts: list[int]) -> None:
    table = counting_table(**given)

    assert [perft(engine, table, plies) for plies in range(1, 8)] == counts
    assert [perft(engine.for_settings(table.game.settings), table, plies) for plies in range(1, 8)] == counts


@pytest.mark.parametrize(
    ("given", "plies", "count"),
    [
        ({}, 10, 42_344),
        ({"preset": "ffb"}, 10, 86_744),
        ({"partner_frees": True}, 9, 31_956),
        ({"beaten_frees": True}, 8, 2_832),
    ],
    ids=["seed", "ffb", "partner_frees", "beaten_frees"],
)
def test_perft_counts_deeper(given: dict[str, Any], plies: int, count: int) -> None:
    """Deeper than the published counts; a second program over plain lists of numbers agrees."""
    assert perft(engine, counting_table(**given), plies) == count


# Wrong moves


@pytest.mark.parametrize("phase", ["bidding", "playing"])
def test_a_refused_move_changes_nothing(phase: str) -> None:
    snapshot = engine.start(seed=1) if phase == "bidding" else counting_table()
    before = engine.dump(snapshot)
    for move in EVERY_PAYLOAD:
        if isinstance(answer := engine.step(snapshot, move), Refusal):
            assert answer.message
            assert engine.dump(snapshot) == before


@pytest.mark.parametrize(
    "move",
    [
        Bid(1, "80", Suit.HEARTS),  # type: ignore[arg-type]  # the point of the test
        Bid(1, 80, "♥"),  # type: ignore[arg-type]
        Bid(True, 80, Suit.HEARTS),
        PassBid("1"),  # type: ignore[arg-type]
        PassBid(1.0),  # type: ignore[arg-type]
    ],
)
def test_a_payload_of_the_wrong_type_is_malformed(move: Bid | PassBid) -> None:
    answer = engine.step(engine.start(seed=0), move)

    assert isinstance(answer, Refusal)
    assert answer.kind is RefusalKind.MALFORMED


def test_moves_are_kind_in_json() -> None:
    assert engine.read_move('{"move": "play_card", "seat": 2, "card": "J♠"}') == PlayCard(2, Card("J♠"))
    assert engine.read_move('{"move": "bid", "seat": 1, "value": 90, "suit": "♥"}') == Bid(1, 90, Suit.HEARTS)
    assert engine.read_move('{"move": "pass_bid", "seat": 1}') == PassBid(1)


@pytest.mark.parametrize("card", ["1♠", "J", "", "j♠", 5, None])
def test_a_card_that_does_not_exist_is_refused_at_the_door(card: object) -> None:
    answer = engine.read_move(json.dumps({"move": "play_card", "seat": 2, "card": card}))

    assert isinstance(answer, Refusal)
    assert answer.kind is RefusalKind.MALFORMED
