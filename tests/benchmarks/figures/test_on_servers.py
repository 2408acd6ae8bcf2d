"""Servers on the page are those of the benchmark of tables."""

from tests.benchmarks import bench_tables
from tests.benchmarks.figures.on_servers import NAMES, QUICK, SERVER


def test_every_row_is_a_server_of_the_benchmark() -> None:
    known = {value for name, value in vars(bench_tables).items() if name.isupper() and isinstance(value, str)}

    assert [row.name for row in SERVER.rows] == [*NAMES]
    assert set(NAMES.values()) <= known
    assert set(QUICK) <= set(NAMES.values())
