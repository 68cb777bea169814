"""Password hashing."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class OneLaneArgon2Hasher(Argon2PasswordHasher):
    """Django's Argon2 hasher, with one lane instead of eight.

    Each lane is a thread, so a sign-in with eight would take all cores from the moves of players. Memory and passes,
    which make guessing expensive, are Django's. A password with other parameters is hashed again at the next sign-in.
    """

    parallelism = 1
