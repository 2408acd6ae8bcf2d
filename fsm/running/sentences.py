"""Every sentence that a flow can refuse a move with, under a code that stays when the words change.

| code | of |
|---|---|
| `can_pay` | a guard; `!can_pay` where a row names it in `unless`, `players == 2` for a condition of `when=` |
| `betting-leave` | the author's sentence for an event that a phase refuses or does not know |
| `engine.malformed` | a sentence of the engine's own |
| `suit=♥` | no sentence: the word for a value, in translations only |
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from fsm.chart import Chart, Guard, Impossible, Row
from fsm.declaring.sentence_values import Value, values_of
from fsm.errors import FlowError, RuleError
from fsm.reading import Rules
from fsm.values.quoting import quoted
from fsm.values.sentences import NOTHING, escaped, filled, names_in, plain

OWN = {
    "engine.unknown": "{flow} knows no move {sent}; possible: {possible}.",
    "engine.other_type": "{flow} knows '{event}' as {known}, not as {sent}; send that.",
    "engine.no_move": "{sent} is not a move; send an instance such as {example}, or read JSON with read_move; "
    "possible: {possible}.",
    "engine.unreadable": "Not a move of {flow}: {trouble}.",
    "engine.malformed": "{event} needs {field} to be {wanted}, not {sent}.",
    "engine.impossible": "{event} is not possible in {phase}; possible: {possible}.",
    "engine.needs": "{event} is not allowed: it needs “{guard}”.",
    "engine.needs_not": "{event} is not allowed: it needs not “{guard}”.",
    "engine.not_yours": "That move is for another seat to make.",
    "engine.only_host": "Only the host makes that move.",
    "engine.only_watching": "Spectators make no moves.",
    "engine.nothing_to_take_back": "There is no move to take back.",
    "engine.not_your_last_move": "The last move was not yours, so you cannot take it back.",
    "engine.has_shown_something": "That move has shown you something; it stays.",
    NOTHING: "nothing",
}
"""What the engine says where an author has said nothing."""


class Said(NamedTuple):
    """A sentence as it goes into a refusal."""

    message: str
    code: str
    values: dict[str, Any]


def own(code: str, **values: Any) -> Said:
    """A sentence of the engine's own."""
    return Said(filled(OWN[code], values), code, values)


def of_guard(guard: Guard, event: str, values: dict[str, Any]) -> Said:
    """What a guard says that is not met."""
    if guard.sentence:
        return Said(filled(guard.sentence, values), code_of_guard(guard), values)
    words = guard.name.replace("_", " ")
    return own("engine.needs_not" if guard.negated else "engine.needs", event=event, guard=words)


def of_phase(refused: Row | Impossible) -> Said:
    """The author's sentence for an event that a phase refuses or does not know."""
    return Said(refused.refuses if isinstance(refused, Row) else refused.sentence, code_of_phase(refused), {})


# Codes


def code_of_guard(guard: Guard) -> str:
    """`can_pay`, or `!can_pay` if it must not hold: no guard can be called that."""
    return f"!{guard.name}" if guard.negated else guard.name


def code_of_phase(refused: Row | Impossible) -> str:
    """`betting-leave`; of a row that refuses in some matches only, with its conditions."""
    if isinstance(refused, Impossible):
        return f"{refused.phase}-{refused.event}"
    when = " & ".join(guard.words for guard in refused.guards)
    return f"{refused.source}-{refused.event}{when and f' when {when}'}"


# Values


def values_for(name: str, values: Mapping[str, Value], arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The values that come with the sentence of a guard. What their functions raise is a bug, as in any rule."""
    return {key: sendable(name, key, value.function(*(arguments[need] for need in value.needs)))
            for key, value in values.items()}  # fmt: skip


def sendable(guard: str, name: str, value: Any) -> Any:
    """A value as JSON has it, or an error that names the guard."""
    try:
        return plain(value)
    except (TypeError, ValueError, RecursionError, OverflowError):
        raise RuleError(f"the value {name!r} of guard {guard!r} is {quoted(value)}, which JSON cannot hold; "
                        "give a word, a number, or a list of these.") from None  # fmt: skip


# All sentences


def sentences_of(chart: Chart) -> dict[str, str]:
    """Code -> sentence, with names in braces: the author's in the order of the rows, then the engine's own."""
    found: dict[str, str] = {}
    for code, sentence in spoken(chart):
        found.setdefault(code, sentence)
    return found | OWN


def spoken(chart: Chart) -> Iterator[tuple[str, str]]:
    """The author's sentences. Nobody reads why a consequence is not taken."""
    for row in chart.rows:
        if row.event is not None and row.refuses:
            yield code_of_phase(row), escaped(row.refuses)
        elif row.event is not None:
            yield from ((code_of_guard(guard), guard.sentence) for guard in row.guards if guard.sentence)
    yield from ((code_of_phase(remark), escaped(remark.sentence)) for remark in chart.refusals)


def names_known(chart: Chart, rules: Rules) -> dict[str, frozenset[str]]:
    """Code -> the names that its sentence may have in braces, in any language."""
    names = {code_of_guard(guard): values_of(rules[guard.name]) for row in chart.rows for guard in row.guards}
    owned = {code: names_in(sentence) for code, sentence in OWN.items()}
    return {code: frozenset(owned.get(code, names.get(code, ()))) for code in sentences_of(chart)}


# Translations


def check_translation(chart: Chart, rules: Rules, translation: Mapping[str, str]) -> None:
    """Raise one sentence about everything that keeps a translation from saying all that the flow says."""
    known = names_known(chart, rules)
    values = frozenset().union(*known.values())
    missing = [code for code in known if code not in translation]
    idle = [code for code in translation if code not in known and str(code).partition("=")[0] not in values]
    troubles = [f"it lacks {listed(missing)}"] if missing else []
    troubles += [f"it has {listed(idle)}, of which the flow knows nothing"] if idle else []
    for code, sentence in translation.items():
        troubles += flaws(code, sentence, known[code]) if code in known else ()
    if troubles:
        raise FlowError(f"{chart.name}: a translation does not fit: {'; '.join(troubles)}; correct it.")


def flaws(code: str, sentence: Any, known: frozenset[str]) -> Iterator[str]:
    """What is wrong with one translated sentence."""
    if not (isinstance(sentence, str) and sentence.strip()):
        yield f"{code!r} has no text"
        return
    try:
        names = names_in(sentence)
    except ValueError as error:
        yield f"{code!r} {error}"
        return
    for name in names:
        if name not in known:
            yield f"{code!r} has {{{name}}}, but its values are {', '.join(sorted(known)) or 'none'}"


def listed(codes: Iterable[str]) -> str:
    """Codes for a message."""
    return ", ".join(map(repr, codes))
