"""Tables that others can join: the log of each table and where it is stored."""
