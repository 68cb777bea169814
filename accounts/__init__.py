"""People: who plays, and what they prefer. Knows no game."""
