"""How a game ended, in words: who won and why, and the score of each seat."""

from collections.abc import Iterator, Mapping
from typing import Any

from fsm.engine import Engine
from fsm.simulate import ending_in_words
from fsm.snapshot import Snapshot
from phasebook.playing.markup import capitalised, padded, sentence, width
from phasebook.playing.texts import Texts
from phasebook.playing.turns import seats_in_order
from phasebook.playing.words import Name, phase_in_words, value_in_words


def ending_lines(engine: Engine[Any], snapshot: Snapshot[Any], texts: Texts, name: Name) -> Iterator[str]:
    """The sentence of the game, or ours, and a line for each seat."""
    outcome = engine.outcome(snapshot)
    said = "" if outcome is None else texts.outcome(outcome, name)
    phase = phase_in_words(engine.chart, snapshot.phase)
    yield f"[bold]{sentence(said or ending_in_words(engine, snapshot, phase))}[/]"
    scores = scores_of(engine, snapshot, outcome)
    if not scores and not said:
        scores = engine.returns(snapshot) or {}
    wide = max((width(name(seat)) for seat in scores), default=0) + 2
    for seat, score in scores.items():
        yield f"{padded(capitalised(name(seat)), wide)}{value_in_words(score)}"


def scores_of(engine: Engine[Any], snapshot: Snapshot[Any], outcome: Any) -> Mapping[Any, Any]:
    """The scores that an outcome has for each seat; none if it has no such field."""
    seats = seats_in_order(engine, snapshot)
    scores = getattr(outcome, "scores", None)
    if isinstance(scores, Mapping):
        return scores
    if isinstance(scores, tuple | list) and len(scores) == len(seats):
        return dict(zip(seats, scores, strict=True))
    return {}
