"""A bot written against an engine needs no cast, and a type checker finds its mistakes."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

GOOD = """
from collections.abc import Sequence

from fsm import Engine, Move, Refusal, Session, Snapshot
from games.belote import AnyMove, Bid, PassBid, PlayCard, Table, engine
from games.discard import engine as discard
from games.onepiece import engine as onepiece
from games.uno import Draw, Play, engine as uno


def bot(moves: Sequence[AnyMove]) -> AnyMove:
    cards = [move for move in moves if isinstance(move, PlayCard)]
    if cards:
        return min(cards, key=lambda move: move.card.number)
    bids = [move for move in moves if isinstance(move, Bid) and move.value >= 100]
    return bids[0] if bids else moves[0]


def loudest(moves: Sequence[AnyMove]) -> int:
    values = 0
    for move in moves:
        match move:
            case Bid(value=value):
                values += value
            case PassBid():
                values -= move.seat
    return values


def play(snapshot: Snapshot[Table]) -> Snapshot[Table]:
    while moves := engine.legal_moves(snapshot):
        answer = engine.step(snapshot, bot(moves))
        if isinstance(answer, Refusal):
            raise ValueError(answer.message)
        snapshot = answer
    return snapshot


def from_outside(text: str, session: Session[Table, AnyMove]) -> int:
    move = engine.read_move(text, session.snapshot)
    if isinstance(move, Refusal):
        return len(move.possible)
    session.send(move)
    return move.seat


def first_card(game: object) -> str:
    start = uno.start(seed=1)
    for move in uno.legal_moves(start):
        if isinstance(move, Play):
            return move.card
    return ""


def length(any_engine: Engine[Table], every: Engine[Table, Move] | None = None) -> int:
    # An engine whose moves nobody names, and one of all moves, are good for whoever does not look at them.
    return len(any_engine.legal_moves(any_engine.start(seed=3)))


def main() -> None:
    session = Session.start(engine, seed=1)
    session.send(bot(engine.legal_moves(session.snapshot)))
    print(play(engine.start(seed=1)).game.match.totals, from_outside("{}", session), length(engine))
    print(onepiece.legal_moves(onepiece.start())[0].player, discard.start().game.hand)
    print(engine.for_settings(session.snapshot.game.settings).legal_moves(session.snapshot)[0].seat)
"""

BAD = {
    "print(engine.legal_moves(engine.start())[0].colour)": "has no attribute \"colour\"",
    "print(engine.legal_moves(engine.start())[0].card)": "has no attribute \"card\"",
    "engine.step(engine.start(), Draw(player=0))": "has incompatible type \"Draw\"",
    "engine.step(uno.start(), PassBid(0))": "has incompatible type \"Snapshot[",
    "Session.start(engine).send(Draw(player=0))": "has incompatible type \"Draw\"",
    "print(engine.start().game.hands)": "has no attribute \"hands\"",
    "print(engine.read_move('').seat)": "has no attribute \"seat\"",
    "bid = engine.for_settings(None).legal_moves(engine.start())[0].value": "has no attribute \"value\"",
}  # fmt: skip


@pytest.fixture(scope="module")
def complaints(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """What mypy says, by file: one file that is right, and one with a mistake a line."""
    folder = tmp_path_factory.mktemp("bots")
    head = GOOD[: GOOD.index("def bot")]
    Path(folder, "good.py").write_text(GOOD)
    Path(folder, "bad.py").write_text(head + "\n".join(BAD) + "\n")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", str(folder / "good.py"), str(folder / "bad.py")],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode in (0, 1), done.stdout + done.stderr
    lines = [line for line in done.stdout.splitlines() if ": error: " in line]
    return {name: [line for line in lines if name in line.partition(":")[0]] for name in ("good.py", "bad.py")}


def test_a_bot_needs_no_cast(complaints: dict[str, list[str]]) -> None:
    assert complaints["good.py"] == []


@pytest.mark.parametrize(("line", "complaint"), list(enumerate(BAD.values())), ids=list(BAD))
def test_a_mistake_is_found(line: int, complaint: str, complaints: dict[str, list[str]]) -> None:
    number = GOOD[: GOOD.index("def bot")].count("\n") + 1 + line
    found = [text for text in complaints["bad.py"] if re.search(rf"bad\.py:{number}: ", text)]

    assert any(complaint in text for text in found), complaints["bad.py"]
