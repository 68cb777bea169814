"""The only code that changes a match or a rating.

Every service is keyword-only, atomic, and raises ``ServiceError`` when it changes nothing. Called inside a transaction
it makes its own savepoint, so that many can be committed together and one that fails takes no other with it.
"""
