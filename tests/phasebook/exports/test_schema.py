"""The schema describes what the engine really reads and writes, and refuses what the engine refuses."""

import enum
import json
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator

from diagrams.presets import chart_of_preset
from fsm import HOST, Engine, Flow, Move, State
from fsm.errors import SaveError
from fsm.saves import Save, digest_of
from fsm.snapshot import Hidden, Refusal, RefusalKind, Snapshot, heard_by
from phasebook.exports.schema import schema_of
from tests.phasebook.exports.games_played import FLOWS, Step, as_json, cookbook, every_engine, played, presets_of

MOVES = 25


@cache
def validator(flow: str, definition: str) -> Draft202012Validator:
    """Whether something is what a definition says."""
    return Draft202012Validator(schema(flow) | {"$ref": f"#/$defs/{definition}"})


@cache
def schema(flow: str) -> dict[str, Any]:
    """The schema of a flow, once it is known to be one."""
    found: dict[str, Any] = as_json(schema_of(every_engine()[flow]))
    Draft202012Validator.check_schema(found)
    return found


def validator_of(engine: Engine[Any], definition: str) -> Draft202012Validator:
    """The same for an engine of a test's own."""
    return Draft202012Validator(as_json(schema_of(engine)) | {"$ref": f"#/$defs/{definition}"})


def assert_valid(flow: str, definition: str, value: Any) -> None:
    errors = [f"{error.json_path}: {error.message[:300]}" for error in validator(flow, definition).iter_errors(value)]

    assert errors == [], value


@cache
def games(flow: str) -> list[Step]:
    """Positions of games of every preset, with the news that led there."""
    engine, seeds = every_engine()[flow], (0, 1)
    starts = [(seed, settings) for settings in presets_of(engine) for seed in seeds]
    return [step for seed, settings in starts for step in played(engine, seed, MOVES, **settings)]


def viewers(engine: Engine[Any], snapshot: Snapshot[Any]) -> list[Any]:
    """All seats, and a spectator."""
    seats = engine.seats(snapshot) if engine._seats.are_declared or not engine._seats.are_named else ()
    return [*sorted(seats), None]


@pytest.mark.long
@pytest.mark.parametrize("flow", [*FLOWS, *cookbook()])
def test_everything_that_the_engine_writes_is_valid(flow: str) -> None:
    engine, chance = every_engine()[flow], Random(1)
    heard: set[bytes] = set()
    for snapshot, news in games(flow):
        seats = viewers(engine, snapshot)
        if chance.random() < 0.5:
            assert_valid(flow, "view", as_json(engine.view(snapshot, chance.choice(seats))))
        versions = [
            version for item in news for version in (item, *(heard_by(item, seat) for seat in seats)) if version
        ]
        for text in {msgspec.json.encode(version) for version in versions} - heard:
            assert_valid(flow, "news", json.loads(text))
            heard.add(text)
        for move in chance.sample(legal := engine.legal_moves(snapshot), min(3, len(legal))):
            assert_valid(flow, "move", as_json(move))
        if chance.random() < 0.05 or engine.is_over(snapshot):
            assert_valid(flow, "save", json.loads(engine.dump(snapshot)))
        if engine.is_over(snapshot) and engine.outcome(snapshot) is not None:
            assert_valid(flow, "outcome", as_json(engine.outcome(snapshot)))


@pytest.mark.parametrize("flow", FLOWS)
def test_settings_are_valid_and_phases_and_events_are_known(flow: str) -> None:
    engine = every_engine()[flow]
    for snapshot, _ in games(flow)[::5]:
        assert_valid(flow, "phase", snapshot.phase)
        if hasattr(snapshot.game, "settings"):
            assert_valid(flow, "settings", as_json(snapshot.game.settings))
        for event in engine.chart.events_at(snapshot.phase):
            assert_valid(flow, "event", event)


@pytest.mark.parametrize("flow", FLOWS)
def test_what_is_written_under_a_preset_fits_its_own_schema(flow: str) -> None:
    engine = every_engine()[flow]
    for preset in engine.presets:
        narrow = as_json(schema_of(engine, chart_of_preset(engine, preset)))
        checks = {
            name: Draft202012Validator(narrow | {"$ref": f"#/$defs/{name}"}) for name in ("move", "phase", "save")
        }
        for snapshot, _ in list(played(engine, 6, 12, preset=preset))[::4]:
            checks["phase"].validate(snapshot.phase)
            checks["save"].validate(json.loads(engine.dump(snapshot)))
            for move in engine.legal_moves(snapshot)[:3]:
                checks["move"].validate(as_json(move))


# Refusals


def refused(engine: Engine[Any], snapshot: Snapshot[Any], chance: Random) -> Iterator[Refusal]:
    """Refusals of every kind: to the host, to each seat and to a spectator."""

    class NoSuchMove(Move):
        pass

    sent: list[Any] = [NoSuchMove()]
    for kind in engine.moves:
        for move in list(kind.candidates(snapshot.game))[:3]:
            sent += [move, *misshapen(move)]
    seats = [..., HOST, *viewers(engine, snapshot)]
    answers = [engine.step(snapshot, move, chance.choice(seats)) for move in sent]
    answers += [engine.read_move(text, snapshot, chance.choice(seats)) for text in (b'{"move": 1}', "[")]
    answers.append(engine.read_move("nonsense"))
    yield from (answer for answer in answers if isinstance(answer, Refusal))


def misshapen(move: Move) -> Iterator[Move]:
    """The move with a value of another type in one field."""
    for name in move.__struct_fields__[:1]:
        yield msgspec.structs.replace(move, **{name: 0.5})


@pytest.mark.long
@pytest.mark.parametrize("flow", FLOWS)
def test_refusals_of_every_kind_are_valid(flow: str) -> None:
    engine, chance, kinds = every_engine()[flow], Random(2), set()
    for snapshot, _ in games(flow):
        if chance.random() < 0.25:
            for refusal in refused(engine, snapshot, chance):
                kinds.add(refusal.kind)
                assert_valid(flow, "refusal", as_json(refusal))
                if isinstance(refusal.move, engine.moves):
                    assert_valid(flow, "why", as_json(engine.why(snapshot, refusal.move)))

    assert kinds >= set(RefusalKind) - {RefusalKind.IMPOSSIBLE, RefusalKind.GUARDED}
    assert kinds & {RefusalKind.IMPOSSIBLE, RefusalKind.GUARDED}


# What the engine refuses

WRONG: tuple[Any, ...] = (None, True, 1.5, "no such thing", -(10**20), [], {}, [None], {"a": 1})


def mutations(value: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """An object with one field wrong, missing or too many."""
    for name in value:
        yield {key: one for key, one in value.items() if key != name}
        for wrong in WRONG:
            yield value | {name: wrong}
    yield value | {"no_such_field": 1}


@pytest.mark.parametrize("flow", FLOWS)
def test_a_move_that_cannot_be_read_is_invalid_and_one_that_can_is_valid(flow: str) -> None:
    """The schema and the engine's own reader agree on every mutation of every kind of move. Only where a flow has one
    kind does the reader not ask for its name."""
    engine = every_engine()[flow]
    samples = {type(move): move for snapshot, _ in games(flow) for move in engine.legal_moves(snapshot)}
    for move in samples.values():
        for wrong in mutations(as_json(move)):
            is_read = "move" in wrong and not isinstance(engine.read_move(json.dumps(wrong)), Refusal)

            assert validator(flow, "move").is_valid(wrong) == is_read, wrong


@pytest.mark.parametrize("flow", FLOWS)
def test_a_save_that_the_schema_refuses_is_refused_by_the_engine(flow: str) -> None:
    """The other way round, the engine knows more: the digest, the invariants and the rules."""
    engine = every_engine()[flow]
    snapshot = list(played(engine, 3, 12))[-1].snapshot
    good = json.loads(engine.dump(snapshot))
    wrong = [*mutations(good), *(good | {"game": game} for game in mutations(good["game"]))]
    tried = Random(4).sample(wrong, 30)
    found = [each for each in tried if not validator(flow, "save").is_valid(each)]

    assert len(found) > len(tried) / 2
    for each in found:
        with pytest.raises(SaveError):
            engine.load(resealed(each))


def resealed(save: dict[str, Any]) -> bytes:
    """A save whose digest fits, as a careful forger would make it, unless the digest itself is what is wrong."""
    try:
        fit = msgspec.convert(save, Save)
    except msgspec.ValidationError:
        return json.dumps(save).encode()
    if save.get("digest") in (None, "no such thing"):
        return json.dumps(save).encode()
    return msgspec.json.encode(msgspec.structs.replace(fit, digest=digest_of(fit)))


@pytest.mark.parametrize("flow", FLOWS)
def test_a_view_with_a_field_too_many_or_too_few_is_invalid(flow: str) -> None:
    engine = every_engine()[flow]
    view = as_json(engine.view(engine.start(seed=1), None))
    cut = {name: value for name, value in view.items() if name != next(iter(view))}

    assert validator(flow, "view").is_valid(view)
    assert not validator(flow, "view").is_valid(cut)
    assert not validator(flow, "view").is_valid(view | {"seed": 1})


# What is not declared


class Coins(msgspec.Struct, frozen=True):
    left: int = 3
    hidden: frozenset[int] = frozenset()


class Take(Move):
    coins: int = 1

    @classmethod
    def candidates(cls, game: Coins) -> list["Take"]:
        return [cls(1)]


class Taking(Flow):
    """Take coins."""

    taking = State(initial=True)
    over = State(final=True)
    take = taking.to(over)


def new() -> Coins:
    return Coins()


def test_a_view_without_a_type_says_so() -> None:
    engine = Engine(Taking, moves=(Take,), new=new, view=lambda snapshot, seat: {"left": 3})
    view = schema_of(engine)["$defs"]["view"]

    assert view == {"description": "Taking declares no type for its views; annotate what the engine's view= returns."}


class Untitled(Taking):
    pass


class Bare(Taking):
    """Take coins"""


@pytest.mark.parametrize(("flow", "first"), [(Taking, "Take coins"), (Untitled, "Untitled"), (Bare, "Take coins")])
def test_what_it_describes_is_a_sentence_whatever_the_title(flow: type[Flow], first: str) -> None:
    described = schema_of(Engine(flow, moves=(Take,), new=new))["description"]

    assert described.startswith(f"{first}. Use the definitions in lower case;")


def test_an_outcome_without_a_type_says_so() -> None:
    engine = Engine(Taking, moves=(Take,), new=new, outcome=lambda game: "over")
    definitions = schema_of(engine)["$defs"]

    assert "declares no type for its outcomes" in definitions["outcome"]["description"]
    assert schema_of(Engine(Taking, moves=(Take,), new=new))["$defs"]["outcome"]["type"] == "null"


def test_what_is_read_may_lack_defaults_and_what_is_written_may_not() -> None:
    engine = Engine(Taking, moves=(Take,), new=new)

    assert validator_of(engine, "move").is_valid({"move": "take"})
    assert not validator_of(engine, "save").is_valid(json.loads(engine.dump(engine.start())) | {"game": {"left": 3}})


def test_fields_that_are_left_out_need_not_be_there() -> None:
    class Sparse(msgspec.Struct, frozen=True, omit_defaults=True):
        left: int
        note: str = ""
        unset: int | msgspec.UnsetType = msgspec.UNSET

    def sparse(snapshot: Snapshot[Coins], seat: Any) -> Sparse:
        return Sparse(3)

    sparse.__annotations__["return"] = Sparse
    engine = Engine(Taking, moves=(Take,), new=new, view=sparse)

    assert validator_of(engine, "view").is_valid(as_json(engine.view(engine.start(), None)))
    assert not validator_of(engine, "view").is_valid({"note": "no coins"})


def test_a_type_that_only_python_knows_is_said_to_be_unknown() -> None:
    class Odd:
        pass

    class OddView(msgspec.Struct, frozen=True):
        odd: Odd

    def odd(snapshot: Snapshot[Coins], seat: Any) -> Any:
        return None

    odd.__annotations__["return"] = OddView
    definitions = schema_of(Engine(Taking, moves=(Take,), new=new, view=odd))["$defs"]

    assert definitions["OddView"]["properties"]["odd"]["description"].endswith("how a Odd is written.")


def test_two_types_of_one_name_are_kept_apart() -> None:
    class Outer(msgspec.Struct, frozen=True):
        one: Hidden

    def twin() -> type[Any]:
        return msgspec.defstruct("Hidden", [("seat", str)], frozen=True, namespace={"__module__": "elsewhere"})

    class Both(msgspec.Struct, frozen=True):
        first: Hidden
        second: twin()  # type: ignore[valid-type]  # made at run time

    def both(snapshot: Snapshot[Coins], seat: Any) -> Any:
        return None

    both.__annotations__["return"] = Both
    properties = schema_of(Engine(Taking, moves=(Take,), new=new, view=both))["$defs"]["Both"]["properties"]

    assert properties["first"] != properties["second"]


class Größe(msgspec.Struct, frozen=True):
    left: int = 3


class Grüße(enum.Enum):
    LOUD = "loud"


class Gruße(msgspec.Struct, frozen=True):
    size: Größe = Größe()
    kind: Grüße = Grüße.LOUD


def test_types_whose_names_differ_in_foreign_letters_alone_are_kept_apart() -> None:
    """Definitions have names in ASCII: three of these would have the same."""

    def sized(snapshot: Snapshot[Coins], seat: Any) -> Gruße:
        return Gruße()

    engine = Engine(Taking, moves=(Take,), new=new, view=sized)
    view = validator_of(engine, "view")

    assert view.is_valid({"size": {"left": 3}, "kind": "loud"})
    assert not view.is_valid({"size": "loud", "kind": {"left": 3}})
    assert (Größe.__qualname__, Grüße.__qualname__, Gruße.__qualname__) == ("Größe", "Grüße", "Gruße")
