"""How pages in English write dates and times."""

DATE_FORMAT = "j M Y"
DATETIME_FORMAT = "j M Y, H:i"
