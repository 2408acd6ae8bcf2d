"""Tables: every row of the flow, readable as text."""

from diagrams import Diagram
from diagrams.formats.tables import markdown_text, rst_text
from games.discard import DiscardTurn
from tests.diagrams.flows import DEAL, Contract, Passing, Varied
from tests.diagrams.special_flows import Auction, Duel


def test_a_line_says_all_of_a_row() -> None:
    text = Diagram(DiscardTurn).table()

    assert "| Draw Phase | `deal_next_hand` | 1 |  | `discard_is_owed` | `deal_hand` | Discard Phase |\n" in text
    assert "| Draw Phase Restored | `change_settings` |  | not `fixed_sizes` |  | `change_settings` |" in text
    assert "| Discard Phase › Ready to Discard | *then* |  |  | not `selection_is_complete` |" in text


def test_settings_have_a_column_where_rows_need_them() -> None:
    text = Diagram(Varied).table()

    assert text.startswith("| From | Event | Order | When | If | Does | To |\n")
    assert "| `jump` |  | `jump_in` and players &gt;= 3 | `the_card_is_in_hand` | `lay_the_card` |" in text
    assert "| `draw` | 2 | `force_play` | not `the_card_is_in_hand` | `take_the_turned_up_suit` | *stays* |" in text
    assert "| `leave` | 1 | `cards_are_open` |  |  | Over |" in text
    assert "| not `force_play` | Who can play must play. |\n" in text
    assert "When" not in Diagram(Contract).table()
    assert "     - When\n" in Diagram(Varied).table("rst")


def test_entering_again_is_not_staying() -> None:
    name = "Bidding › Second round › Asked to name a suit"
    (row,) = [line for line in Diagram(Contract).table().splitlines() if line.startswith(f"| {name} | `pass_the_bid`")]

    assert row.endswith(f"| {name} |")


def test_entry_and_exit_effects_have_a_table_where_there_are_any() -> None:
    assert "| Deal | `deal_five` | `turn_up_a_card` |\n" in Diagram(Contract).table()
    assert "On entering" not in Diagram(DiscardTurn).table()


def test_the_sentences_of_guards_have_a_table() -> None:
    assert "| not `something_is_selected` | Some cards are still selected. |\n" in Diagram(DiscardTurn).table()


def test_a_sentence_with_values_is_shown_as_it_was_written() -> None:
    """Behind the backslashes that keep marks from meaning something."""
    assert r"| `cards_are_passed` | Pass \{count\} cards, not \{\{none\}\}. |" in Diagram(Passing).table()
    assert "Pass {count} cards, not {{none}}." in Diagram(Passing).table("rst").replace("\\", "")


def test_counts_have_a_column() -> None:
    text = Diagram(DiscardTurn, counts={DEAL: 1200}).table()

    assert text.startswith("| From | Event | Order | When | If | Does | To | Count |\n")
    assert "| Discard Phase | 1,200 |\n" in text


def test_an_overview_gives_no_order() -> None:
    assert (
        "| Draw Phase | `deal_next_hand` |  |  |  | Discard Phase |\n"
        in Diagram(DiscardTurn, detail="overview").table()
    )


def test_rst_is_a_list_table() -> None:
    text = Diagram(DiscardTurn).table("rst")

    assert text.startswith(".. list-table::\n   :header-rows: 1\n\n   * - From\n     - Event\n")
    cells = ("Draw Phase", "``deal_next_hand``", "1", "", "``discard_is_owed``", "``deal_hand``")
    assert "   * " + "     ".join(f"- {cell}".rstrip() + "\n" for cell in cells) in text


def test_marks_of_markdown_lose_their_meaning() -> None:
    assert markdown_text("a|b *c* _d_ <e> &f; [g](h) `i` http://j #1 @k") == (
        r"a\|b \*c\* \_d\_ &lt;e&gt; &amp;f; \[g\](h) \`i\` http\://j \#1 \@k"
    )


def test_plain_sentences_stay_plain_in_markdown() -> None:
    assert markdown_text("Select 2 of 3 cards, please: snake_case is fine!") == (
        "Select 2 of 3 cards, please: snake_case is fine!"
    )


def test_marks_of_rst_lose_their_meaning() -> None:
    assert rst_text("*a* |b| `c`_ \\d") == r"\*a\* \|b\| \`c\`\_ \\d"


def test_a_call_says_where_it_goes_on() -> None:
    text = Diagram(Duel).table()

    assert (
        "| Start of turn | *then* | 1 | `a_trigger_waits` |  | *calls* Resolving triggers, *then* Draw Phase |\n"
        in text
    )
    assert "| *calls* Resolving triggers › Effect is carried out, *then back* |\n" in text


def test_an_ending_a_refusal_and_a_gathering_have_words() -> None:
    text = Diagram(Auction).table()

    assert "| Auction | *when done* | 2 |  |  |  | Play |\n" in text
    assert "| `concede` | 1 | `strict` |  |  | *refused:* Nobody concedes an auction. |\n" in text
    assert "| `bid` of each of `players` |  |  | `is_among_players` and `has_not_chosen` | `note_the_bid` |" in text
    assert "| `bet` of each of `players`, who may choose again |" in text
    assert "     - *refused:* Not while a challenge is open\\.\n" in Diagram(Auction).table("rst")


def test_rows_inward_say_whether_their_phase_is_left() -> None:
    text = Diagram(Auction).table()

    assert "| Auction › All bid at once, *without leaving* Auction |\n" in text
    assert "| `deal` | Auction › All bid at once, *entering* Auction *again* |\n" in text
    assert "again" not in Diagram(Contract).table()


def test_a_setting_under_which_an_event_is_refused_has_no_sentence_of_its_own() -> None:
    text = Diagram(Auction).table()

    assert "Nobody is strict." not in text
    assert "| `has_not_chosen` | You have chosen already. |\n" in text
