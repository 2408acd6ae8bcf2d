"""Parts of the search for a move: the tree, roll-outs that learn, budgets, hints of authors, several processes."""
