"""The nouns: presets, hands, and a table that cannot be changed or half made."""

import msgspec
import pytest

from fsm import RuleError
from games.belote import DECK, Outcome, Reason, Settings, Table, cards_in, engine, new_game
from games.belote.table import OF_THE_HOUSE, Match, hand_of, standing_contract
from tests.games.belote.tables import auction, match_of, settings_for

OUTCOME = Outcome(0, (1000, 62), Reason.TARGET_REACHED)


def test_a_preset_is_a_bundle_of_settings() -> None:
    """One may be given over it; all differences of the federation have a name and a type."""
    settings = engine.start(seed=0, preset="ffb", partner_frees=False, target=500).game.settings

    assert settings == settings_for("ffb", partner_frees=False, target=500)
    assert engine.presets["seed"] == {}
    assert set(engine.presets["ffb"]) == set(Settings.__struct_fields__) - set(OF_THE_HOUSE)
    assert set(engine.presets["small"]) == set(OF_THE_HOUSE)


@pytest.mark.parametrize("kind", [Table, Match])
def test_a_table_is_made_with_every_field_or_not_at_all(kind: type[msgspec.Struct]) -> None:
    """No defaults: a new game names each field, so a new field cannot be forgotten there."""
    assert all(field.required for field in msgspec.structs.fields(kind))


def test_a_new_match_is_empty() -> None:
    game = new_game(seed=5)

    assert (game.calls, game.trick, game.tricks, game.held) == ((), (), (), 0)
    assert (game.contract, game.best) == (None, None)
    assert game.match == match_of(seed=5, deals=0, totals=(0, 0), given=(), last=None, winner=None)


@pytest.mark.parametrize("value", [new_game(seed=0), new_game(seed=0).match, new_game(seed=0).settings, OUTCOME])
def test_values_are_frozen(value: msgspec.Struct) -> None:
    with pytest.raises(AttributeError, match="immutable"):
        setattr(value, value.__struct_fields__[0], 5)


def test_a_hand_is_what_was_dealt_and_is_still_held() -> None:
    game = engine.start(seed=0, deal=DECK).game
    without = msgspec.structs.replace(game, held=game.held ^ DECK[5].bit)

    assert cards_in(hand_of(game, 1)) == DECK[1::4]
    assert cards_in(hand_of(without, 1)) == tuple(card for card in DECK[1::4] if card is not DECK[5])


def test_the_deal_moves_on_by_a_seat_each_round() -> None:
    assert [match_of(deals=deals).dealer for deals in range(1, 6)] == [0, 1, 2, 3, 0]


def test_the_standing_contract_is_the_highest_bid() -> None:
    assert standing_contract(auction("80♠", "90♥").game).value == 90
    with pytest.raises(RuleError, match="before somebody bids"):
        standing_contract(engine.start(seed=0).game)
