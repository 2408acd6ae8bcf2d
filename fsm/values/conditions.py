"""Conditions on settings, for rows that only some matches are played with.

A condition is data: it compares, it hashes, it has a text, and it can be written into generated code. Those of
single settings come from `fsm.settings.variants`; they are joined with `&` and `|` and turned round with `~`.
"""

from collections.abc import Callable, Iterator
from typing import Any, NoReturn

import msgspec

from fsm.errors import FlowError
from fsm.values.comparing import OPPOSITE, WORDS, is_possible, literal, text_of
from fsm.values.immutable import name_of
from fsm.values.quoting import quoted
from fsm.values.sentences import escaped

Constant = Callable[[Any], str]
"""Gives the name under which generated code finds a value that it cannot spell."""

NOT_ALLOWED = "The settings of this match do not allow this."
"""For conditions that are too manifold for a better sentence."""


class Variant(msgspec.Struct, frozen=True):
    """What a player reads when a row needs a setting that is off; `negated` is for a setting that must be off.

    It stands in the annotation of a setting: `jump_in: Annotated[bool, Variant("Nobody jumps in.")] = False`.
    Where the setting is no bool, `sentence` is for every comparison with it. Names in braces are settings of the match:
    `Variant("A hand has {hand_size} cards.")`.
    """

    sentence: str
    negated: str = ""
    says: str = ""
    """The setting in the words of a rule book, for pictures in plain words."""


class Condition(msgspec.Struct, frozen=True):
    """Something that settings alone decide."""

    def __and__(self, other: "Condition") -> "Condition":
        parts = distinct((*conjuncts(self), *conjuncts(other)))
        return AllOf(parts) if len(parts) > 1 else parts[0]

    def __or__(self, other: "Condition") -> "Condition":
        parts = distinct((*alternatives(self), *alternatives(other)))
        return AnyOf(parts) if len(parts) > 1 else parts[0]

    def __rand__(self, other: object) -> "Condition":
        return checked(other)  # which complains, because a condition on the left would have been asked first

    __ror__ = __rand__

    def __invert__(self) -> "Condition":
        return Not(checked(self))

    def __bool__(self) -> NoReturn:
        raise FlowError(f"“{self}” has no answer before there are settings; write & | ~ for and, or, not, "
                        "is_in(...) for in, and two comparisons for a chain of them.")  # fmt: skip

    def __repr__(self) -> str:
        return str(self)

    def named(self, name: str, sentence: str = "", *, negated: str = "", says: str = "") -> "Condition":
        """The same as one guard with a name of its own, and with sentences and words as `@guard` gives them."""
        if not name.isidentifier():
            raise FlowError(f"{name!r} is no name for a condition; write one word, as for a function.")
        return Named(name, checked(self), sentence, negated, says)

    def written(self, settings: str, constant: Constant) -> str:
        """The condition as a Python expression about settings that have this name."""
        raise NotImplementedError

    def settings(self) -> "Iterator[Setting]":
        """The settings that it depends on."""
        raise NotImplementedError

    def refusal(self, *, wanted: bool) -> str:
        """What a player reads when the answer is not the wanted one."""
        raise NotImplementedError

    def plain_words(self) -> str:
        """The condition as a rule book says it, if its author did."""
        return ""


class Setting(Condition, frozen=True):
    """One setting. A bool is a condition by itself; anything else is compared with a value."""

    owner: type
    name: str
    hint: Any
    note: Variant | None = None

    @property
    def is_bool(self) -> bool:
        """Whether it is a condition by itself."""
        return self.hint is bool

    def __hash__(self) -> int:
        return hash((self.owner, self.name))

    def __eq__(self, other: object) -> Condition:  # type: ignore[override]  # two conditions: are they equal
        if isinstance(other, Condition):
            return is_same(self, other)  # type: ignore[return-value]
        return compared(self, "==", other)

    def __ne__(self, other: object) -> Condition:  # type: ignore[override]  # likewise
        if isinstance(other, Condition):
            return not is_same(self, other)  # type: ignore[return-value]
        return ~compared(self, "==", other)

    def __lt__(self, other: object) -> Condition:
        return compared(self, "<", other)

    def __ge__(self, other: object) -> Condition:
        return ~compared(self, "<", other)

    def __le__(self, other: object) -> Condition:
        return compared(self, "<=", other)

    def __gt__(self, other: object) -> Condition:
        return ~compared(self, "<=", other)

    def is_(self, value: object) -> Condition:
        """The same as `==`, for values such as None that linters want to be compared with `is`."""
        return compared(self, "==", value)

    def is_in(self, *values: object) -> Condition:
        """Whether it is one of these."""
        return compared(self, "in", values)

    def __str__(self) -> str:
        return self.name

    def written(self, settings: str, constant: Constant) -> str:
        return f"{settings}.{self.name}"

    def settings(self) -> "Iterator[Setting]":
        yield self

    def refusal(self, *, wanted: bool) -> str:
        note = self.note or Variant("")
        return note.sentence if wanted else note.negated

    def plain_words(self) -> str:
        return self.note.says if self.note else ""


class Comparison(Condition, frozen=True):
    """A setting beside a value."""

    setting: Setting
    sign: str
    value: Any

    def __str__(self) -> str:
        return self.spelled(wanted=True)

    def spelled(self, *, wanted: bool) -> str:
        """The comparison, or its opposite."""
        return f"{self.setting} {self.sign if wanted else OPPOSITE[self.sign]} {text_of(self.value)}"

    def written(self, settings: str, constant: Constant) -> str:
        sign = "is" if self.value is None else self.sign
        value = literal(self.value) or constant(self.value)
        return f"({self.setting.written(settings, constant)} {sign} {value})"

    def settings(self) -> Iterator[Setting]:
        yield self.setting

    def refusal(self, *, wanted: bool) -> str:
        if self.setting.note is not None:
            return self.setting.note.sentence
        values = self.value if self.sign == "in" else (self.value,)
        words = WORDS[self.sign if wanted else OPPOSITE[self.sign]]
        return escaped(f"The setting {self.setting} {words} {', '.join(map(text_of, values))} for this.")


class Named(Condition, frozen=True):
    """A condition under a name that its author has given it."""

    name: str
    meant: Condition
    sentence: str
    negated: str
    says: str = ""

    def __str__(self) -> str:
        return self.name

    def written(self, settings: str, constant: Constant) -> str:
        return self.meant.written(settings, constant)

    def settings(self) -> Iterator[Setting]:
        return self.meant.settings()

    def refusal(self, *, wanted: bool) -> str:
        return self.sentence if wanted else self.negated

    def plain_words(self) -> str:
        return self.says


class Not(Condition, frozen=True):
    """A setting, a comparison or a named condition that must not hold."""

    inner: Condition

    def __invert__(self) -> Condition:
        return self.inner

    def __str__(self) -> str:
        return self.inner.spelled(wanted=False) if isinstance(self.inner, Comparison) else f"~{self.inner}"

    def written(self, settings: str, constant: Constant) -> str:
        return f"(not {self.inner.written(settings, constant)})"

    def settings(self) -> Iterator[Setting]:
        return self.inner.settings()

    def refusal(self, *, wanted: bool) -> str:
        return self.inner.refusal(wanted=not wanted)


class Joined(Condition, frozen=True):
    """Several conditions."""

    parts: tuple[Condition, ...]

    def settings(self) -> Iterator[Setting]:
        return (setting for part in self.parts for setting in part.settings())

    def texts(self, settings: str, constant: Constant) -> list[str]:
        """The parts as Python expressions."""
        return [part.written(settings, constant) for part in self.parts]

    def refusal(self, *, wanted: bool) -> str:
        return NOT_ALLOWED if wanted else (~self).refusal(wanted=True)


class AllOf(Joined, frozen=True):
    """Conditions joined with `&`."""

    def __invert__(self) -> Condition:
        return AnyOf(tuple(~part for part in self.parts))

    def __str__(self) -> str:
        return " & ".join(map(bracketed, self.parts))

    def written(self, settings: str, constant: Constant) -> str:
        return f"({' and '.join(self.texts(settings, constant))})"


class AnyOf(Joined, frozen=True):
    """Conditions joined with `|`."""

    def __invert__(self) -> Condition:
        return AllOf(tuple(~part for part in self.parts))

    def __str__(self) -> str:
        return " | ".join(str(part) if isinstance(part, AllOf) else bracketed(part) for part in self.parts)

    def written(self, settings: str, constant: Constant) -> str:
        return f"({' or '.join(self.texts(settings, constant))})"

    def refusal(self, *, wanted: bool) -> str:
        """None of the parts holds, so all their sentences are true; if one has none, there is nothing to say."""
        if not wanted or any(isinstance(part, AllOf) for part in self.parts):
            return super().refusal(wanted=wanted)
        said = [part.refusal(wanted=True) for part in self.parts]
        return " ".join(dict.fromkeys(said)) if all(said) else ""


# Joining


def checked(value: object) -> Condition:
    """A condition that can be asked, or a sentence about what was written instead."""
    if not isinstance(value, Condition):
        raise FlowError(f"{quoted(value)} is no condition on settings; with S = variants(Settings) write "
                        "when=S.name, ~S.name or (S.name == 2), join such with & and |, and leave functions to "
                        "cond= and unless=.")  # fmt: skip
    if isinstance(value, Setting) and not value.is_bool:
        raise FlowError(f"the setting {value.name!r} is no bool; compare it, in brackets: (S.{value.name} == ...).")
    return value


def conjuncts(condition: object) -> tuple[Condition, ...]:
    """The conditions that must all hold."""
    known = checked(condition)
    return known.parts if isinstance(known, AllOf) else (known,)


def alternatives(condition: object) -> tuple[Condition, ...]:
    """The conditions of which one must hold."""
    known = checked(condition)
    return known.parts if isinstance(known, AnyOf) else (known,)


def distinct(parts: tuple[Condition, ...]) -> tuple[Condition, ...]:
    """Each part once, in order."""
    return tuple(dict.fromkeys(parts))


def is_same(one: Setting, other: Condition) -> bool:
    """Whether two conditions are the same setting."""
    return isinstance(other, Setting) and (one.owner, one.name) == (other.owner, other.name)


def compared(setting: Setting, sign: str, value: object) -> Condition:
    """A comparison, if there is something to compare."""
    if setting.is_bool:
        raise FlowError(f"the setting {setting.name!r} is a bool; write S.{setting.name} or ~S.{setting.name}.")
    if isinstance(value, Condition):
        raise FlowError(f"{setting.name!r} is compared with {str(value)!r}; compare a setting with a value, or "
                        "write a guard that takes (settings).")  # fmt: skip
    try:
        hash(value)
    except TypeError:
        raise FlowError(f"{setting.name!r} is compared with {quoted(value)}, which can change; compare it "
                        "with a value that cannot.") from None  # fmt: skip
    for one in value if isinstance(value, tuple) and sign == "in" else (value,) if sign == "==" else ():
        if not is_possible(setting.hint, one):
            raise FlowError(f"the setting {setting.name!r} is never {quoted(one)}; compare it with a value of "
                            f"{name_of(setting.hint)}.")  # fmt: skip
    return Comparison(setting, sign, value)


def bracketed(condition: Condition) -> str:
    """A part of a longer condition, as Python needs it."""
    inner = condition.inner if isinstance(condition, Not) else condition
    return f"({condition})" if isinstance(inner, Comparison | Joined) else str(condition)
