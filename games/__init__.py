"""Ronda: rules, bots, matches, and the pages and sockets to play them."""
