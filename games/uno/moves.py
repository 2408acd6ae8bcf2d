"""The moves of Uno. Each says whose it is, `player` is a seat, counted from 0; the host deals the next round.

What is declared `when_absent` makes a dull player, not a bad one: they lay the first card that fits, else draw; call
UNO; pay what is demanded; and keep what they have drawn.

The moves of a turn are made once, for all seats and cards: they are frozen, and there are few of them. Their
candidates are single expressions, which the engine writes into its own code.
"""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Protocol, Self

from fsm import Move
from games.uno.cards import CHOICES, COLOURS, DECK, IS_PLAYABLE
from games.uno.table import PLAYERS, Table

SEATS = range(PLAYERS[-1])

all_of = chain.from_iterable


def named(card: str) -> list[str | None]:
    """The colours that may be named with a card, always in the same order."""
    return [colour for colour in (None, *COLOURS) if colour in CHOICES[card]]


class FromPlayer(Protocol):
    """Any move that says whose it is."""

    @property
    def player(self) -> int:
        """A seat."""


class OfCard(FromPlayer, Protocol):
    """Any move with a card of the player's hand."""

    @property
    def card(self) -> str:
        """A card of the deck."""


class OfPlayer(Move, gc=False):
    """Base of all moves that a player sends."""

    seat_field = "player"


# In turn


class Play(OfPlayer, gc=False):
    """Lay a card of your hand on the pile; with a wild, name a colour."""

    says = "Play a card"
    when_absent = True

    # Measured in random games: legal_moves of a turn takes 1.3 us with this and 1.9 us without (preset seed,
    # with for_settings), 1.7 and 2.3 us in official games, 1.4 and 2.1 us without for_settings.
    exact = True

    player: int
    card: str
    colour: str | None = None

    @classmethod
    def candidates(cls, game: Table) -> Iterable["Play"]:
        return all_of(
            map(
                PLAYS_WITH[game.order[game.turn]],
                filter(IS_PLAYABLE[game.pile[-1]], game.hands[game.order[game.turn]]),
            )
        )


def plays_of(seat: int) -> dict[str, tuple[Play, ...]]:
    """By card, the plays with it."""
    return {card: tuple(Play(seat, card, colour) for colour in named(card)) for card in DECK}


PLAYS_WITH = [plays_of(seat).__getitem__ for seat in SEATS]
"""By seat: a look-up of the plays with a card."""


class InTurn(OfPlayer, gc=False):
    """Base of moves that only the player to act can make, and that carry nothing else."""

    player: int

    @classmethod
    def candidates(cls, game: Table) -> Iterable[Self]:
        return (cls(game.order[game.turn]),)


class Draw(InTurn, gc=False):
    """Draw a card."""

    says = "Draw a card"
    when_absent = True
    avoided = True

    # Measured as above, with plays already exact: 1.1 us with this and 1.3 us without; with force play 0.9
    # and 1.1 us, which is 7 % of a step and its legal moves.
    exact = True

    @classmethod
    def candidates(cls, game: Table, found: Sequence[Move] = ()) -> Iterable["Draw"]:
        return () if found and game.settings.force_play else DRAWS[game.order[game.turn]]


DRAWS = [(Draw(seat),) for seat in SEATS]


class PlayDrawn(OfPlayer, gc=False):
    """Play the card that you have just drawn."""

    says = "Play the drawn card"

    player: int
    colour: str | None = None

    @classmethod
    def candidates(cls, game: Table) -> Iterable["PlayDrawn"]:
        player = game.order[game.turn]
        return [cls(player, colour) for colour in named(game.hands[player][-1])]


class Keep(InTurn, gc=False):
    """Keep the card that you have just drawn."""

    says = "Keep the drawn card"
    when_absent = True


class ChooseColour(OfPlayer, gc=False):
    """Name the colour of the opening wild."""

    says = "Choose a colour"
    when_absent = True

    player: int
    colour: str

    @classmethod
    def candidates(cls, game: Table) -> Iterable["ChooseColour"]:
        return [cls(game.order[game.turn], colour) for colour in COLOURS]


class Swap(OfPlayer, gc=False):
    """Swap hands with another player, after a seven."""

    says = "Swap hands"
    when_absent = True

    player: int
    other: int

    @classmethod
    def candidates(cls, game: Table) -> Iterable["Swap"]:
        return [cls(game.order[game.turn], seat) for seat in game.order]


class Stack(OfPlayer, gc=False):
    """Answer a draw card with another of its kind."""

    player: int
    card: str
    colour: str | None = None

    @classmethod
    def candidates(cls, game: Table) -> Iterable["Stack"]:
        player = game.order[game.turn]
        return [cls(player, card, colour) for card in game.hands[player] for colour in named(card)]


class Challenge(InTurn, gc=False):
    """Doubt that the Wild Draw Four was played fairly."""


class Accept(InTurn, gc=False):
    """Draw what is demanded of you."""

    when_absent = True


# Out of turn


def seats_asked(game: Table, seat: int | None) -> tuple[int, ...]:
    """That seat alone, if it is in the match; for None all seats that are."""
    return game.order if seat is None else (seat,) if seat in game.order else ()


class Seated(OfPlayer, gc=False):
    """Base of moves that any player can make, and that carry nothing else."""

    player: int

    @classmethod
    def candidates(cls, game: Table, seat: int | None = None) -> Iterable[Self]:
        return [cls(place) for place in seats_asked(game, seat)]


class JumpIn(OfPlayer, gc=False):
    """Play a card with the face of the top card, out of turn."""

    interrupts = True

    player: int
    card: str

    @classmethod
    def candidates(cls, game: Table, seat: int | None = None) -> Iterable["JumpIn"]:
        return [cls(place, card) for place in seats_asked(game, seat) for card in game.hands[place]]


class CallUno(InTurn, gc=False):
    """Say that you have one card left."""

    says = "Call UNO"
    when_absent = True


class Catch(Seated, gc=False):
    """Say that another player did not call UNO."""

    says = "Catch a missing call"
    interrupts = True


class GoOn(Seated, gc=False):
    """Act next without having noticed that UNO was not called."""

    says = "Let it pass"
    when_absent = True


class Leave(Seated, gc=False):
    """Leave the match."""

    gives_up = True

    @classmethod
    def candidates(cls, game: Table, seat: int | None = None) -> Iterable["Leave"]:
        return map(LEAVES.__getitem__, seats_asked(game, seat))


LEAVES = [Leave(seat) for seat in SEATS]


class NextRound(Move, gc=False):
    """Deal the next round."""

    says = "Deal the next round"
    by_host = True


AnyMove = (
    Play
    | Draw
    | JumpIn
    | PlayDrawn
    | Keep
    | ChooseColour
    | CallUno
    | Catch
    | GoOn
    | Challenge
    | Stack
    | Accept
    | Swap
    | Leave
    | NextRound
)
"""What a player or the host can send, in the order in which an engine lists it."""
