"""Random deals of Belote a second: the engine, and Belote written by hand. Then what a table asks for a seat.

Conventions, the same for all: the preset `seed`, one deal after the other; a deal is the shuffle, the auction, eight
tricks and the score. Before every step the list of all legal moves is made, one is chosen uniformly, and the game gets
it. All deal with the same shuffle, list moves in the same order and so play the same games, to the same totals.

By hand means: one mutable object, cards and moves as numbers, sets of cards as bit masks, tables worked out beforehand,
nothing kept of the past. The `checked` one refuses a wrong move with a reason, as the engine does, and is the bar; the
`trusting` one plays whatever it is given, and shows what checking costs.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from fsm import Engine, Snapshot
from fsm.chance import shuffled
from games.belote import AnyMove, Suit, Table, engine
from tests.benchmarks.bench_engine import by_hand
from tests.benchmarks.timing import rates, show, verdict

DEALS, ROUNDS = 25, 150
"""Rounds are short, so that some run undisturbed."""
SETTINGS: dict[str, Any] = {"seed": 5, "target": 10**9}
CHECKED, TRUSTING, PHASEBOOK, DISPATCH = "by hand, checked", "by hand, trusting", "phasebook", "hand-written dispatch"
ROLLOUT = "phasebook, a rollout"

SUITS = [suit.mask for suit in Suit]
OVER = [suit.over for suit in Suit]
WORTH = [suit.worth for suit in Suit]
BELOTE = [suit.belote for suit in Suit]
BID, PASS, COINCHE, SURCOINCHE, SEAT = 32, 68, 69, 70, 128
"""An action is 128 times the seat plus a card's number, or 32 and the bid's rung and suit, or one of these."""

PLAYS = [
    [[tuple(SEAT * seat + 8 * suit + i for i in range(8) if byte >> i & 1) for byte in range(256)] for suit in range(4)]
    for seat in range(4)
]
CALLS = [
    [tuple(SEAT * seat + call for call in (*range(BID + 4 * rung, PASS), PASS, *more)) for more in ((), (COINCHE,))]
    for seat in range(4)
    for rung in range(10)
]
ANSWERS = [(SEAT * seat + PASS, SEAT * seat + SURCOINCHE) for seat in range(4)]


class Trusting:
    """Belote by hand, as fast as plain Python goes."""

    points: int
    cards: int
    led: int

    def __init__(self, seed: int) -> None:
        self.seed, self.deals, self.scores = seed, 0, [0, 0]
        self.deal()

    def deal(self) -> None:
        hands = [0, 0, 0, 0]
        for place, card in enumerate(shuffled(range(32), self.seed, self.deals)):
            hands[place & 3] |= 1 << card
        self.hands, self.deals = hands, self.deals + 1
        self.turn, self.rung, self.bidder, self.passes, self.level = self.deals & 3, 0, -1, 0, 1
        self.playing = self.coinched = False

    def legal(self) -> tuple[int, ...]:
        seat = self.turn
        if not self.playing:
            if self.coinched:
                return ANSWERS[seat]
            return CALLS[10 * seat + self.rung][self.bidder >= 0 and (seat - self.bidder) & 1]
        hand, plays, led = self.hands[seat], PLAYS[seat], self.led
        if led >= 0:
            if follow := hand >> 8 * led & 255:
                return plays[led][follow]
            if trumps := hand & self.trumps:
                return plays[self.trump][(trumps & self.over or trumps) >> 8 * self.trump]
        first, second, third, fourth = plays
        return first[hand & 255] + second[hand >> 8 & 255] + third[hand >> 16 & 255] + fourth[hand >> 24]

    def play(self, action: int) -> str | None:
        if not self.playing:
            self.call(action & 127)
            return None
        seat, card = self.turn, action & 127
        bit = 1 << card
        self.hands[seat] ^= bit
        self.points += self.worth[card]
        if self.led < 0:
            self.led, self.over, self.winner = card >> 3, self.beats[card], seat
        elif bit & self.over:
            self.over, self.winner = self.beats[card], seat
        self.cards = cards = self.cards + 1
        if cards & 3:
            self.turn = (seat + 1) & 3
        else:
            self.gather()
        return None

    def gather(self) -> None:
        winner = self.winner
        self.taken[winner & 1] += self.points
        self.turn, self.led, self.points = winner, -1, 0
        if self.cards == 32:
            self.score()

    def call(self, call: int) -> None:
        seat = self.turn
        self.turn = (seat + 1) & 3
        if call < PASS:
            self.rung, self.trump, self.bidder, self.passes = (call - BID >> 2) + 1, call - BID & 3, seat, 0
        elif call == PASS:
            self.passes += 1
            if self.coinched or (self.bidder >= 0 and self.passes == 3):
                self.begin()
            elif self.passes == 4:
                self.deal()
        elif call == COINCHE:
            self.level, self.coinched = 2, True
        else:
            self.level = 4
            self.begin()

    def begin(self) -> None:
        trump, hands = self.trump, self.hands
        self.beats, self.worth, self.trumps, both = OVER[trump], WORTH[trump], SUITS[trump], BELOTE[trump]
        team = hands[0] | hands[2]
        self.belote = 0 if team & both == both else 1 if not team & both else -1
        self.turn, self.playing, self.led, self.cards, self.points, self.taken = self.deals & 3, True, -1, 0, 0, [0, 0]

    def score(self) -> None:
        taken, scores, team, level = self.taken, self.scores, self.bidder & 1, self.level
        taken[self.turn & 1] += 10
        if taken[team] >= 70 + 10 * self.rung:
            scores[0] += taken[0] * level
            scores[1] += taken[1] * level
        else:
            scores[1 - team] += 162 * level
        if self.belote >= 0:
            scores[self.belote] += 20
        self.deal()


class Checked(Trusting):
    """The same, and a wrong action is refused with its reason before anything changes."""

    def play(self, action: int) -> str | None:
        if action >> 7 != self.turn:
            return "It is not your turn."
        code = action & 127
        reason = self.wrong_card(code) if self.playing else self.wrong_call(code)
        return Trusting.play(self, action) if reason is None else reason

    def wrong_card(self, card: int) -> str | None:
        """What is wrong with a card, in the order of the duties."""
        if card >= 32:
            return "The auction is over."
        hand, led, bit = self.hands[self.turn], self.led, 1 << card
        if not hand & bit:
            return "That card is not in your hand."
        if led < 0 or card >> 3 == led:
            return None
        if hand & SUITS[led]:
            return "You hold a card of the led suit and must play one."
        trumps = hand & self.trumps
        if trumps and not bit & trumps:
            return "You must trump."
        return "You must beat the highest trump." if trumps & self.over and not bit & self.over else None

    def wrong_call(self, call: int) -> str | None:
        """What is wrong with a call."""
        if call < BID:
            return "The auction is not over."
        if call == PASS:
            return None
        ours = self.bidder >= 0 and (self.turn - self.bidder) & 1 == 0
        if self.coinched:
            return None if call == SURCOINCHE and ours else "Only a pass or a surcoinche can follow a coinche."
        if call < PASS:
            return None if (call - BID >> 2) >= self.rung else "Bid more than the highest bid."
        return None if call == COINCHE and self.bidder >= 0 and not ours else "You cannot coinche."


# Contenders


def hand_made(kind: type[Trusting], dice: Callable[[], float]) -> list[int]:
    """Deals by hand; gives the totals."""
    game = kind(SETTINGS["seed"])
    legal, play = game.legal, game.play
    while game.deals <= DEALS:
        actions = legal()
        assert play(actions[int(dice() * len(actions))]) is None
    return game.scores


def engine_made(running: Engine[Table], dice: Callable[[], float]) -> list[int]:
    """The same deals by the engine."""
    snapshot: Any = engine.start(**SETTINGS)
    legal, step = running.legal_moves, running.step
    while snapshot.game.match.deals <= DEALS:
        moves = legal(snapshot)
        snapshot = step(snapshot, moves[int(dice() * len(moves))])
    return list(snapshot.game.match.totals)


def rolled(running: Engine[Table], moves: int) -> list[int]:
    """The same deals by one rollout of so many moves."""
    return list(running.rollout(engine.start(**SETTINGS), Random(3), most=moves).game.match.totals)


def moves_in_all_deals() -> int:
    """How many moves the deals have."""
    snapshot: Any = engine.start(**SETTINGS)
    dice, moves = Random(3).random, 0
    while snapshot.game.match.deals <= DEALS:
        legal = engine.legal_moves(snapshot)
        snapshot = engine.step(snapshot, legal[int(dice() * len(legal))])
        moves += 1
    return moves


def main() -> bool:
    """Compare; False when a bar is missed."""
    return all([whole_deals(), one_seat()])


# What a table asks for a seat

POSITIONS = 1000
STEP, STEP_OF_SEAT, STEP_WITHOUT_SEATS = "step", "step of a seat", "step that knows no seats"
MOVES, MOVES_OF_SEAT, MOVES_IN_TURN = "all legal moves", "legal moves of a seat", "legal moves of the seat in turn"
VIEW, REDEAL, REDEAL_OF_SPECTATOR = "view", "redeal", "redeal of a spectator's view"


def random_positions(number: int) -> list[tuple[Snapshot[Table], AnyMove]]:
    """Positions of random play one after the other, each with the move that was made in it."""
    found: list[tuple[Snapshot[Table], AnyMove]] = []
    dice, snapshot = Random(3).random, engine.start(**SETTINGS)
    while len(found) < number:
        legal = engine.legal_moves(snapshot)
        found.append((snapshot, legal[int(dice() * len(legal))]))
        snapshot = engine.step(*found[-1])  # type: ignore[assignment]  # legal: no refusal
    return found


def without_seats() -> Callable[..., Any]:
    """`step` as it would be if there were no seats: what knowing them costs those who do not ask."""
    acts, refuse = engine._program.acts, engine._refuse

    def step(snapshot: Any, move: Any) -> Any:
        try:
            act = acts[snapshot.phase][move.__class__]
        except (KeyError, AttributeError, TypeError):
            return refuse(snapshot, move)
        return act(snapshot, move)

    return step


def each(function: Callable[..., Any], arguments: Sequence[tuple[Any, ...]]) -> Callable[[], int]:
    """Calls a function with each of the arguments; keeps nothing."""

    def run() -> int:
        for given in arguments:
            function(*given)
        return len(arguments)

    return run


def one_seat() -> bool:
    """What is asked for a seat, beside the same without one. "A seat" is 0, 1, 2 and 3 in turn, one of which is to act;
    steps are those of the seat that made the move."""
    positions, dice = random_positions(POSITIONS), Random(4)
    seats = [(snapshot, number % 4) for number, (snapshot, _) in enumerate(positions)]
    views = [(engine.view(snapshot, seat), dice) for snapshot, seat in seats]
    contenders = {
        STEP_WITHOUT_SEATS: each(without_seats(), positions),
        STEP: each(engine.step, positions),
        STEP_OF_SEAT: each(engine.step, [(snapshot, move, move.seat) for snapshot, move in positions]),
        MOVES: each(engine.legal_moves, [(snapshot,) for snapshot, _ in positions]),
        MOVES_OF_SEAT: each(engine.legal_moves, seats),
        MOVES_IN_TURN: each(engine.legal_moves, [(snapshot, move.seat) for snapshot, move in positions]),
        VIEW: each(engine.view, seats),
        REDEAL: each(engine.redeal, views),
        REDEAL_OF_SPECTATOR: each(engine.redeal, [(engine.view(snapshot, None), dice) for snapshot, _ in positions]),
        DISPATCH: by_hand(),
    }
    measured = rates(contenders, ROUNDS // 3)
    dispatch = measured.pop(DISPATCH)
    show("A seat at the table", measured, STEP, "calls")
    took = {name: 1e6 / rate for name, rate in measured.items()}
    scaled = took[REDEAL] * dispatch / 3.6e6
    print(f"     {took[REDEAL] / took[STEP]:.1f} steps a redeal (no bar)")
    print(f"     {took[MOVES_IN_TURN] / took[MOVES]:.2f} whole lists for the seat in turn, whose list that is (no bar)")
    return all(
        [
            verdict(
                "step, in steps that know no seats (at most 1.02)",
                took[STEP] / took[STEP_WITHOUT_SEATS],
                took[STEP] <= 1.02 * took[STEP_WITHOUT_SEATS],
            ),
            verdict(
                "step of a seat, in steps (at most 1.15)",
                took[STEP_OF_SEAT] / took[STEP],
                took[STEP_OF_SEAT] <= 1.15 * took[STEP],
            ),
            verdict(
                "legal moves of a seat, in whole lists (at most 1)",
                took[MOVES_OF_SEAT] / took[MOVES],
                took[MOVES_OF_SEAT] <= took[MOVES],
            ),
            verdict("view, in steps (at most 10)", took[VIEW] / took[STEP], took[VIEW] <= 10 * took[STEP]),
            verdict("us a redeal where dispatch does 3.6 M events/s (at most 50)", scaled, scaled <= 50),
        ]
    )


# Whole deals


Players = dict[str, Callable[[Callable[[], float]], list[int]]]
"""By name, who plays the deals by some dice, and gives the totals."""


def players() -> Players:
    """Everybody who plays, after a look at whether they all play the same."""
    special = engine.for_settings(engine.start(**SETTINGS).game.settings)
    moves = moves_in_all_deals()
    made: Players = {
        CHECKED: lambda dice: hand_made(Checked, dice),
        TRUSTING: lambda dice: hand_made(Trusting, dice),
        PHASEBOOK: lambda dice: engine_made(special, dice),
        ROLLOUT: lambda dice: rolled(special, moves),
        "phasebook, settings not compiled in": lambda dice: engine_made(engine, dice),
    }
    totals = {name: play(Random(3).random) for name, play in made.items()}
    assert len(set(map(tuple, totals.values()))) == 1, f"not the same games: {totals}"
    return made


def contenders() -> dict[str, Callable[[], int]]:
    """The deals by everybody."""

    def timed(play: Callable[[Callable[[], float]], list[int]]) -> Callable[[], int]:
        def run() -> int:
            play(Random(3).random)
            return DEALS

        return run

    return {name: timed(play) for name, play in players().items()}


def whole_deals() -> bool:
    """Random deals by all contenders."""
    measured = rates(contenders() | {DISPATCH: by_hand()}, ROUNDS)
    dispatch = measured.pop(DISPATCH)
    show("Random deals of Belote", measured, CHECKED, "deals")
    print(f"{DISPATCH:44} {dispatch:14,.0f} events/s")
    print(f"     {measured[PHASEBOOK] / measured[TRUSTING]:.2f} of the deals of trusting Belote by hand (no bar)")
    print(f"     {measured[ROLLOUT] / measured[PHASEBOOK]:.2f} times the deals by steps in a rollout (no bar)")
    part = measured[ROLLOUT] / measured[TRUSTING]
    share = measured[PHASEBOOK] / measured[CHECKED]
    scaled = measured[PHASEBOOK] * 3.6e6 / dispatch
    return all(
        [
            verdict("share of Belote by hand, checked (at least 0.5)", share, share >= 0.5),
            verdict("share of trusting Belote by hand, in a rollout (at least 0.65)", part, part >= 0.65),
            verdict("deals/s where dispatch does 3.6 M events/s (at least 4,500)", scaled, scaled >= 4_500),
        ]
    )
