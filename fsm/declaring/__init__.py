"""Private parts of `fsm.flow`: phases and rows as they are written, their order, and the names that are taken."""
