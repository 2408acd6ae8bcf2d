"""The leak test finds what leaks, and says what it is, in a small game of hidden hands with one defect at a time."""

import re
from collections.abc import Callable
from hashlib import blake2b
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from fsm import Engine, Refusal, RefusalKind, Snapshot, guard
from fsm.conforming.secret_checks import (
    hidden_parts_vary,
    nothing_leaks,
    redeals_are_positions,
    trouble_with,
    views_come_back,
)
from fsm.conforming.subject import Subject
from fsm.testing import conform
from tests.fsm import liars as rules
from tests.fsm.liars import Card, Doubt, LiarsView, Table, is_a_lie, liars, liars_flow, redeal, to_act, view
from tests.fsm.parlour import parlour
from tests.fsm.samples import market
from tests.fsm.tictactoe import engine as tictactoe

GAMES = 12
NOT_YOURS = RefusalKind.NOT_YOURS


def failure(check: Callable[[Subject], None], engine: Engine[Any]) -> str:
    with pytest.raises(AssertionError) as failed:
        check(Subject(engine, games=GAMES))
    return str(failed.value)


@pytest.mark.long
def test_a_sound_game_passes() -> None:
    conform(liars(), games=GAMES)


@pytest.mark.parametrize("check", [hidden_parts_vary, redeals_are_positions, views_come_back])
def test_another_sound_game_passes(check: Callable[[Subject], None]) -> None:
    check(Subject(parlour, games=GAMES))


def test_flows_that_cannot_be_dealt_anew_are_let_alone() -> None:
    for check in (nothing_leaks, hidden_parts_vary, redeals_are_positions, views_come_back):
        check(Subject(tictactoe, games=1))
        check(Subject(market, games=1))


# Views that show too much


def view_with(note: Callable[[Table], Any]) -> Callable[..., Any]:
    def made(snapshot: Snapshot[Table], seat: int | None) -> LiarsView:
        return replace(view(snapshot, seat), note=note(snapshot.game))

    return made


def all_hands(table: Table) -> Any:
    return [[card.rank for card in hand] for hand in table.hands]


def ids_of_all_hands(table: Table) -> Any:
    return [[card.id for card in hand] for hand in table.hands]


def disguised_seed(table: Table) -> Any:
    return blake2b(table.seed.to_bytes(8, "little")).hexdigest()


def order_of_the_pile(table: Table) -> Any:
    """The numbers are all in a view anyway; their order is not."""
    return dict.fromkeys([*(str(card.rank) for card in table.pile), *map(str, rules.RANKS)])


NOTES = (all_hands, ids_of_all_hands, disguised_seed, order_of_the_pile)


@pytest.mark.parametrize("note", NOTES, ids=lambda note: note.__name__)
def test_a_view_that_shows_something_hidden(note: Callable[[Table], Any]) -> None:
    found = failure(nothing_leaks, liars(view=view_with(note)))

    assert re.match(r"Seat 0 can tell the real position from one dealt anew by the view: ", found)
    assert '"note"' in found or "@@" in found


# News that tell too much


class DrewOpenly(rules.DrewCard):
    public = True


class DrewById(rules.DrewCard):
    def in_public(self) -> Any:
        return rules.Shown(Card(self.card.id, 0))


@pytest.mark.parametrize("news", [DrewOpenly, DrewById], ids=["a private card", "a recognisable id"])
def test_public_news_with_something_private(news: type[rules.DrewCard], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "DrewCard", news)
    found = failure(nothing_leaks, liars())

    assert re.match(r"Seat [12] can tell the real position from one dealt anew by the news of .*\"draw\"", found)
    assert re.search(r'^-.*"(id|rank)"', found, re.MULTILINE)


# Answers that tell too much


@guard("The claim is true.")
def seems_to_answer(game: Table, move: Doubt) -> bool:
    """Holds for the player who may answer, and for others only if the claim is a lie."""
    return rules.is_to_answer(game, move) or is_a_lie(game, move)


@guard("The claim is true.")
def is_an_open_lie(game: Table, move: Doubt) -> bool:
    return is_a_lie(game, move)


@guard("The claim is true.")
def knows_better(game: Table, move: Doubt) -> bool:
    return is_a_lie(game, move)


def highest_acts_too(snapshot: Snapshot[Table]) -> tuple[int, ...]:
    best = max(rules.SEATS, key=lambda seat: max((card.rank for card in snapshot.game.hands[seat]), default=0))
    return (*to_act(snapshot), best)


class OpenRefusals(Engine[Table]):
    """Refuses a seat's moves as if it was trusted."""

    def step(self, snapshot: Snapshot[Table], move: Any, seat: Any = ...) -> Snapshot[Table] | Refusal:
        answer = super().step(snapshot, move, seat)
        return super().step(snapshot, move) if isinstance(answer, Refusal) and answer.kind is not NOT_YOURS else answer


class OpenAbsence(Engine[Table]):
    """Plays for an absent player what is best."""

    def absent_move(self, snapshot: Snapshot[Table], seat: Any) -> Any:
        if snapshot.phase == "answering" and to_act(snapshot) == (seat,):
            return Doubt(seat) if is_a_lie(snapshot.game, Doubt(seat)) else rules.Trust(seat)
        return super().absent_move(snapshot, seat)


def remade(kind: type[Engine[Table]]) -> Engine[Table]:
    return kind(liars_flow(), moves=rules.MOVES, new=rules.new_table, seats=(0, 1, 2), to_act=to_act, view=view,
                redeal=redeal, invariants=(rules.every_card_is_somewhere,))  # fmt: skip


TELLING: dict[str, tuple[Callable[[], Engine[Table]], str]] = {
    "a phase": (lambda: liars(liars_flow(is_secret=False)), "the view"),
    "a refusal": (lambda: liars(liars_flow(doubted=(seems_to_answer, rules.is_to_answer))), 'the refusal of .*"doubt"'),
    "what is possible": (lambda: remade(OpenRefusals), "the refusal of "),
    "who is to act": (lambda: liars(to_act=highest_acts_too), "who is to act"),
    "legal moves": (lambda: liars(liars_flow(doubted=(rules.is_to_answer, knows_better))), "the legal moves"),
    "an absent player": (lambda: remade(OpenAbsence), "what is played for an absent player"),
}


@pytest.mark.parametrize("told_by", TELLING)
def test_an_answer_that_depends_on_something_hidden(told_by: str) -> None:
    make, named = TELLING[told_by]

    assert re.match(f"(Seat .|A spectator) can tell the real position from one dealt anew by {named}",
                    failure(nothing_leaks, make()))  # fmt: skip


def test_reasons_that_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "is_a_lie", is_an_open_lie)
    found = failure(nothing_leaks, liars())

    assert re.match(r"Seat . can tell .* by the reasons about .*\"doubt\"", found)
    assert '"sentence": "The claim is true."' in found
    assert re.search(r'^-.*"holds": (true|false)', found, re.MULTILINE)


# Redeals that are wrong


def own_hand_too(shown: LiarsView, chance: Random) -> Snapshot[Table]:
    return redeal(replace(shown, seat=None, hand=(), counts=shown.counts), chance)


def twice_the_same(shown: LiarsView, chance: Random) -> Snapshot[Table]:
    dealt = redeal(shown, chance)
    return replace(dealt, game=replace(dealt.game, pile=tuple(replace(card, rank=1) for card in dealt.game.pile)))


def test_a_redeal_that_does_not_fit_the_view() -> None:
    found = failure(nothing_leaks, liars(redeal=own_hand_too))

    assert found.startswith("Seat 0 can tell the real position from one dealt anew by the view")
    assert '"hand"' in found


def test_a_redeal_that_breaks_the_rules() -> None:
    assert failure(redeals_are_positions, liars(redeal=twice_the_same)).startswith(
        "every_card_is_somewhere does not hold in a position dealt anew:"
    )


def listed_scores(shown: LiarsView, chance: Random) -> Snapshot[Table]:
    dealt = redeal(shown, chance)
    return replace(dealt, game=replace(dealt.game, scores=list(shown.scores)))


def no_hands(shown: LiarsView, chance: Random) -> Snapshot[Table]:
    dealt = redeal(shown, chance)
    cards = tuple(card for hand in dealt.game.hands for card in hand)
    return replace(dealt, game=replace(dealt.game, hands=((), (), ()), buried=(*dealt.game.buried, *cards)))


def test_a_redeal_that_cannot_be_saved_or_played() -> None:
    assert failure(redeals_are_positions, liars(redeal=listed_scores)).startswith("Loading changes a position dealt")
    assert failure(redeals_are_positions, liars(redeal=no_hands)).startswith("A position dealt anew cannot be saved")


def test_a_redeal_that_goes_wrong_some_moves_later() -> None:
    engine = liars(invariants=(lambda snapshot: len(snapshot.game.pile) != 2,))
    start = engine.start(seed=1)

    assert "does not hold after a redeal in" in trouble_with(Subject(engine), start, Random(0))


def test_a_redeal_that_raises_names_the_position() -> None:
    def fail(shown: LiarsView, chance: Random) -> Snapshot[Table]:
        raise KeyError(shown.phase)

    found = failure(nothing_leaks, liars(redeal=fail))

    assert found.startswith("redeal raises KeyError: 'drawing'\nIt was game 0, of seed ")
    assert found.endswith("engine.redeal(engine.view(snapshot, 0), Random('0 0 0 0')).")


def test_the_directions_lead_to_the_difference() -> None:
    engine = liars(view=view_with(all_hands))
    subject = Subject(engine, games=GAMES)
    found = failure(nothing_leaks, engine)
    number, step = map(int, re.findall(r"game (\d+), .* after (\d+) moves", found)[0])
    seat, chance = re.findall(r"view\(snapshot, (\d)\), Random\('(.*)'\)", found)[0]
    seen = engine.view(subject.paths[number][step], int(seat))

    assert engine.view(engine.redeal(seen, Random(chance)), int(seat)) != seen


def whole_game(snapshot: Snapshot[Table], seat: int | None) -> LiarsView:
    return replace(view(snapshot, seat), note=msgspec.to_builtins(snapshot))


def real_one(shown: LiarsView, chance: Random) -> Snapshot[Table]:
    found: Snapshot[Table] = msgspec.convert(shown.note, Snapshot[Table])
    phase = redeal(shown, chance).phase if found.phase != "holding" else rules.held(found.game)
    return Snapshot(phase, replace(found.game, seed=chance.getrandbits(62)))


def test_a_redeal_that_gives_back_what_the_view_should_not_show() -> None:
    """Everything is equal then, but for nothing being dealt anew."""
    assert failure(hidden_parts_vary, liars(view=whole_game, redeal=real_one)) == "every redeal is the real position"


def test_a_redeal_that_gives_it_back_every_tenth_time() -> None:
    calls = iter(range(100_000))

    def sometimes(shown: LiarsView, chance: Random) -> Snapshot[Table]:
        return (real_one if next(calls) % 10 == 0 else kept_ids)(shown, chance)

    found = failure(hidden_parts_vary, liars(view=whole_game, redeal=sometimes))

    assert re.match(r"\d+% of the redeals for (\d|None) are the real position, beside those that are by chance", found)


def kept_ids(shown: LiarsView, chance: Random) -> Snapshot[Table]:
    """An honest redeal whose ids are no reason to differ."""
    dealt = redeal(shown, chance)
    return msgspec.convert(without_ids(msgspec.to_builtins(dealt)), Snapshot[Table])


def without_ids(tree: Any) -> Any:
    if isinstance(tree, dict):
        named = {name: without_ids(value) for name, value in tree.items()}
        return named | {"id": str(tree["rank"])} if "id" in named else named
    return [without_ids(item) for item in tree] if isinstance(tree, list | tuple) else tree
