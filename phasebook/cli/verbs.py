"""The verbs of the `phasebook` command, one module each.

A module offers `add(verbs)`, which declares its arguments, and imports what it needs when it runs. Only the
module of the verb that was asked for is loaded, so that `phasebook --help` stays quick.
"""

DONE, NO, CANNOT = 0, 1, 2
"""Exit codes: done; the answer is no (drift, a defect, a refusal); wrong use, or it cannot be done."""

VERBS = {
    "list": "the flows that are registered",
    "draw": "flows as pictures and tables",
    "docs": "pictures and blocks in documentation: write them, or check that they are fresh",
    "doctor": "what is installed, who draws, and what to do about what is missing",
    "verify": "lint a flow, explore a small game whole, and play large ones where nobody has been",
    "play": "play a flow in the terminal, against bots or with others at the same screen",
    "simulate": "play a flow many times and count what happens",
    "export": "a flow for programs in other languages",
    "new": "a package of your own, with a small game that works",
    "serve": "tables for others: on WebSockets, or on standard input and output",
}
"""What `phasebook --help` says of each verb."""

EXAMPLES = {
    "list": ("phasebook list",),
    "draw": ("phasebook draw belote -o belote.svg", "phasebook draw shop.flows:Checkout --words plain -o checkout.md"),
    "docs": ("phasebook docs sync", "phasebook docs check"),
    "doctor": ("phasebook doctor",),
    "verify": ("phasebook verify goofspiel", "phasebook verify belote --preset ffb --deep --budget 2m"),
    "play": ("phasebook play uno", "phasebook play belote --seats 0,2 --save match.log"),
    "simulate": ("phasebook simulate uno --games 10000 --jobs 2", "phasebook simulate belote --report belote.html"),
    "export": ("phasebook export uno --to typescript -o uno.ts",),
    "new": ("phasebook new high_card",),
    "serve": ("phasebook serve uno belote", "phasebook serve uno --stdio"),
}
"""What `phasebook VERB --help` shows at its end."""

MODULES = {"list": "listing"}
"""The modules that are not called like their verbs."""
