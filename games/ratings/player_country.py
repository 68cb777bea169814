"""Players' countries on the ladders."""

from django.db import transaction

from accounts import services as accounts
from accounts.models import User
from games.ratings.models import Rating


@transaction.atomic
def choose_country(*, user: User, country: str) -> None:
    """Set the user's country, or clear it with an empty string. Their ratings move to that country's ladder.

    Raises UnknownCountryError for an unknown country code.
    """
    accounts.choose_country(user=user, country=country)
    Rating.objects.filter(user=user).update(country=country)
