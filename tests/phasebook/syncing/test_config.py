"""What a project declares: found where it should be, and refused with its place if it makes no sense."""

import re
from pathlib import Path

import pytest

from phasebook.pictures import OPTIONS
from phasebook.syncing.config import KEYS, project_of
from phasebook.syncing.problems import DocsError
from tests.phasebook.syncing.scratch import Scratch

PYPROJECT = '[tool.phasebook.docs]\npages = ["a.md"]\n'
OWN = '[docs]\npages = ["b.md"]\n'


def problems_of(config: Path | None = None) -> tuple[str, ...]:
    with pytest.raises(DocsError) as refused:
        project_of(config)
    return refused.value.problems


# Finding


@pytest.mark.parametrize(
    ("name", "text", "page"), [("pyproject.toml", PYPROJECT, "a.md"), ("phasebook.toml", OWN, "b.md")]
)
def test_declarations_are_found_from_a_folder_below(
    scratch: Scratch, monkeypatch: pytest.MonkeyPatch, name: str, text: str, page: str
) -> None:
    scratch.write(name, text)
    (scratch.folder / "deep" / "down").mkdir(parents=True)
    monkeypatch.chdir(scratch.folder / "deep" / "down")

    assert project_of().pages == (page,)
    assert project_of().folder == scratch.folder


def test_a_file_without_declarations_is_passed_by(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch.write("pyproject.toml", PYPROJECT)
    scratch.write("part/pyproject.toml", "[project]\nname = 'part'\n")
    scratch.write("part/phasebook.toml", "")
    monkeypatch.chdir(scratch.folder / "part")

    assert project_of().folder == scratch.folder


def test_the_nearest_declarations_count(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch.write("pyproject.toml", PYPROJECT)
    scratch.write("part/phasebook.toml", OWN)
    monkeypatch.chdir(scratch.folder / "part")

    assert project_of().pages == ("b.md",)
    assert project_of(Path("../pyproject.toml")).pages == ("a.md",)
    assert project_of(Path("../pyproject.toml")).folder == scratch.folder


def test_two_declarations_side_by_side_are_refused(scratch: Scratch) -> None:
    scratch.write("pyproject.toml", PYPROJECT)
    scratch.write("phasebook.toml", OWN)

    (said,) = problems_of()
    assert said.startswith("Both pyproject.toml and phasebook.toml in ")
    assert project_of(Path("phasebook.toml")).pages == ("b.md",)


def test_without_any_the_sentence_says_what_to_write(scratch: Scratch) -> None:
    (said,) = problems_of()

    assert "[tool.phasebook.docs]" in said
    assert 'pages = ["README.md"]' in said
    assert "--config" in said


def test_a_named_file_must_be_there_and_declare_something(scratch: Scratch) -> None:
    scratch.write("pyproject.toml", "[project]\n")

    assert problems_of(Path("other.toml")) == (
        "There is no file other.toml; name a pyproject.toml or a phasebook.toml.",
    )
    assert problems_of(Path("pyproject.toml")) == (
        "pyproject.toml has no [tool.phasebook.docs]; declare pages or outputs there.",
    )


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"[tool\n", r"is not TOML: .*at line 1"),
        (b"x = 'caf\xe9'\n", "is not UTF-8; save it as UTF-8"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_sentence(scratch: Scratch, content: bytes, words: str) -> None:
    scratch.write("pyproject.toml", content)

    (said,) = problems_of()
    assert re.search(words, said)


def test_a_folder_in_the_place_of_the_file_is_one_sentence(scratch: Scratch) -> None:
    (scratch.folder / "phasebook.toml").mkdir()

    (said,) = problems_of()
    assert said.endswith("phasebook.toml cannot be read: Is a directory; put that right first.")


# Checking

HEAD = "[tool.phasebook.docs]\n"
OUTPUT = "[[tool.phasebook.docs.output]]\n"
GOOD = f'{OUTPUT}flow = "discard"\nfile = "x.svg"\n'


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        (f'{HEAD}page = ["x"]\n', ["pyproject.toml:1: [tool.phasebook.docs] has no key 'page'; it takes"]),
        (f'{HEAD}pages = "x"\n', ["pyproject.toml:1: pages must be a list of paths"]),
        (f"{HEAD}pages = [1]\n", ["pyproject.toml:1: pages must be a list of paths"]),
        (f'{HEAD}pages = [""]\n', ["pyproject.toml:1: pages must be a list of paths"]),
        (HEAD, ["pyproject.toml:1: [tool.phasebook.docs] declares nothing"]),
        (f"{HEAD}output = 3\n", ["pyproject.toml:1: output must be tables"]),
        ("[tool.phasebook]\ndocs = 3\n", ["pyproject.toml: tool.phasebook.docs must be a table"]),
        (f"{GOOD}size = 3\n", ["pyproject.toml:1: [[tool.phasebook.docs.output]] has no key 'size'; it t"]),
        (f"{GOOD}\n{OUTPUT}", ["pyproject.toml:5: [[tool.phasebook.docs.output]] needs the key 'flow'.",
                               "pyproject.toml:5: [[tool.phasebook.docs.output]] needs the key 'file'."]),
        (f"{GOOD}detail = true\n", ["pyproject.toml:1: detail must be a text in quotes, not True."]),
        (f"{HEAD}output = [{{flow = 'x'}}]\n", ["pyproject.toml: [[tool.phasebook.docs.output]] needs the key"]),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused_with_its_place(scratch: Scratch, text: str, problems: list[str]) -> None:
    scratch.write("pyproject.toml", text)

    said = problems_of()
    assert len(said) == len(problems)
    assert all(one.startswith(start) for one, start in zip(said, problems, strict=True))


def test_all_that_is_wrong_is_said_at_once(scratch: Scratch) -> None:
    scratch.write("phasebook.toml", "[docs]\nsize = 1\npages = 3\n[[docs.output]]\nflow = 1\ncolour = 'red'\n")

    assert [said.partition(": ")[0] for said in problems_of()] == ["phasebook.toml:1"] * 2 + ["phasebook.toml:4"] * 3


def test_an_output_takes_every_option_of_a_picture(scratch: Scratch) -> None:
    lines = "".join(f'{option} = "x"\n' for option in OPTIONS)
    scratch.write("pyproject.toml", GOOD + lines)

    (output,) = project_of().outputs
    assert (output.flow, output.file, output.place) == ("discard", "x.svg", "pyproject.toml:1")
    assert output.options == dict.fromkeys(OPTIONS, "x")
    assert {"flow", "file", *OPTIONS} == set(KEYS)
