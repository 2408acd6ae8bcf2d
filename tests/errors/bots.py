"""Games that nobody can play on their own: policies, simulations, searches and explorations."""

from collections.abc import Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any
from unittest.mock import patch

from fsm import Engine, Flow, State, guard
from fsm.checking.guided import guided_play
from fsm.checking.walk import Walk
from fsm.explore import explore, perft
from fsm.search import Budget, Helpers, Hints, Search, search
from fsm.searching.sharing import Share
from fsm.searching.thinking import check_moves
from fsm.simulate import Cluster, Processes, Workers, simulate
from fsm.simulating import workers as working
from fsm.simulating.policies import policies_of
from games import belote, goofspiel
from games.belote.bots import play_out
from tests.errors.examples import Chapter
from tests.errors.running import circling
from tests.fsm.samples import Earn, Pay, market
from tests.fsm.test_flow import Go, new, row

example = Chapter()


# Policies


@example("'lucky'", "random")
def a_policy_that_is_not_there() -> None:
    simulate(market, 1, policy="lucky")


@example("'games.belote.bots:HINTS'", "Hints")
def a_policy_that_is_none() -> None:
    simulate(market, 1, policy="games.belote.bots:HINTS")


@example("'0='")
def a_seat_without_a_policy() -> None:
    policies_of(["0="])


@example("seat 0")
def two_policies_for_a_seat() -> None:
    policies_of(["0=random", "0=first"])


@example("everybody")
def two_policies_for_all() -> None:
    policies_of(["random", "first"])


@example("Market")
def a_policy_for_a_seat_that_no_move_names() -> None:
    simulate(market, 1, seats={0: "first"})


@example("'search'")
def a_search_without_a_budget() -> None:
    simulate("goofspiel", 1, policy="search")


@example("'soon'")
def a_budget_in_words() -> None:
    simulate("goofspiel", 1, policy="search:soon")


@example("'jobs:many'")
def many_jobs() -> None:
    simulate("goofspiel", 1, policy="search:500,jobs:many")


@example("'search:500,clever'", "'clever'")
def an_option_that_no_search_has() -> None:
    simulate("goofspiel", 1, policy="search:500,clever")


@example("'games.belote:engine'", "Engine")
def hints_that_are_none() -> None:
    simulate("goofspiel", 1, policy="search:500,games.belote:engine")


@example("seat 1")
def a_bot_of_belote_that_sends_what_is_refused() -> None:
    play_out(
        belote.engine,
        belote.engine.start(seed=7),
        [lambda view, moves, number: belote.Bid(0, 80, belote.Suit.HEARTS)] * 4,
        1,
    )


# Simulations


@example("0")
def no_games() -> None:
    simulate(market, 0)


@example("0")
def no_moves() -> None:
    simulate(market, 1, max_moves=0)


@example("-1")
def fewer_checks_than_none() -> None:
    simulate(market, 1, check=-1)


@example("Market", "'fly'", "earn")
def an_event_that_is_not_there() -> None:
    simulate(market, 1, without=["fly"])


@example("'OneRow'")
def an_engine_that_other_processes_cannot_find() -> None:
    simulate(Engine(row(), moves=(Go,), new=new), 1, workers=Processes(1))


@example("0")
def no_jobs() -> None:
    Processes(0)


class Coins(int):
    """A number that does not leave its process."""

    def __reduce__(self) -> Any:
        raise TypeError("these coins stay here")


@example("coins")
def settings_that_cannot_travel() -> None:
    simulate(market, 1, settings={"coins": Coins(3)}, workers=Processes(1))


@example("Game 0", "LookupError")
def a_policy_that_raises() -> None:
    def careless(decision: Any) -> Any:
        raise LookupError("no idea")

    simulate(market, 1, policy=careless)


@example("OneRow", "LookupError")
def an_invariant_that_raises_at_once() -> None:
    def is_fine(snapshot: Any) -> bool:
        raise LookupError("no idea")

    simulate(Engine(row(), moves=(Go,), new=new, invariants=(is_fine,)), 1)


@example("Game 0")
def a_game_that_cannot_be_started() -> None:
    from fsm.errors import SettingsError

    def picky(seed: int = 0) -> int:
        if seed:
            raise SettingsError("There are no games but the first one; start that.")
        return seed

    simulate(Engine(row(), moves=(Go,), new=picky), 1)


@example("Game 0", "outcome()")
def an_outcome_that_raises() -> None:
    class Short(Flow):
        here = State(initial=True)
        over = State(final=True)
        go = here.to(over)

    def outcome(game: int) -> int:
        raise LookupError("no idea")

    simulate(Engine(Short, moves=(Go,), new=new, outcome=outcome), 1)


class Failing(Workers):
    """Workers that fail in a way of their own."""

    is_elsewhere = False

    def work(self, task: Any, portions: Any) -> Iterator[Any]:
        raise RuntimeError("the machines are on strike")


@example("on strike")
def workers_that_fail() -> None:
    simulate(market, 1, workers=Failing())


@example("executor")
def workers_without_an_executor() -> None:
    simulate("discard", 1, workers=Workers())


class Closing:
    """An executor that throws its work away, or dies of it."""

    def __init__(self, died: bool) -> None:
        self.died = died

    def submit(self, *_: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if self.died:
            future.set_exception(BrokenProcessPool())
        else:
            future.cancel()
            future.set_running_or_notify_cancel()
        return future

    def shutdown(self, **_: Any) -> None: ...


@example("executor")
def an_executor_that_is_shut_down() -> None:
    simulate("discard", 1, workers=Workers(Closing(died=False)))  # type: ignore[arg-type]


@example("Workers")
def workers_that_keep_dying() -> None:
    """Most often the system has ended them because there was too little memory."""
    simulate("discard", 1, workers=Workers(Closing(died=True)))  # type: ignore[arg-type]


@example("distributed")
def a_cluster_without_dask() -> None:
    with patch.object(working, "import_module", side_effect=ImportError):
        simulate("discard", 1, workers=Cluster("tcp://127.0.0.1:8786"))


class NoClient:
    """The package of Dask, where nobody answers."""

    def Client(self, *_: Any, **__: Any) -> Any:  # noqa: N802  its own name
        raise OSError("Timed out trying to connect")


@example("'tcp://127.0.0.1:8786'")
def a_cluster_that_is_not_there() -> None:
    with patch.object(working, "import_module", return_value=NoClient()):
        simulate("discard", 1, workers=Cluster("tcp://127.0.0.1:8786"))


@example("'tcp://127.0.0.1:8786'")
def a_cluster_that_is_gone() -> None:
    with patch.object(working, "import_module", return_value=NoClient()):
        cluster = Cluster("tcp://127.0.0.1:8786")
        cluster.client = type("Client", (), {"close": lambda self: None})()
        cluster.hire_again(Closing(died=False))  # type: ignore[arg-type]


# Finished batches


@example("batches.jsonl", "folder")
def batches_in_a_folder_that_is_not_there() -> None:
    simulate("discard", 1, resume="results/batches.jsonl")


@example("/dev/null")
def batches_in_a_device() -> None:
    simulate("discard", 1, max_moves=5, resume="/dev/null")


@example("letter.txt")
def batches_in_a_file_of_something_else() -> None:
    Path("letter.txt").write_text("Dear diary,\n")
    simulate("discard", 1, max_moves=5, resume="letter.txt")


@example("letter.txt")
def batches_in_a_file_of_something_else_without_an_end() -> None:
    Path("letter.txt").write_text("Dear diary,")
    simulate("discard", 1, max_moves=5, resume="letter.txt")


@example("batches.jsonl")
def batches_of_another_simulation() -> None:
    simulate("discard", 1, max_moves=5, resume="batches.jsonl")
    simulate("discard", 1, max_moves=6, resume="batches.jsonl")


@example("batches.jsonl")
def batches_that_somebody_else_writes() -> None:
    import fcntl

    with Path("batches.jsonl").open("ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        simulate("discard", 1, max_moves=5, resume="batches.jsonl")


@example("batches.jsonl", "No space left on device")
def batches_on_a_full_disk() -> None:
    with patch("fsm.simulating.journal.write_through", side_effect=OSError(28, "No space left on device")):
        simulate("discard", 1, max_moves=5, resume="batches.jsonl")


@example("they would be read as others")
def settings_that_no_file_can_hold() -> None:
    from fsm.simulating.journal import Shelf

    with patch.object(Shelf, "unpacked", return_value=None):
        simulate("discard", 1, max_moves=5, resume="batches.jsonl")


# Searches


def searched(**given: Any) -> None:
    """A search in Goofspiel, for its first card."""
    engine = goofspiel.engine
    start = engine.start(seed=7, preset="small")
    view, moves = engine.view(start, 0), engine.legal_moves(start, 0)
    search(engine, view, given.pop("moves", moves), 0, given.pop("budget", 5), **given)


@example("budget")
def a_budget_of_two_kinds() -> None:
    Budget(iterations=5, seconds=5)


@example("0")
def a_search_of_nothing() -> None:
    searched(budget=0)


@example("-1")
def a_search_in_no_time() -> None:
    searched(budget="-1s")


@example("move")
def a_search_without_moves() -> None:
    searched(moves=[])


@example("seat 0")
def a_search_of_somebody_elses_moves() -> None:
    engine = goofspiel.engine
    start = engine.start(seed=7, preset="small")
    searched(moves=engine.legal_moves(start, 1))


@example("amount")
def a_move_that_cannot_be_counted() -> None:
    amount: Any = [3]
    check_moves([Pay(amount)], None)


@example("Market")
def a_game_whose_views_tell_too_little() -> None:
    engine = market_with(returns=lambda game: {0: 1.0})
    Search(engine, engine.view(engine.start(), 0), [Earn()], 0)


def market_with(**given: Any) -> Engine[Any]:
    from tests.fsm.samples import MOVES, Market, new_purse

    return Engine(Market, moves=MOVES, new=new_purse, **given)


@example("Market")
def a_game_that_brings_nothing() -> None:
    engine = market_with(view=lambda snapshot, seat: snapshot)
    Search(engine, engine.start(), [Earn()], 0)


@example("prior")
def a_prior_that_forbids_everything() -> None:
    searched(hints=Hints(prior=lambda view, moves: {}))


@example("chosen already")
def a_hint_that_makes_a_move_that_is_refused() -> None:
    searched(hints=Hints(rollout=lambda snapshot, moves, chance: goofspiel.Bid(0, 99)))


@example("bid")
def a_redeal_that_does_not_fit() -> None:
    """See [what a seat could think](seats.md#what-a-seat-could-think)."""
    engine = goofspiel.engine
    other = engine.start(seed=8, preset="small")
    for seat in (0, 1):
        other = engine.step(other, engine.legal_moves(other, seat)[0])  # type: ignore[assignment]
    searched(hints=Hints(redealer=lambda view: lambda chance: other))


@example("package.module:NAME")
def hints_for_other_processes() -> None:
    searched(hints=Hints(), helpers=Helpers(1))


@example("0")
def no_processes_to_search() -> None:
    Helpers(0)


@example("0.1")
def processes_that_do_not_answer() -> None:
    helpers = Helpers(1)
    share = Share("goofspiel", None, (), 0, Budget(seconds=0.1), 0, None, True)
    with patch.object(Helpers, "give"):
        helpers.search(share)


@example("processes")
def processes_that_keep_dying() -> None:
    from fsm.searching import sharing
    from fsm.simulating.processes import WorkerLostError

    class Dying:
        is_busy = True
        portion = None

        def collect(self) -> None:
            raise WorkerLostError

    helpers = Helpers(1)
    helpers.workers[0] = Dying()  # type: ignore[assignment]
    at_once = patch.object(sharing, "ready", lambda workers, wait: list(workers))
    with at_once, patch.object(Helpers, "end"), patch.object(Helpers, "give"):
        helpers.collect({}, lambda: False)


# Explorations


@example("0")
def an_exploration_of_nothing() -> None:
    explore(market, limit=0)


@example("0")
def guided_play_without_a_step() -> None:
    guided_play(market, steps=0)


@example("'seed'")
def a_seed_among_the_settings() -> None:
    explore(market, settings={"seed": 3})


@example("OneRow", "0 coins")
def a_game_that_fails_before_it_begins() -> None:
    def picky(coins: int = 0) -> int:
        raise ValueError("0 coins are too few")

    explore(Engine(row(), moves=(Go,), new=picky))


@example("Market")
def a_game_that_goes_another_way() -> None:
    """The same moves gave another game: a rule looks at a clock, at chance, or at something outside of the game."""
    walk = Walk(market, lambda trace: market.start(), 10, False, 0, None)
    walk.run(lambda number: None)
    walk.choices[1] += 1
    walk.session_to(1)


@example("Walk", "go")
def a_legal_move_that_is_refused() -> None:
    answers = iter([True])

    @guard("Not now.")
    def is_ready(game: int) -> bool:
        return next(answers, False)

    class Walk(Flow):
        here = State(initial=True)
        go = here.to(here, cond=is_ready)

    engine = Engine(Walk, moves=(Go,), new=new)
    perft(engine, engine.start(), 2)


# Conformance with python-statemachine


@example("here -> there")
def a_circle_in_the_native_engine() -> None:
    from fsm.native import Native

    Native(circling(most_consequences=9), 0).send(Go())
