"""How games are played, as the options of `simulate` say: the one side, and the other one of a comparison."""

import argparse
from typing import TYPE_CHECKING

from fsm.errors import PhasebookError
from phasebook.cli.options import settings_from

if TYPE_CHECKING:
    from fsm.simulate import Side

CHECKS = {"all": 1, "sample": 16, "none": 0}
"""What `--invariants` means: one of so many moves is checked."""

CHANGEABLE = ("preset", "set", "policy", "without", "max-moves", "giving-up")
"""Options that the second side can have of its own."""


def first_side(options: argparse.Namespace) -> "Side":
    """As the options say."""
    from fsm.simulate import policies_of

    policy, seats = policies_of(options.policy)
    return {
        "policy": policy,
        "seats": seats,
        "settings": settings_from(options),
        "max_moves": options.max_moves,
        "without": options.without,
        "giving_up": options.giving_up,
        "check": CHECKS[options.invariants] if options.check is None else options.check,
    }


def second_side(options: argparse.Namespace) -> "Side":
    """As the first, but for what `--compare` says."""
    from fsm.simulate import policies_of

    side = first_side(options)
    changed = argparse.Namespace(preset=None, set=[])
    policies: list[str] = []
    for name, value in map(change, options.compare):
        if name == "preset":
            changed.preset = value
        elif name == "policy":
            policies.append(value)
        elif name == "set":
            changed.set.append(value)
        elif name == "without":
            side["without"] = [*side["without"], value]
        elif name == "giving-up":
            side["giving_up"] = is_yes(value)
        else:
            side["max_moves"] = whole_number(value)
    side["settings"] = {**(side["settings"] or {}), **settings_from(changed)}
    policy, seats = policies_of(policies)
    side["policy"] = policy if any("=" not in text for text in policies) else side["policy"]
    side["seats"] = {**(side["seats"] or {}), **seats}
    return side


def change(text: str) -> tuple[str, str]:
    """`OPTION=VALUE`: the value is written as after that option."""
    name, equals, value = text.partition("=")
    if name not in CHANGEABLE or not (equals and value):
        known = ", ".join(CHANGEABLE)
        raise PhasebookError(f"{text!r} changes nothing; write --compare OPTION=VALUE with one of {known}.")
    return name, value


def is_yes(value: str) -> bool:
    if value not in ("yes", "no"):
        raise PhasebookError(f"giving-up={value} is neither yes nor no; write --compare giving-up=yes.")
    return value == "yes"


def whole_number(value: str) -> int:
    try:
        return int(value)
    except ValueError:
        raise PhasebookError(f"{value!r} is no number of moves; write --compare max-moves=500.") from None
