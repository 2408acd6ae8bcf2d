"""Made-up flows with rows that do more than lead from phase to phase: calls, endings, refusals, gatherings."""

from typing import Annotated, Any

import msgspec

from fsm import Flow, State, Variant, gather, stay, variants
from tests.diagrams.flows import effect, rule

a_trigger_waits = rule("a_trigger_waits", "Nothing has triggered.")
a_choice_is_needed = rule("a_choice_is_needed")
both_still_stand = rule("both_still_stand")
resolve, draw_a_card, strike, clean_up = (
    effect(name) for name in ("resolve_the_trigger", "draw_a_card", "strike", "clean_up")
)
is_your_turn = rule("is_your_turn", "It is not your turn.")


class Duel(Flow):
    """A made-up card game in which effects interrupt whatever happens."""

    starting, drawing = State("Start of turn", initial=True), State("Draw Phase")

    class main(State.Compound, name="Main Phase"):
        idle = State("Choose an action", initial=True)
        placed = State("Card is placed")

    class battle(State.Compound, name="Battle"):
        attacking = State("Attack Step", initial=True)
        countering = State("Counter Step")
        damaging = State("Damage Step")

    class triggers(State.Compound, name="Resolving triggers"):
        waiting = State("Next trigger", initial=True)
        resolving = State("Effect is carried out")
        settled = State("All are resolved", final=True)

    ending = State("End Phase")
    over = State("Game over", final=True)

    # fmt: off
    play      = main.idle.to(main.placed,           cond=is_your_turn, on=draw_a_card)
    attack    = main.idle.to(battle,                cond=is_your_turn)
    activate  = main.idle.calls(triggers.resolving, cond=is_your_turn, on=resolve)
    counter   = stay(battle.countering)
    pass_on   = battle.countering.to(battle.damaging, on=strike)
    choose    = triggers.resolving.to(triggers.waiting, on=resolve)
    end_turn  = main.idle.to(ending,                cond=is_your_turn)
    concede   = main.to(over)

    starting.calls(triggers,                        cond=a_trigger_waits, then=drawing)
    triggers.called_by(ending, main.placed, battle.attacking, battle.countering, battle.damaging,
                                                    cond=a_trigger_waits)
    starting.to(drawing)
    drawing.to(main,                                on=draw_a_card)
    main.placed.to(main.idle)
    battle.attacking.to(battle.countering)
    battle.damaging.to(main)
    triggers.waiting.to(triggers.resolving,         cond=a_choice_is_needed)
    triggers.waiting.to(triggers.settled)
    ending.to(starting,                             on=clean_up)
    # fmt: on


def players(game: Any) -> tuple[int, ...]:
    """The seats that bid."""
    return (0, 1, 2)


def note_the_bid(game: Any, move: Any) -> Any:
    """An effect for each seat's move."""
    return game


class Agreed(msgspec.Struct, frozen=True):
    """What the players of a made-up match agree on."""

    strict: Annotated[bool, Variant("Nobody is strict.")] = False


S = variants(Agreed)
all_passed = rule("everyone_has_passed", "", "Everyone has passed.")
a_bid_stands = rule("a_bid_stands", "Nobody has bid yet.")
deal, name_the_trump, note_the_score = (effect(name) for name in ("deal", "name_the_trump", "note_the_score"))


class Auction(Flow):
    """A made-up auction that ends, is cancelled, and refuses."""

    dealing = State("Deal", initial=True, enter=deal)

    class auction(State.Compound, name="Auction"):
        bidding = State("All bid at once", initial=True)
        raising = State("Raise or pass")
        sold = State("Sold", final=True)
        passed = State("Nobody bids", final=True)

    class playing(State.Compound, name="Play"):
        leading = State("Lead a card", initial=True)
        following = State("Follow")
        challenge = State("A challenge is open")
        counted = State("All tricks are played", final=True)

    over = State("Game over", final=True)

    # fmt: off
    begin     = dealing.to(auction)
    bid       = gather(auction.bidding, by=players, on=note_the_bid, to=auction.raising)
    bet       = gather(playing.following, by=players, again=True, cond=a_bid_stands, on=note_the_bid,
                       to=playing.counted)
    withdraw  = stay(auction.raising)
    cancel    = auction.into(auction.bidding,                cond=a_bid_stands) \
              | playing.into(playing.leading)
    start_over = auction.to(auction.bidding,                 on=deal)
    raise_bid = auction.raising.to(auction.sold,             on=name_the_trump)
    give_up   = auction.raising.to(auction.passed)
    lead      = playing.leading.to(playing.following)
    object_to = playing.leading.to(playing.challenge)
    settle    = playing.challenge.to(playing.leading)
    concede   = auction.refuses("Nobody concedes an auction.", when=S.strict) \
              | auction.to(over) | playing.to(over) \
              | playing.challenge.refuses("Not while a challenge is open.")
    auction.done.to(dealing,                                 cond=all_passed)
    auction.done.to(playing)
    playing.done.to(over,                                    on=note_the_score)
    # fmt: on


def window(name: str, initial: bool = False) -> Any:
    """A part that a flow can have several times: all of them have the same ids inside."""

    class window(State.Compound, name=name, initial=initial):
        asking = State("Asked", initial=True)
        answered = State("Answered", final=True)

        answer = asking.to(answered)

    return window


class Windows(Flow):
    """A made-up game that asks in two places, where the phases inside are called the same."""

    class morning(State.Compound, name="Morning", initial=True):
        window = window("Window", initial=True)
        resting = State("Rest")

    class evening(State.Compound, name="Evening"):
        window = window("Window", initial=True)
        resting = State("Rest")

    class alarm(State.Compound, name="Alarm"):
        ringing = State("Ringing", initial=True)
        off = State("Off", final=True)

    # fmt: off
    ring = morning.window.asking.calls(alarm, then=evening) | evening.window.asking.calls(alarm, then=evening) \
         | morning.resting.calls(alarm)
    stop = alarm.ringing.to(alarm.off)
    go_on = morning.resting.to(evening)
    morning.window.done.to(morning.resting)
    evening.window.done.to(evening.resting)
    # fmt: on


class Inward(Flow):
    """A made-up flow whose calls and endings lead into the phases that they come from."""

    class play(State.Compound, name="Play", initial=True):
        idle = State("Idle", initial=True)
        acting = State("Act")

        class question(State.Compound, name="Question"):
            open = State("Open", initial=True)
            again = State("Asked again")
            closed = State("Closed", final=True)

        finished = State("Finished", final=True)

    over = State("Over", final=True)

    # fmt: off
    ask      = play.calls(play.question,                    most=2)
    wonder   = play.question.open.calls(play.question.again, then=play.question.open, most=3, on=draw_a_card)
    act      = play.idle.to(play.acting)
    answer   = play.question.open.to(play.question.closed) | play.question.again.to(play.question.closed)
    finish   = play.acting.to(play.finished)
    play.done.to(play.acting,                               cond=a_bid_stands)
    play.done.to(over)
    # fmt: on
