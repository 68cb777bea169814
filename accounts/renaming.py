"""Renaming players whose name is not allowed."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import check_not_reserved, is_well_formed
from accounts.sanctions import BadSanctionError, check_may_moderate, write_log
from accounts.selectors import check_inoffensive
from accounts.text import clean_lines


def rename_user(*, whom: User, by: User, name: str, words: str) -> None:
    """Give a player another name, which must follow the naming rules. Raises NotPermittedError, BadSanctionError."""
    check_may_moderate(by, "accounts.rename_user", whom)
    name, words = name.strip(), clean_lines(words)
    if not words or whom.is_guest or whom.closed_at is not None:
        raise BadSanctionError(message=_("Only open accounts can be renamed, and you must give a reason."))
    try:
        is_well_formed(name)
        check_not_reserved(name, for_bot=whom.is_bot)
        check_inoffensive(name)
        with transaction.atomic():
            person = User.objects.select_for_update(no_key=True).get(pk=whom.pk)
            about = f"{person.username} → {name}"
            write_log(by=by, action="rename", whom=person, about=about, words=words)
            person.username = name
            person.save(update_fields=["username", "name_key"])
    except ValidationError as error:
        raise BadSanctionError(message=" ".join(error.messages)) from None
    except IntegrityError:
        raise BadSanctionError(message=_("A player with that name already exists.")) from None
