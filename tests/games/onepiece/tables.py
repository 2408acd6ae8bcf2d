"""Positions to test from: a table with exactly these cards, in the Main Phase."""

from collections.abc import Iterator
from typing import Any

import msgspec

from fsm import Refusal, Session, Snapshot
from fsm.settings import settings_of
from games.onepiece import LIBRARY, PRESETS, AnyMove, Game, PassOn, PlayCard, Settings, engine
from games.onepiece.cards import DON_CARD, Card, Category, Colour, Effect
from games.onepiece.table import DON_DECK, FIRST_DON, THINGS, Piece, Side

Named = str | Card
"""A card of the library by its number, or one made for the test."""

FILLER = "PB-001"
FOE = THINGS
"""The opposing leader; the opponent's other cards count from here."""


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """What one player has. The rest of the fifty cards is filler in the deck."""

    leader: Named = "PB-L3"
    hand: tuple[Named, ...] = ()
    characters: tuple[Named, ...] = ()
    stage: Named | None = None
    life: tuple[Named, ...] = (FILLER,) * 4
    deck: tuple[Named, ...] | None = None
    trash: tuple[Named, ...] = ()
    active_don: int = 0
    rested_don: int = 0
    rested: bool = False
    """The characters are."""


def card(number: Named) -> Card:
    """A card of the library, or the card itself."""
    return number if isinstance(number, Card) else LIBRARY.cards[number]


def made(category: Category = Category.CHARACTER, **printed: Any) -> Card:
    """A card made for a test."""
    return Card("TEST", "Test card", category, (Colour.RED,), **printed)


def effect(timing: str, *steps: dict[str, Any], **more: Any) -> Effect:
    """An effect as the card file would write it."""
    return msgspec.convert({"timing": timing, "steps": list(steps), **more}, type=Effect)


def table(
    you: Seat | None = None,
    opponent: Seat | None = None,
    *,
    turn: int = 5,
    active: int = 0,
    preset: str = "seed",
    **settings: Any,
) -> Snapshot[Game]:
    """Player 0 is you. It is the Main Phase of the active player."""
    seats = (you or Seat(), opponent or Seat())
    sides, faces = zip(*(laid_out(player, seat) for player, seat in enumerate(seats)), strict=True)
    game = Game(
        settings=settings_of(Settings, PRESETS, preset, settings),
        cards=(*faces[0], *faces[1]),
        sides=(sides[0], sides[1]),
        first=(active + turn + 1) % 2,
        active=active,
        seed=1,
        turn=turn,
    )
    snapshot = Snapshot("main.idle", game)
    assert engine.broken(snapshot) == []
    return snapshot


def laid_out(player: int, seat: Seat) -> tuple[Side, tuple[Card, ...]]:
    """A side, and what is printed on its cards."""
    base = player * THINGS
    shown = (*seat.hand, *seat.characters, *(() if seat.stage is None else (seat.stage,)), *seat.life, *seat.trash)
    deck = seat.deck if seat.deck is not None else (FILLER,) * (FIRST_DON - 1 - len(shown))
    spare = (FILLER,) * (FIRST_DON - 1 - len(shown) - len(deck))
    ids = iter(range(base + 1, base + FIRST_DON))
    don = tuple(range(base + FIRST_DON, base + THINGS))
    spent = seat.active_don + seat.rested_don
    side = Side(
        leader=Piece(base),
        hand=take(ids, seat.hand),
        characters=tuple(Piece(piece, seat.rested) for piece in take(ids, seat.characters)),
        stage=Piece(next(ids)) if seat.stage is not None else None,
        life=take(ids, seat.life),
        trash=take(ids, seat.trash) + take(ids, spare),
        deck=tuple(ids),
        don_deck=don[spent:],
        active_don=don[: seat.active_don],
        rested_don=don[seat.active_don : spent],
    )
    # Spare cards lie in the trash, under those that the test asked for, so that a short deck is short.
    faces = (seat.leader, *shown, *spare, *deck)
    return side, (*(card(number) for number in faces), *[DON_CARD] * DON_DECK)


def take(ids: Iterator[int], cards: tuple[Named, ...]) -> tuple[int, ...]:
    """As many ids as there are cards."""
    return tuple(next(ids) for _ in cards)


# Interrupting

CALLERS = {caller.phase: caller for caller in engine.chart.callers["triggers"]}
"""The phases that triggers can interrupt, as a snapshot has them."""


def standings(phase: str, game: Game) -> list[Snapshot[Game]]:
    """A game under a phase; if that is about triggers, with each phase that they can have interrupted."""
    backs = [(caller,) for caller in CALLERS.values()] if phase.startswith("triggers.") else [()]
    return [Snapshot(phase, game, back) for back in backs]


# Playing


def after(snapshot: Snapshot[Game], *moves: AnyMove) -> Snapshot[Game]:
    """The snapshot after moves that must be accepted."""
    for move in moves:
        answer = engine.step(snapshot, move)
        assert isinstance(answer, Snapshot), answer
        assert engine.broken(answer) == []
        snapshot = answer
    return snapshot


def refused(snapshot: Snapshot[Game], move: AnyMove) -> Refusal:
    """The refusal of a move, which leaves everything as it was."""
    before = msgspec.json.encode(snapshot)
    answer = engine.step(snapshot, move)
    assert isinstance(answer, Refusal), answer
    assert msgspec.json.encode(snapshot) == before
    assert move not in engine.legal_moves(snapshot)
    return answer


def news(snapshot: Snapshot[Game], *moves: AnyMove) -> list[Any]:
    """What observers hear of the moves."""
    session, heard = Session(engine, snapshot), list[Any]()
    session.subscribe(heard.append)
    for move in moves:
        assert isinstance(session.send(move), Snapshot)
    return heard


def unopposed(snapshot: Snapshot[Game], attack: AnyMove) -> Snapshot[Game]:
    """An attack that nobody blocks or counters, up to its damage."""
    return after(snapshot, attack, PassOn(1 - snapshot.game.active), PassOn(1 - snapshot.game.active))


def me(snapshot: Snapshot[Game]) -> Side:
    """Player 0's side."""
    return snapshot.game.sides[0]


def foe(snapshot: Snapshot[Game]) -> Side:
    """Player 1's side."""
    return snapshot.game.sides[1]


# Effects


def doing(*steps: dict[str, Any], **more: Any) -> Card:
    """A free character that does something when it is played."""
    return made(power=1000, effects=(effect("on_play", *steps, **more),))


def played(card: Card, you: Seat | None = None, opponent: Seat | None = None, **settings: Any) -> Snapshot[Game]:
    """The position after the card was played; it has the id 1."""
    you = you or Seat()
    seat = Seat(
        hand=(card, *you.hand), characters=you.characters, active_don=you.active_don, rested=you.rested, deck=you.deck
    )
    return after(table(seat, opponent, **settings), PlayCard(0, 1))
