"""Which rows can be taken at all, from the names of their guards alone.

A guard is a proposition: nothing is known about it but that it is true or false, and that the same name means the same
answer within one decision. That is enough to find rows that earlier rows hide.
"""

from collections.abc import Iterable, Sequence

from fsm.chart import Arrow, Guard

Literal = tuple[str, bool]
Clause = frozenset[Literal]
"""Propositions with the answer wanted; one of them must come true."""


def satisfiable(clauses: Sequence[Clause]) -> bool:
    """Whether some answers of the guards make every clause true."""
    if not clauses:
        return True
    shortest = min(clauses, key=len)
    if not shortest:
        return False
    name, wanted = min(shortest)
    return any(satisfiable(assume(clauses, (name, answer))) for answer in (wanted, not wanted))


def assume(clauses: Sequence[Clause], literal: Literal) -> list[Clause]:
    """What remains to be made true once a guard has answered."""
    opposite = {(literal[0], not literal[1])}
    return [clause - opposite for clause in clauses if literal not in clause]


def holds(guard: Guard) -> Literal:
    """What a guard wants."""
    return guard.name, not guard.negated


def applies(row: Arrow) -> list[Clause]:
    """All guards of the row hold."""
    return [frozenset({holds(guard)}) for guard in row.guards]


def fails(row: Arrow) -> Clause:
    """Some guard of the row does not hold; impossible for a row without guards."""
    return frozenset((name, not wanted) for name, wanted in map(holds, row.guards))


def is_taken(row: Arrow, before: Iterable[Arrow]) -> list[Clause]:
    """The row applies and none of the rows tried before it does."""
    return [*applies(row), *map(fails, before)]


def is_consistent(row: Arrow) -> bool:
    """Whether the row's own guards can hold together."""
    return satisfiable(applies(row))


def cover_everything(rows: Iterable[Arrow]) -> bool:
    """Whether one of the rows applies whatever the guards answer."""
    return not satisfiable([fails(row) for row in rows])
