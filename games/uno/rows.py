"""The guards of whole rows of the flow, and the flow's remarks: names that keep the table on one screen."""

from games.uno.agreed import (
    bluffs_are_challenged,
    cards_act_at_once,
    draw_cards_stack,
    drawing_is_free,
    drawn_card_may_be_played,
    first_player_names_colour,
    hands_are_swapped,
    jumping_in_is_allowed,
    leaving_is_allowed,
    play_is_forced,
    uno_is_called,
)
from games.uno.dealing import is_in_the_match, only_two_are_left, wild_opens
from games.uno.extras import (
    answers_in_kind,
    cards_are_left,
    colour_suits_drawn_card,
    draw_card_was_laid,
    draw_four_was_laid,
    is_the_same_card,
    it_is_a_bluff,
    names_a_colour,
    one_card_is_left,
    seven_was_laid,
    swaps_with_another,
    zero_was_laid,
)
from games.uno.rules import LEGAL, colour_is_right, holds_the_card, is_last_card, is_your_turn, nothing_is_playable

# The guards of whole rows, in the order in which reasons are given

AT_ONCE = (*LEGAL, cards_act_at_once)
AT_ONCE_THE_LAST = (*AT_ONCE, is_last_card)
FORCED = (is_your_turn, play_is_forced, nothing_is_playable)
FORCED_TO_DECIDE = (*FORCED, drawn_card_may_be_played, cards_are_left)
FREE = (is_your_turn, drawing_is_free)
FREE_TO_DECIDE = (*FREE, drawn_card_may_be_played, cards_are_left)
LEGAL_IF_DRAWN = (is_your_turn, colour_suits_drawn_card)
OPENING_WILD = (first_player_names_colour, wild_opens)
COLOUR_NAMED = (is_your_turn, names_a_colour)
LAST_BUT_ONE = (uno_is_called, one_card_is_left)
CAUGHT = (is_in_the_match,)
DRAW_FOUR = (bluffs_are_challenged, draw_four_was_laid)
BLUFF = (is_your_turn, it_is_a_bluff)
DRAW_CARD = (draw_cards_stack, draw_card_was_laid)
SAME_KIND = (is_your_turn, holds_the_card, answers_in_kind, colour_is_right)
TWIN = (jumping_in_is_allowed, is_in_the_match, holds_the_card, is_the_same_card)
SEVEN = (hands_are_swapped, seven_was_laid)
ZERO = (hands_are_swapped, zero_was_laid)
OTHER_HAND = (is_your_turn, swaps_with_another)
LEAVES = (leaving_is_allowed, is_in_the_match)
LEAVES_IN_TURN = (*LEAVES, is_your_turn)
LEAVES_ONE = (*LEAVES, only_two_are_left)


# What a player reads who tries a move that the phase does not know

ROUND_OVER = "The round is over; deal the next one with next_round."
MATCH_OVER = "The match is over."
CHALLENGE_FIRST = "Answer the Wild Draw Four first: challenge or accept."
STACK_FIRST = "Answer the draw cards first: stack another or accept."
CALL_FIRST = "Somebody has one card left: they call UNO, another catches them, or the next player goes on."

IMPOSSIBLE = (
    *(("round_over", event, ROUND_OVER) for event in ("play", "draw")),
    *(("match_over", event, MATCH_OVER) for event in ("play", "draw", "leave", "next_round")),
    *(("round.challenging", event, CHALLENGE_FIRST) for event in ("play", "draw")),
    *(("round.stacking", event, STACK_FIRST) for event in ("play", "draw")),
    *(("round.calling", event, CALL_FIRST) for event in ("play", "draw")),
    *(("round.swapping", event, "Swap hands with another player first.") for event in ("play", "draw")),
    *(("round.naming", event, "Choose the colour of the opening wild first.") for event in ("play", "draw")),
    ("round.drawn", "play", "You have drawn: play that card with play_drawn, or keep it."),
    ("round.drawn", "draw", "You have drawn: play that card with play_drawn, or keep it."),
    ("round", "next_round", "The round is not over yet."),
)


# What the linter remarks and is meant

ACCEPTED = (
    ("may_deadlock", "round.playing", "The player to act can play a card that fits, and can draw when none does."),
    ("may_deadlock", "round.naming", "The player to act can name any of four colours."),
    ("may_deadlock", "round.drawn", "The player to act can keep the card."),
    ("may_deadlock", "round.calling", "The player with one card left can call."),
    ("may_deadlock", "round.challenging", "The player to act can accept."),
    ("may_deadlock", "round.stacking", "The player to act can accept."),
    ("may_deadlock", "round.swapping", "At least two players are in the match, so there is another hand."),
    ("may_deadlock", "round_over", "A single round ends the match; otherwise the next one can be dealt."),
    (
        "eventless_cycle",
        "round.opening-then-round.opening",
        "Only four cards are Wild Draw Fours and every shuffle is new, so another card opens soon.",
    ),
)
