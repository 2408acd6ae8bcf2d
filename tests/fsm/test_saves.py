"""Saved games: round trips, transient fields, and files that are torn, foreign or tampered with."""

from math import inf
from typing import Annotated, Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fsm import Caller, Engine, Flow, Move, SaveError, Session, Snapshot, State, Unchanging, gather, guard, stay
from fsm.running.migrating import remedy
from fsm.saves import Save, digest_of
from tests.fsm.fair import Answer, Bid, Stall, bids, fair, played, seats
from tests.fsm.fair import Ask as Question
from tests.fsm.samples import MOVES, Ask, Earn, Enter, Grin, Market, Purse, market, new_purse, walk

here = walk(Earn(), Enter(), Ask())

REMEDY = remedy(1, 1)
"""What to do about a save of version 1 in an engine of version 1."""


def doctored(reseal: bool = True, **change: Any) -> bytes:
    """A save with something changed, its digest made to fit again."""
    save = msgspec.structs.replace(msgspec.json.decode(market.dump(here), type=Save), **change)
    return msgspec.json.encode(msgspec.structs.replace(save, digest=digest_of(save)) if reseal else save)


def test_a_save_is_loaded_as_it_was() -> None:
    assert market.load(market.dump(here)) == here
    assert market.load(market.dump(here).decode()) == here


def test_a_save_names_flow_version_and_fingerprint() -> None:
    save = msgspec.json.decode(market.dump(here))

    assert (save["flow"], save["version"], save["fingerprint"]) == ("Market", 1, market.chart.fingerprint)


def test_transient_fields_are_dropped_and_start_anew() -> None:
    smiling = walk(Earn(), Grin())
    data = market.dump(smiling)

    assert b"mood" not in data
    assert (smiling.game.mood, market.load(data).game.mood) == ("smiling", "")


def test_saving_is_the_same_in_two_engines_of_one_flow() -> None:
    twin = Engine(Market, moves=MOVES, new=new_purse, transient=("mood",))

    assert twin.load(market.dump(here)) == here


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "This is not a saved game of Market"),
        (b"null", "This is not a saved game of Market"),
        (b"{}", "missing required field"),
        (b"\xff", "This is not a saved game of Market"),
        (market.dump(here)[:-20], "This is not a saved game of Market"),
        (doctored(format="phasebook save 9"), "format is 'phasebook save 9'"),
        (doctored(flow="Chess"), "is of the flow 'Chess'"),
        (doctored(version=2), "has version 2, Market has 1"),
        (doctored(fingerprint="0" * 16), "another definition of Market"),
        (doctored(reseal=False, phase="street"), "was changed after it was written"),
        (doctored(reseal=False, game={"coins": 99, "diary": []}), "was changed after it was written"),
        (doctored(phase="moon"), "in phase 'moon', which Market cannot be in"),
        (doctored(phase="shop"), "in phase 'shop', which Market cannot be in"),
        (doctored(game={"coins": "many"}), "does not fit: Expected `int`"),
        (doctored(game={"coins": -1, "diary": []}), "breaks the rule 'coins_are_never_owed'"),
    ],
)
def test_a_bad_save_is_a_clear_error(data: bytes, sentence: str) -> None:
    with pytest.raises(SaveError, match=sentence):
        market.load(data)


@given(st.binary(max_size=200))
def test_no_bytes_whatever_crash_the_loader(data: bytes) -> None:
    with pytest.raises(SaveError):
        market.load(data)


@given(st.integers(0, len(market.dump(here)) - 1), st.integers(1, 255))
def test_any_changed_byte_is_noticed_or_harmless(place: int, flip: int) -> None:
    data = bytearray(market.dump(here))
    data[place] ^= flip
    try:
        loaded: Snapshot[Purse] | None = market.load(bytes(data))
    except SaveError:
        loaded = None

    assert loaded in (None, here)


# Fields


class Coin(msgspec.Struct, frozen=True):
    """Something inside the game."""

    worth: int
    worn: bool = False


class Bag(msgspec.Struct, frozen=True, rename="camel"):
    """A game with something inside, whose fields have other names in JSON."""

    coins: tuple[Coin, ...] = (Coin(1), Coin(2))
    weight: float = 1.0
    last_glance: str = ""
    thief_nearby: bool = False


class Look(Move): ...


class Guess(Move): ...


class Wait(Move): ...


class Close(Move): ...


def look(game: Bag) -> Bag:
    return msgspec.structs.replace(game, last_glance="inside")


def sum_up(game: Bag) -> Bag:
    return msgspec.structs.replace(game, weight=float(sum(coin.worth for coin in game.coins)))


def has_glanced(game: Bag) -> bool:
    return game.last_glance != ""


def is_heavy(game: Bag) -> bool:
    return 100 // game.coins[0].worth < 10


@guard("A thief is near.")
def thief_is_near(game: Bag) -> bool:
    return game.thief_nearby


class Bagging(Flow):
    """Look into a bag, weigh it, close it."""

    # fmt: off
    shut   = State(initial=True)
    open   = State()
    bulky  = State()
    alone  = State()
    end    = State(final=True)

    look   = shut.to(open, on=look)
    guess  = open.to(shut)
    wait   = alone.to(shut, unless=thief_is_near)
    close  = stay(shut, on=sum_up) | open.to(end) | bulky.to(end)
    open.to(shut, unless=has_glanced)
    shut.to(bulky, cond=is_heavy)
    # fmt: on


asked: list[str] = []


def has_coins(snapshot: Snapshot[Bag]) -> bool:
    asked.append("invariant")
    return snapshot.game.coins[0].worth < 1_000


def glances_fit(snapshot: Snapshot[Bag]) -> bool:
    """Outside the phase `open` nobody has glanced."""
    return not snapshot.game.last_glance or snapshot.phase in ("open", "end")


def new_bag(seed: int = 0) -> Bag:
    return Bag()


bags = Engine(
    Bagging,
    moves=(Look, Guess, Wait, Close),
    new=new_bag,
    transient=("last_glance",),
    invariants=(has_coins, glances_fit),
)


def bagged(phase: str = "shut", **change: Any) -> bytes:
    """A save of a bag with something changed, its digest made to fit."""
    save = msgspec.json.decode(bags.dump(bags.start()), type=Save)
    game = {**save.game, **change}
    kept = {name: value for name, value in game.items() if value != "left out"}
    save = msgspec.structs.replace(save, phase=phase, game=kept)
    return msgspec.json.encode(msgspec.structs.replace(save, digest=digest_of(save)))


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (bagged(luck=7), "Unknown field - at `$.luck`"),
        (bagged(weight="left out"), "Missing field - at `$.weight`"),
        (bagged(thiefNearby="left out", thief_nearby=True), "Unknown field - at `$.thief_nearby`"),
        (bagged(coins=[{"worth": 1}]), "Missing field - at `$.coins[0].worn`"),
        (bagged(coins=[{"worth": 1, "worn": False, "age": 3}]), "Unknown field - at `$.coins[0].age`"),
        (bagged(lastGlance=""), "Unknown field - at `$.lastGlance`"),
        (bagged(coins=[1]), "Expected `object`, got `int` - at `$.coins[0]`"),
    ],
)
def test_an_unknown_or_missing_field_is_named(data: bytes, sentence: str) -> None:
    with pytest.raises(SaveError) as caught:
        bags.load(data)

    assert str(caught.value) == f"The saved game of Bagging does not fit: {sentence}; {REMEDY}."


def test_a_whole_number_is_good_enough_for_a_fraction() -> None:
    assert bags.load(bagged(weight=3)).game.weight == 3.0


# Positions


def test_a_transient_field_with_another_name_in_json_is_dropped_too() -> None:
    glanced = bags.step(bags.start(), Look())
    assert isinstance(glanced, Snapshot)

    assert b"lance" not in bags.dump(glanced)


def test_what_follows_from_forgetting_has_happened_in_the_save() -> None:
    glanced = bags.step(bags.start(), Look())
    assert isinstance(glanced, Snapshot)
    data = bags.dump(glanced)

    assert (glanced.phase, msgspec.json.decode(data)["phase"]) == ("open", "shut")
    assert bags.load(data) == bags.start()


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (bagged("open"), "cannot rest in 'open', it goes on to 'shut' by itself"),
        (bagged(coins=[{"worth": 50, "worn": False}]), "cannot rest in 'shut', it goes on to 'bulky' by itself"),
        (bagged("alone", thiefNearby=True), "No move is legal in the saved game of Bagging, and it is not over"),
        (bagged(coins=[{"worth": 0, "worn": False}]), "does not fit: ZeroDivisionError"),
        (bagged("alone", coins=[]), "does not fit: IndexError"),
        (bagged(coins=[{"worth": 2**70, "worn": False}]), "breaks the rule 'has_coins'"),
    ],
)
def test_a_position_that_play_cannot_reach_is_refused(data: bytes, sentence: str) -> None:
    with pytest.raises(SaveError, match=sentence):
        bags.load(data)


def test_what_a_rule_or_an_invariant_raised_is_the_cause() -> None:
    for data, cause in (
        (bagged(coins=[]), IndexError),
        (bagged(coins=[{"worth": 0, "worn": False}]), ZeroDivisionError),
    ):
        with pytest.raises(SaveError) as caught:
            bags.load(data)

        assert isinstance(caught.value.__cause__, cause)


@pytest.mark.parametrize("error", [KeyError, RecursionError, MemoryError, OverflowError, AssertionError])
def test_whatever_an_invariant_raises_the_save_is_at_fault(error: type[Exception]) -> None:
    def fail(snapshot: Snapshot[Bag]) -> bool:
        raise error("\x1b[31m" * 1_000)

    strict = Engine(Bagging, moves=bags.moves, new=new_bag, transient=("last_glance",), invariants=(fail,))
    with pytest.raises(SaveError, match=error.__name__) as caught:
        strict.load(bagged())

    assert str(caught.value).isprintable()


def test_rules_are_not_asked_about_a_game_that_breaks_an_invariant() -> None:
    asked.clear()

    def heavy(game: Bag) -> bool:
        asked.append("rule")
        return False

    class Shy(Flow):
        shut = State(initial=True)
        end = State(final=True)
        close = shut.to(end)
        shut.to(end, cond=heavy)

    shy = Engine(Shy, moves=(Close,), new=new_bag, invariants=(has_coins,))
    first = Bag(coins=(Coin(1_000),))
    data = shy.dump(Snapshot("shut", first))
    with pytest.raises(SaveError, match="breaks the rule 'has_coins'"):
        shy.load(data)

    assert asked == ["invariant"]


def test_consequences_without_end_are_a_save_error() -> None:
    class Restless(Flow):
        shut = State(initial=True)
        open = State()
        end = State(final=True)
        look = shut.to(open)
        close = shut.to(end)
        open.to(shut, cond=thief_is_near)
        shut.to(open, cond=thief_is_near)

    restless = Engine(Restless, moves=(Look, Close), new=new_bag)
    data = restless.dump(Snapshot("shut", Bag(thief_nearby=True)))
    with pytest.raises(SaveError, match="RuleError: Restless: consequences without end"):
        restless.load(data)


class Listed(Move):
    """Candidates stand for numbers without end."""

    number: int

    @classmethod
    def candidates(cls, game: Bag) -> list["Listed"]:
        return []


def test_a_move_with_countless_payloads_may_be_legal_though_none_is_offered() -> None:
    class Counting(Flow):
        shut = State(initial=True)
        end = State(final=True)
        listed = shut.to(end)
        accepts = (("missing_legal_move", "listed", "Any number will do."),)

    counting = Engine(Counting, moves=(Listed,), new=new_bag)

    assert counting.load(counting.dump(counting.start())) == counting.start()


def is_unread(game: Bag) -> bool:
    return game.last_glance == ""


def test_a_transient_field_that_a_consequence_fills_in_is_filled_in_again() -> None:
    class Caching(Flow):
        shut = State(initial=True)
        end = State(final=True)
        close = shut.to(end)
        stay(shut, cond=is_unread, on=look)

    caching = Engine(Caching, moves=(Close,), new=new_bag, transient=("last_glance",))
    start = caching.start()

    assert start.game.last_glance == "inside"
    assert caching.load(caching.dump(start)) == start


def test_invariants_are_asked_again_after_the_consequences() -> None:
    def nobody_looks(snapshot: Snapshot[Bag]) -> bool:
        return snapshot.game.last_glance == ""

    class Peeking(Flow):
        shut = State(initial=True)
        end = State(final=True)
        close = shut.to(end)
        stay(shut, cond=is_unread, on=look)

    peeking = Engine(Peeking, moves=(Close,), new=new_bag, transient=("last_glance",), invariants=(nobody_looks,))
    with pytest.raises(SaveError, match="breaks the rule 'nobody_looks'"):
        peeking.load(peeking.dump(peeking.start()))


def test_a_game_that_would_change_with_each_load_is_not_saved() -> None:
    def grow(game: Bag) -> Bag:
        return msgspec.structs.replace(look(game), coins=(*game.coins, Coin(1)))

    class Growing(Flow):
        shut = State(initial=True)
        end = State(final=True)
        close = shut.to(end)
        stay(shut, cond=is_unread, on=grow)

    growing = Engine(Growing, moves=(Close,), new=new_bag, transient=("last_glance",))
    with pytest.raises(SaveError, match="would be another game each time it is loaded"):
        growing.dump(growing.start())


class Memo(msgspec.Struct, frozen=True):
    """A game that keeps something which JSON cannot hold, for a while."""

    coins: int = 1
    memory: Annotated[Any, Unchanging("Only ever a function.")] = None


def test_a_transient_field_may_hold_anything() -> None:
    def remember(game: Memo) -> Memo:
        return Memo(game.coins, print)

    def has_forgotten(game: Memo) -> bool:
        return game.memory is None

    def new_memo() -> Memo:
        return Memo()

    class Remembering(Flow):
        shut = State(initial=True)
        end = State(final=True)
        close = shut.to(end)
        stay(shut, cond=has_forgotten, on=remember)

    remembering = Engine(Remembering, moves=(Close,), new=new_memo, transient=("memory",))
    start = remembering.start()

    assert start.game.memory is print
    assert remembering.load(remembering.dump(start)) == start


# What cannot be written


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        (Bag(weight=inf), r"JSON has no number inf - at `\$.weight`"),
        (Purse(diary=("fine", "\ud800")), r"JSON cannot hold the text '\\ud800' - at `\$.diary\[1\]`"),
        (Bag(coins=(Coin(True),)), r"Expected `int`, got `bool` - at `\$.coins\[0\].worth`"),
        (Bag(coins=(Coin(10**5_000),)), "Exceeds the limit"),
        (Bag(weight=object()), "object is unsupported"),  # type: ignore[arg-type]  # that is the test
    ],
)
def test_what_could_not_be_loaded_is_not_saved(game: Any, sentence: str) -> None:
    engine, phase = (bags, "shut") if isinstance(game, Bag) else (market, "street")
    with pytest.raises(SaveError, match=sentence):
        engine.dump(Snapshot(phase, game))


# What is quoted from a file


nasty = st.text(st.characters(categories=None, exclude_categories=["Cs"]), max_size=400)


@given(nasty, st.sampled_from(["format", "flow", "fingerprint", "phase", "game", "name"]))
def test_no_message_repeats_raw_or_endless_text_of_a_file(text: str, place: str) -> None:
    change: dict[str, Any] = {place: text}
    if place == "game":
        change = {"game": {"coins": text, "diary": []}}
    if place == "name":
        change = {"game": {"coins": 1, "diary": [], text: 1}}
    with pytest.raises(SaveError) as caught:
        market.load(doctored(**change))

    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 600


@pytest.mark.parametrize(
    "data", [None, 5, object(), b"[" * 100_000, b'{"game":' * 5_000, b'{"version": ' + b"9" * 9_000]
)
def test_whatever_is_passed_is_a_save_or_a_sentence(data: Any) -> None:
    with pytest.raises(SaveError, match="This is not a saved game of Market: "):
        market.load(data)


@pytest.mark.parametrize("name", ["\x1b[31m", "x" * 10_000])
@pytest.mark.parametrize("place", ["save", "game", "coin"])
def test_no_message_repeats_a_name_of_a_file_as_it_is(name: str, place: str) -> None:
    save = msgspec.json.decode(bagged())
    {"save": save, "game": save["game"], "coin": save["game"]["coins"][0]}[place][name] = 1
    if place != "save":
        save["digest"] = digest_of(msgspec.convert(save, type=Save))
    with pytest.raises(SaveError, match="nknown field") as caught:
        bags.load(msgspec.json.encode(save))

    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 600


def test_the_start_of_a_log_is_not_a_saved_game() -> None:
    with pytest.raises(SaveError, match="This is the start of a log, not a saved game; replay the log"):
        market.load(doctored(phase=None))


# What waits


def test_saves_of_flows_where_nothing_waits_are_the_same_bytes_as_ever() -> None:
    assert market.dump(here) == (
        b'{\n "format": "phasebook save 1",\n "flow": "Market",\n "version": 1,\n "fingerprint": "86442d25096959d8",\n'
        b' "phase": "shop.paying",\n "game": {\n  "coins": 3,\n  "diary": [\n   "earn",\n   "open",\n   "greet"\n  ]\n'
        b' },\n "digest": "d74ca34c01a126fa"\n}'
    )
    log = (
        b'{"format":"phasebook log 3","save":{"format":"phasebook save 1","flow":"Market","version":1,"fingerprint":'
        b'"86442d25096959d8","phase":"street","game":{"coins":3,"diary":["earn"],"mood":""},"digest":"9cbebc01e2de7653"'
        b'},"check":"8a6a705a"}\n{"play":{"move":"enter"},"check":"c5c76e0e"}\n'
    )
    session = Session(market, walk(Earn()))
    session.send(Enter())

    assert session.write_log() == log
    assert Session.replay(market, log).snapshot == session.snapshot


CHOOSING = played(Bid(0, 1), Bid(1, 2))
SUSPENDED = played(*bids(0, 1, 2), Question(), Question())


@pytest.mark.parametrize("snapshot", [played(), CHOOSING, SUSPENDED, played(*bids(0, 0, 0), Question(), Answer())])
def test_callers_and_choices_are_saved_and_absent_where_there_are_none(snapshot: Snapshot[Stall]) -> None:
    data = fair.dump(snapshot)
    named = {name for name in ("back", "chosen") if name in msgspec.json.decode(data)}

    assert fair.load(data) == snapshot
    assert named == {name for name in ("back", "chosen") if getattr(snapshot, name)}


def waiting(snapshot: Snapshot[Stall], reseal: bool = True, **change: Any) -> bytes:
    """A save of the fair with something changed, its digest made to fit again."""
    save = msgspec.structs.replace(msgspec.json.decode(fair.dump(snapshot), type=Save), **change)
    return msgspec.json.encode(msgspec.structs.replace(save, digest=digest_of(save)) if reseal else save)


def caller(phase: str, event: str = "ask") -> dict[str, str]:
    return {"phase": f"playing.{phase}", "row": f"playing.{phase}-{event}-playing.question"}


def bid(seat: int, amount: int, **more: Any) -> dict[str, Any]:
    return {"move": "bid", "seat": seat, "amount": amount, **more}


FIRST, NESTED = caller("turn.acting"), caller("question.asked")


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (waiting(SUSPENDED, reseal=False, back=[FIRST]), "was changed after it was written"),
        (waiting(CHOOSING, reseal=False, chosen=[bid(1, 2)]), "was changed after it was written"),
        (waiting(SUSPENDED, back=7), "does not fit: Expected `array`"),
        (waiting(SUSPENDED, back=None), "does not fit: Expected `array`"),
        (waiting(SUSPENDED, back=[{"phase": "x"}]), "missing required field `row`"),
        (waiting(SUSPENDED, back=[{**FIRST, "hidden": 1}]), r"Unknown field - at `\$\[0\].hidden`"),
        (waiting(SUSPENDED, back=[caller("bidding")]), "nobody can be suspended in 'playing.bidding' by"),
        (waiting(SUSPENDED, back=[NESTED, FIRST]), "nobody can be suspended"),
        (waiting(SUSPENDED, back=[FIRST, NESTED, NESTED]), "more calls of 'playing.question' are suspended"),
        (waiting(SUSPENDED, back=[]), "'playing.question' is only ever called, and nobody is suspended for it"),
        (waiting(SUSPENDED, back=msgspec.UNSET), "is only ever called, and nobody is suspended for it"),
        (waiting(played(), back=[FIRST]), "nobody can be suspended .* while the game is in 'playing.bidding'"),
        (waiting(SUSPENDED, phase="playing.question.answered"), "cannot rest in 'playing.question.answered'"),
        (waiting(SUSPENDED, chosen=[bid(1, 2)]), "nobody chooses in 'playing.question.asked', but choices are kept"),
        (waiting(CHOOSING, chosen=7), "a choice is no move that 'playing.bidding' gathers: Expected `array`"),
        (waiting(CHOOSING, chosen=[{"move": "ask"}]), "a choice is no move that 'playing.bidding' gathers: "),
        (waiting(CHOOSING, chosen=[bid(1, 2, tip=1)]), "a choice is no move that 'playing.bidding' gathers: "),
        (waiting(CHOOSING, chosen=[bid(1, 2), bid(1, 1)]), "seat 1 has chosen twice"),
        (waiting(CHOOSING, chosen=[bid(0, 1), bid(1, 2)]), "choices are not kept in the order of the seats"),
        (waiting(CHOOSING, chosen=[bid(5, 1)]), "seat 5 has chosen, and it has nothing to choose"),
        (waiting(CHOOSING, chosen=[bid(2, 1), bid(1, 2), bid(0, 1)]), "all seats have chosen, and the game has not"),
        (waiting(CHOOSING, chosen=[bid(1, 9)]), r"nobody can have chosen .*\(That is too much\.\)"),
    ],
)
def test_what_cannot_wait_is_a_clear_error(data: bytes, sentence: str) -> None:
    with pytest.raises(SaveError, match=sentence) as refused:
        fair.load(data)
    assert "\n" not in str(refused.value)
    if "was changed" not in sentence:
        assert str(refused.value).endswith(f"; {REMEDY}.")


def test_the_start_of_a_log_is_believed_as_little() -> None:
    session = Session(fair, CHOOSING)
    session.send(Bid(2, 0))
    log = session.write_log()

    assert Session.replay(fair, log).snapshot == session.snapshot
    for data, sentence in (
        (waiting(CHOOSING, chosen=[bid(1, 9)]), "nobody can have chosen"),
        (waiting(CHOOSING, phase=None), "starts before its game, yet something waits in it"),
        (waiting(SUSPENDED, back=[FIRST, NESTED, NESTED]), "more calls of"),
    ):
        header = b'{"format":"phasebook log 3","save":' + data + b"}\n"
        with pytest.raises(SaveError, match=sentence):
            Session.replay(fair, header)


def test_the_rules_are_asked_about_choices_only_if_the_invariants_hold() -> None:
    asked: list[Stall] = []

    def watched(game: Stall) -> tuple[int, ...]:
        asked.append(game)
        return seats(game)

    class Watched(Flow):
        bidding = State(initial=True)
        end = State(final=True)
        bid = gather(bidding, by=watched, to=end)

    def is_small(snapshot: Snapshot[Stall]) -> bool:
        return snapshot.game.players < 5

    engine = Engine(Watched, moves=(Bid,), new=new_stall_of_three, invariants=(is_small,))
    half = engine.step(engine.start(), Bid(1, 1))
    assert isinstance(half, Snapshot)
    save = msgspec.json.decode(engine.dump(half), type=Save)
    forged = msgspec.structs.replace(save, game={**save.game, "players": 1_000_000})
    asked.clear()

    with pytest.raises(SaveError, match="breaks the rule 'is_small'"):
        engine.load(msgspec.json.encode(msgspec.structs.replace(forged, digest=digest_of(forged))))
    assert asked == []


def new_stall_of_three(seed: int = 0) -> Stall:
    return Stall()


class Sketch(msgspec.Struct, frozen=True):
    """Only what lies on the table can be chosen, and the table is cleared when a game is loaded."""

    table: tuple[int, ...] = (1,)


class Draw(Move):
    seat: int
    card: int

    @classmethod
    def candidates(cls, game: Sketch) -> list["Draw"]:
        return [cls(seat, card) for seat in (0, 1) for card in game.table]


class Lay(Move): ...


def lies_there(game: Sketch, move: Draw) -> bool:
    return move.card in game.table


def both(game: Sketch) -> tuple[int, ...]:
    return (0, 1)


def lay(game: Sketch) -> Sketch:
    return Sketch((1, 2))


def new_sketch(seed: int = 0) -> Sketch:
    return Sketch()


class Sketching(Flow):
    laying = State(initial=True)
    drawing = State()
    end = State(final=True)
    lay = laying.to(drawing, on=lay)
    draw = gather(drawing, by=both, cond=lies_there, to=end)


@pytest.mark.parametrize(("card", "kept"), [(1, True), (2, False)])
def test_a_choice_that_forgotten_fields_make_illegal_is_to_be_made_again(card: int, kept: bool) -> None:
    engine = Engine(Sketching, moves=(Lay, Draw), new=new_sketch, transient=("table",))
    drawing = engine.step(engine.start(), Lay())
    assert isinstance(drawing, Snapshot)
    chosen = engine.step(drawing, Draw(1, card))
    assert isinstance(chosen, Snapshot)

    loaded = engine.load(engine.dump(chosen))

    assert loaded == Snapshot("drawing", Sketch(), chosen=(Draw(1, card),) if kept else ())
    assert loaded == engine.load(engine.dump(loaded))


def test_a_caller_is_saved_by_its_phase_and_its_row() -> None:
    saved = msgspec.json.decode(fair.dump(SUSPENDED))["back"]

    assert saved == [FIRST, NESTED]
    assert fair.load(fair.dump(SUSPENDED)).back == (Caller(**FIRST), Caller(**NESTED))
