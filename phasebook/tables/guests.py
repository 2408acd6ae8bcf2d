"""A connection, as the tables know it: where it sits, how to tell it something, and how much it may still ask."""

from collections.abc import Callable
from secrets import token_hex
from typing import Any

from phasebook.tables.protocol import Limits


class Allowance:
    """So many requests at once, and so many a second for long."""

    def __init__(self, limits: Limits, now: float) -> None:
        self.rate, self.burst = limits.rate, limits.burst
        self.left = float(limits.burst)
        self.at = now

    def wait(self, now: float, cost: int = 1) -> float:
        """Take one, or what is worth several; or the seconds after which there is enough again."""
        left = self.left + (now - self.at) * self.rate if now > self.at else self.left
        self.left, self.at = left if left < self.burst else self.burst, now
        cost = cost if cost < self.burst else self.burst
        if self.left < cost:
            return (cost - self.left) / self.rate
        self.left -= cost
        return 0.0


class Guest:
    """One connection."""

    def __init__(self, tell: Callable[[bytes], None], limits: Limits, now: float) -> None:
        self.tell = tell
        """Takes a message and returns at once."""
        self.seats: dict[str, Any] = {}
        """By table, the seat; None where it watches."""
        self.allowance = Allowance(limits, now)
        self._name = token_hex(8)
        self._requests = 0

    def new_request(self) -> str:
        """A name for a request that nobody else has."""
        self._requests += 1
        return f"{self._name}.{self._requests}"
