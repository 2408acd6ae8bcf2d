"""Private: how each format writes a scene: DOT with its labels and colours, SVG, PNG, notebooks,
Mermaid, PlantUML, D2, tables."""
