"""Everything that leaves the engine for a player or a spectator, as bytes, to compare two positions."""

from itertools import product

from fsm import Refusal, Snapshot, Trace, heard_by
from fsm.snapshot import encode
from games.onepiece import (
    Activate,
    AnyMove,
    Attack,
    Block,
    Choose,
    Concede,
    Counter,
    DeclineTrigger,
    EndTurn,
    Game,
    GiveDon,
    Keep,
    Mulligan,
    OrderTrigger,
    PassOn,
    PlayCard,
    TrashCharacter,
    UseTrigger,
    engine,
)
from games.onepiece.table import FIRST_DON, PLAYERS, THINGS

CARDS = (*range(2 * THINGS), -1, 2 * THINGS)
PLAIN = (Mulligan, Keep, PassOn, UseTrigger, DeclineTrigger, EndTurn, Concede)
ABOUT_A_CARD = (PlayCard, TrashCharacter, Block, Counter, Choose)


def requests() -> list[AnyMove]:
    """Moves of every kind by either player, about every card there is and some that there are not."""
    found: list[AnyMove] = []
    for player in PLAYERS:
        found += [kind(player) for kind in PLAIN]
        found += [kind(player, card) for kind in ABOUT_A_CARD for card in CARDS]
        found += [Counter(player, card, by_effect=True) for card in CARDS]
        found += [Activate(player, card, place) for card, place in product(CARDS, (-1, 0, 1))]
        found += [Attack(player, card, target) for card, target in product(CARDS, (0, 3, THINGS, THINGS + 3))]
        found += [GiveDon(player, player * THINGS + FIRST_DON, card) for card in CARDS]
        found += [OrderTrigger(player, place) for place in range(-1, 4)]
    return found


REQUESTS = requests()
EACH_KIND = [*[kind(player) for kind in PLAIN for player in PLAYERS], *REQUESTS[::7]]
"""Some of every kind of move, by either player, about cards in all places."""


def leaving(snapshot: Snapshot[Game], seat: int | None, moves: list[AnyMove]) -> list[bytes]:
    """What a seat sees, may do, and is answered to moves that it sends or asks about."""
    found = [encode(engine.view(snapshot, seat)), encode(sorted(engine.to_act(snapshot)))]
    found.append(encode(engine.legal_moves(snapshot, seat=seat)))
    for move in moves:
        answer = engine.step(snapshot, move, seat=seat)
        found.append(encode(answer) if isinstance(answer, Refusal) else b"accepted")
        found.append(encode(engine.why(snapshot, move, seat=seat)))
    return found


def after_and_heard(snapshot: Snapshot[Game], move: AnyMove, seat: int | None) -> tuple[bytes, list[bytes]]:
    """What a seat sees after a move that must be accepted, and what it hears of it."""
    trace = Trace()
    following = engine.step_traced(snapshot, move, trace)
    assert isinstance(following, Snapshot), following
    heard = [heard_by(item, seat) for item in trace.news]
    return encode(engine.view(following, seat)), [encode(item) for item in heard if item is not None]
