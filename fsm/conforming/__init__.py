"""What the tests for every flow are made of: a subject to look at, and what seats and secrets must keep."""
