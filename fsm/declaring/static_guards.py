"""Guards made from the conditions of `when=`: functions of the settings, called by the condition's text."""

from collections.abc import Callable, Iterator
from typing import Any

from fsm.declaring.plain_words import SAYS, checked_words
from fsm.declaring.sentence_values import VALUES, settings_named
from fsm.values.conditions import Condition, Not, conjuncts

MARK = "condition"
"""Where a guard that is made from a condition keeps it."""


def guards_of(when: object) -> Iterator[tuple[Callable[[Any], Any], bool]]:
    """A condition as guards, one for each part that must hold, with the answer that each must give."""
    for part in conjuncts(when):
        if isinstance(part, Not):
            yield guard_of(part.inner), False
        else:
            yield guard_of(part), True


def guard_of(condition: Condition) -> Callable[[Any], Any]:
    """A function of (settings) that answers as the condition does, with its text for a name."""
    values: dict[str, Any] = {}

    def constant(value: Any) -> str:
        values[name := f"value_{len(values)}"] = value
        return name

    # Its names are fields of a class; whatever Python cannot spell is handed over under a name.
    rule: Callable[[Any], Any] = eval(f"lambda settings: {condition.written('settings', constant)}", values)
    rule.__name__ = rule.__qualname__ = str(condition)
    sentences = {
        "sentence": condition.refusal(wanted=True),
        "negated_sentence": condition.refusal(wanted=False),
    }
    vars(rule).update(sentences | {MARK: condition, VALUES: settings_named(condition, sentences.values())})
    vars(rule)[SAYS] = checked_words(f"the condition “{condition}”", condition.plain_words())
    return rule


def condition_of(rule: Callable[..., Any]) -> Condition | None:
    """The condition that a guard was made from, if it was."""
    found: Condition | None = getattr(rule, MARK, None)
    return found
