"""What players of Goofspiel read."""

from games.goofspiel import Bid, engine, news
from games.goofspiel.news import BidsCompared
from games.goofspiel.table import Outcome, Reason
from games.goofspiel.text import say_move, say_news, say_outcome, show_table
from phasebook.playing.markup import plain
from tests.games.reading import assert_game_reads_well, kinds_of_news, name_for

YOU = name_for(0)
VIEW = engine.view(engine.start(seed=1, preset="small"), 0)


def test_games_read_well() -> None:
    assert assert_game_reads_well(engine, range(4), players=3) == kinds_of_news(news)


def test_the_table() -> None:
    assert [plain(line) for line in show_table(VIEW, YOU)] == [
        "Prize      4   still to come: 1 2 3",
        "You        1 2 3 4   has 0 points",
        "Seat 1     1 2 3 4   has 0 points",
    ]


def test_words() -> None:
    assert say_move(Bid(0, 3), VIEW, YOU) == "card 3"
    assert plain(say_news(BidsCompared((4, 2), (1, 3), 1), VIEW, YOU)) == "seat 1 won 4 2: you bid 1, seat 1 bid 3"
    assert say_news(BidsCompared((4,), (3, 3), None), VIEW, YOU) == "for 4 there was a tie: you bid 3, seat 1 bid 3"
    assert say_outcome(Outcome((0, 1), (5, 5), Reason.TIED), YOU) == "you and seat 1 won: tied"
