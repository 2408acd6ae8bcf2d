"""A new game: decks, opening hands, mulligans, life."""

from collections.abc import Iterable
from typing import Any

import pytest

from fsm import Session, SettingsError, Snapshot, heard_by
from games.onepiece import LIBRARY, CardError, Deck, Game, Keep, Mulligan, PlayerView, engine, new_game
from games.onepiece.news import CardMoved, CardSeen, HandReturned
from games.onepiece.table import HAND, PLAYERS, THINGS, Zone
from games.onepiece.zones import owner_of
from tests.games.onepiece.games import random_game
from tests.games.onepiece.tables import after, news, refused


@pytest.mark.parametrize("preset", ["seed", "official"])
def test_each_player_has_fifty_cards_a_leader_ten_don_and_five_cards_in_hand(preset: str) -> None:
    game = new_game(seed=3, preset=preset)
    for side in game.sides:
        assert (len(side.hand), len(side.deck), len(side.don_deck)) == (HAND, 45, 10)
    assert engine.broken(engine.start(seed=3)) == []


def test_the_first_player_decides_about_the_mulligan_first() -> None:
    start = engine.start(seed=1, first=1)

    assert refused(start, Keep(0)).message == "The first player decides about the opening hand first."
    assert refused(start, Mulligan(0)).guard == "first_player_decides"
    second = after(start, Keep(1))
    assert refused(second, Mulligan(1)).message == "You have decided about your opening hand already."
    assert after(second, Keep(0)).phase == "main.idle"


def test_a_mulligan_shuffles_the_hand_back_and_draws_five_new_cards() -> None:
    start = engine.start(seed=5, first=0)
    end = after(start, Mulligan(0))
    before, now = start.game.sides[0], end.game.sides[0]

    assert sorted(before.hand + before.deck) == sorted(now.hand + now.deck)
    assert len(now.hand) == HAND
    assert numbers(start, before.hand) != numbers(end, now.hand)
    assert sorted(numbers(start, range(THINGS))) == sorted(numbers(end, range(THINGS)))
    assert end.game.sides[1] == start.game.sides[1]
    assert end.game.cards[THINGS:] == start.game.cards[THINGS:]
    assert end.game.draws == start.game.draws + 1


def numbers(snapshot: Snapshot[Game], cards: Iterable[int]) -> list[str]:
    """What is printed on cards."""
    return [snapshot.game.cards[card].number for card in cards]


def test_a_mulligan_is_reported_without_naming_the_cards_that_go_back() -> None:
    """Only their owner hears what the new cards are."""
    heard = news(engine.start(seed=5, first=0), Mulligan(0))
    public = [HandReturned(0, HAND), *(CardMoved(card, Zone.DECK, Zone.HAND) for card in range(1, 1 + HAND))]

    assert heard[: len(public)] == public
    assert all(isinstance(item, CardSeen) for item in heard[len(public) :])
    assert [heard_by(item, 1) for item in heard] == public + [None] * HAND


@pytest.mark.parametrize("preset", ["seed", "official"])
def test_no_card_is_recognised_by_an_id_that_was_seen_before_a_mulligan(preset: str) -> None:
    """What a player has seen under an id never goes unseen from one hidden place to another under that id."""
    for seed in range(300):
        session, heard = Session.start(engine, seed=seed, preset=preset, first=seed % 2), list[Any]()
        session.subscribe(heard.append)
        seen = [set(session.snapshot.game.sides[player].hand) for player in PLAYERS]
        for player in (seed % 2, 1 - seed % 2):
            session.send((Mulligan if seed & (2 << player) or player == seed % 2 else Keep)(player))
            seen[player] |= set(session.snapshot.game.sides[player].hand)
        dealt = [moved.card for moved in heard if isinstance(moved, CardMoved) and moved.to is Zone.LIFE]

        assert len(dealt) == 9
        assert not seen[0] & set(dealt)
        assert not seen[1] & set(dealt)


@pytest.mark.long
def test_no_news_shows_where_a_card_is_that_was_seen_and_is_hidden_again() -> None:
    """Neither public news nor the own hand: a player knows the cards seen in their views."""
    for seed in range(40):
        snapshot = engine.start(seed=seed, may_concede=False, preset=("seed", "official")[seed % 2])
        seen = [ids_shown(snapshot, player) for player in PLAYERS]
        for _, _, snapshot, trace in random_game(seed, ("seed", "official")[seed % 2]):
            for player, known in enumerate(seen):
                hidden = [news.card for news in trace.news if isinstance(news, CardMoved) and is_hidden(news, player)]
                assert not known & set(hidden)
                known |= ids_shown(snapshot, player)


def is_hidden(moved: CardMoved, player: int) -> bool:
    """Whether a card goes from one place that a player does not see to another."""
    unseen = {Zone.DECK, Zone.LIFE} | ({Zone.HAND} if owner_of(moved.card) != player else set())
    return {moved.origin, moved.to} <= unseen


def ids_shown(snapshot: Snapshot[Game], player: int) -> set[int]:
    """The cards whose numbers a player sees."""
    seen: PlayerView = engine.view(snapshot, player)
    piles = (seen.hand, *(pile for side in (seen.you, seen.opponent) for pile in (side.trash, side.characters)))
    return {card.card for pile in piles for card in pile}


def test_life_is_the_leaders_value_dealt_from_the_top_of_the_deck() -> None:
    start = engine.start(seed=2, first=0)
    end = after(start, Keep(0), Keep(1))
    for player, life in ((0, 5), (1, 4)):
        top = start.game.sides[player].deck[:life]

        assert end.game.sides[player].life == top, "The deck's top card is the top life card."
        assert not set(top) & set(end.game.sides[player].deck)


def test_official_the_decks_top_card_becomes_the_bottom_life_card() -> None:
    start = engine.start(seed=2, first=0, preset="official")
    end = after(start, Keep(0), Keep(1))

    assert end.game.sides[0].life == start.game.sides[0].deck[:5][::-1]


def test_chance_decides_who_is_first_unless_named() -> None:
    assert {new_game(seed=seed).first for seed in range(20)} == {0, 1}
    assert {new_game(seed=seed, first=1).first for seed in range(20)} == {1}


def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    assert new_game(seed=9) == new_game(seed=9)
    assert new_game(seed=9).cards != new_game(seed=10).cards


def test_an_id_shows_the_owner_and_not_the_card() -> None:
    """Ids count from the top of a shuffled deck, so the same id is another card in another game."""
    numbers = {new_game(seed=seed).cards[7].number for seed in range(30)}

    assert len(numbers) > 5


def test_a_deck_of_ones_own_is_checked() -> None:
    own = Deck("own", "PB-L3", {"PB-000": 4})

    with pytest.raises(CardError, match=r"Deck own: it has 4 cards; a deck must have 50\."):
        new_game(seed=0, decks=(own, "tides"))
    assert new_game(seed=0, decks=(LIBRARY.decks["crossing"], "tides")).cards[0].number == "PB-L3"


@pytest.mark.parametrize("cards", [None, 5, {"PB-000": "4"}, {5: 4}, {"PB-000": 0}])
def test_a_deck_of_another_shape_is_a_card_error(cards: Any) -> None:
    with pytest.raises(CardError, match="Deck own: "):
        new_game(seed=0, decks=(Deck("own", "PB-L3", cards), "tides"))


@pytest.mark.parametrize("library", [None, 1, "cards.toml", {}])
def test_a_library_is_one_that_was_read(library: Any) -> None:
    with pytest.raises(CardError) as caught:
        engine.start(seed=0, library=library)

    sentence = f"library must be a Library, as read_library gives one, not {library!r}; or leave it out."
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"preset": "house"}, "There is no preset 'house'; choose one of seed, official, small."),
        ({"decks": ("embers", "nobody")}, "There is no deck 'nobody'; choose one of embers, tides, crossing."),
        ({"decks": ("embers",)}, "decks must be a list of two decks, not"),
        ({"first": 2}, "first must be 0 or 1, or None for chance, not 2."),
        ({"seed": -1}, "The seed must be a whole number"),
        ({"dice": 6}, "There is no setting 'dice'"),
        ({"may_concede": "yes"}, "The setting 'may_concede' does not fit"),
    ],
)
def test_wrong_settings_are_refused_with_a_sentence(wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(SettingsError) as caught:
        engine.start(**wrong)
    assert sentence in str(caught.value)


def test_leaders_have_the_first_id_of_their_player() -> None:
    game = new_game(seed=1)

    assert (game.cards[0].number, game.cards[THINGS].number) == ("PB-L1", "PB-L2")
