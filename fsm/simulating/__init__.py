"""Private parts of `fsm.simulate`: the plan, the runner, policies, workers, and what is counted."""
