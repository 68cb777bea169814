"""The column that keeps names apart."""

from __future__ import annotations

from typing import Any

from django.db import models

from accounts.names import skeleton


class NameKeyField(models.CharField[str, str]):
    """What the row's name looks like, written with every row, by whichever way it is saved.

    The name of a closed account keeps its key, so that nobody else takes it. An ``update()`` of names has to write
    the key too.
    """

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        """Take the key from the name."""
        if getattr(model_instance, "closed_at", None) is None:
            setattr(model_instance, self.attname, skeleton(getattr(model_instance, "username")))  # noqa: B009
        return super().pre_save(model_instance, add)
