"""Holds the words that a game has for players to what a reader expects of them, in random games."""

import re
from collections.abc import Iterator
from inspect import getmembers, isclass
from random import Random
from types import ModuleType
from typing import Any

from fsm import Engine, Move, News, Refusal, Snapshot, Trace, heard_by
from fsm.moves import seat_of
from phasebook.playing.markup import STYLES, plain
from phasebook.playing.texts import Texts, texts_of

ODD = re.compile(r"None|[<>{}_=]|\b(True|False)\b|\bseat [^\d]")
"""What no player wants to read: the insides of Python."""


def name_for(seat: Any) -> Any:
    return lambda other: "you" if other == seat else f"seat {other}"


def walk(engine: Engine[Any], seed: int, most: int, **settings: Any) -> Iterator[tuple[Snapshot[Any], Move, Trace]]:
    """The positions of a random game, the move made in each, and what came of it."""
    chance, snapshot = Random(seed), engine.start(seed=seed, **settings)
    for _ in range(most):
        moves = engine.legal_moves(snapshot)
        moves = [move for move in moves if not move.gives_up or chance.random() < 0.02] or moves
        if not moves:
            return
        kind = chance.choice(sorted({type(move) for move in moves}, key=lambda kind: kind.__name__))
        move, trace = chance.choice([move for move in moves if type(move) is kind]), Trace()
        after = engine.step_traced(snapshot, move, trace)
        assert isinstance(after, Snapshot)
        yield snapshot, move, trace
        snapshot = after


def assert_reads_well(text: str) -> None:
    assert plain(text).replace("\N{NO-BREAK SPACE}", " ").isprintable(), text
    assert not ODD.search(plain(text)), text
    assert "[" not in plain(text), f"a style that is none of {', '.join(STYLES)}: {text}"


def assert_game_reads_well(engine: Engine[Any], seeds: range, most: int = 150, **settings: Any) -> set[str]:
    """Everything that players read in some games; the kinds of news that words were found for."""
    texts, said = texts_of(engine), set[str]()
    for seed in seeds:
        said |= news_said(engine, texts, engine.start(seed=seed, trace=(opening := Trace()), **settings), opening)
        for snapshot, move, trace in walk(engine, seed, most, **settings):
            for seat in engine.seats(snapshot):
                assert_table_reads_well(engine, texts, snapshot, seat)
            after = engine.step(snapshot, move)
            assert not isinstance(after, Refusal)
            said |= news_said(engine, texts, after, trace)
    return said


def assert_table_reads_well(engine: Engine[Any], texts: Texts, snapshot: Snapshot[Any], seat: Any) -> None:
    view, name = engine.view(snapshot, seat), name_for(seat)
    for line in texts.table(view, name):
        assert line
        assert_reads_well(line)
    for move in texts.asked_about(view):
        assert seat_of(move) in (seat, None)
        assert_reads_well(texts.payload(move, view, name))
    worded: dict[tuple[type, str], Move] = {}
    for move in engine.legal_moves(snapshot, seat):
        words = texts.payload(move, view, name)
        assert_reads_well(words)
        twin = worded.setdefault((type(move), words), move)
        if twin is not move:
            assert shown_after(engine, texts, snapshot, twin, seat) == shown_after(engine, texts, snapshot, move, seat)


def shown_after(engine: Engine[Any], texts: Texts, snapshot: Snapshot[Any], move: Move, seat: Any) -> list[str]:
    """The table as a move leaves it: moves that read the same must do the same, as far as their player can see."""
    after = engine.step(snapshot, move)
    assert isinstance(after, Snapshot)
    return sorted(word for line in texts.table(engine.view(after, seat), name_for(seat)) for word in line.split())


def news_said(engine: Engine[Any], texts: Texts, snapshot: Snapshot[Any], trace: Trace) -> set[str]:
    """The kinds of news that somebody hears in words."""
    found = set()
    for seat in engine.seats(snapshot):
        for item in trace.news:
            heard = heard_by(item, seat)
            words = "" if heard is None else texts.news(heard, engine.view(snapshot, seat), name_for(seat))
            assert_reads_well(words)
            found |= {type(heard).__name__} if words else set()
    return found


def kinds_of_news(module: ModuleType) -> set[str]:
    """The news that a module declares."""
    kinds = getmembers(module, lambda one: isclass(one) and issubclass(one, News) and one.__module__ == module.__name__)
    return {name for name, kind in kinds if not kind.__subclasses__()}
