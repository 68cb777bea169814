"""Texts in the rules. They are message IDs and are translated by the code that shows them."""


def gettext_noop(text: str) -> str:
    """Mark a message ID for extraction into the catalogs. GNU gettext recognises this function by its name."""
    return text
