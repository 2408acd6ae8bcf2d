"""Private parts of `fsm.lint`, `fsm.explore` and `fsm.testing`: findings, logic, the walk, probing, coverage."""
