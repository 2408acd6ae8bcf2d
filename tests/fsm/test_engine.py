"""Running a flow: steps, refusals, reasons, legal moves, and bad input that harms nothing."""

import copy
import inspect
import os
import pydoc
import re
import subprocess
import sys
import traceback
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from fsm import (
    Engine,
    Flow,
    FlowError,
    Hidden,
    Move,
    Refusal,
    RefusalKind,
    RuleError,
    SettingsError,
    Snapshot,
    SnapshotError,
    State,
    Trace,
    stay,
    with_news,
)
from fsm.chance import SEEDS
from fsm.session import Session
from tests.fsm import fair as fairground
from tests.fsm.fair import Bid, bids, fair, played
from tests.fsm.samples import (
    MOVES,
    Ask,
    Back,
    Coin,
    Earn,
    Enter,
    Grin,
    Leave,
    Market,
    Pay,
    Purse,
    is_broke,
    market,
    new_purse,
    walk,
)


class Poke(Move): ...


def refused(snapshot: Snapshot[Purse], move: Any) -> Refusal:
    """The refusal of a move that must be refused."""
    answer = market.step(snapshot, move)
    assert isinstance(answer, Refusal), answer
    return answer


# Steps


def test_a_game_starts_in_the_initial_leaf() -> None:
    assert market.start() == Snapshot("street", Purse())


def test_entries_and_exits_run_in_order_around_the_effect() -> None:
    assert walk(Earn(), Enter(), Ask(), Pay(2)).game.diary == ("earn", "open", "greet", "close", "pay")


def test_an_inner_row_leaves_its_parent_alone() -> None:
    assert walk(Earn(), Enter(), Ask(), Back()).game.diary == ("earn", "open", "greet", "greet")


def test_a_row_of_the_parent_works_in_every_child() -> None:
    assert walk(Earn(), Enter(), Leave()).phase == walk(Earn(), Enter(), Ask(), Leave()).phase == "street"


def test_staying_keeps_the_sub_phase() -> None:
    here = walk(Earn(), Enter(), Ask(), Grin())

    assert (here.phase, here.game.mood) == ("shop.paying", "smiling")


def test_consequences_follow_until_none_applies() -> None:
    here = walk(Earn(), Earn(), Earn(), Earn())

    assert here.phase == "home"
    assert market.is_over(here)


def test_consequences_follow_the_start_too() -> None:
    assert market.start(coins=10).phase == "home"


def test_a_trace_notes_rows_guards_and_news() -> None:
    trace = Trace()
    market.step_traced(walk(Earn(), Enter(), Ask()), Pay(2), trace)

    assert trace.rows == ["shop.paying-pay-street"]
    assert trace.guards == {("is_positive", True), ("can_afford", True), ("is_rich", False)}
    assert trace.news == [Coin(-2)]


def test_a_trace_follows_the_consequences_in_order() -> None:
    def cross(game: Purse) -> Purse:
        return with_news(Purse(game.coins * 2), Coin(game.coins))

    def climb(game: Purse) -> Purse:
        return with_news(Purse(game.coins + 1), Coin(-1))

    class Hills(Flow):
        valley = State(initial=True)
        slope = State()
        top = State()
        poke = valley.to(slope)
        slope.to(top, on=cross)
        top.to(valley, on=climb)

    engine = Engine(Hills, moves=(Poke,), new=new_purse)
    trace = Trace()
    answer = engine.step_traced(engine.start(coins=3), Poke(), trace)

    assert answer == engine.step(engine.start(coins=3), Poke()) == Snapshot("valley", Purse(7))
    assert trace.rows == ["valley-poke-slope", "slope-then-top", "top-then-valley"]
    assert trace.news == [Coin(3), Coin(-1)]


def test_a_trace_follows_consequences_that_come_round_again() -> None:
    def is_odd(game: Purse) -> bool:
        return game.coins % 2 == 1

    def halve(game: Purse) -> Purse:
        return with_news(Purse(game.coins // 2), Coin(game.coins))

    class Halving(Flow):
        here = State(initial=True)
        poke = stay(here)
        here.to(here, cond=is_odd, on=halve)

    engine = Engine(Halving, moves=(Poke,), new=new_purse)
    trace = Trace()

    assert engine.start(coins=7, trace=trace) == Snapshot("here", Purse(0))
    assert trace.rows == ["here-then-here"] * 3
    assert trace.news == [Coin(7), Coin(3), Coin(1)]


def test_a_refused_move_traces_no_row_and_no_news() -> None:
    trace = Trace()
    market.step_traced(walk(Earn(), Enter(), Ask()), Pay(5), trace)

    assert (trace.rows, trace.news) == ([], [])


# Refusals


def test_an_unknown_move_is_refused() -> None:
    class Fly(Move): ...

    no = refused(market.start(), Fly())

    assert (no.kind, no.guard) == (RefusalKind.UNKNOWN, None)
    assert no.message == "Market knows no move 'fly'; possible: earn, grin, enter, ask, back, leave, pay."


def test_a_move_of_another_flow_with_a_known_event_is_refused() -> None:
    class Foreign(Move, tag="earn"): ...

    assert refused(market.start(), Foreign()).kind is RefusalKind.UNKNOWN


@pytest.mark.parametrize("nonsense", [None, 7, "earn", Earn, object()])
def test_what_is_no_move_at_all_is_refused(nonsense: Any) -> None:
    assert refused(market.start(), nonsense).kind is RefusalKind.UNKNOWN


def test_an_impossible_event_lists_what_is_possible() -> None:
    no = refused(walk(Earn(), Enter()), Earn())

    assert (no.kind, no.phase, no.possible) == (RefusalKind.IMPOSSIBLE, "shop.looking", ("ask", "grin", "leave"))
    assert no.message == "earn is not possible in In the shop › Looking around; possible: ask, grin, leave."


def test_an_impossible_event_may_have_a_sentence_of_the_author() -> None:
    assert refused(market.start(), Pay(1)).message == "Go into the shop first."


def test_nothing_is_possible_when_the_game_is_over() -> None:
    over = walk(Earn(), Earn(), Earn(), Earn())

    assert market.legal_moves(over) == []
    assert refused(over, Earn()).message == "earn is not possible in At home; possible: nothing."


def test_a_guard_says_no_with_its_sentence() -> None:
    no = refused(walk(Earn(), Enter(), Ask()), Pay(5))

    assert (no.kind, no.guard, no.message) == (RefusalKind.GUARDED, "can_afford", "You need at least as many coins.")


def test_of_several_unmet_guards_the_first_is_named() -> None:
    assert refused(walk(Earn(), Enter(), Ask(), coins=0), Pay(-1)).guard == "is_positive"


def test_a_guard_without_a_sentence_still_gives_one() -> None:
    assert refused(market.start(), Enter()).message == "enter is not allowed: it needs not “is broke”."


def test_the_row_that_got_furthest_names_the_reason() -> None:
    def never(game: Purse) -> bool:
        return False

    def ever(game: Purse) -> bool:
        return True

    class Fork(Flow):
        here = State(initial=True)
        go = here.to(here, cond=never) | here.to(here, cond=[ever, is_broke, is_rich_enough])

    class Go(Move): ...

    engine = Engine(Fork, moves=(Go,), new=new_purse)
    answer = engine.step(engine.start(), Go())

    assert isinstance(answer, Refusal)
    assert answer.guard == "is_rich_enough"


def test_of_rows_that_got_equally_far_the_first_names_the_reason() -> None:
    class Even(Flow):
        here = State(initial=True)
        there = State()
        go = here.to(here, cond=is_rich_enough) | here.to(there, unless=is_broke)

    class Go(Move): ...

    engine = Engine(Even, moves=(Go,), new=new_purse)
    answer = engine.step(engine.start(), Go())

    assert isinstance(answer, Refusal)
    assert answer.guard == "is_rich_enough"


def is_rich_enough(game: Purse) -> bool:
    return game.coins > 99


@pytest.mark.parametrize("amount", ["3", 3.0, None, True, [3]])
def test_a_payload_of_the_wrong_type_is_refused(amount: Any) -> None:
    no = refused(walk(Earn(), Enter(), Ask()), Pay(amount))

    assert no.kind is RefusalKind.MALFORMED
    assert no.message == f"pay needs amount to be int, not {amount!r}."


def test_a_refusal_leaves_the_callers_snapshot_as_it_was() -> None:
    here = walk(Earn(), Enter(), Ask())
    before = copy.deepcopy(here)
    for move in (Pay(5), Earn(), Pay("x")):  # type: ignore[arg-type]  # wrong on purpose
        refused(here, move)

    assert here == before


def test_stepping_never_changes_its_input() -> None:
    here = walk(Earn(), Enter(), Ask())
    before = copy.deepcopy(here)
    market.step(here, Pay(2))

    assert here == before


# Reasons


def test_why_shows_every_row_and_every_guard() -> None:
    why = market.why(walk(Earn(), Enter(), Ask()), Pay(5))
    (row,) = why.rows

    assert not why.accepted
    assert why.message == "You need at least as many coins."
    assert [(g.guard, g.holds) for g in row.guards] == [("is_positive", True), ("can_afford", False)]


def test_why_also_asks_the_guards_after_an_unmet_one() -> None:
    (row,) = market.why(walk(Earn(), Enter(), Ask()), Pay(-1)).rows

    assert [(g.guard, g.holds) for g in row.guards] == [("is_positive", False), ("can_afford", True)]


def test_why_accepts_what_step_accepts() -> None:
    why = market.why(walk(Earn(), Enter(), Ask()), Pay(2))

    assert why.accepted
    assert [row.applies for row in why.rows] == [True]


def test_why_knows_when_a_later_guard_cannot_be_asked() -> None:
    def has_coins(game: Purse) -> bool:
        return game.coins > 0

    def divides(game: Purse) -> bool:
        return 12 % game.coins == 0

    class Share(Flow):
        here = State(initial=True)
        go = here.to(here, cond=[has_coins, divides])

    class Go(Move): ...

    engine = Engine(Share, moves=(Go,), new=new_purse)
    (row,) = engine.why(engine.start(), Go()).rows

    assert [(g.guard, g.holds) for g in row.guards] == [("has_coins", False), ("divides", None)]


def test_why_about_an_unknown_move_has_no_rows() -> None:
    class Fly(Move): ...

    why = market.why(market.start(), Fly())

    assert (why.accepted, why.rows) == (False, ())


# Legal moves


def test_legal_moves_are_what_step_accepts() -> None:
    here = walk(Earn(), Enter(), Ask())
    tried = [move for move_type in MOVES for move in move_type.candidates(here.game)]
    accepted = [move for move in tried if isinstance(market.step(here, move), Snapshot)]

    assert sorted(map(repr, market.legal_moves(here))) == sorted(map(repr, accepted))


def test_legal_moves_carry_payloads() -> None:
    payments = [move for move in market.legal_moves(walk(Earn(), Enter(), Ask())) if isinstance(move, Pay)]

    assert payments == [Pay(1), Pay(2), Pay(3)]


# Settings


class Pace(msgspec.Struct, frozen=True):
    fast: bool = False


class Race(msgspec.Struct, frozen=True):
    settings: Pace = Pace()
    laps: int = 0


def race_is_fast(settings: Pace) -> bool:
    return settings.fast


def run_two(game: Race) -> Race:
    return Race(game.settings, game.laps + 2)


def run_one(game: Race) -> Race:
    return Race(game.settings, game.laps + 1)


class Track(Flow):
    running = State(initial=True)
    poke = stay(running, cond=race_is_fast, on=run_two) | stay(running, on=run_one)


def new_race(seed: int = 0, fast: bool = False) -> Race:
    return Race(Pace(fast))


race = Engine(Track, moves=(Poke,), new=new_race)


@pytest.mark.parametrize("fast", [True, False])
def test_an_engine_for_settings_does_the_same_with_fewer_questions(fast: bool) -> None:
    twin = race.for_settings(Pace(fast))

    assert twin is race.for_settings(Pace(fast))
    assert twin.step(twin.start(fast=fast), Poke()) == race.step(race.start(fast=fast), Poke())
    assert len(twin.active_chart.rows) == 1
    assert twin.load(race.dump(race.start(fast=fast))) == race.start(fast=fast)


class Bend(Move):
    """Changes the settings in the middle of a game; a consequence follows that reads them."""

    fast: bool

    @classmethod
    def candidates(cls, game: Race) -> list["Bend"]:
        return [cls(False), cls(True)]


def bend(game: Race, move: Bend) -> Race:
    return Race(Pace(move.fast), game.laps)


def is_new(game: Race) -> bool:
    return game.laps == 0


class Circuit(Flow):
    """Two rows for a move, and two for a consequence: by settings, and otherwise."""

    running = State(initial=True)
    pit = State()
    fast_lane = State()
    # fmt: off
    poke = stay(running, cond=race_is_fast, on=run_two) | stay(running, on=run_one)
    bend = running.to(pit, on=bend)
    pit.to(fast_lane, cond=race_is_fast)
    pit.to(running)
    back = fast_lane.to(running, cond=is_new)
    # fmt: on


circuit = Engine(Circuit, moves=(Poke, Bend, type("Back", (Move,), {})), new=new_race)


@pytest.mark.parametrize("own", [True, False])
@pytest.mark.parametrize("other", [True, False])
@pytest.mark.parametrize("move", [Poke(), Bend(True), Bend(False)])
def test_an_engine_for_settings_plays_by_the_settings_of_the_snapshot(own: bool, other: bool, move: Move) -> None:
    """Also when these are others than its own, and when they change on the way."""
    twin, here = circuit.for_settings(Pace(own)), circuit.start(fast=other)
    trace, same = Trace(), Trace()

    assert twin.step(here, move) == circuit.step(here, move)
    assert twin.step_traced(here, move, trace) == circuit.step_traced(here, move, same)
    assert trace == same
    assert twin.legal_moves(here) == circuit.legal_moves(here)
    assert twin.load(circuit.dump(here)) == here
    assert twin.why(here, move) == circuit.why(here, move)


def test_an_engine_for_settings_knows_phases_that_its_settings_never_reach() -> None:
    here = Snapshot("fast_lane", Race(Pace(True)))
    twin = circuit.for_settings(Pace(False))

    assert "fast_lane" not in twin.active_chart.by_path
    assert [type(move).__name__ for move in twin.legal_moves(here)] == ["Back"]
    assert twin.is_over(here) is False


def test_equal_settings_need_not_be_the_same_object() -> None:
    twin = circuit.for_settings(Pace(True))
    for fast in (True, False, True):
        here = circuit.start(fast=fast)
        assert twin.step(here, Poke()) == circuit.step(here, Poke())


def test_an_exception_of_a_rule_goes_through_an_engine_for_settings_as_it_is() -> None:
    def breaks(game: Race) -> Race:
        raise ZeroDivisionError("boom")

    class Broken(Flow):
        here = State(initial=True)
        poke = stay(here, cond=race_is_fast) | stay(here, on=breaks)

    engine = Engine(Broken, moves=(Poke,), new=new_race)
    with pytest.raises(ZeroDivisionError) as raised:
        engine.for_settings(Pace(False)).step(engine.start(), Poke())

    assert raised.value.__context__ is None


def test_only_so_many_engines_for_settings_are_kept() -> None:
    class Long(msgspec.Struct, frozen=True):
        laps: int = 0

    class Lap(msgspec.Struct, frozen=True):
        settings: Long = Long()

    def is_long(settings: Long) -> bool:
        return settings.laps > 3

    def new_lap() -> Lap:
        return Lap()

    class Laps(Flow):
        here = State(initial=True)
        poke = stay(here, cond=is_long)

    engine = Engine(Laps, moves=(Poke,), new=new_lap)
    first = engine.for_settings(Long(0))
    for laps in range(70):
        engine.for_settings(Long(laps))

    assert engine.for_settings(Long(69)) is engine.for_settings(Long(69))
    assert engine.for_settings(Long(0)) is not first
    assert engine.for_settings(Long(0)).for_settings(Long(69)) is engine.for_settings(Long(69))


@pytest.mark.parametrize("wrong", [None, {"fast": True}, [], Pace, "fast"])
def test_what_is_no_settings_gives_no_engine(wrong: Any) -> None:
    with pytest.raises(SettingsError, match=r"is no Pace, as the settings of Track must be"):
        race.for_settings(wrong)


def test_settings_that_cannot_be_hashed_give_no_engine() -> None:
    """A property's type is not known when the engine is built."""

    class Sly(msgspec.Struct, frozen=True):
        @property
        def settings(self) -> Any:
            return [True]

    def new_sly() -> Sly:
        return Sly()

    def is_listed(settings: Any) -> bool:
        return len(settings) > 1

    class Slyly(Flow):
        here = State(initial=True)
        poke = stay(here, cond=is_listed)

    engine = Engine(Slyly, moves=(Poke,), new=new_sly)
    answer = engine.step(engine.start(), Poke())

    assert isinstance(answer, Refusal)
    assert (answer.guard, answer.possible) == ("is_listed", ())
    with pytest.raises(SettingsError, match="The settings of Slyly must be hashable: unhashable type: 'list'"):
        engine.for_settings([True])


def test_an_engine_for_settings_starts_no_game_with_others() -> None:
    with pytest.raises(SettingsError, match="This engine is for other settings"):
        race.for_settings(Pace(fast=True)).start(fast=False)


# Starting


class Draw(msgspec.Struct, frozen=True):
    seed: int
    coins: int


class Lottery(Flow):
    open = State(initial=True)
    poke = stay(open)


def new_draw(seed: int, coins: int = 0) -> Draw:
    return Draw(seed, coins)


def new_draw_with_a_usual_seed(*, seed: int = 0, coins: int = 0) -> Draw:
    return Draw(seed, coins)


@pytest.mark.parametrize("new", [new_draw, new_draw_with_a_usual_seed])
def test_a_game_that_takes_a_seed_and_is_given_none_is_another_one_each_time(new: Callable[..., Draw]) -> None:
    """Of 20 seeds of 128 bits none has the highest 32 bits all zero, and no two are the same; both but once in 2e8."""
    lottery = Engine(Lottery, moves=(Poke,), new=new)
    games = [lottery.start(coins=3).game for _ in range(10)]
    games += [Session.start(lottery, coins=3).snapshot.game for _ in range(10)]

    assert len({game.seed for game in games}) == 20
    assert all(SEEDS >> 32 <= game.seed < SEEDS and game.coins == 3 for game in games)


def test_a_seed_that_is_given_is_the_one_taken() -> None:
    lottery = Engine(Lottery, moves=(Poke,), new=new_draw)

    assert lottery.start(seed=7).game == Session.start(lottery, seed=7).snapshot.game == Draw(7, 0)
    assert lottery.start(seed=0).game.seed == 0


def test_a_game_without_chance_gets_no_seed() -> None:
    def new(coins: int = 2) -> Draw:
        return Draw(-1, coins)

    def new_of_anything(**settings: int) -> Draw:
        return Draw(-1, len(settings))

    assert Engine(Lottery, moves=(Poke,), new=new).start().game == Draw(-1, 2)
    assert Engine(Lottery, moves=(Poke,), new=new_of_anything).start().game == Draw(-1, 0)


def test_a_setting_that_does_not_exist_is_answered_with_those_that_do() -> None:
    with pytest.raises(SettingsError, match=r"Market has no setting 'sed'; it has seed, coins."):
        market.start(sed=4)
    with pytest.raises(SettingsError, match=r"Market has no setting 'self'; it has seed, coins."):
        market.start(self=4)


def test_a_setting_that_is_missing_is_asked_for() -> None:
    def new(*, coins: int) -> Purse:
        return Purse(coins)

    engine = Engine(Market, moves=MOVES, new=new)
    with pytest.raises(SettingsError, match=r"Market needs the setting 'coins'; give it when you start a game"):
        engine.start()

    assert engine.start(coins=3).game.coins == 3


# Endings


def test_a_finished_game_has_an_outcome_and_one_that_goes_on_has_none() -> None:
    def outcome(game: Purse) -> int:
        assert game.coins >= 10, "asked too early"
        return game.coins

    engine = Engine(Market, moves=MOVES, new=new_purse, outcome=outcome)

    assert engine.outcome(engine.start()) is None
    assert engine.outcome(engine.start(coins=12)) == 12
    assert market.outcome(market.start(coins=12)) is None


def test_the_outcome_of_a_game_alone_is_asked_in_vain() -> None:
    game: Any = Purse(12)
    with pytest.raises(SnapshotError, match="is not a snapshot"):
        Engine(Market, moves=MOVES, new=new_purse, outcome=lambda game: game).outcome(game)


# Wrong snapshots


@pytest.mark.parametrize("phase", [None, 7, ["street"], {}, ("street",)])
def test_a_phase_that_is_no_text_is_an_error(phase: Any) -> None:
    here = Snapshot(phase, Purse())
    uses: list[Callable[[], Any]] = [
        lambda: market.step(here, Earn()),
        lambda: market.step_traced(here, Earn(), Trace()),
        lambda: market.legal_moves(here),
        lambda: market.why(here, Earn()),
        lambda: market.is_over(here),
        lambda: market.view(here, 0),
        lambda: market.dump(here),
        lambda: market.broken(here),
        lambda: market.outcome(here),
        lambda: market.read_move("{", here),
        lambda: race.for_settings(Pace()).step(Snapshot(phase, Race()), Poke()),
        lambda: race.for_settings(Pace()).legal_moves(Snapshot(phase, Race())),
    ]
    for use in uses:
        with pytest.raises(SnapshotError, match=r"has no phase .* to be in; its phases are"):
            use()


def test_games_of_the_same_name_are_told_apart() -> None:
    class Purse(msgspec.Struct, frozen=True):
        pass

    mine: Any = Snapshot("street", Purse())
    with pytest.raises(SnapshotError) as refused:
        market.step(mine, Earn())

    assert str(refused.value) == (
        f"a snapshot of {Purse.__module__}.{Purse.__qualname__} is not one of Market, "
        "whose games are tests.fsm.samples.Purse; ask the engine that made it."
    )


def test_an_effect_that_returns_a_game_of_the_same_name_is_told_what_it_is() -> None:
    theirs = Purse

    def swaps(game: theirs) -> Any:  # type: ignore[valid-type]  # a name for the class, because its own is taken below
        class Purse(msgspec.Struct, frozen=True):
            pass

        return Purse()

    class Swapping(Flow):
        here = State(initial=True)
        earn = here.to(here, on=swaps)

    engine = Engine(Swapping, moves=(Earn,), new=new_purse)
    with pytest.raises(
        RuleError, match=r"returned .*swaps.<locals>.Purse; an effect must return tests.fsm.samples.Purse"
    ):
        engine.step(engine.start(), Earn())


def test_a_phase_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(SnapshotError, match="Market has no phase 'moon'"):
        market.step(Snapshot("moon", Purse()), Earn())


def test_a_compound_phase_is_nowhere_to_be() -> None:
    with pytest.raises(
        SnapshotError, match=r"Market has no phase 'shop' to be in; its phases are street, shop.looking"
    ):
        market.legal_moves(Snapshot("shop", Purse()))


def test_a_snapshot_of_another_flow_is_an_error() -> None:
    foreign: Any = Snapshot("street", 7)
    for use in (lambda: market.step(foreign, Earn()), lambda: market.legal_moves(foreign)):
        with pytest.raises(SnapshotError, match="a snapshot of int is not one of Market, whose games are Purse"):
            use()


@pytest.mark.parametrize("nonsense", [None, 7, "street"])
def test_what_is_no_snapshot_is_an_error(nonsense: Any) -> None:
    with pytest.raises(SnapshotError, match="is not a snapshot"):
        market.step(nonsense, Earn())


# Rules that misbehave


def engine_with(**rule: Any) -> Engine[Purse]:
    """An engine with one row, whose rule is up to no good."""

    class Suspect(Flow):
        here = State(initial=True)
        poke = here.to(here, **rule)

    return Engine(Suspect, moves=(Poke,), new=new_purse)


def test_a_guard_that_raises_is_an_error_and_never_a_no() -> None:
    def explodes(game: Purse) -> bool:
        raise ZeroDivisionError("boom")

    engine = engine_with(cond=explodes)
    here = engine.start()
    for use in (engine.step, engine.why):
        with pytest.raises(ZeroDivisionError):
            use(here, Poke())
    with pytest.raises(ZeroDivisionError):
        engine.legal_moves(here)

    assert here == engine.start()


def test_an_effect_that_raises_propagates_and_the_snapshot_is_still_good() -> None:
    def breaks(game: Purse) -> Purse:
        raise ZeroDivisionError("boom")

    engine = engine_with(on=[breaks])
    here = engine.start()
    with pytest.raises(ZeroDivisionError):
        engine.step(here, Poke())

    assert here == engine.start()


@pytest.mark.parametrize("answer", [1, 0, None, "yes", []])
def test_a_guard_that_answers_neither_true_nor_false_is_an_error(answer: Any) -> None:
    def mumbles(game: Purse) -> Any:
        return answer

    engine = engine_with(cond=mumbles)
    with pytest.raises(RuleError, match=r"guard 'mumbles' returned .*; a guard must return True or False"):
        engine.step(engine.start(), Poke())


@pytest.mark.parametrize("answer", [None, 7, Coin(1)])
def test_an_effect_that_returns_no_game_is_an_error(answer: Any) -> None:
    def loses(game: Purse) -> Any:
        return answer

    engine = engine_with(on=loses)
    with pytest.raises(RuleError, match=r"effect 'loses' of Suspect returned .*; an effect must return Purse"):
        engine.step(engine.start(), Poke())


def test_a_traceback_through_a_rule_shows_the_generated_line() -> None:
    def breaks(game: Purse) -> Purse:
        raise ZeroDivisionError("boom")

    engine = engine_with(on=breaks)
    try:
        engine.step(engine.start(), Poke())
    except ZeroDivisionError:
        shown = traceback.format_exc()

    assert "(game)  # breaks" in shown


def test_a_runtime_cycle_of_consequences_is_an_error_that_names_it() -> None:
    def always(game: Purse) -> bool:
        return True

    class Circle(Flow):
        here = State(initial=True)
        there = State()
        beyond = State()
        poke = here.to(there)
        there.to(beyond, cond=always)
        beyond.to(there, cond=always)

    engine = Engine(Circle, moves=(Poke,), new=new_purse, most_consequences=50)
    with pytest.raises(
        RuleError, match=r"Circle: consequences without end: (there -> beyond -> there|beyond -> there -> beyond)"
    ):
        engine.step(engine.start(), Poke())


def test_a_new_that_breaks_its_promise_is_an_error() -> None:
    def lies(seed: int = 0) -> Purse:
        return 7  # type: ignore[return-value]  # that is the point

    engine = Engine(Market, moves=MOVES, new=lies)
    with pytest.raises(FlowError, match=r"new\(\) returned int; it must return Purse, as it promises"):
        engine.start()


# At the door


def test_a_move_is_read_from_json() -> None:
    assert market.read_move('{"move": "pay", "amount": 3}') == Pay(3)
    assert market.read_move(msgspec.json.encode(Pay(3))) == Pay(3)


@pytest.mark.parametrize(
    "data",
    ["", "{", "null", "[]", '"pay"', '{"move": "fly"}', '{"amount": 1}', '{"move": "pay"}', b"\xff\xfe", "[" * 10_000,
     '{"move": "pay", "amount": "3"}', '{"move": "pay", "amount": 1, "tip": 2}'],
)  # fmt: skip
def test_malformed_json_is_refused_at_the_door(data: Any) -> None:
    answer = market.read_move(data)

    assert isinstance(answer, Refusal)
    assert answer.kind is RefusalKind.MALFORMED
    assert answer.message.startswith("Not a move of Market: ")


def test_a_malformed_move_is_quoted_without_terminal_escapes() -> None:
    answer = market.read_move(b'{"move": "earn", "\\u001b[31m' + b"x" * 10_000 + b'": 1}')

    assert isinstance(answer, Refusal)
    assert answer.message.isprintable()
    assert len(answer.message) < 400


def test_a_refusal_at_the_door_carries_what_was_sent() -> None:
    """As text, within bounds, whatever it was; so it goes into JSON and stays readable."""
    for data, move in (
        ('{"move": "fly"}', '{"move": "fly"}'),
        (b'{"move": "fly"}', '{"move": "fly"}'),
        (b"\xff{", "\N{REPLACEMENT CHARACTER}{"),
        ("x" * 1000, "x" * 199 + "…"),
        (b"x" * 1000, "x" * 199 + "…"),
        (None, "None"),
    ):
        no: Any = market.read_move(data)  # type: ignore[arg-type]  # wrong on purpose
        assert no.move == move
        assert msgspec.json.decode(msgspec.json.encode(no))["move"] == move


def test_a_refusal_at_the_door_knows_the_phase_if_it_is_told() -> None:
    no = market.read_move("{", walk(Earn(), Enter()))
    nowhere = market.read_move("{")

    assert isinstance(no, Refusal)
    assert isinstance(nowhere, Refusal)
    assert (no.phase, no.possible) == ("shop.looking", ("ask", "grin", "leave"))
    assert (nowhere.phase, nowhere.possible) == ("", ("earn", "grin", "enter", "ask", "back", "leave", "pay"))
    assert market.read_move('{"move": "pay", "amount": 3}', market.start()) == Pay(3)


# What is public

VERBS = {
    "broken",
    "chart_for",
    "check",
    "check_translation",
    "dump",
    "for_settings",
    "is_over",
    "legal_moves",
    "load",
    "outcome",
    "phase_for",
    "read_move",
    "read_view",
    "sentences",
    "start",
    "absent_move",
    "redeal",
    "returns",
    "rollout",
    "seats",
    "step",
    "step_traced",
    "teaches",
    "to_act",
    "view",
    "why",
}
DATA = {
    "active_chart",
    "chart",
    "flow",
    "game_type",
    "invariants",
    "migrations",
    "most_consequences",
    "move_type",
    "moves",
    "name",
    "new",
    "presets",
    "transient",
    "version",
}


def test_the_public_names_are_these() -> None:
    assert {name for name in dir(market) if not name.startswith("_")} == VERBS | DATA
    assert {name for name in Engine.__annotations__ if not name.startswith("_")} == DATA


def test_help_shows_every_verb_with_what_it_does() -> None:
    shown = pydoc.plain(pydoc.render_doc(Engine))

    for verb in VERBS:
        assert re.search(rf"\n \|  {verb}\([\s|]*self[,)]", shown)
        assert inspect.getdoc(getattr(Engine, verb))
        assert inspect.getdoc(getattr(market, verb)) == inspect.getdoc(getattr(Engine, verb))


# Views


def test_a_view_hides_everything_by_default() -> None:
    assert market.view(market.start(coins=3), seat=1) == {"phase": "street", "to_act": (0,), "legal_moves": ()}
    assert market.view(market.start(), 0)["legal_moves"] == tuple(market.legal_moves(market.start()))


def test_without_a_view_of_its_own_a_game_shows_what_is_suspended_and_who_has_chosen() -> None:
    assert fair.view(played(Bid(1, 2)), seat=1) == {
        "phase": "playing.bidding",
        "chosen": (1,),
        "to_act": (0, 2),
        "legal_moves": (),
    }
    assert fair.view(played(*bids(0, 0, 0), fairground.Ask()), seat=1) == {
        "phase": "playing.question.asked",
        "back": ("playing.turn.acting",),
        "to_act": (),
        "legal_moves": (),
    }


def test_the_authors_view_never_sees_what_others_have_chosen() -> None:
    seen: list[Snapshot[Any]] = []

    def look(snapshot: Snapshot[Any], player: Any) -> Any:
        seen.append(snapshot)
        return snapshot.chosen

    engine = Engine(fair.flow, moves=fair.moves, new=fair.new, view=look)
    half = played(Bid(1, 2), Bid(2, 0))

    assert engine.view(half, 1) == (Hidden(2), Bid(1, 2))
    assert engine.view(half, 0) == engine.view(half, "spectator") == (Hidden(2), Hidden(1))
    assert msgspec.json.encode(engine.view(half, 1)) == b'[{"seat":2},{"move":"bid","seat":1,"amount":2}]'
    assert engine.view(played(), 0) == ()
    assert seen[-1] is not half
    assert half.chosen == (Bid(2, 0), Bid(1, 2)), "the snapshot itself stays as it is"


def test_what_a_player_sees_does_not_depend_on_what_others_choose() -> None:
    engine = Engine(fair.flow, moves=fair.moves, new=fair.new, view=lambda snapshot, player: snapshot)
    views = {engine.view(played(Bid(0, 1), Bid(2, amount)), 0) for amount in range(3)}

    assert len(views) == 1


def test_a_snapshot_in_which_nothing_of_that_kind_can_wait_is_refused() -> None:
    with pytest.raises(SnapshotError, match="nobody chooses in"):
        fair.view(Snapshot("over", fair.start(seed=0).game, chosen=(Bid(1, 1),)), 0)
    with pytest.raises(SnapshotError, match="is only ever called"):
        fair.is_over(Snapshot("playing.question.asked", fair.start(seed=0).game))


# Two processes

PROGRAM = """
from games.discard import engine, DealNextHand, EndTurn, ToggleCard, ConfirmDiscard
snapshot = engine.start(seed=11)
for turn in range(12):
    snapshot = engine.step(snapshot, DealNextHand())
    for card in snapshot.game.hand_cards[:snapshot.game.owed]:
        snapshot = engine.step(snapshot, ToggleCard(card.id))
    snapshot = engine.step(snapshot, ConfirmDiscard())
    snapshot = engine.step(snapshot, EndTurn())
print(engine.dump(snapshot).decode(), engine.chart.fingerprint, engine._program.source)
"""


def test_two_processes_with_different_hash_seeds_give_equal_bytes() -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("1", "2")
    }

    assert len(outputs) == 1
    assert b"discard_pile" in outputs.pop()
