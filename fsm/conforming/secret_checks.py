"""What every flow with secrets must keep: views that travel, redeals that can be played, and nothing that leaks."""

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import msgspec

from fsm.conforming.leaks import Leak, Onlooker, received, view_reader
from fsm.conforming.subject import Position, Subject
from fsm.conforming.tries import texts, tries
from fsm.conforming.variety import REDEALS as DEALS
from fsm.conforming.variety import Variety, deal_of
from fsm.errors import SaveError
from fsm.moves import Move
from fsm.saves import is_stuck
from fsm.snapshot import Snapshot, differing, readable

REDEALS = 4
"""Positions that each seat compares with a real one."""

MOVES_AFTER = 12
"""Moves that are made at random from a position dealt anew."""


def views_come_back(subject: Subject) -> None:
    """A view can be read again from its JSON, where the game's view function says what type it is."""
    engine = subject.engine
    read = view_reader(engine)
    for position in subject.positions if read is not None else ():
        for seat in subject.viewers(position.snapshot):
            view = engine.view(position.snapshot, seat)
            text = msgspec.json.encode(view)
            again = read(text)  # type: ignore[misc]  # there are no positions without it

            assert msgspec.json.encode(again) == text, f"a view does not come back:\n{differing(view, again)}"
            assert again == view or not isinstance(view, msgspec.Struct), f"{view!r} comes back as {again!r}"


def redeals_are_positions(subject: Subject) -> None:
    """What a redeal gives keeps the invariants, can be saved and loaded, and can be played on."""
    for position in subject.positions:
        for seat in secret_viewers(subject, position.snapshot):
            trouble = trouble_with(subject, next(redeals(subject, position, seat, 1)), Random(0))

            assert not trouble, f"{trouble}\n{directions(position, seat, 0)}"


def trouble_with(subject: Subject, redealt: Snapshot[Any], chance: Random) -> str:
    """What is wrong with a position that was dealt anew, if anything is."""
    engine = subject.engine
    if broken := engine.broken(redealt):
        return f"{broken[0]} does not hold in a position dealt anew:\n{readable(redealt)}"
    try:
        loaded = engine.load(engine.dump(redealt))
    except SaveError as error:
        return f"A position dealt anew cannot be saved: {error}\n{readable(redealt)}"
    if not engine.transient and loaded != redealt:
        return f"Loading changes a position dealt anew:\n{differing(redealt, loaded)}"
    return trouble_after(subject, redealt, chance)


def trouble_after(subject: Subject, redealt: Snapshot[Any], chance: Random) -> str:
    """What goes wrong when a position that was dealt anew is played on."""
    engine = subject.engine
    for _ in range(MOVES_AFTER):
        if is_stuck(engine, redealt):
            return f"No move is legal after a redeal in\n{readable(redealt)}"
        if not (legal := engine.legal_moves(redealt)):
            return ""
        redealt = subject.step(redealt, chance.choice(legal))
        if broken := engine.broken(redealt):
            return f"{broken[0]} does not hold after a redeal in\n{readable(redealt)}"
    return ""


def nothing_leaks(subject: Subject) -> None:
    """Nobody can tell a position from one that was dealt anew from their view, by anything that leaves the engine."""
    for position in subject.positions:
        for seat in secret_viewers(subject, position.snapshot):
            leak, number = first_leak(subject, position, seat)

            assert leak is None, f"{leak}\n{directions(position, seat, number)}"


def first_leak(subject: Subject, position: Position, seat: Any) -> tuple[Leak | None, int]:
    """The first difference between a position and one dealt anew, and the number of that redeal."""
    engine, snapshot = subject.engine, position.snapshot
    chance = Random(f"tries {position} {seat!r}")
    sent = tries(engine, snapshot, seat, chance, moves_of(subject, position))
    onlooker = Onlooker(engine, snapshot, seat, sent, texts(sent, chance))
    for number, redealt in enumerate(redeals(subject, position, seat, REDEALS)):
        if leak := onlooker.leak(redealt, chance):
            return leak, number
    return None, 0


def hidden_parts_vary(subject: Subject) -> None:
    """Redeals hit the real position no more often than one another: what is hidden is dealt anew.

    More than 95 % of the redeals must be others where more than one deal is possible, beside hits by chance.
    """
    counted: dict[str, Variety] = {}
    for position in subject.positions:
        for seat in secret_viewers(subject, position.snapshot):
            dealt = [deal_of(redealt) for redealt in redeals(subject, position, seat, DEALS)]
            counted.setdefault(repr(seat), Variety()).add(deal_of(position.snapshot), dealt)
    everybody = sum(counted.values(), Variety())
    for owner, variety in {**counted, "everybody": everybody}.items():
        assert not variety.is_suspicious, (
            f"{variety.excess:.0%} of the redeals for {owner} are the real position, beside those that are by chance "
            f"({variety.deviations:.1f} standard deviations, {variety.positions} positions)"
        )
    assert everybody.varied or not everybody.positions, "every redeal is the real position"


# What they share


def secret_viewers(subject: Subject, snapshot: Snapshot[Any]) -> Iterable[Any]:
    """Everybody who could have something hidden from them: nobody, where positions cannot be dealt anew."""
    return subject.viewers(snapshot) if subject.engine._redeal is not None else ()


def redeals(subject: Subject, position: Position, seat: Any, number: int) -> Iterator[Snapshot[Any]]:
    """Positions that a seat should not tell from a real one: made from its view as another process would get it."""
    engine = subject.engine
    view = received(engine, engine.view(position.snapshot, seat))
    for count in range(number):
        try:
            yield engine.redeal(view, Random(chance_name(position, seat, count)))
        except Exception as error:  # the redeal is the author's
            raised = f"redeal raises {type(error).__name__}: {error}"
            raise AssertionError(f"{raised}\n{directions(position, seat, count)}") from error


def chance_name(position: Position, seat: Any, number: int) -> str:
    """What the chance of one redeal is seeded with."""
    return f"{position.number} {position.step} {seat!r} {number}"


def moves_of(subject: Subject, position: Position) -> list[Move]:
    """The moves of the same game at other moments: stale ones, and some that come too early."""
    return [step.move for step in subject.sessions[position.number].log]


def directions(position: Position, seat: Any, number: int) -> str:
    """How to come to a redeal again."""
    name = chance_name(position, seat, number)
    return f"It was {position}; the redeal: engine.redeal(engine.view(snapshot, {seat!r}), Random({name!r}))."
