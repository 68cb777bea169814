"""A SQLite backend for a process with many threads; see ``base``."""
