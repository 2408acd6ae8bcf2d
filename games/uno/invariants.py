"""What holds in every snapshot of Uno, the phase and the table tied together.

They are asked before anything else when a save is loaded, so they make do with any table of the right types:
the first makes sure that there is a player to act, and the others ask it before they look for one.
"""

from collections.abc import Callable
from itertools import pairwise

from fsm import Snapshot
from fsm.chance import is_seed
from games.uno.answers import has_room
from games.uno.cards import COLOUR, DRAWN_FOR, PLAYABLE, SYMBOL, WILD, WILD_DRAW_FOUR, WITHOUT_CHOICE, deck_of
from games.uno.scoring import limit_is_reached
from games.uno.table import Table

ALL_CARDS = {is_short: frozenset(deck_of(is_short)) for is_short in (False, True)}
ANSWERING = ("round.challenging", "round.stacking", "round.calling")


# The table


def one_seat_is_to_act(snapshot: Snapshot[Table]) -> bool:
    """Every seat has a hand and a score; of those still in the match, in their order, one has the turn."""
    return is_seated(snapshot.game)


def is_seated(game: Table) -> bool:
    """Whether the seats are sound, and the turn is with one of them."""
    order, players = game.order, game.settings.players
    return (
        len(game.hands) == len(game.scores) == players
        and 0 <= game.turn < len(order)
        and order[0] >= 0
        and order[-1] < players
        and all(seat < following for seat, following in pairwise(order))
    )


def cards_are_conserved(snapshot: Snapshot[Table]) -> bool:
    """Deck, pile and hands together are the cards of the match, each once; only on the pile has a wild a colour."""
    game = snapshot.game
    cards = [WITHOUT_CHOICE.get(card, "") for card in game.pile]
    cards.extend(game.deck)
    for hand in game.hands:
        cards.extend(hand)
    return len(cards) == len(set(cards)) and set(cards) == ALL_CARDS[game.settings.short_deck]


def direction_is_one_step(snapshot: Snapshot[Table]) -> bool:
    """Play goes one way or the other."""
    return snapshot.game.direction in (1, -1)


def top_card_is_not_in_deck(snapshot: Snapshot[Table]) -> bool:
    """The top card lies on the pile, and nowhere else."""
    game = snapshot.game
    return bool(game.pile) and game.pile[-1] in COLOUR and WITHOUT_CHOICE[game.pile[-1]] not in game.deck


def wilds_on_the_pile_have_colours(snapshot: Snapshot[Table]) -> bool:
    """A wild that was played carries a colour; one that opened the round, first on the pile, has none."""
    game = snapshot.game
    if all(COLOUR.get(card) for card in game.pile):
        return True
    return all(COLOUR.get(card) for card in game.pile[1:]) and SYMBOL.get(game.pile[0]) == WILD


# The round


def only_a_winner_has_no_cards(snapshot: Snapshot[Table]) -> bool:
    """A player who left holds no cards; of the others, all do, but for the winner of a round that is over."""
    game = snapshot.game
    winner = None if snapshot.phase.startswith("round.") else game.winner
    return all(bool(hand) is (seat in game.order and seat != winner) for seat, hand in enumerate(game.hands))


def rounds_are_counted(snapshot: Snapshot[Table]) -> bool:
    """Rounds are counted from 1, each was dealt; a single round is the first, and scores only at its end."""
    game = snapshot.game
    if not 1 <= game.round <= game.draws:
        return False
    return game.settings.score_limit is not None or (
        game.round == 1 and (game.winner is not None or not any(game.scores))
    )


def debts_wait_for_answers(snapshot: Snapshot[Table]) -> bool:
    """Cards are owed, and bluffs remembered, only until somebody has answered."""
    game = snapshot.game
    return snapshot.phase in ANSWERING or (game.owed == 0 and game.bluffer is None)


# The phase


def phase_tells_the_table(snapshot: Snapshot[Table]) -> bool:
    """A match waits in nine phases, and the table shows what for; in all others it would go on by itself."""
    fits, game = PHASES.get(snapshot.phase), snapshot.game
    if fits is None or not is_seated(game) or not game.pile or game.pile[-1] not in COLOUR:
        return False
    if snapshot.phase.startswith("round."):
        return goes_on(game) and fits(game)
    return fits(game)


def goes_on(game: Table) -> bool:
    """At least two play, nobody has won, and the player to act has a card."""
    is_undecided = game.winner is None and not limit_is_reached(game)
    return len(game.order) >= 2 and is_undecided and bool(hand_in_turn(game))


def hand_in_turn(game: Table) -> tuple[str, ...]:
    """The hand of the player to act."""
    return game.hands[game.player]


def waits_for_a_play(game: Table) -> bool:
    """Where the first player names the colour of an opening wild, it has one, unless that player has left."""
    return opening_has_a_colour(game)


def opening_has_a_colour(game: Table) -> bool:
    """Nobody needs to name a colour any more."""
    somebody_left = len(game.order) < game.settings.players
    return not game.settings.name_opening_colour or COLOUR[game.pile[-1]] is not None or somebody_left


def waits_for_a_colour(game: Table) -> bool:
    """The opening card is a wild without a colour."""
    return game.settings.name_opening_colour and len(game.pile) == 1 and COLOUR[game.pile[-1]] is None


def waits_for_a_decision(game: Table) -> bool:
    """The card drawn last fits; where drawing was not free, no other one does."""
    *others, drawn = hand_in_turn(game)
    playable = PLAYABLE[game.pile[-1]]
    was_allowed = not game.settings.force_play or playable.isdisjoint(others)
    may_be_played = game.settings.play_drawn_card and bool(others) and drawn in playable
    return may_be_played and was_allowed and opening_has_a_colour(game)


def waits_for_the_call(game: Table) -> bool:
    """One card is left of the hand, and another was just laid."""
    was_laid = len(game.pile) > 1 and COLOUR[game.pile[-1]] is not None
    must_call = game.settings.uno_calls and len(hand_in_turn(game)) == 1
    return must_call and was_laid and debt_was_stacked(game) and bluff_is_own(game)


def debt_was_stacked(game: Table) -> bool:
    """Where cards are owed before the top card acts, it was stacked on a draw card of its kind."""
    top, below = SYMBOL[game.pile[-1]], SYMBOL.get(game.pile[-2])
    is_stacked = game.settings.stacking and top in DRAWN_FOR and top == below and not is_challenged(game)
    return game.owed == 0 or (is_stacked and game.owed % DRAWN_FOR[top] == 0 and another_fits(game))


def bluff_is_own(game: Table) -> bool:
    """Before the top card acts, a bluff is of the player who laid it."""
    return game.bluffer is None or (game.bluffer == game.player and SYMBOL[game.pile[-1]] == WILD_DRAW_FOUR)


def waits_for_a_challenge(game: Table) -> bool:
    """A Wild Draw Four demands four cards, and the player who laid it is not the one to answer."""
    return is_challenged(game) and game.owed == DRAWN_FOR[WILD_DRAW_FOUR] and bluffer_is_another(game)


def waits_for_a_stack(game: Table) -> bool:
    """Draw cards of one kind, not to be challenged, demand as many cards as they are."""
    each = DRAWN_FOR.get(SYMBOL[game.pile[-1]], 0)
    counted = each > 0 and game.owed > 0 and game.owed % each == 0 and another_fits(game)
    return game.settings.stacking and counted and not is_challenged(game) and bluffer_is_another(game)


def another_fits(game: Table) -> bool:
    """The cards owed leave room for one more draw card of the top card's kind."""
    return has_room(game.settings.stack_limit, game.owed + DRAWN_FOR[SYMBOL[game.pile[-1]]])


def is_challenged(game: Table) -> bool:
    """The top card is a Wild Draw Four, and those are challenged, not stacked."""
    return game.settings.challenges and SYMBOL[game.pile[-1]] == WILD_DRAW_FOUR


def bluffer_is_another(game: Table) -> bool:
    """A bluff is remembered only with a Wild Draw Four on top, and of a seat that does not answer it."""
    if game.bluffer is None:
        return True
    is_another = game.bluffer != game.player and game.bluffer < game.settings.players
    return is_another and SYMBOL[game.pile[-1]] == WILD_DRAW_FOUR


def waits_for_a_swap(game: Table) -> bool:
    """A seven was laid."""
    return game.settings.seven_zero and SYMBOL[game.pile[-1]] == "7"


def waits_for_the_next_round(game: Table) -> bool:
    """A round is won, no limit is reached, and at least two are left; the turn is the winner's, or was."""
    in_turn = game.winner == game.player or game.winner not in game.order
    is_won = game.winner is not None and in_turn and len(game.order) >= 2
    return is_won and game.settings.score_limit is not None and not limit_is_reached(game)


def is_at_its_end(game: Table) -> bool:
    """One player is left, or the winner of the last round has won the match."""
    is_won = game.winner is not None and (game.settings.score_limit is None or limit_is_reached(game))
    return is_won and game.winner == game.player if len(game.order) > 1 else not is_won


PHASES: dict[str, Callable[[Table], bool]] = {
    "round.naming": waits_for_a_colour,
    "round.playing": waits_for_a_play,
    "round.drawn": waits_for_a_decision,
    "round.calling": waits_for_the_call,
    "round.challenging": waits_for_a_challenge,
    "round.stacking": waits_for_a_stack,
    "round.swapping": waits_for_a_swap,
    "round_over": waits_for_the_next_round,
    "match_over": is_at_its_end,
}
"""The phases in which a player is to act, or nobody any more, and what the table must be like."""


def seed_is_within_bounds(snapshot: Snapshot[Table]) -> bool:
    return is_seed(snapshot.game.seed)


INVARIANTS = (
    one_seat_is_to_act,
    phase_tells_the_table,
    cards_are_conserved,
    direction_is_one_step,
    top_card_is_not_in_deck,
    wilds_on_the_pile_have_colours,
    only_a_winner_has_no_cards,
    rounds_are_counted,
    debts_wait_for_answers,
    seed_is_within_bounds,
)
