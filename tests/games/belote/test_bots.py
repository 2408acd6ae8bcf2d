"""The bots: they see what their seat sees, the random one is fair, the sensible one is better."""

from collections import Counter
from math import sqrt
from random import Random
from statistics import mean, stdev

import msgspec
import pytest

from fsm import Snapshot
from fsm.search import Search
from fsm.simulate import simulate
from games.belote import Bid, Card, PassBid, PlayCard, Suit, Table, engine
from games.belote.bots import (
    HINTS,
    Bot,
    best_call,
    calls,
    is_boss,
    lot,
    play_out,
    points_ahead,
    random_bot,
    sensible,
    sensible_bot,
    strength,
    this_deal,
)
from tests.games.belote.tables import auction, played, playing, sent

DEALS = 200


def margin(seed: int, seats: list[Bot], team: int) -> int:
    """By how much a team is ahead after one round; a cancelled one counts nothing."""
    totals = play_out(engine, engine.start(seed=seed, target=10**6), seats, rounds=1).game.match.totals
    return totals[team] - totals[1 - team]


def test_the_sensible_bot_beats_the_random_one() -> None:
    """Each deal is played twice, with the sides changed. If both played alike, the sum of the two margins would have
    mean 0; measured by its own spread it is t standard errors away, and t > 8 is no luck."""
    both = []
    for seed in range(DEALS):
        lucky = random_bot(seed)
        seats = margin(seed, [sensible_bot, lucky, sensible_bot, lucky], 0)
        changed = margin(seed, [lucky, sensible_bot, lucky, sensible_bot], 1)
        both.append(seats + changed)
    t = mean(both) / (stdev(both) / sqrt(DEALS))

    assert t > 8, f"t = {t:.1f}, mean {mean(both):.0f} points a deal"


def test_the_sensible_bot_wins_simulations_for_its_seats() -> None:
    found = simulate(engine, 10, seats={1: sensible, 3: sensible}, seed=2)

    assert found.outcomes == {"winner 1, reason target reached": 10}


def test_the_random_bot_repeats_itself() -> None:
    games = [play_out(engine, engine.start(seed=3), [random_bot(9)] * 4, rounds=2) for _ in range(2)]

    assert games[0] == games[1]
    assert games[0] != play_out(engine, engine.start(seed=3), [random_bot(8)] * 4, rounds=2)


def test_the_random_bot_is_not_disturbed_by_a_move_that_it_does_not_choose() -> None:
    """Without one of the others it chooses as before."""
    snapshot = auction()
    legal, view = engine.legal_moves(snapshot), engine.view(snapshot, 1)
    for decision in range(50):
        chosen = random_bot(5)(view, legal, decision)
        rest = [move for move in legal if move == chosen or lot(1, decision, move)[0] % 2]

        assert random_bot(5)(view, rest, decision) == chosen


def test_the_random_bot_chooses_each_move_equally_often() -> None:
    snapshot = played(playing("A♥ 7♠ 8♠ 9♠", "7♥", "8♥", "9♥"), "")
    legal, view = engine.legal_moves(snapshot), engine.view(snapshot, 0)
    counts = Counter(random_bot(1)(view, legal, decision) for decision in range(4000))

    assert len(counts) == 4
    assert all(abs(count - 1000) < 5 * sqrt(4000 * 0.25 * 0.75) for count in counts.values())


def test_the_sensible_bot_decides_from_view_and_legal_moves_only() -> None:
    """A view that has been through JSON, and so carries nothing of the game, leads to the same move."""
    snapshot = engine.start(seed=12, target=10**6)
    while snapshot.game.match.deals < 4:
        view, legal = engine.view(snapshot, snapshot.game.turn), engine.legal_moves(snapshot)
        copy = msgspec.json.decode(msgspec.json.encode(view), type=type(view))
        move = sensible_bot(view, legal, 0)

        assert sensible_bot(copy, legal, 0) == move
        snapshot = engine.step(snapshot, move)  # type: ignore[assignment]  # a legal move


def test_the_sensible_bot_bids_its_long_strong_suit_and_passes_a_weak_hand() -> None:
    strong = [Card(name) for name in ("J♥", "9♥", "A♥", "7♥", "A♠", "8♦", "7♦", "8♣")]
    weak = [Card(name) for name in ("8♥", "7♠", "8♠", "Q♠", "9♦", "J♦", "9♣", "7♣")]
    rest = [card for card in Card if card not in strong and card not in weak]
    order = [card for four in zip(rest[:8], strong, weak, rest[8:], strict=True) for card in four]
    first = auction(deal=order)
    second = auction("pass", deal=order)

    bid = sensible_bot(engine.view(first, 1), engine.legal_moves(first), 0)
    assert isinstance(bid, Bid)
    assert (bid.suit, bid.value) == (Suit.HEARTS, 80)
    assert sensible_bot(engine.view(second, 2), engine.legal_moves(second), 0) == PassBid(2)
    assert strength(strong, Suit.HEARTS) > strength(weak, Suit.HEARTS)


def test_the_sensible_bot_wins_with_its_cheapest_winner() -> None:
    snapshot = played(playing("K♥ 7♠", "A♥ 10♥ 8♥", "7♥", "9♥"), "K♥")

    assert sensible_bot(engine.view(snapshot, 1), engine.legal_moves(snapshot), 0) == PlayCard(1, Card("10♥"))


def test_the_sensible_bot_gives_the_least_to_a_partner_who_is_winning() -> None:
    snapshot = played(playing("A♥", "7♥", "10♥ 8♥", "9♥"), "A♥ 7♥")

    assert sensible_bot(engine.view(snapshot, 2), engine.legal_moves(snapshot), 0) == PlayCard(2, Card("8♥"))


# Hints for the search


def first_lead() -> Snapshot[Table]:
    """Seat 1 has bid hearts, and is to lead."""
    snapshot = auction()
    for call in (Bid(1, 80, Suit.HEARTS), PassBid(2), PassBid(3), PassBid(0)):
        snapshot = sent(snapshot, call)
    return snapshot


def test_the_auction_is_the_sensible_bots_and_cards_are_left_to_the_search() -> None:
    snapshot = auction()
    seat = snapshot.game.turn
    view, legal = engine.view(snapshot, seat), engine.legal_moves(snapshot, seat)
    assert calls(view, legal) == {best_call(view, legal): 1}

    table = first_lead()
    seat = table.game.turn
    assert calls(engine.view(table, seat), engine.legal_moves(table, seat)) is None


def test_a_search_ends_its_games_with_the_deal() -> None:
    table = first_lead()
    seat = table.game.turn
    view = engine.view(table, seat)
    position = this_deal(view)(Random(1))
    end = engine.rollout(position, Random(2))

    assert engine.view(position, seat) == msgspec.structs.replace(view, settings=position.game.settings)
    assert (end.phase, end.game.match.deals) == ("match_over", table.game.match.deals)


def test_points_are_those_of_the_own_team() -> None:
    game = first_lead().game
    ahead = msgspec.structs.replace(game, match=msgspec.structs.replace(game.match, totals=(90, 20)))

    assert points_ahead(ahead) == {0: 70, 1: -70, 2: 70, 3: -70}


def test_a_search_with_these_hints_chooses_a_card() -> None:
    search = Search(engine, engine.view(table := first_lead(), 1), engine.legal_moves(table, 1), 1, hints=HINTS)
    search.run(30)

    assert search.iterations == 30
    assert search.best in engine.legal_moves(table, 1)


def test_a_card_that_is_not_in_the_pack_beats_nothing() -> None:
    """The jack and the nine of trump are in no pack of 16: the ace is then the highest trump."""
    for pack, boss in ((32, False), (16, True)):
        table = playing("A♠ 10♥", "K♠ K♥", "Q♠ Q♥", "A♥ K♦", pack=pack)

        assert is_boss(engine.view(table, 0), Card("A♠"), Suit.SPADES) is boss


@pytest.mark.long
def test_the_sensible_bot_plays_with_a_short_pack() -> None:
    found = simulate(engine, 20, policy=sensible, settings={"preset": "small"}, max_moves=5_000)

    assert sum(found.outcomes.values()) == 20
