"""What is said of other libraries, tried where they are installed; the page itself runs python-statemachine's part."""

import json
import re
import tomllib
from importlib.util import find_spec
from typing import Any

import pytest
from statemachine import State, StateMachine

from tests.docs.pages import anchors, section, table, text_of
from tests.phasebook.exports.node import need, run_script

PAGE = text_of("docs/comparison.md")
CELL = re.compile(r"\[?([^\]]+?)\]?(?:\(.*#(.*)\))? ?([\d.]*)")
"""A name that may be a link to a section, and a version, if it has one."""
CELLS = [found.groups() for row in table("README.md", "").rows if (found := CELL.fullmatch(row[0]))]
VERSIONS = {name: version for name, _, version in CELLS if version}


# Both pages say the same


def test_the_table_leads_to_a_section_for_each() -> None:
    assert {anchor for _, anchor, _ in CELLS if anchor} == anchors(PAGE) - {"comparison"}
    assert [name for name, anchor, _ in CELLS if not anchor] == ["Phasebook"]


@pytest.mark.parametrize("peer", sorted(VERSIONS))
def test_both_pages_name_the_same_version(peer: str) -> None:
    assert section(PAGE, peer).startswith(f"\nVersion {VERSIONS[peer]}, ")


def test_versions_are_those_that_we_test_with() -> None:
    needed = tomllib.loads(text_of("pyproject.toml"))["project"]["dependencies"]
    tools, servers = (json.loads(text_of(f"tests/{name}/package.json")) for name in ("node", "node-bench"))

    assert f"python-statemachine>={VERSIONS['python-statemachine']},<3.3" in needed
    assert VERSIONS["XState"] == tools["dependencies"]["xstate"]
    assert VERSIONS["boardgame.io"] == servers["dependencies"]["boardgame.io"]


# python-statemachine


class Failing(StateMachine):
    here, there = State(initial=True), State(final=True)
    go = here.to(there, on="act")
    number = 0

    def act(self) -> None:
        self.number += 1
        raise RuntimeError


def test_python_statemachine_has_half_done_an_effect_that_fails() -> None:
    machine = Failing()
    with pytest.raises(RuntimeError):
        machine.send("go")

    assert [state.id for state in machine.configuration] == ["here"]
    assert machine.number == 1


class Checking(StateMachine):
    here, there = State(initial=True), State(final=True)
    go = here.to(there, validators="check", on="act")

    def check(self) -> None:
        raise ValueError("Not yet.")

    def act(self) -> None:
        pass


def test_python_statemachine_has_validators_and_draws_guards_but_not_effects() -> None:
    with pytest.raises(ValueError, match="Not yet"):
        Checking().send("go")

    class Guarded(StateMachine):
        here, there = State(initial=True), State(final=True)
        go = here.to(there, cond="may_go", on="act_upon_it")

        def may_go(self) -> bool:
            return True

        def act_upon_it(self) -> None:
            pass

    drawn = format(Guarded(), "mermaid")
    assert "[may_go]" in drawn
    assert "act_upon_it" not in drawn


# Others


def test_openspiel_raises_for_an_illegal_action_and_names_legal_ones_by_number() -> None:
    pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this machine")
    state = pyspiel.load_game("tic_tac_toe").new_initial_state()
    state.apply_action(4)

    assert state.legal_actions() == [0, 1, 2, 3, 5, 6, 7, 8]
    assert state.action_to_string(state.legal_actions()[0]) == "o(0,0)"
    with pytest.raises(pyspiel.SpielError):
        state.apply_action(4)
    assert len(pyspiel.registered_names()) > 100


def test_xstate_ignores_what_a_guard_refuses() -> None:
    need("xstate")

    assert json.loads(run_script("shop.mjs")) == {
        "answered": False,
        "phase": "browsing",
        "can": [True, False],
        "listed": [["buy", "canPay"]],
        "pure": "paid",
    }


if find_spec("transitions"):  # with the extra for benchmarks only, and no reason to skip a test without it

    class Customer:
        coins = 2

        def can_pay(self, price: int) -> bool:
            return price <= self.coins

    def test_transitions_answers_false_and_lists_names() -> None:
        from transitions import Machine, MachineError

        model: Any = Customer()
        machine = Machine(model, ["browsing", "paid"], initial="browsing", auto_transitions=False)
        machine.add_transition("buy", "browsing", "paid", conditions="can_pay")

        assert (model.buy(5), model.may_buy(5), model.may_buy(1)) == (False, False, True)
        assert machine.get_triggers("browsing") == ["buy"]
        assert model.buy(1)
        with pytest.raises(MachineError):
            model.buy(1)
