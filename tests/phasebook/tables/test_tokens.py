"""Tokens: whoever has one has its seat, and nobody else; what is stored opens nothing."""

from hypothesis import given
from hypothesis import strategies as st

from fsm.engine import HOST
from phasebook.tables.tokens import NOBODY, hash_of, kept, new_token, owner_of

SEATS = [0, 1, "north", HOST]


def test_a_token_opens_its_own_seat() -> None:
    tokens = {seat: new_token() for seat in SEATS}
    stored = [kept(token, seat) for seat, token in tokens.items()]

    assert {seat: owner_of(token, stored) for seat, token in tokens.items()} == {seat: seat for seat in SEATS}


@given(st.text())
def test_nothing_else_opens_one(guess: str) -> None:
    token = "a" * 32
    stored = [kept(token, seat) for seat in SEATS]

    assert owner_of(guess, stored) is NOBODY
    assert owner_of(hash_of(token), stored) is NOBODY


def test_no_two_tokens_are_alike_and_none_is_stored() -> None:
    tokens = {new_token() for _ in range(1_000)}

    assert len(tokens) == 1_000
    assert all(len(token) >= 32 for token in tokens)
    assert all(token not in kept(token, 0).hash for token in tokens)
