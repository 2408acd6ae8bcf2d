"""Positions dealt anew from a view: nobody can tell them from the real one, and everything hidden is dealt anew."""

from collections import Counter
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from fsm import PhasebookError, Snapshot
from fsm.chance import SEEDS, picked
from fsm.snapshot import encode
from games.onepiece import LIBRARY, Attack, Concede, Game, PlayerView, UseTrigger, engine, redeal
from games.onepiece.cards import Colour, Keyword
from games.onepiece.invariants import cards_of
from games.onepiece.table import FIRST_DON, THINGS
from tests.games.onepiece.games import positions
from tests.games.onepiece.leaving import EACH_KIND, REQUESTS, after_and_heard, leaving
from tests.games.onepiece.tables import FOE, Seat, after, effect, made, table, unopposed
from tests.games.onepiece.test_phases import real_snapshots

SEATS = (0, 1, None)
POSITIONS = [here for preset in ("seed", "official") for here in positions(preset)] + real_snapshots()
"""Of random games, and rare ones that are made."""

anywhere = st.sampled_from(POSITIONS)
anyone = st.sampled_from(SEATS)
luck = st.integers(0, 10**9)


def dealt_anew(snapshot: Snapshot[Game], seat: int | None, seed: int) -> Snapshot[Game]:
    """As a bot in another process would do it."""
    sent = msgspec.json.encode(engine.view(snapshot, seat))
    return engine.redeal(msgspec.json.decode(sent, type=PlayerView), Random(seed))


def hidden_from(game: Game, seat: int | None) -> list[int]:
    """The cards that a seat has not seen."""
    seen = set(engine.view(Snapshot("main.idle", game), seat).seen)
    return [
        card for player in (0, 1) for card in cards_of(game, player) if card % THINGS < FIRST_DON and card not in seen
    ]


# What a seat can notice


@settings(deadline=None, max_examples=200)  # machines can be busy
@given(anywhere, anyone, luck)
def test_nothing_that_leaves_the_engine_tells_it_from_the_real_position(
    snapshot: Snapshot[Game], seat: int | None, seed: int
) -> None:
    other, moves = dealt_anew(snapshot, seat, seed), Random(seed).sample(REQUESTS, 60)

    assert leaving(other, seat, moves) == leaving(snapshot, seat, moves)


@settings(deadline=None, max_examples=200)  # machines can be busy
@given(anywhere, anyone, luck)
def test_what_is_heard_of_a_move_differs_only_if_what_is_seen_differs(
    snapshot: Snapshot[Game], seat: int | None, seed: int
) -> None:
    other = dealt_anew(snapshot, seat, seed)
    both = [move for move in engine.legal_moves(snapshot) if move in engine.legal_moves(other)]
    for move in Random(seed).sample(both, min(8, len(both))):
        (seen, heard), (other_seen, other_heard) = (after_and_heard(here, move, seat) for here in (snapshot, other))
        assert seen != other_seen or heard == other_heard


@pytest.mark.parametrize("preset", ["seed", "official"])
def test_every_own_move_in_every_phase_is_answered_alike(preset: str) -> None:
    """In one position of each phase."""
    one_of_each = {here.phase: here for here in positions(preset)}
    for here in one_of_each.values():
        for seat in SEATS:
            assert leaving(dealt_anew(here, seat, 1), seat, EACH_KIND) == leaving(here, seat, EACH_KIND)


# It is a game


@settings(deadline=None, max_examples=200)  # machines can be busy
@given(anywhere, anyone, luck)
def test_it_keeps_every_invariant_and_can_be_saved(snapshot: Snapshot[Game], seat: int | None, seed: int) -> None:
    other = dealt_anew(snapshot, seat, seed)

    assert engine.broken(other) == []
    assert engine.load(engine.dump(other)) == other
    assert 0 <= other.game.seed < SEEDS
    assert redeal(engine.view(snapshot, seat), Random(seed)) == other


@settings(deadline=None, max_examples=40)  # machines can be busy
@given(anywhere, anyone, luck)
def test_it_can_be_played_to_the_end(snapshot: Snapshot[Game], seat: int | None, seed: int) -> None:
    here, number = dealt_anew(snapshot, seat, seed), 0
    while not engine.is_over(here):
        moves = [move for move in engine.legal_moves(here) if not isinstance(move, Concede)]
        following = engine.step(here, picked(moves, seed, number))
        assert isinstance(following, Snapshot)
        assert engine.broken(following) == []
        here, number = following, number + 1


# What is hidden


def test_everything_hidden_is_dealt_anew() -> None:
    """In nearly all positions; a hidden card can by chance be the same, or be the only one left."""
    for seat in SEATS:
        tried = [(here, dealt_anew(here, seat, number)) for number, here in enumerate(POSITIONS[::5])]
        changed = sum(
            any(here.game.cards[card] != other.game.cards[card] for card in hidden_from(here.game, seat))
            for here, other in tried
        )

        assert changed > 0.99 * len(tried)
        assert len({other.game.seed for _, other in tried}) > 0.99 * len(tried)
        assert all(other.game.seed != here.game.seed for here, other in tried)


def test_each_hidden_card_of_the_own_deck_can_be_anywhere() -> None:
    here = engine.start(seed=3, first=0)
    place, hidden = here.game.sides[0].deck[0], [here.game.cards[card].number for card in here.game.sides[0].deck]
    found = Counter(dealt_anew(here, 0, seed).game.cards[place].number for seed in range(900))

    assert set(found) == set(hidden)
    assert all(abs(found[number] / 900 - copies / 45) < 0.06 for number, copies in Counter(hidden).items())


@settings(deadline=None)  # machines can be busy
@given(anywhere, st.sampled_from([0, 1]), luck)
def test_the_own_deck_list_stays(snapshot: Snapshot[Game], seat: int, seed: int) -> None:
    other = dealt_anew(snapshot, seat, seed)
    decks = [
        sorted(face.as_printed for face in here.game.cards[seat * THINGS : (seat + 1) * THINGS])
        for here in (snapshot, other)
    ]

    assert decks[0] == decks[1]


GAMES = [here for preset in ("seed", "official") for here in positions(preset)]


@settings(deadline=None)  # machines can be busy
@given(st.sampled_from(GAMES), anyone, luck)
def test_other_deck_lists_are_plausible(snapshot: Snapshot[Game], seat: int | None, seed: int) -> None:
    """Of the leader's colours, at most four copies of a number, with all that was seen."""
    other = dealt_anew(snapshot, seat, seed).game
    for player in (0, 1):
        leader, *cards = other.cards[player * THINGS : player * THINGS + FIRST_DON]
        assert all(set(card.colours) & set(leader.colours) for card in cards)
        assert max(Counter(card.number for card in cards).values()) <= 4
        assert all(card.number in LIBRARY.cards for card in cards)


def test_another_players_deck_list_really_varies() -> None:
    here = engine.start(seed=3)
    decks = {tuple(sorted(card.number for card in dealt_anew(here, 0, seed).game.cards[THINGS:])) for seed in range(40)}

    assert len(decks) == 40


# Life cards with a Trigger


@pytest.mark.parametrize("seat", [0, None])
def test_in_the_preset_seed_the_life_card_that_the_game_waits_for_has_a_trigger(seat: int | None) -> None:
    start = unopposed(table(opponent=Seat(life=("PB-015", "PB-001"))), Attack(0, 0, THINGS))
    taken = [dealt_anew(start, seat, seed).game.cards[FOE + 1] for seed in range(60)]

    assert all(Keyword.TRIGGER in card.keywords for card in taken)
    assert len({card.number for card in taken}) > 1


def test_that_trigger_is_no_fifth_copy() -> None:
    waiting = next(here for here in positions("seed") if here.phase == "main.battle.life_trigger")
    foe = 1 - waiting.game.active
    for seed in range(400):
        cards = dealt_anew(waiting, waiting.game.active, seed).game.cards[foe * THINGS + 1 : foe * THINGS + FIRST_DON]
        assert max(Counter(card.number for card in cards).values()) <= 4


def test_officially_it_may_be_any_card() -> None:
    for life in ("PB-015", "PB-001"):
        start = unopposed(table(opponent=Seat(life=(life, "PB-001")), preset="official"), Attack(0, 0, THINGS))
        taken = {Keyword.TRIGGER in dealt_anew(start, 0, seed).game.cards[FOE + 1].keywords for seed in range(60)}

        assert taken == {True, False}


def test_its_owner_knows_it() -> None:
    start = unopposed(table(opponent=Seat(life=("PB-015", "PB-001"))), Attack(0, 0, THINGS))

    assert {dealt_anew(start, 1, seed).game.cards[FOE + 1].number for seed in range(20)} == {"PB-015"}


def test_a_trigger_of_which_all_copies_were_seen_is_dealt_once_more() -> None:
    """Decks of somebody's own library can have a Trigger that nobody else knows."""
    spent = tuple(number for number, card in LIBRARY.cards.items() if Keyword.TRIGGER in card.keywords) * 4
    start = unopposed(table(opponent=Seat(life=("PB-015",), trash=spent)), Attack(0, 0, THINGS))
    other = dealt_anew(start, 0, 1)

    assert engine.broken(other) == []
    assert Keyword.TRIGGER in other.game.cards[FOE + 1].keywords


# Cards of somebody's own library


def test_cards_that_nobody_ships_keep_their_faces_where_they_were_seen() -> None:
    odd = made(power=7000, effects=(effect("activate", {"do": "draw", "amount": 1}),))
    start = table(Seat(hand=(odd,), characters=(odd,)), opponent=Seat(characters=(made(power=1234),)))
    mine, theirs = (dealt_anew(start, seat, 5).game.cards for seat in (0, 1))

    assert (mine[1], mine[2], mine[FOE + 1]) == (odd, odd, made(power=1234))
    assert theirs[2] == odd
    assert theirs[1] != start.game.cards[1] or theirs[1] == odd


def test_a_leader_of_a_colour_that_nobody_knows_gets_other_cards() -> None:
    leader = replace(LIBRARY.cards["PB-L1"], colours=(Colour.PURPLE,))
    start = table(opponent=Seat(leader=leader))
    other = dealt_anew(start, 0, 5)

    assert engine.broken(other) == []
    assert max(Counter(card.number for card in other.game.cards[FOE + 1 : FOE + FIRST_DON]).values()) <= 4


def test_cards_of_one_number_that_differ_are_told_apart() -> None:
    one, two = made(power=1000), made(power=2000)
    start = table(Seat(hand=(one, two)))
    other = dealt_anew(start, 0, 5)

    assert other.game.cards[1:3] == (one, two)
    assert encode(engine.view(other, 0)) == encode(engine.view(start, 0))


# What it takes


def test_only_a_view_can_be_dealt_anew() -> None:
    with pytest.raises(PhasebookError, match="A redeal needs a PlayerView, not dict"):
        engine.redeal({"phase": "main.idle"}, Random(1))


def test_a_move_that_shows_a_card_teaches_and_one_that_does_not_does_not() -> None:
    start = unopposed(table(opponent=Seat(life=("PB-015", "PB-001")), preset="official"), Attack(0, 0, THINGS))

    assert engine.teaches(start, UseTrigger(1), 0)
    assert not engine.teaches(after(start, UseTrigger(1)), Concede(0), 0)
