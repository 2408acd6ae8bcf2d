"""Every error of Phasebook, provoked: the tests read them as a newcomer would, and docs/errors.md lists them."""
