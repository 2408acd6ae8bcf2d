"""Private: how each format writes a scene: DOT with its labels and colours, SVG, PNG, Mermaid, tables."""
