"""Positions dealt anew from a view, which nobody who sees only that view can tell from the real one."""

from collections import Counter
from collections.abc import Iterator
from math import sqrt
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from fsm import PhasebookError, Refusal, Snapshot, Trace
from fsm.snapshot import heard_by
from games.uno import (
    COLOURS,
    DECK,
    Accept,
    AnyMove,
    CallUno,
    Catch,
    Challenge,
    ChooseColour,
    Draw,
    GoOn,
    JumpIn,
    Keep,
    Leave,
    NextRound,
    Play,
    PlayDrawn,
    Stack,
    Swap,
    Table,
    UnoView,
    engine,
    redeal,
)
from games.uno.cards import COLOUR, PLAYABLE
from games.uno.invariants import PHASES
from tests.games.uno.tables import after, opened_with, position, random_choice, random_game, random_settings

Position = tuple[Snapshot[Table], int | None]

HAND, OTHER, THIRD = ("blue-1-1", "wild-draw4-1", "red-9-1"), ("red-1-1", "red-2-1"), ("green-1-1", "green-2-1")


def encoded(value: object) -> bytes:
    return msgspec.json.encode(value)


def sent_and_read(view: UnoView) -> UnoView:
    """The view as a bot in another process gets it."""
    return msgspec.json.decode(encoded(view), type=UnoView)


def viewers(dice: Random, snapshot: Snapshot[Table]) -> set[int | None]:
    """A spectator, the player to act, the one before, and one at random."""
    game = snapshot.game
    return {None, game.player, game.order[game.after(-1)], dice.randrange(game.settings.players)}


@pytest.fixture(scope="module")
def positions() -> list[Position]:
    """Random ones, up to so many a phase, each with somebody who looks at it."""
    dice = Random(23)
    found = {phase: list[Snapshot[Table]]() for phase in PHASES}
    for _ in range(220):
        for snapshot in random_game(dice, 500, leavers=dice.choice((0.0, 0.01, 0.1)), **random_settings(dice)):
            if len(found[snapshot.phase]) < 90 and dice.random() < 0.3:
                found[snapshot.phase].append(snapshot)
    found["round.naming"] += [opened_with("wild", preset="official", players=players) for players in range(2, 11)]
    assert min(map(len, found.values())) >= 9
    return [(one, viewer) for some in found.values() for one in some for viewer in viewers(dice, one)]


@pytest.fixture(scope="module")
def pairs(positions: list[Position]) -> list[tuple[Snapshot[Table], Snapshot[Table], int | None]]:
    """Each position, and one that its viewer cannot tell from it."""
    chance = Random(5)
    return [(real, engine.redeal(engine.view(real, seat), chance), seat) for real, seat in positions]


# Nothing that leaves the engine differs


def test_the_view_is_the_same_byte_for_byte(pairs: list[Any]) -> None:
    for real, other, seat in pairs:
        assert encoded(engine.view(other, seat)) == encoded(engine.view(real, seat))


def test_a_view_that_was_sent_as_json_is_dealt_the_same(positions: list[Position]) -> None:
    for real, seat in positions:
        view = engine.view(real, seat)

        assert sent_and_read(view) == view
        assert engine.redeal(sent_and_read(view), Random(1)) == engine.redeal(view, Random(1))


def requests(dice: Random, seat: int) -> Iterator[AnyMove]:
    """Some of everything that a player can send."""
    cards = dice.sample(DECK, 12)
    yield from (Play(seat, card, colour) for card in cards for colour in (None, "red"))
    yield from (JumpIn(seat, card) for card in cards)
    yield from (Stack(seat, card, dice.choice((None, *COLOURS))) for card in cards)
    yield from (PlayDrawn(seat, colour) for colour in (None, *COLOURS))
    yield from (Swap(seat, other) for other in range(11))
    yield from (ChooseColour(seat, colour) for colour in (*COLOURS, "pink"))
    yield from (kind(seat) for kind in (Draw, Keep, CallUno, Catch, GoOn, Challenge, Accept, Leave))
    yield NextRound()


def test_the_moves_are_the_same(pairs: list[Any]) -> None:
    for real, other, seat in pairs:
        assert engine.to_act(other) == engine.to_act(real)
        assert engine.seats(other) == engine.seats(real)
        assert engine.legal_moves(other, seat=seat) == engine.legal_moves(real, seat=seat)
        assert engine.is_over(other) == engine.is_over(real)
        assert engine.outcome(other) == engine.outcome(real)
        assert engine.returns(other) == engine.returns(real)


def test_refusals_and_reasons_are_the_same(pairs: list[Any]) -> None:
    dice = Random(2)
    for real, other, seat in pairs[::3]:
        for move in requests(dice, dice.randrange(10) if seat is None else dice.choice((seat, seat, 0))):
            answer, twin = engine.step(real, move, seat=seat), engine.step(other, move, seat=seat)

            assert engine.why(other, move, seat=seat) == engine.why(real, move, seat=seat)
            assert isinstance(twin, Refusal) == isinstance(answer, Refusal)
            assert twin == answer or not isinstance(answer, Refusal)


def heard(snapshot: Snapshot[Table], move: AnyMove, seat: int | None) -> tuple[bytes, list[bytes]] | None:
    """What a seat sees after a move, and what it hears of it; None if it is refused."""
    trace = Trace()
    end = engine.step_traced(snapshot, move, trace)
    if isinstance(end, Refusal):
        return None
    return encoded(engine.view(end, seat)), [encoded(heard_by(item, seat)) for item in trace.news]


def test_who_sees_the_same_after_a_move_has_heard_the_same_of_it(pairs: list[Any]) -> None:
    equal = 0
    for real, other, seat in pairs:
        for move in engine.legal_moves(real)[:12]:
            seen, twin = heard(real, move, seat), heard(other, move, seat)
            if seen is not None and twin is not None and seen[0] == twin[0]:
                equal += 1

                assert twin[1] == seen[1]
    assert equal > 1000


# It is a position of the game


def test_all_that_always_holds_holds(pairs: list[Any]) -> None:
    for _, other, _ in pairs:
        assert engine.broken(other) == []
        assert engine.load(engine.dump(other)) == other


def test_it_is_played_to_the_end(pairs: list[Any]) -> None:
    dice = Random(9)
    for _, snapshot, _ in dice.sample(pairs, 60):
        for _ in range(4000):
            moves = engine.legal_moves(snapshot)
            if not moves:
                break
            snapshot = after(snapshot, random_choice(dice, moves, leavers=0.001))

        assert engine.is_over(snapshot)


# What is hidden is dealt anew


def hidden(snapshot: Snapshot[Table]) -> tuple[Any, ...]:
    return snapshot.game.hands, snapshot.game.deck


def test_what_is_hidden_varies(pairs: list[Any]) -> None:
    several = [(real, other) for real, other, _ in pairs if len(real.game.deck) > 3]
    same = sum(hidden(real) == hidden(other) for real, other in several)

    assert len(several) > 1000
    assert same < 0.02 * len(several)


def test_the_seed_is_a_new_one(pairs: list[Any]) -> None:
    seeds = {other.game.seed for _, other, _ in pairs}

    assert len(seeds) == len(pairs)
    assert seeds.isdisjoint(real.game.seed for real, _, _ in pairs)


def test_it_depends_on_nothing_but_the_view_and_chance(positions: list[Position]) -> None:
    """Another seed, and other cards where the viewer sees none, make no difference."""
    for real, seat in positions[::5]:
        view = engine.view(real, seat)
        disguised = engine.redeal(view, Random(4))

        assert engine.redeal(engine.view(disguised, seat), Random(8)) == engine.redeal(view, Random(8))


def redeals(snapshot: Snapshot[Table], seat: int | None, times: int = 3000) -> list[Table]:
    view, chance = engine.view(snapshot, seat), Random(6)
    return [engine.redeal(view, chance).game for _ in range(times)]


def is_even(counts: Counter[str], options: int) -> bool:
    """Whether these look like throws of a fair die: chi-square within five standard deviations."""
    expected = counts.total() / options
    square = sum((count - expected) ** 2 / expected for count in counts.values())
    square += (options - len(counts)) * expected
    return abs(square - (options - 1)) < 5 * sqrt(2 * (options - 1))


def test_every_hidden_card_is_as_likely_in_every_hidden_place() -> None:
    games = redeals(position(HAND, OTHER, THIRD, top="red-5-1"), 0)
    unseen = len(DECK) - len(HAND) - 1

    assert {game.hands[0] for game in games} == {HAND}
    for place in ((1, 0), (1, 1), (2, 1)):
        assert is_even(Counter(game.hands[place[0]][place[1]] for game in games), unseen)
    assert is_even(Counter(game.deck[0] for game in games), unseen)
    assert is_even(Counter(game.deck[-1] for game in games), unseen)


@pytest.mark.parametrize("force_play", [False, True])
def test_a_card_that_waits_fits_and_each_that_fits_is_as_likely(force_play: bool) -> None:
    start = position(("blue-1-1", "green-9-1"), OTHER, THIRD, top="red-5-1", deck=None, preset="official",
                     force_play=force_play)  # fmt: skip
    deck = sorted(start.game.deck, key=lambda card: card != "red-8-1")
    waiting = after(replace(start, game=replace(start.game, deck=tuple(deck))), Draw(0))
    fitting = PLAYABLE["red-5-1"] - {"red-5-1", *OTHER}
    games = redeals(waiting, 1)

    assert waiting.phase == "round.drawn"
    assert is_even(Counter(game.hands[0][-1] for game in games), len(fitting))
    assert {game.hands[0][-1] for game in games} == fitting
    others = Counter(card for game in games for card in game.hands[0][:-1])
    assert fitting.isdisjoint(others) is force_play
    unseen = Counter(game.hands[2][0] for game in games)
    assert len(unseen) > 90, "all other cards are dealt to the others"


def test_a_player_keeps_the_card_that_waits_for_them() -> None:
    start = position(HAND, OTHER, top="red-5-1", deck=("red-8-1", "blue-7-1"), preset="official")

    assert {game.hands[0] for game in redeals(after(start, Draw(0)), 0, 50)} == {(*HAND, "red-8-1")}


# Bluffs


def laid(*hand: str, **more: Any) -> Snapshot[Table]:
    """Player 0 has laid a Wild Draw Four on a red card."""
    settings = {"preset": "official"} | more
    start = position(("wild-draw4-1", *hand), ("green-3-1", "green-4-1"), ("green-5-1", "green-6-1"), top="red-5-1",
                     **settings)  # fmt: skip
    return after(start, Play(0, "wild-draw4-1", "blue"))


@pytest.mark.parametrize("seat", [1, 2, None])
@pytest.mark.parametrize("hand", [("red-1-1", "red-2-1"), ("blue-1-1", "blue-2-1")])
def test_whether_it_was_a_bluff_follows_from_the_hand_that_was_dealt(seat: int | None, hand: tuple[str, ...]) -> None:
    games = redeals(laid(*hand), seat, 400)

    assert {game.bluffer for game in games} == {0, None}
    for game in games:
        assert (game.bluffer == 0) is ("red" in [COLOUR[card] for card in game.hands[0]])


@pytest.mark.parametrize(("hand", "bluffer"), [(("red-1-1", "red-2-1"), 0), (("blue-1-1", "blue-2-1"), None)])
def test_the_player_who_laid_it_knows(hand: tuple[str, ...], bluffer: int | None) -> None:
    assert {game.bluffer for game in redeals(laid(*hand), 0, 50)} == {bluffer}


def test_the_player_who_laid_it_knows_also_after_a_penalty_that_brought_the_colour() -> None:
    """The hand has the colour now, and had not when the card was laid."""
    start = laid("blue-1-1")
    reds = sorted(start.game.deck, key=lambda card: COLOUR[card] != "red")
    caught = after(replace(start, game=replace(start.game, deck=tuple(reds))), Catch(1))

    assert caught.phase == "round.challenging"
    assert "red" in [COLOUR[card] for card in caught.game.hands[0]]
    assert {game.bluffer for game in redeals(caught, 0, 50)} == {None}


def test_a_bluff_is_possible_when_the_colour_below_was_shuffled_away() -> None:
    """The penalty for a missed call took the pile: nobody sees any more what the card was laid on."""
    start = position(("wild-draw4-1", "blue-1-1"), OTHER, THIRD, top="red-5-1", deck=(), preset="official")
    caught = after(start, Play(0, "wild-draw4-1", "blue"), Catch(1))

    assert len(caught.game.pile) == 1
    assert {game.bluffer for game in redeals(caught, 1, 200)} == {0, None}


def test_a_bluffer_who_has_left_still_knows() -> None:
    left = after(laid("red-1-1", "red-2-1"), Leave(0))

    assert {game.bluffer for game in redeals(left, 0, 50)} == {0}
    assert {game.bluffer for game in redeals(left, 2, 50)} == {None}


def test_a_wild_laid_on_a_wild_without_a_colour_is_no_bluff() -> None:
    start = position(("wild-draw4-1", "red-9-1", "wild-2"), OTHER, top="wild-1", challenges=True)

    assert {game.bluffer for game in redeals(after(start, Play(0, "wild-draw4-1", "red")), 1, 50)} == {None}


# What a move would teach


def test_a_card_played_teaches_its_player_nothing_and_a_card_drawn_does() -> None:
    start = position(HAND, OTHER, THIRD, top="red-5-1", preset="official")

    assert not engine.teaches(start, Play(0, "red-9-1"), 0)
    assert engine.teaches(start, Draw(0), 0)
    assert engine.teaches(laid("red-1-1", "red-2-1"), Challenge(1), 1)


# Other views


def test_hands_that_were_laid_open_stay() -> None:
    end = after(position(("red-9-1",), OTHER, THIRD, top="red-5-1"), Play(0, "red-9-1"))
    games = redeals(end, None, 20)

    assert {game.hands for game in games} == {((), OTHER, THIRD)}
    assert len({game.deck for game in games}) == 20


def test_only_a_view_of_uno_is_dealt_anew() -> None:
    with pytest.raises(PhasebookError, match=r"pass one as engine\.view gives it"):
        redeal(position(HAND, OTHER, top="red-5-1"), Random(1))  # type: ignore[arg-type]  # that is the point
