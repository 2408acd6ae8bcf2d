"""`phasebook play FLOW`: play a game in the terminal, against bots or with others at the same screen."""

import argparse
import shlex
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING, Any

from fsm.errors import PhasebookError
from phasebook.cli.options import add_game, settings_from
from phasebook.cli.verbs import DONE, NO, VERBS

if TYPE_CHECKING:
    from fsm.session import Session
    from phasebook.playing.screen import Screen

ALL = "all"


def add(verbs: Any) -> None:
    """Declare the verb."""
    verb = verbs.add_parser("play", help=VERBS["play"])
    add_game(verb, seed=None)
    verb.add_argument("--seats", metavar="SEATS",
                      help="the seats that people have: 0, or 0,2, or all (default: the first); bots have the "
                           "others")  # fmt: skip
    verb.add_argument("--policy", action="append", default=[], metavar="[SEATS=]NAME",
                      help="how bots decide, as in simulate: random, search:500, search:0.5s, ...; with 1= or 1,3= for "
                           "these seats; may be repeated (default: a short search where the game can be searched, "
                           "else random)")  # fmt: skip
    verb.add_argument("--save", type=Path, metavar="FILE", help="keep the game in a new file, move by move")
    verb.add_argument("--resume", type=Path, metavar="FILE", help="go on with a saved game or a log")
    verb.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Play; NO if the game got stuck. Who leaves reads how to go on."""
    from phasebook.playing.screen import LeavingError, screen_here

    check_options(options)
    screen = screen_here()
    session = session_of(options)
    if session.log and options.resume:
        screen.show(f"Going on after {len(session.log)} moves; log shows what has happened.")
    with recording(options, session):
        try:
            return DONE if sit(options, session, screen) else NO
        except (LeavingError, KeyboardInterrupt):
            say_goodbye(options, session, screen)
            return DONE


def sit(options: argparse.Namespace, session: "Session[Any, Any]", screen: "Screen") -> bool:
    """Play the game, or the rest of it."""
    from phasebook.playing.bots import Bots, check_policies
    from phasebook.playing.sitting import Sitting
    from phasebook.playing.texts import texts_of
    from phasebook.playing.turns import seats_in_order

    seats = seats_in_order(session.engine, session.snapshot)
    people = people_of(options.seats, seats)
    bots = Bots(
        session.engine, options.policy, SystemRandom().randrange(1 << 32) if options.seed is None else options.seed
    )
    check_policies(bots, seats, people)
    texts = texts_of(session.engine)
    return Sitting(session, people, bots, screen, texts, lambda path: how_to_resume(options, path)).play()


def check_options(options: argparse.Namespace) -> None:
    """What cannot go together is said before anything is shown."""
    if options.resume is not None and (options.preset is not None or options.set):
        raise PhasebookError("A saved game has its settings; leave --preset and --set out, or --resume.")
    if options.save is not None and options.save.exists() and not is_resumed(options):
        raise PhasebookError(f"{options.save} is there already; go on with it by --resume, or name a new file.")


def is_resumed(options: argparse.Namespace) -> bool:
    """Whether the file to keep the game in is the one that it comes from."""
    return options.resume is not None and options.resume.resolve() == options.save.resolve()


def session_of(options: argparse.Namespace) -> "Session[Any, Any]":
    """A new game, or the one in a file."""
    from fsm.catalogue import engine_of
    from fsm.session import Session

    engine = engine_of(options.flow)
    if options.resume is not None:
        return Session.open(engine, options.resume)
    chance = {} if options.seed is None else {"seed": options.seed}
    return Session.start(engine, **chance, **settings_from(options))


def recording(options: argparse.Namespace, session: "Session[Any, Any]") -> Any:
    """Keeps every move on the disk, if a file is named; a log that the game comes from is continued."""
    from contextlib import nullcontext

    path = kept_in(options, session)
    return nullcontext() if path is None else session.record(path)


def kept_in(options: argparse.Namespace, session: "Session[Any, Any]") -> Path | None:
    """The file that grows with the game: the one that was named, or the log that it comes from."""
    return options.save or (options.resume if session.source else None)


def people_of(text: str | None, seats: list[Any]) -> list[Any]:
    """The seats that people have, in the order of the table."""
    named = [str(seat) for seat in seats[:1]] if text is None else text.split(",")
    if text == ALL:
        return seats
    for name in named:
        if name not in map(str, seats):
            known = ", ".join(map(str, seats))
            raise PhasebookError(f"There is no seat {name!r}; the seats are {known}; --seats all takes every one.")
    return [seat for seat in seats if str(seat) in named]


# Going on another time


def say_goodbye(options: argparse.Namespace, session: "Session[Any, Any]", screen: "Screen") -> None:
    """The last words, and how to go on."""
    path = kept_in(options, session)
    screen.show("Good-bye." if path is None else "Good-bye. To go on another time:")
    if path is not None:
        screen.show_command(how_to_resume(options, str(path)))


def how_to_resume(options: argparse.Namespace, path: str) -> str:
    """The command line that goes on with a file."""
    given = ["--seats", options.seats] if options.seats else []
    given += [word for policy in options.policy for word in ("--policy", policy)]
    return shlex.join(["phasebook", "play", options.flow, "--resume", path, *given])
