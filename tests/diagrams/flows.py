"""Made-up flows that show everything a picture must cope with."""

from typing import Annotated, Any

import msgspec

from fsm import Flow, State, Variant, guard, stay, variants

# Rows of the discard turn

DEAL = "drawing-deal_next_hand-discarding"
TOGGLE = "discarding-toggle_card-discarding"
TO_READY = "discarding.selecting-then-discarding.ready"


# Flows of our own


def rule(name: str, sentence: str = "", negated: str = "") -> Any:
    """A guard that always holds; pictures only need its name and sentence."""

    def holds(game: Any) -> bool:
        return True

    holds.__name__ = name
    return guard(sentence, negated=negated)(holds)


@guard("Pass {count} cards, not {{none}}.", negated="“{count}” | `{count}`?", count=lambda game: 3)
def cards_are_passed(game: Any) -> bool:
    return True


class Passing(Flow):
    """Sentences that name values."""

    passing, over = State("Pass", initial=True), State(final=True)
    pass_on = passing.to(over, cond=cards_are_passed)
    keep = passing.to(over, unless=cards_are_passed)


def effect(name: str) -> Any:
    """An effect that changes nothing."""

    def unchanged(game: Any) -> Any:
        return game

    unchanged.__name__ = name
    return unchanged


deal_five, deal_rest, turn_up, next_bidder, take, name_suit, redeal, play, next_seat, collect, score, gather = (
    effect(name)
    for name in (
        "deal_five",
        "deal_the_rest",
        "turn_up_a_card",
        "pass_to_the_next",
        "take_the_turned_up_suit",
        "take_the_named_suit",
        "gather_and_redeal",
        "lay_the_card",
        "move_to_the_next_seat",
        "collect_the_trick",
        "score_the_deal",
        "gather_the_cards",
    )
)
everyone_passed = rule("everyone_has_passed", "Someone may still bid.", "Everyone has passed.")
holds_card = rule("the_card_is_in_hand", "You do not hold that card.")
follows = rule("the_led_suit_is_followed", "You hold a card of the led suit and must play one.")
overtrumps = rule("trumps_are_raised", "You must overtrump.")
partner_wins = rule("the_partner_is_winning", "", "Your partner holds the trick.")
cards_left = rule("cards_are_left", "", "There are cards left.")
trick_full = rule("four_cards_lie", "The trick is not complete.")
target_reached = rule("a_side_reached_the_target", "Nobody has won yet.", "The game is decided.")
suit_differs = rule("another_suit_is_named", "Name another suit than the one turned up.")
may_declare = rule("the_first_trick_is_open", "Declarations come with the first card.")


class Contract(Flow):
    """A made-up trick-taking game: bid in two rounds, play eight tricks, count, start over."""

    dealing = State("Deal", initial=True, enter=deal_five, exit=turn_up)

    class bidding(State.Compound, name="Bidding"):
        class first_round(State.Compound, name="First round", initial=True):
            asked_to_take = State("Asked to take", initial=True)

        class second_round(State.Compound, name="Second round"):
            asked_to_name = State("Asked to name a suit", initial=True)

        # fmt: off
        pass_the_bid = first_round.asked_to_take.to(second_round,           cond=everyone_passed, on=next_bidder) \
                    | stay(first_round.asked_to_take,                      on=next_bidder) \
                    | second_round.asked_to_name.to(second_round.asked_to_name, unless=everyone_passed, on=next_bidder)
        # fmt: on

    class playing(State.Compound, name="Playing", enter=deal_rest):
        leading = State("Lead a card", initial=True)
        following = State("Follow to the trick")
        trick_done = State("Trick complete")

        # fmt: off
        play_card   = leading.to(following,      cond=holds_card, on=[play, next_seat]) \
                    | stay(following,            cond=[holds_card, follows, overtrumps],
                                                 unless=[trick_full, partner_wins],
                                                 on=[play, next_seat]) \
                    | following.to(trick_done,   cond=[holds_card, follows, overtrumps, trick_full], on=play)
        trick_done.to(leading,                   cond=cards_left, on=collect)
        # fmt: on

    counting = State("Count the deal", enter=score)
    finished = State("Game over", final=True)

    # fmt: off
    take_turned = bidding.first_round.to(playing,                on=take)
    name_a_suit = bidding.second_round.to(playing,               cond=suit_differs, on=name_suit)
    throw_in    = bidding.second_round.asked_to_name.to(dealing, cond=everyone_passed, on=redeal) \
                | playing.to(dealing,                            on=redeal)
    begin       = dealing.to(bidding)
    declare     = stay(playing,                                  cond=may_declare)
    restart     = playing.to(playing.leading,                    cond=target_reached)
    playing.trick_done.to(counting,                              unless=cards_left, on=collect)
    count_up    = counting.to(finished,                          cond=target_reached) \
                | counting.to(dealing,                           on=gather)
    concede     = bidding.to(finished) | playing.to(finished)
    # fmt: on


class House(msgspec.Struct, frozen=True):
    """What the players of a made-up match agree on."""

    jump_in: Annotated[bool, Variant("Nobody jumps in.")] = False
    force_play: Annotated[bool, Variant("Drawing is free.", negated="Who can play must play.")] = False
    stacking: Annotated[bool, Variant("Nothing is stacked.")] = False
    players: int = 2


S = variants(House)


def cards_are_open(settings: House) -> bool:
    """A variant as a guard of its own."""
    return settings.players > 3


class Varied(Flow):
    """A made-up game whose rows depend on what was agreed."""

    class round(State.Compound, name="Round", initial=True):
        playing = State("Turn", initial=True)
        drawn = State("Drawn card")
        laid = State("Card laid")

        # fmt: off
        laid.to(drawn,   when=S.stacking | S.jump_in)
        laid.to(playing, on=next_seat)
        lay     = playing.to(laid,  cond=holds_card, on=play)
        jump    = playing.to(laid,  when=S.jump_in & (S.players >= 3), cond=holds_card, on=play)
        draw    = playing.to(drawn, when=~S.force_play, cond=[holds_card, follows, overtrumps], on=take) \
                | stay(playing,     when=S.force_play, unless=holds_card, on=take)
        # fmt: on

    over = State("Over", final=True)
    leave = over.from_(round, cond=cards_are_open) | stay(round, when=S.players.is_in(5, 6))
    stop = round.drawn.to(over)
