"""A game at one screen: whose turn it is, what each person has heard, and how it ends."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from fsm.engine import HOST, Engine
from fsm.errors import PhasebookError
from fsm.moves import Move
from fsm.session import Session
from fsm.snapshot import Refusal, Snapshot
from phasebook.playing.bots import Bots
from phasebook.playing.markup import sentence
from phasebook.playing.prompt import Prompt
from phasebook.playing.screen import Screen
from phasebook.playing.taking_back import take_back
from phasebook.playing.texts import Texts
from phasebook.playing.turns import Turn, next_turn
from phasebook.playing.words import Name, value_in_words

MOST_NEWS = 30
"""Lines of news shown at once; `log` has the rest."""


EVERYBODY = None
"""At the end of a game several people look at the screen: they read what spectators hear."""


class Heard(NamedTuple):
    """An item of news, and where the game stood when it came."""

    item: Any
    snapshot: Snapshot[Any]


class Made(NamedTuple):
    """A move made at this screen, whose it was, and where the game stood before it."""

    seat: Any
    before: Snapshot[Any]
    move: Move


class Sitting:
    """One or more people at a screen, and bots in the other seats."""

    def __init__(
        self,
        session: Session[Any, Any],
        people: Sequence[Any],
        bots: Bots,
        screen: Screen,
        texts: Texts,
        how_to_resume: Callable[[str], str],
    ) -> None:
        self.session = session
        self.engine: Engine[Any] = session.engine
        self.people = list(people)
        self.bots = bots
        self.screen = screen
        self.texts = texts
        self.how_to_resume = how_to_resume
        self.made: list[Made] = []
        self.heard: dict[Any, list[Heard]] = {seat: [] for seat in (*people, EVERYBODY)}
        self.read: dict[Any, int] = dict.fromkeys(self.heard, 0)
        self.passing: set[Any] = set()
        self.hinted = False
        self.facing: Any = self.people[0] if len(self.people) == 1 else None
        for seat in self.heard:
            session.subscribe(self.listener(seat), seat, from_start=True)
            if session.log:
                self.read[seat] = len(self.heard[seat])

    def listener(self, seat: Any) -> Callable[[Any], None]:
        """Keeps what a seat hears."""

        def hear(item: Any) -> None:
            self.heard[seat].append(Heard(item, self.session.snapshot))

        return hear

    # Playing

    def play(self) -> bool:
        """Play until the game is over, or nobody can move: then it is False. Who leaves before raises an error."""
        while not self.engine.is_over(self.session.snapshot):
            if not self.people:
                self.screen.show("You have left. The others play on without you.")
                return True
            lot = f"{self.bots.seed}:{len(self.session.log)}:{len(self.passing)}:".encode()
            turn = next_turn(self.engine, self.session.snapshot, self.people, self.passing, lot)
            if turn is None:
                self.show_news(self.facing)
                self.screen.show("Nobody can move any more, and the game is not over: it is stuck.")
                return False
            self.take(turn)
        self.show_end()
        return True

    def take(self, turn: Turn) -> None:
        """Let a person or a bot decide."""
        if turn.seat in self.people:
            self.hand_over(turn.seat)
            Prompt(self, turn).decide()
            return
        self.screen.note(f"{self.name_for(self.facing)(turn.seat)} is thinking …")
        move = self.bots.decide(self.session.snapshot, turn.moves, turn.seat, len(self.session.log))
        answer = self.send(move, turn.seat)
        if isinstance(answer, Refusal):
            said = answer.message.removesuffix(".")
            raise PhasebookError(
                f"The policy of seat {turn.seat} sent a move that is refused ({said}); let it choose from those "
                "it is given."
            )

    def send(self, move: Move, seat: Any) -> Snapshot[Any] | Refusal:
        """Play a move of a seat, or the host's."""
        before = self.session.snapshot
        answer = self.session.send(move, HOST if move.by_host else seat)
        if isinstance(answer, Snapshot):
            self.made.append(Made(seat, before, move))
            self.passing.clear()
            if move.gives_up and seat in self.people and not self.engine.is_over(answer):
                self.leave_table(seat)
        return answer

    def leave_table(self, seat: Any) -> None:
        """A person has given up; a table of others may go on."""
        if not any(not move.by_host for move in self.engine.legal_moves(self.session.snapshot, seat)):
            self.people.remove(seat)

    def take_back(self, seat: Any) -> str:
        """Take a person's last move back, and what bots have done since, where that is fair; else says why not."""
        count, refusal = take_back(self.session, self.made, seat, self.people)
        del self.made[len(self.made) - count :]
        return refusal

    # Showing

    def name_for(self, seat: Any) -> Name:
        """What seats are called for the person in one of them."""

        def name(other: Any) -> str:
            if other == seat and seat is not None:
                return "you"
            return str(other) if isinstance(other, str) else f"seat {value_in_words(other)}"

        return name

    def hand_over(self, seat: Any) -> None:
        """Let the next person sit down before their cards are shown."""
        if seat == self.facing:
            return
        self.facing = seat
        title = sentence(f"{self.name_for(None)(seat)}, press Enter")
        if self.screen.is_typed:
            self.screen.clear()
            self.screen.ask(f"{title} ")
            self.screen.clear()
        else:
            self.screen.show()
            self.screen.show(sentence(self.name_for(None)(seat)))

    def show_news(self, seat: Any) -> None:
        """What has happened since this person last looked."""
        lines = self.news(seat, self.read[seat])
        self.read[seat], self.read[EVERYBODY] = len(self.heard[seat]), len(self.heard[EVERYBODY])
        if len(lines) > MOST_NEWS:
            self.screen.show(f"  … {len(lines) - MOST_NEWS} lines before these; log shows them.")
        self.screen.show_all(lines[-MOST_NEWS:], "  ")

    def news(self, seat: Any, first: int = 0) -> list[str]:
        """What a person has heard from an item on, in words."""
        name = self.name_for(seat)
        said = (
            self.texts.news(heard.item, self.engine.view(heard.snapshot, seat), name)
            for heard in self.heard[seat][first:]
        )
        return [sentence(words) for words in said if words]

    def show_end(self) -> None:
        """How the game ended, and what each seat has."""
        from phasebook.playing.ending import ending_lines

        seat = self.people[0] if len(self.people) == 1 else EVERYBODY
        self.screen.show()
        self.screen.rule("The game is over")
        self.show_news(seat)
        self.screen.show()
        lines = ending_lines(self.engine, self.session.snapshot, self.texts, self.name_for(seat))
        self.screen.show_all(lines, "  ")
