"""Whether our packages are still the ones that were installed.

Another distribution may bring a package of the same name; pip then lets the last one win, without a word, and
uninstalling one takes files away from the other. Here is the one place that notices, and says what to do.
"""

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, PackagePath, distribution, distributions
from importlib.util import find_spec
from pathlib import Path

OURS = "phasebook"
PACKAGES = ("fsm", "games", "diagrams")
HOME = Path(__file__).resolve().parents[1]

REINSTALL = f"pip install --force-reinstall --no-deps {OURS}"


def damage(package: str) -> str | None:
    """What is wrong with one of our packages, and what to do about it; None if nothing is."""
    place = place_of(package)
    if place is not None and place != HOME / package:
        remedy = way_out(package, "rename it")
        return f"Python finds {place} in place of Phasebook's package {package!r}; {remedy}."
    harm = next(harms(package), None)
    if harm is None:
        return None
    remedy = way_out(package, REINSTALL)
    return f"Phasebook's package {package!r} is not as it was installed: {harm}; {remedy}."


def place_of(package: str) -> Path | None:
    """The folder or file that an import of a package leads to; None if there is nothing."""
    try:
        spec = find_spec(package)
    except (ImportError, ValueError):  # somebody has put a module without a spec in its place
        return None
    if spec is None:
        return None
    if spec.submodule_search_locations is None:
        return Path(spec.origin or "").resolve()
    folders = [Path(folder).resolve() for folder in spec.submodule_search_locations]
    # Without an __init__.py, every folder of this name is a part of the package.
    return HOME / package if HOME / package in folders else next(iter(folders), None)


def harms(package: str) -> Iterator[str]:
    """The files of a package that are gone or changed. For an editable installation nobody keeps a list."""
    if not (HOME / package / "__init__.py").exists():
        yield f"{package}/__init__.py is missing"
    for file in installed_files(package):
        path = HOME / file
        if not path.exists():
            yield f"{file} is missing"
        elif file.hash and file.hash.mode == "sha256" and digest(path) != file.hash.value:
            yield f"{file} is another file now"


def installed_files(package: str) -> list[PackagePath]:
    """What the installer wrote down for a package of ours."""
    try:
        ours = distribution(OURS)
    except PackageNotFoundError:
        return []
    if Path(str(ours.locate_file(""))).resolve() != HOME:
        return []
    return [file for file in ours.files or () if file.parts[0] == package]


def digest(path: Path) -> str:
    """As installers write it down."""
    return urlsafe_b64encode(hashlib.sha256(path.read_bytes()).digest()).decode().rstrip("=")


def claimants(package: str) -> list[str]:
    """The other distributions that bring a package of this name, or a module."""
    names = {found.metadata["Name"] for found in distributions() if brings(found, package)}
    return sorted(name for name in names if name and name.lower() != OURS)


def brings(found: Distribution, package: str) -> bool:
    """Whether an installer wrote such a package down. Read as text: the list of a large one is long."""
    record = found.read_text("RECORD") or ""
    return f"\n{package}/" in f"\n{record}" or f"\n{package}.py," in f"\n{record}"


def way_out(package: str, otherwise: str) -> str:
    """What to do: get rid of another distribution, if there is one, and put ours back."""
    others = claimants(package)
    if not others:
        return otherwise
    return (
        f"another distribution ({', '.join(others)}) brings a package of the same name, so keep the two in "
        f"separate environments: pip uninstall {' '.join(others)}, then {REINSTALL}"
    )
