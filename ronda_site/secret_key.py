"""The secret key of a site that was given none: made once and kept outside the repository."""

from __future__ import annotations

import os
import secrets
import tempfile
from pathlib import Path

from ronda_site.environment import SettingsError


def default_path() -> Path:
    """Return where the key is kept: the user's data folder. Raises SettingsError for a user without a home."""
    try:
        base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    except RuntimeError:
        raise SettingsError("RONDA_SECRET_KEY is not set, and this user has no home to keep a key in.") from None
    return Path(base) / "ronda" / "secret-key"


def read_or_create(path: Path) -> str:
    """Return the key in `path`, making it where there is none.

    Several processes may start at once on a new machine, and all must end with the same key. Each writes a key of
    its own beside the file, and linking it into place succeeds for exactly one: nobody can read half a key.

    Raises SettingsError where the key can be neither read nor kept.
    """
    try:
        return _read_or_create(path)
    except OSError as error:
        reason = f"RONDA_SECRET_KEY is not set, and no key can be kept in {path}: {error.strerror}."
        raise SettingsError(f"{reason} Set the variable, or XDG_DATA_HOME to a folder of this user.") from error


def _read_or_create(path: Path) -> str:
    try:
        return path.read_text().strip()
    except FileNotFoundError:
        pass
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # mkstemp makes files that only their owner may read.
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=".secret-key-")
    try:
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(64) + "\n")
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
    finally:
        Path(draft).unlink()
    return path.read_text().strip()
