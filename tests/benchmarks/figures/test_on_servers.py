"""Servers on the page are those of the benchmark of tables."""

from tests.benchmarks import bench_tables
from tests.benchmarks.figures import workloads
from tests.benchmarks.figures.on_servers import NAMES, QUICK, SERVER, chosen


def test_every_row_is_a_server_of_the_benchmark() -> None:
    known = {value for name, value in vars(bench_tables).items() if name.isupper() and isinstance(value, str)}

    assert [row.name for row in SERVER.rows] == [*NAMES]
    assert set(NAMES.values()) <= known
    assert set(QUICK) <= set(NAMES.values())


def test_a_quick_run_has_only_some_and_never_who_is_missing() -> None:
    here = [name for name in NAMES.values() if name != bench_tables.BOARDGAME]

    assert chosen(here, workloads.FULL) == here
    assert chosen(here, workloads.QUICK) == [bench_tables.MEMORY, bench_tables.SQLITE]
