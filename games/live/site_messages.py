"""The frames on the site's socket, as specified in docs/protocol.md."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from games.live.messages import CommandFrame, SyncFrame, read_frame

ShortText = Annotated[str, Meta(max_length=32)]


class LobbyFrame(Struct, tag="lobby", forbid_unknown_fields=True, frozen=True):
    """Subscribe to the lobby, and keep the sender's seek alive."""


class ResumeSeekFrame(Struct, tag="resume_seek", forbid_unknown_fields=True, frozen=True):
    """Keep the sender's seek alive from this page, too."""


class SeekFrame(CommandFrame, tag="seek", frozen=True):
    """Seek an opponent."""

    ruleset: ShortText
    clock: ShortText
    rated: bool


class CancelSeekFrame(CommandFrame, tag="cancel_seek", frozen=True):
    """Cancel the sender's seek."""


SiteFrame = LobbyFrame | ResumeSeekFrame | SeekFrame | CancelSeekFrame | SyncFrame

_decoder = msgspec.json.Decoder(SiteFrame)


def decode_site_frame(text: str | None) -> SiteFrame:
    """Decode a text message. ``text`` is None for a binary message. Raises FrameError."""
    frame: SiteFrame = read_frame(_decoder, text)
    return frame
