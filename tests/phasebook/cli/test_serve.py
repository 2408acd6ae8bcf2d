"""`phasebook serve`: what it understands, what it refuses, and how it ends; the tables have tests of their own."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from fsm.errors import PhasebookError
from phasebook.cli import main, serve
from phasebook.cli.parser import parser
from phasebook.tables.protocol import Limits
from tests.phasebook.tables.speaking import ROOT, Speaker

PING = b'{"id": 1, "do": "ping"}\n'
COMMAND = [sys.executable, "-m", "phasebook", "serve", "discard", "--stdio"]


def limits_of(*arguments: str) -> Limits:
    line = ["serve", "discard", *arguments]
    return serve.limits_from(parser(line).parse_args(line))


# Wrong use


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "There is nothing to serve; name a flow, such as uno."),
        ("nobody", "nobody"),
        ("discard --stdio --port 1", "--port and --stdio exclude each other"),
        ("discard --port x", "--port needs a whole number, not 'x'"),
        ("discard --port 123456", "There is no port 123456; choose one up to 65535, or 0 for any."),
        ("discard --host nowhere.invalid --port 0", "choose another --host."),
        ("discard --message 0", "--message must be more than 0, not 0."),
        ("discard --rate -1", "--rate must be more than 0, not -1.0."),
        ("discard --rate nan", "--rate must be more than 0, not nan."),
        ("discard --thinking 0", "--thinking must be more than 0, not 0.0."),
        ("discard --bots 0", "--bots must be more than 0, not 0."),
        ("discard --bot clever", "'clever' is no bot; write --bot NAME=POLICY"),
        ("discard --bot =random", "'=random' is no bot; write --bot NAME=POLICY"),
        ("discard --bot clever=nobody", "nobody"),
        ("discard --stdio --host 127.0.0.2", "--host is for WebSockets; leave it out with --stdio."),
        ("discard --stdio --origin https://play.example", "--origin is for WebSockets; leave it out with --stdio."),
        ("discard --stdio --bots 2", "--bots is for WebSockets; leave it out with --stdio."),
        ("discard --port 0 --store memory: --origin play.example", "such as https://play.example."),
        ("discard --stdio --store nosql://here", "There is no storage at 'nosql://here'"),
    ],
)
def test_wrong_use_is_one_sentence(line: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", *line.split()]) == 2
    heard = capsys.readouterr()

    assert heard.out == ""
    assert said in heard.err
    assert "bug of Phasebook" not in heard.err


def test_help_names_what_a_server_puts_up_with(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--help"]) == 0
    said = " ".join(capsys.readouterr().out.split())

    usual = Limits()
    for name in [name for name, *_ in serve.LIMITS if getattr(usual, name) is not None]:
        assert f"--{name} " in said
        assert f"(default: {getattr(usual, name):g}" in said.replace(f"--{name} ", "", 1)


# Limits and bots


def test_limits_are_those_of_the_protocol_unless_asked_otherwise() -> None:
    assert limits_of() == Limits()
    assert limits_of("--tables", "3", "--thinking", "0.5") == Limits(tables=3, thinking=0.5)
    assert limits_of("--keep", "30", "--unattended", "7") == Limits(keep=30, unattended=7)


def test_wider_limits_widen_what_depends_on_them() -> None:
    assert limits_of("--rate", "5000").burst == 5_000
    assert limits_of("--message", "9000000").save == 9_000_000


def test_a_program_that_has_started_us_may_ask_as_often_as_it_likes() -> None:
    requests = b"".join(b'{"id": %d, "do": "ping"}\n' % number for number in range(500))
    done = subprocess.run(COMMAND, input=requests, capture_output=True, check=True)

    assert [json.loads(line) for line in done.stdout.splitlines()] == [
        {"answer": "done", "id": number} for number in range(500)
    ]


def test_unless_it_asks_for_a_limit() -> None:
    with Speaker("discard", "--rate", "0.001", "--message", "100") as server:
        too_long = server.say(b'{"id": 7, "do": "ping", "pad": "%s"}' % (b"x" * 100))
        answers = [server.ask("ping") for _ in range(Limits().burst)]

    assert (too_long["id"], too_long["code"]) == (7, "too_large")
    assert {answer["answer"] for answer in answers[:-1]} == {"done"}
    assert (answers[-1]["answer"], answers[-1]["code"]) == ("error", "too_fast")
    assert answers[-1]["wait"] > 0


def test_bots_have_names_and_policies() -> None:
    assert serve.bots_from(["clever=search:1000", "lazy=first"]) == {"clever": "search:1000", "lazy": "first"}
    with pytest.raises(PhasebookError, match="no bot"):
        serve.bots_from(["two words=first"])


def test_a_bot_with_a_name_can_be_asked() -> None:
    with Speaker("goofspiel", "--bot", "lazy=first") as server:
        table = server.ask("new", flow="goofspiel", settings={"seed": 1})
        server.ask("sit", table=table["table"], token=table["seats"][0]["token"])
        view = server.ask("view", table=table["table"])["view"]
        moves = server.ask("moves", table=table["table"])["moves"]
        chosen = server.ask("decide", flow="goofspiel", view=view, moves=moves, seat=0, bot="lazy")
        unknown = server.ask("decide", flow="goofspiel", view=view, moves=moves, seat=0, bot="os.system")

    assert chosen["move"] == moves[0]
    assert unknown["code"] == "options"
    assert unknown["sentence"].endswith("random, first, search:200 or search:0.5s, lazy.")


# How it ends


def test_the_end_of_the_input_is_the_end() -> None:
    done = subprocess.run(COMMAND, input=PING, capture_output=True, check=True)

    assert json.loads(done.stdout) == {"answer": "done", "id": 1}
    assert done.stderr == b""


def test_a_closed_input_is_an_empty_one() -> None:
    done = subprocess.run(["bash", "-c", '"$@" <&-', "bash", *COMMAND], capture_output=True, check=True, cwd=ROOT)

    assert (done.stdout, done.stderr) == (b"", b"")


LISTENS = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
START = [sys.executable, "-c", f"{LISTENS}; import sys; from phasebook.cli import main; sys.exit(main())"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_while_it_waits_for_input(number: int) -> None:
    """A thread waits in the input then, and Python must not mind."""
    with subprocess.Popen([*START, *COMMAND[3:]], stdin=-1, stdout=-1, stderr=-1, cwd=ROOT) as process:
        ping(process)
        process.stdout.readline()  # type: ignore[union-attr]  # it has a pipe
        process.send_signal(number)

        assert process.wait(30) == 2
        assert process.stderr.read() == b"phasebook: stopped.\n"  # type: ignore[union-attr]


def test_an_output_that_takes_no_more_ends_it_while_the_input_is_open() -> None:
    with (
        Path("/dev/full").open("wb") as full,
        subprocess.Popen(COMMAND, stdin=-1, stdout=full, stderr=-1, cwd=ROOT) as process,
    ):
        ping(process)

        assert process.wait(30) == 2
        said = process.stderr.read().decode()  # type: ignore[union-attr]
    assert said == "phasebook: The output cannot be written: No space left on device. Send it somewhere else.\n"


def ping(process: "subprocess.Popen[bytes]") -> None:
    assert process.stdin
    process.stdin.write(PING)
    process.stdin.flush()
