"""Selectors: functions that read matches, players and ratings, limited to what a viewer may see."""
