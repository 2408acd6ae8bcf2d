"""Private: what a picture says, whatever its format: the scene, the names and sentences in it, their text."""
