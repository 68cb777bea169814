"""A running match: its log, its only copy in memory, and the transaction that changes it.

Services and selectors use this package; it imports neither.
"""
