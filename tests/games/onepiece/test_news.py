"""What the rules report reaches observers, and only them."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from fsm import Session, Snapshot, Trace, heard_by
from games.onepiece import Attack, EndTurn, Game, Mulligan, PassOn, engine
from games.onepiece.news import CardMoved, CardSeen, TurnBegan, add_news, delivers_news
from games.onepiece.table import Zone
from tests.games.onepiece.games import random_game
from tests.games.onepiece.tables import FOE, Seat, news, table

GAME = table().game


def test_news_is_collected_only_where_somebody_listens() -> None:
    assert add_news(GAME, TurnBegan(0, 1)) is GAME
    assert add_news(replace(GAME, news=()), TurnBegan(0, 1), TurnBegan(1, 2)).news == (TurnBegan(0, 1), TurnBegan(1, 2))


def test_an_effect_hands_its_news_over_and_leaves_none_in_the_game() -> None:
    @delivers_news
    def effect(game: Game) -> Game:
        return add_news(replace(game, turn=9), TurnBegan(0, 9))

    version: Any = vars(effect)["news_version"]
    assert effect(GAME) == replace(GAME, turn=9)
    assert version(GAME).game == replace(GAME, turn=9)
    assert list(version(GAME).news) == [TurnBegan(0, 9)]


def test_observers_hear_the_news_of_a_step() -> None:
    assert TurnBegan(1, 6) in news(table(), EndTurn(0))


def test_a_session_can_be_written_and_replayed_with_the_same_news() -> None:
    session, heard, again = Session.start(engine, seed=2, may_concede=False), list[object](), list[object]()
    session.subscribe(heard.append)
    for _, move, _, _ in random_game(2, "seed"):
        session.send(move)
    Session.replay(engine, session.write_log(), observers=[again.append])

    assert again == heard


def test_every_effect_that_makes_news_delivers_it() -> None:
    """An effect that is not `delivers_news` would lose its news without a word; these have none."""
    effects = {effect.name for row in engine.chart.rows for effect in row.effects}
    effects |= {effect.name for phase in engine.chart.phases for effect in (*phase.enter, *phase.exit)}

    assert {name for name in effects if not hasattr(engine._rules[name], "news_version")} == {
        "concede",
        "finish_effect",
        "take_chosen_trigger",
        "take_first_trigger",
        "wait_for_room",
    }


# Who hears what


def heard(snapshot: Snapshot[Game], seat: int | None, *moves: Any) -> list[Any]:
    """What a seat hears of moves."""
    session, found = Session(engine, snapshot), list[Any]()
    session.subscribe(found.append, seat=seat)
    for move in moves:
        assert isinstance(session.send(move), Snapshot)
    return found


def test_only_its_owner_hears_what_a_drawn_card_is() -> None:
    start = table(opponent=Seat(deck=("PB-026", "PB-001")))
    card = start.game.sides[1].deck[0]

    assert CardSeen(1, card, "PB-026") in heard(start, 1, EndTurn(0))
    for seat in (0, None):
        found = heard(start, seat, EndTurn(0))
        assert CardMoved(card, Zone.DECK, Zone.HAND) in found
        assert not any(isinstance(item, CardSeen) for item in found)


@pytest.mark.parametrize("preset", ["seed", "official"])
@pytest.mark.parametrize("life", ["PB-001", "PB-015"])
def test_only_its_owner_hears_what_a_life_card_is(preset: str, life: str) -> None:
    """When it is taken, whether or not it has a Trigger."""
    start = table(opponent=Seat(life=(life,)), preset=preset)
    moves = (Attack(0, 0, FOE), PassOn(1), PassOn(1))

    assert CardSeen(1, FOE + 1, life) in heard(start, 1, *moves)
    assert not any(isinstance(item, CardSeen) for seat in (0, None) for item in heard(start, seat, *moves))


def test_a_banished_life_card_is_no_secret_and_nobodys_alone() -> None:
    start = table(Seat(characters=("PB-013",)), opponent=Seat(life=("PB-015",)))
    found = heard(start, 1, Attack(0, 1, FOE), PassOn(1), PassOn(1))

    assert CardMoved(FOE + 1, Zone.LIFE, Zone.TRASH) in found
    assert not any(isinstance(item, CardSeen) for item in found)


def test_a_new_hand_is_heard_by_its_owner() -> None:
    start = engine.start(seed=5, first=0)
    found = [item for item in heard(start, 0, Mulligan(0)) if isinstance(item, CardSeen)]
    end = engine.step(start, Mulligan(0))

    assert isinstance(end, Snapshot)
    assert [(item.card, item.number) for item in found] == [
        (card, end.game.cards[card].number) for card in end.game.sides[0].hand
    ]


def numbers_in(item: Any) -> set[str]:
    """The card numbers anywhere in an item of news."""
    return {word for word in msgspec.json.encode(item).decode().split('"') if word.startswith("PB-")}


@pytest.mark.parametrize("preset", ["seed", "official"])
@pytest.mark.parametrize("seat", [0, 1, None])
def test_nobody_hears_the_number_of_a_card_that_they_have_not_seen(preset: str, seat: int | None) -> None:
    """Seen when the move is over: in the own hand, on the field, in a trash."""
    named = 0
    for seed in range(10):
        for _, _, following, trace in random_game(seed, preset):
            numbers = heard_numbers(trace, seat)
            seen = engine.view(following, seat) if numbers else None
            assert numbers <= {seen.faces[place].number for place in seen.seen.values()} if seen else not numbers
            named += len(numbers)

    assert named > 50


def heard_numbers(trace: Trace, seat: int | None) -> set[str]:
    """The card numbers that a seat hears of a step."""
    items = [heard_by(item, seat) for item in trace.news]
    return {number for item in items if item is not None for number in numbers_in(item)}


def test_everything_but_a_card_that_is_seen_is_heard_by_everybody() -> None:
    for _, _, _, trace in random_game(3, "official"):
        for item in trace.news:
            hearing = [seat for seat in (0, 1, None) if heard_by(item, seat) is not None]
            assert hearing == ([item.player] if isinstance(item, CardSeen) else [0, 1, None])
            assert isinstance(item, CardSeen) or heard_by(item, None) is item
