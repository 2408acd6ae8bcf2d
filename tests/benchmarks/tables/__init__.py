"""Servers of tables under load: the client that plays, the games it plays, and the servers it plays at."""
