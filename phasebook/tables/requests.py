"""Requests as they come in: read, or answered with what is wrong with them."""

import msgspec

from fsm.errors import PhasebookError
from phasebook.tables.protocol import AnyRequest, Id, Limits, Load, Request, Wrong

VERBS = sorted(str(kind.__struct_config__.tag) for kind in AnyRequest.__args__)

DEEPEST_SHOWN = 300
"""Characters of a foreign error message that are sent back."""


class RequestError(PhasebookError):
    """A request that cannot be served: the code is for programs, the sentence for people."""

    def __init__(self, code: str, sentence: str, wait: float | None = None) -> None:
        super().__init__(sentence)
        self.code = code
        self.wait = wait

    def answer(self, to: Id | None) -> Wrong:
        """The answer."""
        return Wrong(to, self.code, str(self), msgspec.UNSET if self.wait is None else self.wait)


class Envelope(msgspec.Struct):
    """What every request has; whatever else there is in it."""

    id: int | str | None = None
    do: str | None = None


_read = msgspec.json.Decoder(AnyRequest).decode
_envelope = msgspec.json.Decoder(Envelope).decode
_loading = str(Load.__struct_config__.tag)


def read(message: bytes, limits: Limits) -> Request | Wrong:
    """The request, or the answer to what is none."""
    if len(message) > limits.message:
        envelope = envelope_of(message) if len(message) <= limits.save else Envelope()
        if envelope.do != _loading:
            return too_large(envelope.id, limits)
    try:
        return _read(message)  # type: ignore[no-any-return]  # one of the union
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        return unreadable(message, str(error))


def envelope_of(message: bytes) -> Envelope:
    """As much of a request as can be read."""
    try:
        return _envelope(message)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return Envelope()


def too_large(to: Id | None, limits: Limits) -> Wrong:
    """What to say of a message that is too long to be read."""
    return Wrong(to, "too_large", f"A request has at most {limits.message} bytes; send less at once.")


def unreadable(message: bytes, trouble: str) -> Wrong:
    """What to say of a message that is no request: why, and what would be one."""
    envelope = envelope_of(message)
    said = trouble[:DEEPEST_SHOWN].removesuffix(".")
    if envelope.do is None or envelope.id is None:
        return Wrong(envelope.id, "unreadable", f"{said}; send an object with an id and what to do: one of "
                                                f"{', '.join(VERBS)}.")  # fmt: skip
    if envelope.do not in VERBS:
        return Wrong(envelope.id, "unknown_verb", f"There is nothing to do called {envelope.do[:40]!r}; there is "
                                                  f"{', '.join(VERBS)}.")  # fmt: skip
    return Wrong(envelope.id, "malformed", f"{said}; the page on the protocol shows what belongs to it.")
