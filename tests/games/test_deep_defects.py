"""Real games, broken on purpose where only a long or a strange game comes: guided play finds it, and makes it short."""

from collections.abc import Callable
from functools import wraps
from itertools import count
from typing import Any

import pytest
from msgspec.structs import replace

from fsm import Engine, RuleError, Session, Snapshot
from fsm.explore import GuidedPlay, guided_play, unreached
from fsm.reading import rules_of
from games.belote import engine as belote
from games.onepiece import engine as onepiece
from games.uno import engine as uno

Rule = Callable[..., Any]
Wrap = Callable[[Rule], Rule]


def broken(engine: Engine[Any], rule: str = "", wrap: Wrap = lambda rule: rule, **changed: Any) -> Engine[Any]:
    """The same game with a rule that is changed, or with another invariant or outcome."""
    given: dict[str, Any] = {
        "moves": engine.moves,
        "new": engine.new,
        "transient": engine.transient,
        "invariants": engine.invariants,
        "outcome": engine._outcome,
        "presets": engine.presets,
        "inline": False,
    }
    rules = rules_of(engine.flow)
    patched = {**rules, rule: wraps(rules[rule], updated=())(wrap(rules[rule]))} if rule else rules
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("fsm.engine.rules_of", lambda _: patched)
        return Engine(engine.flow, **{**given, **changed})


def after(change: Callable[[Any, Any], Any]) -> Wrap:
    """Changes what an effect returns: a function of the game before and the game after it."""
    return lambda rule: lambda *given: change(given[0], rule(*given))


def unless(is_wrong: Callable[..., bool]) -> Wrap:
    """A guard that says no in some games where it should not."""
    return lambda rule: lambda *given: rule(*given) and not is_wrong(given[0])


# The defects


def late_total(snapshot: Snapshot[Any]) -> bool:
    return bool(max(snapshot.game.match.totals) < 800)


def tricks_are_seven_at_most(snapshot: Snapshot[Any]) -> bool:
    return len(snapshot.game.tricks) < 8 or snapshot.game.contract.value < 150


def forget_points(before: Any, table: Any) -> Any:
    """The last trick of a coinched round counts nothing."""
    if len(table.tricks) < 8 or table.contract.level == 1:
        return table
    return replace(table, tricks=(*table.tricks[:-1], replace(table.tricks[-1], points=0)))


def fail_on_high_stakes(before: Any, table: Any) -> Any:
    if table.contract.value >= 150:
        raise RuleError("Nobody thought of such a bid.")
    return table


def no_outcome_without_a_loser(table: Any) -> Any:
    """A match in which both teams have reached the target has no outcome."""
    return None if min(table.match.totals) >= table.settings.target // 2 else belote._outcome(table)  # type: ignore[misc]


def lose_a_card(before: Any, table: Any) -> Any:
    """A pile that is shuffled back into the deck loses its last card."""
    return replace(table, deck=table.deck[:-1]) if table.draws > before.draws else table


def keep_the_hand(before: Any, table: Any) -> Any:
    """Where somebody has left, a zero duplicates a hand."""
    if len(table.order) == table.settings.players:
        return table
    return replace(table, hands=(table.hands[0],) * len(table.hands))


def owes_much(table: Any) -> bool:
    """Where nobody can jump in or leave, all are stuck."""
    return bool(table.owed >= 4 and not (table.settings.jump_in or table.settings.leaving))


TICKS = count()


def tick(before: Any, game: Any) -> Any:
    """Depends on how often it was asked."""
    return replace(game, chain=next(TICKS) % 7 + 1) if game.turn > 6 else game


def forget_to_trash(before: Any, game: Any) -> Any:
    """The character that makes room stays on the field."""
    side = game.sides[game.active]
    crowd = (*side.characters, before.sides[game.active].characters[0])
    sides = [*game.sides]
    sides[game.active] = replace(side, characters=crowd)
    return replace(game, sides=tuple(sides))


def deck_has_cards(before: Any, game: Any) -> Any:
    if not game.sides[game.active].deck:
        raise IndexError("pop from an empty deck")
    return game


def lasts_long(game: Any) -> bool:
    return bool(game.turn > 8)


CASES: dict[str, tuple[Callable[[], Engine[Any]], str, int, int]] = {
    # kind of defect, steps that are enough, moves of the shrunk game at most
    "a total that only a long match has": (
        lambda: broken(belote, invariants=(*belote.invariants, late_total)), "broken_invariant", 1_500, 110),
    "the eighth trick of a high contract, at the end of a match": (
        lambda: broken(belote, invariants=(tricks_are_seven_at_most,)), "broken_invariant", 1_500, 110),
    "points that a coinched round forgets": (
        lambda: broken(belote, "gather_trick", after(forget_points)), "broken_invariant", 1_000, 40),
    "a rule that no high bid may meet": (
        lambda: broken(belote, "redouble", after(fail_on_high_stakes)), "rule_error", 1_000, 4),
    "an outcome that is missing after a close match": (
        lambda: broken(belote, outcome=no_outcome_without_a_loser), "missing_outcome", 5_000, 200),
    "a card that is legal and refused late in a round": (
        lambda: broken(belote, "card_is_in_your_hand", unless(lambda table: len(table.tricks) == 7)),
        "refused_legal_move", 500, 36),
    "a card that the reshuffle loses": (
        lambda: broken(uno, "draw_card", after(lose_a_card)), "broken_invariant", 5_000, 60),
    "hands after somebody has left": (
        lambda: broken(uno, "pass_hands_on", after(keep_the_hand)), "broken_invariant", 3_000, 20),
    "a stack of draw cards that nobody can answer": (
        lambda: broken(uno, "is_your_turn", unless(owes_much)), "deadlock", 30_000, 40),
    "the sixth character": (
        lambda: broken(onepiece, "trash_for_room", after(forget_to_trash)), "broken_invariant", 1_000, 60),
    "an empty deck": (
        lambda: broken(onepiece, "draw_for_turn", after(deck_has_cards)), "rule_error", 3_000, 200),
    "a rule with a memory of its own": (
        lambda: broken(onepiece, "clean_up", after(tick)), "not_deterministic", 500, 30),
    "a turn in which nothing can be done": (
        lambda: broken(onepiece, "is_your_turn", unless(lasts_long)), "refused_legal_move", 500, 30),
}  # fmt: skip


def first(guided: GuidedPlay, kind: str) -> Any:
    return next(defect for defect in guided.defects if defect.kind == kind)


SLOW = {
    "a stack of draw cards that nobody can answer",
    "hands after somebody has left",
    "the sixth character",
    "an empty deck",
    "a rule with a memory of its own",
    "a turn in which nothing can be done",
}
"""A run takes more than five seconds; most of that goes into making the game short."""


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.soak] * (name in SLOW)) for name in CASES])
def test_guided_play_finds_a_deep_defect_and_makes_it_short(name: str) -> None:
    make, kind, steps, moves = CASES[name]
    engine = make()
    defect = first(guided_play(engine, steps=steps), kind)

    assert len(defect.moves) <= moves
    assert Session.replay(engine, defect.log).snapshot.phase == defect.phase


def test_with_the_settings_named_a_deadlock_is_found_soon() -> None:
    engine = broken(uno, "is_your_turn", unless(owes_much))
    guided = guided_play(engine, steps=1_000, settings={"stacking": True, "leaving": False})
    defect = first(guided, "deadlock")

    assert defect.phase == "round.stacking"
    assert any("is_your_turn refuses" in obstacle for obstacle in defect.obstacles)
    assert len(defect.moves) <= 20


def test_guided_play_names_the_rows_that_no_game_reaches() -> None:
    """A match that never ends is nothing wrong in any snapshot: but its last row was never taken."""
    endless = broken(belote, "target_is_reached", unless(lambda _: True))
    guided = guided_play(endless, steps=1_000, settings={"preset": "ffb"})
    missing = unreached(guided.coverage)

    assert (guided.endings, guided.covered) == (0, False)
    assert {"match_over", "round_over-then-match_over", "target_is_reached is never True"} <= {
        *missing.phases,
        *missing.rows,
        *missing.guards,
    }
