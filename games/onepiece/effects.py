"""Carrying an effect out: may it happen, what does it cost, and its steps one after the other."""

from msgspec.structs import replace

from games.onepiece.cards import NO_CONDITION, NO_PRICE, OFF_THE_FIELD, Condition, Effect, Price
from games.onepiece.news import EffectUsed, add_news
from games.onepiece.steps import apply_unasked, choices, choices_wanted, chooser_of, rest
from games.onepiece.table import NEVER_ENDING, PLAYERS, Game, Piece, Reason, Running, Side
from games.onepiece.trigger_queue import effect_of
from games.onepiece.zones import piece_of, rest_don, return_don, with_piece

# May it happen?


def is_unused(piece: Piece | None, effect: Effect, place: int) -> bool:
    """Once per turn is counted for each card by itself, also for equal cards."""
    return not (effect.once_per_turn and piece is not None and place in piece.used)


def condition_holds(side: Side, piece: Piece | None, condition: Condition, given: int = 0) -> bool:
    """A card that has left the field is judged by the DON it had there, `given`."""
    return (
        (given if piece is None else len(piece.given)) >= condition.given_don
        and (condition.life_at_most is None or len(side.life) <= condition.life_at_most)
        and (condition.hand_at_most is None or len(side.hand) <= condition.hand_at_most)
    )


def is_payable(side: Side, piece: Piece | None, price: Price) -> bool:
    """The card can rest, if it must, and there is enough DON in the cost area."""
    if price.rest_self and (piece is None or piece.rested):
        return False
    in_cost_area = len(side.active_don) + len(side.rested_don)
    return len(side.active_don) >= price.rest_don and in_cost_area >= price.return_don


def is_possible(side: Side, piece: Piece | None, effect: Effect, place: int, given: int = 0) -> bool:
    """Whether an effect can be used now: not used up, its condition met, its cost payable."""
    return (
        (not effect.once_per_turn or is_unused(piece, effect, place))
        and (effect.condition is NO_CONDITION or condition_holds(side, piece, effect.condition, given))
        and (effect.cost is NO_PRICE or is_payable(side, piece, effect.cost))
    )


def can_happen(game: Game, running: Running) -> bool:
    """Whether the effect that is due is possible. A player who can end a chain by declining has to."""
    effect = effect_of(game, running)
    if game.chain >= NEVER_ENDING and effect.may_be_declined:
        return False
    piece = piece_of(game, running.card)
    if piece is None and game.settings.trigger_needs_its_card and effect.timing not in OFF_THE_FIELD:
        return False
    return is_possible(game.sides[running.player], piece, effect, running.effect, running.given)


# It happens


def begin(game: Game, running: Running) -> Game:
    """The effect is used: noted for once per turn, paid, and carried out until a player must choose.

    An effect of a chain without end is not: nobody can end the loop, so nobody wins.
    """
    if game.chain >= NEVER_ENDING:
        return replace(game, losers=PLAYERS, reason=Reason.ENDLESS)
    effect, piece = effect_of(game, running), piece_of(game, running.card)
    game = replace(game, running=replace(running, begun=True))
    game = add_news(game, EffectUsed(running.player, running.card, effect.timing))
    if effect.once_per_turn and piece is not None:
        game = with_piece(game, replace(piece, used=(*piece.used, running.effect)))
    return carry_on(pay(game, running, effect.cost))


def pay(game: Game, running: Running, price: Price) -> Game:
    """First DON is rested, then DON goes back, then the card rests."""
    game = rest_don(game, running.player, price.rest_don)
    if price.return_don:
        game = return_don(game, running.player, price.return_don)
    piece = piece_of(game, running.card)
    return rest(game, piece) if price.rest_self and piece is not None else game


def carry_on(game: Game) -> Game:
    """Step after step, until a player must choose, a player has lost, or the effect is done."""
    running = running_effect(game)
    steps = effect_of(game, running).steps
    while running.step < len(steps) and not game.losers:
        step = steps[running.step]
        wanted = choices_wanted(step)
        if not wanted:
            game = apply_unasked(game, running, step)
        elif len(running.chosen) < wanted and choices(game, running, step):
            return replace(game, running=replace(running, chooser=chooser_of(step, running.player)))
        running = replace(running, step=running.step + 1, chosen=())
    return replace(game, running=running)


# The effect that is due


def running_effect(game: Game) -> Running:
    """The effect that is due, where the phase says that there is one."""
    assert game.running is not None, "an effect is due"
    return game.running


def is_waiting_for_a_choice(game: Game) -> bool:
    """Whether the running effect has stopped because a player must choose."""
    running = game.running
    return running is not None and not game.losers and running.step < len(effect_of(game, running).steps)


def open_choices(game: Game) -> tuple[int, ...]:
    """The cards that may be chosen for the running effect; none while it does not wait for a choice."""
    running = game.running
    if running is None or not is_waiting_for_a_choice(game):
        return ()
    return choices(game, running, effect_of(game, running).steps[running.step])
