"""The secret key for a site without RONDA_SECRET_KEY: generated once and stored outside the repository."""

from __future__ import annotations

import os
import secrets
import tempfile
from pathlib import Path

from ronda_site.environment import SettingsError


def default_path() -> Path:
    """Return the key's path in the user's data directory. Raises SettingsError if there is no home directory."""
    try:
        base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    except RuntimeError:
        raise SettingsError("RONDA_SECRET_KEY is not set, and this user has no home for a key file.") from None
    return Path(base) / "ronda" / "secret-key"


def read_or_create(path: Path) -> str:
    """Return the key in ``path``, creating it if necessary.

    Several processes may start at once on a new machine, and all must use the same key. Each writes a key to a
    temporary file, and only one of them succeeds in linking it to ``path``. No process can read an incomplete key.

    Raises SettingsError if the key can be neither read nor stored.
    """
    try:
        return _read_or_create(path)
    except OSError as error:
        reason = f"RONDA_SECRET_KEY is not set, and no key can be stored in {path}: {error.strerror}."
        raise SettingsError(f"{reason} Set the variable, or XDG_DATA_HOME to a writable directory.") from error


def _read_or_create(path: Path) -> str:
    try:
        return path.read_text().strip()
    except FileNotFoundError:
        pass
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # mkstemp creates files that only their owner can read.
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
