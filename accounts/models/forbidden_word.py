"""Words that are forbidden in names; staff maintain the list."""

from __future__ import annotations

from django.core.validators import RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _


class ForbiddenWord(models.Model):
    """A word that names may not contain. If ``whole`` is set, it is forbidden only as a separate word."""

    word = models.CharField(
        _("word"),
        max_length=20,
        unique=True,
        validators=[RegexValidator(r"\A[a-z]{2,20}\Z", _("Use only lower-case Latin letters."))],
        help_text=_("In lower case. Digits and symbols used in place of letters are also recognised."),
    )
    whole = models.BooleanField(
        _("whole words only"),
        default=False,
        help_text=_("For words that also occur inside harmless names, such as “Nazira”."),
    )

    class Meta:
        verbose_name = _("forbidden word")
        verbose_name_plural = _("forbidden words")
        ordering = ("word",)

    def __str__(self) -> str:
        return self.word
