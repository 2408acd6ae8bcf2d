"""`phasebook docs check` on this repository: processor time of the whole command, beside one that does nothing.

With what Python keeps of modules it has read, and without, as on the first run after a checkout.
"""

import resource
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.benchmarks.timing import verdict

ROOT = Path(__file__).parents[2]
LIMIT = 2.0
"""Seconds that somebody who commits is willing to wait."""
ROUNDS = 3


def main() -> bool:
    """Measure the command."""
    check = ["-m", "phasebook", "docs", "check", "--config", str(ROOT / "pyproject.toml")]
    title = "docs check, seconds of processor time"
    print(f"\n{title}\n{'-' * len(title)}")
    print(f"{'python -c pass':44} {seconds(['-c', 'pass']):8.2f}")
    with TemporaryDirectory() as empty:
        print(f"{'docs check, nothing kept of modules':44} {seconds(check, prefix=empty, rounds=1):8.2f}")
    found = seconds(check)
    print(f"{'docs check':44} {found:8.2f}")
    return verdict(f"all our pages are checked in {LIMIT:.0f} seconds", found, found < LIMIT)


def seconds(arguments: list[str], prefix: str = "", rounds: int = ROUNDS) -> float:
    """The best of some runs, user and system time together."""
    return min(once([sys.executable, *(["-X", f"pycache_prefix={prefix}"] if prefix else []), *arguments])
               for _ in range(rounds))  # fmt: skip


def once(command: list[str]) -> float:
    """What a process costs."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime)
