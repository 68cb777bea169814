"""User accounts and their preferences. This app knows nothing about the games."""
