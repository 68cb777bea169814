"""Reads short text frames and writes text frames without a parser. Nearly all WebSocket frames are of these kinds.

The daphne and uvicorn protocols both use this module. It imports no models, because uvicorn loads its protocol before
Django.
"""

from __future__ import annotations

SEND_TEXTS = "ronda.send_texts"  # an ASGI extension: a function that sends several messages with one system call
MAX_BEHIND_BYTES = 262_144  # how much data this process buffers for a peer that does not read

FINAL_TEXT = 0x81  # the first byte of a message that consists of one text frame, without extensions
MASKED = 0x80
SHORT = 126  # payloads of this length or more need a longer header
MASK_AT, PAYLOAD_AT = 2, 6
LONG = 0x1_0000


def read_text_frame(data: bytes) -> bytes | None:
    """Return the payload of one complete, masked frame of less than 126 bytes of ASCII text, or None for other data."""
    length = len(data) - PAYLOAD_AT
    if not 0 < length < SHORT or data[0] != FINAL_TEXT or data[1] != MASKED | length:
        return None
    mask = data[MASK_AT:PAYLOAD_AT] * (SHORT // 4 + 1)
    masked = int.from_bytes(data[PAYLOAD_AT:], "little")
    payload = (masked ^ int.from_bytes(mask[:length], "little")).to_bytes(length, "little")
    return payload if payload.isascii() else None


def text_frame(text: str) -> bytes:
    """Return an unmasked frame with this text."""
    payload = text.encode()
    length = len(payload)
    if length < SHORT:
        return bytes((FINAL_TEXT, length)) + payload
    if length < LONG:
        return b"\x81\x7e" + length.to_bytes(2, "big") + payload
    return b"\x81\x7f" + length.to_bytes(8, "big") + payload
