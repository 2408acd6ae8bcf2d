"""Every test of the W3C's SCXML 1.0 implementation report: those that run here, and why the others cannot.

The numbers are those of https://www.w3.org/Voice/2013/scxml-irp/; the definitions are our own.
"""

from inspect import cleandoc
from types import ModuleType
from typing import Any

from fsm import Flow
from fsm.reading import read, rules_of
from tests.scxml import calls, content, data, selecting, sending
from tests.scxml.refused import REFUSED

MODULES: tuple[ModuleType, ...] = (selecting, content, data, sending, calls)


def numbers(text: str) -> tuple[str, ...]:
    """The tests of a list such as `144 473-475`."""
    found: list[str] = []
    for word in text.split():
        first, _, last = word.partition("-")
        found += [word] if not last else [str(number) for number in range(int(first), int(last) + 1)]
    return tuple(found)


SUITE = {
    "3.2": numbers("355 576"),
    "3.3": numbers("364"),
    "3.7": numbers("372 570"),
    "3.8": numbers("375 376"),
    "3.9": numbers("377 378"),
    "3.10": numbers("387 388 579 580"),
    "3.12": numbers("396 399 401 402"),
    "3.13": numbers("403a 403b 403c 404-407 409 411-413 415-417 419 421-423 503-506 533"),
    "4.2": numbers("144"),
    "4.3": numbers("147-149"),
    "4.6": numbers("150-153 155 156 525"),
    "4.9": numbers("158 159"),
    "5.3": numbers("276 277 279 280 550-552"),
    "5.4": numbers("286-288 487"),
    "5.5": numbers("294"),
    "5.6": numbers("527-529"),
    "5.7": numbers("298 343 488"),
    "5.8": numbers("301-304"),
    "5.9": numbers("307 309-314 344"),
    "5.10": numbers("318 319 321-326 329-333 335-339 342 346"),
    "6.2": numbers("172-176 178 179 183 185-187 194 198-201 205 521 553"),
    "6.3": numbers("207 208 210"),
    "6.4": numbers("215 216 220 223-226 228-230 232-237 239-245 247 250 252 253 530 554"),
    "C.1": numbers("436"),
    "C.2": numbers("278 444-446 448 449 451-453 456 457 459 460 557 558 560-562 569 578"),
    "C.3": numbers("463-470 473-483 537 539 540 542-547 555 568"),
    "D.1": numbers("189-193 347-352 354 495 496 500 501"),
    "D.2": numbers("509 510 513 518-520 522 531 532 534 567 577"),
}
"""The chapters of the specification and the tests of each."""

OPTIONAL = frozenset({*SUITE["C.2"], *SUITE["C.3"], *SUITE["D.2"], "193", "201"})
"""Tests that a processor need not pass to conform."""

REASONS = {
    "An initial phase is always marked; a flow without one is refused.": numbers("355"),
    "There are no parallel phases. Where several seats act at once, `gather` collects their moves; other regions are "
    "flows of their own, or follow one another.": numbers("403b 403c 417 570"),
    "There are no history phases. A phase that is interrupted `calls`, and is then still where it was.":
        numbers("387 388 579 580"),
    "The effects of a step are one block: where one fails, the whole step is undone.": numbers("376 378"),
    "Names of events match exactly; there are no prefixes and no `*`.": numbers("399"),
    "An initial phase is entered without a row, which could have effects of its own.": numbers("412"),
    "A guard that fails or says neither True nor False is an error, and never counts as False.": numbers("309 449"),
    "Only the row that an event takes is given the event; what is left, entered or follows is not.": numbers("318"),
    "Where a value cannot be worked out, the step is undone; nothing goes on with an empty value.":
        numbers("277 343 528"),
    "Loops, declarations and expressions inside one effect are Python's, and not the engine's.":
        numbers("150 151 288 304 307 444 445 452 453 456 457 459 460 525 529"),
    "Where values come from (files, scripts, JSON, XML, text) is the host's business.":
        numbers("301 446 551 552 557 558 561 562 578"),
    "There are no system variables: what a session is called and where it can be reached, the host knows.":
        numbers("321-326 500 501 569"),
    "A move has the fields that its type declares, and no others: who sent it, how and under which id, the host "
    "knows.": numbers("330-333 335-339 349 351 352"),
    "How events travel between sessions, and what is done about those that do not arrive, is the host's business.":
        numbers("174 178 190-192 198-201 207 347 350 496 521"),
    "Nothing is invoked to run beside a flow. What a `call` can say of it is among the tests that run.":
        numbers("215 216 220 223-225 228-230 233 234 239 241-245 253 422 530"),
    "What an abandoned call raises on its way out is raised: there is one queue, and it is the host's.": numbers("252"),
    "XPath is no data model of ours.": SUITE["C.3"],
    "HTTP is the host's business.": SUITE["D.2"],
}  # fmt: skip
"""Why the other tests cannot be expressed."""

ONE_REGION = frozenset(numbers("310 364 404 405 406 413 436 448 451 504 533 576"))
"""Tests that also speak of parallel states. They are followed for phases of which one is active at a time."""

TESTS: dict[str, type[Flow]] = {
    name.removeprefix("Irp"): flow
    for module in MODULES
    for name, flow in vars(module).items()
    if name.startswith("Irp")
}
"""The definitions, by the tests that they follow."""

GIVEN: dict[str, dict[str, Any]] = {"276": {"a": 1}}
"""What the environment provides at the start of a test."""


def asserted(test: str) -> str:
    """What a test that runs here asserts, in our words."""
    subject: Any = TESTS[test] if test in TESTS else REFUSED[test][0]
    return " ".join(cleandoc(subject.__doc__ or "").split())


def needs(test: str) -> str:
    """What a definition needs beside rows."""
    if test in REFUSED:
        return "is refused"
    chart, rules = read(TESTS[test]), rules_of(TESTS[test])
    found = {
        "calls": bool(chart.called),
        "queues": any(name.startswith(("raise_", "send_")) for name in rules),
        "errors": "fault" in chart.events,
        "In()": any("is_in_" in name for name in rules),
        "one region": test in ONE_REGION,
    }
    return ", ".join(name for name, needed in found.items() if needed)


def running_here() -> list[str]:
    """The tests that run here, in the order of the specification."""
    return [test for tests in SUITE.values() for test in tests if test in TESTS or test in REFUSED]
