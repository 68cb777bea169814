"""Matches over WebSockets."""
