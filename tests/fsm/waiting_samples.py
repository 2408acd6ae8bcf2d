"""A flow with rows that wait, for tests of what is written for them; its diary tells what ran, in order."""

from typing import Any

import msgspec

from fsm import Engine, Flow, Move, State, gather


class Diary(msgspec.Struct, frozen=True):
    """What has happened, and how many interruptions are due."""

    lines: tuple[str, ...] = ()
    due: int = 0


def new_diary(seed: int = 0) -> Diary:
    return Diary(due=seed)


def note(line: str) -> Any:
    """An effect that writes a line."""

    def write(game: Diary) -> Diary:
        return msgspec.structs.replace(game, lines=(*game.lines, line))

    write.__name__ = line
    return write


def phase(word: str, **options: Any) -> State:
    """A phase that writes down when it is entered and left."""
    return State(enter=note(f"into_{word}"), exit=note(f"out_of_{word}"), **options)


def is_interrupted(game: Diary) -> bool:
    return game.due > 0


def interrupt(game: Diary) -> Diary:
    return msgspec.structs.replace(game, due=game.due - 1)


def expect(game: Diary, move: "Work") -> Diary:
    return msgspec.structs.replace(game, due=move.interruptions)


def players(game: Diary) -> tuple[int, ...]:
    return (2, 0, 1)


def may_vote(game: Diary, move: "Vote") -> bool:
    return move.day < 6


def count_vote(game: Diary, move: "Vote") -> Diary:
    return msgspec.structs.replace(game, lines=(*game.lines, f"seat {move.seat} says {move.day}"))


class Work(Move):
    interruptions: int

    @classmethod
    def candidates(cls, game: Diary) -> list["Work"]:
        return [cls(0), cls(1), cls(2)]


class Answer(Move): ...


class Escalate(Move): ...


class Flee(Move): ...


class Vote(Move):
    seat: int
    day: int

    @classmethod
    def candidates(cls, game: Diary) -> list["Vote"]:
        return [cls(seat, day) for seat in range(4) for day in (5, 6)]


class Office(Flow):
    """Work is interrupted by the phone, and the phone by the boss."""

    class day(State.Compound, initial=True, enter=note("into_day"), exit=note("out_of_day")):
        desk = phase("desk", initial=True)
        busy = phase("busy")
        lunch = phase("lunch", final=True)

        class phone(State.Compound, enter=note("into_phone"), exit=note("out_of_phone")):
            ringing = phase("ringing", initial=True)
            hung_up = phase("hung_up", final=True)

        work = desk.to(busy, on=expect)
        busy.calls(phone, cond=is_interrupted, on=interrupt, then=lunch)

    class boss(State.Compound, enter=note("into_boss"), exit=note("out_of_boss")):
        talking = phase("talking", initial=True)
        satisfied = phase("satisfied", final=True)

    voting = phase("voting")
    outside = phase("outside", final=True)

    answer = day.phone.ringing.to(day.phone.hung_up) | boss.talking.to(boss.satisfied)
    escalate = day.phone.ringing.calls(boss)
    day.busy.to(day.desk, unless=is_interrupted)
    day.done.to(voting)
    flee = day.to(outside) | boss.to(outside)
    vote = gather(voting, by=players, cond=may_vote, on=count_vote, to=day)


office: Engine[Diary] = Engine(Office, moves=(Work, Answer, Escalate, Flee, Vote), new=new_diary)


def played(*moves: Move, engine: Engine[Diary] = office) -> Any:
    """The snapshot after some moves."""
    snapshot: Any = engine.start(seed=0)
    for move in moves:
        snapshot = engine.step(snapshot, move)
    return snapshot


def lines_of(*moves: Move) -> tuple[str, ...]:
    """What the last of some moves has written."""
    before, after = played(*moves[:-1]), played(*moves)
    return tuple(after.game.lines[len(before.game.lines) :])
