"""What `phasebook verify` says, and in which order."""

import re

import pytest
from msgspec.structs import replace

from fsm.explore import Defect, explore, guided_play
from fsm.lint import examine
from phasebook.cli.verify_report import MOST_MOVES, REMEDIES, Verdict, first_defect, lines_of, print_verdict
from tests.docs.docstrings import attribute_docstrings
from tests.fsm.checking.test_guided import is_not_at_the_door
from tests.fsm.corridor import corridor, engine
from tests.fsm.dropping import are_held, are_two, dropping

STUCK = dropping(are_held, are_two)


def said(verdict: Verdict, capsys: pytest.CaptureFixture[str]) -> list[str]:
    print_verdict(verdict)
    return capsys.readouterr().out.splitlines()


def test_a_defect_comes_first_with_its_game_its_reason_and_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    lines = said(Verdict(examine(STUCK), [explore(STUCK)]), capsys)

    assert lines[:7] == [
        "DEFECT deadlock in holding after 1 move: No move is legal here, and the phase is not final.",
        "  game: seed 0",
        '      1. {"move":"drop","cards":[1,2]}',
        '  why: are_two refuses {"move":"drop","cards":[3]}',
        "  do: Let one of these guards say yes, add a move that is always possible, or make the phase final.",
        "  again: --log FILE writes this game, Session.replay plays it, --draw FILE draws it",
        "",
    ]
    assert lines[7] == "lint: clean"


def test_the_same_defect_of_two_explorations_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    lines = said(Verdict(examine(STUCK), [explore(STUCK), explore(STUCK, seed=1)]), capsys)

    assert sum(line.startswith("DEFECT") for line in lines) == 1


def test_a_clean_verdict_tells_what_was_seen(capsys: pytest.CaptureFixture[str]) -> None:
    verdict = Verdict(examine(engine), [explore(engine)], guided_play(engine, steps=2_000), [4])
    lines = said(verdict, capsys)

    assert verdict.is_clean
    assert [line.partition(":")[0] for line in lines if not line.startswith(" ")] == [
        "lint", "explore", "guided play", "perft 1"
    ]  # fmt: skip
    assert lines[-2] == "  seen: 2 of 2 phases, 5 of 5 rows, 4 of 4 guard outcomes"


def test_settings_are_told_as_they_are_asked_for() -> None:
    strict = corridor(invariants=(is_not_at_the_door,))
    (defect,) = guided_play(strict, steps=2_000, settings={"preset": "wide", "hops": False}).defects

    assert list(lines_of(defect))[1] in ("  game: seed 0, --preset wide, --set hops=false", "  game: seed 0")


def test_of_many_moves_the_last_are_printed() -> None:
    strict = corridor(invariants=(is_not_at_the_door,))
    (defect,) = explore(strict, settings={"door": 1_000}).defects
    long = replace(defect, moves=defect.moves * 9)

    assert len(list(lines_of(defect))) == len(defect.moves) + 5
    assert list(lines_of(long))[2] == f"  moves: {len(long.moves) - MOST_MOVES:,} before these"
    assert len(list(lines_of(long))) == MOST_MOVES + 6


def test_every_kind_of_defect_has_a_remedy() -> None:
    kinds = set(re.findall(r"\w+", attribute_docstrings(Defect)["kind"])) - {"or"}

    assert set(REMEDIES) == kinds


def test_a_flow_alone_has_no_result_to_show() -> None:
    assert first_defect(Verdict((), None)) == (None, None)
