"""What players of Belote read."""

import pytest

from fsm import News
from games.belote import Card, Suit, engine, news
from games.belote.moves import Bid, Coinche, PassBid, Surcoinche
from games.belote.table import Contract, Outcome, Reason
from games.belote.text import call_words, coloured, contract_words, hand_words, say_news, say_outcome, team_words
from phasebook.playing.markup import plain
from tests.games.reading import assert_game_reads_well, kinds_of_news, name_for

YOU = name_for(2)


def test_games_read_well() -> None:
    said = set[str]()
    for seed, preset in enumerate(("seed", "ffb")):
        said |= assert_game_reads_well(engine, range(seed, seed + 3), most=80, preset=preset, target=50)

    silent = {"HandDealt", "MatchOver", "RoundCancelled", "AuctionReopened"}
    assert said == kinds_of_news(news) - silent | {"TrickWon", "RoundScored"}


@pytest.mark.parametrize(
    ("item", "words"),
    [
        (news.RoundCancelled(1), "all passed; nobody scores, and the deal moves on"),
        (news.AuctionReopened(1), "all passed; the same cards are bid for again"),
    ],
)
def test_four_passes_are_said(item: News, words: str) -> None:
    assert say_news(item, engine.view(engine.start(seed=5), 0), YOU) == words


def test_red_suits_are_red() -> None:
    assert [coloured(card) for card in (Card("7♥"), Card("10♦"), Suit.SPADES, Card("A♣"))] == [
        "[red]7♥[/]", "[red]10♦[/]", "[cyan]♠[/]", "[cyan]A♣[/]"]  # fmt: skip


def test_a_team_begins_with_you() -> None:
    assert [team_words(team, YOU) for team in (0, 1)] == ["you and seat 0", "seat 1 and seat 3"]


def test_contracts_and_calls() -> None:
    assert plain(contract_words(Contract(Suit.HEARTS, 90, 2, 0, 2), YOU)) == "90♥ by you, coinched"
    calls = (Bid(1, 250, Suit.CLUBS), PassBid(1), Coinche(1), Surcoinche(1))
    assert [plain(call_words(call)) for call in calls] == ["bid capot♣", "passed", "said coinche", "said surcoinche"]


def test_the_hand_is_by_suits_from_high_to_low() -> None:
    view = engine.view(engine.start(seed=5), 0)

    assert plain(hand_words(view)) == "K♥ 7♥   10♦ Q♦ J♦ 8♦   Q♣ 7♣"


def test_outcomes() -> None:
    said = say_outcome(Outcome(0, (1010, 640), Reason.TARGET_REACHED), YOU)

    assert said == "you and seat 0 won: target reached; totals: you and seat 0: 1010 · seat 1 and seat 3: 640"
