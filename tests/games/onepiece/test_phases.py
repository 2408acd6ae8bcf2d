"""Each phase in which a game waits knows the games that fit it."""

from collections.abc import Callable
from functools import cache
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from fsm import Snapshot, SnapshotError
from fsm.chance import picked
from games.onepiece import Attack, Card, DeclineTrigger, EndTurn, Game, PlayCard, Settings, UseTrigger, engine
from games.onepiece.cards import Effect, Keyword, Price, Until
from games.onepiece.phases import FITS, INTERRUPTED
from games.onepiece.table import NEVER_ENDING, THINGS, Battle, Modifier, Reason, Running
from games.onepiece.zones import with_side
from tests.games.onepiece.games import random_game
from tests.games.onepiece.tables import CALLERS, Seat, after, effect, made, standings, table, unopposed


def offering() -> Snapshot[Game]:
    """An effect with a choice and a price is offered: used without its price, it would be a present."""
    drummer = made(
        effects=(
            effect("on_play", {"do": "rest", "target": "opposing_character"}, cost={"rest_don": 1}, once_per_turn=True),
            effect("on_play", {"do": "rest", "target": "opposing_character"}, optional=True),
        )
    )
    start = table(Seat(hand=(drummer,), active_don=2), opponent=Seat(characters=("PB-001", "PB-002")))
    return after(start, PlayCard(0, 1))


def offering_for_nothing() -> Snapshot[Game]:
    """The same for the effect that costs nothing and leaves no trace."""
    return after(offering(), DeclineTrigger(0))


RESTING = {"do": "rest", "target": "opposing_character"}


def starting() -> Snapshot[Game]:
    """A player's turn starts with a choice."""
    early = made(effects=(effect("start_of_your_turn", RESTING),))
    return after(table(Seat(characters=("PB-001",)), opponent=Seat(characters=(early,))), EndTurn(0))


def damaging() -> Snapshot[Game]:
    """The first of two life cards asks for a choice."""
    trap = made(keywords=(Keyword.TRIGGER,), effects=(effect("trigger", RESTING),))
    twice = made(power=9000, keywords=(Keyword.DOUBLE_ATTACK,))
    start = table(Seat(characters=(twice, "PB-001")), opponent=Seat(life=(trap, "PB-001")))
    return after(unopposed(start, Attack(0, 1, THINGS)), UseTrigger(1))


RARE = {"main.playing.making_room", "triggers.ordering", "main.battle.life_trigger"}


@cache
def real_snapshots() -> list[Snapshot[Game]]:
    """Some of random games of both presets, their starts and ends, and effects that are offered or chosen for."""
    found = [table(), offering(), after(offering(), UseTrigger(0)), offering_for_nothing()]
    found += [after(offering_for_nothing(), UseTrigger(0)), starting(), damaging()]
    for seed in range(30):
        preset = ("seed", "official")[seed % 2]
        found.append(engine.start(seed=seed, preset=preset, may_concede=False))
        game = [snapshot for _, _, snapshot, _ in random_game(seed, preset)]
        found.extend(snapshot for place, snapshot in enumerate(game) if place < 3 or place % 9 == seed % 9)
        found.append(game[-1])
        found.extend(snapshot for snapshot in game if snapshot.phase in RARE)
    return found


PHASES = [path for path, phase in engine.chart.by_path.items() if not phase.children]


ALIKE = {
    ("setup.first_hand", "setup.second_hand"),
    ("setup.second_hand", "setup.first_hand"),
    ("main.battle.blocking", "main.battle.countering"),
    ("main.battle.countering", "main.battle.blocking"),
}
"""The game is the same, and both phases are right: did the first player keep the hand, did nobody block?"""
AMBIGUOUS = {phase for pair in ALIKE for phase in pair}


def real(phase: str) -> Snapshot[Game]:
    """A real snapshot of a phase."""
    return next(snapshot for snapshot in real_snapshots() if snapshot.phase == phase)


def with_battle(**changes: Any) -> Callable[[Game], Game]:
    """Something else about the battle."""
    return lambda game: replace(game, battle=replace(cast("Battle", game.battle), **changes))


def with_running(**changes: Any) -> Callable[[Game], Game]:
    """Something else about the effect that is due."""
    return lambda game: replace(game, running=replace(cast("Running", game.running), **changes))


def otherwise(**changes: Any) -> Callable[[Game], Game]:
    """Something else about the game."""
    return lambda game: replace(game, **changes)


def poor(game: Game) -> Game:
    """The active player has no active DON, and there is nothing in the hand that costs nothing."""
    side, dearer = game.sides[game.active], Modifier(0, 1, Until.ALWAYS, game.active)
    rested = side.rested_don + side.active_don
    return with_side(game, game.active, replace(side, active_don=(), rested_don=rested, discounts=(dearer,)))


def roomy(game: Game) -> Game:
    """The active player has one character fewer."""
    side = game.sides[game.active]
    gone = side.characters[-1]
    side = replace(side, characters=side.characters[:-1], trash=(*side.trash, gone.card))
    return with_side(game, game.active, replace(side, rested_don=side.rested_don + gone.given))


def plain(game: Game) -> Game:
    """No card has keywords, and no effect can be declined."""
    return replace(game, cards=tuple(replace(card, keywords=(), effects=compulsory(card)) for card in game.cards))


def compulsory(card: Card) -> tuple[Effect, ...]:
    """The effects of a card, without a choice whether to use them."""
    return tuple(replace(effect, optional=False, cost=Price()) for effect in card.effects)


def tired(game: Game) -> Game:
    """All of the opponent's characters are rested, so that none can be chosen to rest."""
    side = game.sides[1]
    return with_side(game, 1, replace(side, characters=tuple(replace(p, rested=True) for p in side.characters)))


WRONG: list[tuple[str, Callable[[Game], Game]]] = [
    ("setup.first_hand", otherwise(draws=4)),
    ("setup.second_hand", otherwise(draws=5)),
    ("setup.second_hand", otherwise(turn=1)),
    ("setup.first_hand", lambda game: replace(game, active=1 - game.active)),
    ("setup.first_hand", lambda game: with_side(game, 0, replace(game.sides[0], hand=game.sides[0].hand[::-1]))),
    ("main.playing.making_room", otherwise(joining=None)),
    ("main.playing.making_room", otherwise(chain=1)),
    ("main.playing.making_room", lambda game: replace(game, joining=game.sides[game.active].deck[0])),
    ("main.playing.making_room", lambda game: replace(game, settings=Settings())),
    ("main.playing.making_room", poor),
    ("main.playing.making_room", roomy),
    ("triggers.ordering", lambda game: replace(game, settings=Settings())),
    ("triggers.ordering", lambda game: replace(game, queue=game.queue[:1])),
    ("triggers.ordering", otherwise(turn=0)),
    ("triggers.ordering", otherwise(chain=-1)),
    ("triggers.ordering", otherwise(chain=NEVER_ENDING + 1)),
    ("triggers.ordering", otherwise(joining=1)),
    ("triggers.offered", with_running(begun=True)),
    ("triggers.offered", with_running(step=1)),
    ("triggers.offered", with_running(chosen=(1,))),
    ("triggers.offered", with_running(chooser=1)),
    ("triggers.offered", otherwise(running=None)),
    ("triggers.offered", plain),
    ("triggers.offered", poor),
    ("triggers.choosing", with_running(begun=False)),
    ("triggers.choosing", with_running(step=-1)),
    ("triggers.choosing", with_running(step=1)),
    ("triggers.choosing", with_running(chooser=1)),
    ("triggers.choosing", with_running(chosen=(62,))),
    ("triggers.choosing", otherwise(running=None)),
    ("triggers.choosing", tired),
    ("main.battle.blocking", otherwise(battle=None)),
    ("main.battle.blocking", otherwise(joining=1)),
    ("main.battle.blocking", with_battle(damage=1)),
    ("main.battle.blocking", lambda game: with_battle(target=game.active * THINGS)(game)),
    ("main.battle.blocking", lambda game: with_battle(attacker=(1 - game.active) * THINGS)(game)),
    ("main.battle.blocking", lambda game: with_battle(attacker=game.sides[game.active].deck[0])(game)),
    ("main.battle.blocking", lambda game: with_battle(target=game.sides[1 - game.active].deck[0])(game)),
    ("main.battle.countering", otherwise(battle=None)),
    ("main.battle.life_trigger", with_battle(damage=0)),
    ("main.battle.life_trigger", with_battle(damage=3)),
    ("main.battle.life_trigger", lambda game: replace(plain(game), settings=Settings())),
    ("game_over", otherwise(reason=None)),
    ("game_over", otherwise(losers=())),
    ("game_over", otherwise(losers=(2,))),
    ("game_over", otherwise(losers=(0, 0))),
    ("game_over", otherwise(losers=(0,), reason=Reason.ENDLESS)),
    ("game_over", otherwise(chain=1)),
]


@pytest.mark.parametrize(("phase", "change"), WRONG)
def test_each_thing_that_a_phase_asks_for_is_asked(phase: str, change: Callable[[Game], Game]) -> None:
    snapshot = real(phase)

    assert engine.broken(snapshot) == []
    assert engine.broken(replace(snapshot, game=change(snapshot.game))) == ["the_phase_fits_the_game"]


def test_a_life_card_without_a_trigger_waits_only_where_the_settings_say_so() -> None:
    snapshot = real("main.battle.life_trigger")
    asking = replace(plain(snapshot.game), settings=Settings(asks_about_each_life_card=True))

    assert engine.broken(replace(snapshot, game=asking)) == []


FIGHT = Battle(0, THINGS)
WRONGLY_INTERRUPTED: list[tuple[str, Callable[[Game], Game]]] = [
    ("starting", otherwise(battle=FIGHT)),
    ("ending", otherwise(battle=FIGHT)),
    ("main.idle", otherwise(battle=FIGHT)),
    ("main.playing.placed", otherwise(battle=FIGHT)),
    ("main.battle.attacking", otherwise(battle=None)),
    ("main.battle.attacking", with_battle(damage=1)),
    ("main.battle.countering", otherwise(battle=None)),
    ("main.battle.countering", lambda game: with_battle(target=game.active * THINGS)(game)),
    ("main.battle.damaging", with_battle(damage=1)),
    ("main.battle.damaging", lambda game: with_battle(attacker=(1 - game.active) * THINGS)(game)),
    ("main.battle.life_trigger", otherwise(battle=None)),
    ("main.battle.life_trigger", with_battle(damage=2)),
    ("main.battle.life_trigger", with_battle(damage=-1)),
]


@pytest.mark.parametrize(("interrupted", "change"), WRONGLY_INTERRUPTED)
def test_each_thing_that_an_interrupted_phase_asks_for_is_asked(
    interrupted: str, change: Callable[[Game], Game]
) -> None:
    back = (CALLERS[interrupted],)
    snapshot = next(snapshot for snapshot in real_snapshots() if snapshot.back == back)

    assert engine.broken(snapshot) == []
    assert "what_is_interrupted_fits_the_game" in engine.broken(replace(snapshot, game=change(snapshot.game)))


def test_every_phase_that_triggers_can_interrupt_is_known() -> None:
    assert set(CALLERS) == set(INTERRUPTED)
    assert {snapshot.back for snapshot in real_snapshots()} == {(), *((caller,) for caller in CALLERS.values())}


# Games under another phase


def forged(snapshot: Snapshot[Game]) -> list[Snapshot[Game]]:
    """The same game wherever else it could be, as far as its invariants can tell."""
    everywhere = [other for phase in PHASES for other in standings(phase, snapshot.game)]
    return [other for other in everywhere if other != snapshot and not engine.broken(other)]


@pytest.mark.long
def test_a_game_under_a_forged_phase_is_noticed() -> None:
    alike = {(snapshot.phase, other.phase) for snapshot in real_snapshots() for other in forged(snapshot)}

    assert {snapshot.phase for snapshot in real_snapshots()} == set(FITS)
    assert {pair for pair in alike if len(set(pair)) > 1} == ALIKE


def test_a_game_that_triggers_have_interrupted_is_in_a_battle_or_not() -> None:
    """Where it goes on when they are resolved is known from the callers alone."""
    for snapshot in real_snapshots():
        for other in forged(snapshot) if snapshot.back else ():
            phases = [here.back[0].phase for here in (snapshot, other)]
            assert phases[0].startswith("main.battle") is phases[1].startswith("main.battle")


def test_triggers_have_always_interrupted_something() -> None:
    with pytest.raises(SnapshotError, match="'triggers' is only ever called, and nobody is suspended for it"):
        engine.broken(Snapshot("triggers.choosing", table().game))


@pytest.mark.long
@settings(deadline=None)  # machines can be busy
@given(st.data())
def test_where_two_phases_fit_the_game_goes_on_from_both(data: st.DataObject) -> None:
    snapshots = [snapshot for snapshot in real_snapshots() if snapshot.back or snapshot.phase in AMBIGUOUS]
    others = forged(snapshots[data.draw(st.integers(0, len(snapshots) - 1))])
    for here in others:
        play_on(here, 60)


@settings(deadline=None, max_examples=200)  # machines can be busy
@given(st.data())
def test_whatever_a_forger_makes_of_a_game_is_noticed_or_can_be_played_on(data: st.DataObject) -> None:
    """Parts of one real game put into another one, under any phase: no error, no deadlock."""
    places = st.integers(0, len(real_snapshots()) - 1)
    one, other = (real_snapshots()[data.draw(places)] for _ in range(2))
    names = data.draw(st.sets(st.sampled_from(one.game.__struct_fields__), max_size=3))
    game = replace(one.game, **{name: getattr(other.game, name) for name in names})
    phase = data.draw(st.sampled_from([one.phase, other.phase, *FITS]))
    here = data.draw(st.sampled_from(standings(phase, game)))
    if not engine.broken(here):
        play_on(here, 25)


def play_on(here: Snapshot[Game], moves: int) -> None:
    """Some moves more, without an error and without a deadlock."""
    for number in range(moves):
        legal = engine.legal_moves(here)
        assert legal or engine.is_over(here)
        answer = engine.step(here, picked(legal, 0, number)) if legal else here
        assert isinstance(answer, Snapshot)
        here = answer
