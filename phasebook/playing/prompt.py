"""One decision of a person: what they see, what they can type, and what comes of it."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fsm.errors import PhasebookError
from fsm.moves import Move
from fsm.snapshot import Refusal
from phasebook.playing.markup import sentence
from phasebook.playing.menu import Entry, Menu, entries_of, matching
from phasebook.playing.reasons import explained, kind_named, typed_move
from phasebook.playing.screen import Leaving
from phasebook.playing.words import event_in_words, phase_in_words

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
    "quit": "leave; Ctrl-D and Ctrl-C do, too",
}
"""What can be typed, and what it does."""

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
        self.moves("")
        while not self.answer(self.screen.ask()):
            pass

    def title(self) -> str:
        """Which game, where in it, and for whom, if several people share the screen."""
        phase = getattr(self.seen, "phase", None) or (self.seen.get("phase") if isinstance(self.seen, dict) else None)
        words = phase_in_words(self.engine.chart, phase) if isinstance(phase, str) else ""
        person = self.sitting.name_for(None)(self.seat) if len(self.sitting.people) > 1 else ""
        return " · ".join(filter(None, (self.engine.name, words, person)))

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
        """The moves, numbered: by what they are called, side by side."""
        self.screen.show()
        for title, entries in self.menu.groups():
            if len(entries) == 1:
                self.list_entries(entries)
            else:
                self.screen.show(f"  {title}")
                self.screen.show_columns([f"[bold]{entry.number:>3}[/] {entry.payload}" for entry in entries], "  ")
        if not self.turn.is_waited_for:
            self.screen.show("  [dim]Enter lets the others go on.[/]")
        return False

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
            self.screen.show(f"Saved. {self.sitting.how_to_resume(path)}")
        except PhasebookError as error:
            self.screen.show(str(error))
        return False

    def quit(self, _: str) -> bool:
        """Leave."""
        raise Leaving

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
        known = [] if only_known else list(self.menu.entries)
        found = matching([*known, *entries_of(self.sitting.texts.asked_about(self.seen), self.payload)], text)
        move = None if found else typed_move(self.engine, text, self.seat)
        if isinstance(move, Refusal):
            self.screen.show(sentence(f"{move.message} {self.how_to_type(text)}"))
        elif move is not None:
            self.show_why(event_in_words(type(move)), move)
        for entry in found[:MOST_MEANT]:
            self.show_why(entry.words, entry.move)
        return bool(found) or move is not None

    def how_to_type(self, text: str) -> str:
        """An example of a move with fields."""
        kind = kind_named(self.engine, text) or kind_named(self.engine, text.partition(" ")[0])
        if kind is None:
            return ""
        fields = [field for field in kind.__struct_fields__ if field != kind.seat_field]
        return f"Type it as {kind.__struct_config__.tag} {' '.join(f'{field}=…' for field in fields)}."

    def show_why(self, words: str, move: Any) -> None:
        """The answer of the rules."""
        self.screen.show_all(explained(self.engine, self.snapshot, move, words, self.seat), "  ")

    def why_not_now(self) -> None:
        """What else a player can do in this game, and why not now."""
        possible = {type(entry.move) for entry in self.menu.entries}
        asked = {type(move): move for move in reversed(self.sitting.texts.asked_about(self.seen))}
        for kind in self.engine.moves:
            if kind in possible or kind.by_host:
                continue
            move = asked.get(kind) or typed_move(self.engine, str(kind.__struct_config__.tag), self.seat)
            refused = None if move is None or isinstance(move, Refusal) else self.engine.step(self.snapshot, move, self.seat)
            said = refused.message if isinstance(refused, Refusal) else "not now"
            self.screen.show_all([f"[bold]{event_in_words(kind)}[/]: {said}"], "  ")
