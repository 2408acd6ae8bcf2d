"""A position that fits what a player sees: everything hidden is dealt anew, from the view alone.

The own deck is known, so its hidden cards change places. Nobody knows the opponent's deck list: it is a plausible one,
made of the cards that were seen of it and of others that may be in a deck with its leader.
"""

from collections import Counter
from collections.abc import Iterable
from functools import cache
from random import Random

from fsm import Caller, Snapshot
from fsm.chance import SEEDS
from games.onepiece.cards import DON_CARD, Card, Category, Keyword
from games.onepiece.library import LIBRARY, MOST_COPIES
from games.onepiece.table import DON_DECK, FIRST_DON, PLAYERS, THINGS, Game, Outcome, Pending, Piece, Running, Side
from games.onepiece.view import PieceView, PlayerView, RunningView, SideView, WaitingView

OUR_FACES = {number: face for number, face in LIBRARY.cards.items() if face.category is not Category.LEADER}
"""The cards that come with the package, by number, without leaders."""

SECRET_PHASE = {"main.battle": "main.battle.life_trigger"}
"""The phase that is shown to those who may not know it, and what it is."""


def redeal(view: PlayerView, chance: Random) -> Snapshot[Game]:
    """A position that the player, or the spectator, cannot tell from the real one."""
    near, far = side_of_view(view.you), side_of_view(view.opponent)
    game = Game(
        settings=view.settings,
        cards=deal_cards(view, chance),
        sides=(far, near) if view.player == 1 else (near, far),
        first=view.first,
        active=view.active,
        seed=chance.randrange(SEEDS),
        draws=view.draws,
        turn=view.turn,
        queue=tuple([pending_of_view(waiting) for waiting in view.waiting]),
        running=None if view.running is None else running_of_view(view.running),
        battle=view.battle,
        joining=None if view.joining is None else view.joining.card,
        chain=view.chain,
        losers=losers_of(view.outcome),
        reason=None if view.outcome is None else view.outcome.reason,
    )
    back = tuple([callers()[SECRET_PHASE.get(phase, phase)] for phase in view.back])
    return Snapshot(SECRET_PHASE.get(view.phase, view.phase), game, back)


@cache
def callers() -> dict[str, Caller]:
    """What a snapshot keeps of the phases that triggers can interrupt, by phase."""
    from games.onepiece import engine  # here, because the package imports this module

    return {caller.phase: caller for caller in engine.chart.callers["triggers"]}


# Hidden cards


def deal_cards(view: PlayerView, chance: Random) -> tuple[Card, ...]:
    """What is printed on each card, by id."""
    faces = {card: view.faces[place] for card, place in view.seen.items()}
    for player in PLAYERS:
        ids = range(player * THINGS + 1, player * THINGS + FIRST_DON)
        seen, hidden = [card for card in ids if card in faces], [card for card in ids if card not in faces]
        if player == view.player:
            unseen = own_cards(view, seen, chance)
        else:
            unseen = plausible_cards(view, [faces[card] for card in seen], faces[player * THINGS], hidden, chance)
        faces.update(zip(hidden, unseen, strict=True))
        faces.update(dict.fromkeys(range(ids.stop, ids.stop + DON_DECK), DON_CARD))
    return tuple([faces[card] for card in range(len(PLAYERS) * THINGS)])


def own_cards(view: PlayerView, seen: list[int], chance: Random) -> list[Card]:
    """What is left of the own deck, in any order."""
    left = Counter(view.own_deck)
    left.subtract([view.seen[card] for card in seen])
    unseen = [view.faces[place] for place in left.elements()]
    chance.shuffle(unseen)
    return unseen


def plausible_cards(view: PlayerView, seen: list[Card], leader: Card, hidden: list[int], chance: Random) -> list[Card]:
    """Cards that may be in a deck with this leader, beside what was seen of it."""
    fitting, others = stocks(view, seen, leader)
    missing = max(0, len(hidden) - len(fitting))
    unseen = chance.sample(fitting, len(hidden) - missing) + chance.sample(others, missing)
    taken = None if view.battle is None else view.battle.revealed
    if taken in hidden and not view.settings.asks_about_each_life_card:
        triggers = with_trigger(fitting) or with_trigger(others) or with_trigger(OUR_FACES.values())
        put_at(unseen, hidden.index(taken), chance.choice(triggers))
    return unseen


def stocks(view: PlayerView, seen: list[Card], leader: Card) -> tuple[list[Card], list[Card]]:
    """As many copies as may be left of each card that is known: those of the leader's colours, and all others.

    The others are for cards of somebody's own library, of which nobody may have seen enough.
    """
    known = OUR_FACES | {face.number: face for face in view.faces if face.category is not Category.LEADER}
    used, colours = Counter([face.number for face in seen]), set(leader.colours)
    fitting: list[Card] = []
    others: list[Card] = []
    for number, face in known.items():
        stock = others if colours.isdisjoint(face.colours) else fitting
        stock.extend([face] * (MOST_COPIES - used[number]))
    return fitting, others


def with_trigger(cards: Iterable[Card]) -> list[Card]:
    """The cards that have a Trigger."""
    return [card for card in cards if Keyword.TRIGGER in card.keywords]


def put_at(cards: list[Card], place: int, card: Card) -> None:
    """A card comes to a place: a copy that is there already changes places, or else it replaces what is there."""
    if card in cards:
        cards[cards.index(card)] = cards[place]
    cards[place] = card


# What lies open


def side_of_view(seen: SideView) -> Side:
    """A side as everybody sees it."""
    return Side(
        leader=piece_of_view(seen.leader),
        deck=seen.deck,
        don_deck=seen.don_deck,
        hand=seen.hand,
        life=seen.life,
        trash=tuple([card.card for card in seen.trash]),
        active_don=seen.active_don,
        rested_don=seen.rested_don,
        characters=tuple([piece_of_view(piece) for piece in seen.characters]),
        stage=None if seen.stage is None else piece_of_view(seen.stage),
        discounts=seen.discounts,
        sent_back=seen.sent_back,
    )


def piece_of_view(seen: PieceView) -> Piece:
    return Piece(seen.card, seen.rested, seen.given_don, seen.since, seen.modifiers, seen.used)


def pending_of_view(seen: WaitingView) -> Pending:
    return Pending(seen.player, seen.card, seen.effect, seen.given, seen.wave)


def running_of_view(seen: RunningView) -> Running:
    return Running(
        player=seen.player,
        card=seen.card,
        effect=seen.effect,
        chooser=seen.chooser,
        step=seen.step,
        chosen=seen.chosen,
        given=seen.given,
        begun=seen.begun,
    )


def losers_of(result: Outcome | None) -> tuple[int, ...]:
    """Nobody before the end; both after a draw."""
    if result is None:
        return ()
    return PLAYERS if result.loser is None else (result.loser,)
