"""Boxes that grow around a label: to the left, the right or the bottom, where the strip beside them is free."""

from typing import NamedTuple

from diagrams.formats.geometry import Box, span_within, united
from diagrams.formats.layout import Frame, Line, Words
from diagrams.formats.surroundings import TIGHT, Surroundings

ROOM = 6.0
"""Between a label and the side that has moved for it."""
BESIDE_TITLE = 4.0
"""The same for a title."""
APART = 4.0
"""Between the sides of a box and of the box around it."""
MOST = 70.0
"""Further than this, a box would look empty."""

LEFT, TOP, RIGHT = range(3)
"""Sides of a strip: the one at which the box is."""


class Change(NamedTuple):
    """A box, and the box that it becomes."""

    frame: Frame
    box: Box


def widened(world: Surroundings, words: Words, frame: Frame, across: float, down: float) -> bool:
    """Widen a box, and those around it, so that moved words lie in it; False if something is in the way."""
    changes = plan(world, words, frame, wanted(words, frame, words.box.moved(across, down)))
    if not changes:
        return False
    growing = {id(change.frame) for change in changes}
    if any(id(hit.owner) not in growing for hit in world.hits(words, TIGHT, across, down)):
        return False
    for change in changes:
        change.frame.stretch(change.box)
        world.stretched(change.frame)
    return True


def wanted(words: Words, frame: Frame, box: Box) -> Box:
    """What must lie in a box. A title is as near to the top as ever."""
    if words is not frame.title:
        return box.grown(ROOM)
    return Box(box.left - BESIDE_TITLE, frame.box.top, box.right + BESIDE_TITLE, box.bottom)


def plan(world: Surroundings, label: Words, frame: Frame | None, wanted: Box) -> list[Change]:
    """The boxes to widen, the innermost first; none if that cannot be."""
    changes: list[Change] = []
    while frame is not None and not frame.box.holds(wanted):
        old = frame.box
        new = Box(min(old.left, wanted.left), old.top, max(old.right, wanted.right), max(old.bottom, wanted.bottom))
        if wanted.top < old.top or not is_possible(world, label, frame, new):
            return []
        changes.append(Change(frame, new))
        wanted, frame = new.grown(APART)._replace(top=new.top), frame.around
    return changes


def is_possible(world: Surroundings, words: Words, frame: Frame, new: Box) -> bool:
    """Whether every strip that a box would take in is small and free."""
    old = frame.box
    if max(old.left - new.left, new.right - old.right, new.bottom - old.bottom) > MOST:
        return False
    strips = (
        (Box(new.left, old.top, old.left, new.bottom), RIGHT),
        (Box(old.right, old.top, new.right, new.bottom), LEFT),
        (Box(new.left, old.bottom, new.right, new.bottom), TOP),
    )
    return all(
        is_free(world, words, frame, strip, inner)
        for strip, inner in strips
        if strip.right > strip.left and strip.bottom > strip.top
    )


def is_free(world: Surroundings, words: Words, frame: Frame, strip: Box, inner: int) -> bool:
    """Whether a strip has nothing in it but lines that come from the box beside it."""
    ignored = {id(words), *map(id, lineage(frame))}
    spans: dict[int, list[Box]] = {}
    for found in world.obstacles.near(strip.grown(ROOM / 2)):
        if id(found.owner) in ignored:
            continue
        if found.curve is None or ends_in(found.owner, strip.grown(ROOM / 2)):
            return False
        if (span := span_within(found.points, strip)) is not None:
            spans.setdefault(id(found.owner), []).append(span)
    return all(abs(united(of_line)[inner] - strip[inner]) < 0.5 for of_line in spans.values())


def ends_in(owner: object, box: Box) -> bool:
    """Whether a line begins or ends in a box: if that came to lie in another phase, the line would be cut off."""
    return isinstance(owner, Line) and any(box.has(end) for end in owner.ends)


def lineage(frame: Frame | None) -> list[Frame]:
    """A box and all boxes around it."""
    found = []
    while frame is not None:
        found.append(frame)
        frame = frame.around
    return found
