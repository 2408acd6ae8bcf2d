"""What a match is played with: guards that ask the settings alone, so that a preset decides them once."""

from fsm import guard
from games.uno.table import Settings


@guard("Cards wait for calls and answers in this match.", negated="Cards act at once in this match.")
def cards_act_at_once(settings: Settings) -> bool:
    """No rule of this match comes between laying a card and its effect, and nobody plays but in turn."""
    return not (
        settings.play_drawn_card
        or settings.challenges
        or settings.uno_calls
        or settings.stacking
        or settings.jump_in
        or settings.seven_zero
    )


@guard("A drawn card is kept in this match.")
def drawn_card_may_be_played(settings: Settings) -> bool:
    """Whoever draws may play that card at once."""
    return settings.play_drawn_card


@guard("Wild Draw Fours are not challenged in this match.")
def bluffs_are_challenged(settings: Settings) -> bool:
    """A Wild Draw Four may be challenged."""
    return settings.challenges


@guard("UNO is not called in this match.")
def uno_is_called(settings: Settings) -> bool:
    """One card left must be called."""
    return settings.uno_calls


@guard("An opening wild has no colour in this match.")
def first_player_names_colour(settings: Settings) -> bool:
    """The first player names the colour of an opening wild."""
    return settings.name_opening_colour


@guard("Drawing is free in this match.")
def play_is_forced(settings: Settings) -> bool:
    """Whoever can play must not draw."""
    return settings.force_play


@guard("Whoever can play must play in this match.")
def drawing_is_free(settings: Settings) -> bool:
    """Whoever can play may draw all the same."""
    return not settings.force_play


@guard("Draw cards are not stacked in this match.")
def draw_cards_stack(settings: Settings) -> bool:
    """A draw card may be answered with another."""
    return settings.stacking


@guard("Nobody jumps in in this match.")
def jumping_in_is_allowed(settings: Settings) -> bool:
    """The top card's twin may be played out of turn."""
    return settings.jump_in


@guard("Hands are not swapped in this match.")
def hands_are_swapped(settings: Settings) -> bool:
    """A seven swaps two hands, a zero passes all hands on."""
    return settings.seven_zero


@guard("Nobody may leave this match.")
def leaving_is_allowed(settings: Settings) -> bool:
    """Players may leave, during a round and between rounds."""
    return settings.leaving
