"""What a player may know, and that it is all a player may know. That hidden cards do not matter: test_redealing.py."""

from typing import cast

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fsm import PhasebookError, Snapshot
from games.onepiece import (
    AnyMove,
    Attack,
    Choose,
    Concede,
    DeclineTrigger,
    Game,
    PassOn,
    PlayCard,
    PlayerView,
    UseTrigger,
    engine,
)
from games.onepiece.cards import Keyword
from games.onepiece.table import THINGS
from tests.games.onepiece.games import positions
from tests.games.onepiece.leaving import EACH_KIND, REQUESTS, after_and_heard, leaving
from tests.games.onepiece.tables import FOE, Seat, after, effect, made, me, played, table, unopposed

SNAPSHOTS = [snapshot for preset in ("seed", "official") for snapshot in positions(preset, 3)]


@settings(deadline=None)  # machines can be busy
@given(st.sampled_from(SNAPSHOTS), st.sampled_from([0, 1]))
def test_a_view_has_the_own_hand_both_fields_and_counts(snapshot: Snapshot[Game], player: int) -> None:
    game = snapshot.game
    seen: PlayerView = engine.view(snapshot, player)

    assert tuple(card.card for card in seen.hand) == game.sides[player].hand
    for side, shown in ((game.sides[player], seen.you), (game.sides[1 - player], seen.opponent)):
        assert tuple(piece.card for piece in shown.characters) == tuple(piece.card for piece in side.characters)
        assert (shown.hand_size, shown.deck_size, shown.life_size) == (
            len(side.hand),
            len(side.deck),
            len(side.life),
        )
    assert b'"seed"' not in msgspec.json.encode(seen)


@settings(deadline=None)  # machines can be busy
@given(st.sampled_from(SNAPSHOTS), st.sampled_from([0, 1]))
def test_a_player_knows_what_was_seen_and_the_own_deck_list(snapshot: Snapshot[Game], player: int) -> None:
    game, seen = snapshot.game, engine.view(snapshot, player)
    deck = game.cards[player * THINGS + 1 : player * THINGS + 51]

    assert {card: game.cards[card] for card in seen.seen} == {card: seen.faces[at] for card, at in seen.seen.items()}
    assert set(game.sides[player].hand) <= set(seen.seen)
    assert not set(seen.seen) & {*game.sides[0].deck, *game.sides[1].deck, *game.sides[0].life, *game.sides[1].life}
    hidden = set(game.sides[1 - player].hand) - {*game.sides[1 - player].sent_back, game.joining}
    assert not set(seen.seen) & hidden, "but for a card that went back to the hand, or waits for room on the field"
    assert sorted(face.number for face in deck) == sorted(seen.faces[place].number for place in seen.own_deck)


@settings(deadline=None)  # machines can be busy
@given(st.sampled_from(SNAPSHOTS))
def test_a_spectator_sees_what_both_players_see(snapshot: Snapshot[Game]) -> None:
    """Player 0 stands where a player stands in the own view."""
    seen: PlayerView = engine.view(snapshot, None)
    zero, one = engine.view(snapshot, 0), engine.view(snapshot, 1)

    assert (seen.player, seen.hand, seen.taken, seen.own_deck) == (None, (), None, ())
    assert (seen.you, seen.opponent) == (zero.you, zero.opponent) == (one.opponent, one.you)
    assert set(seen.seen) == set(zero.seen) & set(one.seen)
    assert {seen.faces[place].number for place in seen.seen.values()} == {face.number for face in seen.faces}


@settings(deadline=None)  # machines can be busy
@given(st.sampled_from(SNAPSHOTS), st.sampled_from([0, 1, None]))
def test_a_view_can_be_sent_and_read(snapshot: Snapshot[Game], seat: int | None) -> None:
    seen = engine.view(snapshot, seat)

    assert msgspec.json.decode(msgspec.json.encode(seen), type=PlayerView) == seen


def test_a_loaded_game_shows_the_same() -> None:
    for snapshot in SNAPSHOTS[::9]:
        again = engine.load(engine.dump(snapshot))
        assert [engine.view(again, seat) for seat in (0, 1, None)] == [
            engine.view(snapshot, seat) for seat in (0, 1, None)
        ]


def test_a_card_that_went_back_to_the_hand_is_known_by_everybody() -> None:
    home = made(effects=(effect("on_play", {"do": "return_to_hand", "target": "opposing_character"}),))
    start = played(home, opponent=Seat(hand=("PB-010",), characters=("PB-001",)))
    end = after(start, Choose(0, FOE + 2))

    for seat in (0, None):
        seen: PlayerView = engine.view(end, seat)
        assert seen.opponent.hand == (FOE + 1, FOE + 2)
        assert seen.faces[seen.seen[FOE + 2]].number == "PB-001"
        assert FOE + 1 not in seen.seen


def test_a_character_that_waits_for_room_lies_open() -> None:
    start = table(Seat(hand=("PB-000", "PB-001"), characters=("PB-000",) * 5), preset="official")
    for seat in (0, 1, None):
        assert engine.view(start, seat).joining is None
        assert engine.view(after(start, PlayCard(0, 1)), seat).joining.number == "PB-000"


def test_both_players_see_what_triggers_have_interrupted() -> None:
    asking = made(effects=(effect("when_attacking", {"do": "rest", "target": "opposing_character"}),))
    start = after(table(Seat(characters=(asking,)), Seat(characters=("PB-001",) * 2)), Attack(0, 1, THINGS))

    for player in (0, 1):
        seen: PlayerView = engine.view(start, player)
        assert (seen.phase, seen.back) == ("triggers.choosing", ("main.battle.attacking",))
        assert engine.view(table(), player).back == ()


# Life cards


def test_only_the_player_who_decides_sees_the_life_card_just_taken() -> None:
    start = unopposed(table(opponent=Seat(life=("PB-015",))), Attack(0, 0, THINGS))

    assert start.phase == "main.battle.life_trigger"
    assert engine.view(start, 1).taken.number == "PB-015"
    assert engine.view(start, 0).taken is None
    assert engine.view(start, None).taken is None
    assert engine.view(after(start, UseTrigger(1)), 1).taken is None


@pytest.mark.parametrize("preset", ["seed", "official"])
def test_while_a_life_card_is_decided_about_others_see_the_battle_around_it(preset: str) -> None:
    start = unopposed(table(opponent=Seat(life=("PB-015",)), preset=preset), Attack(0, 0, THINGS))

    assert [engine.view(start, seat).phase for seat in (0, 1, None)] == [
        "main.battle",
        "main.battle.life_trigger",
        "main.battle",
    ]
    assert engine.to_act(start) == {1}
    assert engine.legal_moves(start, seat=0) == [Concede(0)]


LIFE = [("PB-015",), ("PB-015", "PB-001"), ("PB-001", "PB-015"), ("PB-015", "PB-015"), ("PB-015", "PB-050", "PB-001")]


@pytest.mark.parametrize("attacker", ["PB-008", "PB-012"])
@pytest.mark.parametrize("life", LIFE)
@pytest.mark.parametrize("seat", [0, None])
def test_officially_nothing_tells_whether_a_life_card_has_a_trigger(
    attacker: str, life: tuple[str, ...], seat: int | None
) -> None:
    """For the attacker and for spectators, step by step up to the end of the battle; also with Double Attack."""
    here, there = (
        after(
            table(Seat(characters=(attacker,)), opponent=Seat(life=cards), preset="official"),
            Attack(0, 1, THINGS),
            PassOn(1),
        )
        for cards in (life, ("PB-001",) * len(life))
    )
    pauses, answer = -1, cast("AnyMove", PassOn(1))
    while here.phase.startswith("main.battle"):
        assert after_and_heard(here, answer, seat) == after_and_heard(there, answer, seat)
        here, there = after(here, answer), after(there, answer)
        assert leaving(here, seat, EACH_KIND) == leaving(there, seat, EACH_KIND)
        pauses, answer = pauses + 1, DeclineTrigger(1)

    assert pauses == (min(2, len(life)) if attacker == "PB-012" else 1)


def test_officially_only_a_trigger_can_be_used_and_its_owner_may_always_decline() -> None:
    for card, moves in (("PB-015", [UseTrigger(1), DeclineTrigger(1)]), ("PB-001", [DeclineTrigger(1)])):
        start = table(opponent=Seat(life=(card,)), preset="official", may_concede=False)
        assert engine.legal_moves(unopposed(start, Attack(0, 0, THINGS)), seat=1) == moves


def test_in_the_preset_seed_waiting_tells_that_a_life_card_has_a_trigger() -> None:
    """Nobody is asked about another; so a player who sees the game wait knows that, but not which card it is."""
    start = table(opponent=Seat(life=("PB-015", "PB-001")))
    first = unopposed(start, Attack(0, 0, THINGS))

    assert engine.to_act(first) == {1}
    assert Keyword.TRIGGER in first.game.cards[first.game.battle.revealed].keywords  # type: ignore[union-attr, index]
    assert "PB-015" not in str(engine.view(first, 0))


# Refusals


def test_a_refusal_does_not_give_away_what_an_unknown_card_is() -> None:
    """The sentence depends on where a card is, never on what is printed on it; nor does what `why` says."""
    start = table(opponent=Seat(hand=("PB-051",)))
    other = table(opponent=Seat(hand=("PB-010",)))
    for card in (*range(THINGS, 2 * THINGS), *me(start).deck, *me(start).life):
        assert engine.step(start, PlayCard(0, card)) == engine.step(other, PlayCard(0, card))
        assert engine.why(start, PlayCard(0, card), seat=0) == engine.why(other, PlayCard(0, card), seat=0)


def test_why_does_not_say_what_the_next_cards_of_the_own_deck_are() -> None:
    """Guards that read a card presume that it is in the hand, and are not asked otherwise."""
    drawn = [table(Seat(deck=(number, *("PB-001",) * 20))) for number in ("PB-051", "PB-010", "PB-026")]
    moves = [move for move in REQUESTS if getattr(move, "card", None) == me(drawn[0]).deck[0]]

    for here in drawn[1:]:
        assert leaving(here, 1, moves) == leaving(drawn[0], 1, moves)
        assert [engine.why(here, move, seat=0) for move in moves] == [
            engine.why(drawn[0], move, seat=0) for move in moves
        ]


def test_only_players_and_spectators_have_a_view() -> None:
    with pytest.raises(PhasebookError, match="There is no seat 2; the seats are 0, 1, and None is a spectator"):
        engine.view(table(), 2)
