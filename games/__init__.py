"""The flows that Phasebook ships: pure rules, no input or output. Each game's folder reads on its own."""
