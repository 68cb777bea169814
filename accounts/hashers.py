"""Password hashing."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class OneLaneArgon2Hasher(Argon2PasswordHasher):
    """Django's Argon2 hasher, with one lane instead of eight.

    Each lane is a thread, so a sign-in with eight lanes would use all cores and delay players' moves. The memory and
    the number of passes, which make guessing expensive, are the same as Django's. A password that was hashed with other
    parameters is hashed again at the next sign-in.
    """

    parallelism = 1
