"""Everything that a refused player reads, in French: `refusal.translated(FRENCH)`."""

from games.belote.cards import DECK
from games.belote.refusals import CALLS

SUITS = {"♠": "pique", "♥": "cœur", "♦": "carreau", "♣": "trèfle"}
RANKS = {
    "7": "le sept",
    "8": "le huit",
    "9": "le neuf",
    "J": "le valet",
    "Q": "la dame",
    "K": "le roi",
    "10": "le dix",
    "A": "l'as",
}
MOVES = {
    "bid": "annoncer",
    "pass_bid": "passer",
    "coinche": "coincher",
    "surcoinche": "surcoincher",
    "play_card": "jouer une carte",
}

FRENCH: dict[str, str] = {
    # The auction
    "it_is_your_turn": "Ce n'est pas à vous de jouer.",
    "bid_is_on_the_ladder": "Une annonce va de 80 à {top}, de dix en dix.",
    "bid_is_on_the_ladder_or_capot": "Une annonce va de 80 à {top}, de dix en dix ; le capot s'annonce 250.",
    "bid_is_higher": "Annoncez plus de {highest}, ou passez.",
    "two_passed_after_a_bid": "Ce n'est pas la troisième passe après une annonce.",
    "everybody_else_passed": "Tout le monde n'a pas encore passé.",
    "a_bid_stands": "Il n'y a pas encore d'annonce à coincher.",
    "bid_is_the_other_sides": "On ne coinche que l'annonce du camp adverse.",
    "bid_is_your_sides": "Seul le camp qui a pris peut surcoincher.",
    "capot_bid": "Le capot ne s'annonce pas dans cette partie.",
    "!capot_bid": "Le capot s'annonce dans cette partie.",
    "three_passes_after_coinche": "Après une coinche, la première passe clôt les enchères.",
    "!three_passes_after_coinche": "Après une coinche, il faut trois passes pour clore les enchères.",
    # The tricks
    "card_is_in_your_hand": "Vous n'avez pas {card} en main.",
    "card_follows_suit": "Vous avez du {suit} : il faut fournir à la couleur.",
    "you_cannot_follow_suit": "Vous avez du {suit} : il faut fournir à la couleur.",
    "rises_if_trumps_are_led": "On a joué atout et vous pouvez monter : battez {card}.",
    "trumps_unless_freed": "Vous ne pouvez pas fournir et vous avez de l'atout : coupez à {suit}.",
    "overtrumps_unless_freed": "Vous pouvez surcouper : battez {card}.",
    # At the wrong time
    "bidding-play_card": "Aucun pli n'est en cours : les enchères ne sont pas terminées.",
    "bidding.open-surcoinche": "Personne n'a coinché : il n'y a rien à surcoincher.",
    "bidding.coinched-bid": "Après une coinche, on ne peut que passer ou, dans le camp qui a pris, surcoincher.",
    "bidding.coinched-coinche": "Le contrat est déjà coinché.",
    **{f"playing-{call}": "Les enchères sont terminées ; jouez une carte." for call in CALLS},
    **{f"match_over-{move}": "La partie est terminée ; commencez-en une autre." for move in MOVES},
    # The engine's own
    "engine.unknown": "{flow} ne connaît pas le coup {sent} ; possible : {possible}.",
    "engine.other_type": "{flow} attend pour « {event} » un {known}, pas un {sent}.",
    "engine.no_move": "{sent} n'est pas un coup ; envoyez par exemple {example}, ou lisez du JSON avec read_move ; "
    "possible : {possible}.",
    "engine.unreadable": "Ce n'est pas un coup de {flow} : {trouble}.",
    "engine.malformed": "Pour {event}, {field} doit être {wanted}, pas {sent}.",
    "engine.impossible": "On ne peut pas {event} maintenant ({phase}) ; possible : {possible}.",
    "engine.needs": "On ne peut pas {event} : il faut « {guard} ».",
    "engine.needs_not": "On ne peut pas {event} : il ne faut pas « {guard} ».",
    "engine.not_yours": "Ce coup revient à un autre joueur.",
    "engine.only_host": "Ce coup revient à l'hôte de la table.",
    "engine.only_watching": "Les spectateurs ne jouent pas.",
    "engine.nothing_to_take_back": "Il n'y a aucun coup à reprendre.",
    "engine.not_your_last_move": "Le dernier coup n'était pas le vôtre : vous ne pouvez pas le reprendre.",
    "engine.has_shown_something": "Ce coup vous a appris quelque chose : il reste joué.",
    "engine.nothing": "rien",
    # Words for values
    **{f"suit={sign}": word for sign, word in SUITS.items()},
    **{f"card={card}": f"{RANKS[card.rank]} de {SUITS[str(card.suit)]}" for card in DECK},
    **{f"{name}={move}": word for name in ("event", "possible") for move, word in MOVES.items()},
}
