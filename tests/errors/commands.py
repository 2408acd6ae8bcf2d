"""Command lines that cannot be followed."""

import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import patch

from phasebook.cli.mishaps import sentence_of
from phasebook.playing.texts import functions_of
from tests.errors.examples import Chapter, Printed, command

example = Chapter()

# The command itself


@example("VERB")
def no_verb() -> None:
    command()


@example("'paint'", "draw")
def a_verb_that_is_not_there() -> None:
    command("paint")


@example("FLOW")
def a_verb_without_its_flow() -> None:
    command("verify")


@example("--shiny")
def an_option_that_is_not_there() -> None:
    command("list", "--shiny")


@example("--games", "'many'")
def a_word_for_a_number() -> None:
    command("simulate", "discard", "--games", "many")


@example("--detail", "'tiny'", "overview")
def a_choice_that_is_not_there() -> None:
    command("draw", "discard", "--detail", "tiny")


@example("--seed")
def an_option_without_its_value() -> None:
    command("verify", "discard", "--seed")


@example("--timeout", "'soon'")
def a_time_that_is_none() -> None:
    command("draw", "discard", "--timeout", "soon")


@example("--to")
def an_export_to_nowhere() -> None:
    command("export", "discard")


@example("--port", "--stdio")
def options_that_exclude_each_other() -> None:
    command("serve", "discard", "--stdio", "--port", "1")


# Whatever else goes wrong


def said(error: BaseException) -> None:
    """What the command says of an error that nobody has foreseen."""
    raise Printed(2, f"phasebook: {sentence_of(error)}")


@example("broken_rules.py, line 2", "ZeroDivisionError")
def a_flow_that_fails() -> None:
    try:
        exec(compile("def deal():\n    1 / 0\n\ndeal()", "broken_rules.py", "exec"), {"__name__": "broken_rules"})
    except ZeroDivisionError as error:
        said(error)


@example("KeyError: 'x'")
def a_bug_of_ours() -> None:
    """Nothing that you did is wrong. With the lines that `--traceback` shows, we can mend it."""
    said(KeyError("x"))


@example("results", "Permission denied")
def a_path_that_the_system_refuses() -> None:
    said(PermissionError(13, "Permission denied", "results"))


@example("No space left on device")
def a_full_disk() -> None:
    said(OSError(28, "No space left on device"))


@example("Too many open files")
def a_system_that_refuses() -> None:
    said(OSError(24, "Too many open files"))


@example("memory")
def too_little_memory() -> None:
    said(MemoryError())


@example("'diagrams'", "diagrams/__init__.py")
def another_package_in_our_place() -> None:
    with patch("phasebook.intact.harms", return_value=iter(["diagrams/__init__.py is another file now"])):
        command("draw", "discard", "-o", "discard.dot")


@example("'diagrams'", "pip")
def another_package_in_our_place_in_python() -> None:
    import phasebook

    harms = patch("phasebook.intact.harms", return_value=iter(["diagrams/__init__.py is another file now"]))
    with patch.dict(sys.modules, {"diagrams.diagram": None}), harms:
        phasebook.Diagram


@example("'Dragon'", "Engine")
def a_name_that_phasebook_does_not_have() -> None:
    import phasebook

    phasebook.Dragon  # type: ignore[attr-defined]  # that is the point


@example("'Dragon'", "Engine")
def a_name_that_fsm_does_not_have() -> None:
    import fsm

    fsm.Dragon


# draw


@example("--all")
def nothing_to_draw() -> None:
    command("draw")


@example("'chess'", "belote")
def a_flow_that_is_not_there() -> None:
    command("draw", "chess")


@example("flows.svg")
def several_flows_in_one_file() -> None:
    command("draw", "discard", "uno", "-o", "flows.svg")


@example("Standard output")
def several_flows_on_standard_output() -> None:
    command("draw", "discard", "uno", "-o", "-")


# export


@example("types/discard.ts", "folder types")
def an_export_into_a_folder_that_is_not_there() -> None:
    command("export", "discard", "--to", "typescript", "-o", "types/discard.ts")


# Settings, as in verify, simulate and play


@example("'hand_size'")
def a_setting_without_a_value() -> None:
    command("simulate", "discard", "--set", "hand_size")


@example("'deck=[[[[")
def a_setting_that_is_nested_too_deeply() -> None:
    command("simulate", "discard", "--set", f"deck={'[' * 100_000}")


# verify


@example("'soon'")
def a_budget_that_is_none() -> None:
    command("verify", "discard", "--budget", "soon")


@example("0")
def no_seeds() -> None:
    command("verify", "discard", "--seeds", "0")


@example("pictures/way.dot", "folder pictures")
def a_drawing_into_a_folder_that_is_not_there() -> None:
    command("verify", "goofspiel", "--budget", "0s", "--limit", "10", "--draw", "pictures/way.dot")


@example("defect")
def a_defect_that_cannot_be_saved() -> None:
    from phasebook.cli.verify import write_log

    write_log(Path("way.log"), "")


# simulate


@example("--csv")
def tables_on_standard_output() -> None:
    command("simulate", "discard", "--csv", "-")


@example("--heatmap")
def a_heatmap_of_a_comparison() -> None:
    command("simulate", "discard", "--compare", "preset=small", "--heatmap", "a.svg")


@example("tables", "pictures/all.json")
def files_that_cannot_be_written() -> None:
    Path("tables").write_text("")
    command("simulate", "goofspiel", "--games", "1", "--csv", "tables", "--json", "pictures/all.json")


@example("'colour=red'", "preset")
def a_comparison_of_nothing() -> None:
    command("simulate", "discard", "--compare", "colour=red")


@example("giving-up=maybe")
def a_comparison_that_is_not_sure() -> None:
    command("simulate", "discard", "--compare", "giving-up=maybe")


@example("'many'")
def a_comparison_of_many_moves() -> None:
    command("simulate", "discard", "--compare", "max-moves=many")


# play


@example("--resume")
def settings_of_a_saved_game() -> None:
    command("play", "discard", "--resume", "game.log", "--preset", "small")


@example("game.log")
def a_game_that_is_kept_already() -> None:
    Path("game.log").write_text("")
    command("play", "discard", "--save", "game.log")


@example("'9'", "0, 1, 2, 3")
def a_seat_that_is_not_there() -> None:
    command("play", "belote", "--seats", "9")


@example("9", "0, 1, 2, 3")
def a_policy_for_a_seat_that_is_not_there() -> None:
    command("play", "belote", "--policy", "9=random")


@example("Seat 0")
def a_policy_for_a_person() -> None:
    command("play", "belote", "--policy", "0=random")


def cheat(decision: Any) -> Any:
    """A policy that sends what nobody may."""
    from games.belote import Bid, Suit

    return Bid(0, 80, Suit.HEARTS)


@example("seat 1")
def a_policy_that_cheats() -> None:
    command("play", "belote", "--seed", "7", "--policy", "1=tests.errors.commands:cheat")


@example("my_game.text", "'show_cards'", "say_news")
def a_text_that_nobody_calls() -> None:
    module = ModuleType("my_game.text")
    vars(module).update(say_news=print, show_cards=print)
    functions_of(module)


# new


@example("'High Card'")
def a_name_of_two_words() -> None:
    command("new", "High Card")


@example("'json'")
def a_name_that_is_taken() -> None:
    command("new", "json")


@example("high_card")
def a_folder_that_is_not_empty() -> None:
    Path("high_card").mkdir()
    Path("high_card/notes.txt").write_text("")
    command("new", "high_card")


@example("flowchart")
def a_new_game_that_cannot_be_drawn() -> None:
    done = subprocess.CompletedProcess([], 2, "", "phasebook: README.md: the disk is full; make room.\n")
    with patch("phasebook.starting.package.subprocess.run", return_value=done):
        command("new", "high_card")
