"""Hands dealt anew: all that play has shown is kept, all else varies, and every deal that fits is equally likely."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import hypothesis
import hypothesis.strategies as st
import pytest
from msgspec.structs import replace

from fsm import PhasebookError, Snapshot
from games.belote import DECK, PRESETS, Bid, PassBid, PlayCard, Suit, Table, engine, redeal
from games.belote.cards import PACKS, bits_in
from games.belote.redealing import dealing, deals_of, grouped, shown_by_play, ways_to_cut
from games.belote.table import hand_of
from tests.games.belote.tables import played, playing, sent
from tests.games.forging import walk
from tests.games.indistinguishable import check_alike, check_seats, dealt_anew, played_on, sent_over

EVERYBODY = (0, 1, 2, 3, None)
MIXES = st.fixed_dictionaries(
    {**{name: st.booleans() for name in PRESETS["ffb"]}, "pack": st.sampled_from([8, 20, 32, 32, 32])}
)
PROBES = [PassBid(2), Bid(2, 80, Suit.HEARTS), *(PlayCard(seat, card) for seat in range(4) for card in DECK[::5])]


def positions(number: int, **given: Any) -> Iterator[Snapshot[Table]]:
    """Some positions of a random match."""
    dice = Random(number)
    path = walk(engine, engine.start(seed=number, target=300, **given), dice, 150)
    return (snapshot for snapshot in path if dice.random() < 0.2)


def played_again(snapshot: Snapshot[Table]) -> Snapshot[Table]:
    """The position that the calls and cards of this round lead to from the hands as dealt; each must be accepted."""
    game = snapshot.game
    pack = PACKS[game.settings.pack].mask
    fresh = replace(game, calls=(), contract=None, held=pack, turn=game.match.deals % 4, trick=(), best=None, tricks=())
    again = Snapshot("bidding.open", fresh)
    for call in game.calls:
        again = sent(again, call)
    for card in [*(card for trick in game.tricks for card in trick.cards), *game.trick]:
        again = sent(again, PlayCard(again.game.turn, card))
    return again


@hypothesis.settings(max_examples=40, deadline=None)
@hypothesis.given(st.integers(0, 10**6), MIXES)
def test_the_whole_round_could_have_been_played_with_the_hands_dealt_anew(number: int, mix: dict[str, bool]) -> None:
    chance = Random(number)
    for snapshot in positions(number, **mix):
        for seat in EVERYBODY:
            redealt = dealt_anew(engine, snapshot, seat, chance)
            if not engine.is_over(snapshot):
                assert played_again(redealt) == redealt


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("number", range(6))
def test_a_seat_cannot_tell_the_hands_dealt_anew_from_the_real_ones(preset: str, number: int) -> None:
    chance = Random(number)
    for snapshot in positions(number, preset=preset):
        check_seats(engine, snapshot)
        for seat in EVERYBODY:
            check_alike(engine, snapshot, dealt_anew(engine, snapshot, seat, chance), seat, PROBES)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_match_goes_on_from_hands_dealt_anew_to_its_end(preset: str) -> None:
    chance = Random(5)
    for number, snapshot in enumerate(positions(5, preset=preset)):
        redealt = dealt_anew(engine, snapshot, EVERYBODY[number % 5], chance)

        assert engine.is_over(played_on(engine, redealt, chance))


def test_what_is_hidden_varies() -> None:
    chance, same, seen = Random(1), 0, 0
    for number in range(30):
        for snapshot in positions(number):
            for seat in EVERYBODY:
                one, other = (engine.redeal(engine.view(snapshot, seat), chance) for _ in range(2))
                if several_deals(snapshot, seat):
                    same, seen = same + (one.game.dealt == other.game.dealt), seen + 1
                assert len({one.game.match.seed, other.game.match.seed, snapshot.game.match.seed}) == 3

    assert seen > 500
    assert same / seen < 0.05


def several_deals(snapshot: Snapshot[Table], seat: int | None) -> bool:
    """Whether so many deals fit that two of them are rarely the same."""
    excluded = shown_by_play(engine.view(snapshot, seat))[1]
    unknown = [other for other in range(4) if other != seat]
    cards = sum(hand_of(snapshot.game, other) for other in unknown)
    groups = grouped(cards, [excluded[other] for other in unknown])
    sizes = tuple((seats, group.bit_count()) for seats, group in groups.items())
    return (
        deals_of(sizes, tuple(hand_of(snapshot.game, other).bit_count() for other in unknown)) > 100 if sizes else False
    )


def test_the_own_hand_and_what_was_played_stay_where_they_are() -> None:
    for snapshot in positions(3):
        redealt = engine.redeal(engine.view(snapshot, 1), Random(1))

        assert redealt.game.dealt[1] == snapshot.game.dealt[1]
        assert redealt.game.held == snapshot.game.held


def test_a_view_alone_decides_with_chance() -> None:
    for snapshot in positions(4):
        view = engine.view(snapshot, 3)

        assert redeal(sent_over(view), Random(9)) == redeal(view, Random(9))


# What play shows


def test_a_seat_that_did_not_follow_suit_has_none_of_it() -> None:
    view = engine.view(played(playing("A♥ 7♠", "7♦ 8♠", "8♥ 9♠", "9♥ J♠", trump="♣"), "A♥ 7♦ 8♥ 9♥"), 0)

    assert shown_by_play(view)[1] == [0, Suit.HEARTS.mask | Suit.CLUBS.mask, 0, 0]


def test_a_seat_that_trumped_below_has_no_higher_trump() -> None:
    view = engine.view(played(playing("A♥ 7♦", "A♠ 8♦", "10♠ 9♦", "7♥ J♦"), "A♥ A♠ 10♠"), 0)
    above = {"9♠", "J♠"}

    assert {str(card) for card in DECK if shown_by_play(view)[1][2] & card.bit & Suit.SPADES.mask} == above


def test_the_trick_on_the_table_counts_too() -> None:
    for preset in PRESETS:
        view = engine.view(played(playing("A♥ 7♦", "8♦ 8♣", "10♥ 9♦", "7♥ J♦", preset=preset), "A♥ 8♦"), 0)

        assert shown_by_play(view)[1][1] == Suit.HEARTS.mask | Suit.SPADES.mask


# Every deal that fits is equally likely


def deals_by_hand(cards: tuple[int, ...], room: list[int], excluded: list[int]) -> set[tuple[int, ...]]:
    """Every deal, found by trying all."""
    if not room:
        return set() if cards else {()}
    hands = [hand for hand in combinations(cards, room[0]) if not sum(hand) & excluded[0]]
    return {
        (sum(hand), *others)
        for hand in hands
        for others in deals_by_hand(tuple(card for card in cards if card not in hand), room[1:], excluded[1:])
    }


@st.composite
def small_deals(draw: st.DrawFn) -> tuple[int, list[int], list[int]]:
    """Up to eight cards, the room of three or four seats, and cards that these do not hold."""
    room = draw(st.lists(st.integers(0, 3), min_size=3, max_size=4).filter(lambda room: 0 < sum(room) <= 8))
    bits = draw(st.permutations([1 << place for place in range(0, 32, 3)]))[: sum(room)]
    excluded = [sum(bit for bit in bits if draw(st.integers(0, 3)) == 0) for _ in room]
    return sum(bits), room, excluded


@hypothesis.given(small_deals(), st.integers(0, 999))
def test_deals_are_counted_and_dealt_as_they_are_by_hand(given: tuple[int, list[int], list[int]], seed: int) -> None:
    cards, room, excluded = given
    possible = deals_by_hand(bits_in(cards), room, excluded)
    if not possible:
        with pytest.raises(PhasebookError, match="No deal fits this view"):
            dealing(cards, [*room], excluded)(Random(seed))
        return
    sizes = tuple((seats, group.bit_count()) for seats, group in grouped(cards, excluded).items())

    assert deals_of(sizes, tuple(room)) == len(possible)
    assert tuple(dealing(cards, [*room], excluded)(Random(seed))) in possible


@pytest.mark.parametrize(
    ("room", "excluded"),
    [
        ([2, 2, 2], [0, 0, 0]),
        ([3, 2, 1], [0b11, 0, 0b1100]),
        ([2, 2, 2], [0b1, 0b111, 0b100000]),
        ([1, 2, 1, 2], [0b11, 0b1, 0, 0b110000]),
    ],
)
def test_every_deal_that_fits_has_an_equal_chance(room: list[int], excluded: list[int]) -> None:
    """A chi-square of so many throws, at three standard deviations above what chance gives."""
    chance, throws = Random(2), 30_000
    possible = deals_by_hand(tuple(1 << place for place in range(6)), room, excluded)
    seen = Counter(tuple(dealing(0b111111, [*room], excluded)(chance)) for _ in range(throws))
    wanted = throws / len(possible)
    spread = sum((seen[deal] - wanted) ** 2 / wanted for deal in possible)
    freedom = len(possible) - 1

    assert seen.keys() == possible
    assert spread < freedom + 3 * (2 * freedom) ** 0.5


def test_ways_to_cut() -> None:
    assert ways_to_cut((8, 8, 8)) == 9_465_511_770
    assert ways_to_cut((3, 0)) == 1


# Views that are none


def test_a_view_that_no_deal_fits_is_an_error() -> None:
    view = engine.view(engine.start(), 0)

    with pytest.raises(PhasebookError, match="No deal fits this view"):
        redeal(replace(view, hand_sizes=(8, 8, 8, 7)), Random(1))
    with pytest.raises(PhasebookError, match="A redeal needs a SeatView, not dict"):
        engine.redeal({}, Random(1))
