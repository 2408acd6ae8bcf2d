"""Belote in French: complete, and with the words of the card table."""

import random
from typing import Any

import pytest

from fsm import Refusal, Snapshot
from games.belote import DECK, Bid, Card, Coinche, PassBid, PlayCard, Suit, Surcoinche, Table, engine
from games.belote.french import FRENCH
from tests.games.belote.tables import auction, ended, played, playing, refused


def test_the_translation_is_complete() -> None:
    engine.check_translation(FRENCH)


HEART_LED = played(playing("A♥ 9♠", "7♥ 8♣", "K♠ J♠", "9♦ 7♠"), "A♥")
VOID = playing("A♥ 7♦", "9♠ 8♦", "J♠ 7♠", "9♦ 7♣")
TRUMP_LED = played(playing("9♠ 7♦", "J♠ 8♠", "K♦ 8♦", "9♦ 7♣", rise_in_trumps=True), "9♠")
BIDDING = auction("110♠")

SAID: dict[str, tuple[Snapshot[Table], Any, str]] = {
    "not in hand": (HEART_LED, PlayCard(1, Card("A♣")), "Vous n'avez pas l'as de trèfle en main."),
    "must follow": (HEART_LED, PlayCard(1, Card("8♣")), "Vous avez du cœur : il faut fournir à la couleur."),
    "must trump": (
        played(VOID, "A♥"),
        PlayCard(1, Card("8♦")),
        "Vous ne pouvez pas fournir et vous avez de l'atout : coupez à pique.",
    ),
    "must overtrump": (
        played(VOID, "A♥ 9♠"),
        PlayCard(2, Card("7♠")),
        "Vous pouvez surcouper : battez le neuf de pique.",
    ),
    "must rise": (
        TRUMP_LED,
        PlayCard(1, Card("8♠")),
        "On a joué atout et vous pouvez monter : battez le neuf de pique.",
    ),
    "bid higher": (BIDDING, Bid(BIDDING.game.turn, 90, Suit.HEARTS), "Annoncez plus de 110, ou passez."),
    "too early": (
        auction("80♠"),
        PlayCard(1, Card("A♥")),
        "Aucun pli n'est en cours : les enchères ne sont pas terminées.",
    ),
    "over": (ended((900, 0)), PassBid(1), "La partie est terminée ; commencez-en une autre."),
    "malformed": (auction("80♠"), PassBid("1"), "Pour passer, seat doit être int, pas '1'."),  # type: ignore[arg-type]
}


@pytest.mark.parametrize(("here", "move", "sentence"), SAID.values(), ids=SAID)
def test_a_refusal_reads_well(here: Snapshot[Table], move: Any, sentence: str) -> None:
    assert refused(here, move).translated(FRENCH) == sentence


def any_move(rng: random.Random) -> Any:
    seat = rng.randrange(4)
    kinds = [
        Bid(seat, rng.choice([70, 80, 120, 160, 250]), rng.choice(list(Suit))),
        *(PassBid(seat), Coinche(seat), Surcoinche(seat)),
        PlayCard(seat, rng.choice(DECK)),
    ]
    return rng.choice(kinds)


@pytest.mark.parametrize("preset", ["seed", "ffb"])
def test_no_english_and_no_name_is_left_in_what_players_read(preset: str) -> None:
    """Whatever seats try, in random play; and the values are those that the English sentences would take."""
    rng = random.Random(preset)
    english, seen = engine.sentences(), set()
    here = engine.start(seed=5, preset=preset, target=10**6)
    for _ in range(3000):
        answer = engine.step(here, any_move(rng))
        if isinstance(answer, Refusal):
            seen.add(answer.code)
            text = answer.translated(FRENCH)
            assert text != answer.message
            assert "{" not in text
            assert answer.translated(english) == answer.message
        here = engine.step(here, rng.choice(engine.legal_moves(here)))  # type: ignore[assignment]  # legal

    assert {"it_is_your_turn", "bid_is_higher", "card_is_in_your_hand", "card_follows_suit"} <= seen
