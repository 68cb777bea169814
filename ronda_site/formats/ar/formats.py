"""Date and time formats for Arabic pages."""

DATE_FORMAT = "j F Y"
DATETIME_FORMAT = "j F Y، H:i"
