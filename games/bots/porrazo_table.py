"""A seat's knowledge about a batch of Porrazo: the state without hidden hands, and the cards that it has not seen."""

from collections.abc import Iterable, Sequence

from games.bots.hidden import hidden_cards, shown_cards, split_at_batches
from games.bots.observation import Observation
from games.bots.porrazo_position import CARD, Batch, Hands, PendingStrike, Position
from games.bots.porrazo_worlds import cards_played
from games.rules.cards import RANK_52
from games.rules.porrazo import Porrazo
from games.rules.rondine import NOTHING, Holding, find_holding, judge_holdings
from games.rules.strike_play import RANKS


def compact(game: Porrazo) -> Position:
    """Return the compact state of a game within a batch."""
    strike = game.strike
    return Position(
        table=sum(CARD[RANK_52[card]] for card in game.table),
        table_size=len(game.table),
        hands=tuple(ranks_of(hand) for hand in game.hands),
        seat=game.to_act,
        stayed=game.stayed,
        strike=PendingStrike(strike.seat, strike.rank, strike.equal, len(strike.cards), strike.limpia)
        if strike
        else None,
        scores=tuple(game.scores),
        captured=tuple(game.captured),
        last_capture=game.last_capture,
        winner=-1,
    )


def ranks_of(cards: Iterable[str]) -> tuple[int, ...]:
    """Return the ranks of these cards in ascending order."""
    return tuple(sorted(RANK_52[card] for card in cards))


class Table:
    """A seat's knowledge about a batch.

    ``game`` is any game consistent with the observation, so only its public parts may be used. ``unseen`` contains the
    number of cards of each rank that the seat has not seen, and ``played`` the ranks that each seat has played in this
    batch.
    """

    def __init__(self, observation: Observation, game: Porrazo) -> None:
        self.game = game
        self.seat = observation.seat
        self.hand = ranks_of(observation.my_hand)
        self.sizes = [len(hand) for hand in game.hands]
        self.position = compact(game)
        hidden = ranks_of(hidden_cards(observation, shown_cards(observation.events)))
        self.unseen = [hidden.count(rank) for rank in range(RANKS)]
        played = cards_played(game, split_at_batches(observation.events)[-1])
        self.played = [[RANK_52[card] for card in cards] for cards in played]

    def world(self, hands: Hands) -> tuple[Batch, Position]:
        """Return the batch, and the current position in it, assuming that the seats hold these ranks."""
        game = self.game
        batch = Batch(game.sides, game.target, game.wraps, not game.stock, self._awards(hands))
        return batch, self.position._replace(hands=hands)

    def held(self, seat: int, ranks: Sequence[int]) -> Holding | None:
        """Return the holding that a seat was dealt in this batch, assuming that it now holds these ranks.

        Return None if it was not dealt a holding.
        """
        dealt = [*self.played[seat], *ranks]
        return find_holding(dealt) if dealt else None

    def _awards(self, hands: Hands) -> tuple[int, ...]:
        """P10: Return the points of each side for holdings at the end of the batch."""
        game = self.game
        points = [0] * game.side_count
        if any(call not in {None, NOTHING} for call in game.call):
            held = {seat: found for seat in game.turn_order() if (found := self.held(seat, hands[seat]))}
            silent = [seat for seat in held if game.call[seat] == NOTHING]
            for seat in judge_holdings(held, silent, game.sides)[0]:
                points[game.sides[seat]] += held[seat].points
        return tuple(points)
