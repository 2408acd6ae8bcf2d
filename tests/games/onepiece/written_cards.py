"""Cards as the card file would write them."""

from typing import Any


def card(category: str, *effects: dict[str, Any], **printed: Any) -> dict[str, Any]:
    """A card as the file has it."""
    always = {"leader": {"life": 5, "power": 5000}, "event": {}, "stage": {}}.get(category, {"power": 1000})
    return {"number": "T", "name": "Test", "category": category, "colours": ["red"], "effects": list(effects)} | (
        always | printed
    )


def does(timing: str, *steps: dict[str, Any], **more: Any) -> dict[str, Any]:
    """An effect as the file has it; it draws a card, unless it does something else."""
    return {"timing": timing, "steps": list(steps) or [{"do": "draw", "amount": 1}], **more}


def power(target: str, **more: Any) -> dict[str, Any]:
    """A step that gives power."""
    return {"do": "give_power", "target": target, "amount": 1000, "until": "end_of_turn", **more}
