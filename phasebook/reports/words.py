"""What a simulation found, in sentences: for the terminal and for the top of a report."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fsm.simulate import Comparison, FirstPlayer, Mean, Share, Simulation


def sentences(found: "Simulation") -> Iterator[str]:
    """What people ask for first."""
    from fsm.simulate import mean

    stopped = "" if found.is_complete else f" of {found.wanted:,}, then it was stopped"
    yield f"{found.games:,} games were played{stopped}, with {found.moves:,} moves."
    if not found.games:
        return
    yield f"A game has {quantity(mean(found.lengths))} moves."
    outcome, games = next(iter(found.sentences.items()))
    yield f"The most frequent ending, in {games / found.games:.1%} of the games: {outcome}."
    if found.first_player is not None:
        yield first_player(found.first_player)
    if found.failure is not None:
        yield f"{found.failures:,} games are stuck or broken. The first: {found.failure}"


def first_player(found: "FirstPlayer") -> str:
    """Whether it pays to begin."""
    verdict = "not clear of chance"
    if found.is_clear:
        verdict = f"clear of chance, {'an advantage' if found.advantage.mean > 0 else 'a drawback'}"
    return f"The seat that acts first wins {part(found.wins)}; {found.fair:.1%} would be fair: {verdict}."


def comparison_sentences(found: "Comparison") -> Iterator[str]:
    """Both sides in short."""
    yield f"{found.games:,} games were played on each side, game by game with the same seed."
    clear = [one for one in found.differences if one.is_clear]
    yield f"{len(clear)} of {len(found.differences)} differences are clear of chance."
    if len(found.differences) > 1:
        yield "Of 20 lines without any true difference, one is called clear by chance."


def part(share: "Share") -> str:
    """A share with its interval."""
    return f"{share.share:.1%} ({share.low:.1%} to {share.high:.1%})"


def quantity(mean: "Mean") -> str:
    """A mean with its interval."""
    digits = 2 if abs(mean.mean) >= 10 else 3
    if mean.low is None or mean.high is None:
        return f"{mean.mean:,.{digits}f}"
    return f"{mean.mean:,.{digits}f} ({mean.low:,.{digits}f} to {mean.high:,.{digits}f})"
