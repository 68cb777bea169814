"""The types that describe the cards as a reader sees them, for the OpenAPI schema only. See ``state_types``."""

from typing import Any, Literal, TypeAlias

from pydantic import BaseModel, Field

Card: TypeAlias = str
Move: TypeAlias = list[str | int]
PhaseWord: TypeAlias = Literal["cut", "deal", "tendido", "announce", "respond", "play", "close", "over"]


class HandOut(BaseModel):
    """A seat in play.

    ``cards`` is the number of cards in the seat's hand. ``hand`` is null except for the reader's own seat.
    """

    side: int
    cards: int
    hand: list[Card] | None


class CallOut(BaseModel):
    """A seat's call in this batch.

    ``void`` says whether the call was false, and ``shown`` contains the cards that the player had to show. ``open``
    says whether the call is neither proved nor void and can therefore be challenged.
    """

    call: str | None
    void: bool
    shown: list[Card] | None
    open: bool


class TrickOut(BaseModel):
    """The cards of a trick in turn order, starting with the leader's. ``winner`` is missing until it is known."""

    leader: int
    cards: list[Card]
    winner: int | None = None


class ViewOut(BaseModel):
    """The cards as the reader sees them.

    Send one of ``moves`` unchanged. When it is not your turn, you can send ``["claim", seat]`` or ``["challenge",
    seat]`` if that verb is in ``interrupts``. ``calls`` and the keys after it exist only in the games that use them.
    """

    phase: PhaseWord
    deal: int = Field(description="Number of the deal, from 0.")
    batch: int = Field(description="Number of the batch of hands within the deal, from 0.")
    dealer: int
    leader: int | None = Field(description="The seat that leads the batch or the trick; null until the pack is cut.")
    to_act: int | None = Field(description="The seat to act.")
    table: list[Card] = Field(description="Face-up cards in order of arrival.")
    stock: int = Field(description="Number of cards still to be dealt.")
    captured: list[int] = Field(description="Cards (or tricks) taken, one number per side.")
    scores: list[int] = Field(description="One number per side.")
    target: int | None = Field(description="The score that wins; null if the match ends another way.")
    owed: list[list[int]] | None = Field(description="owed[a][b]: cards that side a owes side b; null without debts.")
    winners: list[int] = Field(description="The sides that have won.")
    seats: list[HandOut]
    moves: list[Move] = Field(description="The reader's legal moves; empty when it is not their turn.")
    interrupts: list[str] = Field(description="Verbs that the reader can use out of turn.")
    calls: list[CallOut] = Field(default=[], description="One per seat, in games with calls.")
    halted: int | None = Field(default=None, description="The seat whose call awaits a response.")
    hand_size: int = Field(default=0, description="Cards dealt to each hand of the batch, in games with claims.")
    batches: int = Field(default=0, description="Number of batches in the deal.")
    tendido: dict[str, Any] | None = Field(default=None, description="Porrazo: the row of the tendido.")
    pending: dict[str, Any] | None = Field(default=None, description="Porrazo: points at stake until the next card.")
    trick: TrickOut | None = Field(default=None, description="Mark Steere's game: the trick being played.")
    last_trick: TrickOut | None = None
    tie_break: TrickOut | None = None
    suit_ring: list[str] = Field(default=[], description="Mark Steere's game: each suit beats the next.")
    hands_to_go: int = Field(default=0, description="Mark Steere's game: the number of hands still to be dealt.")
