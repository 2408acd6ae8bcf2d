"""Carrying an effect out: may it happen, what does it cost, and its steps one after the other."""

from msgspec.structs import replace

from games.onepiece.cards import NO_CONDITION, NO_PRICE, OFF_THE_FIELD, Condition, Effect, Price
from games.onepiece.news import EffectDropped, EffectUsed
from games.onepiece.pending import effect_of
from games.onepiece.steps import (
    apply_to_choice,
    apply_unasked,
    choices,
    choices_wanted,
    chooser_of,
    rest,
)
from games.onepiece.table import NEVER_ENDING, PLAYERS, Game, Piece, Reason, Running, Side
from games.onepiece.zones import add_news, piece_of, rest_don, return_don, with_piece

# May it happen?


def is_unused(piece: Piece | None, effect: Effect, place: int) -> bool:
    """Once per turn is respected, card by card."""
    return not (effect.once_per_turn and piece is not None and place in piece.used)


def condition_holds(side: Side, piece: Piece | None, condition: Condition, given: int = 0) -> bool:
    """What the effect asks for is so. A card that has left the field is judged by the DON it had there."""
    return (
        (given if piece is None else len(piece.given)) >= condition.given_don
        and (condition.life_at_most is None or len(side.life) <= condition.life_at_most)
        and (condition.hand_at_most is None or len(side.hand) <= condition.hand_at_most)
    )


def is_payable(side: Side, piece: Piece | None, price: Price) -> bool:
    """The player can pay for the effect."""
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
    """Whether the effect that is due is possible. Whoever can end a chain by declining has to."""
    effect = effect_of(game, running)
    if game.chain >= NEVER_ENDING and effect.may_be_declined:
        return False
    piece = piece_of(game, running.card)
    if piece is None and game.settings.trigger_needs_its_card and effect.timing not in OFF_THE_FIELD:
        return False
    return is_possible(game.sides[running.player], piece, effect, running.effect, running.given)


# It happens


def begun(game: Game, running: Running) -> Game:
    """The effect is used: noted for once per turn, paid, and carried out as far as nobody must choose.

    An effect of a chain without end is not: nobody can end the loop, so nobody wins.
    """
    if game.chain >= NEVER_ENDING:
        return replace(game, losers=PLAYERS, reason=Reason.ENDLESS)
    effect, piece = effect_of(game, running), piece_of(game, running.card)
    running = Running(running.player, running.card, running.effect, 0, (), running.player, running.given, True)
    game = add_news(replace(game, running=running), EffectUsed(running.player, running.card, effect.timing))
    if effect.once_per_turn and piece is not None:
        game = with_piece(game, replace(piece, used=(*piece.used, running.effect)))
    return carried_on(paid(game, running, effect.cost))


def paid(game: Game, running: Running, price: Price) -> Game:
    """The game after the price of an effect."""
    game = rest_don(game, running.player, price.rest_don)
    if price.return_don:
        game = return_don(game, running.player, price.return_don)
    piece = piece_of(game, running.card)
    return rest(game, piece) if price.rest_self and piece is not None else game


def carried_on(game: Game) -> Game:
    """Step after step, until someone must choose, someone has lost, or the effect is done."""
    running = game.running
    assert running is not None, "an effect is running"
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


def chosen(game: Game, card: int) -> Game:
    """The running step, for a card that was chosen; then the effect goes on."""
    running = game.running
    assert running is not None, "an effect is running"
    step = effect_of(game, running).steps[running.step]
    game = apply_to_choice(game, running, step, card)
    return carried_on(replace(game, running=replace(running, chosen=(*running.chosen, card))))


def enough(game: Game) -> Game:
    """Nothing more is chosen for the running step; the effect goes on."""
    running = game.running
    assert running is not None, "an effect is running"
    return carried_on(replace(game, running=replace(running, step=running.step + 1, chosen=())))


def dropped(game: Game) -> Game:
    """The effect does not happen."""
    running = game.running
    assert running is not None, "an effect is running"
    return add_news(done(game), EffectDropped(running.player, running.card, effect_of(game, running).timing))


def done(game: Game) -> Game:
    """The effect is over; the chain ends with the last one that waits."""
    return replace(game, running=None, chain=game.chain + 1 if game.queue else 0)


# What the running effect waits for


def is_waiting_for_a_choice(game: Game) -> bool:
    """Whether the running effect has stopped because someone must choose."""
    running = game.running
    return running is not None and not game.losers and running.step < len(effect_of(game, running).steps)


def open_choices(game: Game) -> tuple[int, ...]:
    """The cards that may be chosen now."""
    running = game.running
    if running is None or not is_waiting_for_a_choice(game):
        return ()
    return choices(game, running, effect_of(game, running).steps[running.step])


def may_choose_nothing(game: Game) -> bool:
    """Whether the running step says "up to"."""
    running = game.running
    if running is None or not is_waiting_for_a_choice(game):
        return False
    return bool(getattr(effect_of(game, running).steps[running.step], "up_to", False))
