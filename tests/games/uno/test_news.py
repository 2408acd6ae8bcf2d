"""What observers hear, the host all of it."""

import re
from collections.abc import Iterable
from itertools import pairwise
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from fsm import News, Session, Snapshot, Trace
from fsm.snapshot import heard_by
from games.uno import DECK, Accept, Catch, Challenge, ChooseColour, Draw, Leave, Outcome, Play, Swap, Table, engine
from games.uno.cards import WITHOUT_CHOICE
from games.uno.news import (
    CardPlayed,
    CardsDrawn,
    ColourChosen,
    DirectionChanged,
    HandsSwapped,
    MatchOver,
    OpeningCardReplaced,
    OwnCardsDrawn,
    OwnHandChanged,
    PlayerLeft,
    PlayerSkipped,
    Reshuffled,
    RoundDealt,
    RoundWon,
)
from games.uno.table import Ending
from tests.games.uno.tables import opened_with, position, random_game, random_settings

HAND, OTHER, THIRD = ("blue-1-1", "wild-1", "red-9-1"), ("red-1-1", "red-2-1"), ("green-1-1", "green-2-1")


def heard(start: Snapshot[Table], *moves: object) -> list[object]:
    """The events of the last of these moves."""
    session = Session(engine, start)
    for move in moves:
        assert isinstance(session.send(move), Snapshot)  # type: ignore[arg-type]  # moves of every kind
    return list(session.log[-1].news)


def version_for(seat: int | None, news: Iterable[object]) -> list[object]:
    """What a seat, or a spectator, hears of these."""
    versions = (heard_by(item, seat) for item in news)
    return [item for item in versions if item is not None]


def test_a_card_played() -> None:
    assert heard(position(HAND, OTHER, top="red-5-1"), Play(0, "red-9-1")) == [CardPlayed(0, "red-9-1", "red")]


def test_a_wild_reports_its_colour() -> None:
    assert heard(position(HAND, OTHER, top="red-5-1"), Play(0, "wild-1", "green")) == [CardPlayed(0, "wild-1", "green")]


def test_a_card_drawn_is_named_for_its_player_and_counted_for_the_others() -> None:
    start = position(HAND, OTHER, top="red-5-1")
    news = heard(start, Draw(0))

    assert news == version_for(0, news) == [OwnCardsDrawn(0, start.game.deck[:1])]
    assert version_for(1, news) == version_for(None, news) == [CardsDrawn(0, 1)]


def test_a_reshuffle() -> None:
    start = position(HAND, OTHER, top="red-5-1", deck=(), under=("blue-7-1", "blue-8-1"))

    assert version_for(1, heard(start, Draw(0))) == [Reshuffled(2), CardsDrawn(0, 1)]


def test_nothing_drawn_is_no_news() -> None:
    assert heard(position(HAND, OTHER, top="red-5-1", deck=()), Draw(0)) == []


def test_a_reverse_reports_the_direction() -> None:
    start = position(("red-reverse-1", *HAND), OTHER, THIRD, top="red-5-1")

    assert heard(start, Play(0, "red-reverse-1"))[1:] == [DirectionChanged(-1)]


def test_a_skip_reports_who_is_skipped() -> None:
    start = position(("red-skip-1", *HAND), OTHER, THIRD, top="red-5-1", direction=-1)

    assert heard(start, Play(0, "red-skip-1"))[1:] == [PlayerSkipped(2)]


def test_a_draw_two_reports_the_cards_then_the_skip() -> None:
    start = position(("red-draw2-1", *HAND), OTHER, THIRD, top="red-5-1")

    assert heard(start, Play(0, "red-draw2-1")) == [
        CardPlayed(0, "red-draw2-1", "red"),
        OwnCardsDrawn(1, start.game.deck[:2]),
        PlayerSkipped(1),
    ]


def test_a_draw_two_that_empties_the_deck_counts_the_pile_with_the_old_top_card() -> None:
    start = position(("red-draw2-1", *HAND), OTHER, THIRD, top="red-5-1", deck=("blue-6-1",), under=("blue-7-1",))

    assert version_for(0, heard(start, Play(0, "red-draw2-1")))[1:3] == [Reshuffled(2), CardsDrawn(1, 2)]


def test_the_last_card_reports_winner_and_outcome() -> None:
    start = position(("red-9-1",), OTHER, top="red-5-1")

    assert heard(start, Play(0, "red-9-1"))[1:] == [
        RoundWon(0, 3),
        MatchOver(Outcome(0, Ending.LAST_CARD, (3, 0))),
    ]


def test_a_later_round_reports_its_own_points() -> None:
    start = position(("red-9-1",), OTHER, top="red-5-1", score_limit=500)
    later = replace(start, game=replace(start.game, scores=(40, 100)))

    assert heard(later, Play(0, "red-9-1"))[1:] == [RoundWon(0, 3)]


def test_an_official_draw_four_reports_each_step_once() -> None:
    start = position(("wild-draw4-1", "blue-1-1", "blue-2-1"), OTHER, THIRD, top="red-5-1", preset="official")
    laid = Play(0, "wild-draw4-1", "blue")

    assert heard(start, laid) == [CardPlayed(0, "wild-draw4-1", "blue")]
    assert heard(start, laid, Accept(1)) == [OwnCardsDrawn(1, start.game.deck[:4]), PlayerSkipped(1)]
    assert heard(start, laid, Challenge(1)) == [OwnCardsDrawn(1, start.game.deck[:6]), PlayerSkipped(1)]


def test_a_draw_two_with_a_caught_player_reports_both_draws() -> None:
    start = position(("red-draw2-1", "blue-1-1"), OTHER, THIRD, top="red-5-1", preset="official")

    news = heard(start, Play(0, "red-draw2-1"), Catch(1))

    assert version_for(2, news) == [CardsDrawn(0, 2), CardsDrawn(1, 2), PlayerSkipped(1)]
    assert version_for(0, news)[0] == OwnCardsDrawn(0, start.game.deck[:2])


def test_a_hand_that_is_passed_on_at_once_is_not_looked_at() -> None:
    """Else two cards of another player's new hand would be known to the one who drew them."""
    start = position(("red-0-1", "blue-1-1"), OTHER, THIRD, top="red-5-1", preset="official", seven_zero=True)

    news = heard(start, Play(0, "red-0-1"), Catch(1))

    assert version_for(0, news) == [CardsDrawn(0, 2), HandsSwapped((2, 3, 2)), OwnHandChanged(0, THIRD)]


def test_leaving_swapping_and_choosing_are_news() -> None:
    three = position(("red-7-1", *HAND), OTHER, THIRD, top="red-5-1", seven_zero=True)

    assert heard(three, Leave(2)) == [PlayerLeft(2, 2)]
    assert heard(three, Play(0, "red-7-1"), Swap(0, 1)) == [
        HandsSwapped((2, 3, 2)),
        OwnHandChanged(0, OTHER),
        OwnHandChanged(1, HAND),
    ]
    assert heard(opened_with("wild", preset="official"), ChooseColour(0, "red")) == [ColourChosen(0, "red")]


@pytest.mark.parametrize(
    ("seat", "own"), [(0, [OwnHandChanged(0, OTHER)]), (1, [OwnHandChanged(1, HAND)]), (2, []), (None, [])]
)
def test_of_swapped_hands_each_player_hears_their_own(seat: int | None, own: list[News]) -> None:
    start = position(("red-7-1", *HAND), OTHER, THIRD, top="red-5-1", seven_zero=True)
    news = heard(start, Play(0, "red-7-1"), Swap(0, 1))

    assert version_for(seat, news) == [HandsSwapped((2, 3, 2)), *own]


def test_the_deal_and_an_opening_draw_two_are_news() -> None:
    game = opened_with("draw2").game
    trace = Trace()

    engine.start(seed=game.seed, trace=trace)

    assert version_for(1, trace.news) == [
        RoundDealt(1, game.pile[0]),
        OwnHandChanged(1, game.hands[1]),
        CardsDrawn(0, 2),
        PlayerSkipped(0),
    ]
    assert OwnHandChanged(0, game.hands[0][:7]) in version_for(0, trace.news)
    assert OwnCardsDrawn(0, game.hands[0][7:]) in version_for(0, trace.news)


def test_an_opening_reverse_is_news() -> None:
    game = opened_with("reverse").game
    trace = Trace()

    engine.start(seed=game.seed, trace=trace)

    assert version_for(None, trace.news) == [RoundDealt(1, game.pile[0]), DirectionChanged(-1)]


def test_an_opening_wild_draw_four_is_news_with_its_replacement() -> None:
    game = next(game for game in (engine.start(seed=seed).game for seed in range(300)) if game.draws == 2)
    trace = Trace()

    engine.start(seed=game.seed, trace=trace)

    assert OpeningCardReplaced(game.pile[0]) in trace.news


def cards_named(value: object) -> set[str]:
    """The cards that something names, in whatever field."""
    return set(re.findall(r'"([a-z]+-[a-z0-9-]+)[:"]', msgspec.json.encode(value).decode())) & set(DECK)


def seen_by(seat: int | None, game: Table) -> set[str]:
    """The cards that a seat may know: what lies open, and its own hand."""
    open_cards = {WITHOUT_CHOICE[card] for card in game.pile}
    return open_cards if seat is None else open_cards | {*game.hands[seat]}


def test_nobody_ever_hears_of_a_card_that_they_cannot_see() -> None:
    dice, named = Random(17), 0
    for _ in range(60):
        game = random_game(dice, 200, **random_settings(dice))
        for before, end in pairwise(game):
            trace = Trace()
            move = next(move for move in engine.legal_moves(before) if engine.step(before, move) == end)
            engine.step_traced(before, move, trace)
            news = [item for item in trace.news if not isinstance(item, RoundDealt)]  # its card may have gone back
            for seat in (*engine.seats(before), None):
                cards = cards_named(version_for(seat, news))
                named += len(cards)

                assert cards <= seen_by(seat, before.game) | seen_by(seat, end.game)
    assert named > 1000


def test_a_session_has_the_start_for_every_seat() -> None:
    heard_of: dict[int | None, list[object]] = {0: [], 1: [], None: []}
    session = Session.start(engine, seed=3, players=2)
    for seat, items in heard_of.items():
        session.subscribe(items.append, seat=seat, from_start=True)
    hands = session.snapshot.game.hands

    assert OwnHandChanged(0, hands[0]) in heard_of[0]
    assert OwnHandChanged(1, hands[1]) in heard_of[1]
    assert not any(isinstance(item, OwnHandChanged) for item in heard_of[None])
    assert OwnHandChanged(0, hands[0]) not in heard_of[1]
