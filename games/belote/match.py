"""The match: a new one, dealing, the turn, and its end."""

from typing import Any

from msgspec.structs import replace

from fsm import SettingsError, Snapshot, guard, makes_news
from fsm.chance import shuffled
from fsm.settings import seed_of, settings_of
from games.belote.cards import DECK, NAMED, PACKS, Card, cards_in, mask_of
from games.belote.moves import SEATS, Bid, Coinche, PassBid, PlayCard, Surcoinche
from games.belote.news import deal_news, match_news
from games.belote.table import PRESETS, Match, Outcome, Reason, Settings, Table, standing_contract

# A new match


def new_game(
    seed: int,
    preset: str = "seed",
    players: int = 4,
    deal: Any = None,
    **settings: Any,
) -> Table:
    """A match before its first deal. `deal` is the order of the cards in that deal, by name: "J♠"."""
    if type(players) is not int or players != 4:
        raise SettingsError(f"Belote needs 4 players, not {players!r}.")
    rules = settings_of(Settings, PRESETS, preset, settings)
    given = () if deal is None else checked_deal(deal, rules.pack)
    return Table(
        settings=rules,
        match=Match(seed=seed_of(seed), deals=0, totals=(0, 0), given=given, last=None, winner=None),
        calls=(),
        contract=None,
        dealt=(0, 0, 0, 0),
        held=0,
        turn=0,
        trick=(),
        best=None,
        tricks=(),
    )


def checked_deal(deal: Any, size: int) -> tuple[Card, ...]:
    """The cards of the pack in the order given, or an error that says what is wrong with them."""
    if not isinstance(deal, list | tuple):
        raise SettingsError(f"A deal must be a list of {size} cards, not {deal!r}.")
    cards = tuple(checked_card(name) for name in deal)
    if twice := [card for card in DECK if cards.count(card) > 1]:
        raise SettingsError(f"A deal must have each card once, and this one has {twice[0]} more than once.")
    if len(cards) != size:
        raise SettingsError(f"A deal must be all {size} cards, not {len(cards)}.")
    if foreign := mask_of(cards) & ~PACKS[size].mask:
        raise SettingsError(f"{cards_in(foreign)[0]} is not in a pack of {size} cards; leave it out.")
    return cards


def checked_card(name: Any) -> Card:
    """A card, or the card of this name."""
    if isinstance(name, Card):
        return name
    if not isinstance(name, str) or name not in NAMED:
        raise SettingsError(f"There is no card {name!r}; the cards are {', '.join(NAMED)}.")
    return NAMED[name]


# Dealing


@makes_news(deal_news)
def deal_cards(game: Table) -> Table:
    """Eight cards to each seat, fewer of a short pack, one at a time; the seat left of the dealer speaks first."""
    match, pack = game.match, PACKS[game.settings.pack]
    order = tuple(card.bit for card in match.given) or shuffled(pack.bits, match.seed, match.deals)
    hands = sum(order[::4]), sum(order[1::4]), sum(order[2::4]), sum(order[3::4])
    after = replace(match, deals=match.deals + 1, given=())
    return replace(
        game,
        match=after,
        calls=(),
        contract=None,
        dealt=hands,
        held=pack.mask,
        turn=after.deals % 4,
        tricks=(),
    )


# Taking turns


@guard("It is not your turn.")
def it_is_your_turn(game: Table, move: Bid | PassBid | Coinche | Surcoinche | PlayCard) -> bool:
    """The seat that sends the move is the one in turn."""
    return move.seat == game.turn


def to_act(snapshot: Snapshot[Table]) -> tuple[int, ...]:
    """The seat in turn; nobody when the match is over."""
    return () if snapshot.phase == "match_over" else (snapshot.game.turn,)


# The end


@guard("Nobody has reached the target.", says="a team reaches the target")
def target_is_reached(game: Table) -> bool:
    """At least one team has as many points as the match is played for."""
    return max(game.match.totals) >= game.settings.target


@makes_news(match_news)
def crown_higher_total(game: Table) -> Table:
    """The team with more points wins; of equals, the contracting team."""
    first, second = game.match.totals
    team = standing_contract(game).team if first == second else 0 if first > second else 1
    return crown(game, team)


@makes_news(match_news)
def crown_contractors(game: Table) -> Table:
    """The contracting team wins if it reached the target, else the defence."""
    team = standing_contract(game).team
    return crown(game, team if game.match.totals[team] >= game.settings.target else 1 - team)


def crown(game: Table, team: int) -> Table:
    """The match is over."""
    return replace(game, match=replace(game.match, winner=team))


def outcome(game: Table) -> Outcome | None:
    """Who has won and why, or None while the match goes on."""
    match, settings = game.match, game.settings
    if match.winner is None:
        return None
    reason = Reason.TARGET_REACHED
    if min(match.totals) >= settings.target:
        reason = Reason.HIGHER_TOTAL if settings.higher_total_wins else Reason.CONTRACTORS_FIRST
    return Outcome(match.winner, match.totals, reason)


def returns(game: Table) -> dict[int, int]:
    """1 for both seats of the team that has won, -1 for the others."""
    return {seat: 1 if seat % 2 == game.match.winner else -1 for seat in SEATS}
