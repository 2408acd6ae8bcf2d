"""The files that are written, and the line that makes them again."""

import csv
import io
from argparse import Namespace

from fsm.simulate import Column, Table
from phasebook.cli.outputs import as_csv, command_of


def test_a_table_is_csv_with_every_digit() -> None:
    rows = (("a,b", 1, 0.1234567890123), ('"quoted"', 2, None), ("two\nlines", 3, 1e-9))
    text = as_csv(Table("x", "X", (Column("what"), Column("games", "count"), Column("share", "share")), rows))
    read = list(csv.reader(io.StringIO(text)))

    assert read[0] == ["what", "games", "share"]
    assert read[1:] == [["a,b", "1", "0.1234567890123"], ['"quoted"', "2", ""], ["two\nlines", "3", "1e-09"]]


def test_the_command_has_everything_that_decides_the_result() -> None:
    options = Namespace(
        flow="uno", games=5, seed=7, preset="small", max_moves=99, check=None, invariants="all", giving_up=True,
        set=["title=a b"], policy=["0=first"], without=["leave"], compare=["preset=official"],
    )  # fmt: skip

    assert command_of(options) == (
        "phasebook simulate uno --games 5 --seed 7 --preset small --max-moves 99 --invariants all --giving-up "
        "--set 'title=a b' --policy 0=first --without leave --compare preset=official"
    )
    options.check = 3
    assert "--check 3" in command_of(options)
    assert "--invariants" not in command_of(options)
