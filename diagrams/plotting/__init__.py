"""Private parts of `diagrams.plots`: the canvas that Matplotlib draws on, and its SVG made fit for readers."""
