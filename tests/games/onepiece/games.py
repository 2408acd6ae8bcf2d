"""Random games, positions of them, and a game written as text."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from fsm import Move, Session, Snapshot, Trace
from fsm.chance import picked
from fsm.moves import event_of
from games.onepiece import AnyMove, Game, engine

Step = tuple[Snapshot[Game], AnyMove, Snapshot[Game], Trace]


def random_game(seed: int, preset: str, **settings: Any) -> Iterator[Step]:
    """Every step of a game of uniform random legal moves. Nobody concedes, unless the settings say so."""
    settings = {"may_concede": False, **settings}
    snapshot, number = engine.start(seed=seed, preset=preset, **settings), 0
    runner = engine.for_settings(snapshot.game.settings)
    while not engine.is_over(snapshot):
        move, trace = picked(runner.legal_moves(snapshot), seed, number), Trace()
        following = runner.step_traced(snapshot, move, trace)
        assert isinstance(following, Snapshot), following
        yield snapshot, move, following, trace
        snapshot, number = following, number + 1


RARE = {"main.playing.making_room", "triggers.ordering", "main.battle.life_trigger", "triggers.offered"}


@cache
def positions(preset: str, games: int = 12) -> list[Snapshot[Game]]:
    """Some of random games: starts and ends, each seventh between them, and all in rare phases."""
    found = []
    for seed in range(games):
        game = [engine.start(seed=seed, preset=preset, may_concede=False)]
        game += [snapshot for _, _, snapshot, _ in random_game(seed, preset)]
        chosen = [here for place, here in enumerate(game) if place < 3 or place % 7 == seed % 7 or here.phase in RARE]
        found += [*chosen, game[-1]]
    return found


# A game as text


def transcript(seed: int, preset: str) -> str:
    """A whole game: each move, and below it what observers heard."""
    session = Session.start(engine, seed=seed, preset=preset, may_concede=False)
    lines = [f"preset {preset}, seed {seed}", ""]
    session.subscribe(lambda heard: lines.append("    " + in_words(session.snapshot.game, heard)))
    for _, move, _, _ in random_game(seed, preset):
        lines.append(f"{session.snapshot.phase}: {in_words(session.snapshot.game, move)}")
        session.send(move)
    return "\n".join(lines) + "\n"


def in_words(game: Game, value: Any) -> str:
    """A move or a domain event: its name, and its fields with the cards' names."""
    name = event_of(type(value)) if isinstance(value, Move) else type(value).__name__
    fields = {field: getattr(value, field) for field in value.__struct_fields__}
    return f"{name} " + ", ".join(f"{field} {shown(game, field, fields[field])}" for field in fields)


CARD_FIELDS = {"card", "attacker", "target", "blocker"}


def shown(game: Game, field: str, value: Any) -> str:
    """A field's value, cards with what is printed on them."""
    if field in CARD_FIELDS:
        return f"{value} ({game.cards[value].name})"
    if isinstance(value, tuple):
        return "+".join(map(str, value)) or "-"
    return msgspec.json.encode(value).decode() if isinstance(value, msgspec.Struct) else str(value)


if __name__ == "__main__":
    import sys

    # How tests/games/onepiece/*.txt are written: python -m tests.games.onepiece.games SEED PRESET
    sys.stdout.write(transcript(int(sys.argv[1]), sys.argv[2]))
