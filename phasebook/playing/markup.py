"""Text with styles, as games write it: `[red]7♥[/] and [bold]the rest[/]`. Only known styles count; `[1]` is text.

Games know no terminal. Here their text becomes what one shows: with colours or without, in letters that it has.
"""

import re
from unicodedata import combining, east_asian_width

STYLES = {
    "bold": "1",
    "dim": "2",
    "reverse": "7",
    "red": "31",
    "green": "32",
    "yellow": "33",
    "blue": "34",
    "magenta": "35",
    "cyan": "36",
}
"""What may stand in square brackets, and the number that terminals know it by."""

MARK = re.compile(rf"\[(/|{'|'.join(STYLES)})\]")

SPELLED = str.maketrans(
    {
        "♠": "S",
        "♥": "H",
        "♦": "D",
        "♣": "C",
        "·": "-",
        "─": "-",
        "…": "...",
        "–": "-",
        "×": "x",
        "→": "->",
        "✓": "+",
        "✗": "-",
    }
)
"""Signs in letters that every terminal has, and every keyboard."""


def plain(text: str) -> str:
    """The text without its styles."""
    return MARK.sub("", text)


def coloured(text: str) -> str:
    """The text with the codes that terminals know; every style ends with its line."""
    found = MARK.sub(lambda mark: f"\x1b[{'0' if mark[1] == '/' else STYLES[mark[1]]}m", text)
    return f"{found}\x1b[0m" if found.rfind("\x1b[") != found.rfind("\x1b[0m") else found


def harmless(text: str) -> str:
    """The text without anything that moves the cursor: a game's words may come from a file that anybody wrote."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def spelled(text: str) -> str:
    """The text with suits and other signs as letters."""
    return text.translate(SPELLED)


def width(text: str) -> int:
    """How many columns the text takes."""
    return sum(columns_of(letter) for letter in plain(text))


def columns_of(letter: str) -> int:
    """None for an accent, two for a Chinese letter, one for most."""
    if combining(letter):
        return 0
    return 2 if east_asian_width(letter) in "WF" else 1


def padded(text: str, columns: int) -> str:
    """The text, followed by blanks up to so many columns."""
    return text + " " * (columns - width(text))


def capitalised(text: str) -> str:
    """The text with a capital where its first word begins."""
    first = MARK.match(text)
    start = first.end() if first else 0
    return text[:start] + text[start : start + 1].upper() + text[start + 1 :]


def sentence(text: str) -> str:
    """The text with a capital, and a stop unless it has one."""
    return capitalised(text) if plain(text).endswith((".", "!", "?", ":")) else f"{capitalised(text)}."


def in_columns(items: list[str], columns: int) -> list[str]:
    """Items side by side, as many as fit; they read from left to right."""
    if not items:
        return []
    wide = max(map(width, items)) + 2
    many = max(1, (columns + 2) // wide)
    rows = [items[start : start + many] for start in range(0, len(items), many)]
    return ["".join(padded(item, wide) for item in row).rstrip() for row in rows]


def wrapped(text: str, columns: int, indent: str = "") -> list[str]:
    """The text in lines of so many columns; all but the first are indented. Styles go on in the next line."""
    first, *words = text.split(" ")
    lines, line, style = [], first, style_after("", first)
    for word in words:
        if plain(line).strip() and width(line) + 1 + width(word) > columns:
            lines.append(f"{line.rstrip()}[/]" if style else line.rstrip())
            line = indent + style + word
        else:
            line = f"{line} {word}"
        style = style_after(style, word)
    return [*lines, line]


def style_after(style: str, text: str) -> str:
    """The style that is on at the end of a text."""
    for mark in MARK.finditer(text):
        style = "" if mark[1] == "/" else mark[0]
    return style
