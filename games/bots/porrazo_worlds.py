"""Worlds for Porrazo."""

import random
from collections.abc import Sequence

from games.bots.hidden import JSON, deal_hidden, hidden_cards, rebuild_public, shown_cards, split_at_batches
from games.bots.observation import Observation
from games.rules.cards import FRENCH_RANKS, RANK_52
from games.rules.porrazo import Porrazo
from games.rules.rondine import NOTHING, Holding, find_holding, judge_holdings
from games.rules.strike import Strike
from games.rules.tendido import EqualCards, Tendido

CARD_KINDS = frozenset({"play", "capture", "overcall"})


def sample_porrazo(observation: Observation, rng: random.Random) -> Porrazo:
    """Return a random state consistent with the observation.

    All consistent deals are equally likely, except as explained in ``deal_hidden``.
    """
    game = rebuild_public(observation)
    if not isinstance(game, Porrazo):
        raise TypeError(f"{observation.ruleset} is not porrazo")
    batches = split_at_batches(observation.events)
    played = cards_played(game, batches[-1])
    _set_public(game, observation, batches)
    hidden = hidden_cards(observation, shown_cards(observation.events))
    sizes = [seat["cards"] - len(game.hands[number]) for number, seat in enumerate(observation.view["seats"])]
    hands, rest = deal_hidden(hidden, sizes, lambda seat, hand: _fits(game, seat, [*played[seat], *hand]), rng)
    for seat, hand in enumerate(hands):
        game.hands[seat] += hand
    game.stock = rest
    if game.phase != "tendido":
        game.left = sum(len(hand) for hand in game.hands)
        game.held = [_held((*played[seat], *hand)) for seat, hand in enumerate(game.hands)]
    return game


def _held(cards: Sequence[str]) -> Holding | None:
    return find_holding([RANK_52[card] for card in cards]) if cards else None


def cards_played(game: Porrazo, events: Sequence[JSON]) -> list[list[str]]:
    """Return the cards that each seat has played in a batch."""
    played: list[list[str]] = [[] for _seat in range(game.players)]
    for event in events:
        if event["kind"] in CARD_KINDS:
            played[event["seat"]].append(event["card"])
    return played


def _set_public(game: Porrazo, observation: Observation, batches: Sequence[Sequence[JSON]]) -> None:
    """Restore the public state that only Porrazo has."""
    for card in game.table:
        game.slots[RANK_52[card]].append(card)
    game.call = [one["call"] for one in observation.view["calls"]]
    for event in observation.events:
        if event["kind"] in {"capture", "overcall"}:
            game.last_capture = game.sides[event["seat"]]
    tendido = observation.view["tendido"]
    if tendido:
        sets = tuple(EqualCards(tuple(one["cards"]), one["points"]) for one in tendido["sets"])
        game.tendido = Tendido(tuple(tendido["row"]), tuple(tendido["places"]), sets)
        game.tendido_batch = tendido["batch"]
    _set_strike(game, observation, batches[-1])
    _set_claimable(game, batches)


def _set_strike(game: Porrazo, observation: Observation, events: Sequence[JSON]) -> None:
    """Find the card that a porrazo could capture (P14), and the strike that the next card can overcall (P17)."""
    cards: list[str] = []
    for event in events:
        if event["kind"] == "play":
            game.stayed = RANK_52[event["card"]]
        elif event["kind"] == "capture":
            game.stayed = -1
            cards = [*event["cards"], event["card"]]
        elif event["kind"] == "overcall":
            cards.append(event["card"])
    pending = observation.view["pending"]
    if pending:
        equal = 2 if pending["kind"] == "porrazo" else 3
        rank = FRENCH_RANKS.index(pending["rank"])
        game.strike = Strike(pending["seat"], rank, equal, tuple(cards), pending["limpia"])


def _set_claimable(game: Porrazo, batches: Sequence[Sequence[JSON]]) -> None:
    """P11: Find the unannounced holdings in the last batch that was played out, except those claimed since."""
    ended = batches if game.phase == "close" else batches[:-1]
    if not ended:
        return
    played = cards_played(game, ended[-1])
    called = {event["seat"]: event["call"] for event in ended[-1] if event["kind"] == "announce"}
    holdings = {seat: held for seat in game.turn_order() if (held := _held(played[seat]))}
    silent = [seat for seat in holdings if called[seat] == NOTHING]
    claimed = {event["against"] for event in batches[-1] if event["kind"] == "claim"}
    if game.phase == "close":  # claims about the previous batch came before the announcements were complete
        last = max(at for at, event in enumerate(batches[-1]) if event["kind"] in CARD_KINDS)
        claimed = {event["against"] for event in batches[-1][last:] if event["kind"] == "claim"}
    game.claimable = {
        seat: holdings[seat] for seat in judge_holdings(holdings, silent, game.sides)[1] if seat not in claimed
    }


def _fits(game: Porrazo, seat: int, cards: Sequence[str]) -> bool:
    """Return whether the hand that a seat was dealt is consistent with its call (P9)."""
    call = game.call[seat]
    if call is None or (game.manual and call == NOTHING):
        return True
    held = _held(cards)
    return (held.name if held else NOTHING) == call
