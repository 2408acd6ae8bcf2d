"""Which rows can be taken at all, from the names of their guards alone.

A guard is a proposition: nothing is known about it but that it is true or false, and that the same name means the same
answer within one decision. That is enough to find rows that earlier rows hide.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from fsm.chart import Guard, Row

Literal = tuple[str, bool]
Clause = frozenset[Literal]
"""Propositions with the answer wanted; one of them must come true."""

Answers = Mapping[str, bool]
"""What guards answer. One that is not named may answer anything; where it matters, it is taken to be False."""


def satisfiable(clauses: Sequence[Clause]) -> bool:
    """Whether some answers of the guards make every clause true."""
    return solution(clauses) is not None


def solution(clauses: Sequence[Clause]) -> Answers | None:
    """Answers of the guards that make every clause true, or None if there are none."""
    return Search(clauses).run()


class Search:
    """Tries answers, draws conclusions from clauses with one way left, and takes guesses back that lead nowhere."""

    def __init__(self, clauses: Sequence[Clause]) -> None:
        self.clauses = clauses
        self.answers: dict[str, bool] = {}
        self.order: list[str] = []
        """The names answered so far, first to last."""
        self.places: dict[Literal, list[Clause]] = defaultdict(list)
        for clause in clauses:
            for literal in clause:
                self.places[literal].append(clause)

    def run(self) -> Answers | None:
        """The answers found."""
        sure = [literal for clause in self.clauses if len(clause) == 1 for literal in clause]
        fits = all(self.clauses) and all(self.conclude(literal) for literal in sure)
        guesses: list[tuple[int, int, Literal]] = []
        place = 0
        while place < len(self.clauses) or not fits:
            if not fits:
                if not guesses:
                    return None
                known, place, (name, answer) = guesses.pop()
                self.forget(known)
                fits = self.conclude((name, not answer))
            elif self.is_true(self.clauses[place]):
                place += 1
            else:
                guess = min(self.open(self.clauses[place]))
                guesses.append((len(self.order), place, guess))
                fits = self.conclude(guess)
        return self.answers

    def conclude(self, literal: Literal) -> bool:
        """Note an answer and all that follows from it; False if that contradicts itself."""
        todo = [literal]
        while todo:
            name, answer = todo.pop()
            if name in self.answers:
                if self.answers[name] is not answer:
                    return False
                continue
            self.answers[name] = answer
            self.order.append(name)
            for clause in self.places.get((name, not answer), ()):
                left = self.open(clause)
                if len(left) == 1 and not self.is_true(clause):
                    todo += left
        return True

    def forget(self, known: int) -> None:
        """Take back all answers but the first ones."""
        while len(self.order) > known:
            del self.answers[self.order.pop()]

    def is_true(self, clause: Clause) -> bool:
        """Whether an answer has made a clause true."""
        return any(self.answers.get(name) is answer for name, answer in clause)

    def open(self, clause: Clause) -> list[Literal]:
        """The ways that are left to make a clause true, if none has been taken."""
        return [literal for literal in clause if literal[0] not in self.answers]


class Alternatives:
    """The rows for one event in one leaf, in the order tried: which can be taken, and when none is.

    It keeps answers under which every row so far says no, and changes as few of them as it can: most rows are seen
    to be possible from that alone, however many there are. Only where it fails, a search decides.
    """

    def __init__(self, rows: Iterable[Row]) -> None:
        self.clauses: list[Clause] = []
        self.cover_everything = False
        """Whether one of the rows applies whatever the guards answer."""
        self.refusing: dict[str, bool] = {}
        """Answers under which none of the rows applies, unless they cover everything."""
        self.resting: dict[str, list[Clause]] = defaultdict(list)
        """Clauses by the name of one guard whose answer makes them true."""
        self.taken = frozenset([row.id for row in rows if self.add(row)])
        """The ids of the rows that can be taken."""

    def add(self, row: Row) -> bool:
        """One more row; whether it can be taken, now that none before it applied."""
        can_be_taken = is_consistent(row) and self.can_say(dict(map(holds, row.guards)))
        if not self.cover_everything:
            self.clauses.append(fails(row))
            self.learn(self.clauses[-1])
        return can_be_taken

    def can_say(self, wanted: Answers) -> bool:
        """Whether the guards can give these answers while no row applies."""
        if self.cover_everything:
            return False
        return self.can_change(wanted) or satisfiable([*map(only, wanted.items()), *self.clauses])

    def can_change(self, wanted: Answers) -> bool:
        """Whether nothing else needs to change for the guards to answer so."""
        return all(self.can_move(name, wanted) for name, answer in wanted.items() if self.says(name) is not answer)

    def can_move(self, name: str, wanted: Answers) -> bool:
        """Whether all clauses that rest on a guard hold for another reason, too; from now on they rest on that."""
        staying: list[Clause] = []
        for clause in self.resting.pop(name, ()):
            reason = next((n for n, answer in clause if n not in wanted and self.says(n) is answer), name)
            (staying if reason == name else self.resting[reason]).append(clause)
        if staying:
            self.resting[name] = staying
        return all(any(wanted.get(n) is answer for n, answer in clause) for clause in staying)

    def says(self, name: str) -> bool:
        """What a guard answers when every row says no."""
        return self.refusing.get(name, False)

    def learn(self, clause: Clause) -> None:
        """Find answers under which this clause is true as well."""
        for name, answer in clause:
            if self.says(name) is answer or self.can_change({name: answer}):
                self.refusing[name] = answer
                self.resting[name].append(clause)
                return
        found = solution(self.clauses)
        self.cover_everything = found is None
        self.refusing = {**(found or {})}
        self.resting = defaultdict(list)
        for known in self.clauses if found is not None else ():
            self.resting[next(name for name, answer in known if self.says(name) is answer)].append(known)


def only(literal: Literal) -> Clause:
    """The clause that wants just this."""
    return frozenset({literal})


def holds(guard: Guard) -> Literal:
    """What a guard wants."""
    return guard.name, not guard.negated


def applies(row: Row) -> list[Clause]:
    """All guards of the row hold."""
    return [only(holds(guard)) for guard in row.guards]


def fails(row: Row) -> Clause:
    """Some guard of the row does not hold; impossible for a row without guards."""
    return frozenset((name, not wanted) for name, wanted in map(holds, row.guards))


def is_taken(row: Row, before: Iterable[Row]) -> list[Clause]:
    """The row applies and none of the rows tried before it does."""
    return [*applies(row), *map(fails, before)]


def is_consistent(row: Row) -> bool:
    """Whether the row's own guards can hold together."""
    return agree(map(holds, row.guards))


def agree(literals: Iterable[Literal]) -> bool:
    """Whether no guard is wanted to answer both ways."""
    wanted = set(literals)
    return len(wanted) == len({name for name, _ in wanted})
