"""Services: the only code that changes a match or a rating.

Every service takes keyword-only arguments, is atomic, and changes nothing when it raises ``ServiceError``. Inside an
outer transaction, a service uses its own savepoint. So many services can be committed together, and a failing one does
not undo the others.
"""
