"""What is reported: every deal, reshuffle, discard and end of a turn, in order."""

from typing import Any

from fsm import Session
from games.discard import (
    CardsDealt,
    CardsDiscarded,
    ConfirmDiscard,
    DealNextHand,
    EndTurn,
    HandDealt,
    PileReshuffled,
    ToggleCard,
    TurnEnded,
    engine,
)
from games.discard.news import deal_news, discard_news, turn_news
from tests.games.discard.tables import dealt, discarded, played


def test_a_turn_reports_everything_that_happens() -> None:
    session = Session.start(engine, seed=0, deck=["a", "b"], shuffle=False, hand_size=2, discard_count=1)
    heard: list[Any] = []
    session.subscribe(heard.append)
    session.send(DealNextHand())
    first = session.snapshot.game.hand_cards
    for move in (ToggleCard(first[1].id), ConfirmDiscard(), EndTurn(), DealNextHand()):
        session.send(move)

    assert heard == [
        HandDealt(first, 2),
        CardsDiscarded(("b",)),
        CardsDiscarded(("a",)),
        TurnEnded(1),
        PileReshuffled(2),
        HandDealt(session.snapshot.game.hand_cards, 2),
    ]


def test_a_deal_that_the_draw_pile_can_give_reports_no_reshuffle() -> None:
    before = engine.start(seed=0, deck=list("abcdef"), hand_size=4)
    after = played(before, DealNextHand()).game

    assert deal_news(before.game, after) == [HandDealt(after.hand_cards, 4)]


def test_a_short_deal_reports_how_many_cards_were_wanted() -> None:
    before, after = engine.start(seed=0, deck=["a"]).game, dealt(deck=["a"]).game

    assert deal_news(before, after) == [HandDealt(after.hand_cards, 5)]
    assert len(after.hand_cards) == 1


def test_an_empty_hand_leaves_nothing_to_report_but_the_end_of_the_turn() -> None:
    before = discarded(dealt(hand_size=2, discard_count=2))
    after = played(before, EndTurn())

    assert discard_news(before.game, after.game) == []
    assert turn_news(before.game, after.game) == [TurnEnded(1)]


def test_the_player_hears_the_cards_and_a_spectator_how_many() -> None:
    session = Session.start(engine, deck=["a", "b", "c"], hand_size=2, discard_count=1)
    mine: list[Any] = []
    public: list[Any] = []
    session.subscribe(mine.append, seat=0)
    session.subscribe(public.append, seat=None)
    session.send(DealNextHand(), seat=0)
    first = session.snapshot.game.hand_cards
    for move in (ToggleCard(first[1].id), ConfirmDiscard()):
        session.send(move, seat=0)

    assert mine == [HandDealt(first, 2), CardsDiscarded((first[1].value,))]
    assert public == [CardsDealt(2, 2), CardsDiscarded((first[1].value,))]
