"""The nouns of the game: settings, pieces on the field, each player's side, and everything between two moves.

They hold no cycles, so the garbage collector need not look at them: gc=False, for speed.
"""

from enum import StrEnum
from typing import Annotated, Any

import msgspec

from fsm import News as EngineNews
from fsm import Variant, variants
from fsm.chance import Seed
from games.onepiece.cards import Card, Until

PLAYERS = (0, 1)
DON_DECK = 10
HAND = 5
MOST_CHARACTERS = 5
POWER_OF_DON = 1000

# Ids: a player's leader, fifty cards as they were last shuffled, ten DON. They show the owner, not the card.
THINGS = 61
"""How many cards one player has, DON included."""
FIRST_DON = 51

NEVER_ENDING = 200
"""So many effects one after the other, with nothing but effects between them, are taken for a loop."""


class Settings(msgspec.Struct, frozen=True):
    """What a preset decides. A setting that switches rows has the sentence for games without them."""

    sixth_character_by_trashing: Annotated[bool, Variant("Your character area is full.")] = False
    """A character may be played on a full field, by trashing one there."""
    don_counts_on_own_turn_only: bool = False
    """Given DON adds power on its owner's turn only."""
    nobody_attacks_on_a_first_turn: bool = False
    """The second player, too, may not attack on their first turn."""
    empty_deck_loses_at_once: bool = False
    """A player whose deck becomes empty loses at once, not only at the next draw."""
    first_life_card_at_the_bottom: bool = False
    """The deck's top card becomes the bottom life card, not the top one."""
    event_is_trashed_first: bool = False
    """An event is trashed before its effects are queued, not after."""
    players_order_their_triggers: Annotated[
        bool,
        Variant("Triggers keep the order in which they arose."),
    ] = False
    """Each player chooses which of their own triggers that wait together is next."""
    new_triggers_come_last: bool = False
    """Triggers that arise while others wait come after all of them, also after the opponent's."""
    trigger_needs_its_card: bool = False
    """A trigger that waits does nothing if its card has left the field meanwhile."""
    asks_about_each_life_card: Annotated[
        bool,
        Variant("Nobody is asked about a life card without a Trigger."),
    ] = False
    """Damage waits for the owner of each life card, with a Trigger or without, so that waiting tells nothing."""
    turns: Annotated[int, msgspec.Meta(ge=1, le=1000)] | None = None
    """Both players' turns together, after which time is up and nobody has won; without, there is no limit."""
    may_concede: Annotated[bool, Variant("Nobody concedes here.")] = True
    """Players may give up; off for random play, which would give up early."""


S = variants(Settings)
"""The settings as conditions of rows."""

PRESETS: dict[str, dict[str, Any]] = {
    "seed": {},
    "official": {
        "sixth_character_by_trashing": True,
        "don_counts_on_own_turn_only": True,
        "nobody_attacks_on_a_first_turn": True,
        "empty_deck_loses_at_once": True,
        "first_life_card_at_the_bottom": True,
        "event_is_trashed_first": True,
        "players_order_their_triggers": True,
        "new_triggers_come_last": True,
        "trigger_needs_its_card": True,
        "asks_about_each_life_card": True,
    },
    "small": {"turns": 2},
}


class Zone(StrEnum):
    """Where a card can be."""

    DECK = "deck"
    HAND = "hand"
    TRASH = "trash"
    LIFE = "life"
    DON_DECK = "don deck"
    COST_AREA = "cost area"
    GIVEN = "given"
    LEADER = "leader"
    CHARACTERS = "characters"
    STAGE = "stage"


class Reason(StrEnum):
    """Why a game ended."""

    NO_LIFE = "damage without life"
    NO_CARDS = "no cards left"
    CONCEDED = "conceded"
    ENDLESS = "endless effects"
    TIME_UP = "time is up"


class Modifier(msgspec.Struct, frozen=True, gc=False):
    """A change of power and cost for a while."""

    power: int
    cost: int
    until: Until
    player: int
    """Whose effect it is: "until your next turn" means this player's."""


class Piece(msgspec.Struct, frozen=True, gc=False):
    """A card on the field."""

    card: int
    rested: bool = False
    given: tuple[int, ...] = ()
    """The DON given to it."""
    since: int = 0
    """The turn in which it was played."""
    modifiers: tuple[Modifier, ...] = ()
    used: tuple[int, ...] = ()
    """Its effects that were used this turn, by their place on the card."""


class Side(msgspec.Struct, frozen=True, gc=False):
    """Everything of one player. The front of a pile is its top."""

    leader: Piece
    deck: tuple[int, ...]
    don_deck: tuple[int, ...]
    hand: tuple[int, ...] = ()
    life: tuple[int, ...] = ()
    trash: tuple[int, ...] = ()
    active_don: tuple[int, ...] = ()
    rested_don: tuple[int, ...] = ()
    characters: tuple[Piece, ...] = ()
    stage: Piece | None = None
    discounts: tuple[Modifier, ...] = ()
    """Changes of the cost of every card in the hand."""
    sent_back: tuple[int, ...] = ()
    """Cards that went from the field back to the hand: everybody has seen them."""


class Pending(msgspec.Struct, frozen=True, gc=False):
    """An effect that waits for its turn."""

    player: int
    card: int
    effect: int
    """Its place on the card."""
    given: int = 0
    """How many DON its card had when it left the field."""
    wave: int = 0
    """Triggers of an earlier wave come first; those of one wave arose together."""


class Running(msgspec.Struct, frozen=True, gc=False):
    """The effect that is being carried out."""

    player: int
    card: int
    effect: int
    """Its place on the card."""
    chooser: int
    """The player who decides about it now, or who chooses for its step."""
    step: int = 0
    chosen: tuple[int, ...] = ()
    """What was chosen for this step so far."""
    given: int = 0
    """How many DON its card had when it left the field."""
    begun: bool = False
    """It is used and paid; before that its player may still decline it."""


class Battle(msgspec.Struct, frozen=True, gc=False):
    """One attack, from its declaration to its end."""

    attacker: int
    target: int
    damage: int = 0
    """How much of the damage is still to be dealt."""
    revealed: int | None = None
    """The life card just taken, while its player decides about it."""


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended. Without a loser it is a draw."""

    loser: int | None
    winner: int | None
    reason: Reason


class News(EngineNews, frozen=True, gc=False):
    """Base of everything that the rules report; news.py has the rest. Everybody hears it, unless it says otherwise."""

    public = True


class Game(msgspec.Struct, frozen=True, gc=False):
    """Everything about a game, between two moves."""

    settings: Settings
    cards: tuple[Card, ...]
    """What is printed on each card, by id."""
    sides: tuple[Side, Side]
    first: int
    """The player who begins."""
    active: int
    """Whose turn it is."""
    seed: Seed
    draws: int = 0
    """How often chance was asked."""
    turn: int = 0
    queue: tuple[Pending, ...] = ()
    """Triggers that wait, the next one first: wave after wave, in each the active player's first."""
    running: Running | None = None
    battle: Battle | None = None
    joining: int | None = None
    """The character that is about to be played, while room is made for it."""
    chain: int = 0
    """How many effects came one after the other since the last time none was waiting."""
    losers: tuple[int, ...] = ()
    reason: Reason | None = None
    news: tuple[News, ...] | None = None
    """What an effect has reported so far, if anyone listens; always None between two moves."""


def returns(game: Game) -> dict[int, float]:
    """1 for the winner and -1 for the loser of a game that has ended; a draw is 0 for both."""
    if len(game.losers) != 1:
        return dict.fromkeys(PLAYERS, 0)
    return {player: -1 if player in game.losers else 1 for player in PLAYERS}


def outcome(game: Game) -> Outcome | None:
    """How the game ended, or None while it goes on."""
    if game.reason is None:
        return None
    if len(game.losers) != 1:
        return Outcome(None, None, game.reason)
    return Outcome(game.losers[0], 1 - game.losers[0], game.reason)
