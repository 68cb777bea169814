"""A model field that prevents names that look alike."""

from __future__ import annotations

from typing import Any

from django.db import models

from accounts.names import skeleton


class NameKeyField(models.CharField[str, str]):
    """Store the skeleton of the row's name whenever the row is saved.

    The name of a closed account keeps its key, so that nobody else can take it. An ``update()`` of names must also
    write the key.
    """

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        """Compute the key from the name, unless the account is closed."""
        if getattr(model_instance, "closed_at", None) is None:
            setattr(model_instance, self.attname, skeleton(getattr(model_instance, "username")))  # noqa: B009
        return super().pre_save(model_instance, add)
