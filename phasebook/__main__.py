"""`python -m phasebook`: the command, where its script is not on the PATH."""

import sys

from phasebook.cli import main

if __name__ == "__main__":
    sys.exit(main())
