"""Tests of the explorer page: what is in the file, and what it does in a real browser."""
