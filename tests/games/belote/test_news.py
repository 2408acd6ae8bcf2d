"""What is reported: everything that happens in a round, in order, and nothing that is hidden."""

import pytest

from fsm import Session
from games.belote import (
    DECK,
    AuctionReopened,
    CallMade,
    Card,
    CardPlayed,
    CardsDealt,
    Contract,
    ContractFixed,
    HandDealt,
    MatchOver,
    PassBid,
    RoundCancelled,
    RoundScored,
    Suit,
    TrickWon,
    engine,
)
from games.belote.news import call_news, card_news, contract_news, deal_news, match_news, score_news, trick_news
from tests.games.belote.tables import auction, call_of, ended, played, playing

FOUR_HANDS = ("A♥ 7♠ A♣", "10♥ 7♦ 8♦", "8♥ 7♣ 9♦", "9♥ 8♣ 9♣")


def test_four_passes_are_reported_as_what_comes_of_them() -> None:
    session = Session.start(engine, seed=4, rebid_if_all_pass=True)
    heard: list[object] = []
    session.subscribe(heard.append)
    for seat in (1, 2, 3, 0):
        session.send(PassBid(seat))

    assert heard[-2:] == [CallMade(PassBid(0)), AuctionReopened(1)]


def test_a_round_reports_everything_that_happens() -> None:
    session = Session.start(engine, seed=4, target=1)
    heard: list[object] = []
    session.subscribe(heard.append)
    for call in ["pass"] * 4 + ["80♥", "pass", "pass", "pass"]:
        session.send(call_of(session.snapshot.game.turn, call))
    while not engine.is_over(session.snapshot):
        session.send(engine.legal_moves(session.snapshot)[0])

    kinds = [type(news) for news in heard]
    passes = [CallMade(PassBid(seat)) for seat in (1, 2, 3, 0)]
    assert heard[:6] == [*passes, RoundCancelled(1), CardsDealt(2, 1)]
    assert kinds[6:10] == [HandDealt] * 4
    assert kinds[10:15] == [CallMade] * 4 + [ContractFixed]
    assert kinds[15:-2] == ([CardPlayed] * 4 + [TrickWon]) * 8
    assert kinds[-2:] == [RoundScored, MatchOver]
    assert isinstance(heard[14], ContractFixed)
    assert heard[14].contract.trump is Suit.HEARTS


@pytest.mark.parametrize("seat", [0, 1, 2, 3, None])
def test_a_seat_hears_of_its_own_cards_only_and_everybody_of_all_the_rest(seat: int | None) -> None:
    session = Session.start(engine, seed=4, target=1)
    everything: list[object] = []
    heard: list[object] = []
    session.subscribe(everything.append, from_start=True)
    session.subscribe(heard.append, seat=seat, from_start=True)
    while not engine.is_over(session.snapshot):
        session.send(engine.legal_moves(session.snapshot)[0])

    assert heard == [news for news in everything if not isinstance(news, HandDealt) or news.seat == seat]
    assert any(isinstance(news, HandDealt) for news in heard) is (seat is not None)


def test_a_deal_is_reported_and_to_each_seat_its_cards() -> None:
    start = engine.start(deal=DECK)
    opening, *hands = deal_news(start.game, start.game)

    assert opening == CardsDealt(1, 0)
    assert hands == [HandDealt(seat, engine.view(start, seat).hand) for seat in range(4)]


def test_a_refused_move_reports_nothing() -> None:
    session = Session.start(engine, seed=0)
    heard: list[object] = []
    session.subscribe(heard.append)
    session.send(PassBid(3))

    assert heard == []


def test_a_call_is_reported_with_the_seat_that_made_it() -> None:
    before, after = auction("80♠").game, auction("80♠", "coinche").game

    assert call_news(before, after) == [CallMade(call_of(2, "coinche"))]


def test_the_contract_is_reported_with_its_level() -> None:
    game = auction("80♠", "coinche", "surcoinche").game

    assert contract_news(game, game) == [ContractFixed(Contract(Suit.SPADES, 80, 1, 1, 4))]


def test_a_card_is_reported_with_the_seat_that_played_it() -> None:
    before = played(playing(*FOUR_HANDS), "A♥")

    assert card_news(before.game, played(before, "10♥").game) == [CardPlayed(1, Card("10♥"))]


def test_of_several_tricks_the_last_one_is_reported() -> None:
    after = played(playing(*FOUR_HANDS), "A♥ 10♥ 8♥ 9♥ 7♠ 7♦ 7♣ 8♣").game

    assert trick_news(after, after) == (TrickWon(0, tuple(map(Card, ("7♠", "7♦", "7♣", "8♣"))), 0, 0),)


def test_before_a_round_is_scored_and_a_team_has_won_there_is_nothing_to_report() -> None:
    start, over = engine.start(seed=0).game, ended((900, 0)).game

    assert (score_news(start, start), match_news(start, start)) == ([], [])
    assert score_news(start, over) == [over.match.last]
    assert match_news(start, over) == [MatchOver(0, (1000, 62))]
