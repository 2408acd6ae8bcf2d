"""Playing a game: log, undo and redo, replay to the same bytes, observers."""

import gc
from math import inf
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fsm import (
    HOST,
    Chosen,
    Engine,
    Flow,
    Move,
    News,
    PhasebookError,
    Redone,
    Refusal,
    RefusalKind,
    SaveError,
    Session,
    SettingsError,
    Snapshot,
    SnapshotError,
    State,
    Undone,
    stay,
    with_news,
)
from fsm.saves import Save, digest_of
from tests.fsm import fair as at_the_fair
from tests.fsm.fair import Answer, Bid, Bids, bids, fair
from tests.fsm.parlour import SEATS, CardDrawn, CardsDrawn, CardShown, Doubt, Draw, Knock, Knocked, Play, parlour
from tests.fsm.samples import Ask, Coin, Earn, Enter, Grin, Pay, Purse, market, walk


def played(*moves: Any) -> Session[Purse]:
    session = Session.start(market)
    for move in moves:
        assert isinstance(session.send(move), Snapshot)
    return session


def test_the_log_keeps_moves_rows_and_news() -> None:
    session = played(Earn(), Enter())

    assert [(step.move, step.rows, step.news) for step in session.log] == [
        (Earn(), ("street-earn-street",), (Coin(3),)),
        (Enter(), ("street-enter-shop",), ()),
    ]
    assert session.trace == ("street-earn-street", "street-enter-shop")


def test_a_refusal_is_not_logged_and_changes_nothing() -> None:
    session = played(Earn())
    before = session.snapshot

    assert isinstance(session.send(Ask()), Refusal)
    assert session.snapshot is before
    assert len(session.log) == 1


def test_undo_and_redo_walk_through_the_same_snapshots() -> None:
    session = played(Earn(), Enter(), Ask())
    last = session.snapshot

    assert session.undo()
    assert session.snapshot == walk(Earn(), Enter())
    assert session.redo()
    assert session.snapshot is last


def test_undo_at_the_start_and_redo_at_the_end_say_no() -> None:
    session = Session.start(market)

    assert not session.undo()
    assert not session.redo()


def test_a_new_move_forgets_what_was_undone() -> None:
    session = played(Earn(), Enter())
    session.undo()
    session.send(Grin())

    assert not session.redo()
    assert [step.move for step in session.log] == [Earn(), Grin()]


def test_a_refused_move_keeps_what_can_be_redone() -> None:
    session = played(Earn(), Enter())
    session.undo()
    session.send(Ask())

    assert session.redo()


@given(st.lists(st.sampled_from(["undo", "redo", *map(repr, range(6))]), max_size=30))
def test_undo_and_redo_never_lose_the_thread(script: list[str]) -> None:
    """Whatever is done, the snapshot is the one that the log's moves lead to."""
    moves = [Earn(), Grin(), Enter(), Ask(), Pay(1), Pay(3)]
    session = Session.start(market)
    for word in script:
        _ = session.undo() if word == "undo" else session.redo() if word == "redo" else session.send(moves[int(word)])

    assert session.snapshot == walk(*(step.move for step in session.log))


def test_a_session_of_a_foreign_snapshot_is_an_error() -> None:
    with pytest.raises(SnapshotError, match="Market has no phase 'moon'"):
        Session(market, Snapshot("moon", Purse()))


# The start


class Deck(msgspec.Struct, frozen=True, gc=False):
    """Cards to be dealt, and how many were."""

    cards: int
    dealt: int = 0
    price: float = 0.0
    note: str = ""


class Next(Move): ...


class Bet(Move):
    price: float
    note: str = ""

    @classmethod
    def candidates(cls, game: Deck) -> list["Bet"]:
        return [cls(1.0)]


class Finish(Move): ...


def cut(game: Deck) -> Deck:
    return with_news(game, "cut")


def deal(game: Deck) -> Deck:
    return with_news(Deck(game.cards, game.dealt + 5 // game.cards * game.cards), "dealt")


def next_card(game: Deck) -> Deck:
    return with_news(Deck(game.cards, game.dealt + 1), f"card {game.dealt + 1}")


def bet(game: Deck, move: Bet) -> Deck:
    return Deck(game.cards, game.dealt, move.price, move.note)


def is_not_dealt(game: Deck) -> bool:
    return game.dealt == 0


class Dealing(Flow):
    """The cards are cut and dealt before anybody can do anything."""

    # fmt: off
    fresh  = State(initial=True, enter=cut)
    table  = State()
    end    = State(final=True)

    next   = stay(table, on=next_card)
    bet    = stay(table, on=bet)
    finish = table.to(end)
    fresh.to(table, cond=is_not_dealt, on=deal)
    # fmt: on


def new_deck(seed: int = 0, cards: int = 5) -> Deck:
    return Deck(cards)


def nothing_is_free(snapshot: Snapshot[Deck]) -> bool:
    return snapshot.game.dealt >= 5


dealing = Engine(Dealing, moves=(Next, Bet, Finish), new=new_deck, invariants=(nothing_is_free,))


def test_the_start_of_a_game_is_heard_and_kept() -> None:
    heard: list[Any] = []
    session = Session.start(dealing, observers=[heard.append], cards=5)
    session.send(Next())

    assert heard == ["cut", "dealt", "card 6"]
    assert session.opening is not None
    assert (session.opening.game, session.opening.news) == (Deck(5), ("cut", "dealt"))
    assert session.trace == ("fresh-then-table", "table-next-table")
    assert [step.move for step in session.log] == [Next()]


def test_the_start_of_a_game_is_heard_again_in_a_replay() -> None:
    session = Session.start(dealing)
    session.send(Next())
    heard: list[Any] = []
    again = Session.replay(dealing, session.write_log(), observers=[heard.append])

    assert heard == ["cut", "dealt", "card 6"]
    assert (again.opening, again.log, again.snapshot) == (session.opening, session.log, session.snapshot)
    assert again.trace == session.trace
    assert again.write_log() == session.write_log()


def test_the_start_is_not_undone() -> None:
    session = Session.start(dealing)

    assert not session.undo()
    assert session.trace == ("fresh-then-table",)


def test_a_session_from_the_middle_has_no_opening() -> None:
    session = Session(dealing, dealing.start())
    session.send(Next())

    assert session.opening is None
    assert session.trace == ("table-next-table",)
    assert Session.replay(dealing, session.write_log()).opening is None


def test_a_game_made_beforehand_begins_as_any_other() -> None:
    heard: list[Any] = []
    session = Session.begin(dealing, dealing.new(cards=3), observers=[heard.append])

    assert heard == ["cut", "dealt"]
    assert session.snapshot == dealing.start(cards=3)


def test_an_observer_that_fails_at_the_start_is_not_overheard() -> None:
    def fail(event: Any) -> None:
        raise ValueError("deaf")

    with pytest.raises(ExceptionGroup, match="The game has begun, but observers failed"):
        Session.start(dealing, observers=[fail])


@pytest.mark.parametrize("observers", [print, 3, 0, [3], ["print"]])
def test_an_observer_that_is_none_is_a_sentence(observers: Any) -> None:
    with pytest.raises(PhasebookError, match=r"observers= takes a list of functions|An observer must be a function"):
        Session.start(dealing, observers=observers)


def watched(seed: int = 0, observers: int = 0, trace: str = "", engine: str = "") -> Deck:
    return Deck(5, note=f"{observers} {trace} {engine}")


class Watchers(msgspec.Struct, frozen=True):
    observers: int = 0


class Watched(msgspec.Struct, frozen=True):
    settings: Watchers
    dealt: int = 5


def watched_by_settings(seed: int = 0, **settings: Any) -> Watched:
    return Watched(Watchers(**settings))


class Watching(Flow):
    table = State(initial=True)
    end = State(final=True)
    finish = table.to(end)


@pytest.mark.parametrize("new", [watched, watched_by_settings])
@pytest.mark.parametrize("observers", [0, 3, [print]])
def test_a_setting_called_observers_is_never_swallowed(new: Any, observers: Any) -> None:
    engine = Engine(Watching, moves=(Finish,), new=new)
    with pytest.raises(SettingsError, match="Watching has a setting 'observers' of its own; make the game with"):
        Session.start(engine, observers=observers)

    assert Session.start(engine, seed=3).snapshot == engine.start()
    assert Session.begin(engine, engine.new(observers=3), [print]).snapshot == engine.start(observers=3)


def test_settings_with_the_names_of_other_parameters_reach_the_game() -> None:
    session = Session.start(Engine(Watching, moves=(Finish,), new=watched), trace="on", engine="steam")

    assert session.snapshot.game.note == "0 on steam"


# Observers


def test_observers_hear_events_after_the_step_and_in_order() -> None:
    session = Session.start(market)
    heard: list[tuple[Any, int]] = []
    session.subscribe(lambda event: heard.append((event, session.snapshot.game.coins)))
    for move in (Earn(), Enter(), Ask(), Pay(2)):
        session.send(move)

    assert heard == [(Coin(3), 3), (Coin(-2), 1)]


def test_observers_hear_nothing_of_a_refusal() -> None:
    session = played(Earn())
    heard: list[Any] = []
    session.subscribe(heard.append)
    session.send(Ask())

    assert heard == []


# Seats


def parlour_session(seed: int = 3) -> tuple[Session[Any], dict[Any, list[Any]]]:
    """A session, and what host, seats and a spectator hear from now on."""
    session = Session.start(parlour, seed=seed)
    heard: dict[Any, list[Any]] = {seat: [] for seat in (HOST, None, *SEATS)}
    for seat, items in heard.items():
        session.subscribe(items.append, seat)
    return session, heard


def test_each_seat_hears_its_own_version_of_the_news() -> None:
    session, heard = parlour_session()
    session.send(Draw("east"), "east")

    everything, in_public = [CardDrawn("east", 10)], [CardsDrawn("east", 1)]
    assert heard == {HOST: everything, "east": everything, "north": in_public, "south": in_public, None: in_public}


def test_nobody_but_the_host_hears_news_without_an_audience() -> None:
    session, heard = parlour_session()
    session.send(Knock("south"), seat="south")

    assert heard.pop(HOST) == [Knocked("south")]
    assert not any(heard.values())


def test_undo_and_redo_are_announced_as_such_and_the_news_of_the_step_again() -> None:
    session, heard = parlour_session()
    session.send(Draw("east"))
    for items in heard.values():
        items.clear()
    session.undo()
    session.redo()

    assert heard["east"] == [Undone(1), Redone(1), CardDrawn("east", 10)]
    assert heard["north"] == heard[None] == [Undone(1), Redone(1), CardsDrawn("east", 1)]
    assert not session.redo()
    assert len(heard["east"]) == 3


def test_a_late_subscriber_can_hear_all_that_led_here() -> None:
    session = Session.start(parlour, seed=3)
    session.send(Draw("east"))
    session.send(Play("north", 3))
    session.send(Doubt("south"))
    late: list[Any] = []
    hosts: list[Any] = []
    session.subscribe(late.append, "south", from_start=True)
    session.subscribe(hosts.append, from_start=True)

    assert late == [CardsDrawn("east", 1), CardShown(3)]
    assert hosts == [CardDrawn("east", 10), CardShown(3)]
    session.send(Draw("south"))
    assert hosts[2:] == [], "the deck is empty: refusals are no news"


def test_the_news_of_the_start_is_heard_by_those_who_subscribe_from_it() -> None:
    hand, counted = WhatIsDealt((1, 2)), WhatIsDealt(())
    begun = Engine(Opens, moves=(Go,), new=new_opened)
    heard: list[Any] = []
    Session.start(begun).subscribe(heard.append, 0, from_start=True)
    others: list[Any] = []
    Session.start(begun).subscribe(others.append, None, from_start=True)

    assert (heard, others) == ([hand], [counted])


def test_a_seat_that_comes_before_the_first_move_hears_how_the_game_began() -> None:
    session = Session.start(Engine(Opens, moves=(Go,), new=new_opened))
    heard: dict[Any, list[Any]] = {seat: [] for seat in (0, None, "from now on", "host")}
    session.subscribe(heard[0].append, 0)
    session.subscribe(heard[None].append, None)
    session.subscribe(heard["from now on"].append, 0, from_start=False)
    session.subscribe(heard["host"].append)

    assert [*heard.values()] == [[WhatIsDealt((1, 2))], [WhatIsDealt(())], [], []]
    session.send(Go())
    late: list[Any] = []
    session.subscribe(late.append, 0)
    assert late == []


def test_a_move_for_another_seat_is_not_played() -> None:
    session, heard = parlour_session()
    before = session.snapshot
    for seat in ("north", None, HOST):
        answer = session.send(Draw("east"), seat)
        assert isinstance(answer, Refusal)
        assert answer.kind is RefusalKind.NOT_YOURS

    assert session.snapshot is before
    assert not session.log
    assert not any(heard.values())


# Taking back


def test_a_move_that_taught_its_player_nothing_can_be_taken_back() -> None:
    session, heard = parlour_session()
    start = session.snapshot
    session.send(Play("east", 5))

    assert session.take_back("east") is start
    assert not session.log
    assert all(items[-1] == Undone(1) for items in heard.values())


def test_a_move_that_showed_a_card_stays() -> None:
    session, _ = parlour_session()
    session.send(Draw("east"))
    answer = session.take_back("east")

    assert isinstance(answer, Refusal)
    assert (answer.kind, answer.message) == (RefusalKind.IMPOSSIBLE, "That move has shown you something; it stays.")
    assert len(session.log) == 1


@pytest.mark.parametrize("seat", ["north", None, HOST, "nowhere"])
def test_nobody_takes_back_what_another_has_played(seat: Any) -> None:
    session, _ = parlour_session()
    session.send(Play("east", 5))
    answer = session.take_back(seat)

    assert isinstance(answer, Refusal)
    assert answer.kind is RefusalKind.NOT_YOURS
    assert len(session.log) == 1


def test_before_the_first_move_there_is_nothing_to_take_back() -> None:
    session, _ = parlour_session()
    answer = session.take_back("east")

    assert isinstance(answer, Refusal)
    assert answer.message == "There is no move to take back."


# Observers


class WhatIsDealt(News):
    cards: tuple[int, ...]

    def audience(self) -> tuple[int, ...]:
        return (0,)

    def in_public(self) -> "WhatIsDealt":
        return WhatIsDealt(())


class Opened(msgspec.Struct, frozen=True):
    cards: tuple[int, ...] = ()


class Go(Move): ...


def deal_two(game: Opened) -> Opened:
    return with_news(Opened((1, 2)), WhatIsDealt((1, 2)))


def new_opened() -> Opened:
    return Opened()


class Opens(Flow):
    """Cards are dealt at once."""

    here = State(initial=True, enter=deal_two)
    there = State(final=True)

    go = here.to(there)


def test_an_observer_can_be_sent_away() -> None:
    session = Session.start(market)
    heard: list[Any] = []
    unsubscribe = session.subscribe(heard.append)
    unsubscribe()
    unsubscribe()
    session.send(Earn())

    assert heard == []


def test_a_failing_observer_neither_undoes_the_step_nor_silences_others() -> None:
    session = Session.start(market)
    heard: list[Any] = []

    def fail(event: Any) -> None:
        raise ValueError("deaf")

    session.subscribe(fail)
    session.subscribe(heard.append)
    with pytest.raises(ExceptionGroup, match="The move was played, but observers failed"):
        session.send(Earn())

    assert heard == [Coin(3)]
    assert session.snapshot.game.coins == 3


def test_all_hear_events_in_the_order_in_which_they_happened_also_when_one_plays() -> None:
    session = Session.start(dealing)
    eager, calm = list[str](), list[str]()

    def play_on(event: str) -> None:
        eager.append(event)
        if len(eager) < 4:
            assert isinstance(session.send(Next()), Snapshot)

    session.subscribe(play_on)
    session.subscribe(calm.append)
    session.send(Next())

    assert eager == calm == ["card 6", "card 7", "card 8", "card 9"]


def test_failures_of_observers_who_play_are_gathered() -> None:
    session = Session.start(dealing)

    def play_on(event: str) -> None:
        if event < "card 8":
            session.send(Next())
        raise ValueError(event)

    session.subscribe(play_on)
    with pytest.raises(ExceptionGroup) as caught:
        session.send(Next())

    assert [str(error) for error in caught.value.exceptions] == ["card 6", "card 7", "card 8"]
    assert session.snapshot.game.dealt == 8


def test_nobody_hears_what_happened_before_they_came_or_after_they_left() -> None:
    session = Session.start(dealing)
    late, early = list[str](), list[str]()

    def bring_another(event: str) -> None:
        leave()
        session.send(Next())
        session.subscribe(late.append)
        session.send(Next())

    leave = session.subscribe(bring_another)
    away = session.subscribe(early.append)
    session.subscribe(lambda event: away())
    session.send(Next())

    assert (early, late) == (["card 6"], ["card 8"])


def test_an_observer_may_be_a_callable_that_counts_as_false() -> None:
    class Ledger(list[str]):
        def __call__(self, event: str) -> None:
            self.append(event)

    session, ledger = Session.start(dealing), Ledger()
    session.subscribe(ledger)
    session.send(Next())

    assert ledger == ["card 6"]


def test_an_observer_subscribed_twice_is_sent_away_once() -> None:
    session = Session.start(dealing)
    heard: list[str] = []
    first = session.subscribe(heard.append)
    session.subscribe(heard.append)
    first()
    first()
    session.send(Next())

    assert heard == ["card 6"]


def test_an_interrupted_observer_leaves_the_rest_for_the_next_time() -> None:
    session = Session.start(dealing)
    heard: list[str] = []

    def interrupt(event: str) -> None:
        if event == "card 6":
            session.send(Next())
            raise KeyboardInterrupt

    session.subscribe(interrupt)
    session.subscribe(heard.append)
    with pytest.raises(KeyboardInterrupt):
        session.send(Next())
    session.send(Next())

    assert heard == ["card 7", "card 8"]


def test_a_long_session_is_no_burden_for_the_garbage_collector() -> None:
    """However many steps there are, the collector has no more to look at."""
    session, move = Session.start(dealing), Next()

    def tracked_after(steps: int) -> int:
        for _ in range(steps):
            session.send(move)
        gc.collect()
        return len(gc.get_objects())

    before = tracked_after(10)

    assert tracked_after(5_000) - before < 50


# Logs


def test_a_replayed_log_gives_the_same_bytes() -> None:
    session = played(Earn(), Grin(), Enter(), Ask())
    again = Session.replay(market, session.write_log())

    assert again.write_log() == session.write_log()
    assert again.snapshot == session.snapshot
    assert again.log == session.log


def test_a_log_that_starts_in_the_middle_keeps_transient_fields() -> None:
    session = Session(market, walk(Grin()))
    session.send(Earn())

    assert Session.replay(market, session.write_log()).snapshot == session.snapshot


def test_a_replay_can_be_observed() -> None:
    heard: list[Any] = []
    Session.replay(market, played(Earn()).write_log().decode(), observers=[heard.append])

    assert heard == [Coin(3)]


@pytest.mark.parametrize(
    ("log", "sentence"),
    [
        (b"", "This is not a session log"),
        (b"{}", "This is not a session log"),
        (b"\xff", "This is not a session log"),
        (b'{"format": "other", "save": {}}', "The log's format is 'other'"),
        (b'{"format": "phasebook log 3", "save": {}}', "This is not a saved game of Market"),
    ],
)
def test_a_foreign_or_torn_log_is_a_clear_error(log: bytes, sentence: str) -> None:
    with pytest.raises(SaveError, match=sentence):
        Session.replay(market, log)


def test_a_log_whose_move_is_refused_now_names_the_line() -> None:
    log = played(Earn()).write_log() + line("ask")
    with pytest.raises(SaveError, match=r"Line 3 of the log cannot be replayed: ask is not possible"):
        Session.replay(market, log)


def test_a_log_with_a_torn_last_line_names_it() -> None:
    with pytest.raises(SaveError, match="Line 2 of the log cannot be replayed: Input data was truncated"):
        Session.replay(market, played(Earn()).write_log()[:-4])


def test_a_log_whose_move_makes_a_rule_fail_names_the_line() -> None:
    broken = msgspec.structs.replace(start_of(Session.start(dealing)), phase=None, game=msgspec.to_builtins(Deck(0)))
    with pytest.raises(SaveError, match="The start of this log of Dealing does not fit: ZeroDivisionError") as caught:
        Session.replay(dealing, log_from(broken))
    assert isinstance(caught.value.__cause__, ZeroDivisionError)

    class Fragile(Flow):
        table = State(initial=True)
        end = State(final=True)
        next = stay(table, on=deal)
        finish = table.to(end)

    fragile = Engine(Fragile, moves=(Next, Finish), new=new_deck)
    log = Session.start(fragile, cards=0).write_log() + line("next")
    with pytest.raises(SaveError, match="Line 2 of the log cannot be replayed: ZeroDivisionError") as caught:
        Session.replay(fragile, log)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


def start_of(session: Session[Any]) -> Save:
    """The save in the first line of a session's log."""
    header = msgspec.json.decode(session.write_log().splitlines()[0])
    return msgspec.convert(header["save"], type=Save)


def line(move: str) -> bytes:
    """A move without payload as a line of a log, without a check."""
    return msgspec.json.encode({"play": {"move": move}}) + b"\n"


def log_from(save: Save) -> bytes:
    """A log that starts with a save, whose digest is made to fit."""
    sealed = msgspec.structs.replace(save, digest=digest_of(save))
    return msgspec.json.encode({"format": "phasebook log 3", "save": sealed})


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"phase": "table"}, "The saved game of Dealing breaks the rule 'nothing_is_free'"),
        ({"phase": "fresh"}, "breaks the rule 'nothing_is_free'"),
        ({"game": {"cards": 1}}, "does not fit: Missing field - at `$.dealt`"),
        ({"game": {"cards": 5, "dealt": 1, "price": 0.0, "note": ""}}, "breaks the rule 'nothing_is_free'"),
        ({"game": None}, "does not fit: Expected `object`, got `null`"),
        ({"phase": "cellar"}, "in phase 'cellar', which Dealing cannot be in"),
    ],
)
def test_a_forged_start_of_a_log_is_refused(change: dict[str, Any], sentence: str) -> None:
    save = msgspec.structs.replace(start_of(Session.start(dealing)), **change)
    with pytest.raises(SaveError) as caught:
        Session.replay(dealing, log_from(save))

    assert sentence in str(caught.value)


def fill(game: Deck) -> Deck:
    return msgspec.structs.replace(game, note="full")


def is_blank(game: Deck) -> bool:
    return game.note == ""


def test_a_log_that_starts_with_a_transient_field_out_of_place_is_refused() -> None:
    class Filling(Flow):
        table = State(initial=True)
        end = State(final=True)
        finish = table.to(end)
        stay(table, cond=is_blank, on=fill)

    filling = Engine(Filling, moves=(Finish,), new=new_deck, transient=("note",))
    save = start_of(Session(filling, filling.start()))
    assert Session.replay(filling, log_from(save)).snapshot == filling.start()

    save.game["note"] = ""
    with pytest.raises(SaveError, match="starts where no game can rest"):
        Session.replay(filling, log_from(save))


@pytest.mark.parametrize(
    "log",
    [
        None,
        5,
        "\ud800",
        b'{"format": "phasebook log 3", "save": ' + b"[" * 100_000,
        b'{"format": "phasebook log 3", "save": ' + b"[" * 900 + b"]" * 900 + b"}",
        memoryview(b"nothing"),
    ],
)
def test_whatever_is_replayed_is_a_log_or_a_sentence(log: Any) -> None:
    with pytest.raises(SaveError, match=r"This is not a (session log|saved game of Market): "):
        Session.replay(market, log)


def test_a_log_may_be_any_bytes() -> None:
    log = played(Earn()).write_log()

    assert Session.replay(market, bytearray(log)).snapshot == Session.replay(market, memoryview(log)).snapshot  # type: ignore[arg-type]  # more than is promised


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        (Bet(inf), r"Line 3 of the log cannot be written: JSON has no number inf - at `\$.price`"),
        (
            Bet(1.0, "\ud800"),
            r"Line 3 of the log cannot be written: JSON cannot hold the text '\\ud800' - at `\$.note`",
        ),
    ],
)
def test_a_move_that_could_not_be_replayed_is_not_written(move: Move, sentence: str) -> None:
    session = Session.start(dealing)
    session.send(Next())
    assert isinstance(session.send(move), Snapshot)
    with pytest.raises(SaveError, match=sentence):
        session.write_log()


@given(st.text(st.characters(categories=None, exclude_categories=["Cs"]), max_size=400))
def test_no_message_repeats_raw_or_endless_text_of_a_log(text: str) -> None:
    start = Session.start(market).write_log()
    lines = [msgspec.json.encode({"move": f"{text}!"}), msgspec.json.encode({"move": "earn", f"{text}!": 1})]
    lines.append(f"!{text}".encode())
    logs = [start + line + b"\n" for line in lines]
    logs.append(msgspec.json.encode({"format": text, "save": {}}))
    for log in logs:
        with pytest.raises(SaveError) as caught:
            Session.replay(market, log)

        assert str(caught.value).isprintable()
        assert len(str(caught.value)) < 600


# Choices and calls


def at_fair(*moves: Move) -> tuple[Session[Any], list[Any]]:
    heard: list[Any] = []
    session = Session.start(fair, seed=0, observers=[heard.append])
    for move in moves:
        assert isinstance(session.send(move), Snapshot)
    return session, heard


def test_observers_hear_that_a_seat_has_chosen_and_what_only_when_all_have() -> None:
    session, heard = at_fair(*bids(1, 2))

    assert heard == [Chosen(0), Chosen(1)]
    session.send(Bid(2, 0))
    assert heard == [Chosen(0), Chosen(1), Chosen(2), Bids(2, 0), Bids(1, 2), Bids(0, 1)]
    assert [(step.rows, step.news) for step in session.log[:2]] == [((), (Chosen(0),)), ((), (Chosen(1),))]
    assert session.log[2].rows == ("playing.bidding-bid-playing.turn",)


def test_a_refused_choice_is_not_announced() -> None:
    session, heard = at_fair(Bid(0, 1))

    assert isinstance(session.send(Bid(0, 2)), Refusal)
    assert isinstance(session.send(Bid(1, 9)), Refusal)
    assert heard == [Chosen(0)]


def test_choices_and_calls_are_undone_and_redone_one_by_one() -> None:
    session, _ = at_fair(*bids(1, 2, 0), at_the_fair.Ask(), at_the_fair.Ask())
    path = [session.snapshot]
    while session.undo():
        path.append(session.snapshot)

    assert [(len(one.chosen), len(one.back)) for one in path] == [(0, 2), (0, 1), (0, 0), (2, 0), (1, 0), (0, 0)]
    assert session.undo() is False
    again = [session.snapshot]
    while session.redo():
        again.append(session.snapshot)
    assert again == path[::-1]


def test_after_undo_a_seat_may_choose_otherwise() -> None:
    session, _ = at_fair(*bids(1, 2))
    session.undo()

    assert isinstance(session.send(Bid(1, 0)), Snapshot)
    assert session.snapshot.chosen == (Bid(1, 0), Bid(0, 1))


@pytest.mark.parametrize("length", range(8))
def test_a_log_with_choices_and_calls_replays_from_its_start_and_from_its_middle(length: int) -> None:
    moves = (*bids(1, 2, 0), at_the_fair.Ask(), at_the_fair.Ask(), Answer(), Answer(), at_the_fair.Finish())
    whole, heard = at_fair(*moves)
    again: list[Any] = []
    replayed = Session.replay(fair, whole.write_log(), observers=[again.append])
    first, _ = at_fair(*moves[:length])
    middle = Session(fair, first.snapshot)
    for move in moves[length:]:
        middle.send(move)

    assert (replayed.snapshot, replayed.log, again) == (whole.snapshot, whole.log, heard)
    assert Session.replay(fair, middle.write_log()).snapshot == middle.snapshot == whole.snapshot
