"""What holds in every snapshot."""

from collections import Counter
from collections.abc import Iterator

from fsm import Snapshot
from games.onepiece.cards import Category
from games.onepiece.table import DON_DECK, MOST_CHARACTERS, THINGS, Game, Side
from games.onepiece.zones import is_don, owner_of, pieces

RESTING = frozenset(
    {
        "setup.first_hand",
        "setup.second_hand",
        "main.idle",
        "main.playing.making_room",
        "main.triggers.ordering",
        "main.triggers.offered",
        "main.triggers.choosing",
        "main.battle.blocking",
        "main.battle.countering",
        "main.battle.life_trigger",
        "game_over",
    }
)
"""The phases in which someone decides, or nobody any more."""


def cards_of(game: Game, player: int) -> Iterator[int]:
    """Every card in every zone of a player, DON included."""
    side = game.sides[player]
    for pile in (side.deck, side.hand, side.trash, side.life, side.don_deck, side.active_don, side.rested_don):
        yield from pile
    for piece in pieces(side):
        yield piece.card
        yield from piece.given
    if game.battle is not None and game.battle.revealed is not None and owner_of(game.battle.revealed) == player:
        yield game.battle.revealed


def don_of(side: Side) -> Iterator[int]:
    """Every DON of a side: in the DON deck, in the cost area, given."""
    yield from (*side.don_deck, *side.active_don, *side.rested_don)
    for piece in pieces(side):
        yield from piece.given


def each_card_is_in_one_zone(snapshot: Snapshot[Game]) -> bool:
    """Every card exactly once, on its owner's side."""
    return all(
        sorted(cards_of(snapshot.game, player)) == list(range(player * THINGS, (player + 1) * THINGS))
        for player in (0, 1)
    )


def each_player_has_ten_don(snapshot: Snapshot[Game]) -> bool:
    """Over DON deck, cost area and given, and nothing but DON there."""
    for side in snapshot.game.sides:
        found = list(don_of(side))
        if len(found) != DON_DECK or not all(is_don(don) for don in found):
            return False
    return True


def field_is_within_limits(snapshot: Snapshot[Game]) -> bool:
    """At most five characters; characters, leaders and stages each where they belong."""
    faces = snapshot.game.cards
    return all(
        len(side.characters) <= MOST_CHARACTERS
        and faces[side.leader.card].category is Category.LEADER
        and all(faces[piece.card].category is Category.CHARACTER for piece in side.characters)
        and (side.stage is None or faces[side.stage.card].category is Category.STAGE)
        for side in snapshot.game.sides
    )


def the_active_players_triggers_come_first(snapshot: Snapshot[Game]) -> bool:
    """The queue is never mixed."""
    owners = [pending.player != snapshot.game.active for pending in snapshot.game.queue]
    return owners == sorted(owners)


def once_per_turn_is_respected(snapshot: Snapshot[Game]) -> bool:
    """No effect was used twice this turn."""
    for side in snapshot.game.sides:
        if any(times > 1 for piece in pieces(side) for times in Counter(piece.used).values()):
            return False
    return True


def nothing_is_left_untold(snapshot: Snapshot[Game]) -> bool:
    """Between two moves the rules have told everything."""
    return snapshot.game.news is None


def someone_decides(snapshot: Snapshot[Game]) -> bool:
    """A game rests only where a player has something to say."""
    return snapshot.phase in RESTING


def the_phase_fits_the_game(snapshot: Snapshot[Game]) -> bool:
    """A battle, a running effect, a newcomer and a result are there exactly when the phase says so."""
    game, phase = snapshot.game, snapshot.phase
    if phase == "game_over":
        return game.reason is not None
    fits = (
        (game.running is not None) == (phase in ("main.triggers.offered", "main.triggers.choosing")),
        (game.joining is not None) == (phase == "main.playing.making_room"),
        game.battle is not None if phase.startswith("main.battle") else phase != "main.idle" or game.battle is None,
        not game.losers and game.reason is None,
    )
    return all(fits)


INVARIANTS = (
    each_card_is_in_one_zone,
    each_player_has_ten_don,
    field_is_within_limits,
    the_active_players_triggers_come_first,
    once_per_turn_is_respected,
    nothing_is_left_untold,
    someone_decides,
    the_phase_fits_the_game,
)
