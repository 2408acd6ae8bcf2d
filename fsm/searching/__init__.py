"""Parts of the search for a move: the tree, rollouts that learn, budgets, hints of authors, several processes."""
