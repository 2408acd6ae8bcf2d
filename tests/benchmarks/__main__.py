"""`make bench` and `make limits`: the page of figures, or the benchmarks that have limits."""

import argparse
import sys
from importlib import import_module
from pathlib import Path

from tests.benchmarks.figures.chart import chart
from tests.benchmarks.figures.page import page
from tests.benchmarks.figures.run import NotTheSameError, Run, measured, read, write
from tests.benchmarks.figures.workloads import FULL, QUICK

ROOT = Path(__file__).parents[2]
NAMES = sorted(path.stem.removeprefix("bench_") for path in Path(__file__).parent.glob("bench_*.py"))


def main(arguments: list[str]) -> int:
    """0 when all is done, 1 when a limit is missed or somebody does not do the same work."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description="Measure, and write the page.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"benchmarks with limits: {', '.join(NAMES)}")
    parser.add_argument("--limits", action="store_true", help="all benchmarks with limits")
    parser.add_argument("--quick", action="store_true", help="measure roughly, and write into build/bench/")
    parser.add_argument("--write", action="store_true", help="write the page again, from the figures that it has")
    chosen = parser.parse_args(arguments)
    if unknown := [name for name in chosen.names if name not in NAMES]:
        parser.error(f"there is no benchmark {unknown[0]!r}; choose from {', '.join(NAMES)}")
    if chosen.names or chosen.limits:
        return limits(chosen.names or NAMES)
    folder, pictures = (ROOT / "docs", ROOT / "docs" / "images")
    if chosen.quick:
        folder, pictures = ROOT / "build" / "bench", ROOT / "build" / "bench" / "images"
    try:
        run = read(folder / "benchmarks.json") if chosen.write else measured(QUICK if chosen.quick else FULL)
    except NotTheSameError as error:
        print(f"Nothing was measured, since not all do the same work:\n{error}", file=sys.stderr)
        return 1
    put(run, folder, pictures)
    return 0


def limits(names: list[str]) -> int:
    """Run benchmarks that have limits."""
    met = [import_module(f"tests.benchmarks.bench_{name}").main() for name in names]
    return 0 if all(met) else 1


def put(run: Run, folder: Path, pictures: Path) -> None:
    """Write the figures, the page and the chart."""
    pictures.mkdir(parents=True, exist_ok=True)
    write(run, folder / "benchmarks.json")
    kept = read(folder / "benchmarks.json")
    (folder / "benchmarks.md").write_text(page(kept), "utf-8")
    (pictures / "benchmarks.svg").write_text(chart(kept), "utf-8")
    print(f"Written: {(folder / 'benchmarks.md').relative_to(ROOT)}, with its figures and its chart.")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
