"""A full match of four sensible bots as readable text. `python -m tests.games.belote.transcript` writes it anew."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fsm import Session
from games.belote import (
    Bid,
    CallMade,
    CardPlayed,
    CardsDealt,
    ContractFixed,
    MatchOver,
    RoundCancelled,
    RoundScored,
    Table,
    TrickWon,
    cards_in,
    engine,
)
from games.belote.bots import sensible_bot
from games.belote.table import hand_of

SEED = 2024
LEVELS = {1: "", 2: " coinched", 4: " surcoinched"}


def written_match() -> str:
    """The whole match, a line an event."""
    session = Session.start(engine, seed=SEED, target=1000)
    lines = [
        f"Belote, preset seed, seed {SEED}, to 1000 points. Four sensible bots.",
        *deal_lines(session.snapshot.game),
    ]
    decision = 0
    while not engine.is_over(session.snapshot):
        seat = session.snapshot.game.turn
        move = sensible_bot(engine.view(session.snapshot, seat), engine.legal_moves(session.snapshot), decision)
        session.send(move)
        decision += 1
        for news in session.log[-1].news:
            lines.extend(lines_of(news, session.snapshot.game))
    return "\n".join([*lines, f"Outcome: {engine.outcome(session.snapshot)}"]) + "\n"


def lines_of(news: Any, game: Table) -> Iterator[str]:
    """What an event reads like; single cards are left to the line of their trick."""
    match news:
        case CardsDealt():
            yield from deal_lines(game)
        case CallMade(Bid(seat, value, suit)):
            yield f"  {seat} bids {value}{suit}"
        case CallMade(call):
            yield f"  {call.seat} {type(call).__name__.lower().removesuffix('bid')}"
        case ContractFixed(contract):
            yield f"  contract {contract.value}{contract.trump} of {contract.bidder}{LEVELS[contract.level]}"
        case TrickWon(leader, cards, winner, points):
            yield f"  {leader} leads {' '.join(f'{card:3}' for card in cards)} {winner} takes {points}"
        case RoundScored(_, met, points, belote, written, totals):
            result = "met" if met else "failed"
            extra = "" if belote is None else f", belote of team {belote}"
            yield f"  {result} with {points}{extra}: {written} written, {totals} in all"
        case RoundCancelled(number):
            yield f"  round {number} is cancelled"
        case MatchOver(winner, totals):
            yield f"Team {winner} wins the match {totals}."
        case CardPlayed():
            pass


def deal_lines(game: Table) -> Iterator[str]:
    """The hands of a round."""
    yield f"Round {game.match.deals}, dealer {game.match.dealer}"
    for seat in range(4):
        yield f"  {seat} holds {' '.join(f'{card:3}' for card in cards_in(hand_of(game, seat)))}".rstrip()


if __name__ == "__main__":
    (Path(__file__).parent / "match.txt").write_text(written_match(), "utf-8")
