"""How sure one can be of what was counted: shares and means, with intervals that hold the truth 95 times in 100.

Everything is worked out from whole counts, so the order in which games were played changes nothing.

- A share has Wilson's interval, which is right for few games and for shares close to 0 and 1, too.
- A mean has Student's: the mean, plus and minus t standard errors.
- A difference between two sides that played the same games has Student's of the differences game by game; one of
  shares has Agresti and Min's, which counts half a game more in every cell.
"""

from collections.abc import Mapping
from fractions import Fraction
from math import fsum, inf, pi, sqrt, tan
from statistics import NormalDist
from typing import Any

import msgspec

from fsm.simulating.tally import Number

LEVEL = 0.95
"""How often an interval holds the truth."""

Z = NormalDist().inv_cdf((1 + LEVEL) / 2)


class Share(msgspec.Struct, frozen=True):
    """How many of how many, and where the true share may well be."""

    count: int
    of: int
    share: float
    low: float
    high: float


class Mean(msgspec.Struct, frozen=True):
    """The mean of so many numbers, and where the true one may well be: nobody knows after a single number."""

    count: int
    mean: float
    low: float | None
    high: float | None

    @property
    def is_clear(self) -> bool:
        """Whether zero is outside the interval."""
        return self.low is not None and self.high is not None and not self.low <= 0 <= self.high


def share(count: int, of: int) -> Share:
    """A share of at least one thing, with Wilson's interval."""
    part, extra = count / of, Z * Z / of
    middle = (part + extra / 2) / (1 + extra)
    reach = Z * sqrt(part * (1 - part) / of + extra / of / 4) / (1 + extra)
    low = 0.0 if count == 0 else max(0.0, middle - reach)
    high = 1.0 if count == of else min(1.0, middle + reach)
    return Share(count, of, part, low, high)


def mean(histogram: Mapping[Any, int]) -> Mean:
    """The mean of at least one number, with Student's interval."""
    exact = {Fraction(value): count for value, count in histogram.items()}
    return centred(exact, exact, sum(exact.values()))


def difference(histogram: Mapping[Number, int], *, of_shares: bool = False) -> Mean:
    """The mean of differences game by game. Of shares they are -1, 0 and 1, and the interval is Agresti and Min's."""
    if not of_shares:
        return mean(histogram)
    exact = {Fraction(value): count for value, count in histogram.items()}
    heavier = {value: exact.get(value, 0) + extra for value, extra in HALF_A_GAME_MORE.items()}
    return centred(exact, heavier, sum(exact.values()))


HALF_A_GAME_MORE = {Fraction(-1): Fraction(1, 2), Fraction(0): Fraction(1), Fraction(1): Fraction(1, 2)}
"""Of the four cells of won and lost, two are games without a difference."""


def centred(exact: Mapping[Fraction, int], weighted: Mapping[Fraction, Fraction | int], count: int) -> Mean:
    """The mean of a histogram, and an interval from the same or from one that is a little heavier."""
    middle = sum((value * games for value, games in exact.items()), Fraction()) / count
    if count == 1:
        return Mean(1, number(middle), None, None)
    weight = Fraction(sum(weighted.values()))
    centre = sum((value * games for value, games in weighted.items()), Fraction()) / weight
    squares = sum(((value - centre) ** 2 * games for value, games in weighted.items()), Fraction())
    reach = students_t(count - 1) * sqrt(number(squares / (weight - 1) / weight))
    return Mean(count, number(middle), number(centre) - reach, number(centre) + reach)


def number(exact: Fraction) -> float:
    """The nearest number that Python can hold."""
    try:
        return float(exact)
    except OverflowError:
        return inf if exact > 0 else -inf


def students_t(freedom: int) -> float:
    """How many standard errors hold the truth: exact for one and two degrees of freedom, within 0.2 % for more.

    It is the expansion of Cornish and Fisher around the normal distribution.
    """
    if freedom == 1:
        return tan(pi * LEVEL / 2)
    if freedom == 2:
        return LEVEL * sqrt(2 / (1 - LEVEL**2))
    z = Z
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92_160,
    )
    return z + fsum(term / freedom**power for power, term in enumerate(terms, 1))
