"""The frames of a match's socket, as docs/protocol.md gives them."""

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
    """A frame that is none of ours: not text, too long, not JSON, or of a wrong shape."""


class CommandFrame(Struct, kw_only=True, forbid_unknown_fields=True, frozen=True):
    """A frame that asks for something to be done, with the ``id`` by which its answer names it, if it has one."""

    id: Id | None = None


class MoveFrame(CommandFrame, tag="move", frozen=True):
    """A move of one's own seat, made on ``version``: ``[verb, …]`` of the match record."""

    version: Version
    move: Annotated[list[Argument], Meta(min_length=1, max_length=3)]


class ResignFrame(CommandFrame, tag="resign", frozen=True):
    """The running match is given up."""


class ClaimFrame(CommandFrame, tag="claim_win", frozen=True):
    """The win is claimed, since the other player is away for too long."""


class AbortFrame(CommandFrame, tag="abort", frozen=True):
    """The match is broken off, or that is offered; ``on`` false takes the offer back."""

    on: bool = True


class RematchFrame(CommandFrame, tag="rematch", frozen=True):
    """Another match of the same players is wanted, everybody one seat on with ``rotate``; ``on`` false: no more."""

    rotate: bool = False
    on: bool = True


class BackFrame(CommandFrame, tag="back", frozen=True):
    """A player takes his seat back from the bot that stands in for him."""


class AutoCallFrame(CommandFrame, tag="auto_call", frozen=True):
    """Whether the site makes truthful calls for this seat, in this match."""

    on: bool


class ChatLineFrame(CommandFrame, tag="say", frozen=True):
    """Words for one's room of the table."""

    text: str


class ChatPhraseFrame(CommandFrame, tag="phrase", frozen=True):
    """A phrase for one's room, which each reads in their language."""

    key: Annotated[str, Meta(max_length=20)]


class ChatHistoryFrame(Struct, tag="talk", forbid_unknown_fields=True, frozen=True):
    """The last lines are asked for again: others may be read than before."""


class SyncFrame(Struct, tag="sync", forbid_unknown_fields=True, frozen=True):
    """The state is asked for again."""


# What a player asks for a few times in a match. Each has every process read the table again for all of its pages.
RareFrame = ResignFrame | ClaimFrame | AbortFrame | RematchFrame | BackFrame | AutoCallFrame
PlayFrame = MoveFrame | RareFrame
Request = PlayFrame | ChatLineFrame | ChatPhraseFrame
Frame = Request | ChatHistoryFrame | SyncFrame

_decoder = msgspec.json.Decoder(Frame)
_encoder = msgspec.json.Encoder()


def decode_frame(text: str | None) -> Frame:
    """The frame in a text message; None stands for a binary one. Raises FrameError."""
    frame: Frame = read_frame(_decoder, text)
    return frame


class _Named(Struct, frozen=True):
    id: Id | None = None


_name_decoder = msgspec.json.Decoder(_Named)


def read_id(text: str | None) -> str | None:
    """The id in a text message, also where the rest of it is no frame; None without a valid one."""
    try:
        return read_frame(_name_decoder, text).id
    except FrameError:
        return None


def read_frame(decoder: msgspec.json.Decoder[T], text: str | None) -> T:
    """The frame of a text message, of those that the decoder knows. Raises FrameError."""
    if text is None or len(text.encode(errors="surrogatepass")) > MAX_FRAME_BYTES:
        raise FrameError
    try:
        frame: T = decoder.decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
        raise FrameError from error
    return frame


def encode_frame(frame: dict[str, Any]) -> str:
    """A frame to the page, as JSON text."""
    return _encoder.encode(frame).decode()
