"""The trick mechanics, in eight groups of 7, 4, 7, 6, 8, 8, 5 and 7 cases; a test's name begins with its group's."""

from itertools import pairwise
from typing import Any

import pytest

from fsm import RuleError, Snapshot
from games.belote import Card, PlayCard, Suit, Table, engine, trick_winner
from games.belote.table import hand_of
from tests.games.belote.tables import auction, playable, played, playing, refused, refused_card

# Four hands of a few cards; spades are trump, seat 0 leads.
NORTH_SOUTH_STRONG = ("A♥ 7♥ J♠ 8♣", "K♥ 8♥ 7♠ 9♣", "Q♥ 9♥ 9♠ 10♣", "J♥ 10♥ 8♠ A♣")


def fresh() -> Snapshot[Table]:
    return playing(*NORTH_SOUTH_STRONG)


def cards(*names: str) -> tuple[Card, ...]:
    return tuple(Card(name) for name in names)


# Trick Creation


def test_trick_creation_numbers_the_tricks() -> None:
    assert engine.view(fresh(), 0).trick_number == 1
    assert engine.view(played(fresh(), "A♥ K♥ Q♥ J♥"), 0).trick_number == 2


def test_trick_creation_knows_the_leader() -> None:
    """The seat left of the dealer leads the first trick."""
    snapshot = auction("80♥", "pass", "pass", "pass")

    assert engine.view(snapshot, 0).dealer == 0
    assert engine.view(snapshot, 0).leader == snapshot.game.turn == 1


def test_trick_creation_knows_the_trump() -> None:
    contract = engine.view(auction("90♦", "pass", "pass", "pass"), 0).contract

    assert contract.trump is Suit.DIAMONDS


def test_trick_creation_starts_empty() -> None:
    assert fresh().game.trick == ()


def test_trick_creation_is_in_progress() -> None:
    snapshot = auction("90♦", "pass", "pass", "pass")

    assert snapshot.phase == "playing.leading"
    assert all(isinstance(move, PlayCard) for move in engine.legal_moves(snapshot))


def test_trick_creation_has_no_winner() -> None:
    assert fresh().game.best is None
    assert fresh().game.tricks == ()


def test_trick_creation_is_frozen() -> None:
    with pytest.raises(AttributeError, match="immutable"):
        fresh().game.trick = cards("A♠")  # type: ignore[misc]  # the point of the test


# PlayedCard Tracking


def test_played_card_tracking_adds_the_card() -> None:
    assert played(fresh(), "A♥").game.trick == cards("A♥")


def test_played_card_tracking_knows_the_led_suit() -> None:
    """Seat 1 holds a heart, so a club does not follow; had clubs been led, it would."""
    assert refused_card(played(fresh(), "A♥"), "9♣") == "card_follows_suit"
    assert "9♣" in playable(played(fresh(), "8♣"))


def test_played_card_tracking_keeps_the_order() -> None:
    assert played(fresh(), "A♥ K♥ Q♥").game.trick == cards("A♥", "K♥", "Q♥")


def test_played_card_tracking_leaves_the_old_trick_alone() -> None:
    before = played(fresh(), "A♥")
    played(before, "K♥")

    assert before.game.trick == cards("A♥")


# Must Follow Suit


def test_must_follow_suit_allows_the_led_suit() -> None:
    assert played(fresh(), "A♥ K♥").game.trick[-1] is Card("K♥")


def test_must_follow_suit_rejects_another_suit_while_holding_the_led_one() -> None:
    answer = refused(played(fresh(), "A♥"), PlayCard(1, Card("7♠")))

    assert answer.guard == "card_follows_suit"
    assert answer.message == "You hold a card of the led suit and must play one."


def test_must_follow_suit_allows_any_card_of_the_suit() -> None:
    assert playable(played(fresh(), "A♥")) == "8♥ K♥"


def test_must_follow_suit_allows_another_suit_to_a_void_hand() -> None:
    void = playing("A♥", "9♣ 8♦", "Q♥", "J♥", trump="♠")

    assert playable(played(void, "A♥")) == "8♦ 9♣"


def test_must_follow_suit_lets_the_leader_play_anything() -> None:
    assert playable(fresh()) == "J♠ 7♥ A♥ 8♣"


def test_must_follow_suit_looks_at_the_hand_as_it_is_now() -> None:
    """A seat that has played its last heart need not follow hearts."""
    table = playing("A♥ 10♥", "7♥ 9♣", "8♥ 7♣", "9♥ 8♣")

    assert playable(played(table, "A♥ 7♥ 8♥ 9♥ 10♥")) == "9♣"


def test_must_follow_suit_rejects_a_card_not_in_hand() -> None:
    answer = refused(played(fresh(), "A♥"), PlayCard(1, Card("Q♥")))

    assert answer.guard == "card_is_in_your_hand"
    assert answer.message == "That card is not in your hand."


# Must Trump


def void_second_seat(second: str, **given: Any) -> Snapshot[Table]:
    """Hearts are led, spades are trump, and the second seat has no heart."""
    return played(playing("A♥ 7♦", second, "Q♥ 8♦", "J♥ 9♦", **given), "A♥")


def test_must_trump_requires_a_trump() -> None:
    assert playable(void_second_seat("7♠ 9♣")) == "7♠"


def test_must_trump_rejects_a_plain_card() -> None:
    answer = refused(void_second_seat("7♠ 9♣"), PlayCard(1, Card("9♣")))

    assert answer.guard == "trumps_unless_freed"
    assert answer.message == "You cannot follow suit and hold a trump: you must trump."


def test_must_trump_allows_any_trump_when_none_is_on_the_table() -> None:
    assert playable(void_second_seat("7♠ K♠ J♠ 9♣")) == "7♠ J♠ K♠"


def test_must_trump_allows_anything_without_trumps() -> None:
    assert playable(void_second_seat("9♣ 7♣ K♦")) == "K♦ 7♣ 9♣"


def test_must_trump_comes_after_following_suit() -> None:
    """A player who can follow must follow, and may not trump."""
    assert refused_card(void_second_seat("7♥ J♠"), "J♠") == "card_follows_suit"


@pytest.mark.parametrize("trump", Suit)
def test_must_trump_goes_by_the_contracts_suit(trump: Suit) -> None:
    led = next(suit for suit in Suit if suit is not trump)
    hand = " ".join(f"9{suit}" for suit in Suit if suit is not led)
    table = playing(f"A{led}", hand, f"Q{led}", f"J{led}", trump=str(trump))

    assert playable(played(table, f"A{led}")) == f"9{trump}"


# Must Overtrump


def trumped(third: str, cards: str = "A♥ 10♠", **given: Any) -> Snapshot[Table]:
    """Hearts are led and trumped with a ten; the third seat has no heart."""
    return played(playing("A♥ 7♦", "10♠ 9♠ J♠ 7♠", third, "J♥ 9♦", **given), cards)


def test_must_overtrump_requires_a_higher_trump() -> None:
    assert playable(trumped("8♠ A♠ 9♣")) == "A♠"


def test_must_overtrump_rejects_a_lower_trump() -> None:
    answer = refused(trumped("8♠ A♠ 9♣"), PlayCard(2, Card("8♠")))

    assert answer.guard == "overtrumps_unless_freed"
    assert answer.message == "You can beat the highest trump on the table and must do so."


def test_must_overtrump_allows_a_lower_trump_without_a_higher_one() -> None:
    assert playable(trumped("8♠ Q♠ 9♣")) == "8♠ Q♠"


def test_must_overtrump_holds_also_when_the_partner_is_winning() -> None:
    table = playing("A♥", "7♠ 8♦", "8♥ 7♦", "A♠ Q♠ 9♣")

    assert playable(played(table, "A♥ 7♠ 8♥")) == "Q♠ A♠"


def test_must_overtrump_allows_anything_without_trumps() -> None:
    assert playable(trumped("9♣ K♦")) == "K♦ 9♣"


@pytest.mark.parametrize(
    ("lying", "higher"),
    [("7♠", "8♠ 9♠ J♠ Q♠ K♠ 10♠ A♠"), ("10♠", "9♠ J♠ A♠"), ("A♠", "9♠ J♠"), ("9♠", "J♠")],
)
def test_must_overtrump_goes_by_the_rank_of_trumps(lying: str, higher: str) -> None:
    """7 8 Q K 10 A 9 J, low to high."""
    every = [f"{rank}♠" for rank in ("7", "8", "9", "J", "Q", "K", "10", "A")]
    table = playing("A♥", lying, " ".join(name for name in every if name != lying), "J♥")

    assert playable(played(table, f"A♥ {lying}")) == higher


def test_must_overtrump_beats_the_highest_of_several_trumps() -> None:
    table = playing("A♥", "Q♠", "10♠", "K♠ A♠ 8♠")

    assert playable(played(table, "A♥ Q♠ 10♠")) == "A♠"


def test_must_overtrump_comes_after_following_suit() -> None:
    assert playable(trumped("Q♥ J♠")) == "Q♥"


# Winner Determination


def winner(names: str, trump: str = "♠", leader: int = 0) -> int:
    return trick_winner(cards(*names.split()), leader, Suit(trump))


def test_winner_determination_is_the_highest_of_the_led_suit() -> None:
    assert winner("K♥ 8♥ A♥ 10♥") == 2


def test_winner_determination_is_the_highest_trump() -> None:
    assert winner("A♥ 10♠ 9♠ K♥") == 2


def test_winner_determination_ignores_plain_cards_off_suit() -> None:
    assert winner("7♥ A♣ A♦ 8♥") == 3


def test_winner_determination_ranks_trumps_with_the_jack_on_top() -> None:
    ladder = ("7♠", "8♠", "Q♠", "K♠", "10♠", "A♠", "9♠", "J♠")

    for low, high in pairwise(ladder):
        assert winner(f"{low} {high} 7♥ 8♥") == 1
        assert winner(f"{high} {low} 7♥ 8♥") == 0


def test_winner_determination_ranks_plain_suits_with_the_ace_on_top() -> None:
    ladder = ("7♥", "8♥", "9♥", "J♥", "Q♥", "K♥", "10♥", "A♥")

    for low, high in pairwise(ladder):
        assert winner(f"{low} {high} 7♣ 8♣") == 1
        assert winner(f"{high} {low} 7♣ 8♣") == 0


def test_winner_determination_of_an_unfinished_trick_is_an_error() -> None:
    with pytest.raises(RuleError, match="3 of 4 cards"):
        winner("7♥ 8♥ 9♥")


def test_winner_determination_with_a_single_trump() -> None:
    assert winner("A♥ 10♥ 7♠ K♥") == 2


def test_winner_determination_with_several_trumps() -> None:
    assert winner("A♥ 7♠ J♠ 9♠", leader=3) == 1


# Hand Management


def test_hand_management_removes_the_played_card() -> None:
    assert engine.view(played(fresh(), "A♥"), 0).hand == cards("J♠", "7♥", "8♣")


def test_hand_management_leaves_the_old_hand_alone() -> None:
    before = fresh()
    played(before, "A♥")

    assert Card("A♥") in engine.view(before, 0).hand


def test_hand_management_keeps_everything_else_of_the_seats() -> None:
    before, after = fresh(), played(fresh(), "A♥")

    assert [hand_of(after.game, seat) for seat in (1, 2, 3)] == [hand_of(before.game, seat) for seat in (1, 2, 3)]
    assert after.game.match == before.game.match
    assert after.game.contract == before.game.contract


def test_hand_management_refuses_a_card_not_in_hand_and_changes_nothing() -> None:
    before = fresh()

    assert refused_card(before, "K♥") == "card_is_in_your_hand"
    assert before == fresh()


def test_hand_management_is_frozen() -> None:
    with pytest.raises(AttributeError, match="immutable"):
        fresh().game.held = 0  # type: ignore[misc]  # the point of the test


# Integration


def test_integration_full_trick_without_trumps() -> None:
    trick = played(fresh(), "A♥ K♥ Q♥ J♥").game.tricks[-1]

    assert (trick.leader, trick.winner, trick.points) == (0, 0, 11 + 4 + 3 + 2)


def test_integration_trump_beats_the_led_suit() -> None:
    table = playing("A♥", "7♠", "Q♥", "J♥")

    assert played(table, "A♥ 7♠ Q♥").game.best is Card("7♠")


def test_integration_the_fourth_card_completes_the_trick() -> None:
    snapshot = played(fresh(), "A♥ K♥ Q♥ J♥")

    assert snapshot.phase == "playing.leading"
    assert snapshot.game.trick == ()
    assert snapshot.game.tricks[-1].cards == cards("A♥", "K♥", "Q♥", "J♥")


def test_integration_a_fifth_card_is_never_added() -> None:
    """After the fourth card the winner leads; any other seat is out of turn."""
    snapshot = played(fresh(), "7♥ K♥ Q♥ J♥")

    assert snapshot.game.turn == 1
    assert refused(snapshot, PlayCard(0, Card("A♥"))).guard == "it_is_your_turn"


def test_integration_the_turn_goes_clockwise() -> None:
    snapshot = fresh()
    turns = []
    for name in ("A♥", "K♥", "Q♥", "J♥"):
        turns.append(snapshot.game.turn)
        snapshot = played(snapshot, name)

    assert turns == [0, 1, 2, 3]
    assert refused(fresh(), PlayCard(2, Card("Q♥"))).message == "It is not your turn."


def test_integration_overtrumping() -> None:
    """Each void seat goes over the trump before it, partner or not."""
    table = playing("A♥ 7♦", "7♠ A♠ 8♦", "Q♠ 8♠ 9♦", "J♠ 7♣ 10♦")
    first = played(table, "A♥ 7♠")

    assert playable(first) == "8♠ Q♠"
    assert playable(played(first, "Q♠")) == "J♠"
    assert played(first, "Q♠ J♠").game.tricks[-1].winner == 3


def test_integration_winners_are_kept_trick_by_trick() -> None:
    snapshot = played(fresh(), "A♥ K♥ Q♥ J♥ 7♥ 8♥ 9♥ 10♥")

    assert [trick.winner for trick in snapshot.game.tricks] == [0, 3]
    assert engine.view(snapshot, 1).leader == 3


# The chain: of several broken rules the first is named


@pytest.mark.parametrize(
    ("seat", "card", "guard"),
    [
        (3, "A♥", "it_is_your_turn"),  # not the turn, not in hand, and so on
        (1, "K♣", "card_is_in_your_hand"),  # not in hand, does not follow, does not trump
        (1, "9♣", "card_follows_suit"),  # does not follow, does not trump
    ],
)
def test_of_several_broken_rules_the_first_is_named(seat: int, card: str, guard: str) -> None:
    table = played(playing("A♥", "7♥ 7♠ 9♣", "8♥", "9♥"), "A♥")

    assert refused(table, PlayCard(seat, Card(card))).guard == guard


def test_not_trumping_is_named_before_not_overtrumping() -> None:
    assert refused_card(trumped("8♠ A♠ 9♣"), "9♣") == "trumps_unless_freed"
