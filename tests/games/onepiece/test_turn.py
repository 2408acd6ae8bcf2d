"""The turn around the Main Phase: refresh, draw, DON, end."""

from msgspec.structs import replace

from fsm import Snapshot
from games.onepiece import EndTurn, GiveDon, Keep, Outcome, Reason, UseTrigger, engine
from games.onepiece.news import DonReturned, PowerChanged, TurnBegan
from games.onepiece.table import Zone, outcome
from games.onepiece.zones import with_piece
from tests.games.onepiece.tables import Seat, after, effect, foe, made, me, news, table

KEPT = (Keep(0), Keep(1))


def test_the_first_player_draws_nothing_and_gets_one_don_on_the_first_turn() -> None:
    start = after(engine.start(seed=4, first=0), *KEPT)

    assert start.phase == "main.idle"
    assert (len(me(start).hand), len(me(start).active_don)) == (5, 1)


def test_every_other_turn_brings_a_card_and_two_don() -> None:
    start = after(engine.start(seed=4, first=0), *KEPT, EndTurn(0))

    assert (len(foe(start).hand), len(foe(start).active_don)) == (6, 2)
    start = after(start, EndTurn(1))
    assert (len(me(start).hand), len(me(start).active_don)) == (6, 3)


def test_don_are_fewer_when_the_don_deck_is_short() -> None:
    start = after(table(opponent=Seat(active_don=4, rested_don=5)), EndTurn(0))

    assert len(foe(start).active_don) == 10
    assert foe(start).don_deck == ()
    again = after(start, EndTurn(1), EndTurn(0))
    assert len(foe(again).active_don) == 10


def test_refresh_returns_given_don_and_makes_everything_active() -> None:
    start = table(Seat(characters=("PB-001",), stage="PB-040", active_don=3, rested_don=2, rested=True))
    start = after(start, GiveDon(0, me(start).active_don[0], 0), GiveDon(0, me(start).active_don[1], 1))
    assert len(me(start).active_don) == 1
    end = after(start, EndTurn(0), EndTurn(1))

    assert len(me(end).active_don) == 7, "Three, two rested, and the two of this turn."
    assert me(end).rested_don == ()
    assert not any(piece.rested or piece.given for piece in (me(end).leader, *me(end).characters))


def test_given_don_returns_rested_before_it_becomes_active() -> None:
    """Observers hear that it returns to the cost area, and the new power, before the new turn's card."""
    start = table(Seat(active_don=1))
    start = after(start, GiveDon(0, 51, 0), EndTurn(0))
    heard = news(start, EndTurn(1))

    assert heard[:3] == [TurnBegan(0, 7), DonReturned(0, (51,), Zone.COST_AREA), PowerChanged(0, 5000)]


def test_drawing_from_an_empty_deck_loses() -> None:
    start = table(opponent=Seat(deck=()))
    end = after(start, EndTurn(0))

    assert end.phase == "game_over"
    assert outcome(end.game) == Outcome(1, 0, Reason.NO_CARDS)


# Start and end


def test_start_of_turn_effects_come_before_the_refresh() -> None:
    early = made(effects=(effect("start_of_your_turn", {"do": "draw", "amount": 1}, optional=True),))
    start = after(table(opponent=Seat(characters=(early,), rested=True, rested_don=2)), EndTurn(0))

    assert start.phase == "triggers.offered"
    assert foe(start).characters[0].rested
    assert foe(start).active_don == ()
    end = after(start, UseTrigger(1))
    assert end.phase == "main.idle"
    assert len(foe(end).hand) == 2, "One by the effect, one by the turn."
    assert not foe(end).characters[0].rested


def test_end_of_turn_effects_are_the_active_players_and_then_the_opponents() -> None:
    mine = made(effects=(effect("end_of_your_turn", {"do": "draw", "amount": 1}, optional=True),))
    theirs = made(effects=(effect("end_of_opponents_turn", {"do": "draw", "amount": 1}, optional=True),))
    start = after(table(Seat(characters=(mine, theirs)), opponent=Seat(characters=(mine, theirs))), EndTurn(0))

    assert start.game.running is not None
    assert [start.game.running.player, *(waiting.player for waiting in start.game.queue)] == [0, 1]
    end = after(start, UseTrigger(0), UseTrigger(1))
    assert (end.phase, end.game.active) == ("main.idle", 1)
    assert (len(me(end).hand), len(foe(end).hand)) == (1, 2)


def test_once_per_turn_effects_can_be_used_again_next_turn() -> None:
    start = table(Seat(characters=("PB-028",), active_don=1))
    piece = replace(me(start).characters[0], used=(0,))
    start = Snapshot(start.phase, with_piece(start.game, piece))

    assert me(after(start, EndTurn(0))).characters[0].used == ()


def test_when_time_is_up_nobody_has_won() -> None:
    """The preset `small` is two turns long: the third would begin with a card, and ends the game instead."""
    game = engine.start(seed=4, preset="small", first=0)
    while not engine.is_over(game):
        legal = engine.legal_moves(game)
        quiet = next((move for move in legal if isinstance(move, Keep | EndTurn)), legal[-1])
        game = engine.step(game, quiet)  # type: ignore[assignment]  # it is legal

    assert game.game.turn == 3
    assert engine.outcome(game) == Outcome(None, None, Reason.TIME_UP)
    assert engine.returns(game) == {0: 0, 1: 0}
