"""What `phasebook verify` says: defects first, then findings, then what was seen and what was not."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from fsm.explore import Coverage, Defect, Exploration, GuidedPlay
    from fsm.lint import Finding

MOST_MOVES = 40
"""Moves of one defect that are printed; the log has all of them."""

REMEDIES = {
    "broken_invariant": "Correct the effect of the last move, or the invariant, if it asks too much.",
    "deadlock": "Let one of these guards say yes, add a move that is always possible, or make the phase final.",
    "livelock": "Add a way from here to an ending, or mark a phase final where the game is over.",
    "refused_legal_move": "Correct the candidates of the move, or exact=True, which promises too much.",
    "missing_legal_move": "Decide whether the move is legal: then widen the candidates, or add the guard.",
    "repeated_legal_move": "Let the candidates name each move once.",
    "changed_input": "Let the effect return a new game, as msgspec.structs.replace gives it.",
    "not_deterministic": "Take chance from the game's seed, with fsm.chance.",
    "missing_outcome": "Let outcome() answer in every final phase.",
    "wrong_returns": "Let returns() give each seat at the table a number.",
    "rule_error": "Correct the rule: it must answer in every snapshot that play can reach.",
}
"""What to do about each kind of defect."""


class Verdict(NamedTuple):
    """Everything that was found out about a flow."""

    findings: "Sequence[Finding]"
    explorations: "Sequence[Exploration] | None"
    """None for a flow without an engine, which nobody can play."""
    guided: "GuidedPlay | None" = None
    perft: Sequence[int] = ()
    checks: Mapping[str, str] | None = None
    """By name, the checks of whole games, with what is wrong or nothing. None if they were not made."""

    @property
    def results(self) -> "list[Exploration | GuidedPlay]":
        """What was played."""
        return [*(self.explorations or ()), *([] if self.guided is None else [self.guided])]

    @property
    def is_clean(self) -> bool:
        """Whether nothing is wrong that the flow does not accept."""
        is_sound = not any(finding.stands for finding in self.findings) and not any((self.checks or {}).values())
        return is_sound and first_defect(self)[1] is None


def first_defect(verdict: Verdict) -> "tuple[Exploration | GuidedPlay | None, Defect | None]":
    """The first defect that the flow does not accept, and where it was found; or else the first that was played."""
    for result in verdict.results:
        for defect in result.defects:
            if not defect.accepted:
                return result, defect
    return next(iter(verdict.results), None), None


def print_verdict(verdict: Verdict) -> None:
    """The whole report."""
    print_defects(verdict)
    print_failed(verdict.checks or {})
    print_lint(verdict)
    if verdict.explorations is None:
        print("explore: not done; name the Engine that runs this flow to explore its games.")
    for exploration in verdict.explorations or ():
        print_exploration(exploration, is_last=verdict.guided is None)
    if verdict.guided is not None:
        print_guided(verdict.guided)
    if verdict.checks and not any(verdict.checks.values()):
        print(f"checks: {', '.join(verdict.checks)}: all is well in a few games")
    for plies, sequences in enumerate(verdict.perft, start=1):
        print(f"perft {plies}: {sequences:,}")


# Defects


def print_defects(verdict: Verdict) -> None:
    """Each defect once: what, where, why, how to come there again, and what to do."""
    known: set[tuple[str, str]] = set()
    for result in verdict.results:
        for defect in result.defects:
            if not defect.accepted and (defect.kind, defect.name) not in known:
                known.add((defect.kind, defect.name))
                print("\n".join(lines_of(defect)))


def print_failed(checks: Mapping[str, str]) -> None:
    """The checks of whole games that failed, by name."""
    for name, complaint in checks.items():
        if complaint:
            first, *more = complaint.splitlines()
            print("\n".join([f"DEFECT {name}: {first}", *(f"  {line}" for line in more), ""]))


def lines_of(defect: "Defect") -> Iterator[str]:
    """A defect, in full."""
    yield f"DEFECT {defect}"
    yield f"  game: {', '.join([f'seed {defect.seed}', *map(setting_text, defect.settings.items())])}"
    yield from moves_of(defect)
    yield from (f"  why: {obstacle}" for obstacle in defect.obstacles)
    yield f"  do: {REMEDIES[defect.kind]}"
    if defect.log:
        yield "  again: --log FILE writes this game, Session.replay plays it, --draw FILE draws it"
    yield ""


def setting_text(setting: tuple[str, object]) -> str:
    """A setting as it is asked for."""
    name, value = setting
    text = value if isinstance(value, str) else json.dumps(value, default=str)
    return f"--preset {text}" if name == "preset" else f"--set {name}={text}"


def moves_of(defect: "Defect") -> Iterator[str]:
    """The moves that lead there; of many, the last ones."""
    from fsm.moves import move_text

    left_out = len(defect.moves) - MOST_MOVES
    if left_out > 0:
        yield f"  moves: {left_out:,} before these"
    for number, move in enumerate(defect.moves, start=1):
        if number > left_out:
            yield f"  {number:>5}. {move_text(move)}"


# Lint


def print_lint(verdict: Verdict) -> None:
    """What is certain first, then what is only possible, then what the flow accepts."""
    findings = verdict.findings
    standing = [finding for finding in findings if finding.stands]
    print(f"lint: {'clean' if not standing else counted(len(standing), 'finding')}")
    for finding in standing:
        print(f"  {finding}")
    print_possible([one for one in findings if one.possible and not (one.accepted or one.withdrawn)], verdict)
    for finding in findings:
        if finding.withdrawn:
            print(f"  withdrawn: {finding.check} at {finding.where}: {finding.withdrawn}.")
    for finding in findings:
        if finding.accepted:
            print(f"  accepted: {finding.check} at {finding.where}: {finding.accepted}")


def print_possible(findings: "Sequence[Finding]", verdict: Verdict) -> None:
    """What the chart alone cannot tell, and what play has shown of it: a line a check and answer."""
    said: dict[str, list[str]] = {}
    for finding in findings:
        answer, place = so_far(finding, verdict)
        said.setdefault(f"{finding.check}, {answer}", []).append(place)
    for about, places in said.items():
        print(f"  possible: {about}: {', '.join(dict.fromkeys(places))}")


def so_far(finding: "Finding", verdict: Verdict) -> tuple[str, str]:
    """What play has shown about a finding that is only possible, and its place."""
    from fsm.explore import shows, times_seen

    if any(shows(finding, defect) for result in verdict.results for defect in result.defects):
        return "and it happens: see the defect", finding.where
    times = sum(times_seen(finding, result) for result in verdict.results)
    if not times:
        return "and nothing was played there", finding.where
    return "but never met (with how often play was there)", f"{finding.where} ({times:,})"


# What was seen


def print_exploration(exploration: "Exploration", is_last: bool) -> None:
    """What was visited, and what was left out; names come once, at the end."""
    setting = "".join(f" {setting_text(one)}" for one in exploration.settings.items())
    print(
        f"explore: seed {exploration.seed}{setting}: {exploration.snapshots:,} snapshots, "
        f"{exploration.transitions:,} transitions, {exploration.depth} moves deep, {exploration.endings:,} endings; "
        f"{exploration.payloads:,} other payloads tried"
    )
    if exploration.complete:
        print("  complete: every snapshot that play can reach was seen")
    else:
        print(f"  the limit of {exploration.limit:,} snapshots was reached: raise --limit to see more of this seed, "
              f"or go on with --seed {exploration.seed + 1}")  # fmt: skip
    print_coverage(exploration.coverage, is_last)
    print_accepted(exploration.defects)


def print_guided(guided: "GuidedPlay") -> None:
    """What guided play saw, what it did not see, and what nobody can see."""
    setting = "".join(f" {setting_text(one)}" for one in guided.settings.items())
    print(
        f"guided play: seed {guided.seed}{setting}: {guided.steps:,} snapshots, {counted(guided.games, 'game')} of up "
        f"to {guided.deepest:,} moves with {counted(guided.variations, 'choice')} of settings, {guided.endings:,} "
        f"endings; {guided.payloads:,} other payloads tried"
    )
    print_coverage(guided.coverage, is_last=True)
    for row in guided.ruled_out:
        print(f"  ruled out: {row}: no game with these settings comes to it")
    print_accepted(guided.defects)


def print_coverage(coverage: "Coverage", is_last: bool) -> None:
    """How much was seen, and what was not."""
    from fsm.explore import summary, unreached

    print(f"  seen: {summary(coverage)}")
    missing = unreached(coverage)
    for name in (*missing.phases, *missing.rows, *missing.guards) if is_last else ():
        print(f"  not reached: {name}")


def print_accepted(defects: "Sequence[Defect]") -> None:
    """What the flow means."""
    for defect in defects:
        if defect.accepted:
            print(f"  accepted: {defect.kind} of {defect.name}: {defect.accepted}")


def counted(number: int, noun: str) -> str:
    """A number with its noun."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
