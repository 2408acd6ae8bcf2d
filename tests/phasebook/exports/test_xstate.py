"""The real XState loads the machines, and is in the same phases as the engine, move by move."""

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fsm import Engine, FlowError
from fsm.errors import PhasebookError
from phasebook.exports.expanding import Condition
from phasebook.exports.xstate import config_of, export, words
from tests.fsm.rich_flows import rich_engines
from tests.phasebook.exports.games_played import FLOWS, cookbook, every_engine
from tests.phasebook.exports.node import need, run_script
from tests.phasebook.exports.recording import Recorded, recorded_game

GAMES, SHORT, LONG = 1_000, 4, 60
"""So many games of each flow: most are short, every fiftieth is long."""

EXOTIC = ("is asked before other rows", "into one that is suspended")
"""What is said of machines that do not do quite the same."""


class Table:
    """A file of recorded games, and the machines that play them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "node_modules").symlink_to(need("xstate"))
        self.lines: list[str] = []

    def add(self, name: str, text: str, games: Iterable[list[Recorded]]) -> None:
        """Games of a machine."""
        module = self.folder / f"{name}.mjs"
        module.write_text(text, "utf-8")
        self.lines += [
            json.dumps({"module": str(module), "number": number, "game": game}) for number, game in enumerate(games)
        ]

    def play(self) -> dict[str, int]:
        """How many games and steps XState has played as recorded; fails if one went another way."""
        path = self.folder / "games.jsonl"
        path.write_text("\n".join(self.lines), "utf-8")
        found: dict[str, int] = json.loads(run_script("xstate.mjs", str(path)))
        return found


def games_of(engine: Engine[Any], count: int) -> list[list[Recorded]]:
    return [recorded_game(engine, number, SHORT if number % 50 else LONG) for number in range(count)]


def test_a_thousand_games_of_each_flow_are_in_the_same_phases(tmp_path: Path) -> None:
    table = Table(tmp_path)
    for name in FLOWS:
        engine = every_engine()[name]
        table.add(name, export(engine, engine.chart).text, games_of(engine, GAMES))

    played = table.play()

    assert played["games"] == GAMES * len(FLOWS)
    assert played["steps"] > 4 * played["games"]


def test_games_of_the_cookbook_are_in_the_same_phases(tmp_path: Path) -> None:
    table = Table(tmp_path)
    for name, engine in cookbook().items():
        table.add(name, export(engine, engine.chart).text, games_of(engine, 60))

    assert table.play()["games"] == 60 * len(cookbook())


def test_a_preset_has_a_machine_of_its_own(tmp_path: Path) -> None:
    """With fewer guards to supply, and the same phases."""
    table, uno = Table(tmp_path), every_engine()["uno"]
    settings: Any = uno.start(seed=1, preset="seed").game.settings
    chart = uno.chart_for(settings)
    narrow = uno.for_settings(settings)
    narrow.chart = chart  # the recorder walks the chart of the preset, and the engine plays by the whole one
    number = len(uno.presets)
    games = [recorded_game(narrow, number * each, SHORT) for each in range(20)]
    table.add("uno", export(uno, chart).text, games)

    assert table.play()["games"] == 20
    assert set(config_of(chart)["meta"]["guards"]) < set(config_of(uno.chart)["meta"]["guards"])


@pytest.mark.parametrize("seeds", [range(30), pytest.param(range(30, 400), marks=pytest.mark.soak)])
def test_random_flows_that_say_everything_are_in_the_same_phases(tmp_path: Path, seeds: range) -> None:
    table = Table(tmp_path)
    flows = 0
    for seed in seeds:
        try:
            engine = rich_engines(Random(seed).randrange)[0]
            made = export(engine, engine.chart)
            if any(remark in note for note in made.notes for remark in EXOTIC):
                continue
            games = [recorded_game(engine, number, 10) for number in range(4)]
        except (FlowError, PhasebookError):  # unsound, endless, or too large to write out
            continue
        table.add(f"flow{seed}", made.text, games)
        flows += 1

    assert table.play()["games"] == 4 * flows > len(seeds)


DEFECTS: dict[str, tuple[str, Callable[[dict[str, Any]], Any]]] = {
    "a row is missing": ("uno", lambda states: states["round"]["states"]["laid"]["always"].pop(0)),
    "rows are in another order": ("uno", lambda states: states["round"]["states"]["laid"]["always"].reverse()),
    "a guard is missing": ("uno", lambda states: states["round"]["states"]["playing"]["on"]["draw"][1].pop("guard")),
    "an effect is missing": (
        "uno",
        lambda states: states["round"]["states"]["playing"]["on"]["play"][0].pop("actions"),
    ),
    "a target is wrong": ("uno", lambda states: states["round"]["states"]["laid"]["always"][1].update(target="#Uno")),
    "another phase is the first": ("uno", lambda states: states["round"].update(initial="opening")),
    "entry effects are missing": ("goofspiel", lambda states: states["round"]["states"]["bidding"].pop("entry")),
    "a state is not left": ("BestOfThree", lambda states: states["round"]["onDone"][1].pop("reenter")),
    "a call does not come back": (
        "Interrupted",
        lambda states: states["turn"]["states"]["first"]["states"]["ruling"]["states"]["answered"].pop("always"),
    ),
    "a refusal is missing": ("Battles", lambda states: states["battle"]["states"]["falling"]["on"].pop("concede")),
}


@pytest.mark.parametrize("defect", DEFECTS)
def test_a_machine_with_a_defect_is_found_out(tmp_path: Path, defect: str) -> None:
    flow, break_it = DEFECTS[defect]
    engine = every_engine()[flow]
    text, config = export(engine, engine.chart).text, config_of(engine.chart)
    whole = json.dumps(config, indent=2, ensure_ascii=False)
    assert whole in text
    break_it(config["states"])
    table = Table(tmp_path)
    table.add(flow, text.replace(whole, json.dumps(config)), games_of(engine, 201))

    with pytest.raises(AssertionError, match=rf"{flow}\.mjs, game"):
        table.play()


def test_a_guard_that_nobody_supplies_is_named(tmp_path: Path) -> None:
    uno = every_engine()["uno"]
    table = Table(tmp_path)
    table.add(
        "uno",
        export(uno, uno.chart).text.replace("config.meta.guards.filter", '["new_guard"].filter'),
        games_of(uno, 1),
    )

    with pytest.raises(AssertionError, match="Uno needs these guards, too: new_guard"):
        table.play()


# What is written


def test_the_config_is_plain_json() -> None:
    for engine in every_engine().values():
        config = config_of(engine.chart)

        assert json.loads(json.dumps(config)) == config


def test_what_xstate_cannot_express_is_said_in_the_file_and_beside_it() -> None:
    goofspiel, onepiece = every_engine()["goofspiel"], every_engine()["onepiece"]

    for engine, remark in (
        (goofspiel, "gathers the choices of players"),
        (onepiece, "triggers is there once for each"),
    ):
        made = export(engine, engine.chart)

        assert any(remark in note for note in made.notes)
        assert all(f"// {note}\n" in made.text for note in made.notes)
        assert config_of(engine.chart)["meta"]["notes"] == list(made.notes)


def test_every_phase_and_every_row_is_there() -> None:
    for engine in every_engine().values():
        text = json.dumps(config_of(engine.chart))

        assert [phase.path for phase in engine.chart.phases if f'"phase": "{phase.path}"' not in text] == []
        assert [row.id for row in engine.chart.rows if f'"row": "{row.id}"' not in text] == []


def test_an_end_is_an_event_where_that_makes_no_difference() -> None:
    battle = config_of(cookbook()["Auction"].chart)["states"]["auction"]

    assert [row["target"] for row in battle["onDone"]] == ["#Auction.playing", "#Auction.void"]


def test_conditions_have_words() -> None:
    assert words(Condition("is_open")) == "is_open"
    assert words(Condition(state=("a", "b"), negated=True)) == "not in a.b"
