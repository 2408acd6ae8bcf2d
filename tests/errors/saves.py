"""Saved games and logs that cannot be read, or not be written."""

import json
from math import inf
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec

from fsm import Engine, Flow, Move, Session, Snapshot, State, stay
from fsm.saves import dump_start
from tests.errors.examples import Chapter
from tests.fsm import test_saves as bad
from tests.fsm.fair import fair, played
from tests.fsm.running.test_logs import EARN, LOG
from tests.fsm.samples import MOVES, Earn, Market, market, new_purse
from tests.fsm.test_saves import CHOOSING, FIRST, NESTED, SUSPENDED, Bag, bagged, bags, bid, doctored, here, waiting

example = Chapter()


def engine_of_version(version: int, **migrations: Any) -> Engine[Any]:
    return Engine(Market, moves=MOVES, new=new_purse, transient=("mood",), version=version, **migrations)


# Saved games


@example("Market")
def half_a_save() -> None:
    """The file is cut off, or is something else altogether."""
    market.load(market.dump(here)[:-20])


@example("phasebook save 9", "phasebook save 1")
def a_save_of_another_format() -> None:
    market.load(doctored(format="phasebook save 9"))


@example("Chess", "Market")
def a_save_of_another_flow() -> None:
    market.load(doctored(flow="Chess"))


@example("save")
def a_save_that_somebody_has_edited() -> None:
    market.load(doctored(reseal=False, phase="street"))


@example("2", "Market", "1")
def a_save_of_a_later_version() -> None:
    market.load(doctored(version=2))


@example("0")
def a_save_of_version_0() -> None:
    market.load(doctored(version=0))


@example("1", "2", "Market")
def a_save_of_an_older_version() -> None:
    engine_of_version(2).load(doctored())


@example("Market")
def a_save_of_another_definition() -> None:
    """The flow was changed after the game was saved. The two codes are fingerprints of the two definitions."""
    market.load(doctored(fingerprint="0" * 16))


@example("migrations[1]", "KeyError")
def a_migration_that_fails() -> None:
    engine_of_version(2, migrations={1: lambda data: data["purse"]}).load(doctored())


@example("migrations[1]", "None")
def a_migration_that_returns_nothing() -> None:
    engine_of_version(2, migrations={1: lambda data: None}).load(doctored())


def migrated_to(**change: Any) -> None:
    """A save of version 1, and a migration that gets something wrong."""
    engine_of_version(2, migrations={1: lambda data: {**data, **change}}).load(doctored())


@example("migrations[1]", "'game'")
def a_migration_that_loses_the_game() -> None:
    engine_of_version(2, migrations={1: lambda data: {"phase": data["phase"]}}).load(doctored())


@example("migrations[1]", "'hat'")
def a_migration_that_adds_something() -> None:
    migrated_to(hat=3)


@example("migrations[1]", "'back'")
def a_migration_without_a_list() -> None:
    migrated_to(back=3)


@example("migrations[1]", "'phase'")
def a_migration_without_a_phase() -> None:
    migrated_to(phase=3)


@example("migrations[1]", "$.game.coins")
def a_migration_that_json_cannot_hold() -> None:
    migrated_to(game={"coins": 1j})


@example("Market", "migrations[1]")
def a_migration_to_a_phase_that_is_gone() -> None:
    migrated_to(phase="moon")


@example("Market", "moon")
def a_save_in_a_phase_that_is_gone() -> None:
    market.load(doctored(phase="moon"))


@example("Market", "$.coins")
def a_save_with_a_text_for_a_number() -> None:
    """`$` is the saved game, so `$.coins` is its field `coins`."""
    market.load(doctored(game={"coins": "many"}))


@example("coins_are_never_owed")
def a_save_that_breaks_an_invariant() -> None:
    market.load(doctored(game={"coins": -1, "diary": []}))


@example("open", "shut")
def a_save_that_does_not_rest() -> None:
    """Rows without an event lead on from there, so no game can have been saved there."""
    bags.load(bagged("open"))


@example("Bagging")
def a_save_where_no_move_is_legal() -> None:
    bags.load(bagged("alone", thiefNearby=True))


@example("Bagging", "IndexError")
def a_save_that_a_rule_fails_on() -> None:
    bags.load(bagged("alone", coins=[]))


@example("playing.question")
def a_save_whose_caller_is_missing() -> None:
    fair.load(waiting(SUSPENDED, back=[]))


@example("playing.question.asked")
def a_save_with_choices_where_nobody_chooses() -> None:
    fair.load(waiting(SUSPENDED, chosen=[bid(1, 2)]))


@example("playing.bidding", "playing.turn.acting")
def a_save_whose_caller_cannot_wait() -> None:
    """A caller is a phase that waits until another one has ended, and the row that led there."""
    fair.load(waiting(played(), back=[FIRST]))


@example("playing.question")
def a_save_with_too_many_calls() -> None:
    fair.load(waiting(SUSPENDED, back=[FIRST, NESTED, NESTED]))


@example("seat 1")
def a_seat_that_has_chosen_twice() -> None:
    fair.load(waiting(CHOOSING, chosen=[bid(1, 2), bid(1, 1)]))


@example("seat 5")
def a_seat_that_has_nothing_to_choose() -> None:
    fair.load(waiting(CHOOSING, chosen=[bid(5, 1)]))


@example("Fair", "order")
def choices_out_of_order() -> None:
    fair.load(waiting(CHOOSING, chosen=[bid(0, 1), bid(1, 2)]))


@example("Fair", "chosen")
def choices_of_all() -> None:
    fair.load(waiting(CHOOSING, chosen=[bid(2, 1), bid(1, 2), bid(0, 1)]))


@example("playing.bidding")
def a_choice_that_is_no_move() -> None:
    fair.load(waiting(CHOOSING, chosen=[{"move": "ask"}]))


@example("bid")
def a_choice_that_nobody_can_have_made() -> None:
    fair.load(waiting(CHOOSING, chosen=[bid(1, 9)]))


@example("log")
def the_start_of_a_log_as_a_saved_game() -> None:
    market.load(json.dumps(json.loads(LOG)["save"]))


@example("Bagging", "$.weight")
def a_game_that_json_cannot_hold() -> None:
    bags.dump(Snapshot("shut", Bag(weight=inf)))


@example("Growing")
def a_game_that_changes_with_each_load() -> None:
    """Transient fields are not saved, and begin anew when the game is loaded."""

    def grow(game: Bag) -> Bag:
        return msgspec.structs.replace(bad.look(game), coins=(*game.coins, bad.Coin(1)))

    class Growing(Flow):
        shut = State(initial=True)
        end = State(final=True)
        close = shut.to(end)
        stay(shut, cond=bad.is_unread, on=grow)

    growing = Engine(Growing, moves=(bad.Close,), new=bad.new_bag, transient=("last_glance",))
    growing.dump(growing.start())


# Logs


@example("session log")
def no_log() -> None:
    Session.replay(market, b"dear diary")


@example("phasebook log 9")
def a_log_of_another_format() -> None:
    Session.replay(market, LOG.replace(b"phasebook log 3", b"phasebook log 9"))


@example("Market")
def a_log_that_starts_elsewhere() -> None:
    Session.replay(market, json.dumps(json.loads(LOG) | {"check": "00000000"}))


@example("Fair")
def a_log_in_which_something_waits_before_the_game() -> None:
    Session.replay(fair, b'{"format":"phasebook log 3","save":' + waiting(CHOOSING, phase=None) + b"}\n")


@example("Glancing")
def a_log_that_starts_where_no_game_rests() -> None:
    class Glancing(Flow):
        shut = State(initial=True)
        end = State(final=True)
        close = shut.to(end)
        stay(shut, cond=bad.is_unread, on=bad.look)

    glancing = Engine(Glancing, moves=(bad.Close,), new=bad.new_bag, transient=("last_glance",))
    start = dump_start(glancing, Snapshot("shut", Bag()))
    Session.replay(glancing, b'{"format":"phasebook log 3","save":' + start + b"}\n")


@example("Line 2", "play, undo and redo")
def a_line_that_says_nothing() -> None:
    Session.replay(market, LOG + b"{}\n")


@example("Line 3")
def a_line_that_undoes_too_much() -> None:
    Session.replay(market, LOG + EARN + b'{"undo":2}\n')


@example("Line 3")
def a_line_of_an_older_version_that_undoes_too_much() -> None:
    Session.replay(engine_of_version(2, migrations={1: lambda data: data}), LOG + EARN + b'{"undo":2}\n')


@example("Line 2", "Go into the shop first")
def a_line_that_is_refused_now() -> None:
    Session.replay(market, LOG + b'{"play":{"move":"pay","amount":3}}\n')


@example("Line 2")
def a_line_that_leads_elsewhere_now() -> None:
    """The rules, or their chance, give another game than they did when the log was written."""
    Session.replay(market, LOG + b'{"play":{"move":"earn"},"check":"00000000"}\n')


# Files


@example("7")
def a_path_that_is_a_number() -> None:
    path: Any = 7
    Session.open(path)


@example("lost.json")
def a_file_that_is_not_there() -> None:
    Session.open(market, "lost.json")


@example("games")
def a_folder_to_open() -> None:
    Path("games").mkdir()
    Session.open(market, "games")


@example("game.json", "Permission denied")
def a_file_that_may_not_be_read() -> None:
    opened = Path.open

    def forbidden(path: Path, *how: Any, **more: Any) -> Any:
        if path.name == "game.json":  # the sources of what is said are read in the meantime
            raise PermissionError(13, "Permission denied")
        return opened(path, *how, **more)

    with patch.object(Path, "open", forbidden):
        Session.open(market, "game.json")


@example("game.json", "'Market'")
def a_file_of_a_flow_that_is_not_registered() -> None:
    Path("game.json").write_bytes(market.dump(here))
    Session.open("game.json")


@example("letter.txt")
def a_file_that_is_no_game() -> None:
    Path("letter.txt").write_text("Dear diary,")
    Session.open("letter.txt")


@example("games/game.json", "folder")
def a_folder_that_is_not_there() -> None:
    Session.start(market).save("games/game.json")


@example("games")
def a_game_saved_as_a_folder() -> None:
    Path("games").mkdir()
    Session.start(market).save("games")


@example("games/game.log", "folder")
def a_recording_in_a_folder_that_is_not_there() -> None:
    Session.start(market).record("games/game.log")


@example("games")
def a_recording_in_a_folder() -> None:
    Path("games").mkdir()
    Session.start(market).record("games")


@example("game.log")
def a_recording_in_another_file() -> None:
    Path("game.log").write_text("something else")
    Session.start(market).record("game.log")


@example("game.log")
def two_recordings_of_one_session() -> None:
    session = Session.start(market)
    with session.record("game.log"):
        session.record("other.log")


@example("game.log")
def two_sessions_in_one_recording() -> None:
    with Session.start(market).record("game.log"):
        Session.open(market, "game.log").record("game.log")


@example("game.log")
def a_recording_that_has_changed() -> None:
    Session.start(market).record("game.log").close()
    session = Session.open(market, "game.log")
    with Path("game.log").open("ab") as file:
        file.write(EARN)
    session.record("game.log")


@example("game.log")
def a_recording_that_somebody_else_writes_to() -> None:
    session = Session.start(market)
    with session.record("game.log"):
        with Path("game.log").open("ab") as file:
            file.write(EARN)
        session.send(Earn())


@example("The move", "$.amount")
def a_move_that_json_cannot_hold() -> None:
    class Weigh(Move):
        amount: float

        @classmethod
        def candidates(cls, game: Bag) -> list["Weigh"]:
            return []

    class Scales(Flow):
        here = State(initial=True)
        weigh = stay(here)

    session = Session.start(Engine(Scales, moves=(Weigh,), new=bad.new_bag))
    with session.record("game.log"):
        session.send(Weigh(inf))
