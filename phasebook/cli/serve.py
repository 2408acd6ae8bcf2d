"""`phasebook serve FLOW...`: tables for others, over WebSocket or on the standard streams."""

import argparse
from typing import TYPE_CHECKING, Any

from fsm.errors import PhasebookError
from phasebook.cli.options import FLOW
from phasebook.cli.verbs import DONE, VERBS

if TYPE_CHECKING:
    from fsm.engine import Engine
    from phasebook.tables.protocol import Limits

LOOPBACK = "127.0.0.1"
FOR_SOCKETS: dict[str, object] = {"host": LOOPBACK, "origin": [], "bots": 1}
"""What the standard streams have no use for, with its default."""
UNHURRIED = 1_000_000
"""Requests a second on the standard streams: a program that has started us may ask as often as it likes."""

LIMITS: tuple[tuple[str, type, str, str], ...] = (
    ("message", int, "BYTES", "the longest request (default: 4096)"),
    ("rate", float, "N", "requests a second of one connection (default: 100; with --stdio, any)"),
    ("tables", int, "N", "tables, at most (default: 10000)"),
    ("connections", int, "N", "connections, at most (default: 1000)"),
    ("thinking", float, "SECONDS", "how long a bot may think (default: 10)"),
    ("questions", int, "N", "requests decide at the same time, of all clients (default: 16)"),
    ("clock", float, "SECONDS", "the shortest limit of time that a table may have (default: 1)"),
    ("events", int, "N", "events of one table, at most (default: 100000)"),
    ("unattended", int, "N", "moves in a row that a table makes by itself with nobody there (default: 100)"),
    ("keep", float, "DAYS", "delete tables at which nothing has happened for so long (default: keep them all)"),
)
"""What the server puts up with: by the name in `Limits`, of which type it is, in which unit, and what it means."""


def add(verbs: Any) -> None:
    """Declare the verb."""
    verb = verbs.add_parser("serve", help=VERBS["serve"])
    verb.add_argument("flows", nargs="*", metavar="FLOW", help=FLOW)
    carrier = verb.add_mutually_exclusive_group()
    carrier.add_argument("--stdio", action="store_true", help="speak on standard input and output, a message a line")
    carrier.add_argument("--port", type=int, default=8000, metavar="P", help="for WebSockets (default: 8000; 0: any)")
    verb.add_argument("--host", default=FOR_SOCKETS["host"], metavar="ADDRESS",
                      help="the address to listen at (default: 127.0.0.1, this machine alone)")  # fmt: skip
    verb.add_argument("--origin", action="append", default=FOR_SOCKETS["origin"], metavar="ORIGIN",
                      help="let pages from there connect, such as https://play.example; may be repeated")  # fmt: skip
    verb.add_argument("--store", metavar="ADDRESS",
                      help="where tables are kept: tables.db (the default for WebSockets), postgresql://..., or "
                           "memory: (the default for --stdio)")  # fmt: skip
    verb.add_argument("--bot", action="append", default=[], metavar="NAME=POLICY",
                      help="a bot of yours, as in simulate --policy; may be repeated")  # fmt: skip
    verb.add_argument(
        "--bots", type=int, default=FOR_SOCKETS["bots"], metavar="N", help="processes in which bots think (default: 1)"
    )
    add_limits(verb)
    verb.add_argument("--schema", action="store_true", help="print the JSON Schema of the protocol, and serve nothing")
    verb.set_defaults(run=run)


def add_limits(verb: argparse.ArgumentParser) -> None:
    """Declare what the server puts up with."""
    for name, kind, unit, sentence in LIMITS:
        verb.add_argument(f"--{name}", type=kind, metavar=unit, help=sentence)


def run(options: argparse.Namespace) -> int:
    """Serve until the end of the input, or until somebody stops it."""
    if options.schema:
        return print_schema()
    if not options.flows:
        raise PhasebookError("There is nothing to serve; name a flow, such as uno. phasebook list shows them.")
    engines = {name: engine_for(name) for name in options.flows}
    limits, bots = limits_from(options), bots_from(options.bot)
    if options.stdio:
        check_stdio(options)
        from phasebook.tables.lines import serve_streams

        serve_streams(engines, limits, bots, options.store or "memory:")
        return DONE
    from phasebook.tables.hosting import serve_sockets

    serve_sockets(
        engines,
        limits,
        bots,
        options.store or "tables.db",
        address=(options.host, options.port),
        origins=options.origin,
        processes=options.bots,
    )
    return DONE


def check_stdio(options: argparse.Namespace) -> None:
    """Refuse what would do nothing."""
    for name, usual in FOR_SOCKETS.items():
        if getattr(options, name) != usual:
            raise PhasebookError(f"--{name} is for WebSockets; leave it out with --stdio.")


def print_schema() -> int:
    """Print what programs in other languages are made from."""
    import msgspec

    from phasebook.tables.schema import schema

    print(msgspec.json.format(msgspec.json.encode(schema())).decode())
    return DONE


def engine_for(name: str) -> "Engine[Any]":
    """The engine of a flow, ready to run."""
    from fsm.catalogue import engine_of

    return engine_of(name)


def limits_from(options: argparse.Namespace) -> "Limits":
    """The limits of a command line."""
    import msgspec

    from phasebook.tables.protocol import Limits

    given = {name: value for name, *_ in LIMITS if (value := getattr(options, name)) is not None}
    if options.stdio:
        given.setdefault("rate", UNHURRIED)
    for name, value in (given | {"bots": options.bots}).items():
        if not value > 0:
            raise PhasebookError(f"--{name} must be more than 0, not {value}.")
    limits = msgspec.structs.replace(Limits(), **given)
    wider = {"burst": max(limits.burst, int(limits.rate)), "save": max(limits.save, limits.message)}
    return msgspec.structs.replace(limits, **wider)


def bots_from(texts: list[str]) -> dict[str, str]:
    """Names of bots, each with its policy."""
    bots = {}
    for text in texts:
        name, equals, policy = text.partition("=")
        if not (name.isidentifier() and equals and policy):
            raise PhasebookError(f"{text!r} is no bot; write --bot NAME=POLICY, such as --bot clever=search:1000.")
        bots[name] = policy
        check_policy(policy)
    return bots


def check_policy(policy: str) -> None:
    """Refuse a policy that there is not, now and not at the first move."""
    from fsm.simulate import policy_of

    policy_of(policy)
