"""Words that no name may have; staff keep the list."""

from __future__ import annotations

from django.core.validators import RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _


class ForbiddenWord(models.Model):
    """A word that names may not contain, or, with ``whole``, not have as one of their words."""

    word = models.CharField(
        _("word"),
        max_length=20,
        unique=True,
        validators=[RegexValidator(r"\A[a-z]{2,20}\Z", _("Small letters of the Latin alphabet, nothing else."))],
        help_text=_("In small letters. Digits and signs put in the place of letters are seen through."),
    )
    whole = models.BooleanField(
        _("only as a word of its own"),
        default=False,
        help_text=_("For words that harmless names contain: “Nazira” is a name."),
    )

    class Meta:
        verbose_name = _("forbidden word")
        verbose_name_plural = _("forbidden words")
        ordering = ("word",)

    def __str__(self) -> str:
        return self.word
