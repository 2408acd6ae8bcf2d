"""The verbs of the `phasebook` command, one module each.

A module offers `add(verbs)`, which declares its arguments, and imports what it needs when it runs, so that
`phasebook --help` stays quick.
"""

DONE, NO, CANNOT = 0, 1, 2
"""Exit codes: done; the answer is no (drift, a defect, a refusal); wrong use, or it cannot be done."""
