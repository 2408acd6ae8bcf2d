"""The explorer page: one file in which a reader walks through a flow, with the picture beside it."""
