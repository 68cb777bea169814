"""Texts in the rules. They are message IDs, which the code that shows a text translates."""


def gettext_noop(text: str) -> str:
    """Mark a message ID for extraction into the catalogs. GNU gettext knows this function's name."""
    return text
