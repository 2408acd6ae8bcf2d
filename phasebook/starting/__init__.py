"""A package of one's own: the files of a small, complete game, to be changed into another."""
