"""What a seat sees, and what it does not."""

import msgspec
import pytest

from fsm import PhasebookError
from games.belote import DECK, Card, engine, mask_of
from games.belote.bots import play_out, random_bot
from games.belote.cards import NAMED
from games.belote.table import hand_of
from tests.games.belote.tables import auction, played, playing

SEED = 987654321987654321


@pytest.mark.parametrize("preset", ["seed", "ffb"])
@pytest.mark.parametrize("rounds", [0, 1, 2])
def test_a_view_shows_the_own_hand_and_no_other_card_that_is_held(preset: str, rounds: int) -> None:
    snapshot = play_out(engine, engine.start(seed=SEED, preset=preset), [random_bot(1)] * 4, rounds)
    for move in range(30):
        for seat in range(4):
            check_view(snapshot, seat)
        legal = engine.legal_moves(snapshot)
        snapshot = engine.step(snapshot, legal[move % len(legal)])  # type: ignore[assignment]  # legal: no refusal


def check_view(snapshot: object, seat: int) -> None:
    """Every card in the text of a view is in the own hand or was played; the seed is not there."""
    shown = msgspec.to_builtins(engine.view(snapshot, seat))  # type: ignore[arg-type]  # any snapshot
    game = snapshot.game  # type: ignore[attr-defined]  # as above
    open_cards = mask_of([*game.trick, *(card for trick in game.tricks for card in trick.cards)])
    known = open_cards | hand_of(game, seat)

    assert mask_of(cards_named(shown)) & ~known == 0
    assert mask_of(Card(name) for name in shown["hand"]) == hand_of(game, seat)
    assert shown["hand_sizes"] == tuple(hand_of(game, other).bit_count() for other in range(4))
    assert str(SEED) not in msgspec.json.encode(shown).decode()
    assert not {"seed", "given", "dealt", "held", "match"} & set(shown)


def cards_named(value: object) -> list[Card]:
    """Every card that a value of plain data names, at any depth."""
    if isinstance(value, str):
        return [Card(value)] if value in NAMED else []
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return [card for part in parts for card in cards_named(part)]


def test_a_view_shows_the_table_the_bids_and_the_points() -> None:
    shown = engine.view(auction("80♠", "pass", "90♥", "coinche"), 2)
    later = engine.view(played(playing("A♥ 7♠", "10♥ 7♦", "8♥ 7♣", "9♥ 8♣"), "A♥ 10♥ 8♥ 9♥ 7♠"), 2)

    assert [type(call).__name__ for call in shown.calls] == ["Bid", "PassBid", "Bid", "Coinche"]
    assert (shown.contract.value, shown.contract.level, shown.turn, shown.dealer) == (90, 2, 1, 0)
    assert (later.leader, later.trick, later.points) == (0, (Card("7♠"),), (21, 0))
    assert later.tricks[-1].winner == 0


def test_a_view_says_cards_by_name() -> None:
    text = msgspec.json.encode(engine.view(engine.start(seed=0, deal=DECK), 0)).decode()

    assert '"hand":["7♠","Q♠","7♥","Q♥","7♦","Q♦","7♣","Q♣"]' in text


def test_a_spectator_sees_no_hand() -> None:
    assert engine.view(engine.start(seed=0), None).hand == ()


@pytest.mark.parametrize("seat", [4, -1, "0", True, 1.0])
def test_there_is_no_fifth_seat(seat: object) -> None:
    with pytest.raises(PhasebookError, match="There is no seat"):
        engine.view(engine.start(seed=0), seat)
