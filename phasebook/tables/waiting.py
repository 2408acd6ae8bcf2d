"""Appends that wait for their commit, and their answers."""

from asyncio import Future

import msgspec

from phasebook.tables.rows import Answer, Row, StorageError


class Waiting(msgspec.Struct):
    """A row on its way into the log, and the one who waits for the answer."""

    row: Row
    snapshot: bytes | None
    answer: "Future[Answer]"

    def settle(self, answer: Answer | StorageError) -> None:
        """Give the answer, unless nobody waits any more; in the event loop."""
        if self.answer.done():
            return
        if isinstance(answer, StorageError):
            self.answer.set_exception(StorageError(*answer.args))  # one may be the answer to many, and each raises it
        else:
            self.answer.set_result(answer)
