"""A model field that prevents names that look alike."""

from __future__ import annotations

from typing import Any

from django.db import models

from accounts.names import skeleton


class NameKeyField(models.CharField[str, str]):
    """Store the skeleton of the row's name whenever the row is saved.

    A closed account keeps the key of its old name, so that nobody else can take that name. An ``update()`` that
    changes names must also set the key.
    """

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        """Compute the key from the name, unless the account is closed."""
        if getattr(model_instance, "closed_at", None) is None:
            setattr(model_instance, self.attname, skeleton(getattr(model_instance, "username")))  # noqa: B009
        return super().pre_save(model_instance, add)
