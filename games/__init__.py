"""Ronda: the rules, bots and matches, and the pages and sockets for playing."""
