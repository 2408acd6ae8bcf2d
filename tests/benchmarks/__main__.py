"""`make bench`: every `bench_*.py` beside this file. Names as arguments run only those."""

import sys
from importlib import import_module
from pathlib import Path


def main(wanted: list[str]) -> int:
    """Run the benchmarks; 1 when a bar is missed."""
    names = wanted or sorted(path.stem.removeprefix("bench_") for path in Path(__file__).parent.glob("bench_*.py"))
    met = [import_module(f"tests.benchmarks.bench_{name}").main() for name in names]
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
