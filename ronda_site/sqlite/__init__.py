"""SQLite for one process of many threads: see ``base``."""
