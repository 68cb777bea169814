"""Reads: what a viewer may see of matches, people and ratings."""
