"""The form for choosing how cards and tables look."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from django.forms import BoundField, ModelForm, RadioSelect
from django.forms.boundfield import BoundWidget
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.card_choices import CardSet
from accounts.models import User

SENTENCES = {
    CardSet.AUTO: _("Large print on small screens, high contrast if your device asks for it, otherwise classic."),
    CardSet.CLASSIC: _("Laid out like printed cards, with the rank in two corners."),
    CardSet.LARGE: _("A large rank in one corner, for small cards."),
    CardSet.FOUR_COLOUR: _("Large print, with a different colour for each suit."),
    CardSet.CONTRAST: _("Large print in strong colours on white."),
}


class CardsForm(ModelForm[User]):
    """Choose the faces and the backs of the cards, and the felt of the table."""

    class Meta:
        model = User
        fields = ("card_set", "card_back", "felt")
        widgets: ClassVar = dict.fromkeys(fields, RadioSelect)

    def sets(self) -> Iterator[tuple[BoundWidget, str, Promise | str]]:
        """Yield each set's radio button, the path of its preview image (or an empty string) and its description."""
        field: BoundField = self["card_set"]
        for radio in field:
            card_set = CardSet(radio.data["value"])
            picture = "" if card_set == CardSet.AUTO else f"cards/preview-{card_set.value}.svg"
            yield radio, picture, SENTENCES[card_set]
