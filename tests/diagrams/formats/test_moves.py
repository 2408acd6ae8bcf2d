"""The table of moves: what it says is what the engine does."""

from random import Random
from typing import Any

import pytest

from diagrams.diagram import Diagram
from diagrams.formats.moves import ELSEWHERE, NOTHING, NUMBERED, SILENT
from fsm import Flow, Refusal, State, guard
from fsm.catalogue import engine_of, registered
from games.discard import DiscardTurn, engine
from tests.diagrams.flows import Contract, Varied
from tests.diagrams.special_flows import Auction


def lines_of(diagram: Diagram) -> list[list[str]]:
    """The table cell by cell, with the names filled in that stand on first lines only."""
    _, _, *lines = [line for line in diagram.moves_table().splitlines() if line.startswith("|")]
    found: list[list[str]] = []
    for line in lines:
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        found.append([cell or (found[-1][place] if place < 2 else "") for place, cell in enumerate(cells)])
    return found


def test_every_move_is_listed_where_it_is_possible() -> None:
    possible = {(move, phase) for move, phase, needs, _ in lines_of(Diagram(DiscardTurn)) if needs != ELSEWHERE}
    chart = engine.chart

    assert possible == {
        (f"`{row.event}`", " › ".join(chart.by_path[path].name for path in reversed(chart.lineage(row.source))))
        for row in chart.rows
        if row.event is not None
    }


def test_sentences_for_moves_at_the_wrong_time_are_listed() -> None:
    said = {(move, sentence) for move, _, needs, sentence in lines_of(Diagram(DiscardTurn)) if needs == ELSEWHERE}

    assert said == {(f"`{remark.event}`", remark.sentence) for remark in engine.chart.refusals}


@pytest.mark.parametrize("name", registered())
def test_what_a_refused_player_reads_in_a_random_game_is_in_the_table(name: str) -> None:
    """And what is possible in a phase without needs is never refused."""
    flow, chance = engine_of(name), Random(name)
    table = Diagram(flow).moves_table().replace("\\", "")
    refusals = 0
    for seed in range(3):
        snapshot = flow.start(seed=seed)
        seen: list[Any] = []
        for _ in range(60):
            legal = flow.legal_moves(snapshot)
            for move in seen[-12:]:
                answer = flow.step(snapshot, move)
                if isinstance(answer, Refusal) and not answer.code.startswith("engine."):
                    refusals += 1
                    assert flow.sentences()[answer.code].replace("&", "&amp;") in table
            if not legal:
                break
            seen.append(chance.choice(legal))
            snapshot = flow.step(snapshot, seen[-1])  # type: ignore[assignment]
    assert refusals > 3


# Alternatives


@guard("Not even.")
def is_even(game: int) -> bool:
    return game % 2 == 0


@guard("Not small.")
def is_small(game: int) -> bool:
    return game < 9


@guard("Not odd.")
def is_odd(game: int) -> bool:
    return game % 2 == 1


class Choices(Flow):
    """Rows that are tried one after the other."""

    start = State("Start", initial=True)
    end = State("End", final=True)
    free = start.to(end, cond=is_even) | start.to(end)
    narrow = start.to(end, cond=[is_even, is_small]) | start.to(end, cond=is_even)
    either = start.to(end, cond=[is_small, is_even]) | start.to(end, cond=[is_small, is_odd])
    neither = start.to(end, unless=[is_even, is_small])


def needs_of(event: str) -> list[tuple[str, str]]:
    return [(needs, said) for move, _, needs, said in lines_of(Diagram(Choices)) if move == f"`{event}`"]


def test_a_guard_that_only_chooses_between_alternatives_is_not_needed() -> None:
    assert needs_of("free") == [("", "")]
    assert needs_of("narrow") == [("`is_even`", "Not even.")]


def test_what_all_alternatives_need_comes_first_and_the_rest_has_numbers() -> None:
    assert needs_of("either") == [
        ("`is_small`", "Not small."),
        ("1: `is_even`", "Not even."),
        ("2: `is_odd`", "Not odd."),
    ]
    assert NUMBERED in Diagram(Choices).moves_table()
    assert NUMBERED not in Diagram(DiscardTurn).moves_table()


def test_a_guard_that_must_not_hold_says_so() -> None:
    assert [needs for needs, _ in needs_of("neither")] == ["not `is_even`", "not `is_small`"]


def test_settings_that_always_leave_one_row_have_no_sentence() -> None:
    lines = lines_of(Diagram(engine_of("belote")))

    assert ["`bid`", "Auction › Bids are open", "1: not `capot_bid`", ""] in lines
    assert [needs for move, phase, needs, _ in lines if (move, phase) == ("`pass_bid`", "Auction › Coinched")] == [
        "`it_is_your_turn`"
    ]


def test_a_setting_that_may_be_off_has_its_sentence() -> None:
    assert ["`jump_in`", "Round › Turn", "`jump_in`", "Nobody jumps in in this match."] in lines_of(
        Diagram(engine_of("uno"))
    )


# Odds and ends


def test_a_row_that_refuses_is_listed_with_its_sentence() -> None:
    refusing = [row for row in Diagram(Auction).chart.rows if row.refuses]
    said = [sentence for _, _, needs, sentence in lines_of(Diagram(Auction)) if needs.startswith(ELSEWHERE)]

    assert refusing
    assert {row.refuses for row in refusing} <= set(said)


def test_a_remark_says_what_happens_in_phases_that_are_not_listed() -> None:
    assert SILENT in Diagram(DiscardTurn).moves_table()
    assert SILENT not in Diagram(engine_of("belote")).moves_table()
    assert SILENT in Diagram(Varied).moves_table("rst")


def test_one_phase_has_the_moves_of_that_phase() -> None:
    close = lines_of(Diagram(engine_of("belote"), phase="playing"))

    assert {move for move, *_ in close} == {"`play_card`"}


class ByItself(Flow):
    """Nobody moves."""

    start = State("Start", initial=True)
    end = State("End", final=True)
    start.to(end)


def test_a_flow_without_moves_says_so() -> None:
    assert Diagram(ByItself).moves_table() == f"{NOTHING}\n"


def test_both_languages_say_the_same() -> None:
    for flow in (Contract, Varied, Auction):
        plain = Diagram(flow).moves_table("rst").replace("\\", "").replace("``", "`")
        for line in lines_of(Diagram(flow)):
            assert all(cell.replace("\\", "").replace("&gt;", ">") in plain for cell in line)


def test_moves_and_needs_are_in_the_words_of_the_picture() -> None:
    plain = Diagram(engine, words="plain").moves_table()

    assert "Select or put back a card" in plain
    assert "the card is in your hand" in plain
    assert "`" not in plain
