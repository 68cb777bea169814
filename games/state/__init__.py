"""What a match is while it is played: its log, its one copy in memory, and the transaction that changes it.

Services write through it and selectors read from it; it knows neither.
"""
