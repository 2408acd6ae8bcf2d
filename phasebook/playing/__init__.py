"""Playing a flow in a terminal: words, the screen, who is asked, and what can be typed."""
