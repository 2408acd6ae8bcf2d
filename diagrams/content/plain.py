"""Names of the code in the words of a rule book: "Deal next hand, if a discard is owed → deal hand".

Authors give better words with `says=`. Numbers are left out: an alternative that asks for less than one before it
says "otherwise".
"""

import re
from collections.abc import Callable, Iterable, Sequence

from diagrams.content.manners import asked
from fsm.chart import Chart, Effect, Guard, Row

Wording = Callable[[Guard], str]

SIGNS = {"==": "is", "!=": "is not", "<": "is less than", ">=": "is at least", "<=": "is at most",
         ">": "is more than", "in": "is one of", "not in": "is none of"}  # fmt: skip
"""How signs between a setting and a value are read."""

WITHOUT = {"==": "without", "!=": "with"}
"""How a setting is read that may be None."""

COMPARED = re.compile(r"(\w+) (==|!=|<=|>=|<|>|not in|in) (.+)")


def spaced(name: str) -> str:
    """`deal_next_hand` -> "deal next hand"."""
    return name.replace("_", " ").strip(" ") or name


def at_the_start(text: str) -> str:
    """A text with a capital letter; the rest stays, for "Uno" and "DON!!" are written so."""
    return text[:1].upper() + text[1:]


def guard_in_words(guard: Guard) -> str:
    """What must hold, or must not, without a "not"."""
    return guard.says or spaced(guard.name)


def variant_in_words(guard: Guard) -> str:
    """A condition on settings: "jump in: off", "players is at least 3"."""
    if guard.says:
        return f"unless {guard.says}" if guard.negated else guard.says
    if not guard.reads:
        return f"not {spaced(guard.name)}" if guard.negated else spaced(guard.name)
    if guard.name.isidentifier():
        return f"{spaced(guard.name)}: {'off' if guard.negated else 'on'}"
    compared = COMPARED.fullmatch(guard.words)
    if compared is None:
        return spaced(guard.words)
    name, sign, value = compared.groups()
    if value == "None" and sign in WITHOUT:
        return f"{WITHOUT[sign]} {spaced(name)}"
    return f"{spaced(name)} {SIGNS[sign]} {value}"


def effect_in_words(effect: Effect) -> str:
    """What happens."""
    return effect.says or spaced(effect.name)


def event_in_words(row: Row, has_question: bool, unasked: str = "At once") -> str:
    """What players do, or when something happens unasked; nothing where the question alone says it."""
    if row.says:
        return row.says
    if row.event is not None:
        return at_the_start(spaced(row.event))
    if row.done:
        return "When done"
    return "" if has_question else unasked


def telling_effects(row: Row) -> tuple[Effect, ...]:
    """The effects of a row, without those that only repeat its event: "End turn → end turn"."""
    event = {event_in_words(row, True).lower(), spaced(row.event or "").lower()}
    return tuple(effect for effect in row.effects if effect_in_words(effect).lower() not in event)


# Questions


def question_in_words(row: Row, earlier: Iterable[Row], word: Wording, chain: str = "") -> str:
    """When a row is taken: "if a and b, unless c", "otherwise", or nothing if it always is."""
    guards = asked(row)
    otherwise = "otherwise" if any(asks_for_more(other, row) for other in earlier) else ""
    condition = f"all of {chain}" if chain else chain_in_words(guards, word)
    if chain or not all(guard.negated for guard in guards):
        condition = f"if {condition}"
    return ", ".join(filter(None, (otherwise, condition)))


def chain_in_words(guards: Sequence[Guard], word: Wording) -> str:
    """Several guards: "a, b and c, unless d or e"."""
    wanted = [word(guard) for guard in guards if not guard.negated]
    unwanted = [word(guard) for guard in guards if guard.negated]
    exceptions = f"unless {listed(unwanted, 'or')}" if unwanted else ""
    return ", ".join(filter(None, (listed(wanted, "and"), exceptions)))


def listed(words: Sequence[str], last: str) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def alternatives(chart: Chart) -> dict[str, tuple[Row, ...]]:
    """For each row, those of the same phase and event that are tried before it."""
    before: dict[tuple[object, ...], tuple[Row, ...]] = {}
    found = {}
    for row in chart.rows:
        key = (row.source, row.event, row.done)
        found[row.id] = before.get(key, ())
        before[key] = (*found[row.id], row)
    return found


def asks_for_more(one: Row, other: Row) -> bool:
    """Whether a row asks for everything that another does, and for more; then the other is what is left."""
    if excludes(one.variants, other.variants):
        return False
    mine, yours = set(asked(one)), set(asked(other))
    return mine > yours or (mine == yours and set(one.variants) > set(other.variants))


def excludes(some: Iterable[Guard], others: Iterable[Guard]) -> bool:
    """Whether no settings allow both."""
    opposites = {(guard.name, not guard.negated) for guard in others}
    return any((guard.name, guard.negated) in opposites for guard in some)
