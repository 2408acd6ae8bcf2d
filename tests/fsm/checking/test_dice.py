"""Chance without a stream."""

from collections import Counter

from fsm.checking.dice import die


def test_the_same_names_have_the_same_number_in_every_process() -> None:
    assert die("game", 7) == 13019440989610132032
    assert die("game", 7) != die("game", 8) != die("place", 8)


def test_all_faces_come_up_about_as_often() -> None:
    faces = Counter(die("fair", number) % 6 for number in range(6_000))

    assert all(850 < times < 1_150 for times in faces.values())
