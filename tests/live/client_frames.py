"""The bytes that a client sends on a WebSocket: its handshake, and valid and invalid frames in chunks of any size."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from hypothesis import strategies as st

HANDSHAKE = b"\r\n".join(
    [
        b"GET /ws/match/abc/ HTTP/1.1",
        b"Host: testserver",
        b"Upgrade: websocket",
        b"Connection: Upgrade",
        b"Sec-WebSocket-Version: 13",
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        b"\r\n",
    ]
)
CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
MASK = b"\x12\x00\xfe\x80"


def frame(opcode: int, payload: bytes, *, final: bool = True, mask: bytes | None = MASK, rsv: int = 0) -> bytes:
    """Return a client's frame. If ``mask`` is None, the frame is unmasked, which clients are not allowed to send."""
    first = bytes([(0x80 if final else 0) | rsv << 4 | opcode])
    masked, length = 0 if mask is None else 0x80, len(payload)
    size = bytes([masked | length]) if length < 126 else bytes([masked | 126]) + length.to_bytes(2, "big")
    if mask is None:
        return first + size + payload
    return first + size + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))


payloads = st.one_of(
    st.text(alphabet=st.characters(max_codepoint=126), max_size=130).map(str.encode),
    st.text(max_size=20).map(str.encode),
    st.sampled_from([b"\xff", b"caf\xc3", b"\xed\xa0\x80", b"x" * 125, b"x" * 126, b"x" * 300]),
)
masks = st.binary(min_size=4, max_size=4)
valid_frames = st.one_of(
    st.builds(
        frame, st.sampled_from([TEXT, TEXT, PING, PONG]), payloads.filter(lambda data: len(data) < 126), mask=masks
    ),
    st.builds(frame, st.sampled_from([TEXT, BINARY, CONTINUATION]), payloads, final=st.booleans(), mask=masks),
)
invalid_frames = st.builds(
    frame,
    st.sampled_from([CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG, 3, 11]),
    payloads,
    final=st.booleans(),
    mask=st.none() | masks,
    rsv=st.sampled_from([0, 4]),
)


def cut(frames: Sequence[bytes], places: Sequence[int]) -> list[bytes]:
    """Return the frames' bytes, cut at these offsets."""
    data = b"".join(frames)
    return [data[start:end] for start, end in pairwise([0, *sorted(places), len(data)])]


all_frames = st.lists(st.one_of(valid_frames, valid_frames, valid_frames, invalid_frames), min_size=1, max_size=8)
chunks_of_frames = st.one_of(all_frames, st.builds(cut, all_frames, st.lists(st.integers(0, 400), max_size=6)))

SHORT, LONG = frame(TEXT, b"sync"), frame(TEXT, b"x" * 100)
# Chunks in which a short text follows an incomplete frame or message, or the end of the connection.
SPLIT_FRAMES = [
    [LONG[:1], SHORT],  # inside a header
    [LONG[:2], SHORT],
    [LONG[:6], SHORT, SHORT],  # at the beginning of a payload
    [LONG[:20], SHORT, SHORT],  # inside it
    [frame(TEXT, b"begin", final=False), SHORT],  # inside a message, where only continuations may follow
    [frame(TEXT, b"begin", final=False), frame(PING, b""), frame(CONTINUATION, b"end"), SHORT],
    [frame(PING, b"x")[:4], SHORT],  # inside a ping
    [frame(PING, b"x" * 60)[:6], SHORT, SHORT],
    [frame(CLOSE, b"\x03\xe8"), SHORT],
    [frame(TEXT, b"\xff"), SHORT],
    [frame(CONTINUATION, b"end"), SHORT],
]  # fmt: skip
