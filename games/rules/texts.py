"""Texts of the rules. They are message ids: the code that shows a text translates it, not the rules."""


def gettext_noop(text: str) -> str:
    """Mark a message id, so that it gets into the catalogs. GNU gettext knows this name."""
    return text
