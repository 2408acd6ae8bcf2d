"""One decision of a person: what they see, what they can type, and what comes of it."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fsm.errors import PhasebookError
from fsm.moves import Move, event_of
from fsm.snapshot import Refusal
from phasebook.playing.menu import Entry, Menu, entries_of, matching
from phasebook.playing.reasons import explained, reason_against, typed_move
from phasebook.playing.screen import LeavingError
from phasebook.playing.words import event_in_words, phase_in_words, spaced

if TYPE_CHECKING:
    from phasebook.playing.sitting import Sitting
    from phasebook.playing.turns import Turn

HELP = {
    "a number": "make that move",
    "words of a move": "make it, if only one has them all",
    "why MOVE": "why it is possible or not; without a move, what else there is and why not now",
    "moves": "the moves again",
    "view": "the table again",
    "log": "everything that has happened",
    "undo": "take your last move back, if it has shown you nothing",
    "save FILE": "keep the game in a file",
    "quit": "leave; q, Ctrl-D and Ctrl-C do, too",
}
"""What can be typed, and what it does."""

MOST_AT_ONCE = 24
"""Moves of one kind that are all shown unasked, unless they are the first kind."""
MOST_MEANT = 12
"""Moves that are listed when a text can mean several."""


class Prompt:
    """Asks one person until the game has moved, or they let the others go on."""

    def __init__(self, sitting: "Sitting", turn: "Turn") -> None:
        self.sitting = sitting
        self.screen = sitting.screen
        self.engine = sitting.engine
        self.snapshot = sitting.session.snapshot
        self.turn = turn
        self.seat = turn.seat
        self.name = sitting.name_for(turn.seat)
        self.seen = self.engine.view(self.snapshot, self.seat)
        self.menu = Menu(turn.moves, self.payload)
        self.commands: dict[str, Callable[[str], bool]] = {
            "?": self.help,
            "help": self.help,
            "why": self.why,
            "moves": self.moves,
            "view": self.view,
            "log": self.log,
            "undo": self.undo,
            "save": self.save,
            "quit": self.quit,
            "exit": self.quit,
        }

    def payload(self, move: Move) -> str:
        """What a move carries."""
        return self.sitting.texts.payload(move, self.seen, self.name)

    def decide(self) -> None:
        """Show everything, and ask until something has happened."""
        self.screen.show()
        self.screen.rule(self.title())
        self.sitting.show_news(self.seat)
        self.view("")
        self.list_moves(most=MOST_AT_ONCE)
        self.hint()
        while not self.answer(self.screen.ask()):
            pass

    def hint(self) -> None:
        """Once, how to begin."""
        if not self.sitting.hinted:
            self.screen.show()
            self.screen.show("  [dim]Type a number, or words of a move; ? shows what else.[/]")
            self.sitting.hinted = True

    def title(self) -> str:
        """Which game, where in it, and which seat, if several people share the screen."""
        phase = getattr(self.seen, "phase", None) or (self.seen.get("phase") if isinstance(self.seen, dict) else None)
        words = phase_in_words(self.engine.chart, phase) if isinstance(phase, str) else ""
        person = self.sitting.name_for(None)(self.seat) if len(self.sitting.people) > 1 else ""
        return " · ".join(filter(None, (spaced(self.engine.name).title(), words, person)))

    def answer(self, line: str) -> bool:
        """Do what was typed; True if the decision is made."""
        if not line:
            return self.let_go_on()
        word, _, rest = line.partition(" ")
        entry = self.menu.numbered(line)
        if entry is not None:
            return self.make(entry)
        if word.casefold() in self.commands:
            return self.commands[word.casefold()](rest.strip())
        return self.choose(line)

    # Moves

    def choose(self, text: str) -> bool:
        """Make the move that a text means, if it is one."""
        found = self.menu.matching(text)
        if len(found) == 1:
            return self.make(found[0])
        if found:
            self.screen.show(f"That can mean {len(found)} moves; type the number, or more of its words:")
            self.list_entries(found[:MOST_MEANT])
        elif text.isdecimal():
            self.screen.show(f"There is no move {text[:20]}; the numbers are 1 to {len(self.menu.entries)}.")
        elif text.casefold() == "q":
            return self.quit("")
        elif not self.explain(text, only_known=True):
            self.screen.show("No move has these words; moves lists them, ? shows what can be typed.")
        return False

    def make(self, entry: Entry) -> bool:
        """Make a move."""
        answer = self.sitting.send(entry.move, self.seat)
        if isinstance(answer, Refusal):
            self.screen.show(answer.message)
            return False
        return True

    def let_go_on(self) -> bool:
        """An empty line: who only may interrupt, lets it be."""
        if self.turn.is_waited_for:
            return False
        self.sitting.passing.add(self.seat)
        return True

    # What else can be typed

    def help(self, _: str) -> bool:
        """What can be typed."""
        wide = max(map(len, HELP)) + 2
        self.screen.show_all([f"[bold]{typed.ljust(wide)}[/]{what}" for typed, what in HELP.items()], "  ")
        return False

    def moves(self, _: str) -> bool:
        """All the moves."""
        self.list_moves()
        return False

    def list_moves(self, most: int | None = None) -> None:
        """The moves, numbered: by what they are called, side by side; of a later group with more than most, a line."""
        self.screen.show()
        for place, (title, entries) in enumerate(self.menu.groups()):
            if len(entries) == 1:
                self.list_entries(entries)
            elif place and most is not None and len(entries) > most:
                first, last = entries[0], entries[-1]
                numbers = f"[bold]{first.number:>3}[/] to [bold]{last.number}[/]"
                self.screen.show(f"  {numbers} {title}: {first.payload} … {last.payload} [dim](moves shows all)[/]")
            else:
                self.screen.show(f"  {title}")
                self.screen.show_columns([f"[bold]{entry.number:>3}[/] {entry.payload}" for entry in entries], "  ")
        if not self.turn.is_waited_for:
            self.screen.show("  [dim]Enter lets the others go on.[/]")

    def list_entries(self, entries: list[Entry]) -> None:
        """Moves, one a line."""
        self.screen.show_all([f"[bold]{entry.number:>3}[/] {entry.words}" for entry in entries], "  ")

    def view(self, _: str) -> bool:
        """What the seat sees."""
        self.screen.show()
        self.screen.show_all(self.sitting.texts.table(self.seen, self.name), "  ")
        return False

    def log(self, _: str) -> bool:
        """All that this person has heard."""
        lines = self.sitting.news(self.seat)
        self.screen.show_all(lines or ["Nothing has happened yet."], "  ")
        return False

    def undo(self, _: str) -> bool:
        """Take the last move back."""
        refusal = self.sitting.take_back(self.seat)
        if refusal:
            self.screen.show(refusal)
        return not refusal

    def save(self, path: str) -> bool:
        """Keep the game as it stands."""
        if not path:
            self.screen.show("Name a file: save FILE.")
            return False
        try:
            self.sitting.session.save(Path(path).expanduser())
            self.screen.show("Saved. To go on another time:")
            self.screen.show_command(self.sitting.how_to_resume(path))
        except PhasebookError as error:
            self.screen.show(str(error))
        return False

    def quit(self, _: str) -> bool:
        """Leave."""
        raise LeavingError

    # Why

    def why(self, text: str) -> bool:
        """Why a move is possible or not."""
        if not text:
            self.why_not_now()
            return False
        entry = self.menu.numbered(text)
        if entry is not None:
            self.show_why(entry.words, entry.move)
        elif not self.explain(text):
            self.screen.show("No move has these words; why without a move lists all there are.")
        return False

    def explain(self, text: str, only_known: bool = False) -> bool:
        """Explain the moves that a text can mean; False if it means none."""
        moves = [*([] if only_known else self.turn.moves), *self.sitting.texts.asked_about(self.seen)]
        found = matching(entries_of(moves, self.payload), text)
        move = None if found else typed_move(self.engine, text, self.seat)
        if isinstance(move, str):
            self.screen.show(move)
        elif move is not None:
            self.show_why(event_in_words(type(move)), move)
        for entry in found[:MOST_MEANT]:
            self.show_why(entry.words, entry.move, in_full=len(found) == 1)
        return bool(found) or move is not None

    def show_why(self, words: str, move: Any, in_full: bool = True) -> None:
        """The answer of the rules, with every guard if it is wanted in full."""
        lines = list(explained(self.engine, self.snapshot, move, words, self.seat))
        self.screen.show_all(lines if in_full else lines[:1], "  ")

    def why_not_now(self) -> None:
        """What else a player can do in this game, and why not now."""
        possible = {type(entry.move) for entry in self.menu.entries}
        asked = {type(move): move for move in reversed(self.sitting.texts.asked_about(self.seen))}
        others = [kind for kind in self.engine.moves if not (kind in possible or kind.by_host)]
        lines = [f"[bold]{event_in_words(kind)}[/]: {self.refusal_of(kind, asked.get(kind))}" for kind in others]
        self.screen.show_all(lines or ["Everything that there is in this game is possible now."], "  ")

    def refusal_of(self, kind: type[Move], asked: Move | None) -> str:
        """Why there is no move of a kind now, as far as it can be said without knowing which."""
        move = asked or typed_move(self.engine, event_of(kind), self.seat)
        said = reason_against(self.engine, self.snapshot, move, self.seat) if isinstance(move, Move) else ""
        return said or "Not now."
