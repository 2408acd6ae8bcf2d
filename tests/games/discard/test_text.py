"""What the player of the discard turn reads."""

from fsm import Snapshot
from games.discard import CardsDealt, ChangeSettings, DealNextHand, ToggleCard, engine, news
from games.discard.news import HandDealt, PileReshuffled
from games.discard.table import Card
from games.discard.text import say_move, say_news, show_table
from phasebook.playing.markup import plain
from tests.games.reading import assert_game_reads_well, kinds_of_news, name_for

YOU = name_for(0)


def dealt() -> Snapshot:  # type: ignore[type-arg]
    found = engine.step(engine.start(seed=5), DealNextHand())
    assert isinstance(found, Snapshot)
    return found


def test_games_read_well() -> None:
    said = assert_game_reads_well(engine, range(6), most=60)

    assert said | {"PileReshuffled"} == kinds_of_news(news) - {"CardsDealt"}, "only spectators hear how many"


def test_the_hand_shows_what_is_selected() -> None:
    first = dealt().game.hand_cards[0]
    after = engine.step(dealt(), ToggleCard(first.id))
    assert isinstance(after, Snapshot)
    hand = [*show_table(engine.view(after, 0), YOU)][1]

    assert f"[reverse] {first.value} [/]" in hand


def test_moves() -> None:
    snapshot = dealt()
    view, first = engine.view(snapshot, 0), snapshot.game.hand_cards[0]

    assert plain(say_move(ToggleCard(first.id), view, YOU)) == first.value
    assert [say_move(ChangeSettings(*sizes), view, YOU) for sizes in ((3, None), (None, 2), (3, 2))] == [
        "hand of 3", "discard 2", "hand of 3, discard 2"]  # fmt: skip


def test_news() -> None:
    view = engine.view(dealt(), 0)

    assert say_news(PileReshuffled(3), view, YOU) == "3 cards of the discard pile were shuffled and are drawn again"
    assert say_news(CardsDealt(2, 5), view, YOU) == "2 of 5 cards were dealt"
    assert plain(say_news(HandDealt((Card("a", "7♥"),), 5), view, YOU)) == "you were dealt 7♥, fewer than the 5 wanted"
