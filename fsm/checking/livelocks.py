"""From where an ending can be reached: a pass backwards over every transition that an exploration has made."""

from array import array
from collections.abc import Collection


class Backwards:
    """The transitions of an exploration, from number to number: eight bytes each. Without endings none are kept."""

    def __init__(self, wanted: bool) -> None:
        self.wanted = wanted
        self.sources = array("I")
        self.targets = array("I")
        self.ends = array("I")
        """Snapshots where the game is over, or where something is wrong that is reported by its own name."""

    def note(self, source: int, target: int) -> None:
        """A move leads from one snapshot to another."""
        if self.wanted:
            self.sources.append(source)
            self.targets.append(target)

    def doomed(self, snapshots: int, barren: Collection[int]) -> list[int]:
        """The snapshots from which none of the ends can be reached, in the order found."""
        if not self.wanted:
            return []
        starts, sources = self.by_target(snapshots)
        hopeful = bytearray(snapshots)
        todo = [*dict.fromkeys([*self.ends, *barren])]
        for number in todo:
            hopeful[number] = 1
        while todo:
            number = todo.pop()
            for source in sources[starts[number] : starts[number + 1]]:
                if not hopeful[source]:
                    hopeful[source] = 1
                    todo.append(source)
        return [number for number in range(snapshots) if not hopeful[number]]

    def by_target(self, snapshots: int) -> "tuple[array[int], array[int]]":
        """The sources sorted by their targets, and where those of each target begin."""
        starts = array("I", bytes(4 * (snapshots + 1)))
        for target in self.targets:
            starts[target + 1] += 1
        for number in range(snapshots):
            starts[number + 1] += starts[number]
        places, sources = starts[:], array("I", bytes(4 * len(self.sources)))
        for source, target in zip(self.sources, self.targets, strict=True):
            sources[places[target]] = source
            places[target] += 1
        return starts, sources
