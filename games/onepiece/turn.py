"""A turn: start, refresh, draw, DON, and its end."""

from msgspec.structs import replace

from fsm import guard
from games.onepiece.cards import Timing, Until
from games.onepiece.news import DonReturned, PowerChanged, TurnBegan, add_news, delivers_news
from games.onepiece.power_and_cost import end_modifiers, power_of
from games.onepiece.table import PLAYERS, Game, Piece, Reason, Zone
from games.onepiece.trigger_queue import queue_triggers_of_side
from games.onepiece.zones import add_don, draw, pieces, with_piece, with_side

DON_PER_TURN = 2

# Start


@delivers_news
def begin_first_turn(game: Game) -> Game:
    return begin_turn(game, game.first)


@delivers_news
def begin_next_turn(game: Game) -> Game:
    return begin_turn(game, 1 - game.active)


def begin_turn(game: Game, player: int) -> Game:
    """What lasted until this player's next turn ends, and start-of-turn effects trigger."""
    game = replace(game, active=player, turn=game.turn + 1)
    game = end_modifiers(add_news(game, TurnBegan(player, game.turn)), (Until.YOUR_NEXT_TURN,), player)
    return queue_triggers_of_side(game, game.sides[player], Timing.START_OF_YOUR_TURN)


# Refresh, draw, DON


@delivers_news
def refresh(game: Game) -> Game:
    """Given DON returns, and everything of the active player becomes active."""
    side = game.sides[game.active]
    given = tuple([don for piece in pieces(side) for don in piece.given])
    weaker = [piece.card for piece in pieces(side) if piece.given]
    side = replace(
        side,
        leader=refreshed(side.leader),
        characters=tuple([refreshed(piece) for piece in side.characters]),
        stage=None if side.stage is None else refreshed(side.stage),
        active_don=side.active_don + side.rested_don + given,
        rested_don=(),
    )
    game = with_side(game, game.active, side)
    if given:
        game = add_news(game, DonReturned(game.active, given, Zone.COST_AREA))
        changed = [piece for piece in pieces(side) if piece.card in weaker]
        game = add_news(game, *[PowerChanged(piece.card, power_of(game, piece)) for piece in changed])
    return game


def refreshed(piece: Piece) -> Piece:
    """A piece active and without DON."""
    return replace(piece, rested=False, given=()) if piece.rested or piece.given else piece


@guard("Only the first turn is without a card.", says="the first player skips the draw")
def draw_is_skipped(game: Game) -> bool:
    """The first player does not draw on the first turn."""
    return game.turn == 1


@delivers_news
def draw_for_turn(game: Game) -> Game:
    """A player whose deck is empty has lost; when time is up, nobody has won."""
    turns = game.settings.turns
    if turns is not None and game.turn > turns:
        return replace(game, losers=PLAYERS, reason=Reason.TIME_UP)
    return draw(game, game.active, 1)


@delivers_news
def place_don(game: Game) -> Game:
    """Two DON, one on the first turn, fewer if the DON deck is short."""
    return add_don(game, game.active, 1 if game.turn == 1 else DON_PER_TURN)


# End


@delivers_news
def begin_end_phase(game: Game) -> Game:
    """End-of-turn effects trigger, the active player's and then the opponent's."""
    game = queue_triggers_of_side(game, game.sides[game.active], Timing.END_OF_YOUR_TURN)
    return queue_triggers_of_side(game, game.sides[1 - game.active], Timing.END_OF_OPPONENTS_TURN)


@delivers_news
def clean_up(game: Game) -> Game:
    """What lasted for this turn at most ends, on both sides; effects can be used again."""
    game = end_modifiers(game, (Until.END_OF_TURN, Until.END_OF_BATTLE))
    for player in PLAYERS:
        for piece in pieces(game.sides[player]):
            if piece.used:
                game = with_piece(game, replace(piece, used=()))
    return game
