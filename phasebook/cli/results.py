"""Results for programs: `--json` prints them as one document."""

from typing import Any


def print_json(everything: dict[str, Any]) -> None:
    """Print values that JSON can hold, indented."""
    print(json_text(everything))


def json_text(everything: dict[str, Any]) -> str:
    """Values that JSON can hold, indented."""
    import msgspec

    return msgspec.json.format(msgspec.json.encode(everything)).decode()


def facts(result: Any) -> dict[str, Any]:
    """The fields of a result without its chart, which is long and known: `phasebook draw` writes it."""
    return {name: getattr(result, name) for name in result.__struct_fields__ if name != "chart"}
