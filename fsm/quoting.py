"""A stranger's text, made fit to stand in a message: one line, not too long, without terminal escapes."""

LONGEST = 300
"""Characters of a stranger's text that a message repeats."""


def shown(text: str, longest: int = LONGEST) -> str:
    """The text with whatever is not printable written as an escape, cut where it gets too long."""
    start = "".join(map(visible, text[: longest + 1]))
    return start if len(start) <= longest else f"{start[:longest]}…"


def quoted(value: object) -> str:
    """A value as Python writes it."""
    return shown(repr(value))


def described(error: BaseException) -> str:
    """An error by its type and its own words."""
    words = shown(str(error))
    return f"{type(error).__name__}: {words}" if words else type(error).__name__


def visible(character: str) -> str:
    """The character, or its escape."""
    return character if character.isprintable() else character.encode("unicode_escape").decode()
