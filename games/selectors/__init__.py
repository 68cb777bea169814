"""Selectors: reads of matches, players and ratings, limited to what a viewer may see."""
