"""The command never shows a traceback: all verbs, over whatever can happen to them."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from fsm.errors import PhasebookError
from phasebook.cli import listing, main, mishaps
from phasebook.cli.verbs import VERBS
from tests.phasebook.broken_flows import CANNOT_BE_LOADED, CANNOT_BE_RUN, GO_WRONG, HEAD

ROOT = Path(__file__).parents[3]
COMMAND = [sys.executable, "-m", "phasebook"]
LINES = {
    "--help": "--help",
    "--version": "--version",
    "list": "list",
    "draw": "draw discard -o -",
    "docs": f"docs check --config {ROOT / 'pyproject.toml'}",
    "doctor": "doctor",
    "verify": "verify discard --limit 5 --budget 0s",
    "play": "play discard --seed 1 </dev/null",
    "simulate": "simulate discard --games 2 --max-moves 20",
    "serve": 'serve discard --stdio <<< \'{"id": 1, "do": "hello"}\'',
    "export": "export discard --to schema",
    "new": "new ice_age --into $(mktemp -d)/game",
}
"""Each verb, as something that prints."""


def test_every_verb_is_walked() -> None:
    assert set(VERBS) | {"--help", "--version"} == set(LINES)


def assert_one_sentence(text: str) -> None:
    assert text.startswith("phasebook: ")
    assert text.endswith((".\n", "…\n"))
    assert text.count("\n") == 1
    assert text.strip("\n").isprintable()


def shell(line: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run a line of shell, in which $PHASEBOOK is the command."""
    set_up = {"PHASEBOOK": " ".join(COMMAND), "PYTHONPATH": str(ROOT)}
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return subprocess.run(
        ["bash", "-c", line], env=kept | set_up | environment, capture_output=True, text=True, check=False
    )


# Streams


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_a_full_device_is_one_sentence(line: str) -> None:
    done = shell(f"$PHASEBOOK {line} > /dev/full")

    assert done.returncode == 2
    assert done.stderr == "phasebook: The output cannot be written: No space left on device. Send it somewhere else.\n"


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_a_closed_output_is_one_sentence(line: str) -> None:
    done = shell(f"$PHASEBOOK {line} >&-")

    assert done.returncode == 2
    assert_one_sentence(done.stderr)


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_a_reader_that_goes_away_is_no_news(line: str) -> None:
    """The pipe is closed before the command begins to write."""
    done = shell(f"{{ sleep 0.01; $PHASEBOOK {line}; echo $? >&2; }} | true")

    assert done.stderr == "2\n"


@pytest.mark.parametrize(
    ("streams", "code"),
    [
        (">/dev/null 2>&-", 0),
        (">/dev/null 2>/dev/full", 0),
        (">/dev/full 2>/dev/full", 2),
        (">&- 2>&-", 2),
        (">&- 2>&- <&-", 2),
        ("<&-", 0),
    ],
)
@pytest.mark.parametrize("buffering", ["0", "1"])
def test_the_exit_code_tells_the_truth_when_no_word_can(streams: str, code: int, buffering: str) -> None:
    unbuffered = {"PYTHONUNBUFFERED": "1"} if buffering == "0" else {}
    for line in ("--help", "doctor"):
        done = shell(f"$PHASEBOOK {line} {streams}", **unbuffered)

        assert (done.returncode, done.stderr) == (code, "")


def test_a_wrong_option_is_code_2_when_nobody_can_hear_why() -> None:
    assert shell("$PHASEBOOK dance 2>&-").returncode == 2
    assert shell("$PHASEBOOK dance 2>/dev/full").returncode == 2


def test_a_closed_output_never_ends_up_in_a_file(tmp_path: Path) -> None:
    """The next file to be opened would take its place."""
    done = shell(f"cd '{tmp_path}'; $PHASEBOOK draw discard -o x.dot >&- 2>&- <&-")

    assert done.returncode == 2
    assert (tmp_path / "x.dot").read_text().endswith("}\n")
    assert "wrote" not in (tmp_path / "x.dot").read_text()


ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.mark.parametrize("name", ["é", "cœur ♥", "日本"])
def test_any_path_will_do_where_only_ascii_is_spoken(tmp_path: Path, name: str) -> None:
    done = shell(f"cd '{tmp_path}'; $PHASEBOOK draw discard -o '{name}.svg'", **ASCII)

    assert (done.returncode, done.stdout, done.stderr) == (0, f"wrote {name}.svg\n", "")
    assert [path.name for path in tmp_path.iterdir()] == [f"{name}.svg"]


@pytest.mark.parametrize("line", [*LINES.values(), "draw uno -o - --formats md", "draw é:É", "draw discard -o é/x.svg"])
def test_every_verb_finds_words_where_only_ascii_is_spoken(line: str) -> None:
    done = shell(f"$PHASEBOOK {line}", **ASCII)

    assert done.returncode == (2 if "é" in line else 0)
    if done.returncode:
        assert_one_sentence(done.stderr)


# Paths


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder of the test's own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    return tmp_path


WRITING = {
    "draw": "draw discard -o",
    "verify": "verify discard --limit 5 --budget 0s --draw",
    "heatmap": "simulate discard --games 2 --max-moves 20 --heatmap",
    "histogram": "simulate discard --games 2 --max-moves 20 --histogram",
    "report": "simulate discard --games 2 --max-moves 20 --report",
    "resume": "simulate discard --games 2 --max-moves 20 --resume",
    "export": "export discard --to schema -o",
}


@pytest.mark.parametrize("line", WRITING.values(), ids=WRITING)
@pytest.mark.parametrize(
    "path", ["no/x.svg", "file/x.svg", "/proc/x.svg", f"{'x' * 300}.svg", f"{'x/' * 3000}x.svg", "full.svg", "fold.svg"]
)
def test_a_place_that_cannot_be_written_is_one_sentence(
    here: Path, capsys: pytest.CaptureFixture[str], line: str, path: str
) -> None:
    (here / "file").write_text("")
    (here / "full.svg").symlink_to("/dev/full")
    (here / "fold.svg").mkdir()
    (here / "fold.svg" / "kept").write_text("")

    assert main([*line.split(), path]) in ((0, 2) if path == "fold.svg" else (2,))
    said = capsys.readouterr().err
    assert_one_sentence(said) if said else None
    assert {path.name for path in here.iterdir()} == {"file", "full.svg", "fold.svg"}


@pytest.mark.parametrize("line", ["list", "draw discard -o -", LINES["verify"], "draw nobody:Nothing"])
def test_a_working_folder_may_be_gone(tmp_path: Path, line: str) -> None:
    done = shell(f"mkdir {tmp_path}/gone; cd {tmp_path}/gone; rmdir {tmp_path}/gone; $PHASEBOOK {line}")

    assert done.returncode == (2 if "nobody" in line else 0)
    assert "No such file or directory" not in done.stdout + done.stderr


@pytest.mark.parametrize("line", [*WRITING.values(), "draw discard --formats md -o out"])
def test_nothing_can_be_written_into_a_folder_that_is_gone(
    here: Path, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    here.rmdir()

    assert main([*line.split(), *([] if line.endswith("out") else ["x.svg"])]) == 2
    assert_one_sentence(capsys.readouterr().err)


@pytest.mark.parametrize("given", ["nan", "inf", "-1", "0", "1e300", "soon", ""])
def test_a_time_that_nobody_can_wait_is_one_sentence(capsys: pytest.CaptureFixture[str], given: str) -> None:
    assert main(["draw", "discard", "-o", "x.svg", "--timeout", given]) == 2
    assert_one_sentence(capsys.readouterr().err)


@pytest.mark.parametrize("argument", ["\x1b[31m", "a\nb", "\udce9", "x" * 100_000, ""])
def test_an_argument_never_moves_the_cursor(capsys: pytest.CaptureFixture[str], argument: str) -> None:
    for line in ([argument], ["draw", argument], ["draw", f"{argument}:x"], ["verify", "discard", "--set", argument]):
        assert main(line) == 2
        assert_one_sentence(capsys.readouterr().err)


# Definitions

RUNNING = {
    "draw": "draw {} -o x.dot",
    "verify": "verify {}",
    "simulate": "simulate {} --games 2",
    "play": "play {} --policy random",
}
LOADING = RUNNING | {"serve": "serve {} --stdio"}
NAMES = iter(range(10_000))


def module_of(here: Path, source: str) -> str:
    """A module that nobody has imported yet."""
    name = f"broken_flow_{next(NAMES)}"
    (here / f"{name}.py").write_text(source.replace("{module}", name))
    return name


@pytest.mark.parametrize("source", CANNOT_BE_LOADED.values(), ids=CANNOT_BE_LOADED)
@pytest.mark.parametrize("line", LOADING.values(), ids=LOADING)
def test_what_cannot_be_loaded_is_one_sentence(
    here: Path, capsys: pytest.CaptureFixture[str], line: str, source: str
) -> None:
    name = module_of(here, source)

    assert main(line.format(f"{name}:engine").split()) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert_one_sentence(said.err)
    assert "bug of Phasebook" not in said.err
    assert not (here / "x.dot").exists()


@pytest.mark.parametrize("source", CANNOT_BE_RUN.values(), ids=CANNOT_BE_RUN)
@pytest.mark.parametrize("line", [RUNNING["verify"], RUNNING["simulate"]])
def test_what_cannot_be_run_is_one_sentence_that_blames_the_flow(
    here: Path, capsys: pytest.CaptureFixture[str], line: str, source: str
) -> None:
    name = module_of(here, HEAD + source)

    assert main(line.format(f"{name}:engine").split()) == 2
    said = capsys.readouterr().err
    assert_one_sentence(said)
    assert "bug of Phasebook" not in said


@pytest.mark.parametrize("source", GO_WRONG.values(), ids=GO_WRONG)
@pytest.mark.parametrize("line", RUNNING.values(), ids=RUNNING)
def test_what_goes_wrong_is_never_a_traceback(
    here: Path, capsys: pytest.CaptureFixture[str], line: str, source: str
) -> None:
    """What is a defect and what is not is for the verb to say; it says it."""
    name = module_of(here, HEAD + source)
    code = main(line.format(f"{name}:engine").split())
    said = capsys.readouterr()

    assert code in (0, 1, 2)
    assert "Traceback" not in said.out + said.err
    assert "bug of Phasebook" not in said.err
    if code == 2:
        assert_one_sentence(said.err)


# Interrupts

SLOW = "import pathlib, time\npathlib.Path('begun').touch()\ntime.sleep(60)\n"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("line", LOADING.values(), ids=LOADING)
def test_a_request_to_end_is_one_sentence(here: Path, line: str, number: int) -> None:
    (here / "slow.py").write_text(SLOW)
    listens = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    start = f"{listens}; import sys; from phasebook.cli import main; sys.exit(main())"
    process = subprocess.Popen(
        [sys.executable, "-c", start, *line.format("slow:engine").split()], stderr=subprocess.PIPE, text=True
    )
    wait_for(here / "begun")
    process.send_signal(number)
    _, said = process.communicate(timeout=30)

    assert (process.returncode, said) == (2, "phasebook: stopped.\n")


def wait_for(path: Path) -> None:
    deadline = time.monotonic() + 60
    while not path.exists():
        assert time.monotonic() < deadline
        time.sleep(0.01)


EARLY = [
    "argparse",
    "signal",
    "codecs",
    "phasebook.cli.signals",
    "phasebook.cli.streams",
    "fsm",
    "phasebook.cli.listing",
]


@pytest.mark.parametrize("stdout", ["sys.stdout", "None"])
@pytest.mark.parametrize("module", EARLY)
def test_an_interrupt_while_python_still_imports_is_one_sentence(module: str, stdout: str) -> None:
    """Whatever is imported, it is imported where an interrupt is heard."""
    program = f"""
import sys
sys.stdout = {stdout}
from phasebook.cli import main

class Interrupted:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            sys.meta_path.remove(self)
            raise KeyboardInterrupt

sys.modules.pop({module!r}, None)
sys.meta_path.insert(0, Interrupted())
sys.exit(main(["list"]))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout, done.stderr) == (2, "", "phasebook: stopped.\n")


def test_a_second_interrupt_does_not_cut_off_the_sentence(
    hears_interrupts: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def sentence_of(_: BaseException) -> str:
        for number in (signal.SIGINT, signal.SIGTERM):
            os.kill(os.getpid(), number)
        return "stopped."

    monkeypatch.setattr(mishaps, "sentence_of", sentence_of)
    monkeypatch.setattr(listing, "run", failing(KeyboardInterrupt()))

    assert main(["list"]) == 2
    assert capsys.readouterr().err == "phasebook: stopped.\n"


@pytest.mark.parametrize(("line", "code"), [("--version", 0), ("dance", 2)])
def test_an_interrupt_while_python_ends_changes_nothing(line: str, code: int) -> None:
    program = f"""
import os, signal, sys
from phasebook.cli import main
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.argv = ["phasebook", {line!r}]
code = main()
os.kill(os.getpid(), signal.SIGINT)
os.kill(os.getpid(), signal.SIGTERM)
sys.exit(code)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)

    assert done.returncode == code
    assert "Traceback" not in done.stderr


def test_before_the_guard_nothing_is_imported() -> None:
    """What keeps the time short in which nobody can hear a Ctrl-C."""
    program = "import sys; before = set(sys.modules); import phasebook.cli; print(*sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert done.stdout.split() == ["phasebook", "phasebook.cli"]


# Errors and bugs


def test_a_known_error_is_its_sentence(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(listing, "run", failing(PhasebookError("Do this instead.")))

    assert main(["list"]) == 2
    assert capsys.readouterr().err == "phasebook: Do this instead.\n"


def failing(error: BaseException) -> Callable[[object], int]:
    def run(_: object) -> int:
        raise error

    return run


@pytest.fixture(params=[KeyError("x"), SystemExit(0), SystemExit("no"), RecursionError(), GeneratorExit()], ids=repr)
def bug(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> BaseException:
    error: BaseException = request.param
    monkeypatch.setattr(listing, "run", failing(error))
    return error


def test_a_bug_of_ours_is_one_sentence_and_never_code_1(bug: BaseException, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list"]) == 2
    said = capsys.readouterr().err
    assert_one_sentence(said)
    assert type(bug).__name__ in said


@pytest.mark.parametrize("line", [["--traceback", "list"], ["list", "--traceback"]])
def test_whoever_wants_to_see_the_traceback_sees_it(
    bug: BaseException, capsys: pytest.CaptureFixture[str], line: list[str]
) -> None:
    assert main(line) == 2
    said = capsys.readouterr().err

    assert said.startswith("Traceback (most recent call last):\n")
    assert_one_sentence(said.splitlines(keepends=True)[-1])


@pytest.mark.parametrize(("value", "is_shown"), [("1", True), ("yes", True), ("0", False), ("", False)])
def test_the_traceback_can_be_asked_for_by_the_environment(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], value: str, is_shown: bool
) -> None:
    monkeypatch.setenv("PHASEBOOK_TRACEBACK", value)

    assert main(["draw", "nobody"]) == 2
    assert ("Traceback" in capsys.readouterr().err) is is_shown


def test_an_error_that_cannot_be_explained_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def speechless(_: BaseException) -> str:
        raise RuntimeError

    monkeypatch.setattr(listing, "run", failing(KeyError("x")))
    monkeypatch.setattr(mishaps, "sentence_of", speechless)

    assert main(["list"]) == 2
    assert capsys.readouterr().err == "phasebook: KeyError, then RuntimeError; --traceback shows more.\n"


def test_signals_are_as_they_were_after_a_call() -> None:
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    main(["list"])
    main(["draw", "nobody"])

    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)] == before
