"""Sentences for events that a phase does not know."""

ACTIONS = ("play_card", "give_don", "activate", "attack", "end_turn")
"""What only the Main Phase knows, and only while nothing else goes on."""

WHY_NOT = {
    "setup": "That is for the Main Phase; decide about the opening hands first.",
    "main.playing": "Choose the character to trash first.",
    "triggers": "A choice about an effect is pending; make it first.",
    "main.battle": "A battle is on; finish it first.",
    "game_over": "The game is over.",
}

SETTLED = "The opening hands are settled."

REFUSALS = (
    *((phase, event, sentence) for phase, sentence in WHY_NOT.items() for event in ACTIONS),
    ("main.idle", "block", "Nobody attacks."),
    ("main.idle", "counter", "Nobody attacks."),
    ("main.idle", "choose", "No effect asks for a choice."),
    ("main.battle.blocking", "counter", "Block or pass first; counters come after that."),
    ("main.battle.countering", "block", "The Block Step is over."),
    *((phase, event, SETTLED) for phase in ("main", "triggers") for event in ("mulligan", "keep")),
    ("game_over", "concede", "The game is over."),
)
