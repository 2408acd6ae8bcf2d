"""Sentences by code: a refusal says which one it is and with which values, in any language."""

from collections.abc import Callable
from enum import Enum
from typing import Annotated, Any

import msgspec
import pytest

from fsm import (
    Engine,
    Flow,
    FlowError,
    Move,
    Refusal,
    RefusalKind,
    RuleError,
    Snapshot,
    State,
    Variant,
    gather,
    guard,
    stay,
    variants,
)
from fsm.native import Native
from fsm.running.sentences import OWN
from fsm.values.sentences import names_in
from games.belote import engine as belote
from games.discard import engine as discard
from games.goofspiel import engine as goofspiel
from games.onepiece import engine as onepiece
from games.uno import engine as uno


class Suit(Enum):
    HEARTS = "hearts"


class House(msgspec.Struct, frozen=True):
    players: Annotated[int, Variant("Only {players} play.")] = 2


class Table(msgspec.Struct, frozen=True):
    wanted: tuple[Suit, ...] = (Suit.HEARTS,)
    count: int = 3
    settings: House = House()


S = variants(House)


class Pass(Move, tag="give"):
    cards: int

    @classmethod
    def candidates(cls, game: Table) -> "list[Pass]":
        return [cls(3)]


class Show(Move): ...


class Shout(Move): ...


class Swap(Move): ...


class Vote(Move):
    seat: int

    @classmethod
    def candidates(cls, game: Table) -> "list[Vote]":
        return [cls(0)]


def cards_to_pass(game: Table) -> int:
    return game.count


def suits(game: Table) -> tuple[Suit, ...]:
    return game.wanted


def sent(game: Table, move: Pass) -> int:
    return move.cards


@guard("Pass {count} cards, not {sent}.", count=cards_to_pass, sent=sent, suits=suits)
def count_is_right(game: Table, move: Pass) -> bool:
    return move.cards == game.count


@guard("It is {{open}}.", negated="Of {suits} there is nothing to show.", suits=suits)
def nothing_is_wanted(game: Table) -> bool:
    return True


def is_loud(game: Table) -> bool:
    return False


@guard("Seat {first} votes.", first=lambda game: 0)
def voters(game: Table) -> tuple[int, ...]:
    return (0,)


class Passing(Flow):
    passing = State("Pass", initial=True)
    voting = State("Vote")
    over = State(final=True)
    give = passing.to(voting, cond=count_is_right)
    show = stay(passing, unless=nothing_is_wanted)
    shout = stay(passing, cond=is_loud) | stay(voting, unless=nothing_is_wanted, cond=is_loud)
    swap = stay(passing, when=S.players == 4) | voting.refuses("No {swaps} now.")
    vote = gather(voting, by=voters, to=over)
    refusals = (("passing", "vote", "Pass {first}."),)


passing: Engine[Table] = Engine(Passing, moves=(Pass, Show, Shout, Swap, Vote), new=Table)
START = passing.start()
VOTING = Snapshot("voting", Table())


def refused(move: Any, here: Snapshot[Table] = START, engine: Engine[Table] = passing) -> Refusal:
    """The refusal, which is the same on every way to it."""
    answer = engine.step(here, move)

    assert isinstance(answer, Refusal)
    assert engine.for_settings(here.game.settings).step(here, move) == answer
    if isinstance(move, Move):
        assert Native(engine, here).send(move) == answer
    return answer


SAID: dict[str, tuple[Any, Snapshot[Table], str, str, dict[str, Any]]] = {
    "a guard": (Pass(2), START, "count_is_right", "Pass 3 cards, not 2.",
                {"count": 3, "sent": 2, "suits": ["hearts"]}),
    "a guard that must not hold": (Show(), START, "!nothing_is_wanted", "Of hearts there is nothing to show.",
                                   {"suits": ["hearts"]}),
    "a condition": (Swap(), START, "players == 4", "Only 2 play.", {"players": 2}),
    "a seat that does not choose": (Vote(3), VOTING, "is_among_voters", "Seat 0 votes.", {"first": 0}),
    "a guard without a sentence": (Shout(), START, "engine.needs", "shout is not allowed: it needs “is loud”.",
                                   {"event": "shout", "guard": "is loud"}),
    "an event that a phase does not know": (Vote(0), START, "passing-vote", "Pass {first}.", {}),
    "an event that a row refuses": (Swap(), VOTING, "voting-swap", "No {swaps} now.", {}),
    "an event without a sentence": (
        Show(), VOTING, "engine.impossible", "show is not possible in Vote; possible: shout, vote.",
        {"event": "show", "phase": "Vote", "possible": ["shout", "vote"]}),
    "where nothing is possible": (
        Show(), Snapshot("over", Table()), "engine.impossible", "show is not possible in Over; possible: nothing.",
        {"event": "show", "phase": "Over", "possible": []}),
    "a payload": (Pass("3"), START, "engine.malformed", "give needs cards to be int, not '3'.",  # type: ignore[arg-type]
                  {"event": "give", "field": "cards", "wanted": "int", "sent": "'3'"}),
}  # fmt: skip


@pytest.mark.parametrize(("move", "here", "code", "message", "values"), SAID.values(), ids=SAID)
def test_a_refusal_has_a_code_and_values(
    move: Any, here: Snapshot[Table], code: str, message: str, values: dict[str, Any]
) -> None:
    no = refused(move, here)

    assert (no.code, no.message, no.values) == (code, message, values)
    assert msgspec.json.decode(msgspec.json.encode(no.values)) == no.values
    assert no.translated(passing.sentences()) == no.message


class Fly(Move, tag="it's"): ...


class Other(Move, tag="show"): ...


@pytest.mark.parametrize(
    ("sent", "code"),
    [(Fly(), "engine.unknown"), (Other(), "engine.other_type"), ("show", "engine.no_move"), (7, "engine.no_move")],
)
def test_what_is_no_move_has_a_code_too(sent: Any, code: str) -> None:
    no = refused(sent)

    assert (no.kind, no.code) == (RefusalKind.UNKNOWN, code)
    assert set(no.values) == set(names_in(OWN[code]))
    assert no.translated(passing.sentences()) == no.message


@pytest.mark.parametrize("here", [None, START])
def test_what_cannot_be_read_has_a_code_too(here: Snapshot[Table] | None) -> None:
    no = passing.read_move('{"move": "give", "cards": "{3}"}', here)

    assert isinstance(no, Refusal)
    assert (no.code, list(no.values)) == ("engine.unreadable", ["flow", "trouble"])
    assert no.translated(passing.sentences()) == no.message


def test_all_sentences_are_listed_by_code() -> None:
    assert passing.sentences() == {
        "count_is_right": "Pass {count} cards, not {sent}.",
        "!nothing_is_wanted": "Of {suits} there is nothing to show.",
        "players == 4": "Only {players} play.",
        "is_among_voters": "Seat {first} votes.",
        "has_not_chosen": "You have chosen already.",
        "voting-swap": "No {{swaps}} now.",
        "passing-vote": "Pass {{first}}.",
        **OWN,
    }
    assert list(passing.sentences())[-len(OWN) :] == list(OWN)


def test_rows_that_refuse_in_some_matches_have_codes_of_their_own() -> None:
    class Closed(Flow):
        here = State(initial=True)
        show = stay(here, when=S.players == 3) | here.refuses("Two.", when=S.players == 2) | here.refuses("Many.")

    engine: Engine[Table] = Engine(Closed, moves=(Show,), new=Table)
    found = {refused(Show(), Snapshot("here", Table(settings=House(n))), engine).code for n in (2, 4)}

    assert list(engine.sentences())[1:3] == ["here-show when players == 2", "here-show"]
    assert found == set(list(engine.sentences())[1:3])


@pytest.mark.parametrize("engine", [belote, discard, goofspiel, onepiece, uno], ids=lambda engine: engine.name)
def test_the_sentences_of_every_game_are_a_translation(engine: Engine[Any]) -> None:
    engine.check_translation(engine.sentences())

    assert len(engine.sentences()) > len(OWN)


def test_an_engine_for_some_settings_says_what_the_whole_one_says() -> None:
    assert passing.for_settings(House(4)).sentences() == passing.sentences()


# Values that are bugs


def test_what_a_value_raises_is_a_bug_of_the_rules() -> None:
    def broken(game: Table) -> int:
        raise KeyError("no count")

    here = Snapshot("here", Table())
    engine = engine_of(guard("{count}.", count=broken)(lambda_named("never")))
    for act in (engine.step, engine.why, lambda here, move: Native(engine, here).send(move)):
        with pytest.raises(KeyError):
            act(here, Show())


def test_a_value_that_json_cannot_hold_is_a_bug_with_a_sentence() -> None:
    engine = engine_of(guard("{count}.", count=lambda game: object)(lambda_named("never")))
    with pytest.raises(RuleError, match=r"the value 'count' of guard 'never' is 'object', which JSON cannot "
                                        "hold; give a word, a number, or a list of these"):  # fmt: skip
        engine.step(Snapshot("here", Table()), Show())


def test_a_value_is_asked_only_when_its_guard_refuses() -> None:
    asked: list[Table] = []

    @guard("{count}.", count=lambda game: asked.append(game))
    def is_three(game: Table) -> bool:
        return game.count == 3

    engine = engine_of(is_three)
    assert isinstance(engine.step(Snapshot("here", Table()), Show()), Snapshot)
    assert asked == []
    assert isinstance(engine.step(Snapshot("here", Table(count=1)), Show()), Refusal)
    assert asked == [Table(count=1)]


def test_a_value_written_for_another_move_is_refused() -> None:
    def of_a_vote(game: Table, move: Vote) -> int:
        return move.seat

    with pytest.raises(FlowError, match=r"the value 'seat' of guard 'never' is written for Vote, but 'here-show-here'"):
        engine_of(guard("{seat}.", seat=of_a_vote)(lambda_named("never")))


def lambda_named(name: str) -> Callable[[Table], bool]:
    def rule(game: Table) -> bool:
        return False

    rule.__name__ = name
    return rule


def engine_of(rule: Any) -> Engine[Table]:
    class Single(Flow):
        here = State(initial=True)
        show = stay(here, cond=rule)

    return Engine(Single, moves=(Show,), new=Table)


# Why


def test_why_fills_in_what_is_not_met() -> None:
    def report(move: Move) -> list[tuple[str, bool | None]]:
        return [(one.sentence, one.holds) for row in passing.why(START, move).rows for one in row.guards]

    assert report(Pass(2)) == [("Pass 3 cards, not 2.", False)]
    assert report(Pass(3)) == [("Pass {count} cards, not {sent}.", True)]


def test_why_leaves_names_where_values_cannot_be_had() -> None:
    """The second row presumes what the first denies."""

    @guard("{count} is too few.", count=lambda game: 12 // game.count)
    def is_enough(game: Table) -> bool:
        return False

    class Two(Flow):
        here = State(initial=True)
        show = stay(here, cond=is_loud) | stay(here, unless=[is_enough, nothing_is_wanted])
        shout = stay(here, cond=[is_loud, is_enough])

    engine: Engine[Table] = Engine(Two, moves=(Show, Shout), new=Table)
    why = engine.why(Snapshot("here", Table(count=0)), Shout())

    assert [one.sentence for one in why.rows[0].guards] == ["", "{count} is too few."]


# Translations

FRENCH = passing.sentences() | {
    "count_is_right": "Passez {count} cartes, dont {suits}.",
    "engine.nothing": "rien",
    "suits=hearts": "cœur",
}


def test_a_refusal_is_translated_with_its_values_and_their_words() -> None:
    passing.check_translation(FRENCH)

    assert refused(Pass(2)).translated(FRENCH) == "Passez 3 cartes, dont cœur."
    assert refused(Show(), Snapshot("over", Table())).translated(FRENCH).endswith("possible: rien.")


def test_a_translation_that_lacks_a_sentence_leaves_the_message() -> None:
    assert refused(Pass(2)).translated({}) == "Pass 3 cards, not 2."
    assert refused(Pass(2)).translated({"count_is_right": "{sent} ≠ {cuont}"}) == "2 ≠ {cuont}"
    assert Refusal(RefusalKind.GUARDED, "here", Show(), "No.").translated(FRENCH) == "No."


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"count_is_right": None}, r"'count_is_right' has no text; correct it\.$"),
        ({"count_is_right": " "}, r"'count_is_right' has no text; correct it\.$"),
        (
            {"count_is_right": "{cuont}"},
            r"'count_is_right' has \{cuont\}, but its values are count, sent, suits; correct it\.$",
        ),
        ({"passing-vote": "{first}"}, r"'passing-vote' has \{first\}, but its values are none; correct it\.$"),
        ({"engine.needs": "{flow}"}, r"'engine.needs' has \{flow\}, but its values are event, guard; correct it\.$"),
        ({"count_is_right": "{count"}, r"'count_is_right' has half a pair of braces; .*\.$"),
        ({"count_is_wrong": "No."}, r"it has 'count_is_wrong', of which the flow knows nothing; correct it\.$"),
        ({"suit=hearts": "cœur"}, r"it has 'suit=hearts', of which the flow knows nothing; correct it\.$"),
    ],
)
def test_a_translation_that_does_not_fit_is_refused(change: dict[str, Any], words: str) -> None:
    with pytest.raises(FlowError, match=rf"^Passing: a translation does not fit: {words}"):
        passing.check_translation(FRENCH | change)


def test_everything_that_does_not_fit_is_in_one_sentence() -> None:
    with pytest.raises(FlowError, match=r"^Passing: a translation does not fit: it lacks '!nothing_is_wanted', "
                                        r".*; it has 'x', of which .*; 'count_is_right' has \{y\}, but"):  # fmt: skip
        passing.check_translation({"count_is_right": "{y}", "x": "x"})


# Codes


def test_codes_stay_when_words_change_and_differ_where_sentences_do() -> None:
    guards = [code for code in passing.sentences() if "-" not in code and "." not in code]

    assert guards == ["count_is_right", "!nothing_is_wanted", "players == 4", "is_among_voters", "has_not_chosen"]
    assert not any(code.isidentifier() for code in set(passing.sentences()) - set(guards))


def test_values_change_no_fingerprint() -> None:
    before, after = (engine_of(rule).chart for rule in (lambda_named("a"), secret_named("a")))

    assert before.fingerprint == after.fingerprint
    assert [one.rows[0].guards[0].secret for one in (before, after)] == [False, True]


def secret_named(name: str) -> Any:
    return guard("{count}.", count=cards_to_pass, secret=True)(lambda_named(name))
