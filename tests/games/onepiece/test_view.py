"""What a player may know, and that it is all a player may know."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from fsm import SettingsError, Snapshot
from fsm.chance import shuffled
from games.onepiece import Attack, DeclineTrigger, Game, PlayerView, UseTrigger, engine
from games.onepiece.table import THINGS
from tests.games.onepiece.games import random_game
from tests.games.onepiece.tables import Seat, after, effect, made, me, table, unopposed

SNAPSHOTS = [
    snapshot
    for seed, preset in ((1, "seed"), (2, "official"), (3, "seed"))
    for _, _, snapshot, _ in list(random_game(seed, preset))[::6]
]
TAKEN = [
    snapshot
    for seed in range(12)
    for _, _, snapshot, _ in random_game(seed, ("seed", "official")[seed % 2])
    if snapshot.phase == "main.battle.life_trigger"
]
"""Somebody thinks about the Trigger of a life card."""


def hidden_from(game: Game, player: int) -> list[tuple[int, ...]]:
    """The piles whose cards a player does not know. Cards whose effects are waiting lie open."""
    mine, theirs = game.sides[player], game.sides[1 - player]
    known = {pending.card for pending in game.queue} | ({game.running.card} if game.running else set())
    taken = (
        () if game.battle is None or game.battle.revealed is None or player != game.active else (game.battle.revealed,)
    )
    piles = (mine.deck, mine.life, theirs.deck, theirs.life, theirs.hand + taken)
    return [tuple(card for card in pile if card not in known) for pile in piles]


def disguised(snapshot: Snapshot[Game], player: int, seed: int) -> Snapshot[Game]:
    """Another game that looks the same to the player: unknown cards have changed places, and chance will differ."""
    game = snapshot.game
    cards = list(game.cards)
    piles = hidden_from(game, player)
    for group in (piles[0] + piles[1], piles[2] + piles[3] + piles[4]):
        for place, card in zip(group, shuffled(group, seed, 0), strict=True):
            cards[place] = game.cards[card]
    mine, theirs = game.sides[player], game.sides[1 - player]
    mine = replace(mine, deck=shuffled(mine.deck, seed, 1), life=mine.life[::-1])
    theirs = replace(theirs, deck=theirs.deck[::-1], life=theirs.life[::-1], hand=theirs.hand[::-1])
    sides = (mine, theirs) if player == 0 else (theirs, mine)
    return replace(snapshot, game=replace(game, cards=tuple(cards), sides=sides, seed=seed, draws=seed))


@settings(deadline=None)  # machines can be busy
@given(st.sampled_from(SNAPSHOTS + TAKEN), st.sampled_from([0, 1]), st.integers(0, 10**6))
def test_a_view_is_the_same_whatever_the_hidden_cards_are(snapshot: Snapshot[Game], player: int, seed: int) -> None:
    """So it shows nothing of the opponent's hand, of any life card, of any deck's order, or of the seed."""
    other = disguised(snapshot, player, seed)

    assert engine.view(other, player) == engine.view(snapshot, player)


def test_the_disguise_is_noticed_by_the_opponent() -> None:
    """Otherwise the test above would prove nothing."""
    snapshot = SNAPSHOTS[4]

    assert engine.view(disguised(snapshot, 0, 5), 1) != engine.view(snapshot, 1)


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


def test_only_the_player_who_decides_sees_the_life_card_just_taken() -> None:
    start = unopposed(table(opponent=Seat(life=("PB-015",))), Attack(0, 0, THINGS))

    assert start.phase == "main.battle.life_trigger"
    assert engine.view(start, 1).taken.number == "PB-015"
    assert engine.view(start, 0).taken is None
    assert engine.view(after(start, UseTrigger(1)), 1).taken is None


def test_both_players_see_what_triggers_have_interrupted() -> None:
    asking = made(effects=(effect("when_attacking", {"do": "rest", "target": "opposing_character"}),))
    start = after(table(Seat(characters=(asking,)), Seat(characters=("PB-001",) * 2)), Attack(0, 1, THINGS))

    for player in (0, 1):
        seen: PlayerView = engine.view(start, player)
        assert (seen.phase, seen.back) == ("triggers.choosing", ("main.battle.attacking",))
        assert engine.view(table(), player).back == ()


@pytest.mark.parametrize("attacker", ["PB-008", "PB-012"])
@pytest.mark.parametrize("life", [("PB-015",), ("PB-015", "PB-001"), ("PB-001", "PB-015"), ("PB-015", "PB-015")])
def test_the_opponent_does_not_see_whether_a_life_card_has_a_trigger(attacker: str, life: tuple[str, ...]) -> None:
    """The same view as if no life card had one, until it is used; its owner sees the real phase."""
    battle = [
        unopposed(table(Seat(characters=(attacker,)), opponent=Seat(life=cards)), Attack(0, 1, THINGS))
        for cards in (life, ("PB-001",) * len(life))
    ]
    shown = engine.view(battle[1], 0)

    assert (battle[1].phase, shown.phase) == ("main.idle", "main.idle")
    here = battle[0]
    while here.phase == "main.battle.life_trigger":
        assert engine.view(here, 0) == shown
        assert engine.view(here, 1).phase == "main.battle.life_trigger"
        here = after(here, DeclineTrigger(1))
    assert engine.view(here, 0) == shown


@settings(deadline=None)  # machines can be busy
@given(st.sampled_from(TAKEN))
def test_in_any_game_the_opponent_sees_what_comes_of_declining(snapshot: Snapshot[Game]) -> None:
    attacker, here = snapshot.game.active, snapshot
    while here.phase == "main.battle.life_trigger":
        here = after(here, DeclineTrigger(1 - attacker))

    assert engine.view(snapshot, attacker) == engine.view(here, attacker)


def test_a_refusal_does_not_give_away_what_an_unknown_card_is() -> None:
    """The sentence depends on where a card is, never on what is printed on it."""
    from games.onepiece import PlayCard

    start = table(opponent=Seat(hand=("PB-051",)))
    other = table(opponent=Seat(hand=("PB-010",)))
    for card in (*range(THINGS, 2 * THINGS), *me(start).deck, *me(start).life):
        assert engine.step(start, PlayCard(0, card)) == engine.step(other, PlayCard(0, card))


def test_only_players_have_a_view() -> None:
    with pytest.raises(SettingsError, match="There is no player 2; the players are 0 and 1"):
        engine.view(table(), 2)
