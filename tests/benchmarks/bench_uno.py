"""Random games of Uno a second: the engine, Uno written by hand, and RLCard.

Conventions, the same for all: four players, seven cards, one round, nobody leaves; a player who can play must, so that
a card is drawn only when nothing fits; before every step the list of all legal moves is made (a wild counts once for
each colour), one is chosen uniformly, and `step` gets it. The engine and the two games by hand deal with the same
shuffle and play the same games, move for move.

RLCard differs in one rule that it cannot switch off: it plays a drawn card that fits in the same step, so its games
have fewer steps. Its `env.step` also makes the observation of the next player, as its users do.

By hand means: one mutable object, cards as small numbers, tables worked out beforehand, nothing kept of the past. The
`checked` one refuses a wrong move with a reason, as the engine does, and is the bar; the `trusting` one plays whatever
it is given, and shows what checking costs.
"""

from collections.abc import Callable
from functools import cache, partial
from random import Random
from time import perf_counter
from typing import Any, TypeAlias

from fsm.chance import shuffled
from games.uno import engine
from games.uno.cards import (
    CARDS,
    CHOICES,
    COLOURS,
    DECK,
    DRAW_TWO,
    PLAYABLE,
    REVERSE,
    SKIP,
    SYMBOL,
    WILD_DRAW_FOUR,
    WITHOUT_CHOICE,
    coloured_wild,
)
from tests.benchmarks.timing import Clock, rates, show, verdict

PHASEBOOK, ROLLOUT, RLCARD = "phasebook", "phasebook, rollouts", "RLCard"
HAND, TRUSTING = "by hand, checked", "by hand, trusting"
FEW, MANY, ROUNDS = range(100), range(500), 20
"""Rounds are short, so that some run undisturbed, and long enough that the first games, with the caches full of another
contender's things, do not decide; the length of a game is taken from many."""
SETTINGS: dict[str, Any] = {"players": 4, "force_play": True, "leaving": False}

Action: TypeAlias = tuple[int, int, int | None]
"""Seat, card, colour."""

NUMBER = {name: number for number, name in enumerate(CARDS)}
FITS = [frozenset(NUMBER[card] for card in PLAYABLE[top]) for top in CARDS]
FIT = [cards.__contains__ for cards in FITS]
MAY_NAME = [frozenset(COLOURS.index(c) if c else None for c in CHOICES[card]) for card in DECK]
ON_PILE = [
    {None: NUMBER[card]} | {i: NUMBER[coloured_wild(card, c)] for i, c in enumerate(COLOURS) if c in CHOICES[card]}
    for card in DECK
]
BARE = [NUMBER[WITHOUT_CHOICE[card]] for card in CARDS]
KINDS = {SKIP: 1, REVERSE: 2, DRAW_TWO: 3, WILD_DRAW_FOUR: 4}
KIND = [KINDS.get(SYMBOL[card], 0) for card in DECK]
NOTHING = -1
DRAWING: list[list[Action]] = [[(seat, NOTHING, None)] for seat in range(4)]
ACTIONS = [[tuple((seat, card, colour) for colour in sorted(MAY_NAME[card], key=str)) for card in range(108)]
           for seat in range(4)]  # fmt: skip


class Trusting:
    """Uno for four, by hand, as fast as plain Python goes."""

    def __init__(self, seed: int) -> None:
        self.seed, self.shuffles, self.turn, self.direction = seed, 0, 3, 1
        deck = self.shuffle(range(108))
        self.hands = [deck[7 * seat : 7 * seat + 7] for seat in range(4)]
        self.deck, self.pile = deck[29:][::-1], [deck[28]]
        while KIND[self.pile[0]] == 4:
            deck = self.shuffle(self.deck[::-1] + self.pile)
            self.deck, self.pile = deck[1:][::-1], [deck[0]]
        if KIND[self.pile[0]] == 2:
            self.direction = -1
        else:
            self.act(self.pile[0])

    def shuffle(self, cards: Any) -> list[int]:
        self.shuffles += 1
        return list(shuffled(cards, self.seed, self.shuffles - 1))

    def legal(self) -> list[Action]:
        turn = self.turn
        actions = ACTIONS[turn]
        return [a for card in filter(FIT[self.pile[-1]], self.hands[turn]) for a in actions[card]] or DRAWING[turn]

    def step(self, action: Action) -> bool:
        """Play; True when the game is over."""
        _, card, colour = action
        turn = self.turn
        if card == NOTHING:
            self.take(turn, 1)
            self.turn = (turn + self.direction) % 4
            return False
        hand = self.hands[turn]
        hand.remove(card)
        self.pile.append(ON_PILE[card][colour])
        self.act(card)
        return not hand

    def act(self, card: int) -> None:
        kind, turn, direction = KIND[card], self.turn, self.direction
        if kind == 0:
            self.turn = (turn + direction) % 4
        elif kind == 1:
            self.turn = (turn + 2 * direction) % 4
        elif kind == 2:
            self.direction = -direction
            self.turn = (turn - direction) % 4
        else:
            self.take((turn + direction) % 4, 2 if kind == 3 else 4)
            self.turn = (turn + 2 * direction) % 4

    def take(self, seat: int, count: int) -> None:
        deck, hand = self.deck, self.hands[seat]
        if len(deck) < count and len(self.pile) > 1:
            deck[:0] = self.shuffle([BARE[card] for card in self.pile[:-1]])[::-1]
            del self.pile[:-1]
        for _ in range(min(count, len(deck))):
            hand.append(deck.pop())


class Checked(Trusting):
    """The same, and a wrong move is refused with its reason."""

    def refusal(self, action: Action) -> str:
        seat, card, colour = action
        if seat != self.turn:
            return "It is not your turn."
        hand, fits = self.hands[seat], FITS[self.pile[-1]]
        if card == NOTHING:
            return "" if fits.isdisjoint(hand) else "You hold a card that fits; play it."
        if card not in hand:
            return "You do not hold that card."
        if card not in fits:
            return "That card does not fit."
        return "" if colour in MAY_NAME[card] else "Name a colour with a wild, and only with a wild."

    def step(self, action: Action) -> bool:
        if reason := self.refusal(action):
            raise ValueError(reason)
        return super().step(action)


fast = engine.for_settings(engine.start(seed=0, **SETTINGS).game.settings)


def on_the_engine(games: range) -> int:
    """Random games on the engine, specialised for the settings. Gives the steps."""
    dice, steps = Random(games.start).random, 0
    step, legal = fast.step, fast.legal_moves
    for seed in games:
        snapshot: Any = fast.start(seed=seed, **SETTINGS)
        while snapshot.phase != "match_over":
            moves = legal(snapshot)
            snapshot = step(snapshot, moves[int(dice() * len(moves))])
            steps += 1
    return steps


def rolled(games: range) -> int:
    """The same games, each as a rollout. Gives the steps, which are those of the others."""
    chance = Random(games.start)
    for seed in games:
        fast.rollout(fast.start(seed=seed, **SETTINGS), chance)
    return steps_of(games)


@cache
def steps_of(games: range) -> int:
    """How many steps these games have."""
    return on_the_engine(games)


def by_hand(kind: type[Trusting], games: range) -> int:
    """Random games by hand. Gives the steps."""
    dice, steps = Random(games.start).random, 0
    for seed in games:
        game = kind(seed)
        legal, step, over = game.legal, game.step, False
        while not over:
            actions = legal()
            over = step(actions[int(dice() * len(actions))])
            steps += 1
    return steps


def on_rlcard(env: Any, games: range) -> int:
    """Random games on RLCard. Gives the steps."""
    dice, steps = Random(games.start).random, 0
    env.seed(games.start)
    for _ in games:
        state, _ = env.reset()
        while not env.is_over():
            actions = list(state["legal_actions"])
            state, _ = env.step(actions[int(dice() * len(actions))])
            steps += 1
    return steps


def rlcard_env() -> Any:
    """RLCard's environment, or None where it is not installed."""
    try:
        import rlcard  # type: ignore[import-untyped,import-not-found,unused-ignore]  # only for benchmarks
    except ImportError:
        return None
    env = rlcard.make("uno")
    env.game.num_players = env.num_players = 4  # the config for that is ignored, and two would play
    env.reset()
    if len(env.game.players) != 4:
        raise RuntimeError("RLCard does not play with four; its figures would not be comparable.")
    return env


Players = dict[str, Callable[[range], int]]
"""By name, who plays games of some seeds, and gives the steps."""


def contenders() -> Players:
    """Everybody who can play here."""
    players: Players = {
        PHASEBOOK: on_the_engine,
        HAND: partial(by_hand, Checked),
        TRUSTING: partial(by_hand, Trusting),
        ROLLOUT: rolled,
    }
    if (env := rlcard_env()) is not None:
        players[RLCARD] = partial(on_rlcard, env)
    return players


def lengths(players: Players) -> dict[str, float]:
    """The steps of an average game of each."""
    return {name: play(MANY) / len(MANY) for name, play in players.items()}


def compared(players: Players, rounds: int, clock: Clock = perf_counter) -> tuple[dict[str, float], dict[str, float]]:
    """Steps and games a second of each."""
    steps = rates({name: partial(play, FEW) for name, play in players.items()}, rounds, clock)
    return steps, {name: steps[name] / length for name, length in lengths(players).items()}


def main() -> bool:
    """The figures, and whether the bars are met."""
    steps, games = compared(contenders(), ROUNDS)
    show("Uno: random steps, four players, a draw only when nothing fits", steps, PHASEBOOK, "steps")
    show("Uno: random games, the same ones", games, PHASEBOOK, "games")
    share = games[PHASEBOOK] / games[HAND]
    met = verdict("share of the games of checked Uno by hand (bar: 0.5)", share, share >= 0.5)
    print(f"     {games[PHASEBOOK] / games[TRUSTING]:.2f} of the games of trusting Uno by hand (no bar)")
    part = games[ROLLOUT] / games[TRUSTING]
    met &= verdict("share of the games of trusting Uno by hand, in rollouts (bar: 0.6)", part, part >= 0.6)
    if RLCARD not in games:
        print("RLCard is not installed, so it was not measured: pip install 'rlcard>=1.2,<2'.")
        return met
    print(f"     {steps[PHASEBOOK] / steps[RLCARD]:.2f} times the steps of RLCard, whose games have fewer (no bar)")
    factor = games[PHASEBOOK] / games[RLCARD]
    return verdict("times the games of RLCard's env.step loop (bar: 4)", factor, factor >= 4) and met
