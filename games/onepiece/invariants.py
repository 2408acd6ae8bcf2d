"""What holds in every snapshot. What each phase asks of the game is in phases.py."""

from collections import Counter
from collections.abc import Iterator

from fsm import Snapshot
from fsm.chance import is_seed
from games.onepiece.cards import Card, Category
from games.onepiece.phases import FITS, INTERRUPTED
from games.onepiece.table import (
    DON_DECK,
    FIRST_DON,
    MOST_CHARACTERS,
    PLAYERS,
    THINGS,
    Game,
    Pending,
    Running,
    Side,
)
from games.onepiece.trigger_queue import precedence
from games.onepiece.zones import is_don, owner_of, pieces


def cards_of(game: Game, player: int) -> Iterator[int]:
    """Every card in every zone of a player, DON included."""
    side = game.sides[player]
    yield from (*side.deck, *side.hand, *side.trash, *side.life)
    yield from (*side.don_deck, *side.active_don, *side.rested_don)
    for piece in pieces(side):
        yield piece.card
        yield from piece.given
    revealed = None if game.battle is None else game.battle.revealed
    if revealed is not None and owner_of(revealed) == player:
        yield revealed


def don_of(side: Side) -> Iterator[int]:
    """Every DON of a side: in the DON deck, in the cost area, given."""
    yield from (*side.don_deck, *side.active_don, *side.rested_don)
    for piece in pieces(side):
        yield from piece.given


def each_card_is_in_one_zone(snapshot: Snapshot[Game]) -> bool:
    """Every card exactly once, on its owner's side."""
    return all(
        sorted(cards_of(snapshot.game, player)) == list(range(player * THINGS, (player + 1) * THINGS))
        for player in PLAYERS
    )


def each_id_has_its_kind_of_card(snapshot: Snapshot[Game]) -> bool:
    """A leader, fifty cards of a deck and ten DON for each player, in this order."""
    faces = snapshot.game.cards
    return len(faces) == len(PLAYERS) * THINGS and all(
        are_a_players_cards(faces[player * THINGS : (player + 1) * THINGS]) for player in PLAYERS
    )


def are_a_players_cards(faces: tuple[Card, ...]) -> bool:
    """The cards of one player, by id."""
    kinds = [face.category for face in faces]
    return (
        kinds[0] is Category.LEADER
        and not {Category.LEADER, Category.DON} & set(kinds[1:FIRST_DON])
        and set(kinds[FIRST_DON:]) == {Category.DON}
    )


def everything_named_exists(snapshot: Snapshot[Game]) -> bool:
    """Players, cards and effects: other rules look them up and presume it."""
    game = snapshot.game
    return (
        game.first in PLAYERS
        and game.active in PLAYERS
        and len(game.cards) == len(PLAYERS) * THINGS
        and all(owner_of(piece.card) == player for player in PLAYERS for piece in pieces(game.sides[player]))
        and all(names_an_effect(game, which) for which in (*game.queue, game.running) if which is not None)
    )


def names_an_effect(game: Game, which: Pending | Running) -> bool:
    """An effect that waits or runs is printed on a card of its player."""
    return (
        which.player in PLAYERS
        and owner_of(which.card) == which.player
        and 0 <= which.effect < len(game.cards[which.card].effects)
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
    return everything_named_exists(snapshot) and all(
        len(side.characters) <= MOST_CHARACTERS
        and faces[side.leader.card].category is Category.LEADER
        and all(faces[piece.card].category is Category.CHARACTER for piece in side.characters)
        and (side.stage is None or faces[side.stage.card].category is Category.STAGE)
        for side in snapshot.game.sides
    )


def triggers_wait_in_order(snapshot: Snapshot[Game]) -> bool:
    """Wave after wave, in each the active player's first."""
    turns = [precedence(snapshot.game.active, pending) for pending in snapshot.game.queue]
    return turns == sorted(turns)


def once_per_turn_is_respected(snapshot: Snapshot[Game]) -> bool:
    """No effect was used twice this turn."""
    for side in snapshot.game.sides:
        if any(times > 1 for piece in pieces(side) for times in Counter(piece.used).values()):
            return False
    return True


def what_was_sent_back_is_not_hidden_again(snapshot: Snapshot[Game]) -> bool:
    """Cards that were on the field and went back to the hand are no longer in the deck or among the life cards."""
    return all(
        len(set(side.sent_back)) == len(side.sent_back)
        and {*side.hand, *side.trash, *[piece.card for piece in pieces(side)]}.issuperset(side.sent_back)
        for side in snapshot.game.sides
    )


def all_news_is_delivered(snapshot: Snapshot[Game]) -> bool:
    """Between two moves, the game holds none."""
    return snapshot.game.news is None


def someone_decides(snapshot: Snapshot[Game]) -> bool:
    """A game rests only where a player has something to say, or where it is over."""
    return snapshot.phase in FITS


def the_phase_fits_the_game(snapshot: Snapshot[Game]) -> bool:
    """The game is one that can rest in this phase."""
    fits = FITS.get(snapshot.phase)
    return fits is None or (everything_named_exists(snapshot) and fits(snapshot.game))


def what_is_interrupted_fits_the_game(snapshot: Snapshot[Game]) -> bool:
    """The game can go on where triggers have interrupted it."""
    return not snapshot.back or (
        everything_named_exists(snapshot) and all(INTERRUPTED[caller.phase](snapshot.game) for caller in snapshot.back)
    )


def seed_is_within_bounds(snapshot: Snapshot[Game]) -> bool:
    return is_seed(snapshot.game.seed)


INVARIANTS = (
    each_card_is_in_one_zone,
    each_id_has_its_kind_of_card,
    everything_named_exists,
    each_player_has_ten_don,
    field_is_within_limits,
    triggers_wait_in_order,
    once_per_turn_is_respected,
    what_was_sent_back_is_not_hidden_again,
    all_news_is_delivered,
    someone_decides,
    the_phase_fits_the_game,
    what_is_interrupted_fits_the_game,
    seed_is_within_bounds,
)
