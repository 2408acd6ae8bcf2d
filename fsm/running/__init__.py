"""Private parts of `fsm.engine`: looking up generated functions, giving reasons, and checking that rules fit moves."""
