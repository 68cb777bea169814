"""Services: the only code that changes a match or a rating.

Every service takes keyword-only arguments, is atomic, and changes nothing when it raises ``ServiceError``. Inside an
outer transaction, a service uses its own savepoint, so that many services can be committed together and one that fails
does not undo the others.
"""
