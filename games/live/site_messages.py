"""The frames of the site's socket, as docs/protocol.md gives them."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from games.live.messages import CommandFrame, SyncFrame, read_frame

Word = Annotated[str, Meta(max_length=32)]


class LobbyFrame(Struct, tag="lobby", forbid_unknown_fields=True, frozen=True):
    """The page shows the lobby, in its language, and keeps its reader's search going."""

    language: Word = ""


class SeekFrame(CommandFrame, tag="seek", frozen=True):
    """The reader seeks an opponent."""

    ruleset: Word
    clock: Word
    rated: bool


class CancelSeekFrame(CommandFrame, tag="cancel_seek", frozen=True):
    """The reader seeks no longer."""


SiteFrame = LobbyFrame | SeekFrame | CancelSeekFrame | SyncFrame

_decoder = msgspec.json.Decoder(SiteFrame)


def decode_site_frame(text: str | None) -> SiteFrame:
    """The frame in a text message; None stands for a binary one. Raises FrameError."""
    frame: SiteFrame = read_frame(_decoder, text)
    return frame
