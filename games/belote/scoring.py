"""Scoring a round: points, contract met or failed, belote, and what is written."""

from msgspec.structs import replace

from fsm import guard, makes_news
from games.belote.cards import PACKS
from games.belote.moves import CAPOT
from games.belote.news import score_news
from games.belote.table import Contract, Pair, RoundScored, Settings, Table, TrickWon, standing_contract

LAST_TRICK = 10
CAPOT_TRICK = 100
"""What the last trick counts for a team with all of them, where capot counts 252."""
BELOTE = 20


def points_taken(tricks: tuple[TrickWon, ...], settings: Settings) -> Pair:
    """What the tricks count for each team: 162 in all, when the last one is taken; less with a short pack."""
    points = [0, 0]
    for trick in tricks:
        points[trick.winner % 2] += trick.points
    if len(tricks) == PACKS[settings.pack].tricks:
        team = tricks[-1].winner % 2
        is_capot = settings.capot_counts_252 and all_taken_by(team, tricks)
        points[team] += CAPOT_TRICK if is_capot else LAST_TRICK
    return points[0], points[1]


def all_taken_by(team: int, tricks: tuple[TrickWon, ...]) -> bool:
    """Whether one team took every trick: capot, once all are played."""
    return all(trick.winner % 2 == team for trick in tricks)


def belote_of(game: Table) -> int | None:
    """The team with king and queen of trump, if there is one."""
    both = standing_contract(game).trump.belote
    first, second, third, fourth = game.dealt
    if game.settings.belote_in_one_hand:
        holders = (team for hand, team in zip(game.dealt, (0, 1, 0, 1), strict=True) if hand & both == both)
        return next(holders, None)
    if (first | third) & both == both:
        return 0
    return 1 if (second | fourth) & both == both else None


def with_belote(points: Pair, belote: int | None) -> Pair:
    """The points of both teams and the 20 of the one that has belote."""
    if belote is None:
        return points
    return (points[0] + BELOTE, points[1]) if belote == 0 else (points[0], points[1] + BELOTE)


# The contract


@guard("The contract has failed.", says="the contract is met")
def contract_is_met(game: Table) -> bool:
    """The contracting team has what it promised: every trick for capot, whatever they count; else the points.

    Where a majority is needed, the points must also be more than the defence's.
    """
    contract, settings = standing_contract(game), game.settings
    if contract.value == CAPOT:
        return all_taken_by(contract.team, game.tricks)
    points = points_taken(game.tricks, settings)
    if settings.belote_helps_contract:
        points = with_belote(points, belote_of(game))
    ours, theirs = points[contract.team], points[1 - contract.team]
    return ours >= contract.value and not (settings.majority_needed and ours <= theirs)


@guard("Nobody coinched.", says="the contract is coinched")
def contract_is_coinched(game: Table) -> bool:
    """The contract counts twice or four times."""
    return standing_contract(game).level > 1


# What is written


@makes_news(score_news)
def score_both_sides(game: Table) -> Table:
    """The contract is met: each team writes its points."""
    contract, settings = standing_contract(game), game.settings
    points = points_taken(game.tricks, settings)
    first, second = (round_to_ten(points[0]), round_to_ten(points[1])) if settings.round_to_tens else points
    extra = contract.value if settings.made_adds_contract else 0
    first, second = (first + extra, second) if contract.team == 0 else (first, second + extra)
    return write_score(game, points, True, (first * contract.level, second * contract.level))


@makes_news(score_news)
def give_stake_to_contractors(game: Table) -> Table:
    """The contract is met: the contracting team writes all that was at stake."""
    return give_stake(game, standing_contract(game).team, met=True)


@makes_news(score_news)
def give_stake_to_defence(game: Table) -> Table:
    """The contract has failed: the defence writes all that was at stake."""
    return give_stake(game, 1 - standing_contract(game).team, met=False)


def give_stake(game: Table, team: int, met: bool) -> Table:
    """One team writes the stake, the other nothing."""
    stake = stake_of(standing_contract(game), game.settings)
    points = points_taken(game.tricks, game.settings)
    return write_score(game, points, met, (stake, 0) if team == 0 else (0, stake))


def stake_of(contract: Contract, settings: Settings) -> int:
    """What a contract is worth to the side that wins it alone."""
    whole = PACKS[settings.pack].points + LAST_TRICK
    return (round_to_ten(whole) + contract.value if settings.stake_adds_contract else whole) * contract.level


def round_to_ten(points: int) -> int:
    """To the nearest ten, half up."""
    return (points + 5) // 10 * 10


def write_score(game: Table, points: Pair, met: bool, written: Pair) -> Table:
    """The round's result, with the 20 of belote, goes on the sheet."""
    match, belote = game.match, belote_of(game)
    written = with_belote(written, belote)
    totals = match.totals[0] + written[0], match.totals[1] + written[1]
    result = RoundScored(standing_contract(game), met, points, belote, written, totals)
    return replace(game, match=replace(match, totals=totals, last=result))
