"""Games that cannot be started: settings, presets, seeds, and the decks and deals of our games."""

from typing import Any

import msgspec

from fsm import Engine, Session
from fsm.settings import variants
from games import belote, discard, onepiece, uno
from tests.errors.engines import Rules, Table, new_table
from tests.errors.examples import Chapter
from tests.fsm.samples import market
from tests.fsm.test_flow import Go, row

example = Chapter()


@example("'club'", "seed, ffb")
def a_preset_that_is_not_there() -> None:
    belote.engine.start(seed=7, preset="club")


@example("'jokers'", "pack")
def a_setting_that_is_not_there() -> None:
    belote.engine.start(seed=7, jokers=True)


@example("'target'")
def a_setting_of_the_wrong_type() -> None:
    belote.engine.start(seed=7, target="high")


@example("Market", "'shops'", "coins")
def a_setting_of_a_game_without_settings() -> None:
    market.start(shops=3)


@example("OneRow", "'players'")
def a_setting_that_is_needed() -> None:
    def seated(players: int) -> int:
        return players

    Engine(row(), moves=(Go,), new=seated).start()


@example("complex")
def a_setting_that_json_cannot_hold() -> None:
    belote.engine.start(seed=7, target=1j)


@example("-1")
def a_seed_below_zero() -> None:
    belote.engine.start(seed=-1)


@example("'rules'")
def an_engine_for_settings_of_another_kind() -> None:
    variant().for_settings("rules")


def variant() -> Engine[Table]:
    """An engine with a row that a setting switches."""
    return Engine(row(when=variants(Rules).teams), moves=(Go,), new=new_table)


@example("Slyly", "list")
def an_engine_for_settings_that_can_change() -> None:
    from fsm import Flow, Move, State, stay

    class Sly(msgspec.Struct, frozen=True):
        """A game that hides what its settings are."""

        @property
        def settings(self) -> Any:
            return ()

    def is_listed(settings: Any) -> bool:
        return bool(settings)

    class Poke(Move): ...

    class Slyly(Flow):
        here = State(initial=True)
        poke = stay(here, cond=is_listed)

    def new_sly() -> Sly:
        return Sly()

    Engine(Slyly, moves=(Poke,), new=new_sly).for_settings([True])


@example("settings")
def a_game_of_other_settings() -> None:
    variant().for_settings(Rules(teams=True)).start(teams=False)


@example("Watched", "'observers'")
def a_setting_called_observers() -> None:
    from fsm import Flow, State, stay

    class Watched(Flow):
        here = State(initial=True)
        go = stay(here)

    def crowded(observers: int = 0) -> int:
        return observers

    Session.start(Engine(Watched, moves=(Go,), new=crowded), observers=[print])


# Our games


@example("3")
def three_players_of_belote() -> None:
    belote.engine.start(seed=7, players=3)


@example("'7♠'")
def a_deal_that_is_no_list() -> None:
    belote.engine.start(seed=7, deal="7♠")


@example("'1♠'", "A♠")
def a_card_that_is_not_there() -> None:
    belote.engine.start(seed=7, deal=["1♠"])


@example("7♠")
def a_card_that_is_there_twice() -> None:
    belote.engine.start(seed=7, deal=["7♠", "7♠"])


@example("1", "32")
def a_deal_of_one_card() -> None:
    belote.engine.start(seed=7, deal=["7♠"])


@example("20")
def a_card_of_a_larger_pack() -> None:
    cards = [str(card) for card in belote.Card]
    belote.engine.start(seed=7, pack=20, deal=cards[:20])


@example("7")
def a_deck_that_is_a_number() -> None:
    discard.engine.start(seed=7, deck=7)


@example("shuffle", "1")
def a_flag_that_is_a_number() -> None:
    discard.engine.start(seed=7, shuffle=1)


@example("hand_size", "'five'")
def a_size_that_is_a_word() -> None:
    discard.engine.start(seed=7, hand_size="five")


@example("11")
def eleven_players_of_uno() -> None:
    uno.engine.start(seed=7, players=11)


@example("6")
def a_hand_of_six() -> None:
    uno.engine.start(seed=7, hand_size=6)


@example("250")
def a_score_limit_that_is_not_there() -> None:
    uno.engine.start(seed=7, score_limit=250)


@example("29")
def a_short_deck_for_four() -> None:
    uno.engine.start(seed=7, short_deck=True, players=4, hand_size=7)


@example("2")
def a_third_player_who_begins() -> None:
    onepiece.engine.start(seed=7, first=2)


@example("'embers'")
def one_deck_for_two() -> None:
    onepiece.engine.start(seed=7, decks="embers")


@example("'ashes'", "embers, tides")
def a_deck_that_is_not_there() -> None:
    onepiece.engine.start(seed=7, decks=["ashes", "tides"])
