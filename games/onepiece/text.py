"""What players read in a terminal: both sides, the hand, the battle, and what has happened, with cards by name."""

from collections.abc import Callable, Iterator

from fsm import Move
from games.onepiece import moves, news
from games.onepiece.cards import Aimed, Card, Category, Colour, GiveCost, GivePower, Step
from games.onepiece.table import Outcome, Zone
from games.onepiece.view import CardView, EffectView, PieceView, PlayerView, SideView
from games.onepiece.zones import owner_of

Name = Callable[[int], str]

STYLES = {Colour.PURPLE: "magenta", Colour.BLACK: "bold"}
"""Of colours that terminals call otherwise."""
SILENT = {(Zone.DECK, Zone.LIFE), (Zone.HAND, Zone.CHARACTERS), (Zone.HAND, Zone.STAGE)}
"""Moves of cards that other news tell, or that everybody expects."""


# Cards


def face_of(card: int, view: PlayerView) -> Card | None:
    """What is printed on a card, if the player has seen it."""
    return view.faces[view.seen[card]] if card in view.seen else None


def card_words(card: int, view: PlayerView) -> str:
    """A card by its name, in its colour."""
    face = face_of(card, view)
    return "a card" if face is None else styled(face.name, face)


def styled(text: str, face: Card) -> str:
    colour = face.colours[0] if face.colours else Colour.BLACK
    return f"[{STYLES.get(colour, colour.value)}]{text}[/]"


def pieces_of(side: SideView) -> list[PieceView]:
    return [side.leader, *side.characters, *([side.stage] if side.stage else [])]


def piece_words(piece: PieceView, view: PlayerView) -> str:
    """A card on the field, as it is at the moment."""
    don = f" +{len(piece.given_don)} DON" if piece.given_don else ""
    rested = " [dim](rested)[/]" if piece.rested else ""
    power = "" if is_stage(piece.card, view) else f" {piece.power}"
    return together(f"{card_words(piece.card, view)}{power}{don}{rested}")


def is_stage(card: int, view: PlayerView) -> bool:
    face = face_of(card, view)
    return face is not None and face.category is Category.STAGE


def together(text: str) -> str:
    """Words that stay on one line."""
    return text.replace(" ", "\N{NO-BREAK SPACE}")


def on_field(card: int, view: PlayerView) -> str:
    """The same by id; a card that has left the field is known by its name."""
    pieces = (piece for side in (view.you, view.opponent) for piece in pieces_of(side))
    return next((piece_words(piece, view) for piece in pieces if piece.card == card), card_words(card, view))


def hand_words(card: CardView, view: PlayerView) -> str:
    """A card of the hand: its cost, its power, what it counters with."""
    face = face_of(card.card, view)
    if face is None:
        return card.name
    power = f", {face.power}" if face.category is Category.CHARACTER else f", {face.category}"
    counter = f", counter {face.counter}" if face.counter else ""
    return together(f"{styled(face.name, face)} [dim](cost {card.cost}{power}{counter})[/]")


# The table


def show_table(view: PlayerView, name: Name) -> Iterator[str]:
    me = 0 if view.player is None else view.player
    yield f"[bold]Turn {view.turn}[/], {name(view.active)} to play" if view.turn else "Before the first turn"
    yield from side_lines(name(1 - me), view.opponent, view)
    yield from side_lines(name(me), view.you, view)
    if view.battle:
        yield f"Battle   {on_field(view.battle.attacker, view)} attacks {on_field(view.battle.target, view)}"
    if view.running:
        yield f"Effect   {card_words(view.running.card, view)}, {effect_words(view.running, view)}"
    if view.taken:
        yield f"Life     you took {hand_words(view.taken, view)}"
    yield f"Hand     {' · '.join(hand_words(card, view) for card in view.hand) or 'empty'}"


def side_lines(owner: str, side: SideView, view: PlayerView) -> Iterator[str]:
    don = f"DON {len(side.active_don)} of {len(side.active_don) + len(side.rested_don)}"
    leader = piece_words(side.leader, view)
    counts = f"life {side.life_size} · hand {side.hand_size} · {don} · deck {side.deck_size}"
    yield f"{owner.capitalize():<8} [bold]{leader}[/]   {counts}"
    if others := pieces_of(side)[1:]:
        yield f"         {' · '.join(piece_words(piece, view) for piece in others)}"


def effect_words(which: EffectView, view: PlayerView) -> str:
    """When an effect happens, and what it does."""
    return f"{timing_words(which.timing)}: {steps_words(which.card, which.effect, view)}"


def steps_words(card: int, effect: int, view: PlayerView) -> str:
    """What an effect of a card does, step by step."""
    face = face_of(card, view)
    return "; ".join(map(step_words, face.effects[effect].steps)) if face else "unknown"


def step_words(step: Step) -> str:
    """`give power to up to 1 own character, +1000 until end of turn`."""
    what = str(step.__struct_config__.tag).replace("_", " ")
    amount = getattr(step, "amount", None)
    if not isinstance(step, Aimed):
        return what if amount is None else f"{what}: {amount}"
    to = " to" if amount is not None else ""
    until = f", {amount:+} until {step.until.replace('_', ' ')}" if isinstance(step, GivePower | GiveCost) else ""
    return f"{what}{to} {aim_words(step)}{until}"


def aim_words(step: Aimed) -> str:
    """Which cards a step is about."""
    number = "every " if step.every else f"up to {step.count} " if step.up_to else f"{step.count} " * (step.count > 1)
    power = f" of power {step.power_at_most} at most" if step.power_at_most is not None else ""
    cost = f" of cost {step.cost_at_most} at most" if step.cost_at_most is not None else ""
    return f"{number}{step.target.replace('_', ' ')}{power}{cost}"


def timing_words(timing: str) -> str:
    return str(timing).replace("_", " ")


# Moves


def say_move(move: Move, view: PlayerView, name: Name) -> str:
    match move:
        case moves.PlayCard() | moves.Counter():
            return from_hand(move.card, view) + (" by its effect" if getattr(move, "by_effect", False) else "")
        case moves.GiveDon():
            return f"to {on_field(move.target, view)}"
        case moves.Attack():
            return f"{on_field(move.attacker, view)} on {on_field(move.target, view)}"
        case moves.Block() | moves.TrashCharacter():
            return on_field(move.card, view)
        case moves.Activate():
            return f"{on_field(move.card, view)}: {steps_words(move.card, move.effect, view)}"
        case moves.Choose():
            return from_hand(move.card, view)
        case moves.OrderTrigger():
            waiting = view.waiting[move.trigger]
            return f"{card_words(waiting.card, view)}, {timing_words(waiting.timing)}"
    return ""


def from_hand(card: int, view: PlayerView) -> str:
    """A card of the hand, or else of the field."""
    held = next((one for one in view.hand if one.card == card), None)
    return on_field(card, view) if held is None else hand_words(held, view)


def moves_to_ask_about(view: PlayerView) -> list[Move]:
    """Every card of the hand, and every attack."""
    if view.player is None:
        return []
    targets = [view.opponent.leader, *view.opponent.characters]
    return [
        *(moves.PlayCard(view.player, card.card) for card in view.hand),
        *(moves.Attack(view.player, mine.card, target.card)
          for mine in (view.you.leader, *view.you.characters) for target in targets),
        *(moves.Block(view.player, mine.card) for mine in view.you.characters),
        *(moves.Counter(view.player, card.card) for card in view.hand),
        moves.EndTurn(view.player),
    ]  # fmt: skip


# News


def say_news(item: object, view: PlayerView, name: Name) -> str:
    """What players want to hear of; what they see anyway, such as cards that are rested, is left out."""
    return turn_words(item, view, name) or change_words(item, view, name) or battle_words(item, view, name)


def turn_words(item: object, view: PlayerView, name: Name) -> str:
    """News of turns, and of cards that are drawn and played."""
    match item:
        case news.TurnBegan():
            return f"[bold]turn {item.turn}[/]: {name(item.player)} to play"
        case news.HandReturned():
            return f"{name(item.player)} took a new opening hand"
        case news.CardSeen():
            return f"{name(item.player)} drew {card_words(item.card, view)}"
        case news.CardMoved():
            return moved_words(item, view, name)
        case news.CardPlayed():
            return f"{name(item.player)} played {card_words(item.card, view)}"
    return ""


def change_words(item: object, view: PlayerView, name: Name) -> str:
    """News of DON, power and costs."""
    match item:
        case news.DonAdded():
            return f"{name(item.player)} got {len(item.don)} DON" if item.don else ""
        case news.DonGiven():
            return f"{name(item.player)} gave a DON to {card_words(item.target, view)}"
        case news.PowerChanged():
            return f"{card_words(item.card, view)} has power {item.power} now"
        case news.CostChanged():
            return f"{card_words(item.card, view)} costs {item.cost} now"
        case news.HandCostChanged():
            return f"cards in the hand of {name(item.player)} cost {item.amount:+} now"
    return ""


def battle_words(item: object, view: PlayerView, name: Name) -> str:
    """News of battles and effects."""
    match item:
        case news.EffectUsed():
            return f"{name(item.player)} used {card_words(item.card, view)}, {timing_words(item.timing)}"
        case news.EffectDropped():
            return f"nothing came of {card_words(item.card, view)}, {timing_words(item.timing)}"
        case news.AttackDeclared():
            return f"{card_words(item.attacker, view)} attacked {card_words(item.target, view)}"
        case news.AttackBlocked():
            return f"{card_words(item.blocker, view)} blocked"
        case news.CounterUsed():
            return f"{card_words(item.card, view)} countered"
        case news.BlowStruck():
            return f"[bold]{item.attacker_power} against {item.defender_power}[/]"
        case news.DamageDealt():
            return f"[red]{name(item.player)} lost life[/]; {item.life_left} left"
    return ""


def moved_words(item: news.CardMoved, view: PlayerView, name: Name) -> str:
    """A card that went somewhere. What a player draws, they are shown with its name."""
    owner = name(owner_of(item.card))
    if (item.origin, item.to) in SILENT or (item.to is Zone.HAND and owner == "you"):
        return ""
    if (item.origin, item.to) == (Zone.DECK, Zone.HAND):
        return f"{owner} drew a card"
    if (item.origin, item.to) == (Zone.LIFE, Zone.HAND):
        return f"{owner} took a life card"
    return f"{card_words(item.card, view)} went from {item.origin} to {item.to}"


def say_outcome(outcome: Outcome, name: Name) -> str:
    who = "nobody" if outcome.winner is None else name(outcome.winner)
    return f"{who} won: {outcome.reason}"
