"""Whatever went wrong, there is one sentence for it, and it blames the right one."""

import errno
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fsm.errors import FlowError
from games.discard import engine
from phasebook.cli import mishaps
from phasebook.cli.mishaps import sentence_of


def caught(action: Callable[[], Any]) -> BaseException:
    """What an action raises, with its traceback."""
    try:
        action()
    except BaseException as error:
        return error
    raise AssertionError("nothing was raised")


def in_a_module(name: str, source: str, file: str) -> BaseException:
    """What a module's code raises."""
    return caught(lambda: exec(compile(source, file, "exec"), {"__name__": name}))


def test_our_own_errors_are_their_sentence() -> None:
    assert sentence_of(FlowError("Do this instead.")) == "Do this instead."


def test_the_author_of_a_flow_learns_where_it_failed() -> None:
    error = in_a_module("my_game.rules", "def deal():\n    1 / 0\n\ndeal()", "my_game/rules.py")

    assert sentence_of(error) == (
        "The flow's own code failed: ZeroDivisionError: division by zero (deal() in my_game/rules.py, line 2). "
        "Mend it there; --traceback shows more."
    )


def test_what_a_rule_calls_is_not_to_blame() -> None:
    error = in_a_module("my_game.rules", "import json\njson.loads('{')", "my_game/rules.py")

    assert "(my_game/rules.py, line 2)" in sentence_of(error)


def test_a_bug_of_ours_is_admitted() -> None:
    error = caught(lambda: engine.chart.lineage(()))  # type: ignore[arg-type]
    sentence = sentence_of(error)

    assert sentence.startswith("This is a bug of Phasebook, not of your flow: ")
    assert f"lineage() in {Path('fsm') / 'chart.py'}, line " in sentence


def test_without_a_trace_it_is_ours_too() -> None:
    assert sentence_of(KeyError("x")) == (
        "This is a bug of Phasebook, not of your flow: KeyError: 'x'. Please report it; --traceback shows more."
    )


def test_a_damaged_installation_is_more_likely_than_a_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mishaps, "damage", lambda package: "Install it again." if package == "games" else None)

    assert sentence_of(ImportError("no Engine in fsm")) == "Install it again."


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (KeyboardInterrupt(), "stopped."),
        (BrokenPipeError(errno.EPIPE, "Broken pipe"), ""),
        (OSError(errno.ENOSPC, "No space left on device"), "The output cannot be written: No space left on device."),
        (FileNotFoundError(errno.ENOENT, "No such file", "cards.json"), "cards.json: No such file. Correct the path"),
        (OSError(errno.EMFILE, "Too many open files"), "The system refused: Too many open files."),
        (OSError("of nobody knows what kind"), "This is a bug of Phasebook"),
        (MemoryError(), "There is not enough memory"),
        (SystemExit(0), "This is a bug of Phasebook, not of your flow: SystemExit: 0."),
        (RecursionError(), "This is a bug of Phasebook, not of your flow: RecursionError."),
    ],
)
def test_every_kind_has_its_words(error: BaseException, sentence: str) -> None:
    assert sentence_of(error).startswith(sentence)
    assert bool(sentence_of(error)) == bool(sentence)


class MuteError(Exception):
    """An error that cannot even say what it is."""

    def __str__(self) -> str:
        raise RuntimeError("no words")


def test_an_error_without_words_is_named() -> None:
    assert sentence_of(MuteError()).startswith("This is a bug of Phasebook, not of your flow: MuteError.")
