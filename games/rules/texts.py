"""Texts of the rules. They are message ids: the rules translate nothing, and whatever shows a text does."""


def gettext_noop(text: str) -> str:
    """Mark a message id, so that it gets into the catalogs. GNU gettext knows this name."""
    return text
