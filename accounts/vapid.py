"""The key pair that identifies the site to push services (VAPID, RFC 8292)."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

SECRET_BYTES = 32


def decode(text: str) -> bytes:
    """Decode URL-safe base64, with or without padding. Raises ValueError if the text is malformed."""
    padded = text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4)
    raw = urlsafe_b64decode(padded)
    if urlsafe_b64encode(raw).decode() != padded:  # the decoder skips characters that it does not know
        raise ValueError("not base64")
    return raw


def encode(raw: bytes) -> str:
    """Encode bytes as URL-safe base64 without padding."""
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def public_key_of(private_key: str) -> str:
    """Return the public key for a private key, both as URL-safe base64. Raises ValueError if the key is malformed."""
    secret = decode(private_key)
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"a private key has {SECRET_BYTES} bytes")
    key = ec.derive_private_key(int.from_bytes(secret, "big"), ec.SECP256R1()).public_key()
    return encode(key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def check_public_key(text: str) -> None:
    """Raise ValueError unless a browser's public key is a point on the curve."""
    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(text))
