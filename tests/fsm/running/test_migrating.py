"""Saves and logs live through releases: after any change they play on right, or are refused with what to write.

The game in errand.py is saved after each of its moves. Then its text is changed, as an author would change it.
"""

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fsm import Engine, FlowError, Refusal, SaveError, Session, Snapshot
from fsm.saves import Save, digest_of
from tests.fsm.running import errand
from tests.fsm.running.errand import PLAY

Data = dict[str, Any]

TO_WRITE = (
    "raise the engine's version to 2 and pass migrations={1: function} to the engine, where the function takes the "
    "data of version 1 and returns that of version 2"
)
REMEDY = f"restore it from a backup or, if the definition has changed since, {TO_WRITE}."
DEFINITION = (
    "The save was made with another definition of Errand ('{old}', now '{new}') of the same version; "
    f"{TO_WRITE} (lambda data: data, if nothing in it has to change)."
)
LOADS = ""


def save_lacks(trouble: str) -> str:
    return f"The saved game of Errand does not fit: {trouble}; {REMEDY}"


def start_lacks(trouble: str) -> str:
    return f"The start of this log of Errand does not fit: {trouble}; {REMEDY}"


def unreadable(line: int, field: str) -> str:
    trouble = f"Not a move of Errand: Object contains unknown field `{field}`"
    return f"Line {line} of the log cannot be replayed: {trouble}; {REMEDY}"


def elsewhere(line: int) -> str:
    return f"Line {line} of the log led elsewhere when it was written; {REMEDY}"


# Migrations


def nothing(data: Data) -> Data:
    return data


def in_game(**changes: Callable[[Data], Any]) -> Callable[[Data], Data]:
    """Give fields of the game new values; those that become None go."""

    def migrate(data: Data) -> Data:
        made = {name: value(data["game"]) for name, value in changes.items()}
        game = {name: value for name, value in (data["game"] | made).items() if value is not None}
        return data | {"game": game}

    return migrate


def in_coins(change: Callable[[Data], Data]) -> Callable[[Data], Data]:
    def migrate(data: Data) -> Data:
        return data | {"game": data["game"] | {"coins": [change(coin) for coin in data["game"]["coins"]]}}

    return migrate


def in_settings(change: Callable[[Data], Data]) -> Callable[[Data], Data]:
    def migrate(data: Data) -> Data:
        return data | {"game": data["game"] | {"settings": change(data["game"]["settings"])}}

    return migrate


def in_moves(event: str, change: Callable[[Data], Data | None]) -> Callable[[Data], Data]:
    """Change the moves of an event, wherever they are kept; None drops one."""

    def changed(moves: Iterable[Data]) -> Iterator[Data]:
        for move in moves:
            made = change(move) if move["move"] == event else move
            if made is not None:
                yield made

    def migrate(data: Data) -> Data:
        return data | {name: [*changed(data[name])] for name in ("moves", "chosen") if name in data}

    return migrate


def renamed(old: str, new: str) -> Callable[[Data], Data]:
    """Another name wherever phases, rows and events have theirs."""

    def migrate(data: Data) -> Data:
        waiting = {
            name: json.loads(json.dumps(data[name]).replace(old, new)) for name in ("back", "moves") if name in data
        }
        return data | waiting | {"phase": data["phase"] and data["phase"].replace(old, new)}

    return migrate


def without_auction(data: Data) -> Data:
    data = in_moves("bid", lambda move: None)(data)
    data.pop("chosen", None)
    return data | {"phase": "home" if data["phase"] == "auction" else data["phase"]}


def called(move: Data, event: str) -> Data:
    return move | {"move": event}


def other_name(move: Data, old: str, new: str) -> Data:
    return {new if name == old else name: value for name, value in move.items()}


# Kinds of change


class Kind(msgspec.Struct, frozen=True):
    """One kind of change, and what becomes of a save and of a log without a new version, and with one."""

    name: str
    edits: dict[str, str]
    save: str = LOADS
    log: str = LOADS
    migration: Callable[[Data], Data] = nothing
    at: int = 5
    """The moves after which a save is refused with just this sentence: in the middle of a call, if nothing is said."""
    besides: tuple[str, ...] = ()
    """Fields of the game that end up otherwise under the new rules."""


# fmt: off
KINDS = (
    # The game's fields
    Kind("field renamed", {"    note: str": "    remark: str"},
         save_lacks("Unknown field - at `$.note`"), start_lacks("Unknown field - at `$.note`"),
         in_game(remark=lambda game: game["note"], note=lambda game: None)),
    Kind("field added with a default", {"    steps: int": "    age: int = 3\n    steps: int"},
         save_lacks("Missing field - at `$.age`"), start_lacks("Missing field - at `$.age`"),
         in_game(age=lambda game: 3)),
    Kind("field added without a default", {"    coins: tuple": "    age: int\n    coins: tuple", "Purse()": "Purse(3)"},
         save_lacks("Object missing required field `age`"), start_lacks("Object missing required field `age`"),
         in_game(age=lambda game: 3)),
    Kind("field removed", {'    note: str = "17"\n': ""},
         save_lacks("Unknown field - at `$.note`"), start_lacks("Unknown field - at `$.note`"),
         in_game(note=lambda game: None)),
    Kind("field of another type", {'note: str = "17"': "note: int = 17"},
         save_lacks("Expected `int`, got `str` - at `$.note`"), start_lacks("Expected `int`, got `str` - at `$.note`"),
         in_game(note=lambda game: int(game["note"]))),
    Kind("field of a wider type", {'note: str = "17"': 'note: str | None = "17"'}),
    Kind("bounds narrowed",
         {'note: str = "17"': 'note: Annotated[str, msgspec.Meta(max_length=1)] = "1"',
          "typing import Any": "typing import Annotated, Any"},
         save_lacks("Expected `str` of length <= 1 - at `$.note`"),
         start_lacks("Expected `str` of length <= 1 - at `$.note`"),
         in_game(note=lambda game: game["note"][:1])),
    Kind("fields in another order", {"    coins: tuple[Coin, ...] = ()\n": "",
                                     '    mood: str = ""\n': '    mood: str = ""\n    coins: tuple[Coin, ...] = ()\n'}),
    Kind("default changed", {"steps: int = 0": "steps: int = 0 + 0", 'note: str = "17"': 'note: str = "18"'}),
    Kind("field of a part renamed",
         {"class Coin(msgspec.Struct, frozen=True):\n    worth": "class Coin(msgspec.Struct, frozen=True):\n    value",
          "Coin(worth=": "Coin(value="},
         save_lacks("Object missing required field `value` - at `$.coins[0]`"), elsewhere(2),
         in_coins(lambda coin: {"value": coin["worth"]})),
    Kind("field of a part added", {"class Coin(msgspec.Struct, frozen=True):\n    worth: int":
                                   "class Coin(msgspec.Struct, frozen=True):\n    worth: int\n    worn: bool = False"},
         save_lacks("Missing field - at `$.coins[0].worn`"), elsewhere(2),
         in_coins(lambda coin: coin | {"worn": False})),
    Kind("transient field added", {'    mood: str = ""': '    mood: str = ""\n    whim: str = ""',
                                   'transient=("mood",)': 'transient=("mood", "whim")'},
         LOADS, start_lacks("Missing field - at `$.whim`"),
         lambda data: in_game(whim=lambda game: "")(data) if "moves" in data else data),
    Kind("field made transient", {'transient=("mood",)': 'transient=("mood", "note")'},
         save_lacks("Unknown field - at `$.note`"), LOADS,
         lambda data: data if "moves" in data else in_game(note=lambda game: None)(data)),
    # Settings
    Kind("setting added", {"    price: int = 2": "    price: int = 2\n    loud: bool = False"},
         save_lacks("Missing field - at `$.settings.loud`"), start_lacks("Missing field - at `$.settings.loud`"),
         in_settings(lambda house: house | {"loud": False})),
    Kind("setting removed", {"    price: int = 2\n": ""},
         save_lacks("Unknown field - at `$.settings.price`"), start_lacks("Unknown field - at `$.settings.price`"),
         in_settings(lambda house: {"open_late": house["open_late"]})),
    Kind("setting's default changed", {"price: int = 2": "price: int = 3"}),
    # Phases
    Kind("phase added", {"    home = State": "    bed = State(final=True)\n    home = State",
                         "    # fmt: on": "    street.to(bed, cond=is_tired)\n    # fmt: on"}, DEFINITION, DEFINITION),
    Kind("phase renamed", {"auction = State": "sale = State", "to(auction": "to(sale", "gather(auction": "gather(sale"},
         DEFINITION, DEFINITION, renamed("auction", "sale")),
    Kind("phase removed", {'    auction = State("At the auction")\n': "", "shop.to(auction, unless=is_tired) | ": "",
                           "    bid    = gather(auction, by=seats, cond=is_affordable, on=note_bid, to=home)\n": "",
                           "Leave, Bid)": "Leave)"},
         DEFINITION, DEFINITION, without_auction, besides=("bids",)),
    Kind("phase moved into another",
         {'    auction = State("At the auction")':
          "    class market(State.Compound):\n        auction = State(initial=True)\n",
          "to(auction": "to(market.auction", "gather(auction": "gather(market.auction"},
         DEFINITION, DEFINITION, renamed("auction", "market.auction")),
    Kind("first phase changed", {'State("On the street", initial=True)': 'State("On the street")',
                                 "    home = State": "    lobby = State(initial=True)\n    home = State",
                                 "    # fmt: on": "    lobby.to(street)\n    # fmt: on"}, DEFINITION, DEFINITION),
    Kind("called phase renamed",
         {"class question": "class inquiry", "calls(question": "calls(inquiry",
          "question.asked.to(question.": "inquiry.asked.to(inquiry."},
         DEFINITION, DEFINITION, renamed("question", "inquiry")),
    Kind("title changed", {"On the street": "In the street"}),
    # Events and moves
    Kind("event added", {"class Smile(Move): ...": "class Smile(Move): ...\n\n\nclass Wave(Move): ...",
                         "    enter  =": "    wave   = stay(street)\n    enter  =", "(Earn, ": "(Earn, Wave, "},
         DEFINITION, DEFINITION),
    Kind("event renamed", {"class Smile": "class Grin", "    smile  =": "    grin   =", "(Earn, Smile": "(Earn, Grin"},
         DEFINITION, DEFINITION, in_moves("smile", lambda move: called(move, "grin"))),
    Kind("event removed", {"    smile  = stay(street, unless=is_tired, on=smile)\n": "", "(Earn, Smile": "(Earn"},
         DEFINITION, DEFINITION, in_moves("smile", lambda move: None)),
    Kind("event of a call renamed",
         {"class Ask": "class Inquire", "    ask    =": "    inquire =", "Ask, ": "Inquire, "},
         DEFINITION, DEFINITION,
         lambda data: in_moves("ask", lambda move: called(move, "inquire"))(renamed("-ask-", "-inquire-")(data))),
    Kind("field of a move renamed", {"class Earn(Move):\n    worth": "class Earn(Move):\n    value",
                                     "move.worth": "move.value"},
         LOADS, unreadable(2, "worth"),
         in_moves("earn", lambda move: other_name(move, "worth", "value"))),
    Kind("field of a move added with a default",
         {"class Earn(Move):\n    worth: int": 'class Earn(Move):\n    worth: int\n    fast: bool = False'}),
    Kind("field of a gathered move renamed", {"    seat: int\n    amount": "    seat: int\n    price",
                                              "move.amount": "move.price"},
         save_lacks("a choice is no move that 'auction' gathers: Object contains unknown field `amount` - at `$[0]`"),
         unreadable(9, "amount"),
         in_moves("bid", lambda move: other_name(move, "amount", "price")), at=8),
    # Rules
    Kind("guard added", {"cond=has_coins)": "cond=has_coins, unless=is_tired)"}, DEFINITION, DEFINITION),
    Kind("guard removed", {"to(shop, cond=has_coins)": "to(shop)"}, DEFINITION, DEFINITION),
    Kind("guard negated", {"street, unless=is_tired": "street, cond=is_tired"}, DEFINITION, DEFINITION,
         in_moves("smile", lambda move: None)),
    Kind("guard renamed", {"has_coins": "is_able"}, DEFINITION, DEFINITION),
    Kind("sentence changed", {"Earn something first.": "You have nothing yet."}),
    Kind("effect added", {"to(auction, unless=is_tired)": "to(auction, unless=is_tired, on=count_step)"},
         DEFINITION, DEFINITION, besides=("steps",)),
    Kind("effect renamed", {"count_step": "walk"}, DEFINITION, DEFINITION),
    Kind("effect does something else", {"Coin(worth=move.worth)": "Coin(worth=move.worth + 1)"},
         LOADS, elsewhere(2), besides=("coins",)),
    Kind("rows reordered",
         {"    earn   = stay(street, on=earn)\n": "",
          "    enter  =": "    earn   = stay(street, on=earn)\n    enter  ="},
         DEFINITION, DEFINITION),
    Kind("target of a row changed", {"| shop.to(home)": "| shop.to(street)"}, DEFINITION, DEFINITION),
    Kind("row became a variant", {"cond=has_coins)": "cond=has_coins, when=house.price == 2)"}, DEFINITION, DEFINITION),
    Kind("seats asked otherwise", {"seats": "players"}, DEFINITION, DEFINITION),
    Kind("docstring changed", {"Earn, ask, bid.": "Earn, then bid."}),
    # Invariants
    Kind("invariant added", {"def steps_are_few": "def note_is_short(snapshot: Snapshot[Purse]) -> bool:\n"
                             "    return len(snapshot.game.note) < 2\n\n\ndef steps_are_few",
                             "(steps_are_few,)": "(steps_are_few, note_is_short)", '"17"': '"1"'},
         f"The saved game of Errand breaks the rule 'note_is_short'; {REMEDY}",
         f"The saved game of Errand breaks the rule 'note_is_short'; {REMEDY}",
         in_game(note=lambda game: "1")),
    Kind("invariant removed", {"(steps_are_few,)": "()"}),
)
# fmt: on

kinds = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)


@pytest.fixture
def edition(tmp_path: Path) -> Iterator[Callable[[Kind], Any]]:
    """The game after a change of its text, as a module."""
    source, names = Path(errand.__file__).read_text("utf-8"), list[str]()

    def edited(kind: Kind) -> Any:
        text = source
        for old, new in kind.edits.items():
            assert old in text, f"{old!r} is not in errand.py"
            text = text.replace(old, new)
        path = tmp_path / "errand_now.py"
        path.write_text(text, "utf-8")
        spec = spec_from_file_location("errand_now", path)
        assert spec is not None
        assert spec.loader is not None
        module = sys.modules["errand_now"] = module_from_spec(spec)
        names.append("errand_now")
        spec.loader.exec_module(module)
        return module

    yield edited
    for name in names:
        sys.modules.pop(name, None)


def sent(session: Session[Any], moves: Iterable[Data]) -> None:
    """Moves as players send them, all of which must be accepted."""
    for move in moves:
        read = session.engine.read_move(json.dumps(move))
        answer = read if isinstance(read, Refusal) else session.send(read)
        assert isinstance(answer, Snapshot), answer


def before() -> list[Session[Any]]:
    """The old game after each of its moves."""
    found = []
    for count in range(len(PLAY) + 1):
        session: Session[Any] = Session.start(errand.made())
        sent(session, PLAY[:count])
        found.append(session)
    return found


OLD = before()


def rest(kind: Kind, count: int) -> list[Data]:
    """What is left to play after some moves, as the new game calls it."""
    log = {"phase": None, "game": msgspec.to_builtins(OLD[0].snapshot.game), "moves": [*PLAY[count:]]}
    moves: list[Data] = kind.migration(log)["moves"]
    return moves


def check_plays_on(kind: Kind, session: Session[Any], count: int, end: Snapshot[Any]) -> None:
    """The rest of the game leads to where the old game led: to the same end, as the new definition writes it."""
    sent(session, rest(kind, count))

    assert session.snapshot.phase == end.phase == "home"
    fields = set(end.game.__struct_fields__) - {"mood", *kind.besides}
    for name in fields:
        assert getattr(session.snapshot.game, name) == getattr(end.game, name), name


def saved(session: Session[Any]) -> bytes:
    return session.engine.dump(session.snapshot)


def loaded_from(engine: Engine[Any], old: Session[Any]) -> Session[Any]:
    return Session(engine, engine.load(saved(old)))


def sentence(text: str, engine: Engine[Any]) -> str:
    return text.replace("{old}", errand.made().chart.fingerprint).replace("{new}", engine.chart.fingerprint)


@kinds
def test_without_a_new_version_it_loads_and_plays_on_or_is_refused_in_these_words(
    kind: Kind, edition: Callable[[Kind], Any]
) -> None:
    engine = edition(kind).made()
    if kind.save:
        with pytest.raises(SaveError) as refused:
            engine.load(saved(OLD[kind.at]))
        assert str(refused.value) == sentence(kind.save, engine)
    if kind.log:
        with pytest.raises(SaveError) as refused:
            Session.replay(engine, OLD[-1].write_log())
        assert str(refused.value) == sentence(kind.log, engine)


@kinds
def test_no_save_and_no_log_changes_silently(kind: Kind, edition: Callable[[Kind], Any]) -> None:
    """After each move: what loads plays on right, and whatever else is refused with what to write."""
    engine = edition(kind).made()
    end = edition(kind).made(2, {1: kind.migration}).load(saved(OLD[-1]))
    loaded, refusals = 0, list[str]()
    for count, old in enumerate(OLD):
        for read in (partial(loaded_from, engine, old), partial(Session.replay, engine, old.write_log())):
            try:
                session = read()
            except SaveError as error:
                refusals.append(str(error))
                continue
            check_plays_on(kind, session, count, engine_like(engine, end))
            loaded += 1

    assert all("migrations={1: function}" in refusal for refusal in refusals)
    if kind.save == kind.log == LOADS:
        assert loaded == 2 * len(OLD)


def engine_like(engine: Engine[Any], end: Snapshot[Any]) -> Snapshot[Any]:
    """The same snapshot, made of another module's classes."""
    return Snapshot(end.phase, msgspec.convert(msgspec.to_builtins(end.game), engine.game_type))


@kinds
def test_with_a_new_version_and_its_migration_every_save_and_log_plays_on(
    kind: Kind, edition: Callable[[Kind], Any]
) -> None:
    engine = edition(kind).made(2, {1: kind.migration})
    end = engine.load(saved(OLD[-1]))
    for count in range(len(OLD)):
        check_plays_on(kind, loaded_from(engine, OLD[count]), count, end)
        check_plays_on(kind, Session.replay(engine, OLD[count].write_log()), count, end)


def test_there_are_enough_kinds_and_each_has_its_name() -> None:
    assert len({kind.name for kind in KINDS}) == len(KINDS) >= 24


# Step by step


MIDDLE, WHOLE = saved(OLD[5]), OLD[-1].write_log()


def engine_of(version: int, **migrations: Callable[[Data], Any]) -> Engine[Any]:
    """The game as it is, said to be of a later version; `m1` leads from version 1 to 2."""
    return errand.made(version, {int(name[1:]): migration for name, migration in migrations.items()})


def test_migrations_run_one_after_the_other_from_the_version_of_the_save() -> None:
    def marked(mark: str) -> Callable[[Data], Data]:
        return in_game(note=lambda game: game["note"] + mark)

    engine = engine_of(4, m1=marked("a"), m2=marked("b"), m3=marked("c"))
    second = engine_of(2, m1=marked("a"))

    assert engine.load(MIDDLE).game.note == "17abc"
    assert engine.load(second.dump(second.start())).game.note == "17bc"
    assert engine.load(engine.dump(engine.start())).game.note == "17"
    assert Session.replay(engine, WHOLE).snapshot.game.note == "17abc"


@pytest.mark.parametrize("count", range(len(OLD)))
def test_a_migration_is_given_just_what_there_is_as_plain_data(count: int) -> None:
    given: list[Data] = []

    def look(data: Data) -> Data:
        given.append(json.loads(json.dumps(data)))
        assert given[-1] == data
        return data

    engine = engine_of(2, m1=look)
    engine.load(saved(OLD[count]))
    Session.replay(engine, OLD[count].write_log())
    waiting = {name for name in ("back", "chosen") if getattr(OLD[count].snapshot, name)}

    assert set(given[0]) == {"phase", "game", *waiting}
    assert set(given[1]) == {"phase", "game", "moves"}
    assert given[1]["moves"] == [*PLAY[:count]]
    assert (given[0]["phase"], given[1]["phase"]) == (OLD[count].snapshot.phase, None)


def test_moves_that_were_taken_back_are_not_migrated() -> None:
    given: list[Data] = []
    log = OLD[2].write_log() + b'{"undo":2}\n{"redo":1}\n{"play":{"move":"smile"}}\n'
    Session.replay(engine_of(2, m1=lambda data: given.append(data) or data), log)  # type: ignore[func-returns-value]  # that is the point

    assert given[0]["moves"] == [PLAY[0], {"move": "smile"}]


def test_a_migrated_log_may_lead_elsewhere_but_its_moves_must_be_accepted() -> None:
    rich = Session.replay(engine_of(2, m1=in_game(steps=lambda game: 7)), WHOLE)
    assert rich.snapshot.game.steps == OLD[-1].snapshot.game.steps + 7

    with pytest.raises(SaveError, match=r"Line 4 of the log .* correct what migrations\[1\] returns"):
        Session.replay(engine_of(2, m1=in_game(steps=lambda game: 80)), WHOLE)


@pytest.mark.parametrize(
    ("migration", "sentence"),
    [
        (lambda data: None, "migrations[1] of Errand returned None, which is no dictionary; "),
        (lambda data: {"phase": "street"}, "migrations[1] of Errand returned data without 'game'; "),
        (lambda data: data | {"luck": 1}, "returned data with 'luck', which is none of phase, game, back, chosen; "),
        (lambda data: data | {"moves": []}, "returned data with 'moves', which is none of "),
        (lambda data: data | {"back": {}}, "returned {} as 'back', which is no list; "),
        (lambda data: data | {"phase": 7}, "returned 7 as 'phase', which is no text; "),
        (lambda data: data | {"game": {"coins": ()}}, "returned () at `$.game.coins`, which JSON does not have; "),
        (lambda data: data | {"game": {1: 2}}, "returned the name 1 at `$.game`, which JSON does not have; "),
        (
            lambda data: data["luck"],
            "migrations[1] of Errand failed: KeyError: 'luck'; correct it, or restore the save.",
        ),
        (
            in_game(note=lambda game: 3),
            "The saved game of Errand does not fit: Expected `str`, got `int` - at `$.note`; "
            "correct what migrations[1] returns.",
        ),
        (
            in_game(steps=lambda game: 300),
            "The saved game of Errand breaks the rule 'steps_are_few'; correct what migrations[1] returns.",
        ),
        (
            lambda data: data | {"phase": "shop"},
            "The save is in phase 'shop', which Errand cannot be in; correct what migrations[1] returns.",
        ),
        (
            lambda data: data | {"back": []},
            "The saved game of Errand does not fit: 'question' is only ever called, and nobody is suspended for it; "
            "correct what migrations[1] returns.",
        ),
    ],
)
def test_what_a_migration_returns_is_believed_as_little_as_a_file(
    migration: Callable[[Data], Any], sentence: str
) -> None:
    with pytest.raises(SaveError) as refused:
        engine_of(2, m1=migration).load(MIDDLE)

    assert sentence in str(refused.value)


def with_change(data: bytes, reseal: bool = True, **change: Any) -> bytes:
    save = msgspec.structs.replace(msgspec.json.decode(data, type=Save), **change)
    return msgspec.json.encode(msgspec.structs.replace(save, digest=digest_of(save)) if reseal else save)


def test_what_cannot_be_migrated_is_refused_before_anything_is_asked() -> None:
    def fail(data: Data) -> Data:
        raise AssertionError

    for engine, data, sentence in (
        (engine_of(2, m1=fail), with_change(MIDDLE, reseal=False, phase="street"), "was changed after it was written"),
        (
            engine_of(2, m1=fail),
            with_change(MIDDLE, version=3),
            "has version 3, Errand has 2; load it with the release",
        ),
        (engine_of(2, m1=fail), with_change(MIDDLE, version=0), "has version 0, and versions count from 1"),
        (engine_of(3, m1=fail), MIDDLE, "and nothing leads from version 2 to 3; pass migrations={2: function} to the"),
        (engine_of(2), MIDDLE, "has version 1, Errand has 2, and nothing leads from version 1 to 2; pass migrations="),
        (engine_of(2, m1=fail), with_change(MIDDLE, flow="Chore"), "is of the flow 'Chore'; load it with that engine"),
    ):
        with pytest.raises(SaveError) as refused:
            engine.load(data)
        assert sentence in str(refused.value)


def test_the_definition_that_an_older_version_was_saved_with_does_not_matter() -> None:
    other = with_change(MIDDLE, fingerprint="0" * 16)

    assert engine_of(2, m1=nothing).load(other) == errand.made().load(MIDDLE)


@pytest.mark.parametrize(
    ("version", "migrations", "sentence"),
    [
        (0, None, "Errand: version must be a whole number from 1 on, not 0."),
        (True, None, "Errand: version must be a whole number from 1 on, not True."),
        ("2", None, "Errand: version must be a whole number from 1 on, not '2'."),
        (2, [nothing], "Errand: migrations must be a dictionary such as {1: function}, not ["),
        (
            1,
            {1: nothing},
            "Errand: 1 in migrations is no older version; the engine has version 1, so there is none: raise version "
            "first.",
        ),
        (
            3,
            {3: nothing},
            "Errand: 3 in migrations is no older version; the engine has version 3, so name whole numbers from 1 to 2.",
        ),
        (3, {"1": nothing}, "Errand: '1' in migrations is no older version; "),
        (
            2,
            {1: "from_1"},
            "Errand: migrations[1] must be a function from the data of version 1 to that of version 2, not 'from_1'.",
        ),
    ],
)
def test_versions_and_migrations_are_checked_when_the_engine_is_made(
    version: Any, migrations: Any, sentence: str
) -> None:
    with pytest.raises(FlowError) as refused:
        errand.made(version, migrations)

    assert str(refused.value).startswith(sentence)
