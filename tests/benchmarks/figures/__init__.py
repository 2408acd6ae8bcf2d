"""What stands in docs/benchmarks.md: who is measured, at what, and the page itself."""
