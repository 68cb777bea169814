"""Worlds for the rulesets with ronda and tringa calls: moroccan, one-deck and mufts."""

import random
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from games.bots.hidden import JSON, deal_hidden, hidden_cards, rebuild_public, shown_cards, split_at_batches
from games.bots.observation import Observation
from games.rules import calls, tringa
from games.rules.calls import Caller
from games.rules.cards import RANK_40
from games.rules.declarations import Conduct
from games.rules.moroccan import Moroccan
from games.rules.tringa import NOTHING, ONE

CARD_KINDS = frozenset({"play", "capture", "five", "ten"})


class Batch:
    """The information that a batch's events reveal about the hands dealt in it."""

    def __init__(self, game: Moroccan, events: Sequence[JSON]) -> None:
        self.events = events
        self.calls: dict[int, str] = {}
        self.played = [0] * game.players  # packed ranks
        self.cards: list[set[str]] = [set() for _seat in range(game.players)]
        self.last_player = -1
        self.claimable: dict[int, tuple[str, int]] = {}
        self.claimed: set[int] = set()
        self.claimed_before: set[int] = set()  # claims about the batch before this one (M17)
        self.shown: dict[int, set[str]] = {}
        for event in events:
            self._note(game, event)

    def _note(self, game: Moroccan, event: JSON) -> None:
        kind, seat = event["kind"], event["seat"]
        if kind == "announce":
            self.calls[seat] = event["call"]
        elif kind in CARD_KINDS:
            self.played[seat] += ONE[RANK_40[event["card"]]]
            self.cards[seat].add(event["card"])
            self.last_player = seat
            if game.manual:
                self._note_holding(game, seat)
        elif kind == "claim" and len(self.calls) < game.players:
            self.claimed_before.add(event["against"])
        elif kind == "claim":
            self.claimed.add(event["against"])
            self.claimable.pop(event["against"], None)
        elif kind == "challenge":
            self.shown[event["against"]] = set(event["cards"])

    def _note_holding(self, game: Moroccan, seat: int) -> None:
        """M16: Record the holding that a seat's played cards prove beyond its call, as the rules do."""
        held, call = tringa.holding(self.played[seat]), self.calls[seat]
        if tringa.LEVEL[held] > tringa.LEVEL[call] and seat not in self.claimed:
            self.claimable[seat] = (held, tringa.hidden_worth(held, call, game.silent_penalty))
        else:
            self.claimable.pop(seat, None)


def public_game(observation: Observation) -> tuple[Moroccan, list[Batch]]:
    """Return the game as everyone sees it, without hidden cards, and the batches of the current deal."""
    game = rebuild_public(observation)
    if not isinstance(game, Moroccan):
        raise TypeError(f"{observation.ruleset} has no calls of ronda and tringa")
    game.piles.counts = game.captured
    owed = observation.view["owed"]
    for payer, row in enumerate(owed or ()):
        game.piles.debts += [[payer, payee, cards] for payee, cards in enumerate(row) if cards]
    for card in game.table:
        game.slots[RANK_40[card]] = card
    for event in observation.events:
        if event["kind"] in {"capture", "five", "ten"}:
            game.last_capture = game.sides[event["seat"]]
    batches = [Batch(game, events) for events in split_at_batches(observation.events)]
    now = batches[-1]
    game.hand_size = next(event["size"] for event in reversed(observation.events) if event["kind"] == "batch")
    game.played = list(now.played)
    game.conduct = [Conduct(**counts) for counts in observation.history] or game.conduct
    _set_calls(game, observation.view["calls"], batches)
    _follow_chain(game, now.events)
    if game.phase == "respond":
        _set_halt(game, now)
    return game, batches


def _set_calls(game: Moroccan, shown: Sequence[Mapping[str, Any]], batches: Sequence[Batch]) -> None:
    now = batches[-1]
    game.call = [one["call"] for one in shown]
    game.void = [one["void"] for one in shown]
    game.shown = [one["shown"] for one in shown]
    game.open_calls = [seat for seat in now.calls if shown[seat]["open"]]
    game.claimable = dict(now.claimable)
    game.claimed = [seat in now.claimed for seat in range(game.players)]
    if len(batches) > 1:
        former = batches[-2].claimable
        game.former_claimable = {seat: one for seat, one in former.items() if seat not in now.claimed_before}
    else:
        game.former_claimable = {}
    award = [0] * game.side_count
    for event in now.events:
        if event["kind"] in {"award", "award_back"}:
            award[event["side"]] += event["points"] if event["kind"] == "award" else -event["points"]
    game.award = tuple(award) if any(award) else None


def _follow_chain(game: Moroccan, events: Sequence[JSON]) -> None:
    """Find the card that a caida could capture, and the chain that a third or fourth card would overcall."""
    rank = -1
    for event in events:
        kind, seat = event["kind"], event["seat"]
        if kind in CARD_KINDS:
            rank = RANK_40[event["card"]]
            game.chain_missa = False
        if kind == "play":
            game.stayed, game.chain_rank = rank, -1
        elif kind == "capture":
            game.stayed = game.chain_rank = -1
            game.chain_cards = len(event["cards"]) + 1
        elif kind == "caida" and game.chain_allowed:
            game.chain_rank, game.chain_length, game.chain_seats = rank, 2, [event["from"], seat]
        elif kind in {"five", "ten"}:
            game.chain_seats.append(seat)
            game.chain_cards += 1
            game.chain_length += 1
            game.chain_rank = -1 if kind == "ten" else rank
        elif kind == "missa":
            game.chain_missa = True


def _set_halt(game: Moroccan, now: Batch) -> None:
    """M15: Rebuild the halt from the last ``halt`` event."""
    halt = max(at for at, event in enumerate(now.events) if event["kind"] == "halt")
    game.halted = now.events[halt]["seat"]
    accepted = [event["seat"] for event in now.events[halt:] if event["kind"] == "accept"]
    game.responders = [seat for seat in game.opponents[game.halted] if seat not in accepted]
    game.resume_seat = (now.last_player + 1) % game.players if now.last_player >= 0 else game.leader
    live = [seat for seat in game.turn_order() if game.call[seat] not in {None, NOTHING} and not game.void[seat]]
    callers = tuple(Caller(game.sides[seat], str(game.call[seat]), game.played[seat]) for seat in live)
    points = calls.find_award(callers, game.hand_size, game.ace_high, game.side_count)
    game.halted_award = points or ()


def sample_calling(observation: Observation, rng: random.Random) -> Moroccan:
    """Return a random state consistent with the observation.

    All consistent deals are equally likely, except as explained in ``deal_hidden``.
    """
    game, batches = public_game(observation)
    hidden = hidden_cards(observation, shown_cards(observation.events))
    in_stock = put_back_cards(observation, batches)
    for seat, shown in batches[-1].shown.items():
        if seat != observation.seat:
            game.hands[seat] = sorted(shown - batches[-1].cards[seat])
    known = {card for hand in game.hands for card in hand}
    hidden = [card for card in hidden if card not in known and card not in in_stock]
    sizes = [seat["cards"] - len(game.hands[number]) for number, seat in enumerate(observation.view["seats"])]
    hands, rest = deal_hidden(hidden, sizes, partial(_fits, game), rng)
    for seat, hand in enumerate(hands):
        game.hands[seat] += hand
    game.stock = [*rest, *in_stock]
    rng.shuffle(game.stock)
    return game


def put_back_cards(observation: Observation, batches: Sequence[Batch]) -> list[str]:
    """M5: Return the cards put back into the stock, or an empty list once the second batch has been dealt."""
    back = {card for event in observation.events if event["kind"] == "put_back" for card in event["cards"]}
    return sorted(back - shown_cards(observation.events)) if len(batches) == 1 else []


def _fits(game: Moroccan, seat: int, cards: Sequence[str]) -> bool:
    """Return whether these hidden cards are consistent with an automatic call (M18)."""
    if game.manual or not game.announces:
        return True
    return tringa.holding(game.played[seat] + tringa.pack_ranks([RANK_40[card] for card in cards])) == game.call[seat]
