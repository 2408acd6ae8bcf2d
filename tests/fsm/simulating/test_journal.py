"""A file of finished batches: nothing counted is lost, or counted twice, and nothing strange is believed."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fsm import Engine, PhasebookError
from fsm.errors import SimulationError
from fsm.simulate import Processes, Serial, Simulation, compare, runner, simulate
from fsm.simulating import runner as running
from fsm.simulating.journal import Journal, Line, Shelf, checksum, fingerprint
from fsm.simulating.tally import Tally
from tests.fsm import evening
from tests.fsm.coin import Coin, Toss, new_table, outcome, returns
from tests.fsm.coin import engine as coin
from tests.fsm.full_disk import full_disk
from tests.fsm.race import engine as race

ROOT = Path(__file__).parents[3]
PLAN: dict[str, Any] = {"seed": 3, "batch": 5}


def stopped_after(batches: int, path: Path, engine: Any = race, games: int = 50, **plan: Any) -> Simulation:
    """Some batches, then Ctrl-C."""

    def stop(_: int) -> None:
        seen.append(_)
        if len(seen) == batches:
            raise KeyboardInterrupt

    seen: list[int] = []
    return simulate(engine, games, progress=stop, resume=path, **(PLAN | plan))


class Played:
    """Which games were played."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.numbers: list[int] = []
        play_one = running.Runner.play_one

        def noted(here: Any, number: int) -> Any:
            self.numbers.append(number)
            return play_one(here, number)

        monkeypatch.setattr(running.Runner, "play_one", noted)


@pytest.mark.parametrize("engine", [race, coin, "uno", "goofspiel"])
def test_a_simulation_that_goes_on_is_as_if_it_had_not_been_stopped(engine: Any, tmp_path: Path) -> None:
    path = tmp_path / "batches"
    assert stopped_after(4, path, engine, games=40).games == 20

    assert simulate(engine, 40, resume=path, **PLAN) == simulate(engine, 40, **PLAN)


def test_what_is_in_the_file_is_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "batches"
    stopped_after(4, path)
    played = Played(monkeypatch)
    told: list[int] = []
    simulate(race, 50, resume=path, progress=told.append, **PLAN)

    assert played.numbers[0] == 0, "one game, to see that the rules are the same"
    assert played.numbers[1:] == list(range(20, 50))
    assert sum(told) == 50


@pytest.mark.parametrize("batch", [1, 7, 50])
def test_the_size_of_a_batch_and_the_number_of_games_may_change(batch: int, tmp_path: Path) -> None:
    path = tmp_path / "batches"
    stopped_after(4, path)

    assert simulate(race, 70, seed=3, batch=batch, resume=path) == simulate(race, 70, seed=3)
    assert simulate(race, 33, seed=3, resume=path) == simulate(race, 33, seed=3)
    assert simulate(race, 3, seed=3, resume=path) == simulate(race, 3, seed=3)
    assert simulate(race, 70, seed=3, resume=path) == simulate(race, 70, seed=3), "batches that overlap count once"


def test_any_workers_go_on_with_it(tmp_path: Path) -> None:
    path = tmp_path / "batches"
    stopped_after(3, path, "tests.fsm.race:engine", workers=Processes(2))

    found = simulate("tests.fsm.race:engine", 50, workers=Processes(2), resume=path, **PLAN)
    assert found == simulate("tests.fsm.race:engine", 50, **PLAN)
    assert len(path.read_bytes().splitlines()) == 10


def test_comparisons_go_on_too(tmp_path: Path) -> None:
    path = tmp_path / "batches"
    second: Any = {"settings": {"preset": "crooked"}}

    def stop(_: int) -> None:
        raise KeyboardInterrupt

    assert compare(coin, 30, second=second, batch=10, resume=path, progress=stop).games == 10
    assert compare(coin, 30, second=second, resume=path) == compare(coin, 30, second=second)


# Files that were torn, spoiled, or are somebody else's


@settings(max_examples=20)
@given(st.data())
def test_a_file_that_ends_anywhere_loses_only_what_was_not_finished(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = tmp_path_factory.getbasetemp() / "torn"
    path.unlink(missing_ok=True)
    simulate(coin, 20, seed=3, batch=5, resume=path)
    whole = path.read_bytes()
    torn = whole[: data.draw(st.integers(0, len(whole)))]
    path.write_bytes(torn)
    notes: list[str] = []

    assert simulate(coin, 20, seed=3, batch=5, resume=path, note=notes.append) == simulate(coin, 20, seed=3)
    assert notes == ([] if torn[-1:] in (b"", b"\n") else [f"The last line of {path} was not finished; "
                                                           "its games are played again."])  # fmt: skip
    assert path.read_bytes() == whole


@settings(max_examples=20)
@given(st.data())
def test_a_spoiled_byte_costs_one_batch_at_most(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    path = tmp_path_factory.getbasetemp() / "spoiled"
    path.unlink(missing_ok=True)
    simulate(coin, 20, seed=3, batch=5, resume=path)
    spoiled = bytearray(path.read_bytes())
    place = data.draw(st.integers(spoiled.index(b"\n") + 1, len(spoiled) - 2))
    spoiled[place] = data.draw(st.integers(0, 255).filter(lambda byte: byte != spoiled[place]))
    path.write_bytes(spoiled)
    notes: list[str] = []
    found = simulate(coin, 20, seed=3, batch=5, resume=path, note=notes.append)

    assert found == simulate(coin, 20, seed=3)
    assert notes


def test_a_line_of_counts_that_mean_nothing_today_is_left_out(tmp_path: Path) -> None:
    """As where the settings of a game have other fields than yesterday: the checksum is right, the counts are not."""
    path = tmp_path / "batches"
    simulate(race, 10, resume=path, **PLAN)
    line = msgspec.json.decode(path.read_bytes().splitlines()[0], type=Line)
    strange = msgspec.structs.replace(line, counts="kQE=")
    sealed = msgspec.structs.replace(strange, check=checksum(strange))
    path.write_bytes(msgspec.json.encode(sealed) + b"\n")
    notes: list[str] = []

    assert simulate(race, 10, resume=path, note=notes.append, **PLAN) == simulate(race, 10, **PLAN)
    assert notes == [f"Line 1 of {path} is spoiled; its games are played again."]


@pytest.mark.parametrize("content", [b"Dear diary\n", b"Dear diary", b"{}\n", b"\n", b"\xff\xfe\n"])
def test_another_file_is_left_alone(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "diary"
    path.write_bytes(content)

    with pytest.raises(PhasebookError, match="diary is no file of finished batches; name another one"):
        simulate(race, 5, resume=path)
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    "other",
    [{"seed": 4}, {"policy": "first"}, {"max_moves": 9}, {"settings": {"trouble": "silent"}}, {"seats": {0: "first"}},
     {"check": 1}],
)  # fmt: skip
def test_a_file_of_another_simulation_is_refused(other: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "batches"
    simulate(race, 10, seed=3, resume=path)
    before = path.read_bytes()

    with pytest.raises(PhasebookError, match=r"batches belongs to another simulation: .*; name another"):
        simulate(race, 10, resume=path, **({"seed": 3} | other))
    with pytest.raises(PhasebookError, match="belongs to another simulation"):
        compare(race, 10, seed=3, second={}, resume=path)
    assert path.read_bytes() == before


def test_rules_that_have_changed_are_noticed(tmp_path: Path) -> None:
    """The chart is the same; only the dice pay more."""
    path = tmp_path / "batches"
    made: dict[str, Any] = {"moves": (Toss,), "new": new_table, "seats": (0, 1), "outcome": outcome, "returns": returns}
    richer = made | {"returns": lambda game: {seat: 2 * value for seat, value in returns(game).items()}}
    simulate(Engine(Coin, **made), 10, resume=path)

    assert simulate(Engine(Coin, **made), 10, resume=path).games == 10
    with pytest.raises(PhasebookError, match="another simulation: the flow, its rules"):
        simulate(Engine(Coin, **richer), 10, resume=path)


def test_a_fingerprint_is_the_same_in_every_process() -> None:
    """Sets have another order in every process."""
    code = (
        "from fsm.simulate import runner\n"
        "from fsm.simulating.journal import fingerprint\n"
        "print(fingerprint(runner('uno', seed=1)))"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip

    assert said == {fingerprint(runner("uno", seed=1)) + "\n"}


# Places that cannot be written to


def test_two_simulations_cannot_share_a_file(tmp_path: Path) -> None:
    path = tmp_path / "batches"
    here = runner(race)
    with Journal(path, "x", Shelf(Tally, here), print), pytest.raises(PhasebookError, match="is in use by another"):
        simulate(race, 5, resume=path)
    assert simulate(race, 5, resume=path).games == 5


def test_a_file_that_cannot_be_opened_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(PhasebookError, match=r"Cannot write .*: it is a folder; name a file in it"):
        simulate(race, 5, resume=tmp_path)
    with pytest.raises(PhasebookError, match=r"the folder .* does not exist"):
        simulate(race, 5, resume=tmp_path / "no" / "where")


def test_a_disk_that_fills_up_loses_nothing_that_was_counted(tmp_path: Path) -> None:
    path = tmp_path / "batches"
    simulate(race, 20, seed=3, batch=5, resume=path)
    room = path.stat().st_size + 100
    with full_disk(room), pytest.raises(SimulationError, match=r"Cannot write .*: File too large") as caught:
        simulate(race, 50, resume=path, **PLAN)

    assert caught.value.so_far.games == 20
    assert simulate(race, 50, resume=path, **PLAN) == simulate(race, 50, **PLAN)


def test_settings_that_no_file_can_hold_are_one_sentence(tmp_path: Path) -> None:
    class Local(complex):
        """Nobody else can find it."""

    class Idle(Serial):
        def work(self, task: Any, portions: Any) -> Any:
            raise AssertionError("too late")

    with pytest.raises(SimulationError, match="These settings or scores cannot be kept in a file"):
        simulate(evening.engine, 5, settings={"current": Local(1, 2)}, resume=tmp_path / "batches", workers=Idle())


def test_every_kind_of_number_comes_back_as_it_was() -> None:
    tally = Tally()
    tally.scores.update({("scores 0", 1): 2, ("scores 0", 1.5): 1, ("scores 1", -(2**63)): 4})
    tally.starts["0", 1, 2, True] += 3
    shelf = Shelf(Tally, runner(race))
    again = shelf.unpacked(msgspec.msgpack.encode(tally))

    assert again == tally
    assert {type(score) for _, score in again.scores} == {int, float}
