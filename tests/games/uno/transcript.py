"""A round as readable text: every move, who it was, what observers heard, and how the table looks after it.

`python -m tests.games.uno.transcript > tests/games/uno/round.txt` writes the golden file anew.
"""

from random import Random

import msgspec

from fsm import Session, Snapshot
from games.uno import AnyMove, Draw, Leave, Table, engine

SEED = 1803
"""A short round with every kind of card and every official phase in it."""


def a_round(seed: int) -> Session[Table]:
    """A random official round of three players; cards are drawn seldom, nobody leaves."""
    session = Session.start(engine, seed=seed, preset="official", players=3, score_limit=None)
    dice = Random(seed)
    while moves := engine.legal_moves(session.snapshot):
        session.send(choice(dice, moves))
    return session


def choice(dice: Random, moves: list[AnyMove]) -> AnyMove:
    """A move at random; drawing and leaving are for those who have nothing better to do."""
    better = [move for move in moves if not isinstance(move, Draw | Leave)]
    return dice.choice(better if better and dice.random() < 0.9 else [m for m in moves if not isinstance(m, Leave)])


def transcript(session: Session[Table]) -> str:
    """The whole round."""
    while session.undo():
        pass
    lines = [f"start: {look(session.snapshot)}"]
    while session.redo():
        step = session.log[-1]
        lines.append(f"{type(step.move).__name__}({fields(step.move)})")
        lines.extend(f"    {type(event).__name__}({fields(event)})" for event in step.news)
        lines.append(f"  {look(session.snapshot)}")
    return "\n".join(lines) + "\n"


def fields(struct: object) -> str:
    """The values of a move or an event."""
    return ", ".join(f"{name}={value}" for name, value in msgspec.structs.asdict(struct).items())  # type: ignore[arg-type]


def look(snapshot: Snapshot[Table]) -> str:
    """The table in one line."""
    game = snapshot.game
    counts = "/".join(map(str, game.player_card_counts))
    seat = f"seat {game.player}" if snapshot.phase.startswith("round.") else "nobody"
    way = "clockwise" if game.direction == 1 else "backwards"
    return f"[{snapshot.phase}] {game.pile[-1]}, {seat} to act, {way}, hands {counts}, deck {len(game.deck)}"


if __name__ == "__main__":
    print(transcript(a_round(SEED)), end="")
