"""The frames on a match's socket, as specified in docs/protocol.md."""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Struct

from games.services.receipts import ID_PATTERN

MAX_FRAME_BYTES = 2_000

T = TypeVar("T")

Version = Annotated[int, Meta(ge=0, lt=2**31)]
Id = Annotated[str, Meta(pattern=ID_PATTERN.replace("$", r"\Z"))]
Argument = Annotated[str, Meta(max_length=20)] | Annotated[int, Meta(ge=0, lt=100)]


class FrameError(ValueError):
    """The frame is not text, is too long, is not JSON, or does not have the expected structure."""


class CommandFrame(Struct, kw_only=True, forbid_unknown_fields=True, frozen=True):
    """A command. The answer repeats its ``id``, if it has one."""

    id: Id | None = None


class MoveFrame(CommandFrame, tag="move", frozen=True):
    """Make a move for the sender's seat, based on ``version``. ``move`` is ``[verb, …]`` as in the match record."""

    version: Version
    move: Annotated[list[Argument], Meta(min_length=1, max_length=3)]


class ResignFrame(CommandFrame, tag="resign", frozen=True):
    """Resign the running match."""


class ClaimFrame(CommandFrame, tag="claim_win", frozen=True):
    """Claim the win because the other player has been disconnected for too long."""


class AbortFrame(CommandFrame, tag="abort", frozen=True):
    """Abort the match, or offer to. If ``on`` is false, withdraw the offer, or decline the others' offers."""

    on: bool = True


class RematchFrame(CommandFrame, tag="rematch", frozen=True):
    """Offer a rematch. If ``rotate`` is true, everyone moves to the next seat.

    If ``on`` is false, withdraw the offer, or decline the others' offers.
    """

    rotate: bool = False
    on: bool = True


class BackFrame(CommandFrame, tag="back", frozen=True):
    """Take the sender's seat back from the bot that stands in for them."""


class AutoCallFrame(CommandFrame, tag="auto_call", frozen=True):
    """Switch automatic truthful calls on or off for the sender's seat in this match."""

    on: bool


class HintFrame(CommandFrame, tag="hint", frozen=True):
    """Ask for a hint for the sender's turn, based on ``version``."""

    version: Version


class ChatLineFrame(CommandFrame, tag="say", frozen=True):
    """Write a line in the sender's chat room."""

    text: str


class ChatPhraseFrame(CommandFrame, tag="phrase", frozen=True):
    """Send a preset phrase to the sender's chat room; each reader sees it in their own language."""

    key: Annotated[str, Meta(max_length=20)]


class ChatHistoryFrame(Struct, tag="talk", forbid_unknown_fields=True, frozen=True):
    """Request the latest chat lines again, because the sender's mutes or blocks have changed."""


class SyncFrame(Struct, tag="sync", forbid_unknown_fields=True, frozen=True):
    """Request the state again."""


# Commands that are sent only a few times per match. Each makes every process reload the table for all of its pages.
RareFrame = ResignFrame | ClaimFrame | AbortFrame | RematchFrame | BackFrame | AutoCallFrame | HintFrame
PlayFrame = MoveFrame | RareFrame
Request = PlayFrame | ChatLineFrame | ChatPhraseFrame
Frame = Request | ChatHistoryFrame | SyncFrame

_decoder = msgspec.json.Decoder(Frame)
_encoder = msgspec.json.Encoder()


def decode_frame(text: str | None) -> Frame:
    """Decode a text message. ``text`` is None for a binary message. Raises FrameError."""
    frame: Frame = read_frame(_decoder, text)
    return frame


class _Named(Struct, frozen=True):
    id: Id | None = None


_name_decoder = msgspec.json.Decoder(_Named)


def read_id(text: str | None) -> str | None:
    """Return the id in a text message, even if the rest is not a valid frame. Return None if there is no valid id."""
    try:
        return read_frame(_name_decoder, text).id
    except FrameError:
        return None


def read_frame(decoder: msgspec.json.Decoder[T], text: str | None) -> T:
    """Decode a text message with ``decoder``. Raises FrameError."""
    if text is None or len(text.encode(errors="surrogatepass")) > MAX_FRAME_BYTES:
        raise FrameError
    try:
        frame: T = decoder.decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
        raise FrameError from error
    return frame


def encode_frame(frame: dict[str, Any]) -> str:
    """Encode a frame for the page as JSON."""
    return _encoder.encode(frame).decode()
