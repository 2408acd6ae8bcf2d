"""The real `phasebook serve --stdio`, for tests that speak with it line by line."""

import json
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any

ROOT = Path(__file__).parents[3]

Message = dict[str, Any]


class Speaker:
    """A server of its own for a test, and all that was said."""

    def __init__(self, *arguments: str) -> None:
        command = [sys.executable, "-m", "phasebook", "serve", *arguments, "--stdio"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT)
        self.sent: list[Message] = []
        self.answers: list[Message] = []
        self.notices: list[Message] = []

    def ask(self, do: str, **fields: Any) -> Message:
        """The answer to a request; notices that come before it are kept."""
        self.sent.append({"id": len(self.sent) + 1, "do": do, **fields})
        return self.say(json.dumps(self.sent[-1]).encode())

    def say(self, line: bytes) -> Message:
        """The answer to a line, whatever is in it."""
        assert self.process.stdin
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()
        while "event" in (heard := self.hear()):
            self.notices.append(heard)
        self.answers.append(heard)
        return heard

    def hear(self) -> Message:
        """The next line that the server writes."""
        assert self.process.stdout
        message: Message = json.loads(self.process.stdout.readline())
        return message

    def __enter__(self) -> "Speaker":
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait(30)
